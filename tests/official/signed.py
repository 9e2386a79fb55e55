"""Play by signature: whole games, refusals, open ends, old states, asks."""

import chess
import chess.pgn

from chain import ROOT
from world import STAKE, World, expect


def whole_games(world: World) -> None:
    """Games of 80 and 271 plies are settled by one call each, and paid."""
    world.deploy()
    world.wallet("white", 0)
    world.wallet("black", 2)
    long = ROOT / "interaction/games/carlsen-nepomniachtchi-2021.pgn"
    short = world.folder / "eighty.pgn"
    game = chess.pgn.read_game(long.open())
    moves = [node.move for node in game.mainline()]
    expect("plies of the long game", len(moves), 271)
    cut = chess.pgn.Game({"Result": "0-1"})
    cut.add_line(moves[:80])
    short.write_text(str(cut))
    pems = [f"--{side}={world.folder / side}.pem" for side in ("white", "black")]
    for file, plies, winner in ((short, 80, "black"), (long, 271, "white")):
        before = world.chain.balance(world.addresses[winner])
        world.ok("white", "play", str(file), "--signed", *pems)
        number = int.from_bytes(world.chain.view(world.views, "getGameCount")[0])
        snapshot = world.ok("white", "game", str(number))
        expect(f"plies of game {number}", len(snapshot["moves"]), plies)
        world.wait(f"gain of {winner}", lambda: world.chain.balance(world.addresses[winner]) > before)


def states(world: World) -> None:
    """Refused messages, open ends, and those that a longer game replaces."""
    world.deploy()
    world.wallet("white", 1)
    world.wallet("black", 0)
    world.wallet("third", 2)
    # a mate that the mated player acknowledges is paid immediately, whoever submits it
    before = world.chain.balance(world.addresses["black"])
    game = world.start("--stake", "0.05")
    world.sign(game, "f3 e5", "old")
    old = (world.folder / "old.json").read_text()
    (world.folder / "mate.json").write_text(old)
    world.sign(game, "g4 Qh4#", "mate")
    world.ok("white", "sign", game, "resign", *world.transcript("mate"))
    told = world.ok("third", "submit", game, *world.transcript("mate"))
    expect("the mate", (told["game"]["state"], told["game"]["endReason"]), ("black_won", "Checkmate"))
    world.gains("black", before, STAKE)
    world.refused("third", "submit", game, *world.transcript("mate"), error="the game is over")
    # an end that nobody acknowledges stays open
    game = world.start()
    world.sign(game, "f3 e5 g4 Qh4#", "open")
    told = world.ok("third", "submit", game, *world.transcript("open"))
    expect("an open end", told["game"]["awaits"], "longer_game")
    world.refused("black", "signal-inactivity", game, error="the time isn't over")
    # an agreement in an old state is undone by two more plies
    game = world.start()
    world.agree(game, "e4 e5", "Nf3 Nc6")
    told = world.ok("black", "submit", game, *world.transcript("early"))
    expect("an old agreement", told["game"]["awaits"], "longer_game")
    told = world.ok("third", "submit", game, *world.transcript("later"))
    expect("a longer game", (told["game"]["awaits"], len(told["game"]["moves"])), ("move", 4))
    world.refused("third", "submit", game, *world.transcript("early"), error="the chain knows as much")
    # the waiting player asks; the answer may come by a call
    game = world.start("--clock", "90s+1")
    world.refused("white", "sign", game, "ask", *world.transcript("ask"), error="it is your turn: who waits asks")
    world.sign(game, "e4", "ask")
    world.ok("white", "sign", game, "ask", *world.transcript("ask"))
    told = world.ok("white", "submit", game, *world.transcript("ask"))
    expect("a question", told["game"]["awaits"], "answer")
    told = world.ok("black", "move", game, "c5")
    expect("an answer", (told["game"]["awaits"], told["game"]["moves"]), ("move", ["e4", "c5"]))
    world.refused("third", "submit", game, *world.transcript("ask"), error="the chain knows as much")
