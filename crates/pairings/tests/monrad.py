"""Checks the Monrad pairings of random tournaments, with a program that shares nothing with the crate.

    target/venv/bin/python crates/pairings/tests/monrad.py PROGRAM COUNT [SEED]

PROGRAM is the example `tournaments`. Each round is paired here too, from the results alone, by a
depth-first search with a growing number of repeated pairings, and must be the same.
"""

import subprocess
import sys
from functools import lru_cache


class Field:
    """The players of a tournament and what they did so far."""

    def __init__(self, players):
        self.points = [0] * players
        self.colors = [""] * players
        self.byes = [0] * players
        self.met = set()

    def pair(self):
        """The boards as (white, black), the bye, and how many boards repeat a pairing."""
        ranking = sorted(range(len(self.points)), key=lambda seed: (-self.points[seed], seed))
        places = {seed: place for place, seed in enumerate(ranking)}
        byes = [None]
        if len(ranking) % 2:
            byes = sorted(ranking, key=lambda seed: (self.byes[seed], -places[seed]))
        for repeats in range(len(ranking)):
            for bye in byes:
                found = self.complete(tuple(seed for seed in ranking if seed != bye), repeats)
                if found is not None:
                    return [self.color(*pair) for pair in found], bye, repeats
        raise AssertionError("no pairing at all")

    def complete(self, ranking, repeats):
        """The pairing of these players in which the first meets the nearest possible, and so forth."""

        @lru_cache(maxsize=None)
        def search(left, repeats):
            if not left:
                return ()
            first, others = left[0], left[1:]
            known = [other for other in others if frozenset((first, other)) in self.met]
            unknown = [other for other in others if other not in known]
            for other in unknown + (known if repeats else []):
                rest = tuple(seed for seed in others if seed != other)
                found = search(rest, repeats - (other in known))
                if found is not None:
                    return ((first, other), *found)
            return None

        return search(ranking, repeats)

    def color(self, one, other):
        """White first: who had White less often, then who had Black last, then the higher seed."""

        def claim(seed):
            return self.colors[seed].count("w"), self.colors[seed][-1:] != "b", seed

        return tuple(sorted((one, other), key=claim))

    def play(self, white, black, white_points, black_points):
        self.points[white] += white_points
        self.points[black] += black_points
        self.colors[white] += "w"
        self.colors[black] += "b"
        self.met.add(frozenset((white, black)))


def main(program, count, seed="1"):
    lines = subprocess.run([program, count, seed], check=True, capture_output=True, text=True).stdout.splitlines()
    tournaments = rounds = with_repeats = 0
    field = None
    for line in lines:
        if line.isdigit() and "," not in line:
            field = Field(int(line))
            tournaments += 1
            continue
        *boards, bye = line.split(",")
        results = [tuple(map(int, board.split())) for board in boards]
        paired, rested, repeats = field.pair()
        ours = ([(white, black) for white, black, *_ in results], int(bye) if bye else None)
        assert ours == (paired, rested), f"tournament {tournaments}: {ours}, expected {(paired, rested)}"
        for result in results:
            field.play(*result)
        if rested is not None:
            field.points[rested] += 2
            field.byes[rested] += 1
        rounds += 1
        with_repeats += repeats > 0
    assert tournaments == int(count), f"{tournaments} tournaments"
    # a few fields are too small for their rounds, so that this is tried too
    assert 0 < with_repeats < rounds
    print(f"{tournaments} tournaments, {rounds} rounds paired alike, {with_repeats} with a repeated pairing")


if __name__ == "__main__":
    main(*sys.argv[1:])
