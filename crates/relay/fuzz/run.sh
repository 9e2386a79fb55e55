#!/usr/bin/env bash
# Fuzzes what the relay reads for SECONDS_EACH seconds a target (600 where it is not set). Inputs that reach new code
# stay in target/fuzz/relay for the next time. Stops at the first finding, which stays in target/fuzz/found.
#
#   crates/relay/fuzz/run.sh [TARGET…]
set -euo pipefail
cd "$(dirname "$0")/../../.."
export CARGO_TARGET_DIR=$PWD/target/fuzz
found=$PWD/target/fuzz/found work=$PWD/target/fuzz/relay
all=$(sed -n 's/^path = "fuzz_targets\/\(.*\)\.rs"$/\1/p' crates/relay/fuzz/Cargo.toml)

mkdir -p "$found"
cd crates/relay/fuzz
# the crate forbids unsafe code, so there is nothing for a sanitizer, and no nightly compiler is needed
# cargo fuzz has no --locked: this fails where the lock file would change
cargo metadata --locked --format-version 1 >/dev/null
cargo fuzz build --sanitizer none
for target in ${*:-$all}; do
  mkdir -p "$work/$target"
  echo "fuzz: $target for ${SECONDS_EACH:-600} s" >&2
  cargo fuzz run --sanitizer none "$target" "$work/$target" -- \
    -max_total_time="${SECONDS_EACH:-600}" -max_len=8192 -artifact_prefix="$found/relay-$target-" -print_final_stats=1 2>&1 |
    grep -E '^(Done|stat::number_of_executed_units|==|thread|SUMMARY|Test unit)' || { echo "fuzz: $target failed, see $found" >&2; exit 1; }
done
