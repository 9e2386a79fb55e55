"""The engine behind python-chess, as programs for chess engines use it.

    uci_python_chess.py CLI

Asserts what an analysis, a game with clocks and one that goes on after a claimable draw need.
"""
import sys

import chess
import chess.engine

CLI = sys.argv[1]


def start():
    return chess.engine.SimpleEngine.popen_uci([CLI, "--board", "8x8", "uci"], timeout=60)


def check_line(board, info):
    """A line of legal moves, of which there are at least as many as half the depth."""
    after = board.copy()
    for move in info["pv"]:
        assert move in after.legal_moves, (board.fen(), info)
        after.push(move)
    assert after.is_game_over() or 2 * len(info["pv"]) >= info["depth"], (board.fen(), info)


def analyses(engine):
    board = chess.Board()
    for move in ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4"):
        board.push_uci(move)
    info = engine.analyse(board, chess.engine.Limit(depth=9))
    assert info["depth"] == 9, info
    check_line(board, info)
    lines = engine.analyse(board, chess.engine.Limit(depth=7), multipv=4)
    assert len({line["pv"][0] for line in lines}) == 4, lines
    scores = [line["score"].relative.score(mate_score=100_000) for line in lines]
    assert scores == sorted(scores, reverse=True), scores
    for line in lines:
        check_line(board, line)
    root = [chess.Move.from_uci("g8f6"), chess.Move.from_uci("a7a6")]
    info = engine.analyse(board, chess.engine.Limit(depth=6), root_moves=root)
    assert info["pv"][0] in root, info
    # infinite, until it is stopped
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 6:
                break
        engine.ping()
        analysis.stop()
        best = analysis.wait()
    assert best.move in board.legal_moves


def plays(engine):
    engine.configure({"Hash": 1})
    board = chess.Board()
    clocks = {chess.WHITE: 4.0, chess.BLACK: 4.0}
    while not board.is_game_over() and board.ply() < 30:
        limit = chess.engine.Limit(
            white_clock=clocks[True], black_clock=clocks[False], white_inc=0.1, black_inc=0.1, remaining_moves=10
        )
        result = engine.play(board, limit, ponder=board.ply() % 4 == 0, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (board.fen(), result)
        board.push(result.move)
    # shuffled till a draw could be claimed, by repetition and by fifty moves
    shuffle = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 90 60")
    for move in ("a1a2", "g8f8", "a2a1", "f8g8") * 3:
        shuffle.push_uci(move)
        result = engine.play(shuffle, chess.engine.Limit(nodes=2_000))
        assert result.move in shuffle.legal_moves, (shuffle.fen(), result)
    assert shuffle.can_claim_threefold_repetition() and shuffle.can_claim_fifty_moves()
    two = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    mate = engine.play(two, chess.engine.Limit(mate=2), info=chess.engine.INFO_SCORE)
    assert mate.move == chess.Move.from_uci("a1a6") and mate.info["score"].relative.mate() == 2, mate


for check in (analyses, plays):
    engine = start()
    check(engine)
    engine.quit()
print("python-chess: analysis, several lines, root moves, clocks, pondering, draws played on: as it should be")
