#!/usr/bin/env bash
# Makes this machine ready for the project, one part after the other:
#
#   tools/setup.sh [--quiet] [rust] [go] …        (without a name: rust and go)
#
# Every part first checks if it is ready, and reports its steps otherwise. It notes down the things that
# it can't do automatically, and the end lists all of them. --quiet omits the parts that are ready.
set -euo pipefail
unset MAKEFLAGS MFLAGS # cargo would look for the job slots of a make -j
cd "$(dirname "$0")/.."

missing=()
say() { echo "setup: $*" >&2; }
ready() { [[ -n $quiet ]] || say "$*"; }
# miss WHAT: notes down something that a person must install.
miss() { missing+=("$*"); }

debian_root() { [[ -f /etc/debian_version && $(id -u) = 0 ]]; }

# debian_install PACKAGE…: installs missing Debian packages.
debian_install() {
  local wanted=() p
  for p in "$@"; do
    dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null | grep -qx installed || wanted+=("$p")
  done
  [[ ${#wanted[@]} -gt 0 ]] || return 0
  say "installing ${wanted[*]}"
  [[ -n ${apt_updated:-} ]] || apt-get update -qq
  apt_updated=1
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}" >/dev/null
}

# has PROGRAM PACKAGE… -- WHAT: checks for the program, and installs these Debian packages if necessary. Otherwise
# WHAT is missing.
has() {
  local program=$1 packages=()
  shift
  while [[ $1 != -- ]]; do packages+=("$1"); shift; done
  shift
  command -v "$program" >/dev/null && return
  if debian_root; then debian_install "${packages[@]}"; fi
  command -v "$program" >/dev/null || { miss "$*"; return 1; }
}

quiet=
if [[ ${1:-} = --quiet ]]; then quiet=1; shift; fi
parts=("$@")
[[ ${#parts[@]} -gt 0 ]] || parts=(rust go)

for part in "${parts[@]}"; do
  if [[ ! -f tools/setup/$part.sh ]]; then
    miss "no part named '$part'; there are: $(cd tools/setup && echo *.sh | sed 's/\.sh//g')"
    continue
  fi
  # a part returns early if something is missing
  # shellcheck source=/dev/null
  source "tools/setup/$part.sh"
done

[[ ${#missing[@]} -gt 0 ]] || exit 0
printf 'setup: %s\n' "${missing[@]}" >&2
exit 1
