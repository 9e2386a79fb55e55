#!/usr/bin/env bash
# Learns a board's evaluation again into target/train/BOARD: tables.rs and network.bin.
#
#   tools/train.sh 8x8
#   tools/train.sh 6x6
#
# The trainer is part of the commit named below, which learned the shipped files. GAMES=50 plays 50
# games for each seed, SEEDS="1 2" sets the seeds, PASSES=9 trains nine times on all positions.
#
# The games depend on the seeds alone. The player (the engine, or on 8x8 Stockfish with a number of
# nodes) values each position by the search that chooses the move, and the trainer has one thread. So
# the same commit and the same Stockfish produce the same bytes. Finished files are not made again.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
board=${1:-}
case $board in
  8x8) source=crates/engine/src/chess commit=179d6d4c seeds=({101..112} {301..310}) passes=12
    player=(--program stockfish --go 'setoption name Hash value 1;go nodes 60') ;;
  6x6) source=crates/engine/src/minichess commit=3a61b1be seeds=({51..60}) passes=24
    player=(--nodes 3000) ;;
  *) echo 'train: name the board, 6x6 or 8x8' >&2; exit 2 ;;
esac
folder=target/train/$board
games=${GAMES:-10000}
passes=${PASSES:-$passes}
[[ -z ${SEEDS:-} ]] || read -ra seeds <<< "$SEEDS"

stop() { echo "train: $*" >&2; exit 1; }

[[ $board = 6x6 ]] || command -v stockfish >/dev/null || stop "stockfish is not installed (Debian's package, in /usr/games)"
commit=$(git rev-parse --verify --quiet --short "$commit^{commit}") || stop "there is no commit $commit"
program=$folder/minichess-cli-$commit
[[ -x $program ]] || {
  rm -rf $folder/source
  mkdir -p $folder/source
  git archive "$commit" | tar -x -C $folder/source
  (cd $folder/source && CARGO_TARGET_DIR=$root/$folder/cargo cargo build --locked --quiet --release -p minichess-cli)
  cp $folder/cargo/release/minichess-cli "$program"
  rm -rf $folder/source
}

# The positions of seed $1, in the file $2.
positions() {
  "$program" --board $board positions "$2.unfinished" --games "$games" --seed "$1" "${player[@]}"
  mv "$2.unfinished" "$2"
}

# Two games run at a time for each core, because the program and its client wait for each other. Each
# game is a process group, which ends with this script.
files=()
set -m
trap 'for group in $(jobs -p); do kill -- -"$group"; done' EXIT
for seed in "${seeds[@]}"; do
  file=$folder/positions-$commit-$games-$seed.txt
  files+=("$file")
  [[ ! -f $file ]] || continue
  (($(jobs -rp | wc -l) < 2 * $(nproc))) || wait -n
  positions "$seed" "$file" &
done
while [[ -n $(jobs -rp) ]]; do wait -n; done
"$program" --board $board train "${files[@]}" --passes $passes --units 64 --folder $folder
for name in tables.rs network.bin; do
  if cmp -s $folder/$name $source/$name; then
    echo "$folder/$name is the shipped one"
  else
    echo "$folder/$name differs from $source/$name"
  fi
done
