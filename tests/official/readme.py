"""The README's block of mxpy commands, line by line."""

import re
import subprocess

from chain import ROOT
from world import World, expect


def block() -> list[str]:
    blocks = re.findall(r"```\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    found = [block for block in blocks if "mxpy contract deploy" in block]
    expect("blocks with mxpy's deployment in README.md", len(found), 1)
    return found[0].splitlines()


def commands(world: World) -> None:
    for name, shard in (("alice", 1), ("bob", 0)):
        world.wallet(name, shard)
    script, transactions, deployed, said = [], 0, None, ""
    for line in block():
        line = line.replace("target/wallets/", f"{world.folder}/").replace("http://127.0.0.1:8085", world.chain.url)
        if match := re.match(r"(\w+)=erd1…", line):
            script.append(f"{match[1]}={deployed}")
            continue
        if not line.startswith("mxpy"):
            script.append(line)
            continue
        if "contract deploy" in line:
            world.will_deploy_at(world.addresses["alice"])
        done = subprocess.run(
            ["bash", "-euc", "\n".join([*script, line])],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={"HOME": str(world.folder), "PATH": "/usr/bin:/bin", "COLUMNS": "1000"},
        )
        said = done.stdout + done.stderr
        expect(f"{line}: exit code ({said[-600:]})", done.returncode, 0)
        if "query" in line:
            continue
        transactions += 1
        hash = re.search(r'"emittedTransactionHash": "(\w+)"', said)[1]
        status = world.chain.get(f"/transaction/{hash}/process-status")["status"]
        expect(line, status, "success")
        if "contract deploy" in line:
            deployed = re.search(r'"contractAddress": "(\w+)"', said)[1]
    expect("transactions of the README", transactions, 7)
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    expect("the position that the README's query tells", fen in said, True)
