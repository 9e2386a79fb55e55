# The project's commands. Each does its own set-up. V=1 shows the output of compilers and installers.
ifneq ($(filter 3.%,$(MAKE_VERSION)),)
$(error GNU make 4 or later is needed, this is $(MAKE_VERSION): install it, e.g. brew install make, and call gmake)
endif
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
ifneq ($(shell bash -c '((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) && echo new'),new)
$(error bash 4.4 or later is needed: install it, e.g. brew install bash)
endif
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# every target is a command, except the files under their own headings
.PHONY: $(shell sed -n 's/^\([a-z][a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))
export V
export GOFLAGS ?= -mod=readonly

# Under make -j2 cargo would look for make's job slots, which only recipes that call make get.
CARGO := env -u MAKEFLAGS -u MFLAGS cargo
# Cargo's progress is noise, except with V=1. Nothing changes a lock file.
CARGO_RUN := $(CARGO) run --locked $(if $(V),,--quiet)
CARGO_BUILD := $(CARGO) build --locked $(if $(V),,--quiet)
CARGO_TEST := $(CARGO) test --locked $(if $(V),,--quiet)
SETUP := tools/setup.sh $(if $(V),,--quiet)

# the production VM, under the framework's name for it
GO_VM := target/vm-go/mx-scenario-go

help: ### the common commands; make help ALL=1 lists the others
	@sed -n 's/^\([a-z][a-z-]*\):.*##$(if $(ALL),#*,#) /\1|/p' $(MAKEFILE_LIST) | column -t -s'|'

rust: ## make this machine ready: Rust with the wasm target
	@$(SETUP) rust

fetch: rust ## download everything that the other commands need, so that they work offline (except make fuzz, lighthouse and mutants)
	@$(SETUP) rust go node python chromium firefox nats prometheus official
	@tools/fetch.sh

build: rust ### compile the contracts with changed sources to wasm
	@tools/contracts.sh build

proxies: rust ## write the contracts' generated proxies and code hashes again
	@tools/contracts.sh proxies

reproduce: rust ## compile the contracts in another folder: the code hashes are the same
	@tools/contracts.sh reproduce

dependencies: rust ## write docs/dependencies.md: the dependencies of each crate
	@tools/dependencies.sh >docs/dependencies.md.new && mv docs/dependencies.md.new docs/dependencies.md

# Everything is compiled once: one selection of packages for every test. The programs that tests in
# other languages run are built together with the Rust tests of their packages, by cargo test --no-run:
# cargo build would compile all libraries again, as for make play.
WORKSPACE := --workspace

check: lint ### the quick loop: formats, types, lints, unit tests of Rust code
	@$(CARGO_TEST) $(WORKSPACE) --lib --bins

# With other lints each clippy would repeat the checks of the one before.
LINTS := -D warnings -D clippy::too_many_lines

# the second clippy: make play compiles a relay without NATS and Web Push
lint: rust
	@$(CARGO) fmt --all --check
	@$(CARGO) clippy --quiet --locked $(WORKSPACE) --all-targets -- $(LINTS)
	@$(CARGO) clippy --quiet --locked -p chess-interaction -- $(LINTS)
	@$(SETUP) node
	@tools/npm-ci.sh dapp
	@cd dapp && npm run --silent lint | cat

# The set-up and the compiling come first: one compiler at a time for the tests, in parallel with the one
# for the contracts. Then two targets at a time, the two longest first: the page's tests by three workers,
# the Rust tests two programs at a time. They include the unit tests of make check. The list begins with a
# target without prerequisites: make gives the two slots to later ones while a target's prerequisites are
# made. The end names the page's failed tests once more, below all other output.
test: ### every test (called by .ci/run)
	@$(SETUP) rust go python node chromium firefox nats prometheus
	@tools/contracts.sh prepare all
	@META_CRATES=$(CURDIR)/target/debug $(MAKE) --no-print-directory -j2 lint build vm-go
	@$(CARGO_TEST) $(WORKSPACE) --no-run
	@rm -f $(PAGE_TESTS)
	@$(MAKE) --no-print-directory page
	@$(MAKE) --no-print-directory -j2 run-page-tests test-rust test-official test-contracts test-go test-others test-localnet || \
	  { grep -ahs ' FAIL ' $(PAGE_TESTS) >&2; exit 1; }

test-contracts: build # the committed proxies are the source's, the code is the same in every folder, every command compiles libraries alike
	@tools/contracts.sh compare
	@tools/contracts.sh reproduce
	@tools/dependencies.sh check

test-rust: build ## the Rust tests, all scenarios with the compiled contracts among them
	@$(SETUP) nats prometheus
	@env -u MAKEFLAGS -u MFLAGS tools/run-tests.py

scenarios: build ### write the scenario files from tools/scenario-writer
	@$(CARGO_RUN) -p chess-scenarios

vm-go: $(GO_VM) ## build the runner of scenario files on the production VM

$(GO_VM): $(shell find tools/vm-go -name '*.go') tools/vm-go/go.mod tools/vm-go/go.sum tools/vm-go/build.sh Cargo.lock
	@$(SETUP) rust go
	@tools/vm-go/build.sh

test-go: build vm-go ## the Go tests, and all scenarios on the production VM
	@unformatted=$$(gofmt -l tools/vm-go); [[ -z $$unformatted ]] || { echo "run gofmt -w on: $$unformatted" >&2; exit 1; }
	@cd tools/vm-go && go vet ./... && go test -count=1 ./...
	@$(GO_VM) run scenarios contracts/minichess/scenarios contracts/enginechess/scenarios contracts/tournament/scenarios

gas: ### run the gas scenarios on the production VM: JSON on stdout, tables in docs/gas.md
	@$(MAKE) --silent --no-print-directory build vm-go >&2
	@mkdir -p docs
	@$(GO_VM) gas --markdown docs/gas.md $$(printf -- '--abi %s ' output/*.abi.json) scenarios/gas contracts/tournament/scenarios/swiss-of-*.scen.json

# ARGS are the command line's options: make play ARGS="--port 9000". PAGE=0 does without the page.
play: ### a local chain with contracts, page and a famous game played on it: make play [GAME=name or PGN file] [MODE=moves: each move a call] [STAY=0: end after it]
	@$(SETUP) rust
	@tools/contracts.sh prepare
	@$(MAKE) --silent --no-print-directory -j2 play-contracts play-programs
	@$(if $(filter 0,$(PAGE)),,echo 'play: the page' >&2; $(MAKE) --silent --no-print-directory $(LOCAL_PAGE))
	@options=(); if [[ $${PAGE:-1} != 0 ]]; then options+=(--page dapp/dist-local); fi; \
	if [[ $${STAY:-1} = 0 ]]; then options+=(--exit); fi; \
	if [[ -n $${MODE:-} ]]; then options+=(--mode "$$MODE"); fi; \
	exec $(CARGO_RUN) -p chess-interaction -- local $${GAME:+"$$GAME"} "$${options[@]}" $(ARGS)

play-contracts:
	@$(if $(filter 0,$(PAGE)),,$(SETUP) node && tools/npm-ci.sh dapp)
	@echo 'play: the contracts' >&2
	@META_CRATES=$(CURDIR)/target/debug tools/contracts.sh shipped

# The first time takes some minutes, during which cargo shows its progress.
FIRST_PLAY := $(if $(wildcard target/debug/chess-interaction),,first)

play-programs:
	@echo 'play: the command line and the local chain$(if $(FIRST_PLAY), (the first time takes some minutes))' >&2
	@$(CARGO) build --locked $(if $(V)$(FIRST_PLAY),,--quiet) -p chess-interaction

chess: rust ### the contract on a chain: make chess ARGS="game 1", make chess ARGS=--help
	@$(CARGO_RUN) -p chess-interaction -- $(ARGS)

# the bundled games of the gas report
JUDGE_PGN := target/venv/bin/python interaction/tests/games/python_chess.py target/debug/examples/read_pgn

test-others: build localnet-program # programs in other languages agree: pyffish and python-chess on 6x6 chess, mxpy on games and a token, Python on 10,000 tournaments' pairings, python-chess on the reader of PGN files (damaged ones for a minute, too), Node on the vectors
	@$(SETUP) python node
	@$(CARGO_TEST) $(WORKSPACE) --no-run --test strength --example tournaments --example read_pgn
	@target/venv/bin/python contracts/minichess/tests/pyffish_equality.py target/debug/minichess-cli 1500
	@target/venv/bin/python crates/minichess-cli/tests/uci_python_chess.py target/debug/minichess-cli
	@target/venv/bin/python tests/official/engines.py
	@target/venv/bin/python crates/pairings/tests/monrad.py target/debug/examples/tournaments 10000
	@$(JUDGE_PGN) written 300
	@$(JUDGE_PGN) fuzz 30 1
	@$(JUDGE_PGN) fuzz 30
	@tools/npm-ci.sh crates/game-moves/vectors/check
	@node crates/game-moves/vectors/check/check.mjs | cat
	@node crates/signed-play/vectors/check.mjs | cat

oracle: rust ## the engine's boards against pyffish and shakmaty over 20,000 positions each, and all counted move trees (some minutes)
	@$(SETUP) python
	@$(CARGO_BUILD) --release -p minichess-cli
	@target/venv/bin/python contracts/minichess/tests/pyffish_equality.py target/release/minichess-cli 20000
	@$(CARGO) test --locked --release -p chess-engine --test chess_rules -- --include-ignored

fuzz: rust ## fuzz inputs from outside, SECONDS_EACH=600: WHAT=pgn (the reader of PGN files), game-moves (its decoders), relay (its input); without it all three
	@$(SETUP) fuzz python
	@$(CARGO_TEST) $(WORKSPACE) --no-run --example read_pgn
	@for what in $(or $(WHAT),pgn game-moves relay); do \
	  if [[ $$what = pgn ]]; then $(JUDGE_PGN) fuzz "$${SECONDS_EACH:-600}"; \
	  else PATH="$$PWD/target/tools/bin:$$PATH" crates/$$what/fuzz/run.sh; fi; done

bench: rust ## measure WHAT=moves (encoding, hashing), localnet, relay, rooms (GAMES=100000 kept games) or bots (at a relay without --gateway: RELAY=ws://127.0.0.1:8090/play GAMES=100)
	@[[ ' moves localnet relay rooms bots ' = *" $(or $(WHAT),?) "* ]] || { echo 'bench: name what to measure, as in make bench WHAT=relay' >&2; exit 2; }
ifneq ($(filter relay rooms bots,$(WHAT)),)
	@$(SETUP) nats
	@$(CARGO_BUILD) --release -p relay -p relay-bench
endif
	@case $(WHAT) in \
	moves) $(CARGO) bench --locked -p game-moves ;; \
	localnet) $(MAKE) --silent --no-print-directory build; $(CARGO) bench --quiet --locked -p localnet --bench speed ;; \
	relay) target/release/relay-bench target/release/relay ;; \
	rooms) target/release/relay-bench rooms target/release/relay "$${GAMES:-100000}" ;; \
	bots) target/release/relay-bench bots "$${RELAY:-ws://127.0.0.1:8090/play}" "$${GAMES:-100}" ;; \
	esac

match: rust ## games between two players: A=5 B=3 GAMES=100 BOARD=6x6 (or 8x8); also nodes:7000, memory:7000 (as on chain), greedy:20 (document 002's algorithm), uci:PROGRAM:go nodes 3000
	@[[ -n "$${A:-}" && -n "$${B:-}" ]] || { echo 'match: name two players, as in make match A=5 B=greedy:3 GAMES=100' >&2; exit 2; }
	@$(CARGO_RUN) --release -p minichess-cli -- --board "$${BOARD:-6x6}" match "$$A" "$$B" --games "$${GAMES:-100}" --seed "$${SEED:-1}"

localnet: rust ### start the local chain: make localnet ARGS="--block-time 0"
	@$(CARGO_RUN) --release -p localnet -- $(ARGS)

relay: rust ### start the relay of signed moves: make relay ARGS="--port 9000"
	@$(CARGO_RUN) --release -p relay -- $(ARGS)

drill: localnet-program ## play the runbook of docs/operations.md on a local chain: make drill [ARGS="relay-dead"]
	@$(SETUP) nats python
	@tools/contracts.sh shipped
	@tools/drill.sh $(ARGS)

# target/debug/localnet, relay and command line as cargo builds them for the tests, so that nothing is built twice
localnet-program: rust
	@$(CARGO_TEST) $(WORKSPACE) --no-run --test gas --test server --test insight --test adversary --example read_pgn

test-official: build page localnet-program # the contract, the documents, the relay and a tournament by the page on the official chain simulator, on Linux x86-64
	@if [[ $$(uname -sm) != 'Linux x86_64' ]]; then \
	  echo 'test-official: left out, as the official chain simulator runs on Linux x86-64 alone'; exit; fi; \
	$(SETUP) python node chromium official && target/venv/bin/python tests/official/run.py $(STORIES)

test-localnet: build vm-go localnet-program # mxpy and whole tournaments against the local chain, its gas against the production VM's; the rest is in test-rust
	@$(SETUP) python
	@$(CARGO_TEST) $(WORKSPACE) --test gas --test snippets --test tournaments
	@target/venv/bin/python tests/official/tournaments.py

page: rust ### build the page: dapp/dist, and dapp/dist-local for the local chain
	@tools/contracts.sh shipped
	@$(MAKE) --silent --no-print-directory $(PUBLIC_PAGE) $(LOCAL_PAGE)

# The contract's judge of moves and the engine, for the page, in a separate target folder, since nothing else has their build settings.
PAGE_WASM := target/page/rules.wasm target/page/engine.wasm
PAGE_WASM_CRATES := rules-wasm engine-wasm rules game-moves engine chess-record player signed-play

$(PAGE_WASM): target/page/%.wasm: Cargo.toml rust-toolchain.toml $(shell find $(PAGE_WASM_CRATES:%=crates/%/src) -type f) \
  $(PAGE_WASM_CRATES:%=crates/%/Cargo.toml)
	@$(CARGO) rustc --locked $(if $(V),,--quiet) -p $*-wasm --lib --crate-type cdylib --profile page --target wasm32v1-none --target-dir target/page/cargo -- -C target-feature=+bulk-memory,+nontrapping-fptoint
	@tools/binaryen/node_modules/.bin/wasm-opt $(if $(filter rules,$*),--low-memory-unused --flatten --rereloop -Oz -Oz --reorder-locals --reorder-functions --converge,-O2) --enable-bulk-memory --enable-nontrapping-float-to-int --strip-producers --strip-target-features \
	  target/page/cargo/wasm32v1-none/page/$*_wasm.wasm -o $@

# the page's last test results
PAGE_TESTS := target/page-tests.log

# The page's files: built from its sources, its packages and the contracts' ABIs. vite empties the
# folder first, so index.html is written last and made newer than all.
PUBLIC_PAGE := dapp/dist/index.html
LOCAL_PAGE := dapp/dist-local/index.html
PAGE_SOURCES := $(shell find dapp -maxdepth 1 -type f) $(shell find dapp/src dapp/public -type f 2>/dev/null) \
  $(wildcard output/*.abi.json contracts/*/output/*.abi.json contracts/enginechess/levels.json contracts/minichess/depths.json) $(PAGE_WASM)

$(PUBLIC_PAGE) $(LOCAL_PAGE): $(PAGE_SOURCES)
	@$(SETUP) node
	@tools/npm-ci.sh dapp
	@cd dapp && npx --no-install vite build --logLevel $(if $(V),info,error) $(if $(filter $(LOCAL_PAGE),$@),--mode localnet)
	@touch $@

test-page: page localnet-program ## the page in a real Chromium and a Firefox, against the local chain
	@$(SETUP) chromium firefox
	@$(MAKE) --no-print-directory run-page-tests

run-page-tests:
	@tools/test-page.sh

stress: rust ## long trials: WHAT=day (games through a relay, some players silent, some cheating: GAMES=500), kills (of relays with -9: GAMES=1000 KILLS=20), localnet (random requests, kill -9, a full disk: MINUTES=60 [SEED=1]) or page (the adversary against the page: GAMES=1000 SEED=1 [PAUSES=1] [LOG=1])
	@[[ ' day kills localnet page ' = *" $(or $(WHAT),?) "* ]] || { echo 'stress: name a trial, as in make stress WHAT=day' >&2; exit 2; }
	@$(MAKE) --silent --no-print-directory build
	@case $(WHAT) in \
	day) $(SETUP) nats; GAMES="$${GAMES:-500}" $(CARGO) test --locked $(WORKSPACE) --test server day:: ;; \
	kills) $(SETUP) nats; GAMES="$${GAMES:-1000}" KILLS="$${KILLS:-20}" $(CARGO) test --locked $(WORKSPACE) --test server kills:: -- --test-threads 1 ;; \
	localnet) TORMENT_MINUTES="$${MINUTES:-60}" TORMENT_SEED="$${SEED:-}" $(CARGO) test --locked $(WORKSPACE) --test program -- torment --nocapture ;; \
	page) $(MAKE) --silent --no-print-directory page; $(CARGO_BUILD) --release -p chess-model; \
	  cd dapp; GAMES="$${GAMES:-1000}" SEED="$${SEED:-1}" PAGE_ADVERSARY=../target/release/page-adversary npx --no-install vitest run e2e/adversary ;; \
	esac

lighthouse: page localnet-program ## the page's speed, on an idle machine: Lighthouse on a phone at least 95 in five runs, accessibility 100; a move on others' boards
	@$(SETUP) chromium
	@tools/npm-ci.sh tools/lighthouse
	@cd dapp && LIGHTHOUSE=1 npx --no-install vitest run --silent=false

soak: build ### random histories of the contract compared with a model of it, an adversary's games, and random tournaments: HISTORIES=100000 STEPS=50 GAMES=20000 TOURNAMENTS=(as GAMES) SEED=1 [FROM=4200: the first history] [MINUTES=20]
	@$(CARGO_RUN) --profile test -p chess-soak -- --histories "$${HISTORIES:-100000}" --games "$${GAMES:-20000}" --steps "$${STEPS:-50}" --seed "$${SEED:-1}" --from "$${FROM:-0}" $${MINUTES:+--minutes "$$MINUTES"}
	@TOURNAMENTS="$${TOURNAMENTS:-$${GAMES:-20000}}" $(CARGO_TEST) $(WORKSPACE) --test pots -- --nocapture

protocol: build ## explore the model of signed play and matches, and compare it with the contract: DEPTH=2 [1: as the tests, 2: some minutes, 3: hours and much memory]
	@$(CARGO_RUN) --release -p chess-protocol -- "$${DEPTH:-2}"
	@DEPTH="$${DEPTH:-2}" $(CARGO_TEST) -p chess-protocol --test contract -- --nocapture

mutants: build vm-go ## mutation testing of the rules and of the contract's money and state (some hours): no mutant may survive
	@$(SETUP) mutants
	@mkdir -p target/mutants
	@PATH="$$PWD/target/tools/bin:$$PATH" $(CARGO) mutants -C --locked -p chess-rules --baseline=skip --timeout 120 --output target/mutants/rules
	@PATH="$$PWD/target/tools/bin:$$PATH" $(CARGO) mutants -C --locked -p onchain-chess --in-place --timeout 60 --output target/mutants/contract \
	  $(patsubst %,-f src/%.rs,challenge call chess clock history matches move_validation signatures signed_play stored/buffers stored/bytes stored/game stored/stake stored/state) -- --test scenarios in_the_debugger
	@PATH="$$PWD/target/tools/bin:$$PATH" $(CARGO) mutants -C --locked -p onchain-chess --in-place --timeout 600 --output target/mutants/money \
	  $(patsubst %,-f src/%.rs,end money stored/mod) -- --test scenarios -- --ignored in_the_production_vm
	@PATH="$$PWD/target/tools/bin:$$PATH" $(CARGO) mutants -C --locked -p chess-record --test-package onchain-chess --in-place --baseline=skip --timeout 60 --output target/mutants/records \
	  $(patsubst %,-f crates/chess-record/src/%.rs,clock game kinds number state) -- --test scenarios in_the_debugger
