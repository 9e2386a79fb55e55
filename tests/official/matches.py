"""A match: its rounds, a later round that undoes an open resignation, and both players' leaving."""

from world import STAKE, World, contains, expect


def rounds(world: World) -> None:
    world.deploy()
    world.wallet("white", 0)
    world.wallet("black", 2)
    before = [world.chain.balance(world.addresses[name]) for name in ("white", "black")]
    match = world.start("--rounds", "3", "--stake", "0.05")
    world.sign(match, "f3 e5 g4 Qh4#", "round-0")
    # in round 0 White resigns, which a later round undoes
    world.ok("white", "sign", match, "resign", *world.transcript("round-0"))
    told = world.ok("black", "submit", match, *world.transcript("round-0"))
    expect("a round's end", (told["game"]["awaits"], told["game"]["state"]), ("longer_game", "ongoing"))
    of = ["--round", "1", "--points", "0"]
    first = [*world.transcript("round-1"), *of]
    # colours change
    for player, what in (("white", "begin"), ("black", "e4"), ("white", "e5")):
        world.ok(player, "sign", match, what, *first)
    told = world.ok("white", "submit", match, *first)
    expect("the later round", (told["game"]["awaits"], told["game"]["round"]), ("move", 1))
    world.refused("black", "submit", match, *world.transcript("round-0"), "--round", "0", "--points", "0", error="round")
    second = [*world.transcript("round-2"), "--round", "2", "--points", "0"]
    for player in ("white", "black"):
        world.ok(player, "sign", match, "leave", *second)
    done = world.run("white", "sign", match, "begin", *second)
    contains("after leaving", done.stderr, "you have left the match")
    told = world.ok("white", "submit", match, *second)
    game = world.ok("white", "game", match)
    expect("rounds that count", game["played"], 2)
    # the points say that Black of round 0 has won both: White has one stake of three left
    for player, then, gain in zip(("white", "black"), before, (-2 * STAKE, 2 * STAKE)):
        world.gains(player, then, gain, STAKE // 10)
