"""Reads the tournament reports of a folder by another program: every pairing is mutual, and every
player's points are those of the games."""

import pathlib
import sys

from caissify_pairings.trf import parse_trf

POINTS = {"1": 1, "=": 0.5, "0": 0, "+": 1, "-": 0, "U": 1, "Z": 0}


def check(path: pathlib.Path) -> None:
    report = parse_trf(path.read_text())
    players = {player["starting_number"]: player for player in report["players"]}
    assert len(players) == report["tournament"]["player_count"], path
    for number, player in players.items():
        results = player["results"]
        assert list(results) == list(range(1, report["tournament"]["total_rounds"] + 1)), player
        assert player["score"] == sum(POINTS[game["result"]] for game in results.values()), player
        for round_number, game in results.items():
            if game["opponent"]:
                other = players[game["opponent"]]["results"][round_number]
                assert other["opponent"] == number, (path, round_number, number)
                assert {game["color"], other["color"]} == {"w", "b"}, (path, round_number, number)
    print(f"{path.name}: {len(players)} players")


reports = sorted(pathlib.Path(sys.argv[1]).glob("*.trf"))
assert len(reports) == 2, reports
for report_path in reports:
    check(report_path)
