#!/usr/bin/env python3
"""The reader of PGN files against python-chess.

    python_chess.py PROGRAM written GAMES        games that python-chess writes in ten styles
    python_chess.py PROGRAM fuzz SECONDS [SEED]  texts that are damaged at random

PROGRAM is the example read_pgn. Written games must be read alike: tags, moves and result. Of a
damaged text every game that PROGRAM reads must be one that python-chess reads, with the same moves.
"""
import io
import json
import logging
import random
import re
import subprocess
import sys
import time

import chess
import chess.pgn

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)

RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]
NAMES = ["A", 'B "q" C', "x\\y", "Engine /6\\", "Ünal, Ö.", "[bracket", "{brace", "a; b", "%", "1. e4", ""]
COMMENTS = ["[%clk 1:00:00]", "a ) b ( c", "; x", "% q", "1-0", '[White "A"]', "1. d4 d5", "two\n\nlines", "é"]

# what a damaged text may have gained
JUNK = list(" \n\t()[]{};$%.!?#+=x-*\"\\0123456789abcdefghNBRQKOo:/") + [
    "0000", "00", "O-O", "0-0", "1-0", "--", "N", "D", "12", "e4", "1.", "Nf3", "nf3", "\n\n", "\r\n", "\r", "1/2",
    "…", "\u200b", "–", "\0", "\x1a", "\ufeff", "½", "1 - 0", "[Event \"x\"]", "[FEN \"\"]", "\n% ", "; ", "e.p.", "♘f3",
    " N ", " ch ", "(Q)", "e2e4", "Ng1-f3", "\n[", "]\n", "\"]\n", " 1. d4 d5 *",
]  # fmt: skip


class Styled(chess.pgn.StringExporter):
    """A game with its moves in other spellings, the numbers glued to them or not."""

    def __init__(self, spell=chess.Board.san, glued=False, **options):
        super().__init__(**options)
        self.spell, self.glued = spell, glued

    def visit_move(self, board, move):
        if self.variations or not self.variation_depth:
            number = ""
            if board.turn == chess.WHITE:
                number = f"{board.fullmove_number}."
            elif self.force_movenumber:
                number = f"{board.fullmove_number}..."
            if number and not self.glued:
                self.write_token(number + " ")
                number = ""
            self.write_token(number + self.spell(board, move) + " ")
            self.force_movenumber = False


STYLES = [
    lambda game: str(game),
    lambda game: game.accept(Styled(columns=None)),
    lambda game: game.accept(Styled(variations=False)),
    lambda game: game.accept(Styled(comments=False)),
    lambda game: game.accept(Styled(chess.Board.lan)),
    lambda game: game.accept(Styled(chess.Board.uci)),
    lambda game: game.accept(Styled(glued=True)),
    lambda game: game.accept(Styled(lambda board, move: board.san(move).replace("O", "0") + "!?")),
    lambda game: game.accept(Styled(lambda board, move: board.san(move).rstrip("+#").replace("x", ":").replace("=", ""))),
    lambda game: "\ufeff" + str(game).replace("\n", "\r\n"),
]


def random_game(rng, most):
    """A game with at most this number of plies, with comments, glyphs and nested variations."""
    game = chess.pgn.Game()
    for tag in ["Event", "White", "Black", "Annotator"]:
        game.headers[tag] = rng.choice(NAMES)
    game.headers["Result"] = rng.choice(RESULTS)
    node = game
    for _ in range(rng.randint(0, most)):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        node = node.add_variation(rng.choice(moves))
        for start in (node, node.parent) if rng.random() < 0.2 else ():
            side = start.add_variation(rng.choice(moves)) if start is node.parent else start
            side.comment = rng.choice(COMMENTS)
            side.nags.add(rng.randint(1, 140))
    return game


def damaged(rng, text):
    """A text with pieces added, left out or copied elsewhere."""
    for _ in range(rng.choice([0, 1, 1, 2, 3, 6])):
        at, kind = rng.randrange(len(text) + 1), rng.random()
        if kind < 0.4:
            text = text[:at] + rng.choice(JUNK) + text[at:]
        elif kind < 0.7:
            text = text[:at] + text[at + rng.randint(1, 4) :]
        else:
            start = rng.randrange(len(text) + 1)
            text = text[:start] + text[at : at + rng.randint(1, 12)] + text[start:]
    return text


def ours(program, text):
    """The games and the error that PROGRAM reads."""
    program.stdin.write(json.dumps(text) + "\n")
    program.stdin.flush()
    line = program.stdout.readline()
    if not line:
        sys.exit(f"the reader ended at {text!r}")
    return json.loads(line)


def theirs(text):
    """The moves of the games that python-chess reads, and whether it found no mistake in them."""
    file, games, faultless = io.StringIO(text, newline=None), [], True
    try:
        while game := chess.pgn.read_game(file):
            faultless &= not game.errors
            games.append([move.uci() for move in game.mainline_moves()])
    except (AssertionError, IndexError):  # python-chess's own faults at some brackets
        faultless = False
    return [moves for moves in games if moves], faultless


HALF, DASH = "(?:1/2|½|0[.,]5)", r"\s*[-–—:]\s*"
NO_SQUARE = r"(?:(?![a-h][1-8])[^\]\r\n])*?"
PART = re.compile(
    rf"""(?P<skip>\{{[^}}]*\}} | ;[^\r\n]* | (?m:^)%[^\r\n]* | \$\d*)
    | (?P<tag>\[[^"\]\r\n]*"(?:(?:\\["\\]|[^\r\n])*?|{NO_SQUARE}(?:\r\n?|\n)(?!\[){NO_SQUARE})"[ \t]*\] | \[{NO_SQUARE}\])
    | (?P<win>(?:1{DASH}0|0{DASH}1|\*)(?![^\s(){{}}\[\];$]))
    | (?P<draw>{HALF}(?:{DASH}{HALF})?(?![^\s(){{}}\[\];$]))
    | (?P<blank>[\s\0-\x20\u200b\ufeff]+) | (?P<other>[^\s\0-\x20(){{}}\[\];$]+|.)""",
    re.VERBOSE | re.DOTALL,
)


SIGNS = str.maketrans("♔♕♖♗♘♚♛♜♝♞–—", "KQRBNKQRBN--", "♙♟")
# a pawn's capture without a rank, which python-chess leaves out
SHORT_CAPTURE = re.compile("(?<![A-Za-z0-9])[a-h][x:]?[a-h](?![A-Za-z0-9])")


def by_the_standard(text):
    """The text for python-chess, which ends a game at a blank line alone and overlooks what is behind a tag pair.

    By the standard, a result or the next game's tags end a game, and a line's end is any other blank.
    What stands between tags is left out, a value broken over two lines is joined, and a character
    without width is nothing. Spellings that python-chess reads otherwise or leaves out without a word
    become the standard's: draws, E4, nf3, ♘f3, 00, dashes.
    """
    out, depth, in_moves = [], 0, False
    for part in PART.finditer(re.sub("[\u00ad\u200b-\u200f\ufeff]", "", text)):
        kind, word = part.lastgroup, part[0]
        if kind == "tag":
            out += ["\n\n" if in_moves else "", re.sub(r"[\r\n]+", " ", word), "\n"]
            in_moves = False
        elif kind in ("skip", "blank") and not in_moves:
            continue
        elif kind == "blank":
            out.append("\n" if "\n" in word or "\r" in word else " ")
        elif kind in ("win", "draw") and depth == 0:
            out += ["1/2-1/2" if kind == "draw" else word, "\n\n"]
            in_moves = False
        else:
            word = word.translate(SIGNS)
            if castling := re.fullmatch("([Oo0](?:-?[Oo0]){1,2})([+#!?]*)", word):
                word = "-".join("O" * len(castling[1].replace("-", ""))) + castling[2]
            word = word.lower() if re.fullmatch("[AC-H][1-8]", word) else word
            out.append(re.sub(r"^((?:\d+[.…]+)?)([nkqr])(?=[a-h1-8x]{2})", lambda m: m[1] + m[2].upper(), word))
            depth = max(0, depth + {"(": 1, ")": -1}.get(word, 0))
            in_moves |= kind == "other"
    return "".join(out)


def difference(program, text):
    """What PROGRAM reads in a text and python-chess does not; None if it is nothing."""
    read = ours(program, text)
    games = [game["moves"] for game in read["games"] if game["moves"]]
    if not games or SHORT_CAPTURE.search(text):
        return None
    for form in (text, by_the_standard(text)):
        found, faultless = theirs(form)
        if games == found[: len(games)] and (read["error"] or len(games) == len(found)):
            return None
        # python-chess leaves out what it can't read, as a spelling of ours that it doesn't know
        if not faultless:
            return None
    return f"{text!r}\n  here:         {games}\n  python-chess: {found}"


def fuzz(program, seconds, seed):
    rng, end, texts = random.Random(seed), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        game = rng.choice(STYLES)(random_game(rng, 20))
        if rng.random() < 0.3:
            game += "\n\n" + rng.choice(STYLES)(random_game(rng, 8)).lstrip("\ufeff")
        found = difference(program, damaged(rng, game))
        texts += 1
        if found:
            sys.exit(f"seed {seed}, text {texts}: {found}")
    print(f"PGN: {texts} damaged texts of seed {seed}, none read otherwise than by python-chess")


def written(program, count):
    for number in range(count):
        game = random_game(random.Random(number), 120)
        text = STYLES[number % len(STYLES)](game)
        moves = [move.uci() for move in game.mainline_moves()]
        expected = {"tags": [list(tag) for tag in game.headers.items()], "moves": moves, "result": game.headers["Result"]}
        read = ours(program, text)
        if read != {"games": [expected], "error": None}:
            sys.exit(f"game {number}:\n{text}\n{read}")
    print(f"PGN: {count} games of python-chess in {len(STYLES)} styles read alike")


if __name__ == "__main__":
    command, mode, amount, *seed = sys.argv[1:]
    with subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reader:
        if mode == "written":
            written(reader, int(amount))
        else:
            fuzz(reader, float(amount), int(seed[0]) if seed else time.time_ns() % 2**32)
        reader.stdin.close()
