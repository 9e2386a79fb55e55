"""Both engines' contracts by mxpy, on either chain: games begun, moves made and answered, views asked.

On the local chain, also a wager in a token that mxpy has issued.
"""

from chain import ROOT
from dialect import locally
from world import World, expect

GAS = "600000000"
START = "0000000003256430011111100000000000000000099999900badecb000000001"
ANOTHERS = "this game belongs to another player"


def deploy(world: World, contract: str) -> None:
    """A contract and its views."""

    def at(name: str, *arguments: str) -> str:
        code = ROOT / f"contracts/{contract}/output/{name}.wasm"
        # each byte of data, of which a byte of code takes two, costs 1,500
        gas = 60_000_000 + 3_000 * code.stat().st_size
        sent = world.send("alice", "contract", "deploy", "--bytecode", str(code), "--gas-limit", str(gas), *arguments)
        expect(f"deploy {name}", world.status(sent), ("success", ""))
        return sent["contractAddress"]

    world.contract = at(contract)
    world.views = at(f"{contract}-views", "--arguments", f"addr:{world.contract}")


def minichess(world: World) -> None:
    deploy(world, "minichess")
    world.fails("bob", "newGame", "2", reason="the depth is a number from 3 to 20")
    world.call("bob", "newGame", "4", gas=GAS)
    expect("getBoard", world.query("getBoard", "1"), [START])
    expect("legal moves", len(world.query("getLegalMoves", "1")[0]), 14 * 3 * 2)
    world.fails("alice", "makeMove", "1", "18", "34", reason=ANOTHERS)
    world.call("bob", "makeMove", "1", "18", "34", gas=GAS)
    for plies in [2, 4]:
        info = bytes.fromhex(world.query("getGame", "1")[0])
        # id, player, depth, outcome, white to move, en passant, half moves, plies, board
        expect("id and depth", (info[:4], info[36]), (bytes([0, 0, 0, 1]), 4))
        expect("ongoing, White to move", (info[37], info[38]), (0, 1))
        expect("plies", int.from_bytes(info[41:43]), plies)
        if plies == 2:
            suggestion = bytes.fromhex(world.query("suggestMove", "1", "3", "100000")[0])
            position = [f"0x{info[43:].hex()}", str(info[39]), str(info[40])]
            alone = world.query("suggestMoveFor", *position, "3", "100000")
            expect("done", (suggestion[0], alone[0][:6]), (1, suggestion[:3].hex()))
            world.call("bob", "makeMove", "1", str(suggestion[1]), str(suggestion[2]), gas=GAS)
    world.call("alice", "think", "1", gas=GAS)
    expect("getLastGameId", world.query("getLastGameId"), ["01"])


def chess(world: World) -> None:
    deploy(world, "enginechess")
    world.fails("bob", "newGame", "9", "0", reason="there is no such level: see getLevels")
    # the engine has White and moves at once
    world.call("bob", "newGame", "1", "1", gas=GAS)
    expect("the engine's first move", len(world.query("getMoves", "1")[0]), 4)
    suggestion = bytes.fromhex(world.query("suggestMove", "1", "1", "100000")[0])
    expect("done", suggestion[0], 1)
    move = ["1", str(suggestion[1]), str(suggestion[2])]
    world.fails("alice", "makeMove", *move, reason=ANOTHERS)
    world.call("bob", "makeMove", *move, gas=GAS)
    expect("three plies", len(world.query("getMoves", "1")[0]), 12)
    # a game that one move ends
    world.call("alice", "newGame", "1", "0", "str:6k1/4pppp/8/8/8/8/5PPP/R5K1 w - - 0 1", gas=GAS)
    world.call("alice", "makeMove", "2", "56", "0", gas=GAS)
    info = bytes.fromhex(world.query("getGame", "2")[0])
    # id, player, side, level, outcome
    expect("White has won", (info[36], info[37], info[38]), (0, 1, 1))
    expect("getMoves", world.query("getMoves", "2"), ["0038"])
    fen = bytes.fromhex(world.query("getFen", "2")[0]).decode()
    expect("getFen", fen, "R5k1/4pppp/8/8/8/8/5PPP/6K1 b - - 1 1")
    world.fails("alice", "makeMove", "2", "0", "56", reason="the game is over")


def games(world: World) -> None:
    world.wallet("alice", 1)
    world.wallet("bob", 0)
    minichess(world)
    chess(world)


def token(world: World) -> None:
    world.wallet("bob", 0)
    token = world.token("bob", amount=700)
    world.deploy("500", token)
    world.call("bob", "joinGame", pays=("--token-transfers", token, "500"))
    expect("who waits", world.query("getIsPlayerWaitingOpt")[0][-64:], world.key_of("bob"))
    world.call("bob", "leaveQueue")
    expect("the wager comes back", world.chain.balance(world.addresses["bob"], token), 700)


if __name__ == "__main__":
    locally(games, token)
