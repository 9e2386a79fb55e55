# The project's commands. `make play` and `make test` do all of their own set-up.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup build check test test-rust

help: ## this list
	@sed -n 's/^\([a-z][a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | column -t -s'|'

setup: ## make this machine ready: Rust with the wasm target
	@scripts/setup.sh rust

build: setup ## compile the contracts to wasm
	@cd meta && cargo run --quiet build

check: setup ## the quick loop: format, lints, unit tests
	@cargo fmt --all --check
	@cargo clippy --quiet --workspace --all-targets -- -D warnings
	@cargo test --quiet --workspace --lib --bins

test: build check test-rust ## every test (what .ci/run calls)

test-rust:
	@cargo test --workspace
