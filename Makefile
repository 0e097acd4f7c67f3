# Needs make and Python 3.11 or newer; a C compiler for speed. Everything else is fetched into a
# virtual environment, by the locks; `make` alone lists what there is.

PYTHON ?= python3
VENV ?= .venv
GAMES ?= 100000
ARGS ?=

BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
READY = @$(PYTHON) tools/ready.py --venv $(VENV)

.DEFAULT_GOAL := help
.PHONY: help play terminal web test lint types imports client-types unit pure test-lowest test-newest \
	test-deploy test-research sbom soak firefox soak-web chaos fuzz bench bench-load bench-bots bench-scale bench-peers bench-environments calibration bars follies puzzles-check report docs docs-site lock dist test-dist fresh workflows \
	release announce clean python ready ready-dev ready-release ready-deploy ready-research sweep

help: ## show this list
	@echo "make TARGET [PYTHON=python3.12] [VENV=.venv] [ARGS='options of play, unit or pure']"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' Makefile

# --- Play

play: ready ## serve tables to play at, and open the address (ARGS="--host 0.0.0.0")
	@$(BIN)/estoril serve --open $(ARGS)

terminal: ready ## play in this terminal
	@$(BIN)/estoril play $(ARGS)

web: ready ## build the browser client

# --- Test

test: lint types imports client-types unit ## everything that must pass before a change goes in

lint: ready-dev workflows ## style and likely mistakes (ruff, Biome), the locks, the workflows
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python web/check.py lint
	$(BIN)/python tools/lock.py --check

types: ready-dev ## types (mypy --strict)
	$(BIN)/mypy

imports: ready-dev ## who may import whom (import-linter)
	$(BIN)/lint-imports --no-logo

client-types: ready-dev ## types of the browser client (TypeScript, strict)
	$(BIN)/python web/check.py types

unit: ready-dev ## the tests (pytest)
	@$(BIN)/python -m tests.web.browsers
	$(BIN)/python -m pytest $(ARGS)

pure: ready-dev ## the quicker tests, with the engine as plain Python
	ESTORIL_PURE=1 $(BIN)/python -m pytest $(ARGS)

test-lowest: ready-release ## the tests with the lowest versions that pyproject.toml allows
	$(BIN)/python tools/versions.py lowest $(ARGS)

test-newest: ready-release ## the tests with the newest versions there are, whatever the locks say
	$(BIN)/python tools/versions.py newest $(ARGS)

test-deploy: ready-deploy ## what is in deploy/, as far as this machine can: proxies, the image, their linters
	$(BIN)/python -m pytest -n0 -m "soak or not soak" tests/deploy $(ARGS)

test-research: ready-research ## environments by the suites of their projects, tables by who reads them, clusters: at length
	$(BIN)/python -m pytest -n0 -m "soak or not soak" tests/research $(ARGS)

soak: ready-dev ## random games by the thousand, checked at every step (GAMES=100000)
	$(BIN)/python tests/soak.py --games $(GAMES)

firefox: ready-dev ## the main flows in a Firefox, where there is one
	$(BIN)/python -m pytest -n0 -m firefox tests/web $(ARGS)

soak-web: ready-dev ## the longest games in a browser: many people, many games in one tab
	$(BIN)/python -m pytest -m soak tests/web $(ARGS)

chaos: ready-dev ## play at servers while everything breaks, and judge them (ARGS="--seconds 3600 --seed 1")
	$(BIN)/python -m tests.chaos $(ARGS)

fuzz: ready-dev ## send rubbish to a server, and keep what makes it behave anew (ARGS="--seconds 60 --seed 1")
	$(BIN)/python -m tests.fuzz $(ARGS)

sweep: ready-dev ## every screen at every size and language in a browser, into build/sweep (ARGS="--only discard")
	$(BIN)/python -m tests.web.sweep $(ARGS)

# --- Measure

bench: ready ## how fast Estoril is here, in about a minute (ARGS="--only inside")
	@$(BIN)/estoril bench $(ARGS)

bench-load: ready ## how many tables, sockets and moves a server bears here (ARGS="--tables 200")
	@$(BIN)/python -m benchmarks.load $(ARGS)

bench-bots: ready ## how long people wait for bots while many games of bots alone run (ARGS="--tables 50")
	@$(BIN)/python -m benchmarks.bots $(ARGS)

bench-scale: ready-dev ## what processes on one PostgreSQL bear here, and what a million sockets take
	@$(BIN)/python -m benchmarks.scale --out build/scale.json $(ARGS)

bench-peers: ## Estoril beside other engines, written to docs/benchmarks.md (ARGS=--quick: a look)
	@$(PYTHON) -m benchmarks.install --python312 "$(PYTHON312)"
	@build/peers/python/bin/python -m benchmarks.peers $(ARGS)

bench-environments: ## Estoril through PettingZoo, OpenSpiel and Gymnasium beside their games, into docs/benchmarks.md
	@$(PYTHON) -m benchmarks.install --python312 "$(PYTHON312)"
	@build/peers/python/bin/python -m benchmarks.environments $(ARGS)

calibration: ready-dev ## compare stated chances with what happens, and write docs/bots.md (ARGS="--games 1000")
	$(BIN)/python -m benchmarks.calibration --fit --write $(ARGS)
	$(BIN)/python -m benchmarks.calibration --fit --write --curve $(ARGS)

bars: ready-dev ## the spymaster against that of an older build (OLDER=its Python, ARGS="--minutes 60")
	$(BIN)/python -m benchmarks.bars --older "$(OLDER)" --write $(ARGS)

follies: ready-dev ## count moves of a bot that a person laughs at (ARGS="--games 60")
	$(BIN)/python -m benchmarks.follies $(ARGS)

puzzles-check: ready ## verify every puzzle that ships against a fresh deep search (ARGS="--seed 8")
	$(BIN)/estoril puzzles check $(ARGS)

report: ready-dev ## let bots play and write docs/report anew, in about half an hour
	@mkdir -p build
	@rm -rf build/levels.jsonl build/balance.jsonl build/strong  # games of older bots
	$(BIN)/estoril arena --bots agent,informant,tourist,random --games 800 --modules all \
	--seed 1942 --out build/levels.jsonl --report docs/report/levels
	$(BIN)/estoril arena --bots informant --players 4 --games 6000 --modules all \
	--seed 1942 --out build/balance.jsonl --report docs/report/balance
	$(BIN)/python -m benchmarks.strong $(ARGS)

# --- Write and release

sbom: python ## the bill of materials of a server, in build/estoril.cdx.json (CycloneDX)
	@$(PYTHON) tools/sbom.py

docs: ready ## write docs/rules.md, docs/cli.md and the man pages anew from their sources
	$(BIN)/python -m estoril.rulebook.page docs/rules.md
	$(BIN)/python -m estoril.cli.manual docs

docs-site: ready-dev ## build the site of all documents into build/site
	$(BIN)/properdocs build --strict --config-file mkdocs.yml
	@echo "Look at it: $(PYTHON) -m http.server --directory build/site"

lock: ready-release ## renew the locks: the newest versions that pyproject.toml allows
	$(BIN)/python tools/lock.py

dist: ready-release ## the source archive, the wheel of this machine and the pure one, in dist/
	$(BIN)/python tools/wheels.py build

test-dist: dist ## the wheels, installed in environments of their own outside this folder
	$(BIN)/python tools/wheels.py test

fresh: ## both commands on bare machines (as root, about an hour; ARGS="--only debian-12")
	$(PYTHON) tools/fresh.py $(ARGS)

FORMS = $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
workflows: ready-dev ## the workflows and forms on GitHub (zizmor, check-jsonschema)
	$(BIN)/zizmor --offline --pedantic --quiet .github
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms $(FORMS)
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff

release: python ## check all that must be true of a release, and tag it (ARGS=--dry-run)
	@$(PYTHON) tools/release.py $(ARGS)

announce: python  # the release on GitHub, for .github/workflows/release.yml
	@$(PYTHON) tools/release.py --announce $(ARGS)

clean: ## remove the virtual environment and all that was built
	rm -rf build dist src/estoril/server/static web/node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	rm -rf src/*.egg-info src/estoril/engine/*.so src/estoril/engine/*.pyd src/estoril/engine/*.pxd
	rm -rf src/estoril/bots/mind/*.so src/estoril/bots/mind/*.pyd src/estoril/bots/mind/*.pxd
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
	@if [ -f "$(VENV)/pyvenv.cfg" ]; then echo "rm -rf $(VENV)"; rm -rf "$(VENV)"; fi

# --- Set up

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	found=$$($(PYTHON) -c 'import platform; print("is " + platform.python_version())' 2>/dev/null); \
	echo "Estoril needs Python 3.11 or newer, and $(PYTHON) $${found:-was not found}. Debian, Ubuntu:" \
	"sudo apt-get install python3 python3-venv; or name another: make PYTHON=python3.12"; exit 1; } >&2

ready: python
	$(READY) run

ready-dev: python
	$(READY) dev

ready-release: python
	$(READY) release

ready-deploy: python
	$(READY) deploy

ready-research: python
	$(READY) research
