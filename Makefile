# Almanac: `make run` serves it, `make test` proves it. `make help` lists the rest.
SHELL := /bin/bash
.DEFAULT_GOAL := help
ONLY ?= all
HOST ?= 127.0.0.1
PORT ?= 8080
SEED ?= 1
# All tests at once would share two processors so thinly that connections time out.
SWIFT_TEST = swift test --skip-build --experimental-maximum-parallelization-width 6

.PHONY: help run demo test check bench soak wasm embedding browser format

help:  ## Say what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run:  ## Install what is missing, build, and serve http://127.0.0.1:8080
	@Scripts/prepare.sh run
	@Scripts/build-wasm.sh || echo "Going on without it: everything works while the server is there."
	swift build -c release --product almanac
	.build/release/almanac serve --host $(HOST) --port $(PORT)

demo:  ## Serve Almanac over synthetic upstreams on this machine, with a data folder of its own
	@Scripts/prepare.sh run
	@Scripts/build-wasm.sh || echo "Going on without it: everything works while the server is there."
	swift build -c release --product almanac
	@Scripts/demo.sh $(HOST) $(PORT)

test:  ## Run every test, the browser's included
	@Scripts/prepare.sh test
	@Scripts/build-wasm.sh
	swift build --build-tests
	$(SWIFT_TEST) --filter '^(Core|Browser|Declarations|Decoding)Tests\.'
	$(SWIFT_TEST) --filter '^EngineTests\.'
	$(SWIFT_TEST) --filter '^WebsiteTests\.'
	$(SWIFT_TEST) --skip '^(Core|Browser|Declarations|Decoding|Engine|Website)Tests\.'
	python3 Tests/Threads/run.py
	python3 Tests/Snapshots/compare.py
	python3 Tests/CommandLine/run.py
	python3 Tests/CommandLine/languages.py
	python3 Tests/CommandLine/backup.py
	.tools/venv/bin/python Tests/CommandLine/watch.py
	python3 Tests/Export/export.py
	python3 Tests/Rebinding/rebinding.py
	python3 Tests/Reach/reach.py
	python3 Tests/Hands/hands.py
	.tools/venv/bin/python Tests/Push/push.py
	python3 Tests/Crash/crash.py --records 20000 --kills 2
	python3 Tests/Fuzzing/run.py --runs 5000 --long 64
	python3 Tests/Crash/syncs.py --records 1000 --kills 20
	python3 Tests/Crash/disk.py
	@Scripts/browser-tests.sh

check:  ## Check format, module borders, documents, and that Core compiles to WebAssembly
	@Scripts/prepare.sh check
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks Examples
	python3 Scripts/check-borders.py
	python3 Scripts/check-caches.py
	python3 Scripts/check-documents.py
	python3 Scripts/check-words.py
	Scripts/build-wasm.sh --check

bench:  ## Measure beside our peers; ONLY=first for one group, ONLY=live PART=http for a part of it
	@Scripts/prepare.sh bench
	swift build -c release --product almanac
	swift build -c release --product AlmanacLiveBenchmark
	swift build -c release --product AlmanacFindBenchmark
	.tools/venv/bin/python Benchmarks/run.py --only $(ONLY) $(if $(PART),--part $(PART))

soak:  ## Run the slow sweeps: live histories, threads, ten million live rows, search among a million, a stream and 200 syncs with many kills, every page in every light and language; SEED=2 for others
	@Scripts/prepare.sh test
	@Scripts/build-wasm.sh
	swift build --build-tests
	MODEL_HISTORIES=10000 MODEL_SEED=$(SEED) swift test --skip-build --filter 'Windows of a stream'
	HTTP_FUZZ=1000000 HTTP_FUZZ_SEED=$(SEED) swift test --skip-build --filter 'Raw HTTP'
	ODD_QUERIES=400 swift test --skip-build --filter 'An odd query'
	python3 Tests/Threads/run.py --packets 2000
	python3 Tests/Threads/suites.py
	swift build -c release --product almanac
	swift build -c release --product AlmanacLiveBenchmark
	python3 Benchmarks/live_soak.py
	swift build -c release --product AlmanacFindBenchmark
	python3 Benchmarks/find_soak.py
	python3 Tests/Crash/crash.py --release --records 1000000 --kills 40
	python3 Tests/Fuzzing/run.py --runs 1000000 --seed 0 --keep --long 1024
	python3 Tests/Crash/syncs.py --release --records 5000 --kills 200 --seed $(SEED)
	.tools/venv/bin/python Tests/Browser/trace.py --release --seconds 30 --rows 1000000 --seed $(SEED)
	AXE=full Scripts/browser-tests.sh .build/debug/almanac test_axe
	.tools/venv/bin/python Tests/Browser/test_identity.py --full --release --seed $(SEED)
	.tools/venv/bin/python Tests/Browser/core_speed.py --release

wasm:  ## Compile Core for browsers: share/wasm/core.wasm
	@Scripts/build-wasm.sh --force

embedding:  ## Build and run the example that embeds the library
	swift run --package-path Examples/Embedding --scratch-path .build-embedding

format:  ## Rewrite the Swift files in our format
	swift format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks Examples
