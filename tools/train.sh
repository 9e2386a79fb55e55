#!/usr/bin/env bash
# Learns a board's evaluation into target/train/BOARD: tables.rs and network.bin.
#
#   tools/train.sh 8x8           as the shipped ones were learnt: the engine of one commit plays the
#                                games, the trainer of another begins from the tables that it had
#   tools/train.sh 8x8 COMMIT    everything by that commit, as in tools/train.sh 8x8 HEAD
#   tools/train.sh 6x6           the same for the other board
#
# GAMES=50 plays so few games for each seed.
#
# The games come from seeds; the engine values their positions by the search that chooses the move, on
# 8x8 Stockfish with a number of nodes; the trainer is one thread. So the same commits (and the same
# Stockfish) give the same bytes. What is there already is not made again.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
board=${1:-}
case $board in
  8x8) source=crates/engine/src/chess commits=(eb21855 d7d6ba7) seeds=({5..17}) games=5000 nodes=200 passes=16
    values=(--program stockfish --go 'setoption name Hash value 1;go nodes 250') ;;
  6x6) source=crates/engine/src/minichess commits=(3a61b1be 3a61b1be) seeds=({51..60}) games=10000 nodes=3000 passes=24
    values=() ;;
  *) echo 'train: name the board, 6x6 or 8x8' >&2; exit 2 ;;
esac
folder=target/train/$board
player=${2:-${commits[0]}}
learner=${2:-${commits[1]}}
games=${GAMES:-$games}

stop() { echo "train: $*" >&2; exit 1; }

# The command line of commit $1, in the file $folder/minichess-cli-$1.
program() {
  local built=$folder/minichess-cli-$1
  [[ ! -x $built ]] || return 0
  rm -rf $folder/source
  mkdir -p $folder/source
  git archive "$1" | tar -x -C $folder/source
  (cd $folder/source && CARGO_TARGET_DIR=$root/$folder/cargo cargo build --locked --quiet --release -p minichess-cli)
  cp $folder/cargo/release/minichess-cli "$built"
  rm -rf $folder/source
}

[[ $board = 6x6 ]] || command -v stockfish >/dev/null || stop "stockfish is not installed (Debian's package, in /usr/games)"
commit() { git rev-parse --verify --quiet --short "$1^{commit}" || stop "there is no commit $1"; }
player=$(commit "$player")
learner=$(commit "$learner")
mkdir -p $folder
program "$player"
program "$learner"
files=()
for seed in "${seeds[@]}"; do
  file=$folder/positions-$player-$games-$seed.txt
  [[ -f $file ]] || {
    "$folder/minichess-cli-$player" --board $board positions $folder/unfinished.txt --games "$games" --nodes $nodes --seed "$seed" "${values[@]}"
    mv $folder/unfinished.txt "$file"
  }
  files+=("$file")
done
"$folder/minichess-cli-$learner" --board $board train "${files[@]}" --passes $passes --units 64 --folder $folder
for name in tables.rs network.bin; do
  if cmp -s $folder/$name $source/$name; then
    echo "$folder/$name is the shipped one"
  else
    echo "$folder/$name differs from $source/$name"
  fi
done
