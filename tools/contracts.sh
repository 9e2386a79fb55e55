#!/usr/bin/env bash
# The contracts: every folder with a meta crate is one.
#
#   tools/contracts.sh build [FOLDER…]     compiles contracts with changed sources (without a name: all)
#   tools/contracts.sh shipped             the same without the tests' contracts
#   tools/contracts.sh prepare [all]       compiles the shipped contracts' meta crates, or all: only these
#                                          share target/debug with other cargo calls; the rest can run in
#                                          parallel to them when META_CRATES names the folder
#   tools/contracts.sh proxies             writes the generated proxies and code-hashes.txt again
#   tools/contracts.sh compare             checks that the committed proxies and code hashes are the source's
#   tools/contracts.sh reproduce           compiles in another folder, with cargo's home elsewhere, and
#                                          compares the code
#   tools/contracts.sh verifiable          compiles the game contract as the network's verifier does, and
#                                          compares the code
#
# A contract's code depends on the folder that it is compiled in. So the framework's own build runs in
# the folder of its reproducible build, on a copy of the sources, and the artefacts are moved from
# there to the contract's output/. V=1 shows the output of the framework and cargo.
set -euo pipefail
unset MAKEFLAGS MFLAGS # cargo would look for the job slots of a make -j
cd "$(dirname "$0")/.."
root=$PWD
target=${CARGO_TARGET_DIR:-$root/target}
wasm_target=$root/target/contracts/cargo
# the folder in which sc-meta reproducible-build compiles, in its container and without one
build_root=/tmp/sc-build

say() { echo "contracts: $*" >&2; }
stop() { say "$*"; exit 1; }

# Shows all output with V=1, otherwise only the output of a failing command.
run() {
  if [[ -n ${V:-} ]]; then "$@" >&2; return; fi
  "$@" >target/contracts/log 2>&1 || { cat target/contracts/log >&2; return 1; }
}

package_name() { sed -n 's/^name *= *"\(.*\)"/\1/p' "$1/Cargo.toml" | head -1; }

# The folder for the files of the build of contract $1, except its output/.
also_in() { case $1 in contracts/views) echo output ;; esac; }

# The sources of the last build of contract $1, named $2: rustc lists its own and those of the crates
# it uses; the manifests and locks next to them also count.
inputs() {
  local sources=target/contracts/$2/sources source
  printf '%s\n' Cargo.toml Cargo.lock tools/contracts.sh tools/binaryen/package-lock.json "$1"/{Cargo.toml,meta/Cargo.toml,meta/src/main.rs}
  for source in "$1"/{sc-config,.cargo/config}.toml "$1"/wasm*/Cargo.lock; do [[ ! -f $source ]] || echo "$source"; done
  cat "$sources"
  while read -r source; do echo "${source%/src/*}/Cargo.toml"; done <"$sources"
}

# One hash of a contract's inputs, artefacts, tools and folder (the sources have absolute paths, so
# that a copy of the folder would look at the original's); nothing if it was never built.
fingerprint() {
  local work=target/contracts/$2
  [[ -f $work/sources && -f $work/artefacts ]] || return 0
  { inputs "$1" "$2" && cat "$work/artefacts"; } | sort -u | tr '\n' '\0' |
    { xargs -0 "${hash[@]}" 2>/dev/null || echo "a file is gone"; echo "$tools" "$root"; } | "${hash[@]}"
}

# Puts file $1 into folder $2 in one step: a reader sees the old one or the new one.
publish() {
  local name=${1##*/}
  mkdir -p "$2"
  cmp -s "$1" "$2/$name" || { cp "$1" "$2/.$name.new" && mv -f "$2/.$name.new" "$2/$name"; }
}

# A folder in which the framework's meta crate finds contract $1 as `..` and an empty output/.
make_stage() {
  local entry
  rm -rf "$2"
  mkdir -p "$2/meta" "$2/output"
  for entry in "$1"/{Cargo.toml,sc-config.toml,src} "$1"/wasm*; do
    [[ ! -e $entry ]] || ln -s "$(realpath "$entry")" "$2/"
  done
}

# Copies the sources to the build's folder. Their times stay, so cargo compiles only changed crates. A
# lock keeps out other copies of the project.
fill_build_root() {
  exec 8>"$build_root.lock" || stop "$build_root.lock can't be written: it is another user's"
  if command -v flock >/dev/null; then flock -n 8 || { say "waiting for another build"; flock 8; }; fi
  rm -rf "$build_root" 2>/dev/null || stop "$build_root can't be replaced: it is another user's"
  mkdir -p "$build_root"
  tar --create --exclude=./.git --exclude=target --exclude=node_modules --exclude=output . |
    tar --extract --directory "$build_root"
}

# Runs the meta crate of the contract in folder $1, named $2.
meta() {
  local folder=$1 name=$2
  shift 2
  (cd "$folder/meta" && PATH=$root/tools/binaryen/node_modules/.bin:$PATH "$meta_crates/$name-meta" "$@")
}

compile_meta_crates() {
  local selection=() contract
  [[ -z ${META_CRATES:-} ]] || return 0
  for contract in "$@"; do selection+=(-p "$(package_name "$contract/meta")"); done
  cargo build ${quiet:+--quiet} --locked "${selection[@]}"
}

# Compiles contract $1, named $2, and publishes the artefacts.
build_one() {
  local contract=$1 name=$2 work=target/contracts/$2 built=$build_root/$1
  local crate file folder line locked=()
  mkdir -p "$built/output"
  run meta "$built" "$name" abi || return 1
  # the first build of a new contract makes its wasm crates, whose locks are committed with them
  if ls "$built"/wasm*/Cargo.lock >/dev/null 2>&1; then locked=(--locked); fi
  run meta "$built" "$name" build ${locked[@]+"${locked[@]}"} --codehash --target-dir-wasm "$wasm_target" || return 1

  for crate in "$built"/wasm*; do
    for file in Cargo.toml Cargo.lock src/lib.rs; do
      publish "$crate/$file" "$(dirname "$contract/${crate##*/}/$file")"
    done
    # one line, "artefact: source source …", blanks in names escaped
    line=$(head -1 "$wasm_target/wasm32v1-none/release/$(package_name "$crate" | tr - _).d")
    line=${line#*.wasm: } line=${line//\\ /$'\001'} line=${line// /$'\n'}
    # without the wasm crates' own sources, which the framework generates each time
    echo "${line//$'\001'/ }" | sed "s|^$build_root/|./|" | grep -v '\(^\|/\)wasm[^/]*/src/lib\.rs$'
  done >"$work/sources"
  for file in "$built"/output/*; do
    for folder in "$contract/output" $(also_in "$contract"); do
      publish "$file" "$folder"
      echo "$folder/${file##*/}"
    done
    [[ $file != *.wasm ]] || say "${file##*/}, $(($(wc -c <"$file"))) bytes"
  done >"$work/artefacts"
}

# Sets `changed` to the contracts whose sources or artefacts changed, and compiles their meta crates.
prepare() {
  local contract name before
  changed=()
  for contract in "$@"; do
    name=$(package_name "$contract")
    before=$(cat "target/contracts/$name/fingerprint" 2>/dev/null || true)
    [[ -n $before && $before = "$(fingerprint "$contract" "$name")" ]] || changed+=("$contract")
  done
  [[ ${#changed[@]} -gt 0 ]] || return 0
  if [[ ! -d $wasm_target ]]; then
    say "compiling $what (the first time takes some minutes)"
    quiet= # minutes without a word are worse than cargo's progress
  fi
  compile_meta_crates "${changed[@]}" || stop "the framework's build could not be compiled"
}

build() {
  local contract name work changed
  prepare "$@"
  [[ ${#changed[@]} -eq 0 ]] || fill_build_root
  for contract in ${changed[@]+"${changed[@]}"}; do
    name=$(package_name "$contract") work=target/contracts/$(package_name "$contract")
    mkdir -p "$work"
    rm -f "$work/fingerprint"
    touch "$work/started"
    build_one "$contract" "$name" || stop "$name could not be compiled"
    # not if a file changed during the build: then the next call builds again
    [[ -n $(inputs "$contract" "$name" | tr '\n' '\0' | xargs -0 -I{} find {} -newer "$work/started") ]] ||
      fingerprint "$contract" "$name" >"$work/fingerprint"
  done
}

# Generates the proxies of every contract that has some, formats them, and passes each one with the
# committed file to a command.
proxies() {
  local contract name stage file stale=0
  compile_meta_crates "${all[@]}"
  for contract in "${all[@]}"; do
    grep -qs '^\[\[proxy\]\]' "$contract/sc-config.toml" || continue
    name=$(package_name "$contract") stage=target/contracts/$(package_name "$contract")/stage
    mkdir -p "target/contracts/$name"
    make_stage "$contract" "$stage"
    rm "$stage/src"
    mkdir "$stage/src"
    run meta "$stage" "$name" proxy || stop "the proxies of $name could not be generated"
    for file in "$stage"/src/*.rs; do
      rustfmt --edition 2024 "$file"
      "$1" "$file" "$contract/src" || stale=1
    done
    rm -rf "$stage"
  done
  return $stale
}

# Checks that file $1 equals the file of that name in folder $2.
is_current() { cmp -s "$1" "$2/${1##*/}" || { say "$2/${1##*/} isn't what the source says: run make proxies"; return 1; }; }

# The shipped contracts' code: a line each with file, bytes and code hash.
code_hashes() {
  local contract wasm
  for contract in "${shipped[@]}"; do
    for wasm in "$contract"/output/*.wasm; do
      [[ $contract = . && $wasm = */onchain-chess-views.wasm ]] ||
        printf '%s %d %s\n' "${wasm##*/}" "$(wc -c <"$wasm")" "$(cat "${wasm%.wasm}.codehash.txt")"
    done
  done
}

# Checks that the committed code hashes are the build's.
compare_hashes() {
  build "${shipped[@]}"
  diff <(code_hashes) code-hashes.txt >&2 || { say "code-hashes.txt isn't of this source: run make proxies"; return 1; }
}

# Compiles the game contract by the framework's reproducible build, outside of its container. (That
# build looks for no contract in the folders of another one, so the others are not compared.)
verifiable() {
  local output=target/contracts/verifiable
  compare_hashes
  [[ -x target/tools/bin/sc-meta ]] || stop "run tools/setup.sh sc-meta first"
  PATH=$root/tools/binaryen/node_modules/.bin:$PATH run target/tools/bin/sc-meta reproducible-build local-build \
    --output "$output" --overwrite --target-dir "$root/target/contracts/verifiable-target" || stop "sc-meta could not compile"
  cmp "$output/onchain-chess/onchain-chess.wasm" output/onchain-chess.wasm ||
    stop "sc-meta reproducible-build gives other code"
  say "onchain-chess.wasm is the same by sc-meta reproducible-build"
}

# Checks that the same source gives the same code in another folder, with cargo's home elsewhere.
reproduce() {
  local copy contract before now file wasm different=0
  build "${shipped[@]}"
  before=$(cat target/contracts/reproduced 2>/dev/null || true)
  now=$(for contract in "${shipped[@]}"; do cat "target/contracts/$(package_name "$contract")/fingerprint"; done)
  [[ $before != "$now" ]] || return 0
  copy=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$copy'" EXIT
  say "compiling in another folder too"
  mkdir -p "$copy/cargo" "$copy/project"
  git ls-files -z --cached --others --exclude-standard | tar --null --files-from - --create | tar -x -C "$copy/project"
  for file in "${CARGO_HOME:-$HOME/.cargo}"/{registry,config.toml}; do
    [[ ! -e $file ]] || ln -s "$file" "$copy/cargo/"
  done
  ln -s "$root/tools/binaryen/node_modules" "$copy/project/tools/binaryen/"
  (cd "$copy/project" && env -u CARGO_TARGET_DIR CARGO_HOME="$copy/cargo" META_CRATES="$meta_crates" \
    tools/contracts.sh build "${shipped[@]}" 8>&- 9>&- 2>/dev/null) || stop "the copy in $copy could not be compiled"
  for contract in "${shipped[@]}"; do
    for wasm in "$contract"/output/*.wasm; do
      if cmp -s "$wasm" "$copy/project/$wasm"; then
        say "$(basename "$wasm"): code hash $(cat "${wasm%.wasm}.codehash.txt"), the same in two folders"
      else
        say "$(basename "$wasm") differs between two folders"
        different=1
      fi
    done
  done
  [[ $different = 0 ]] || exit 1
  echo "$now" >target/contracts/reproduced
}

if command -v sha256sum >/dev/null; then hash=(sha256sum); else hash=(shasum -a 256); fi
tools=$(rustc -vV)
meta_crates=${META_CRATES:-$target/debug}
what="the contracts"
quiet=1; [[ -z ${V:-} ]] || quiet=
all=() shipped=()
for contract in {,contracts/*/,tests/*/}meta/Cargo.toml; do
  contract=${contract%meta/Cargo.toml} contract=${contract%/}
  all+=("${contract:-.}")
  [[ $contract = tests/* ]] || shipped+=("${contract:-.}")
done

# One at a time; on a system without flock the user must make sure of that.
mkdir -p target/contracts
exec 9>target/contracts/lock
if command -v flock >/dev/null; then flock -n 9 || { say "waiting for another build"; flock 9; }; fi

case ${1:-} in
  build) shift; if [[ $# -gt 0 ]]; then build "$@"; else build "${all[@]}"; fi ;;
  shipped) build "${shipped[@]}" ;;
  prepare)
    what="what compiles the contracts"
    if [[ ${2:-} = all ]]; then prepare "${all[@]}"; else prepare "${shipped[@]}"; fi
    ;;
  proxies) proxies publish; build "${shipped[@]}"; code_hashes >code-hashes.txt ;;
  compare) proxies is_current; compare_hashes ;;
  reproduce) reproduce ;;
  verifiable) verifiable ;;
  *) stop "build [FOLDER…], shipped, prepare [all], proxies, compare, reproduce or verifiable" ;;
esac
