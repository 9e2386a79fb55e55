#!/usr/bin/env bash
# Learns the 8×8 evaluation into target/train: tables.rs and network.bin.
#
#   tools/train.sh           as the shipped ones were learnt: the engine of one commit plays the games,
#                            the trainer of another begins from the tables that it had
#   tools/train.sh COMMIT    everything by that commit, as in tools/train.sh HEAD
#
# GAMES=50 plays so few games for each of the four seeds, not 5,000.
#
# The games come from seeds, Stockfish values their positions with a number of nodes, and the trainer is
# one thread: the same commits and the same Stockfish give the same bytes. What is there already is not
# made again.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
folder=target/train
player=${1:-0c69f70}
learner=${1:-f35f46d}
games=${GAMES:-5000}

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

command -v stockfish >/dev/null || stop "stockfish is not installed (Debian's package, in /usr/games)"
player=$(git rev-parse --verify --quiet --short "$player^{commit}") || stop "there is no commit ${1:-$player}"
learner=$(git rev-parse --verify --quiet --short "$learner^{commit}") || stop "there is no commit $learner"
mkdir -p $folder
program "$player"
program "$learner"
files=()
for seed in 1 2 3 4; do
  file=$folder/positions-$player-$games-$seed.txt
  [[ -f $file ]] || {
    "$folder/minichess-cli-$player" --board 8x8 positions $folder/unfinished.txt --games "$games" --nodes 200 --seed $seed \
      --go 'setoption name Hash value 1;go nodes 250'
    mv $folder/unfinished.txt "$file"
  }
  files+=("$file")
done
"$folder/minichess-cli-$learner" --board 8x8 train "${files[@]}" --passes 16 --folder $folder
for name in tables.rs network.bin; do
  if cmp -s $folder/$name crates/engine/src/chess/$name; then
    echo "$folder/$name is the shipped one"
  else
    echo "$folder/$name differs from crates/engine/src/chess/$name"
  fi
done
