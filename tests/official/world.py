"""A contract of its own on the official chain, with players who have a wallet each."""

import json
import pathlib
import subprocess

from multiversx_sdk import Address, AddressComputer, UserPEM, UserSecretKey

from chain import ROOT, Chain

COMMAND = ROOT / "target/debug/chess-interaction"
MXPY = ROOT / "target/venv/bin/mxpy"
STAKE = 50_000_000_000_000_000


def expect(what: str, found, wanted) -> None:
    if found != wanted:
        raise AssertionError(f"{what}: {found!r}, expected {wanted!r}")


def contains(what: str, text: str, part: str) -> None:
    if part not in text:
        raise AssertionError(f"{what}: {text!r} lacks {part!r}")


class World:
    def __init__(self, chain: Chain, folder: pathlib.Path):
        self.chain, self.folder = chain, folder
        self.addresses: dict[str, str] = {}
        folder.mkdir(parents=True)

    def wallet(self, name: str, shard: int) -> str:
        """A new wallet in a shard, with 100 EGLD; its address."""
        key = UserSecretKey.generate()
        while AddressComputer(3).get_shard_of_address(key.generate_public_key().to_address("erd")) != shard:
            key = UserSecretKey.generate()
        address = key.generate_public_key().to_address("erd").to_bech32()
        UserPEM(address, key).save(self.folder / f"{name}.pem")
        self.chain.post("/simulator/set-state", [{"address": address, "balance": str(100 * 10**18)}])
        self.addresses[name] = address
        return address

    def will_deploy_at(self, address: str, ahead: int = 0) -> None:
        """Makes the next contract's account known: the node of 1.10.4 estimates no deployment to an unknown one."""
        nonce = self.chain.get(f"/address/{address}")["account"]["nonce"] + ahead
        there = AddressComputer(3).compute_contract_address(Address.new_from_bech32(address), nonce)
        self.chain.post("/simulator/set-state", [{"address": there.to_bech32(), "balance": "1"}])

    # the command line

    def run(self, player: str, *arguments: str) -> subprocess.CompletedProcess:
        of = ["--gateway", self.chain.url, "--state", self.folder / "state.toml", "--wallet", self.folder / f"{player}.pem"]
        keys = ["--keys", self.folder / f"keys-{player}"]
        return subprocess.run(
            [COMMAND, *arguments, *of, *keys, "--json"], capture_output=True, text=True, cwd=ROOT, stdin=subprocess.DEVNULL
        )

    def ok(self, player: str, *arguments: str):
        """What a command answers, which must succeed."""
        done = self.run(player, *arguments)
        if done.returncode != 0:
            raise AssertionError(f"{player}: {' '.join(arguments)}: {done.stderr}")
        return json.loads(done.stdout.splitlines()[-1])

    def refused(self, player: str, *arguments: str, error: str) -> None:
        done = self.run(player, *arguments)
        expect(f"{player}: {' '.join(arguments)}: exit code", done.returncode, 1)
        contains(f"{player}: {' '.join(arguments)}", done.stderr, error)

    def deploy(self, wager: str = "0.05", *token: str, rule: str = "forfeit") -> None:
        """The contract, of the owner's, and its views; open, with a wager."""
        self.wallet("owner", 1)
        for ahead in (0, 1):
            self.will_deploy_at(self.addresses["owner"], ahead)
        deployed = self.ok("owner", "deploy", "--rule", rule)
        self.contract, self.views = deployed["contract"], deployed["views"]
        self.ok("owner", "set-wager", wager, *token)
        self.ok("owner", "unpause")

    def start(self, *offer: str, white: str = "white", black: str = "black") -> str:
        """A game of two players with keys; its id."""
        against = ["--opponent", self.addresses[black], "--side", "white", "--key"]
        game = str(self.ok(white, "challenge", *against, *offer)["gameId"])
        self.ok(black, "accept", game, "--key")
        return game

    def transcript(self, name: str) -> list[str]:
        return ["--transcript", str(self.folder / f"{name}.json")]

    def sign(self, game: str, moves: str, name: str, first: str = "white", second: str = "black") -> None:
        for ply, move in enumerate(moves.split()):
            self.ok([first, second][ply % 2], "sign", game, move, *self.transcript(name))

    # mxpy

    def mxpy(self, *arguments: str) -> str:
        command = [MXPY, *arguments, "--proxy", self.chain.url]
        # mxpy keeps its configuration under the home folder
        done = subprocess.run(command, capture_output=True, text=True, env={"HOME": str(self.folder)})
        if done.returncode != 0:
            raise AssertionError(f"mxpy {' '.join(map(str, arguments))}: {done.stdout}{done.stderr}")
        return done.stdout
