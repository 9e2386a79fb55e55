//! The evaluation: material and squares, kept up to date move by move.
//!
//! Two sums, one for the middlegame and one for the endgame, are packed into one number;
//! the material left blends them. In a thin endgame the winning side's king is drawn towards the other.

use crate::position::Position;
use crate::square::Square;
use crate::word::{KING, PAWN, WHITE};

/// A middlegame and an endgame value in one number: the sums add up together.
const fn pack(middle: i32, end: i32) -> i32 {
    (middle << 16) + end
}

/// Values in hundredths of a pawn by kind: pawn, bishop, rook, knight, queen, king.
const MIDDLE: [i32; 7] = [0, 90, 310, 440, 310, 860, 0];
const END: [i32; 7] = [0, 130, 310, 500, 290, 920, 0];
/// What a captured piece is worth to the quiescence search.
pub(crate) const GAIN: [i32; 8] = [0, 130, 310, 500, 310, 920, 0, 0];
/// The weight of each kind in the phase; the start has 16, bare pawns 0.
pub(crate) const PHASE: [i32; 8] = [0, 0, 1, 1, 1, 4, 0, 0];
const FULL_PHASE: i32 = 16;
/// The right to move is worth this much.
const TEMPO: i32 = 10;
/// At most so many pieces are left where kings should meet.
const THIN: u8 = 8;

/// Bonus by square for White: ranks 6 to 1, files a to c (d to f mirror them).
type Squares = [i8; 18];

#[rustfmt::skip]
const MIDDLE_SQUARES: [Squares; 6] = [
    // pawn
    [  0,  0,  0,   40, 45, 50,   12, 18, 26,    2,  8, 14,    0, -2, -6,    0,  0,  0],
    // bishop
    [-15,-10, -8,   -6,  2,  4,   -2,  6, 10,   -2,  8, 10,   -4,  8,  4,  -12, -8, -8],
    // rook
    [ 10, 12, 14,   14, 18, 20,    0,  4,  6,   -4,  0,  4,   -6,  0,  4,   -4,  0,  6],
    // knight
    [-30,-16,-12,  -12,  4,  8,   -4, 12, 20,   -6, 10, 18,  -14,  0,  6,  -30,-14,-12],
    // queen
    [ -6,  0,  2,   -2,  4,  6,   -2,  4,  8,   -2,  4,  6,   -4,  2,  2,   -8, -4,  0],
    // king
    [-60,-60,-60,  -50,-50,-55,  -40,-45,-50,  -25,-30,-38,    0, -8,-18,   18, 14,  2],
];

#[rustfmt::skip]
const END_SQUARES: [Squares; 6] = [
    // pawn
    [  0,  0,  0,   90, 85, 80,   42, 38, 36,   16, 14, 12,    4,  4,  4,    0,  0,  0],
    // bishop
    [-14, -8, -6,   -6,  2,  4,   -4,  4,  8,   -4,  4,  8,   -6,  2,  4,  -14, -8, -6],
    // rook
    [  6,  8,  8,    8, 10, 10,    2,  4,  4,    0,  0,  2,   -2,  0,  0,   -4, -2,  0],
    // knight
    [-30,-18,-12,  -14,  0,  6,   -8,  8, 14,   -8,  8, 14,  -14,  0,  4,  -30,-18,-14],
    // queen
    [-10, -4,  0,   -4,  6, 10,    0, 10, 16,    0, 10, 14,   -6,  2,  6,  -14, -8, -4],
    // king
    [-40,-26,-20,  -22,  0,  8,  -12, 12, 24,  -12, 12, 24,  -22,  0,  8,  -42,-28,-22],
];

/// The packed value of every piece code on every square, positive for White.
pub(crate) struct Tables(pub(crate) [[i32; 64]; 16]);

impl Tables {
    pub(crate) fn new() -> Self {
        let mut table = [[0; 64]; 16];
        for kind in PAWN..=KING {
            for row in 0..6u8 {
                for column in 0..6u8 {
                    let file = column.min(5 - column);
                    let i = (row * 3 + file) as usize;
                    let k = kind as usize;
                    let value = pack(
                        MIDDLE[k] + MIDDLE_SQUARES[k - 1][i] as i32,
                        END[k] + END_SQUARES[k - 1][i] as i32,
                    );
                    // Row 0 is the sixth rank for White and the first for Black.
                    let white = (6 - row) * 8 + 1 + column;
                    let black = (1 + row) * 8 + 1 + column;
                    table[(kind | WHITE) as usize][white as usize] = value;
                    table[kind as usize][black as usize] = -value;
                }
            }
        }
        Self(table)
    }

    /// The packed value of a piece on a square.
    #[inline(always)]
    pub(crate) fn value(&self, code: u8, square: u8) -> i32 {
        self.0[(code & 15) as usize][(square & 63) as usize]
    }

    /// The packed sum and the phase of a position.
    pub(crate) fn sum(&self, position: &Position) -> (i32, i32) {
        Square::all().fold((0, 0), |(score, phase), square| {
            let code = position.code(square);
            (
                score + self.value(code, square.0),
                phase + PHASE[(code & 7) as usize],
            )
        })
    }
}

/// The middlegame half of a packed value.
#[inline(always)]
pub(crate) fn middle(score: i32) -> i32 {
    (score + 0x8000) >> 16
}

/// The value to a side of a position with that side to move, in hundredths of a pawn, from its sums and its number of pieces.
#[inline(always)]
pub(crate) fn evaluate(position: &Position, side: u8, count: u8, score: i32, phase: i32) -> i32 {
    let end = (score << 16) >> 16;
    let phase = phase.min(FULL_PHASE);
    let mut value = (middle(score) * phase + end * (FULL_PHASE - phase)) >> 4;
    if count <= THIN {
        value += closeness(position, value);
    }
    TEMPO + if side == WHITE { value } else { -value }
}

/// What the side ahead gains by kings that are near each other.
#[inline(never)]
fn closeness(position: &Position, value: i32) -> i32 {
    let (white, black) = (position.king(WHITE), position.king(0));
    let rows = (white >> 3).abs_diff(black >> 3);
    let files = (white & 7).abs_diff(black & 7);
    (10 - rows as i32 - files as i32) * 4 * value.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_are_worth_the_same_at_the_start() {
        let (score, phase) = Tables::new().sum(&Position::start());
        assert_eq!(score, 0);
        assert_eq!(phase, FULL_PHASE);
    }

    #[test]
    fn packed_halves_come_apart_again() {
        for (m, e) in [(5, -7), (-5, 7), (-3000, -4000), (9000, 9000), (0, -1)] {
            assert_eq!(middle(pack(m, e)), m);
            assert_eq!((pack(m, e) << 16) >> 16, e);
        }
    }
}
