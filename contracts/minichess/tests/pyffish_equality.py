"""The engine's rules against Fairy-Stockfish's, over the positions of seeded random games.

    pyffish_equality.py CLI [POSITIONS] [SEED]

CLI is the minichess command. For every position: the same legal moves, the same FEN after the move played,
and mate, stalemate, check and dead positions found alike. Half of the games begin
from the starting position, half from a few scattered pieces, with promotions near.
"""

import collections
import pathlib
import random
import subprocess
import sys

import pyffish

VARIANT = "minichess"
START = "rbqknr/pppppp/6/6/PPPPPP/RBQKNR w - - 0 1"
RANKS, FILES = range(6), range(6)


def fen_of(board, side):
    rows = []
    for rank in reversed(RANKS):
        row = ""
        for file in FILES:
            piece = board.get((file, rank))
            if piece is None and row[-1:].isdigit():
                row = row[:-1] + str(int(row[-1]) + 1)
            else:
                row += piece or "1"
        rows.append(row)
    return "/".join(rows) + f" {side} - - 0 1"


def strewn(rng):
    """A few pieces and pawns anywhere, the side not to move out of check."""
    while True:
        squares = [(f, r) for f in FILES for r in RANKS]
        rng.shuffle(squares)
        board = {}
        for piece in "Kk" + "".join(rng.choices("QRBNPPPqrbnppp", k=rng.randint(1, 10))):
            rank_free = [s for s in squares if piece not in "Pp" or 0 < s[1] < 5]
            square = rank_free[0]
            squares.remove(square)
            board[square] = piece
        white, black = fen_of(board, "w"), fen_of(board, "b")
        checks = [pyffish.gives_check(VARIANT, fen, []) for fen in (white, black)]
        fen = rng.choice([f for f, other in ((white, checks[1]), (black, checks[0])) if not other] or [None])
        if fen:
            return fen


def is_dead(fen):
    return not set(fen.split()[0]) & set("QRPqrp") and all(pyffish.has_insufficient_material(VARIANT, fen, []))


def positions(count, seed):
    """Yields each position with what is expected there: how it stands, whether the side to move is in check
    (None: not asked), the legal moves, and one of them with the FEN after it."""
    rng = random.Random(seed)
    done = 0
    while done < count:
        fen = START if rng.random() < 0.5 else strewn(rng)
        for _ in range(80):
            moves = sorted(pyffish.legal_moves(VARIANT, fen, []))
            check = None
            if not moves or rng.random() < 0.2:
                check = pyffish.gives_check(VARIANT, fen, [])
            if not moves:
                stands = "mate" if check else "stalemate"
            else:
                stands = "dead" if is_dead(fen) else "play"
            half, number = map(int, fen.split()[4:])
            over = stands != "play" or half >= 100 or number >= 200
            move = None if over else rng.choice(moves)
            after = move and pyffish.get_fen(VARIANT, fen, [move])
            yield fen, stands, check, moves, move, after
            done += 1
            if over or done == count:
                break
            fen = after


def main():
    cli = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 6
    pyffish.load_variant_config((pathlib.Path(__file__).parent / "minichess.ini").read_text())
    expected = list(positions(count, seed))
    fens = "".join(fen + "\n" for fen, *_ in expected)
    run = subprocess.run([cli, "rules"], input=fens, text=True, capture_output=True)
    if run.returncode:
        sys.exit(f"{cli} rules failed: {run.stderr}")
    answers = run.stdout.splitlines()
    if len(answers) != count:
        sys.exit(f"{len(answers)} answers for {count} positions")
    seen = collections.Counter()
    differing = 0
    for (fen, stands, check, moves, move, after), answer in zip(expected, answers):
        found_stands, found_check, *found = answer.split("\t")
        found = dict(pair.split("=") for pair in found if pair)
        seen.update([stands] if check is None else [stands, "check asked"])
        seen["moves"] += len(moves)
        seen["en passant"] += fen.split()[3] != "-"
        seen["promotions"] += any(len(move) == 5 for move in moves)
        if (
            found_stands != stands
            or check is not None and found_check != ("check" if check else "quiet")
            or sorted(found) != moves
            or move is not None and found[move] != after
        ):
            differing += 1
            if differing <= 5:
                print(f"{fen}\n  expected {stands} {check} {moves} {move}={after}\n  found    {answer}", file=sys.stderr)
    print(f"{count} positions, {dict(seen)}: {differing} differ")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
