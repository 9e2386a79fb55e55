#!/usr/bin/env bash
# Runs the page's tests. The log, target/page-tests.log, says which failed.
#
# Browsers, relays and chains share two cores here. A file of tests that fails beside others runs once
# more with nothing beside it, and the last line names it: something in it waits too little, or is wrong
# at times. Four files at once are no accident.
set -euo pipefail
cd "$(dirname "$0")/../dapp"
log=../target/page-tests.log
: >"$log"

# Node's output goes through tee, to a pipe of its own: Node makes a pipe that it writes to one that
# doesn't wait, for all who share it, and what others write to it while it is full would fail.
vitest() {
  npx --no-install vitest run "$@" 2>&1 | tee -a "$log"
}

node abiTypes.js --check
evening=e2e/lobby/evening.test.ts
ended=0
vitest --exclude "$evening" --exclude 'e2e/adversary/**' || ended=1
vitest "$evening" || ended=1
vitest e2e/adversary || ended=1

# an error outside the tests isn't tried again
if ((ended)); then
  ! grep -aq 'Unhandled Error' "$log" || exit 1
  mapfile -t failed < <(sed 's/\x1b\[[0-9;]*m//g' "$log" | grep -aoE '^ FAIL +[^ ]+' | awk '{ print $2 }' | sort -u)
  ((${#failed[@]} >= 1 && ${#failed[@]} <= 3)) || exit 1
  for file in "${failed[@]}"; do vitest "$file" --no-file-parallelism || exit 1; done
  echo "test-page: held at the second try, alone: ${failed[*]}"
fi
