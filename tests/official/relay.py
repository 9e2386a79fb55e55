"""The relay follows and settles games; two bots play each other for a stake."""

import json
import re
import subprocess

from chain import ROOT
from world import COMMAND, STAKE, World, expect


SEND = """const [url, ...messages] = process.argv.slice(1);
const relay = new WebSocket(url);
relay.onopen = () => messages.forEach((message) => relay.send(message));
relay.onmessage = ({ data }) => {
  const { type, text } = JSON.parse(data);
  if (type === "kept" || type === "error") console.log(text ?? type), relay.close();
};"""


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

    def keeps(self, game: str, transcript: str) -> None:
        """Sends the whole game of a transcript, which the relay must keep."""
        told = json.loads((self.world.folder / f"{transcript}.json").read_text())
        enter = {"type": "enter", "contract": self.world.contract, "game": int(game), "white": told["whiteKey"], "black": told["blackKey"]}
        last = {message["signer"]: message["argument"] for message in told["messages"]}
        messages = [json.dumps(message) for message in (enter, {"type": "play", "moves": told["moves"]} | last)]
        command = ["node", "--experimental-websocket", "--no-warnings", "-e", SEND, self.url, *messages]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        expect(f"the relay's answer ({done.stderr})", done.stdout.strip(), "kept")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def settles(world: World) -> None:
    """The relay's wallet submits a game to the chain, which pays it."""
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


def remembers(world: World) -> None:
    """An agreement in an old state is met with the longer game that the relay has, even after kill -9."""
    world.deploy()
    for name, shard in (("white", 0), ("black", 1), ("third", 2)):
        world.wallet(name, shard)
    game = world.start("--stake", "0.05")
    world.agree(game, "e4 e5", "Nf3 Nc6")
    with Relay(world) as relay:
        relay.keeps(game, "later")
        relay.kill()
        told = world.ok("third", "submit", game, *world.transcript("early"))
        expect("an old agreement", told["game"]["awaits"], "longer_game")
        relay.start()

        def met():
            shown = world.ok("third", "game", game)
            return shown if len(shown["moves"]) == 4 else None

        expect("the longer game", world.wait("longer game", met)["awaits"], "move")


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
