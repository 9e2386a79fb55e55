#!/usr/bin/env bash
# Fuzzes each decoder for SECONDS_EACH seconds (600 where it is not set), beginning with the kept corpus and inputs out of
# random games, then keeps what reaches the same code with the fewest inputs. Stops at the first finding, which stays in
# target/fuzz/found.
#
#   crates/game-moves/fuzz/run.sh [TARGET…]
set -euo pipefail
cd "$(dirname "$0")/../../.."
export CARGO_TARGET_DIR=$PWD/target/fuzz
work=$PWD/target/fuzz/inputs found=$PWD/target/fuzz/found kept=$PWD/target/fuzz/kept
all=$(sed -n 's/^name = "\(.*_.*\)"$/\1/p' crates/game-moves/fuzz/Cargo.toml)

rm -rf "$work" "$kept"
mkdir -p "$found"
cargo run --quiet --release -p game-moves --example corpus -- unpack "$work"
cd crates/game-moves/fuzz
# the crate forbids unsafe code, so there is nothing for a sanitizer, and no nightly compiler is needed
cargo fuzz build --sanitizer none
for target in ${*:-$all}; do
  echo "fuzz: $target for ${SECONDS_EACH:-600} s" >&2
  cargo fuzz run --sanitizer none "$target" "$work/$target" -- \
    -max_total_time="${SECONDS_EACH:-600}" -max_len=8192 -artifact_prefix="$found/$target-" -print_final_stats=1 2>&1 |
    grep -E '^(Done|stat::number_of_executed_units|==|thread|SUMMARY|Test unit)' || { echo "fuzz: $target failed, see $found" >&2; exit 1; }
done
for target in $all; do
  mkdir -p "$kept/$target"
  cargo fuzz run --sanitizer none "$target" -- -merge=1 -use_counters=0 "$kept/$target" "$work/$target" >/dev/null 2>&1
done
cd ../../..
cargo run --quiet --release -p game-moves --example corpus -- pack "$kept"
