# Two commands do all the set-up: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JOBS ?= 2

.PHONY: run test check lint types bench bench-quick bench-files reproduce soak faults fuzz generated clean

$(READY): pyproject.toml hatch_build.py bob/run/quick/launcher
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bob needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

run: $(READY)
	$(BIN)/bob demo

test: $(READY)
	$(BIN)/python -m pytest -n $(JOBS)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

check: lint types
	$(BIN)/python -m pytest -n $(JOBS) --cov --cov-report=
	$(BIN)/python tools/check_branches.py

# Measure Bob and its peers, each in an environment of its own under bench/.envs: bench/results.json and
# docs/speed.md; in two minutes, and written nowhere: bench-quick. Schemas and digests, which have no peers but
# their libraries, print theirs: bench-files.
bench: $(READY)
	$(BIN)/python -m bench

bench-files: $(READY)
	$(BIN)/python -m bench.schema
	$(BIN)/python -m bench.digests

bench-quick: $(READY)
	$(BIN)/python -m bench --quick

# Make the same runs by other processors, versions, compilers and emulators: docs/reproducibility.md.
reproduce: $(READY)
	$(BIN)/python tools/reproduce.py --write

# An hour of runs, kills, verifications and replays on one file.
soak: $(READY)
	$(BIN)/python tools/soak.py

# Every fault at every system call of the write path: docs/faults.md.
faults: $(READY)
	$(BIN)/python -m tests.faults --write --kills 200

# Every reader of bytes from elsewhere, by atheris: docs/hostile.md.
fuzz: $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[fuzz]'
	$(BIN)/python -m fuzz --all --runs 200000 --keep --counts fuzz/counts.json
	$(BIN)/python -m fuzz.counts

# Rewrite what is generated from the code: proofs/, docs/codes.md, docs/cli.md.
generated: $(READY)
	$(BIN)/python tools/build_proofs.py
	$(BIN)/python tools/build_docs.py
	$(BIN)/python tools/build_formats.py

clean:
	rm -rf $(VENV) bench/.envs demo .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis
