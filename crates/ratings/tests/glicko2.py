"""The table glicko2.csv: Glicko-2 by the steps of Glickman's "Example of the Glicko-2 system".

    python3 crates/ratings/tests/glicko2.py > crates/ratings/tests/glicko2.csv

The paper's own example, one period of three games, is checked first. The paper rounds on its way and
has 1464.06 and 0.05999.
"""

from math import exp, log, pi, sqrt

TAU = 0.5
SCALE = 173.7178


def period(player, results):
    """Steps 2 to 8: player is (rating, deviation, volatility), results are (rating, deviation, score)."""
    mu, phi, sigma = (player[0] - 1500) / SCALE, player[1] / SCALE, player[2]
    inverse_v, total = 0.0, 0.0
    for rating, deviation, score in results:
        g = 1 / sqrt(1 + 3 * (deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-g * (mu - (rating - 1500) / SCALE)))
        inverse_v += g * g * expected * (1 - expected)
        total += g * (score - expected)
    v = 1 / inverse_v
    delta = v * total
    a = log(sigma**2)

    def f(x):
        top = exp(x) * (delta**2 - phi**2 - v - exp(x))
        return top / (2 * (phi**2 + v + exp(x)) ** 2) - (x - a) / TAU**2

    # f falls: its zero by bisection, to the last bit, rather than by the paper's regula falsi
    low, high = a - 20, a + 20
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = exp(low / 2)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + inverse_v)
    return mu * SCALE + 1500 + phi**2 * total * SCALE, phi * SCALE, sigma


paper = period((1500, 200, 0.06), [(1400, 30, 1), (1550, 100, 0), (1700, 300, 0)])
assert [round(number, digits) for number, digits in zip(paper, (2, 2, 5))] == [1464.05, 151.52, 0.06], paper

print("rating,deviation,rounds,points,new rating,new deviation,new volatility")
player = (1500, 200, 0.06)
for rating, deviation, rounds, points in [
    (1400, 30, 1, 2),
    (1550, 100, 1, 0),
    (1700, 300, 1, 0),
    (1550, 100, 1, 1),
    (1650, 80, 10, 13),
]:
    # each round with the mean of the scores: the sum alone counts
    player = period(player, [(rating, deviation, points / 2 / rounds)] * rounds)
    print(rating, deviation, rounds, points, *(f"{number:.9f}" for number in player), sep=",")
