#!/usr/bin/env bash
# The text of a version's tag: its section of the changelog, and the contracts' code hashes.
# usage: tools/release-notes.sh VERSION
set -euo pipefail
cd "$(dirname "$0")/.."
section=$(sed -n "/^## ${1:?name a version, as in tools/release-notes.sh 0.1.0}\$/,/^## /{/^## /d;p}" CHANGELOG.md)
[[ -n $section ]] || { echo "release-notes: CHANGELOG.md has no section $1" >&2; exit 1; }
printf 'On-chain chess %s\n%s\n\nCode hashes (file, bytes, Blake2b of 256 bits):\n' "$1" "$section"
cat code-hashes.txt
