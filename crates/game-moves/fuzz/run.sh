#!/usr/bin/env bash
# Fuzzes each decoder for SECONDS_EACH seconds (default 600). It begins with inputs from random games and with the
# inputs that earlier runs found on this machine, in target/fuzz/inputs. Stops at the first finding, which is stored in
# target/fuzz/found.
#
#   crates/game-moves/fuzz/run.sh [TARGET…]
set -euo pipefail
cd "$(dirname "$0")/../../.."
export CARGO_TARGET_DIR=$PWD/target/fuzz
inputs=$PWD/target/fuzz/inputs found=$PWD/target/fuzz/found
all=$(sed -n 's/^name = "\(.*_.*\)"$/\1/p' crates/game-moves/fuzz/Cargo.toml)

mkdir -p "$found"
cargo run --locked --quiet --release -p game-moves --example corpus -- "$inputs"
cd crates/game-moves/fuzz
# the crate forbids unsafe code, so there is nothing for a sanitizer, and no nightly compiler is needed
# cargo fuzz has no --locked: this fails where the lock file would change
cargo metadata --locked --format-version 1 >/dev/null
cargo fuzz build --sanitizer none
for target in ${*:-$all}; do
  echo "fuzz: $target for ${SECONDS_EACH:-600} s" >&2
  cargo fuzz run --sanitizer none "$target" "$inputs/$target" -- \
    -max_total_time="${SECONDS_EACH:-600}" -max_len=8192 -artifact_prefix="$found/$target-" -print_final_stats=1 2>&1 |
    grep -E '^(Done|stat::number_of_executed_units|==|thread|SUMMARY|Test unit)' || { echo "fuzz: $target failed, see $found" >&2; exit 1; }
done
