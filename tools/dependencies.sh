#!/usr/bin/env bash
# The dependencies of the project's crates.
#
#   tools/dependencies.sh          docs/dependencies.md, on stdout
#   tools/dependencies.sh check    is docs/dependencies.md up to date, and are libraries compiled alike, and does
#                                  game-moves need no std?
set -euo pipefail
unset MAKEFLAGS MFLAGS # cargo would look for the job slots of a make -j
cd "$(dirname "$0")/.."

tree() { cargo tree --locked --no-dedupe "$@"; }

# The project's packages with outside dependencies, as `name folder`.
packages() {
  tree --workspace --depth 0 --prefix none -f '{p}' | sed -n 's/^\([^ ]*\) v[^ ]* (\(.*\))$/\1 \2/p' | sort -u |
    grep -v -e '-meta ' -e '^one-build '
}

# The line of package $1: its libraries, the number of libraries that each brings, and in brackets
# how many of these nothing else in this package brings. The input has lines of `depth name`.
line() {
  tree -p "$1" -e normal,build --prefix depth -f ' {p}' | awk -v name="$1" '
    function add(word) {
      if (length(row) + length(word) >= 100) { print row; row = " " }
      row = row " " word
    }
    {
      split($0, word, " "); depth = word[1]; crate = word[2] " " word[3]
      if (depth == 0) next
      if (depth == 1) { direct = word[2]; order[++n] = direct; ours[direct] = $0 ~ /\(\// }
      if (!((direct, crate) in seen)) { seen[direct, crate]; count[direct]++; users[crate]++; all += users[crate] == 1 }
    }
    END {
      for (key in seen) { split(key, part, SUBSEP); if (users[part[2]] == 1) only[part[1]]++ }
      for (i = 1; i <= n; i++) if (!ours[order[i]]) last = i
      row = "- **" name "** " all + 0 (last ? ":" : "")
      for (i = 1; i <= last; i++) {
        direct = order[i]
        if (ours[direct]) continue
        number = count[direct] > 1 ? " " count[direct] : ""
        alone = only[direct] ? " (" only[direct] ")" : ""
        split(direct number alone, words, " ")
        for (j = 1; j in words; j++) add(words[j] (i < last && !((j + 1) in words) ? "," : ""))
      }
      print row
    }'
}

document() {
  cat <<'MD'
# What each crate pulls in

Written by `make dependencies`; `make test` compares it with `Cargo.lock`. Each line has a crate of
the project, the number of crates that it needs to compile on this platform (with build scripts and
macros, without tests), and the libraries that it names. Behind a library is the number of crates
that come with it, if more than one, in brackets those that nothing else brings.

`make test-official` downloads the official chain simulator from npm, at the versions of
`tests/official/package-lock.json`; nothing of it is in the repository. `@xsuite/full-simulnet` and
`@xsuite/full-simulnet-linux-amd64` are a third party's (xsuite) build of MultiversX's simulator
v1.10.4, and its configuration. The packages name the MIT licence; simulator and node are GPL-3.0.

MD
  local name folder
  while read -r name folder; do line "$name"; done < <(packages)
}

# Every library that the selection "$@" compiles, as `name version [features]`.
features() {
  tree --prefix none -f '{p} [{f}]' "$@" | sed 's/ (proc-macro)//' | grep -v ' (/' | sort -u
}

check() {
  local selection different
  document | cmp -s - docs/dependencies.md || { echo "docs/dependencies.md is out of date: run make dependencies" >&2; exit 1; }
  features --workspace -e normal,build,dev >target/features
  # make build; make play; one package's tests
  for selection in "-p onchain-chess-meta -e normal,build" "-p minichess-meta -e normal,build" "-p enginechess-meta -e normal,build" "-p chess-tournament-meta -e normal,build" \
    "-p chess-interaction -e normal,build" "-p localnet -e normal,build" "-p onchain-chess -e normal,build,dev"; do
    # shellcheck disable=SC2086 # several words
    different=$(features $selection | comm -23 - target/features)
    [[ -z $different ]] || {
      printf '%s: compiled otherwise than for make test; ask for the other features in crates/one-build:\n%s\n' "$selection" "$different" >&2
      exit 1
    }
  done
  cargo check --quiet --locked -p game-moves --no-default-features --features serde --target wasm32v1-none
}

case ${1:-} in
  '') document ;;
  check) check ;;
  *) echo "dependencies: check, or nothing" >&2; exit 2 ;;
esac
