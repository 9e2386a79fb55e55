#!/usr/bin/env bash
# Makes this machine ready for the project, one part after the other:
#
#   tools/setup.sh [rust] [go] …        (without a name: all parts)
#
# Every part first looks whether it is ready, says what it does where it is not,
# and stops with the exact thing to install where it cannot do it by itself.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "setup: $*" >&2; }
stop() { echo "setup: $*" >&2; exit 1; }

debian_root() { [[ -f /etc/debian_version && $(id -u) = 0 ]]; }

# apt PACKAGE…: installs Debian packages that are missing.
apt() {
  local missing=() p
  for p in "$@"; do
    dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null | grep -qx installed || missing+=("$p")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  say "installing ${missing[*]}"
  [[ -n ${apt_updated:-} ]] || apt-get update -qq
  apt_updated=1
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

for part in ${*:-rust go}; do
  [[ -f tools/setup/$part.sh ]] || stop "no part named '$part'; there are: $(cd tools/setup && echo *.sh | sed 's/\.sh//g')"
  # shellcheck source=/dev/null
  source "tools/setup/$part.sh"
done
