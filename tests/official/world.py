"""A separate contract on the official chain, and players with a wallet each."""

import json
import pathlib
import shutil
import subprocess
import time

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
    # what mxpy has called and asked in all stories
    called: set[str] = set()
    asked: set[str] = set()

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

    def key_of(self, player: str) -> str:
        return Address.new_from_bech32(self.addresses[player]).to_hex()

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
        """The answer of a command, which must succeed."""
        done = self.run(player, *arguments)
        if done.returncode != 0:
            raise AssertionError(f"{player}: {' '.join(arguments)}: {done.stderr}")
        return json.loads(done.stdout.splitlines()[-1])

    def refused(self, player: str, *arguments: str, error: str) -> None:
        done = self.run(player, *arguments)
        expect(f"{player}: {' '.join(arguments)}: exit code", done.returncode, 1)
        contains(f"{player}: {' '.join(arguments)}", done.stderr, error)

    def deploy(self, wager: str = "0.05", *token: str) -> None:
        """Deploys the owner's contract and its views, sets the wager, and unpauses."""
        self.wallet("owner", 1)
        for ahead in (0, 1):
            self.will_deploy_at(self.addresses["owner"], ahead)
        deployed = self.ok("owner", "deploy", "--rule", "forfeit")
        self.contract, self.views = deployed["contract"], deployed["views"]
        self.ok("owner", "set-wager", wager, *token)
        self.ok("owner", "unpause")

    def start(self, *offer: str) -> str:
        """A game of two players with keys; its id."""
        against = ["--opponent", self.addresses["black"], "--side", "white", "--key"]
        game = str(self.ok("white", "challenge", *against, *offer)["gameId"])
        self.ok("black", "accept", game, "--key")
        return game

    def transcript(self, name: str) -> list[str]:
        return ["--transcript", str(self.folder / f"{name}.json")]

    def sign(self, game: str, moves: str, name: str) -> None:
        for ply, move in enumerate(moves.split()):
            self.ok(("white", "black")[ply % 2], "sign", game, move, *self.transcript(name))

    def agree(self, game: str, moves: str, more: str) -> None:
        """Signs moves and a draw, the transcript `early`, and more moves as if there were no draw: `later`."""
        self.sign(game, moves, "early")
        (self.folder / "later.json").write_text((self.folder / "early.json").read_text())
        for player in ("black", "white"):
            # the command line signs no move after it, so the players keep a copy of their keys
            shutil.copytree(self.folder / f"keys-{player}", self.folder / f"copy-{player}")
            self.ok(player, "sign", game, "draw", *self.transcript("early"))
        for player in ("black", "white"):
            shutil.copytree(self.folder / f"copy-{player}", self.folder / f"keys-{player}", dirs_exist_ok=True)
        self.sign(game, more, "later")

    # mxpy

    def mxpy(self, *arguments: str) -> str:
        command = [MXPY, *arguments, "--proxy", self.chain.url]
        # mxpy keeps its configuration under the home folder
        done = subprocess.run(command, capture_output=True, text=True, env={"HOME": str(self.folder)})
        if done.returncode != 0:
            raise AssertionError(f"mxpy {' '.join(map(str, arguments))}: {done.stdout}{done.stderr}")
        return done.stdout

    def send(self, player: str, *arguments: str) -> dict:
        """Sends a transaction. Returns mxpy's output."""
        out = self.folder / f"out-{player}.json"
        self.mxpy(*arguments, "--pem", str(self.folder / f"{player}.pem"), "--send", "--wait-result", "--outfile", str(out))
        return json.loads(out.read_text())

    def status(self, sent: dict) -> tuple[str, str]:
        """The outcome of a transaction, and its reason; mxpy succeeds even if the execution failed."""
        told = self.chain.get(f"/transaction/{sent['emittedTransactionHash']}/process-status")
        return told["status"], told.get("reason", "")

    def call(self, player: str, function: str, *arguments: str, pays: tuple[str, ...] = (), to: str = "", gas: str = "") -> None:
        """Calls an endpoint with the gateway's estimate, unless there is a limit. `pays`: mxpy's options."""
        World.called.add(function)
        limit = ["--gas-limit", gas] if gas else ["--gas-limit-multiplier", "1.4"]
        given = ["--arguments", *arguments] if arguments else []
        sent = self.send(player, "contract", "call", to or self.contract, "--function", function, *given, *pays, *limit)
        expect(f"{player}: {function} {arguments}", self.status(sent), ("success", ""))

    def fails(self, player: str, function: str, *arguments: str, reason: str, pays: tuple[str, ...] = ()) -> None:
        given = ["--arguments", *arguments] if arguments else []
        call = ["contract", "call", self.contract, "--function", function, *given, *pays, "--gas-limit", "20000000"]
        status, why = self.status(self.send(player, *call))
        expect(f"{player}: {function} {arguments}", status, "fail")
        contains(f"{player}: {function} {arguments}", why, reason)

    def query(self, function: str, *arguments: str) -> list[str]:
        World.asked.add(function)
        given = ["--arguments", *arguments] if arguments else []
        return json.loads(self.mxpy("contract", "query", self.views, "--function", function, *given))

    def gains(self, player: str, before: int, amount: int, fees: int = STAKE // 100) -> None:
        """Waits for the amount less at most these fees: a payout to another shard takes some blocks."""
        balance = lambda: self.chain.balance(self.addresses[player]) - before
        self.wait(f"gain of {player}", lambda: amount - fees <= balance() <= amount)

    def wait(self, what: str, look, seconds: int = 300):
        """The result of `look`, once it finds something."""
        end = time.monotonic() + seconds
        while not (found := look()):
            if time.monotonic() > end:
                raise AssertionError(f"no {what} within {seconds} s")
            time.sleep(0.3)
        return found

    def token(self, *holders: str, amount: int = 10_000) -> str:
        """Issues a token that can be frozen, and gives some to each. Returns its identifier."""
        issue = ["--token-name", "Wager", "--token-ticker", "WAGER", "--initial-supply", "1000000", "--num-decimals", "0"]
        self.wallet("issuer", 1)
        sent = self.send("issuer", "token", "issue-fungible", *issue, "--gas-limit", "120000000")
        expect("the issue", self.status(sent), ("success", ""))
        held = self.wait("token", lambda: self.chain.get(f"/address/{self.addresses['issuer']}/esdt")["esdts"])
        token = next(iter(held))
        for holder in holders:
            pays = ["--receiver", self.addresses[holder], "--token-transfers", token, str(amount), "--gas-limit", "1000000"]
            expect("tokens", self.status(self.send("issuer", "tx", "new", *pays)), ("success", ""))
        return token

    def manage(self, function: str, token: str, holder: str) -> None:
        """The issuer freezes a holder's tokens, or frees them again."""
        manager = "erd1qqqqqqqqqqqqqqqpqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzllls8a5w6u"
        data = f"{function}@{token.encode().hex()}@{self.key_of(holder)}"
        self.send("issuer", "tx", "new", "--receiver", manager, "--data", data, "--gas-limit", "60000000")
        self.wait(f"{function} of {holder}", lambda: self.is_frozen(holder, token) == (function == "freeze"))

    def is_frozen(self, holder: str, token: str) -> bool:
        """The first byte of the properties that the holder's shard stores with a balance."""
        held = self.chain.get(f"/address/{self.addresses[holder]}/esdt/{token}")["tokenData"]
        return bool(held["properties"]) and bytes.fromhex(held["properties"])[0] & 1 == 1
