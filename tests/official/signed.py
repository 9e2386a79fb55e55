"""Play by signature: whole games."""

import chess
import chess.pgn

from chain import ROOT
from world import World, expect


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
