#!/usr/bin/env bash
# Downloads everything that the project's commands would download later, for this machine's platform.
set -euo pipefail
unset MAKEFLAGS MFLAGS # cargo would look for the job slots of a make -j
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
for manifest in Cargo.toml wasm*/Cargo.toml contracts/*/wasm*/Cargo.toml tests/*/wasm*/Cargo.toml; do
  cargo fetch --quiet --locked --target "$host" --target wasm32v1-none --manifest-path "$manifest"
done
for folder in crates/game-moves/vectors/check dapp; do tools/npm-ci.sh "$folder"; done
(cd tools/vm-go && go mod download)
echo "fetch: everything is here" >&2
