#!/usr/bin/env bash
# Builds target/vm-go/mx-scenario-go and copies the gas schedules next to it, from the framework's
# own VM crate in the version of Cargo.lock.
set -euo pipefail
unset MAKEFLAGS MFLAGS # cargo would look for the job slots of a make -j
cd "$(dirname "$0")/../.."
out=$PWD/target/vm-go
crate=multiversx-chain-vm

echo "vm-go: building target/vm-go/mx-scenario-go (the first time takes a minute)" >&2
mkdir -p "$out"
host=$(rustc -vV | sed -n 's/^host: //p')
manifest=$(cargo metadata --locked --format-version 1 --filter-platform "$host" |
  grep -o "\"manifest_path\":\"[^\"]*/$crate-[0-9][^/\"]*/Cargo.toml\"" | cut -d'"' -f4 | head -1)
[[ -n $manifest ]] || { echo "vm-go: Cargo.lock has no crate $crate" >&2; exit 1; }
cp -f "${manifest%/Cargo.toml}"/src/schedule/versions/gasScheduleV*.toml "$out"/
chmod u+w "$out"/*.toml

(cd tools/vm-go && go build -mod=readonly -o "$out/mx-scenario-go" .)
touch "$out/mx-scenario-go" # newer than its sources also where nothing changed
