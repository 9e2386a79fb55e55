"""mxpy with the three games' contracts: 6x6 chess and chess against the engine, with games begun, moves made and answered, views asked; and
on the local chain a wager in a token that mxpy has issued.

usage: mxpy_game.py LOCALNET MXPY
LOCALNET is the program of the local chain, or the address of a chain that runs, http://…; MXPY the command; the contracts are those in the output folders.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

from multiversx_sdk import UserPEM, UserSecretKey

CONTRACTS = pathlib.Path(__file__).parents[2]
START = "0000000003256430011111100000000000000000099999900badecb000000001"


class Chain:
    def __init__(self, url: str, mxpy: str, folder: str):
        self.url, self.mxpy, self.folder = url, mxpy, pathlib.Path(folder)
        wallets = self.get("/simulator/initial-wallets")
        self.addresses = {}
        for name, wallet in zip(["alice", "bob"], wallets["balanceWallets"].values()):
            key = UserSecretKey(bytes.fromhex(wallet["privateKeyHex"])[:32])
            address = self.addresses[name] = key.generate_public_key().to_address("erd")
            UserPEM(address.to_bech32(), key).save(self.folder / f"{name}.pem")

    def get(self, path: str):
        with urllib.request.urlopen(self.url + path) as answer:
            return json.load(answer)["data"]

    def run(self, *args: str) -> str:
        command = [self.mxpy, *args, "--proxy", self.url]
        # mxpy keeps its configuration under the home folder
        done = subprocess.run(command, capture_output=True, text=True, env={"HOME": str(self.folder)})
        if done.returncode != 0:
            sys.exit(f"mxpy {' '.join(args)}: {done.stdout}{done.stderr}")
        return done.stdout

    def send(self, wallet: str, *args: str) -> tuple[str, str]:
        """Sends a transaction; its status and the contract it deployed."""
        out = self.folder / "out.json"
        pem = str(self.folder / f"{wallet}.pem")
        self.run(*args, "--pem", pem, "--send", "--wait-result", "--outfile", str(out))
        sent = json.loads(out.read_text())
        # mxpy ends well also when the execution failed
        status = self.get(f"/transaction/{sent['emittedTransactionHash']}/process-status")["status"]
        return status, sent.get("contractAddress")

    def deploy(self, contract: str, *arguments: str) -> str:
        folder = CONTRACTS / contract.removesuffix("-views")
        code = (folder if folder.exists() else CONTRACTS.parent) / "output" / f"{contract}.wasm"
        # each byte of data, of which a byte of code takes two, costs 1,500
        gas = 60_000_000 + 3_000 * code.stat().st_size
        args = ["--bytecode", str(code), "--gas-limit", str(gas)]
        status, address = self.send("alice", "contract", "deploy", *args, *given(arguments))
        expect(f"deploy {contract}", status, "success")
        return address

    def call(self, wallet: str, contract: str, function: str, *arguments: str) -> str:
        args = ["--function", function, "--gas-limit", "600000000"]
        return self.send(wallet, "contract", "call", contract, *args, *given(arguments))[0]

    def query(self, contract: str, function: str, *arguments: str) -> list[str]:
        return json.loads(self.run("contract", "query", contract, "--function", function, *given(arguments)))


def given(arguments) -> list[str]:
    return ["--arguments", *arguments] if arguments else []


def expect(what: str, found, wanted) -> None:
    if found != wanted:
        sys.exit(f"{what}: {found}, expected {wanted}")


def play(chain: Chain) -> None:
    game = chain.deploy("minichess")
    views = chain.deploy("minichess-views", f"addr:{game}")
    expect("newGame 2", chain.call("bob", game, "newGame", "2"), "fail")
    expect("newGame 4", chain.call("bob", game, "newGame", "4"), "success")
    expect("getBoard", chain.query(views, "getBoard", "1"), [START])
    expect("legal moves", len(chain.query(views, "getLegalMoves", "1")[0]), 14 * 3 * 2)
    expect("alice in bob's game", chain.call("alice", game, "makeMove", "1", "18", "34"), "fail")
    expect("e2e4", chain.call("bob", game, "makeMove", "1", "18", "34"), "success")
    for plies in [2, 4]:
        info = bytes.fromhex(chain.query(views, "getGame", "1")[0])
        # id, player, depth, outcome, white to move, en passant, half moves, plies, board
        expect("id and depth", (info[:4], info[36]), (bytes([0, 0, 0, 1]), 4))
        expect("ongoing, White to move", (info[37], info[38]), (0, 1))
        expect("plies", int.from_bytes(info[41:43]), plies)
        if plies == 2:
            suggestion = bytes.fromhex(chain.query(views, "suggestMove", "1", "3", "100000")[0])
            alone = chain.query(
                views, "suggestMoveFor", f"0x{info[43:].hex()}", str(info[39]), str(info[40]), "3", "100000"
            )
            expect("done", (suggestion[0], alone[0][:6]), (1, suggestion[:3].hex()))
            move = [str(suggestion[1]), str(suggestion[2])]
            expect("the suggested move", chain.call("bob", game, "makeMove", "1", *move), "success")
    expect("think", chain.call("alice", game, "think", "1"), "success")
    expect("getLastGameId", chain.query(views, "getLastGameId"), ["01"])


def play_chess(chain: Chain) -> None:
    game = chain.deploy("enginechess")
    views = chain.deploy("enginechess-views", f"addr:{game}")
    expect("newGame 9", chain.call("bob", game, "newGame", "9", "0"), "fail")
    # the engine has White and moves at once
    expect("newGame 1 1", chain.call("bob", game, "newGame", "1", "1"), "success")
    moves = chain.query(views, "getMoves", "1")[0]
    expect("the engine's first move", len(moves), 4)
    suggestion = bytes.fromhex(chain.query(views, "suggestMove", "1", "1", "100000")[0])
    expect("done", suggestion[0], 1)
    move = [str(suggestion[1]), str(suggestion[2])]
    expect("alice in bob's game", chain.call("alice", game, "makeMove", "1", *move), "fail")
    expect("the suggested move", chain.call("bob", game, "makeMove", "1", *move), "success")
    expect("three plies", len(chain.query(views, "getMoves", "1")[0]), 12)
    # a game that one move ends
    fen = "str:6k1/4pppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    expect("newGame", chain.call("alice", game, "newGame", "1", "0", fen), "success")
    expect("Ra8", chain.call("alice", game, "makeMove", "2", "56", "0"), "success")
    info = bytes.fromhex(chain.query(views, "getGame", "2")[0])
    # id, player, side, level, outcome
    expect("White has won", (info[36], info[37], info[38]), (0, 1, 1))
    expect("getMoves", chain.query(views, "getMoves", "2"), ["0038"])
    fen = bytes.fromhex(chain.query(views, "getFen", "2")[0]).decode()
    expect("getFen", fen, "R5k1/4pppp/8/8/8/8/5PPP/6K1 b - - 1 1")
    expect("after the end", chain.call("alice", game, "makeMove", "2", "0", "56"), "fail")


def join_with_a_token(chain: Chain) -> None:
    token = ["--token-name", "Wager", "--token-ticker", "WAGER", "--initial-supply", "100000", "--num-decimals", "0"]
    issue = chain.send("alice", "token", "issue-fungible", *token, "--gas-limit", "120000000")
    expect("issue-fungible", issue[0], "success")
    alice, bob = chain.addresses.values()
    ((token, held),) = chain.get(f"/address/{alice.to_bech32()}/esdt")["esdts"].items()
    expect("the supply", held["balance"], "100000")
    chess = chain.deploy("onchain-chess")
    expect("setWager", chain.call("alice", chess, "setWager", f"str:{token}", "500"), "success")
    expect("unpause", chain.call("alice", chess, "unpause"), "success")
    given = ["--token-transfers", token, "700", "--gas-limit", "1000000"]
    expect("a transfer", chain.send("alice", "tx", "new", "--receiver", bob.to_bech32(), *given)[0], "success")
    paid = ["--token-transfers", token, "500", "--gas-limit", "20000000"]
    joined = chain.send("bob", "contract", "call", chess, "--function", "joinGame", *paid)
    expect("joinGame", joined[0], "success")
    views = chain.deploy("onchain-chess-views", f"addr:{chess}")
    waiting = chain.query(views, "getIsPlayerWaitingOpt")[0]
    expect("the waiting player", waiting[-64:], bob.to_hex())
    expect("leaveQueue", chain.call("bob", chess, "leaveQueue"), "success")
    left = chain.get(f"/address/{bob.to_bech32()}/esdt/{token}")["tokenData"]
    expect("the wager comes back", left["balance"], "700")


def play_all(url: str, mxpy: str, is_local: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        there = Chain(url, mxpy, folder)
        play(there)
        play_chess(there)
        if is_local:
            join_with_a_token(there)


def main() -> None:
    localnet, mxpy = sys.argv[1:]
    if localnet.startswith("http://"):
        play_all(localnet, mxpy, False)
        return
    chain = subprocess.Popen([localnet, "--port", "0", "--quiet"], stdout=subprocess.PIPE, text=True)
    try:
        play_all(chain.stdout.readline().strip(), mxpy, True)
    finally:
        chain.terminate()
        chain.wait()
    print("6x6 chess, chess and a wager in a token: deployed and played with mxpy")


main()
