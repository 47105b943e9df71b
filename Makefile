# Needs only make and a Python from 3.11 to 3.14 with venv; everything else goes into .venv.
.POSIX:
.PHONY: demo test lint types everywhere aarch64 bench fuzz mutants docs clean

VENV = .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check
# The python to build .venv from: make PYTHON=/usr/bin/python3.12 test
PYTHON =

demo: $(VENV)/installed
	@$(BIN)/logicpuzzles solve seven

# Types are checked meanwhile: tests leave a core idle where they wait for processes and pages.
test: $(VENV)/installed-dev lint
	@$(BIN)/mypy & types=$$!; tests=0; \
	  $(BIN)/python -m pytest -q -n 3 --dist loadfile || tests=$$?; \
	  wait $$types && exit $$tests

lint: $(VENV)/installed-dev
	@$(BIN)/ruff check .

types: $(VENV)/installed-dev
	@$(BIN)/mypy

# What must work wherever Python does, with the package installed: by the system's Python where that is another version
# than the one of .venv, and in Pyodide where there are Node and npm.
SYSTEM = /usr/bin/python3
everywhere: $(VENV)/installed-dev
	@version='import sys; print(sys.version)'; \
	if [ "$$($(SYSTEM) -c "$$version" 2>&1)" = "$$($(BIN)/python -c "$$version")" ] || \
	   ! $(SYSTEM) -m venv $(VENV)/system >/dev/null 2>&1; then \
	  echo "everywhere: $(SYSTEM) is not there, has no venv, or is the Python of $(VENV)"; \
	else \
	  echo "everywhere: $$($(SYSTEM) --version)"; \
	  $(VENV)/system/bin/python -m pip --disable-pip-version-check install --quiet . pytest hypothesis && \
	  $(VENV)/system/bin/pytest -q tests/test_everywhere.py tests/test_text_syntax.py || exit 1; \
	fi
	@if ! npm install --silent --prefix $(VENV)/pyodide pyodide >/dev/null 2>&1; then \
	  echo "everywhere: no Pyodide, since Node or npm is not there"; \
	else \
	  echo "everywhere: Pyodide"; \
	  node tests/in_pyodide.mjs $(VENV)/pyodide/node_modules/pyodide $$($(BIN)/python -c \
	    'import sysconfig; print(sysconfig.get_path("purelib"))') tests/test_everywhere.py; \
	fi

# A query on the machine, a search, a model and a game on aarch64, emulated by Debian's qemu-user-static. It takes some
# minutes, since kernels are compiled where they are first used, so nothing calls it yet.
aarch64: $(VENV)/bin/python
	@sh tests/on_aarch64.sh $(VENV)/aarch64 $(BIN)/python tests/test_everywhere.py \
	  -k "machine or eight or send_more.py or game"

# A table of figures, each beside a plain reference measured in the same run.
bench: $(VENV)/installed-dev
	@$(BIN)/python -m benchmarks

# The files with property tests again, with ten times as many examples and more.
fuzz: $(VENV)/installed-dev
	@FUZZ=1 $(BIN)/python -m pytest -q -n 2 --dist loadfile --hypothesis-profile=fuzz \
	  $$(grep -lE '^from (hypothesis|scale) ' tests/test_*.py)

# Small faults in the code that proves, compiles and lowers: at least 285 of 300 must make a test fail.
mutants: $(VENV)/installed-dev
	@$(BIN)/python -m mutation

# The documentation as a site that needs no network: docs/_build/html/index.html.
docs: $(VENV)/installed-docs
	@$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

clean:
	rm -rf $(VENV) build dist docs/_build .mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
	  if "$$python" -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' \
	     >/dev/null 2>&1; then \
	    echo "making $(VENV) with $$("$$python" --version)"; \
	    exec "$$python" -m venv --clear $(VENV); \
	  fi; \
	done; \
	echo "No Python from 3.11 to 3.14 with venv was found; install one (on Debian also python3-venv)," \
	     "or say where it is: make PYTHON=/path/to/python3" >&2; \
	exit 1

# The stamps: what pyproject.toml asks for is in .venv, so a second run installs nothing.
$(VENV)/installed: pyproject.toml $(VENV)/bin/python
	@echo "installing logicpuzzles into $(VENV)"
	@$(PIP) install --quiet --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml $(VENV)/bin/python
	@echo "installing logicpuzzles and the development tools into $(VENV)"
	@$(PIP) install --quiet --editable '.[dev]'
	@touch $(VENV)/installed $@

$(VENV)/installed-docs: pyproject.toml $(VENV)/bin/python
	@echo "installing logicpuzzles and what builds its documentation into $(VENV)"
	@$(PIP) install --quiet --editable '.[docs]'
	@touch $(VENV)/installed $@
