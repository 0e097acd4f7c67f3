"""What is in deploy/ is sound, names settings that there are, and keeps to what docs promise."""

import fnmatch
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
import yaml

from estoril.server import checking
from estoril.server.configuring import PREFIX, configure

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
OBJECTS = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8")))
UNIT = (DEPLOY / "estoril.service").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = (ROOT / "locks/serve.txt").read_text("utf-8")


def objects(kind: str) -> list[dict[str, Any]]:
    return [each for each in OBJECTS if each["kind"] == kind]


def pods() -> list[dict[str, Any]]:
    """Return what each pod of the manifest is to be."""
    jobs = [job["spec"]["jobTemplate"]["spec"]["template"] for job in objects("CronJob")]
    return [each["spec"] for each in (objects("Deployment")[0]["spec"]["template"], *jobs)]


def problems(environ: dict[str, str], file: Path | None = None) -> list[str]:
    """Say what is wrong with settings; variables of others are none of ours."""
    return [str(problem) for problem in configure({}, environ, file).problems]


# -- settings ---------------------------------------------------------------------------------


def test_the_settings_of_all_examples_exist(tmp_path: Path) -> None:
    image = dict(re.findall(r"(ESTORIL_[A-Z_]+)=(\S+)", DOCKERFILE.split("AS build")[1]))
    image.pop("ESTORIL_REQUIRE_COMPILED")
    unit = dict(re.findall(r"^Environment=(ESTORIL_[A-Z_]+)=(\S+)", UNIT, re.M))
    unit.pop("ESTORIL_CONFIG")
    secret = tmp_path / "database"
    secret.write_text("postgresql://estoril:word@database/estoril")
    composed = dict(COMPOSE["services"]["server"]["environment"])
    assert composed["ESTORIL_DATABASE_FILE"].startswith("/run/secrets/")
    composed["ESTORIL_DATABASE_FILE"] = str(secret)
    for environ in (image, unit, composed):
        assert environ and problems(environ) == []
        configured = configure({}, environ)
        assert len(configured.sources) == len(environ), "each of them sets something"
    written = tmp_path / "estoril.toml"
    written.write_text(objects("ConfigMap")[0]["data"]["estoril.toml"])
    for file in (DEPLOY / "estoril.toml", written):
        configured = configure({}, {}, file)
        assert configured.problems == [] and configured.settings.proxies
        database = f"sqlite:///{tmp_path}/t.db"
        assert checking.problems(configure({"database": database}, {}, file).settings) == []
    for pod in pods():
        for variable in pod["containers"][0]["env"]:
            assert variable["name"] == "ESTORIL_CONFIG" or not problems({variable["name"]: "1"})
            assert variable["name"].startswith(PREFIX)


def test_every_example_names_its_proxy() -> None:
    server, proxy = COMPOSE["services"]["server"], COMPOSE["services"]["proxy"]
    (shared,) = {*server["networks"]} & {*proxy["networks"]}
    assert COMPOSE["networks"][shared]["ipam"]["config"] == [
        {"subnet": server["environment"]["ESTORIL_PROXY"]}
    ]
    assert shared not in COMPOSE["services"]["database"]["networks"]
    assert configure({}, {}, DEPLOY / "estoril.toml").settings.proxies == ("127.0.0.1", "::1")
    assert "ESTORIL_PROXY=127.0.0.1" in (DEPLOY / "nginx.conf").read_text("utf-8")


# -- containers -------------------------------------------------------------------------------


def test_the_image_runs_as_nobody_and_is_looked_after() -> None:
    last = DOCKERFILE.split("\nFROM ")[-1]
    assert re.findall(r"^USER (.+)$", last, re.M) == ["10001:10001"]
    assert "HEALTHCHECK" in last and "/healthz" in last
    assert "apt-get" not in last and "pip install" not in last
    installs = re.findall(r"pip install (.+?)(?: \\)?$", DOCKERFILE, re.M)
    assert all("--require-hashes" in line or "--no-deps" in line for line in installs)


def test_the_image_is_made_of_what_its_build_needs_and_nothing_else() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    kept = [line[1:] for line in lines if line.startswith("!")]
    assert "*" in lines
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "tools/headers.py",
                 "locks/build.txt", "locks/serve.txt", "src/estoril", "web/build.py"):  # fmt: skip
        assert (ROOT / name).exists()
        assert any(name == each or name.startswith(f"{each}/") for each in kept), name
    for name in ("tests", "secrets", ".git", ".venv", "build", "docs"):
        assert not any(fnmatch.fnmatch(name, each) for each in kept)


def test_containers_may_do_nothing_that_they_need_not() -> None:
    server = COMPOSE["services"]["server"]
    assert server["read_only"] and server["cap_drop"] == ["ALL"]
    assert "ports" not in server and "ports" not in COMPOSE["services"]["database"]
    for service in COMPOSE["services"].values():
        assert "no-new-privileges:true" in service["security_opt"]
    for pod in pods():
        assert pod["securityContext"]["runAsNonRoot"] and not pod["automountServiceAccountToken"]
        assert pod["enableServiceLinks"] is False  # or ESTORIL_PORT would be tcp://…
        for container in pod["containers"]:
            locked = container["securityContext"]
            assert locked["readOnlyRootFilesystem"] and not locked["allowPrivilegeEscalation"]
            assert locked["capabilities"] == {"drop": ["ALL"]}


def test_what_the_manifest_names_is_in_it() -> None:
    (deployment,) = objects("Deployment")
    assert deployment["spec"]["replicas"] > 1
    names = {kind: {each["metadata"]["name"] for each in objects(kind)} for kind in
             ("Service", "ConfigMap", "Secret", "PersistentVolumeClaim")}  # fmt: skip
    (rule,) = objects("Ingress")[0]["spec"]["rules"]
    assert rule["http"]["paths"][0]["backend"]["service"]["name"] in names["Service"]
    for pod in pods():
        volumes = {volume["name"]: volume for volume in pod["volumes"]}
        assert volumes["settings"]["configMap"]["name"] in names["ConfigMap"]
        for container in pod["containers"]:
            assert {mount["name"] for mount in container["volumeMounts"]} <= set(volumes)
            for variable in container["env"]:
                if "valueFrom" in variable:
                    assert variable["valueFrom"]["secretKeyRef"]["name"] in names["Secret"]


def test_compose_is_as_its_schema_has_it() -> None:
    tool = Path(sys.executable).with_name("check-jsonschema")
    done = subprocess.run(
        [tool, "--builtin-schema", "vendor.compose-spec", ROOT / "compose.yaml"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


# -- systemd ----------------------------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_takes_the_unit_and_finds_it_safe(tmp_path: Path) -> None:
    unit = tmp_path / "estoril.service"
    unit.write_text(UNIT.replace("/opt/estoril/bin/estoril", sys.executable))

    def analyze(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["systemd-analyze", *command, str(unit)], capture_output=True, text=True, check=False
        )

    done = analyze("verify", "--man=no")
    assert (done.returncode, done.stderr) == (0, "")
    judged = analyze("security", "--offline=true", "--threshold=20", "--no-pager")
    assert judged.returncode == 0, judged.stdout[-200:]


# -- what is installed ------------------------------------------------------------------------


def test_what_is_deployed_is_locked_with_hashes_as_it_is_tested() -> None:
    tested = (ROOT / "locks/run.txt").read_text("utf-8")
    pinned = re.findall(r"^([a-z0-9._-]+)(?:\[[a-z]+\])?==(\S+)", LOCK, re.M)
    names = {name for name, _ in pinned}
    assert {"starlette", "uvicorn", "sqlalchemy", "alembic", "psycopg", "websockets"} <= names
    assert not names & {"numpy", "matplotlib", "pytest", "cython", "pip"}
    for name, version in pinned:
        assert f"{name}=={version}" in tested or f"{name}[binary]=={version}" in tested
    for block in re.split(r"\n(?=[a-z0-9])", LOCK)[1:]:
        assert "--hash=sha256:" in block


def test_everything_that_the_package_asks_for_is_bounded() -> None:
    extras = PROJECT["optional-dependencies"].values()
    for need in (*PROJECT["dependencies"], *(each for extra in extras for each in extra)):
        assert need.startswith("estoril[") or re.search(r">=[\d.]+,<\d", need), need


def test_the_bill_of_materials_has_all_that_is_deployed() -> None:
    tool = run_path(str(ROOT / "tools/sbom.py"))
    bill = tool["bill"]()
    parts = {part["purl"] for part in bill["components"]}
    pinned = re.findall(r"^([a-z0-9._-]+)(?:\[[a-z]+\])?==([^\s\\;]+)", LOCK, re.M)
    assert {f"pkg:pypi/{name}@{version}" for name, version in pinned} <= parts
    web = json.loads((ROOT / "web/package.json").read_text("utf-8"))
    for name, version in web["dependencies"].items():
        assert f"pkg:npm/{name.replace('@', '%40')}@{version}" in parts
    assert all(part["hashes"] for part in bill["components"])
    assert not any("esbuild" in purl or "typescript" in purl for purl in parts)
    assert bill == tool["bill"](), "the same locks give the same bill"
