#!/usr/bin/env bash
# Installs the npm packages of folder $1 in the versions of its lock file, if they are missing. No
# package runs its own scripts.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p target
exec 9>target/npm.lock
if command -v flock >/dev/null; then flock 9; fi

cd "$1"
cmp -s package-lock.json node_modules/.lock && exit
echo "npm: installing the packages of $1" >&2
npm ci --silent --no-audit --no-fund --ignore-scripts
cp package-lock.json node_modules/.lock
