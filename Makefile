# Every target sets itself up: on a machine with only python3 and make, `make play` and `make test` just work.
# Further arguments go through ARGS, for example: make play-terminal ARGS="--seats human,bot:apprentice"

TITLE ?=
WORKERS ?= 2
VENV := .venv
BIN := $(VENV)/bin
LEARNERS := .venv-learners
TORCH ?= 2.13.0
READY := $(VENV)/.stamp
CODE := $(wildcard src tests scripts bench examples)

export PYTHON
# Where bytecode may not be kept, each of the hundred programs that the suite starts compiles all of the house again.
unexport PYTHONDONTWRITEBYTECODE

# Each worker gets one half of the suite, and takes from the other's when it is done: what tests of a module share is
# made once, and nobody waits for the last long test of somebody else.
SHARED := -n $(WORKERS) --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help play house play-terminal fast slow test lint style audit types unit browser test-long test-fast test-wheel test-ray \
	test-learners screenshots docs leaderboard vendor bench bench-bars bench-growth bench-gate bench-keep bench-vector bench-server click-to-paint \
	rules soak soak-compiled soak-server serve lock clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

$(READY): requirements.lock pyproject.toml scripts/setup.sh
	@sh scripts/setup.sh

play: $(READY) ## open the table in the browser
	@$(BIN)/machinehall serve --open $(ARGS)

house: $(READY) ## the same for phones and tablets in your house: tells the address, with a code for the camera
	@$(BIN)/machinehall serve --open --host 0.0.0.0 $(ARGS)

play-terminal: $(READY) ## play in the terminal (TITLE=name, else it asks)
	@$(BIN)/machinehall play $(TITLE) $(ARGS)

# Nothing else needs a C compiler. Whoever changes the source afterwards plays the old one until it is compiled again.
fast: $(READY) ## compile the engine where it lies, for search and learning (needs a C compiler)
	@$(BIN)/python -c 'import setuptools' 2>/dev/null || $(BIN)/pip install -q --disable-pip-version-check setuptools
	$(BIN)/python scripts/make/fast.py $(ARGS)

slow: $(READY) ## remove what `make fast` compiled
	$(BIN)/python scripts/make/fast.py --remove

# Not `lint`: a hole published tonight must not break the tests of a tree that has not changed.
test: style types unit browser ## style, types and the whole suite

lint: style audit ## ruff, and known holes in the locked packages

style: $(READY) ## ruff: rules, complexity, docstrings, formatting
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

audit: $(READY) ## known holes in the locked packages; asks a public database
	@$(BIN)/python scripts/check/audit.py

types: $(READY) ## mypy --strict
	$(BIN)/mypy $(CODE)

unit: $(READY) ## pytest without a browser
	$(BIN)/pytest $(SHARED) -m "not long" --ignore tests/browser $(ARGS)

browser: $(READY) ## the table in a real browser
	@sh scripts/setup.sh browser
	$(BIN)/pytest $(SHARED) -m "not long" tests/browser $(ARGS)

# Apart from `test`: more than an hour on two cores.
test-long: $(READY) ## whole matches of every title by mouse, touch and keyboard, and all else that takes minutes
	@sh scripts/setup.sh browser
	$(BIN)/pytest $(SHARED) -m long $(ARGS)

# Apart from `test`: it needs a C compiler, and minutes to compile.
test-fast: $(READY) ## the whole suite on the compiled engine, and both engines beside each other; `make slow` afterwards
	@$(MAKE) fast ARGS=
	$(BIN)/python tests/soak_compiled.py --decisions 5000
	$(BIN)/pytest $(SHARED) -m "not long" --ignore tests/browser $(ARGS)

# Apart from `test`: it needs a C compiler, a network, and minutes to compile.
test-wheel: $(READY) ## the compiled distribution: built, installed away from the source, compared with the plain one
	$(BIN)/python scripts/check/fast_wheel.py $(ARGS)

# Apart from `test`: Ray is an 80 MB wheel and takes half a minute to start two nodes.
test-ray: $(READY) ## the arena on a Ray of two nodes, started here
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements-ray.lock
	$(BIN)/pytest tests/test_ray.py $(ARGS)

# Apart from `test`: a gigabyte of libraries, in an environment of their own.
test-learners: ## the suites of the libraries that learners use, each of them playing
	test -x $(LEARNERS)/bin/python || $${PYTHON:-python3} -m venv $(LEARNERS)
	$(LEARNERS)/bin/pip install -q --disable-pip-version-check torch==$(TORCH)
	$(LEARNERS)/bin/pip install -q --disable-pip-version-check --no-deps --require-hashes -r requirements-learners.lock
	$(LEARNERS)/bin/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(LEARNERS)/bin/pytest tests/learners/suites.py $(ARGS)

screenshots: $(READY) ## pictures of every page into out/screenshots
	$(BIN)/python scripts/make/screenshots.py $(ARGS)

docs: $(READY) ## the documentation as static pages into out/docs
	$(BIN)/python scripts/make/docs.py $(ARGS)

leaderboard: $(READY) ## docs/leaderboard.md from the files of the benchmark in benchmark/results
	$(BIN)/python scripts/make/leaderboard.py $(ARGS)

vendor: $(READY) ## fetch the vendored scripts again and check them (needs npm)
	$(BIN)/python scripts/make/vendor.py $(ARGS)

bench: $(READY) ## how fast the engine is
	$(BIN)/python bench/bench.py $(ARGS)

bench-growth: $(READY) ## how the figures grow with seats, length of match and number of tables
	$(BIN)/python bench/growth.py $(ARGS)

bench-bars: $(READY) ## the bars that the compiled engine is held to, all in one run (after `make fast`)
	$(BIN)/python bench/bars.py $(ARGS)

# Not part of `test`: a measurement needs a machine that is not too busy.
bench-gate: $(READY) ## fails if the engine is slower than in the last run of bench/history.jsonl
	$(BIN)/python bench/gate.py $(ARGS)

bench-keep: $(READY) ## the same, and adds the run to the history
	$(BIN)/python bench/gate.py --keep $(ARGS)

bench-vector: $(READY) ## steps a second that learners get from many matches at once
	$(BIN)/python bench/bench_vector.py $(addprefix --title ,$(TITLE)) $(ARGS)

bench-server: $(READY) ## how fast the table server is
	$(BIN)/python bench/bench_server.py $(addprefix --title ,$(TITLE)) $(ARGS)

click-to-paint: $(READY) ## click to painted answer, and dropped frames while pieces glide
	$(BIN)/python bench/click_to_paint.py $(ARGS)

rules: $(READY) ## which test proves which rule; renews coverage.json
	$(BIN)/python scripts/check/rule_coverage.py $(ARGS)

soak: $(READY) ## long random play
	$(BIN)/python tests/soak.py $(ARGS)

soak-compiled: $(READY) ## the compiled engine beside the plain one, step by step (after `make fast`)
	$(BIN)/python tests/soak_compiled.py $(ARGS)

soak-server: $(READY) ## kill -9 under load, hands in the database, a full disk
	$(BIN)/python tests/soak_server.py $(ARGS)

serve: $(READY) ## the table for browsers, bots and programs
	@$(BIN)/machinehall serve $(ARGS)

lock: $(READY) ## renew requirements.lock from pyproject.toml
	$(BIN)/pip install -q uv
	sh scripts/lock.sh $(BIN)/uv

clean: ## remove everything that can be made again
	rm -rf $(VENV) $(LEARNERS) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src -name '*.so' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
