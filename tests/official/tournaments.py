"""Whole tournaments by the command line alone, from the opening to the last claim, on either chain."""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from caissify_pairings.trf import parse_trf

from chain import HOME, ROOT, Chain, Gateway
from dialect import locally
from world import World, contains, expect

EGLD = 10**18
HOUR = 3600
# of a clock of an hour, the shortest that the contract takes
WINDOW = 4 * HOUR + 600
POINTS = {"1": 1, "=": 0.5, "0": 0, "+": 1, "-": 0, "U": 1, "Z": 0}


class Hall:
    """A tournament of players with a wallet each, in the order of their seeds."""

    def __init__(self, world: World, name: str, players: int, clock: str, *terms: str):
        self.world, self.name, self.clock = world, name, clock
        self.names = [f"{name}-{number}" for number in range(players)]
        for number, player in enumerate(self.names):
            world.wallet(player, number % 3)
        start = datetime.fromtimestamp(world.chain.now() + 6 * HOUR, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        given = ["--players", str(players), "--clock", clock, "--start", start, "--sponsor", "1", *terms]
        self.id = str(world.ok("owner", "tournament", "open", *given)["tournament"])

    def enter(self) -> None:
        at_once(lambda player: self.world.ok(player, "tournament", "enter", self.id, "--rating", "1500"), self.names)
        names = {self.world.addresses[name]: name for name in self.names}
        self.names = [names[player["player"]] for player in self.show()["standings"]]

    def show(self, *form: str) -> dict:
        return self.world.ok("owner", "tournament", "show", self.id, *form)

    def next(self) -> None:
        self.world.ok(self.names[0], "tournament", "next", self.id)

    def boards(self) -> list[tuple[int, int, int]]:
        """The boards of the round in progress: the number, White's and Black's seed."""
        seeds = {self.world.addresses[name]: seed for seed, name in enumerate(self.names)}
        boards = self.show()["pairings"][-1]["boards"]
        return [(number, seeds[board["white"]], seeds[board["black"]]) for number, board in enumerate(boards, 1)]

    def challenge(self, board: int, seed: int, opponent: int, side: str) -> str:
        """A challenge, reported by the player who opens it; its game."""
        of = ["--clock", self.clock, "--side", side, "--opponent", self.world.addresses[self.names[opponent]]]
        game = str(self.world.ok(self.names[seed], "challenge", *of)["gameId"])
        self.report(board, seed, game)
        return game

    def report(self, board: int, seed: int, game: str) -> None:
        self.world.ok(self.names[seed], "tournament", "report", self.id, str(board), game)

    def play(self, board: int, white: int, black: int, drawn: bool = False) -> None:
        """The lower seed wins, or both agree on a draw."""
        game = self.challenge(board, white, black, "white")
        self.world.ok(self.names[black], "accept", game)
        for player in [black, white] if drawn else [max(white, black)]:
            self.world.ok(self.names[player], "draw" if drawn else "resign", game)
        self.report(board, white, game)

    def ended(self, pot: int, points: list[float] | float, byes: int, draws: int) -> list[int]:
        """The points and the pot are these, another program reads the report; everyone claims. The prizes by seed."""
        shown = self.show()
        expect(f"{self.name}: phase and pot", (shown["phase"], shown["pot"]), ("ended", str(pot)))
        found = [player["points"] for player in shown["standings"]]
        expect(f"{self.name}: points", found if isinstance(points, list) else sum(found), points)
        report = self.show("--trf")["trf"]
        expect(f"{self.name}: byes and draws", (report.count("0000 - U"), report.count(" =")), (byes, 2 * draws))
        read_by_another(report)
        if shown["format"] == "round-robin":
            contains("the report", report, f"\n062 {len(found)}\n092 Individual: Round Robin\n")
        prizes = at_once(self.prize, self.names)
        expect(f"{self.name}: the sum of claims", sum(prizes), pot)
        return prizes

    def prize(self, player: str) -> int:
        chain, address = self.world.chain, self.world.addresses[player]
        claimed = chain.view(self.world.tournaments, "getClaim", f"{int(self.id):02x}", self.world.key_of(player))
        prize, before = int.from_bytes(claimed[0]), chain.balance(address)
        if prize == 0:
            self.world.refused(player, "tournament", "claim", self.id, error="nothing to claim")
            return 0
        told = self.world.ok(player, "tournament", "claim", self.id)
        expect(f"claim of {player}", told["amount"], str(prize))
        after = before + prize - int(told["fee"])
        self.world.wait(f"prize of {player}", lambda: chain.balance(address) == after)
        return prize


def read_by_another(text: str) -> None:
    """Every pairing is mutual, and every player's points are those of the games."""
    report = parse_trf(text)
    players = {player["starting_number"]: player for player in report["players"]}
    expect("players", len(players), report["tournament"]["player_count"])
    for number, player in players.items():
        results = player["results"]
        expect(f"rounds of {number}", list(results), list(range(1, report["tournament"]["total_rounds"] + 1)))
        expect(f"points of {number}", player["score"], sum(POINTS[game["result"]] for game in results.values()))
        for played, game in results.items():
            if game["opponent"]:
                other = players[game["opponent"]]["results"][played]
                expect(f"opponent of {number} in round {played}", other["opponent"], number)
                expect(f"colours of {number} in round {played}", {game["color"], other["color"]}, {"w", "b"})


def at_once(work, these) -> list:
    with ThreadPoolExecutor(5) as pool:
        return list(pool.map(work, these))


def round_robin(hall: Hall) -> None:
    """The last two of six players are never there."""
    for number in range(1, 6):
        boards = hall.boards()
        expect(f"boards of round {number}", len(boards), 3)
        paired = -(-hall.show()["paired"] // 1000)

        def first(board: int, white: int, black: int) -> None:
            if black < 4 and white < 4:
                hall.play(board, white, black)
            elif white < 4:
                hall.challenge(board, white, black, "white")

        at_once(lambda board: first(*board), boards)
        # Black opens the game in the second half of the window
        hall.world.chain.until(paired + WINDOW // 2)
        late = [board for board in boards if board[1] >= 4 > board[2]]
        at_once(lambda board: hall.challenge(board[0], board[2], board[1], "black"), late)
        hall.world.refused(hall.names[0], "tournament", "next", hall.id, error="window has not ended")
        hall.world.chain.until(paired + WINDOW)
        hall.next()
    # 1.6 EGLD by 60, 30 and 10 percent
    pot = 16 * EGLD // 10
    prizes = hall.ended(pot, [5, 4, 3, 2, 0, 0], 0, 0)
    expect("prizes of the round robin", prizes, [pot * percent // 100 for percent in (60, 30, 10, 0, 0, 0)])


def swiss(hall: Hall, rounds: int, byes: int) -> None:
    for _ in range(rounds):
        at_once(lambda board: hall.play(*board, board[0] == 2), hall.boards())
        hall.next()
    hall.ended(EGLD, rounds * (len(hall.names) // 2) + byes, byes, rounds)


def played(world: World) -> None:
    world.deploy()
    world.will_deploy_at(world.addresses["owner"])
    world.tournaments = world.ok("owner", "tournament", "deploy")["tournaments"]
    long = ["7d", "--window", "30d"]
    six = Hall(world, "six", 6, "1h", "--format", "round-robin", "--fee", "0.1")
    nine = Hall(world, "nine", 9, *long, "--rounds", "5")
    four = Hall(world, "four", 4, *long, "--rounds", "3")
    halls = [six, nine, four]
    at_once(Hall.enter, halls)
    world.chain.until(max(hall.show()["start"] for hall in halls) // 1000)
    for hall in halls:
        hall.next()
    at_once(lambda story: story(), [lambda: round_robin(six), lambda: swiss(nine, 5, 5), lambda: swiss(four, 3, 0)])
    # the unit that made its account known
    expect("what the contract has left", world.chain.balance(world.tournaments), 1)


def official(world: World) -> None:
    """Rounds of two minutes, so that hours pass quickly, and few of them while a command runs."""
    world.chain = Chain(HOME / "tournaments.log", round_seconds=120, rest=5)
    try:
        world.chain.start()
        played(world)
    finally:
        world.chain.stop()


def by_the_page(_: World) -> None:
    """The page's own test of four purses; blocks come by this machine's clock, as the page counts by it."""
    test = ["npx", "--no-install", "vitest", "run", "e2e/lobby/tournament.test.ts", "-t", "four purses"]
    chain = Chain(HOME / "page.log", round_seconds=1, in_time=True)
    try:
        chain.start()
        environment = os.environ | {"GATEWAY": chain.url}
        done = subprocess.run(test, cwd=ROOT / "dapp", env=environment, capture_output=True, text=True)
    finally:
        chain.stop()
    expect(f"the page's test\n{done.stdout[-6000:]}{done.stderr[-2000:]}", done.returncode, 0)


if __name__ == "__main__":
    locally(played)
