//! Games in the notation of chess engines, some of which lead to positions in which it matters who
//! could still mate.

use cozy_chess::Square;

use crate::rules::{Move, Position};

/// A game from the start, with the position after each move.
#[derive(Clone)]
pub struct Line {
    pub moves: Vec<Move>,
    /// The start's first.
    pub positions: Vec<Position>,
}

impl Line {
    pub fn start() -> Self {
        Line {
            moves: vec![],
            positions: vec![Position::start()],
        }
    }

    /// The last position.
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    pub fn push(&mut self, m: Move) {
        self.positions.push(self.position().after(m));
        self.moves.push(m);
    }
}

/// The squares of a move.
pub fn pair_of(text: &str) -> Option<(Square, Square)> {
    let (from, to) = text.split_at_checked(2)?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

/// The moves of a line; pawns become queens.
pub fn moves_of(line: &str) -> Vec<Move> {
    let mut played = Line::start();
    for (from, to) in line.split(' ').filter_map(pair_of) {
        played.push(played.position().queening(from, to));
    }
    played.moves
}

/// The shortest known stalemate, by Sam Loyd.
pub const STALEMATE: &str = "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 \
    b7b8 d3h7 b8c8 f7g6 c8e6";

/// Black can only take the rook.
pub const TAKES_THE_ROOK: &str = "c2c4 d7d5 c4d5 d8d5 d1b3 d5g2 b3b7 g2h1 b7b8 h1h2 b8c7 h2g1 c7e7 e8e7 f2f4 \
    g1f1 e1f1 g7g5 f4g5 h7h6 g5h6 f8h6 a2a3 h6d2 b1d2 e7d7 b2b4 a7a5 b4a5 a8a5 c1b2 a5a3 b2h8 a3a4 \
    a1a4 f7f6 h8f6 g8f6 e2e4 f6e4 a4e4 c8a6 d2c4 a6c4 e4c4 d7e8 f1g2 e8f8 g2h3 f8g8 h3h4 g8h8 h4h5 \
    h8g8 h5h6 g8h8 c4c7 h8g8 c7g7 g8h8 g7g8";

/// Games from the start to a position with few moves, each with its name.
pub const MATE_OR_NOT: [(&str, &str); 5] = [
    // 6Rk/8/7K/8/8/8/8/8 b
    ("black-takes-the-rook", TAKES_THE_ROOK),
    // r7/K1k5/8/8/8/8/8/8 w
    (
        "white-takes-the-rook",
        "b1c3 g8f6 c3b5 f6g4 b5a7 a8a7 g1f3 a7a2 a1a2 g4f2 e1f2 b8a6 a2a6 b7a6 d1e1 h8g8 e1d1 g8h8 \
         d1e1 h8g8 e1d1 c8b7 d1e1 b7f3 g2f3 d8c8 e1d1 c8d8 d1e1 d8a8 e1d1 a8f3 e2f3 g8h8 f1a6 h8g8 \
         d1e2 g8h8 e2e7 f8e7 a6b7 e7g5 f2g3 g5d2 c1d2 h8f8 d2c3 f8h8 c3g7 h8f8 g7e5 e8d8 e5c7 d8c7 \
         h1d1 c7b7 d1d7 b7b8 d7f7 f8f7 g3g4 f7f3 g4h5 f3e3 h5h4 e3e2 h4h5 e2c2 h5g4 c2b2 g4f5 b2h2 \
         f5f6 h2h3 f6e7 b8a8 e7f8 a8a7 f8e7 a7b8 e7f6 h3h6 f6g7 h6b6 g7h7 b8c7 h7g7 b6b8 g7f6 b8a8 \
         f6e5 c7d8 e5d4 d8c7 d4c5 a8a7 c5b5 a7b7 b5a6 b7b8 a6a7 b8a8",
    ),
    // kb6/2N5/1K6/8/8/8/8/8 b
    (
        "black-takes-the-knight",
        "g1h3 g8h6 h3g5 h6g8 g5f7 e8f7 b1c3 d8e8 c3d5 e8d8 d5e7 d8e8 e7c8 e8e2 d1e2 g8h6 c8a7 h6g8 \
         e2d3 b8a6 d3a6 b7a6 f1a6 g8h6 a7b5 a8a6 b5c7 a6a2 a1a2 h8g8 a2a5 h6g4 h1g1 g4f2 e1f2 f8d6 \
         c7e6 d6h2 e6g7 h2g1 f2g3 g8f8 a5e5 f8c8 e5e2 c8c2 g7e6 c2c1 e6f8 c1c7 f8h7 c7b7 e2e3 g1e3 \
         h7f8 b7b2 f8d7 b2d2 d7c5 d2g2 g3g2 f7e8 c5d7 e3a7 g2f3 e8d8 f3e4 d8c8 e4d5 c8b7 d7c5 b7a8 \
         d5c6 a7b8 c6b6 b8d6 c5e6 d6b8 e6c7",
    ),
    // 1Rbk4/8/3K4/8/8/8/8/8 b: Ke8, and the rook mates
    (
        "black-walks-into-the-mate",
        "c2c4 b7b5 c4b5 c7c5 b5c6 b8c6 b2b4 c6b4 g1f3 b4a2 a1a2 g7g6 a2a7 a8a7 c1a3 a7a3 b1a3 e7e5 \
         f3e5 f8a3 e5g6 f7g6 d1c1 a3c1 f2f4 c1d2 e1d2 g6g5 f4g5 d8g5 d2c3 g5g2 f1g2 c8b7 g2e4 b7e4 \
         c3b2 e4b1 e2e4 b1e4 b2c3 e4b1 c3d2 e8d8 h1f1 g8f6 f1f6 b1g6 f6f5 d7d5 f5d5 d8e8 d5f5 g6h5 \
         f5f7 h8f8 f7f8 e8d7 f8f7 d7e8 f7h7 e8f8 h7g7 h5e2 d2c1 e2g4 c1d2 g4d7 d2d3 f8e8 g7g4 d7a4 \
         g4g7 a4d7 g7e7 e8d8 h2h3 d7h3 d3e4 h3c8 e4e5 c8d7 e5d6 d7e6 e7b7 e6c8 b7b8",
    ),
    // 8/7P/8/8/8/6k1/6b1/6K1 w: nothing but promotions, and a knight could help the bishop to mate
    (
        "white-only-promotes",
        "g1h3 g7g5 h3g5 g8h6 g5h7 h8h7 b1c3 f8g7 c3b5 g7b2 c1b2 h7g7 b2g7 h6g4 b5a7 a8a7 d1c1 g4f2 \
         e1f2 a7a2 a1a2 b8c6 c1d1 c6e5 g7e5 d7d6 e5d6 d8d6 d1a1 d6d2 a1g7 d2e2 f1e2 e8d7 g7f7 d7d6 \
         f7e7 d6e7 h1f1 e7e8 a2a7 c8g4 a7b7 g4e2 b7c7 e2f1 c7g7 f1g2 g7g5 e8f8 g5f5 f8e8 f5h5 e8e7 \
         h5a5 g2b7 f2g3 e7f8 a5a1 f8g8 a1a4 g8f7 a4d4 f7g8 g3f4 b7a6 d4d8 g8f7 f4g4 f7e6 g4g5 e6e7 \
         d8b8 a6c4 g5f5 c4f7 b8b5 f7b3 b5b7 e7e8 f5f4 b3c2 b7b2 c2d3 b2b5 d3b5 h2h4 e8f7 h4h5 f7f6 \
         h5h6 b5e2 h6h7 e2f3 f4g3 f6g5 g3f2 g5h4 f2f1 h4g3 f1g1 f3g2",
    ),
];
