# The project's commands. `make play` and `make test` do all of their own set-up.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup build check test test-rust vm-go test-go gas

# the production VM, under the name that the framework calls it by
GO_VM := target/vm-go/mx-scenario-go

# the packages of a folder's lock file, if they aren't there; no package runs a script of its own
npm-ci = cd $(1) && { cmp -s package-lock.json node_modules/.lock || { npm ci --silent --no-audit --no-fund --ignore-scripts && cp package-lock.json node_modules/.lock; }; }

help: ## this list
	@sed -n 's/^\([a-z][a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | column -t -s'|'

setup: ## make this machine ready: Rust with the wasm target
	@tools/setup.sh rust

build: setup ## compile the contracts to wasm
	@for contract in . contracts/views contracts/minichess tests/later tests/hostile; do (cd $$contract/meta && cargo run --quiet build); done
	@cp contracts/views/output/onchain-chess-views.* output/

# Everything is compiled once: one selection of packages for every test. The programs that tests
# in other languages run are built beside the Rust tests of their packages: cargo test --no-run.
WORKSPACE := --workspace

check: setup ## the quick loop: format, lints, unit tests
	@cargo fmt --all --check
	@cargo clippy --quiet $(WORKSPACE) --all-targets -- -D warnings
	@cargo test --quiet $(WORKSPACE) --lib --bins

# The set-up and the compiling come first, one after the other; then two tests at a time.
test: build check vm-go ## every test (what .ci/run calls)
	@tools/setup.sh rust go python node chromium
	@cargo test --quiet $(WORKSPACE) --no-run
	@$(MAKE) --no-print-directory -j2 test-rust test-go test-minichess test-vectors test-localnet test-page

test-rust: build ## the Rust tests, all scenarios with the compiled contracts among them
	@cargo test $(WORKSPACE)

.PHONY: scenarios
scenarios: setup ## write the scenario files from tools/scenario-writer
	@cargo run --quiet -p chess-scenarios
	@$(MAKE) --silent --no-print-directory gas-scenarios

vm-go: $(GO_VM) ## build the runner of scenario files on the production VM

$(GO_VM): $(shell find tools/vm-go -name '*.go') tools/vm-go/go.mod tools/vm-go/go.sum tools/vm-go/build.sh Cargo.lock
	@tools/setup.sh rust go
	@tools/vm-go/build.sh

test-go: build vm-go ## the Go tests, and all scenarios on the production VM
	@unformatted=$$(gofmt -l tools/vm-go); [[ -z $$unformatted ]] || { echo "run gofmt -w on: $$unformatted" >&2; exit 1; }
	@cd tools/vm-go && go vet ./... && go test -count=1 ./...
	@$(GO_VM) run scenarios contracts/minichess/scenarios

gas: ## run the gas scenarios on the production VM: JSON on stdout, tables in docs/gas.md
	@$(MAKE) --silent --no-print-directory build vm-go >&2
	@mkdir -p docs
	@$(GO_VM) gas --markdown docs/gas.md $$(printf -- '--abi %s ' output/*.abi.json) scenarios/gas

.PHONY: perft
perft: ## count moves: make perft EPD=file, with lines FEN ;D1 20 ;D2 400 …
	@[[ -n "$${EPD:-}" ]] || { echo 'perft: name a file, as in make perft EPD=crates/rules/tests/standard.epd' >&2; exit 2; }
	@[[ -r "$$EPD" && ! -d "$$EPD" ]] || { echo "perft: cannot read $$EPD" >&2; exit 2; }
	@tools/setup.sh rust
	@cargo run --quiet --release -p chess-rules --bin perft -- "$$EPD"

.PHONY: play chess replay gas-scenarios
# ARGS are the command line's options: make play ARGS="--port 9000". PAGE=0 does without the page and Node.js.
play: $(if $(filter 0,$(PAGE)),build,page) ## a local chain with contracts, page and a famous game played on it: make play [GAME=name or PGN file] [STAY=0: end after it]
	@options=(); if [[ $${PAGE:-1} != 0 ]]; then options+=(--page dapp/dist-local); fi; \
	if [[ $${STAY:-1} = 0 ]]; then options+=(--exit); fi; \
	exec cargo run --quiet -p chess-interaction -- local $${GAME:+"$$GAME"} "$${options[@]}" $(ARGS)

chess: setup ## the contract on a chain: make chess ARGS="game 1", make chess ARGS=--help
	@cargo run --quiet -p chess-interaction -- $(ARGS)

replay: ## play every game of a PGN file through the compiled contract: make replay PGN=file
	@[[ -n "$${PGN:-}" ]] || { echo 'replay: name a file, as in make replay PGN=interaction/games/opera.pgn' >&2; exit 2; }
	@[[ -r "$$PGN" && ! -d "$$PGN" ]] || { echo "replay: cannot read $$PGN" >&2; exit 2; }
	@$(MAKE) --silent --no-print-directory build >&2
	@cargo run --quiet -p chess-interaction -- replay "$$PGN"

# the bundled games that the gas report is made of
GAS_GAMES := botvinnik-capablanca-1938 fischer-petrosian-1959 carlsen-nepomniachtchi-2021 en-passant-mate stalemate

gas-scenarios: ## write the gas scenarios of whole games
	@for game in $(GAS_GAMES); do cargo run --quiet -p chess-interaction -- scenario $$game --output scenarios/gas/$$game.scen.json; done

.PHONY: minichess-perft test-minichess minichess-oracle

minichess-perft: setup ## check perft counts of 6x6 chess: EPD=file, lines like FEN ;D1 14 ;D2 186
	@cargo run --quiet --release -p minichess-cli -- perft $(if $(EPD),$(EPD),contracts/minichess/tests/perft.epd)

test-minichess: build localnet-program # 6x6 chess against pyffish, and a game by mxpy on the local chain; the rest is in test-rust
	@tools/setup.sh python
	@cargo test --quiet $(WORKSPACE) --no-run --test strength
	@target/venv/bin/python contracts/minichess/tests/pyffish_equality.py target/debug/minichess-cli 1500
	@target/venv/bin/python contracts/minichess/tests/mxpy_game.py target/debug/localnet target/venv/bin/mxpy

minichess-oracle: setup ## 6x6 chess against pyffish over 20,000 positions (some minutes)
	@tools/setup.sh python
	@cargo build --quiet --release -p minichess-cli
	@target/venv/bin/python contracts/minichess/tests/pyffish_equality.py target/release/minichess-cli 20000

.PHONY: test-game-moves test-vectors vectors fuzz bench

test-game-moves: setup test-vectors ## the canonical moves: all tests of game-moves
	@cargo test -p game-moves

test-vectors: ## the vectors of game-moves and signed-play against Node's crypto and poseidon-lite
	@tools/setup.sh node
	@$(call npm-ci,crates/game-moves/vectors/check)
	@node crates/game-moves/vectors/check/check.mjs
	@node crates/signed-play/vectors/check.mjs

vectors: setup ## write the vectors of game-moves and signed-play anew
	@cargo run --quiet -p game-moves --example vectors
	@cargo run --quiet -p signed-play --example signed-play-vectors

fuzz: setup ## fuzz each decoder of game-moves: SECONDS_EACH=600
	@tools/setup.sh fuzz
	@PATH="$$PWD/target/tools/bin:$$PATH" crates/game-moves/fuzz/run.sh

bench: setup bench-localnet ## measure encoding, decoding and hashing, and the local chain
	@cargo bench -p game-moves

.PHONY: match
match: setup ## games of 6x6 chess between two depths: A=5 B=3 GAMES=100; greedy:20 is document 002's algorithm
	@[[ -n "$${A:-}" && -n "$${B:-}" ]] || { echo 'match: name two players, as in make match A=5 B=greedy:3 GAMES=100' >&2; exit 2; }
	@cargo run --quiet --release -p minichess-cli -- match "$$A" "$$B" --games "$${GAMES:-100}" --seed "$${SEED:-1}"

.PHONY: localnet test-localnet bench-localnet

localnet: setup ## start the local chain: make localnet ARGS="--block-time 0"
	@cargo run --quiet --release -p localnet -- $(ARGS)

# target/debug/localnet as cargo builds it for the tests, so that nothing is built twice
.PHONY: localnet-program
localnet-program: setup
	@cargo test --quiet $(WORKSPACE) --test mxpy --no-run

test-localnet: build vm-go localnet-program # mxpy and sdk-core against the local chain, its gas against the production VM's; the rest is in test-rust
	@tools/setup.sh python node
	@cargo test --quiet $(WORKSPACE) --test gas --test mxpy --test snippets
	@$(call npm-ci,crates/localnet/e2e)
	@cd crates/localnet/e2e && npm test --silent

bench-localnet: build ## the local chain's speed: moves and views over HTTP, and in process
	@cargo bench --quiet -p localnet --bench speed

.PHONY: page test-page

page: build ## build the page: dapp/dist, and dapp/dist-local for the local chain
	@tools/setup.sh node
	@$(call npm-ci,dapp)
	@cd dapp && npm run --silent build

test-page: page localnet-program ## the page in a real Chromium, against the local chain
	@tools/setup.sh chromium
	@cd dapp && npm run --silent check && npm test --silent

.PHONY: soak
soak: build ## random histories of the contract beside a model of it: HISTORIES=100000 STEPS=50 SEED=1 [MINUTES=20]
	@cargo run --quiet -p chess-soak -- --histories "$${HISTORIES:-100000}" --steps "$${STEPS:-50}" --seed "$${SEED:-1}" $${MINUTES:+--minutes "$$MINUTES"}

.PHONY: mutants
mutants: build ## mutation testing of the rules and of the contract's money and state (an hour): nothing may be missed
	@tools/setup.sh mutants
	@mkdir -p target/mutants
	@PATH="$$PWD/target/tools/bin:$$PATH" cargo mutants -p chess-rules --baseline=skip --timeout 120 --output target/mutants/rules
	@PATH="$$PWD/target/tools/bin:$$PATH" cargo mutants -p onchain-chess --in-place --timeout 60 --output target/mutants/contract \
	  $(patsubst %,-f src/%.rs,chess game history money move_validation settings storage) -- --test scenarios in_the_debugger
