"""Runs the stories on the official chain simulator, several at a time, each with a separate contract.

A story that fails is run once more when the others have ended, and named at the end. If four fail, none
is run again.

usage: run.py [STORY…]
"""

import concurrent.futures
import pathlib
import signal
import sys
import tempfile
import time
import traceback

import calls
import dialect
import engines
import matches
import pauses
import payouts
import readme
import relay
import signed
import tournaments
from chain import HOME, Chain
from world import World

STORIES = {
    "tournaments": tournaments.official,
    "readme": readme.commands,
    "signed": signed.whole_games,
    "states": signed.states,
    "bots": relay.bots,
    "dialect": dialect.compared,
    "queue": calls.queue,
    "challenges": calls.challenges,
    "engines": engines.games,
    "tokens": payouts.tokens,
    "contracts": payouts.contracts,
    "match": matches.rounds,
    "relay": relay.settles,
    "memory": relay.remembers,
}
# when the others have ended: these advance epochs, or keep the browser busy
LATER = {"pauses": pauses.epochs, "page": tournaments.by_the_page}


# the page's tests run beside them, on two cores
AT_ONCE = 4


def told(name: str, chain: Chain, folder: str, attempt: int = 1) -> bool:
    start = time.monotonic()
    try:
        (STORIES | LATER)[name](World(chain, pathlib.Path(folder) / f"{name}-{attempt}"))
    except Exception:
        print(f"official: FAIL {name}\n{traceback.format_exc()}", flush=True)
        return False
    print(f"official: {name} holds, {time.monotonic() - start:.0f} s", flush=True)
    return True


def main() -> None:
    names = sys.argv[1:] or [*STORIES, *LATER]
    if unknown := set(names) - {*STORIES, *LATER}:
        sys.exit(f"official: no story is called {', '.join(sorted(unknown))}: there are {', '.join([*STORIES, *LATER])}")
    chain = Chain(HOME / "simulator.log")

    def end(*_) -> None:
        # the stories fail then, and end the relays and bots that they have started
        for process in Chain.processes:
            process.terminate()
        sys.exit(1)

    signal.signal(signal.SIGTERM, end)
    try:
        chain.start()
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            failed = []
            for together in (STORIES, LATER):
                named = [name for name in names if name in together]
                holds = pool.map(lambda name: told(name, chain, folder), named)
                failed += [name for name, held in zip(named, holds) if not held]
            again = failed if len(failed) <= 3 and not chain.broken else []
            held = [name for name in again if told(name, chain, folder, 2)]
        if failed == held and not sys.argv[1:]:
            calls.all_are_tried()
    finally:
        chain.stop()
    if chain.broken:
        print(f"official: the simulator made no block: {chain.broken}")
    if held:
        print(f"official: held at the second try: {', '.join(held)}")
    sys.exit(0 if failed == held else 1)


main()
