"""Stories that need time: an open end that becomes final, and wagers taken back in a long pause."""

from world import STAKE, World


def epochs(world: World) -> None:
    world.deploy()
    world.wallet("white", 0)
    world.wallet("black", 1)
    game = world.start("--stake", "0.05")
    world.sign(game, "f3 e5 g4 Qh4#", "open")
    world.ok("black", "submit", game, *world.transcript("open"))
    world.fails("black", "signalInactivity", game, reason="the time isn't over")
    world.chain.advance(2)
    before = world.chain.balance(world.addresses["black"])
    world.call("white", "signalInactivity", game)
    world.gains("black", before, 2 * STAKE, 0)
    world.ok("white", "join")
    game = str(world.ok("black", "join")["gameId"])
    world.call("owner", "pause")
    world.fails("white", "makeMove", game, "52", "36", reason="paused")
    world.fails("white", "reclaimWager", game, reason="")
    world.chain.advance(31)
    before = world.chain.balance(world.addresses["white"])
    world.call("black", "reclaimWager", game)
    world.gains("white", before, STAKE, 0)
    world.call("owner", "unpause")
