# A server in a container: small, not as root, nothing to write to but /data.
#
#     docker build -t estoril .
#     docker run --read-only --tmpfs /tmp -v estoril:/data -p 127.0.0.1:1942:1942 estoril
#
# docs/operating.md has more, and compose.yaml a whole set-up with PostgreSQL and TLS.

ARG BASE=docker.io/library/python:3.13-slim-bookworm

FROM ${BASE} AS build
ARG COMPILER="gcc libc6-dev"
ENV PIP_CACHE_DIR=/cache/pip npm_config_cache=/cache/npm
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ${COMPILER} \
    && rm -rf /var/lib/apt/lists/*
RUN python3 -m venv /tools && python3 -m venv /opt/estoril
COPY locks/build.txt locks/serve.txt /locks/
# hadolint ignore=DL3042
RUN --mount=type=cache,target=/cache/pip \
    /tools/bin/pip install --require-hashes --only-binary :all: --requirement /locks/build.txt \
    && /opt/estoril/bin/pip install --require-hashes --only-binary :all: --requirement /locks/serve.txt
COPY . /source
WORKDIR /source
# hadolint ignore=DL3042
RUN --mount=type=cache,target=/cache/pip --mount=type=cache,target=/cache/npm \
    ESTORIL_REQUIRE_COMPILED=1 /tools/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
    && /opt/estoril/bin/pip install --no-deps /wheels/*.whl \
    && /opt/estoril/bin/python -m compileall -q /opt/estoril/lib \
    && /opt/estoril/bin/pip uninstall --yes setuptools pip

FROM ${BASE}
COPY --from=build /opt/estoril /opt/estoril
RUN install --directory --owner=10001 --group=10001 --mode=0700 /data
ENV PATH=/opt/estoril/bin:$PATH \
    HOME=/data \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    ESTORIL_HOST=0.0.0.0 \
    ESTORIL_DATABASE=sqlite:////data/estoril.db
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 1942
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:1942/healthz', timeout=4)"]
ENTRYPOINT ["estoril"]
CMD ["serve"]
