# Vernier's commands. `make help` lists them.

SWIFT ?= swift
JOBS ?= 2
PORT ?= 8080
MEDIA ?=
ROUNDS ?= 10
SOAK ?= 600

VENV := .build/venv
PYTHON := $(VENV)/bin/python

# What the tests in Python and the measurements look at.
export VERNIER := $(CURDIR)/.build/release/vernier
export VERNIER_SAMPLES := $(CURDIR)/samples/media

# The same with a sanitizer, and what is tested with the one for threads.
SANITIZED := VERNIER_SANITIZED=1 VERNIER=$(CURDIR)/.build
ASAN := ASAN_OPTIONS=detect_leaks=1 $(SANITIZED)/asan/debug/vernier
TSAN := $(SANITIZED)/tsan/debug/vernier
THREADED := ^(ServerTests|CommandTests|MediaTests\.\w*(Worker|Store)Tests)
CROWDED := faults socket

# The Swift tests that wait for threads, sockets and processes.
WAITING := ^(ServerTests|CommandTests)\.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run embed test build deb web samples matrix lint format docs bench soak screenshots \
	deps deps-deb deps-test test-swift test-page test-live test-web fuzz asan tsan build-asan \
	test-noise conformance clean

help: ## list these targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 13

run: deps build web $(if $(MEDIA),,samples) ## serve the samples, or MEDIA=path, on PORT=8080
	"$(VERNIER)" serve --port $(PORT) --web web "$(or $(MEDIA),samples/media)"

embed: deps build web samples ## serve each element of the page alone, on PORT=8080
	rm -rf .build/embed
	cp -R samples/embed .build/embed
	cp -R web .build/embed/vernier
	"$(VERNIER)" serve --port $(PORT) --web .build/embed samples/media

test: deps-test $(VENV)/installed lint samples matrix test-swift test-web test-page deb test-live test-noise ## run every check there is

build: ## build the program for use, .build/release/vernier
	$(SWIFT) build --configuration release --product vernier --static-swift-stdlib --jobs $(JOBS)

deb: deps-deb build ## make the Debian package, .build/deb/vernier_*.deb
	.ci/deb

web: web/scrub-model.wasm ## compile the scrub model for the page

web/scrub-model.wasm: .ci/wasm $(wildcard Sources/ScrubModel/*.swift Sources/ScrubExports/*.swift)
	.ci/wasm $@

samples: ## make samples/media, as far as it is missing or old
	samples/make.sh

matrix: ## make .build/matrix, the media that tests seek in, as far as it is missing or old
	Tests/matrix/make.sh .build/matrix

lint: ## check format and syntax of everything
	.ci/lint

format: ## format the Swift sources in place
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

fuzz: build-asan samples matrix $(VENV)/installed ## damage what is stored and sent ROUNDS=10 times as often as `make test` does
	$(SWIFT) build --build-tests --jobs $(JOBS)
	VERNIER_FUZZ=$(ROUNDS) $(SWIFT) test --skip-build --disable-xctest --filter "(Timeline|Marks)Tests.*FuzzTests"
	$(ASAN) VERNIER_FUZZ=$(ROUNDS) VERNIER_SEED=$$(date +%s) $(PYTHON) -m pytest Tests/live/test_fuzzed_clients.py
	$(ASAN) VERNIER_FUZZ=$(ROUNDS) VERNIER_SEED=$$(date +%s) $(PYTHON) -m pytest Tests/live/test_hostile_media.py --numprocesses 2

asan: test-noise matrix ## see that noise from clients and damaged films touch no memory they should not
	$(ASAN) $(PYTHON) -m pytest Tests/live/test_hostile_media.py --numprocesses 2

tsan: samples $(VENV)/installed ## see that no two threads race
	.ci/sanitized tsan build --build-tests --jobs $(JOBS)
	# Not those modules that have no threads, nor tests of files, which one thread reads. One is
	# about a disk that is slower than the program, which no disk is now.
	.ci/sanitized tsan test --skip-build --disable-xctest --no-parallel --filter "$(THREADED)" \
		--skip "what the disk does not take"
	$(TSAN) $(PYTHON) -m pytest $(addprefix Tests/live/test_,$(addsuffix .py,$(CROWDED)))

test-noise: build-asan samples $(VENV)/installed
	# Four kinds of noise, 15 seconds each.
	$(ASAN) VERNIER_FUZZ=5 $(PYTHON) -m pytest Tests/live/test_fuzzed_clients.py

build-asan:
	.ci/sanitized asan build --product vernier --jobs $(JOBS)

conformance: build samples $(VENV)/installed ## see that its socket does what RFC 6455 demands
	$(PYTHON) -m pytest Tests/live/conformance --numprocesses 4

docs: ## write the documentation to .build/docs/site
	.ci/docs

bench: build samples matrix $(VENV)/installed ## measure beside what others need for the same work
	python3 Tests/bench/index.py
	python3 Tests/bench/messages.py
	$(PYTHON) Tests/bench/load.py
	$(PYTHON) Tests/bench/pictures.py
	$(PYTHON) Tests/bench/tiles.py
	python3 Tests/bench/cut.py
	$(PYTHON) Tests/bench/crowd.py
	$(PYTHON) Tests/bench/page.py
	$(PYTHON) Tests/bench/correct.py

soak: build samples $(VENV)/installed ## use page and server for SOAK=600 seconds each, and see that they keep nothing of it
	VERNIER_SOAK=$(SOAK) $(PYTHON) -m pytest Tests/page/test_memory.py --capture no
	VERNIER_SOAK=$(SOAK) $(PYTHON) -m pytest Tests/live/test_soak.py --capture no

screenshots: build samples matrix $(VENV)/installed ## take pictures of every state to .build/screenshots, and those of the README
	VERNIER_SCREENSHOTS=$(CURDIR)/.build/screenshots $(PYTHON) -m pytest --numprocesses 2 \
		Tests/page/test_states.py Tests/page/screenshots.py Tests/page/readme.py

deps: ## install the Debian packages that building and serving need
	@.ci/deps

clean: ## remove what was built and made
	rm -rf .build samples/media

deps-deb:
	@.ci/deps deb

deps-test:
	@.ci/deps test

test-swift:
	$(SWIFT) build --build-tests --jobs $(JOBS)
	# What waits for something goes one by one, not to wait for others; the rest wants both cores.
	$(SWIFT) test --skip-build --disable-xctest --no-parallel --filter "$(WAITING)"
	$(SWIFT) test --skip-build --disable-xctest --skip "$(WAITING)"

test-web:
	# What is kept here must be what these sources make, in every byte.
	.ci/wasm .build/scrub-model.wasm
	cmp .build/scrub-model.wasm web/scrub-model.wasm

test-page:
	.ci/test-page

test-live:
	# Most of them wait for something; some in the browser want the machine for themselves.
	$(PYTHON) -m pytest Tests/live --numprocesses 4
	$(PYTHON) -m pytest Tests/page -m "not undisturbed" --numprocesses 2 --dist worksteal
	$(PYTHON) -m pytest Tests/page -m undisturbed
	$(PYTHON) -m pytest Tests/firefox

$(VENV)/installed: Tests/requirements.txt
	python3 -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --requirement $<
	touch $@
