# Vernier's commands. `make help` lists them.

SWIFT ?= swift
JOBS ?= 2
PORT ?= 8080
MEDIA ?=
ONLY ?=
SUITE ?= trixie

VENV := .build/venv
PYTHON := $(VENV)/bin/python

# What the tests in Python and the measurements look at.
export VERNIER := $(CURDIR)/.build/release/vernier
export VERNIER_SAMPLES := $(CURDIR)/samples/media

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run embed test check nightly systems build deb image page web samples matrix lint format docs bench \
	screenshots deps deps-deb deps-test root root-test clean

help: ## list these targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 13

run: deps build web $(if $(MEDIA),,samples) ## serve the samples, or MEDIA=path, on PORT=8080
	"$(VERNIER)" serve --port $(PORT) --web web "$(or $(MEDIA),samples/media)"

embed: deps build web samples ## serve each element of the page alone, on PORT=8080
	rm -rf .build/embed
	cp -R samples/embed .build/embed
	cp -R web .build/embed/vernier
	"$(VERNIER)" serve --port $(PORT) --web .build/embed samples/media

test: deps-test ## run every check that a change must pass
	@python3 -B .ci/checks test $(ONLY)

check: deps-test ## run what tells in a minute whether a small change holds
	@python3 -B .ci/checks check $(ONLY)

nightly: deps-test ## run what is long by nature, in full, or ONLY=soak of it
	@python3 -B .ci/checks nightly $(ONLY)

systems: deps-test ## run what is about other systems, as root: Debian's next releases, the image, upgrades
	@python3 -B .ci/checks systems $(ONLY)

build: page ## build the program for use, .build/release/vernier
	$(SWIFT) build --configuration release --product vernier --static-swift-stdlib --jobs $(JOBS)

deb: deps-deb build ## make the Debian package, .build/deb/vernier_*.deb
	.ci/deb

image: ## make the container image, .build/image/vernier.tar, of Debian SUITE=trixie; as root
	.ci/image $(SUITE)

page: web ## list the files of the page, which become part of the program
	.ci/page Sources/CPage/page.c

web: web/scrub-model.wasm ## compile the scrub model for the page

web/scrub-model.wasm: .ci/wasm $(wildcard Sources/ScrubModel/*.swift Sources/ScrubModelWASM/*.swift)
	.ci/wasm $@

samples: ## make samples/media, as far as it is missing or old
	samples/make.sh

matrix: ## make .build/matrix, the media that tests seek in, as far as it is missing or old
	Tests/matrix/make.sh .build/matrix

lint: ## check format and syntax of everything
	.ci/lint

format: ## format the Swift sources in place
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

docs: ## write the documentation to .build/docs/site
	.ci/docs

protocol: ## write the pages of the protocol, docs/protocol-*.md
	.ci/protocol-page

bench: build samples matrix $(VENV)/bench ## measure beside what others need, and judge it; ONLY="index tiles" for some parts
	$(PYTHON) Tests/bench/run.py $(ONLY)

$(VENV)/bench: $(VENV)/installed Tests/bench/requirements.txt Tests/bench/torchcodec.txt
	$(BENCH_PIP) --requirement Tests/bench/requirements.txt
	# Its wheels without CUDA are where PyTorch keeps them. The bench goes without it otherwise.
	$(BENCH_PIP) --requirement Tests/bench/torchcodec.txt || $(BENCH_PIP) --retries 0 \
		--extra-index-url https://download.pytorch.org/whl/cpu \
		--requirement Tests/bench/torchcodec.txt || echo "torchcodec cannot be installed here"
	touch $@

$(VENV)/bench: BENCH_PIP = $(PYTHON) -m pip install --quiet --disable-pip-version-check

screenshots: build samples matrix $(VENV)/installed ## take pictures of every state to .build/screenshots, and those of the README
	VERNIER_SCREENSHOTS=$(CURDIR)/.build/screenshots $(PYTHON) -m pytest --numprocesses 2 \
		Tests/page/test_states.py Tests/page/screenshots.py Tests/page/readme.py

deps: ## install the Debian packages that building and serving need
	@.ci/deps

root: ## make a root of Debian SUITE=trixie, .build/roots/trixie
	.ci/root $(SUITE)

root-test: ## run every check there is in it, as root; it ends with 77 where nothing was run
	.ci/root $(SUITE) make test

.build/notebook/installed: Tests/notebooks/requirements.txt $(wildcard samples/python/pyproject.toml \
		samples/python/src/vernier/*)
	python3 -m venv .build/notebook
	.build/notebook/bin/python -m pip install --quiet --disable-pip-version-check \
		--requirement $< './samples/python[numpy,widget]'
	touch $@

clean: ## remove what was built and made
	rm -rf .build samples/media

deps-deb:
	@.ci/deps deb

deps-test:
	@.ci/deps test

$(VENV)/installed: Tests/requirements.txt
	python3 -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --requirement $<
	touch $@
