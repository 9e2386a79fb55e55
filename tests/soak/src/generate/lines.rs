//! Games whose endings are short.

use chess_model::lines::STALEMATE;

/// Games whose endings are short, in the notation of chess engines.
pub(super) const LINES: [&str; 9] = [
    // mates
    "f2f3 e7e5 g2g4 d8h4",
    "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7",
    "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5 g4d1 c4f7 e8e7 c3d5",
    STALEMATE,
    // castling to both sides
    "g1f3 b8c6 g2g3 d7d6 f1g2 c8e6 e1g1 d8d7 d2d3 e8c8",
    // en passant, and a pawn that takes its way to the last rank
    "e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 d6c7 a5a4 c7d8 e8d8",
    "h2h4 g7g5 h4g5 h7h6 g5h6 a7a6 h6h7 a6a5 h7g8",
    // a pinned pawn that steps away, and a king that walks into an attack
    "e2e4 e7e5 d1h5 b8c6 f1c4 f7f6",
    "e2e4 d7d5 e1e2 d5e4 d2d3 c8g4 e2e3",
];
