"""Payouts to other shards: taken, refused, to frozen accounts, and withdrawn later."""

import subprocess

from chain import ROOT, WASM_AS
from world import STAKE, World, expect

FUNDS, WAGER = 10_000, 400


def tokens(world: World) -> None:
    """The contract is in shard 1; a token goes to players of all shards, or comes back from a frozen one."""
    names = ["near", "white", "black"]
    for name, shard in zip(names, (1, 0, 2)):
        world.wallet(name, shard)
    token = world.token(*names)
    world.deploy(str(WAGER), token)
    held = dict.fromkeys(names, FUNDS)

    def holds(what: str) -> None:
        found = {name: world.chain.balance(world.addresses[name], token) for name in names}
        expect(what, found, held)

    def game(white: str, black: str) -> str:
        world.ok(white, "join")
        return str(world.ok(black, "join")["gameId"])

    for white, black in (("near", "white"), ("white", "black"), ("black", "near")):
        world.ok(black, "resign", game(white, black))
        held[white] += WAGER
        held[black] -= WAGER
        holds(f"{black} resigned")
        drawn = game(white, black)
        world.ok(white, "draw", drawn)
        world.ok(black, "draw", drawn)
        holds(f"{white} and {black} drew")
    for frozen, opponent in (("near", "black"), ("white", "black")):
        lost = game(frozen, opponent)
        world.manage("freeze", token, frozen)
        told = world.ok(opponent, "resign", lost)
        expect("who is owed", [owed["amount"] for owed in told["owed"]], [str(2 * WAGER)])
        player = world.ok(opponent, "player", world.addresses[frozen])
        expect("the credit", player["credits"], [{"token": token, "amount": str(2 * WAGER)}])
        world.manage("unFreeze", token, frozen)
        world.call(frozen, "withdraw", gas="20000000")
        held[frozen] += WAGER
        held[opponent] -= WAGER
        holds(f"{frozen} has withdrawn")
    left = world.chain.get(f"/address/{world.contract}/esdt/{token}")["tokenData"]["balance"]
    expect("what the contract has left", left, "0")


def contracts(world: World) -> None:
    """Players that are contracts of another shard: one takes EGLD, the other doesn't."""
    world.deploy()
    for name, shard in (("machinist", 0), ("black", 2)):
        world.wallet(name, shard)
    code = world.folder / "player.wasm"
    text = ROOT / "crates/localnet/tests/common/player.wat"
    subprocess.run([WASM_AS, text, "--output", code], check=True)
    chess = "addr:" + world.contract
    for payable, options in ((True, ["--metadata-payable"]), (False, [])):
        deploy = ["contract", "deploy", "--bytecode", str(code), "--gas-limit", "20000000"]
        deployed = world.send("machinist", *deploy, *options)
        machine = deployed["contractAddress"]
        join = [chess, str(STAKE), "str:joinGame"]
        world.call("machinist", "call", *join, pays=("--value", str(STAKE)), to=machine, gas="20000000")
        world.wait("player", lambda: world.chain.view(world.views, "getIsPlayerWaitingOpt")[0])
        game = str(world.ok("black", "join")["gameId"])
        told = world.ok("black", "resign", game)
        expect("payouts and credits", (len(told["paid"]), len(told["owed"])), (1, 0) if payable else (0, 1))
        expect("what the machine has", world.chain.balance(machine), 2 * STAKE if payable else 0)
        credits = world.ok("black", "player", machine)["credits"]
        owed = [{"token": "EGLD-000000", "amount": str(2 * STAKE)}]
        expect("what it is owed", credits, [] if payable else owed)
    World.called.discard("call")
