#!/usr/bin/env python3
"""Runs the workspace's Rust tests, two programs at a time, and shows each one's output when it ends.

cargo test runs one test program after the other, and many of ours wait: for blocks, processes,
sockets. Those that took longest the last time begin first (target/test-seconds.json). One that fails
runs once more when the others have ended, and is named at the end. Four at once are no accident.
"""
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS_FILE = ROOT / "target" / "test-seconds.json"
CARGO = ["cargo", "test", "--locked", "--workspace"]
AT_ONCE = 2
# The tests that depend on time also run with the 6 s rounds from before Supernova.
LONG_ROUNDS = {
    "crates/localnet test tools": ["rounds"],
    "crates/relay test server": ["settle::", "matches::"],
    "interaction test matches": [],
    "interaction test signed_play": [],
}


def programs():
    """The test programs, compiled: name, command, where and in which environment to run it."""
    built = subprocess.run(
        [*CARGO, "--no-run", "--message-format=json-render-diagnostics"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    if built.returncode != 0:
        sys.exit(built.returncode)
    for line in built.stdout.splitlines():
        message = json.loads(line)
        if message["reason"] != "compiler-artifact" or not message["profile"]["test"]:
            continue
        folder = Path(message["manifest_path"]).parent
        target = message["target"]
        name = f"{folder.relative_to(ROOT)} {target['kind'][0]} {target['name']}"
        program, place = message["executable"], {"cwd": folder, "env": environment(folder)}
        yield name, [program], place
        if name in LONG_ROUNDS:
            place = place | {"env": place["env"] | {"LOCALNET_ROUND_TIME": "6000"}}
            yield f"{name}, 6 s rounds", [program, *LONG_ROUNDS[name]], place
    yield "examples in the documentation", [*CARGO, "--doc"], {"cwd": ROOT}


def environment(folder):
    """What cargo tells a test program. Cargo itself must not see it: ring's build depends on it."""
    return {**os.environ, "CARGO_MANIFEST_DIR": str(folder)}


def run(program):
    name, command, place = program
    start = time.monotonic()
    ended = subprocess.run(
        command,
        **place,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    seconds = round(time.monotonic() - start, 1)
    sys.stdout.buffer.write(f"\n== {name}, {seconds} s\n".encode() + ended.stdout)
    sys.stdout.flush()
    return name, seconds, ended.returncode


def main():
    try:
        last = json.loads(SECONDS_FILE.read_text())
    except (OSError, ValueError):
        last = {}
    # a test without a recorded time may take long
    tests = sorted(programs(), key=lambda program: -last.get(program[0], 1e9))
    if gone := LONG_ROUNDS.keys() - {name for name, *_ in tests}:
        sys.exit(f"LONG_ROUNDS names what is no test program: {', '.join(gone)}")
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(run, tests))
    SECONDS_FILE.write_text(json.dumps({name: seconds for name, seconds, _ in results}, indent=1))
    failed = [name for name, _, code in results if code != 0]
    again = [test for test in tests if test[0] in failed] if len(failed) <= 3 else []
    held = [name for name, _, code in map(run, again) if code == 0]
    print(f"\n{len(results)} test programs, {len(failed)} failed", *failed, sep="\n  ")
    if held:
        print("held at the second try:", *held, sep="\n  ")
    sys.exit(1 if failed != held else 0)


if __name__ == "__main__":
    main()
