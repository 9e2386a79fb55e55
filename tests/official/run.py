"""Runs the stories on the official chain simulator, several at a time, each with a contract of its own.

usage: run.py [STORY…]
"""

import concurrent.futures
import pathlib
import sys
import tempfile
import time
import traceback

import readme
import signed
from chain import HOME, Chain
from world import World

STORIES = {
    "readme": readme.commands,
    "signed": signed.whole_games,
    "states": signed.states,
}


def told(name: str, chain: Chain, folder: str) -> bool:
    start = time.monotonic()
    try:
        STORIES[name](World(chain, pathlib.Path(folder) / name))
    except Exception:
        print(f"official: FAIL {name}\n{traceback.format_exc()}", flush=True)
        return False
    print(f"official: {name} holds, {time.monotonic() - start:.0f} s", flush=True)
    return True


def main() -> None:
    names = sys.argv[1:] or list(STORIES)
    chain = Chain(HOME / "simulator.log")
    try:
        chain.start()
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
            results = list(pool.map(lambda name: told(name, chain, folder), names))
    finally:
        chain.stop()
    if chain.broken:
        print(f"official: the simulator made no block: {chain.broken}")
    sys.exit(0 if all(results) else 1)


main()
