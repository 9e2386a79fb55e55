#!/usr/bin/env bash
# Runs the page's tests. The log, target/page-tests.log, names the failed ones.
#
# Browsers, relays and chains share two cores here. A file of tests that fails next to others runs once
# more alone, and the last line names it: something in it waits too briefly, or is sometimes wrong. Four
# files together are no accident.
set -euo pipefail
cd "$(dirname "$0")/../dapp"
log=../target/page-tests.log
: >"$log"

# Node's output goes through tee to a separate pipe: Node makes a pipe that it writes to non-blocking for
# everyone who shares it, so other programs' writes to the full pipe would fail.
vitest() {
  npx --no-install vitest run "$@" 2>&1 | tee -a "$log"
}

node abiTypes.js --check
evening=e2e/lobby/evening.test.ts
ended=0
vitest --exclude "$evening" --exclude 'e2e/adversary/**' || ended=1
vitest "$evening" || ended=1
vitest e2e/adversary || ended=1

# an error outside the tests isn't retried
if ((ended)); then
  ! grep -aq 'Unhandled Error' "$log" || exit 1
  mapfile -t failed < <(sed 's/\x1b\[[0-9;]*m//g' "$log" | grep -aoE '^ FAIL +[^ ]+' | awk '{ print $2 }' | sort -u)
  ((${#failed[@]} >= 1 && ${#failed[@]} <= 3)) || exit 1
  for file in "${failed[@]}"; do vitest "$file" --no-file-parallelism || exit 1; done
  echo "test-page: held at the second try, alone: ${failed[*]}"
fi
