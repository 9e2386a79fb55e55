"""The relay follows and settles games; two bots play each other for a stake."""

import re
import subprocess

from chain import ROOT
from world import COMMAND, STAKE, World, expect


class Relay:
    def __init__(self, world: World):
        self.world = world
        world.wallet("heidi", 2)
        self.start()

    def start(self) -> None:
        world = self.world
        of = ["--gateway", world.chain.url, "--contract", world.contract, "--wallet", world.folder / "heidi.pem"]
        self.log = world.folder / "relay.log"
        with self.log.open("w") as output:
            self.process = subprocess.Popen(
                [ROOT / "target/debug/relay", "--port", "0", "--store", world.folder / "relay.redb", *of], stderr=output, stdout=output
            )
        found = world.wait("relay", lambda: re.search(r"(ws://[\w.:]+/play)", self.log.read_text()))
        self.url = found[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def settles(world: World) -> None:
    """A game through the relay is brought to the chain by the relay's wallet, and paid."""
    world.deploy()
    world.wallet("white", 0)
    world.wallet("black", 1)
    pems = [f"--{side}={world.folder / side}.pem" for side in ("white", "black")]
    with Relay(world) as relay:
        before = world.chain.balance(world.addresses["white"])
        world.ok("white", "play", "opera", "--signed", "--relay", relay.url, *pems)
        world.gains("white", before, STAKE)
        sent = world.chain.get(f"/address/{world.addresses['heidi']}/nonce")["nonce"]
        expect("calls of the relay's", sent > 0, True)


def bots(world: World) -> None:
    """Two bots find each other, play a match for a stake, and are paid."""
    world.deploy()
    with Relay(world) as relay:
        playing = []
        try:
            for name, shard, level in (("white", 0, "1"), ("black", 2, "2")):
                world.wallet(name, shard)
                own = ["--wallet", world.folder / f"{name}.pem", "--keys", world.folder / f"keys-{name}"]
                of = ["--gateway", world.chain.url, "--state", world.folder / "state.toml", "--relay", relay.url]
                match = ["--games", "1", "--rounds", "2", "--stake", "0.05", "--engines", "--engine", level, "--begins-after", "1"]
                log = (world.folder / f"{name}.log").open("w")
                command = [COMMAND, "bot", *match, *of, *own]
                playing.append(subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, stdin=subprocess.DEVNULL))

            def over():
                games = world.ok("owner", "games")
                return [game for game in games if game["state"].endswith("_won") or game["state"].startswith("draw")]

            game = str(world.wait("match that is over", over)[0]["id"])
        except AssertionError:
            for name in ("white", "black"):
                print((world.folder / f"{name}.log").read_text()[-1500:])
            print(relay.log.read_text()[-1500:])
            raise
        finally:
            for bot in playing:
                bot.terminate()
                bot.wait()
    shown = world.ok("owner", "game", game)
    expect("rounds of the match", shown["played"] > 0, True)
