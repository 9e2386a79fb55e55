"""Every endpoint and view of the documents by mxpy; together with the other stories, all of the ABI."""

import json

from chain import ROOT
from world import STAKE, World, expect

STAKED = ("--value", str(STAKE))


def abi(name: str, mutability: str) -> set[str]:
    endpoints = json.loads((ROOT / f"output/{name}.abi.json").read_text())["endpoints"]
    return {endpoint["name"] for endpoint in endpoints if endpoint["mutability"] == mutability}


def all_are_tried() -> None:
    """Nobody but the network calls the payouts' callback."""
    expect("endpoints by mxpy", abi("onchain-chess", "mutable") - World.called, set())
    expect("views by mxpy", abi("onchain-chess-views", "readonly") - World.asked, set())


def queue(world: World) -> None:
    """The documents' game: deployed, joined, moved, drawn, resigned, called."""
    world.wallet("white", 0)
    world.wallet("black", 2)
    world.wallet("owner", 1)
    for ahead in (0, 1):
        world.will_deploy_at(world.addresses["owner"], ahead)
    deployed = world.ok("owner", "deploy")
    world.contract, world.views = deployed["contract"], deployed["views"]
    world.fails("owner", "unpause", reason="set the wager first")
    world.fails("white", "setWager", "str:EGLD-000000", "5", reason="Endpoint can only be called by owner")
    world.call("owner", "setWager", "str:EGLD-000000", str(STAKE))
    world.fails("white", "joinGame", pays=STAKED, reason="paused")
    world.call("owner", "unpause")
    world.call("white", "joinGame", pays=STAKED)
    expect("who waits", bool(world.query("getIsPlayerWaitingOpt")[0]), True)
    world.call("white", "leaveQueue")
    for player in ("white", "black"):
        world.call(player, "joinGame", pays=STAKED)
    world.fails("black", "makeMove", "1", "12", "28", reason="not your turn")
    world.fails("white", "makeMove", "1", "52", "28", reason="that piece can't go there")
    world.call("white", "makeMove", "1", "52", "36")
    world.call("black", "makeMove", "1", "12", "28")
    world.call("black", "draw", "1")
    world.fails("white", "claimDraw", "1", reason="neither a threefold repetition nor 50 moves")
    world.fails("white", "callIllegalMove", "1", reason="")
    ask_all(world)
    world.call("white", "draw", "1")
    for player in ("white", "black"):
        world.call(player, "joinGame", pays=STAKED)
    # 3. a3 leaves the king attacked
    for ply, (start, end) in enumerate([(52, 36), (12, 28), (51, 43), (5, 33), (48, 40)]):
        world.call(("white", "black")[ply % 2], "makeMove", "2", str(start), str(end))
    world.call("black", "callIllegalMove", "2")
    score = f"addr:{world.addresses['black']}"
    expect("Black's score", world.query("getScore", score), ["03"])


def ask_all(world: World) -> None:
    """Every view of both contracts."""
    player = f"addr:{world.addresses['white']}"
    arguments = {
        "getScore": [player],
        "getCredit": [player],
        "getCredits": [player],
        "getSurplus": ["str:EGLD-000000"],
        "getOpenChallenges": ["0", "10"],
        "getSnapshot": ["1", "0"],
        "getPlayerGames": [player, "0", "10"],
        "getOngoingGames": [player, "0", "10"],
        "getGamesPage": ["1", "10"],
    }
    alone = {"isPaused", "getWagerTokenId", "getWagerAmount", "getIsPlayerWaitingOpt", "getGames", "getGameCount", "getIllegalMoveRule"}
    answers = {}
    for view in sorted(abi("onchain-chess-views", "readonly")):
        answers[view] = world.query(view, *([] if view in alone else arguments.get(view, ["1"])))
    for view in sorted(abi("onchain-chess", "readonly")):
        given = [] if view in alone else [world.key_of("white") if view == "getScore" else "01"]
        answer = [value.hex() for value in world.chain.view(world.contract, view, *given)]
        expect(f"{view} of both contracts", answer, answers[view])
    expect("the wager", answers["getWagerAmount"], [STAKE.to_bytes(7).hex()])
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    expect("the position", answers["getFen"], [fen.encode().hex()])


def challenges(world: World) -> None:
    """Challenges, a repetition, and a game by signature."""
    world.deploy()
    world.wallet("white", 1)
    world.wallet("black", 0)
    black = "0x01" + world.key_of("black")
    # opponent, White, no clock, one round, no engines
    offer = [black, "0", "0x", "1", "false"]
    world.call("white", "challenge", *offer, pays=STAKED)
    world.fails("black", "accept", "1", reason="pay exactly the stake")
    world.call("white", "cancelChallenge", "1")
    world.call("white", "challenge", *offer)
    world.call("black", "accept", "2")
    for ply, (start, end) in enumerate([(62, 45), (6, 21), (45, 62), (21, 6)] * 2):
        world.call(("white", "black")[ply % 2], "makeMove", "2", str(start), str(end))
    world.call("white", "claimDraw", "2")
    world.call("white", "challenge", *offer)
    world.call("black", "accept", "3")
    for ply, move in enumerate("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1".split()):
        world.ok(("white", "black")[ply % 2], "move", "3", move)
    world.fails("black", "makeMoveAndClaim", "3", "12", "28", reason="neither a threefold repetition nor 50 moves")
    world.call("black", "makeMoveAndClaim", "3", "21", "6")
    game = world.start("--stake", "0.05")
    world.sign(game, "f3 e5 g4 Qh4#", "mate")
    world.ok("white", "sign", game, "resign", *world.transcript("mate"))
    told = json.loads((world.folder / "mate.json").read_text())
    last = {message["signer"]: "0x" + message["argument"] for message in told["messages"]}
    other = last["white"][:-2] + f"{int(last['white'][-2:], 16) ^ 1:02x}"
    moves = "0x" + told["moves"]
    world.fails("black", "play", game, "0", "0", moves, other, last["black"], reason="ed25519 verify error")
    world.call("black", "play", game, "0", "0", moves, last["white"], last["black"])
    world.fails("black", "resign", game, reason="the game is over")
    game = world.start()
    world.call("white", "resign", game)
