# Everything a player or a contributor types. Each word sets up what it needs, once.
.DEFAULT_GOAL := help
.PHONY: help play test long simulate-faults check bench rounds venv clean anew

VENV := .venv
PY := $(VENV)/bin/python
# One more than two processors: many tests wait for terminals and lines.
JOBS ?= 3
ARGS ?=
SEEDS ?= 300
FIRST ?= 0
PYTHON ?= python3.13 python3.12 python3.11 python3
INSTALL = $(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt

# A virtualenv whose Python has gone, is too old or has no pip is made anew.
ifneq ($(shell $(PY) -c 'import pip, sys; print(sys.version_info >= (3, 11))' 2>/dev/null),True)
MAKE_ANEW := anew
endif

help: ## say what there is
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile

play: $(VENV)/.play ## set up what is missing, then open the program (ARGS="play one-hundred")
	@$(PY) -m stammtisch $(ARGS)

venv: $(VENV)/.play ## only the set-up of `make play`

test: $(VENV)/.test ## run the tests, long campaigns sampled (ARGS="tests/core -k ace")
	$(PY) -m pytest -n $(JOBS) $(ARGS)

long: $(VENV)/.test ## run the tests with the full counts of every campaign
	STAMMTISCH_LONG=1 $(PY) -m pytest -n $(JOBS) -o faulthandler_timeout=7200 $(ARGS)

simulate-faults: $(VENV)/.test ## whole evenings full of faults (SEEDS=10000 JOBS=4 FIRST=0, or SEED=23 for one)
	$(PY) -m tests.net.evenings --first $(FIRST) --seeds $(SEEDS) --jobs $(JOBS) $(if $(SEED),--seed $(SEED))

check: $(VENV)/.check ## format, lint, types twice, borders between the rooms
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(PY) -m pyright
	$(VENV)/bin/lint-imports

bench: $(VENV)/.bench ## measure speed, bytes and start-up; JSON lines
	$(PY) -m bench $(ARGS)

rounds: $(VENV)/.test ## write the played rounds of tests/rounds anew, to be reviewed as a diff
	$(PY) -m tests.core.rounds

clean: ## remove the virtualenv and everything that was built
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the set-up: a stamp for each set, older than none of the files that decide what is in it ---

anew:

$(VENV)/.made: $(MAKE_ANEW)
	@$(if $(MAKE_ANEW),$(make-venv),mkdir -p $(VENV))
	@touch $@

define make-venv
found=; for each in $(PYTHON); do \
    $$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
    found=$$each; \
    $$each -c 'import ensurepip, venv' 2>/dev/null || continue; \
    echo "Making $(VENV) with $$each."; \
    exec $$each -m venv --clear $(VENV); \
done; \
if [ -n "$$found" ]; then \
    echo "$$found cannot make virtual environments: please install its venv and ensurepip modules (on Debian and Ubuntu the package python3-venv)."; \
else \
    echo "Stammtisch needs Python 3.11 or newer and found none: please install one, or name one with make PYTHON=/path/to/python3."; \
fi >&2; exit 1
endef

$(VENV)/.play: $(VENV)/.made pyproject.toml constraints.txt
	@echo "Installing Stammtisch into $(VENV)."
	@$(INSTALL) -e .
	@touch $@

$(VENV)/.test: $(VENV)/.made pyproject.toml constraints.txt
	@echo "Installing Stammtisch and the test tools into $(VENV)."
	@$(INSTALL) -e '.[test]'
	@touch $(VENV)/.play $@

$(VENV)/.check: $(VENV)/.test pyproject.toml constraints.txt
	@echo "Installing the checkers into $(VENV)."
	@$(INSTALL) -e '.[test,check]'
	@touch $(VENV)/.play $(VENV)/.test $@

$(VENV)/.bench: $(VENV)/.test pyproject.toml constraints.txt
	@echo "Installing what the bench compares with into $(VENV)."
	@$(INSTALL) -e '.[test,bench]' || \
	    echo "open-spiel could not be installed here: the bench runs without the comparison."
	@touch $(VENV)/.play $(VENV)/.test $@
