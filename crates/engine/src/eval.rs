//! The evaluation: material and squares, kept up to date move by move.
//!
//! Two sums, one for the middlegame and one for the endgame, are packed into one number;
//! the material left blends them. In a thin endgame the winning side's king is drawn towards the other.

use core::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::attack::{BOARD, squares};
use crate::position::Position;
use crate::word::WHITE;

/// A middlegame and an endgame value in one number: the sums add up together.
const fn pack(middle: i32, end: i32) -> i32 {
    (middle << 16) + end
}

/// Values in hundredths of a pawn by kind: pawn, bishop, rook, knight, queen, king.
const MIDDLE: [i16; 7] = [0, 90, 310, 440, 310, 860, 0];
const END: [i16; 7] = [0, 130, 310, 500, 290, 920, 0];
/// What a captured piece is worth to the quiescence search.
pub(crate) const GAIN: [i16; 8] = [0, 130, 310, 500, 310, 920, 0, 0];
/// The weight of each kind in the phase; the start has 16, bare pawns 0.
const PHASE: [u8; 8] = [0, 0, 1, 1, 1, 4, 0, 0];
const FULL_PHASE: i32 = 16;
/// The right to move is worth this much.
const TEMPO: i32 = 10;
/// At most so many pieces are left where kings should meet.
const THIN: i32 = 8;

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

/// The value of every piece code on every square, positive for White: see [`Sum`].
static VALUES: [[AtomicI64; 64]; 16] = [const { [const { AtomicI64::new(0) }; 64] }; 16];

/// Sums over all pieces: the packed values, above them the phase, above that the number of pieces. One addition keeps all of them.
#[derive(Clone, Copy)]
pub(crate) struct Sum(i64);

const PHASE_SHIFT: u32 = 32;
const COUNT_SHIFT: u32 = 40;

impl Sum {
    pub(crate) const NONE: Self = Self(0);

    /// The sum of a position.
    pub(crate) fn of(position: &Position) -> Self {
        squares(position.occupied()).fold(Self::NONE, |sum, square| {
            sum.with(position.cell(square), square)
        })
    }

    /// With a piece more.
    #[inline(always)]
    pub(crate) fn with(self, code: u8, square: u8) -> Self {
        Self(self.0 + value(code, square))
    }

    /// With a piece less.
    #[inline(always)]
    pub(crate) fn without(self, code: u8, square: u8) -> Self {
        Self(self.0 - value(code, square))
    }

    #[inline(always)]
    fn score(self) -> i32 {
        self.0 as i32
    }

    /// The number of pieces.
    #[inline(always)]
    pub(crate) fn count(self) -> i32 {
        self.upper() >> (COUNT_SHIFT - PHASE_SHIFT)
    }

    #[inline(always)]
    fn phase(self) -> i32 {
        (self.upper() & 0xff).min(FULL_PHASE)
    }

    /// Phase, and number of pieces above it.
    #[inline(always)]
    fn upper(self) -> i32 {
        ((self.0 + 0x8000_0000) >> PHASE_SHIFT) as i32
    }
}

/// Fills the table of values.
pub(crate) fn fill() {
    for kind in 1..7 {
        let upper = 1 << COUNT_SHIFT | (PHASE[kind] as i64) << PHASE_SHIFT;
        for square in squares(BOARD) {
            let column = (square & 7).min(7 - (square & 7)) - 1;
            let place = ((6 - (square >> 3)) * 3 + column) as usize % 18;
            let middle = (MIDDLE[kind] + MIDDLE_SQUARES[kind - 1][place] as i16) as i32;
            let end = (END[kind] + END_SQUARES[kind - 1][place] as i16) as i32;
            let value = pack(middle, end) as i64;
            let square = (square & 63) as usize;
            VALUES[kind | WHITE as usize][square].store(upper + value, Relaxed);
            // The same square as Black sees it.
            VALUES[kind][square ^ 56].store(upper - value, Relaxed);
        }
    }
}

#[inline(always)]
fn value(code: u8, square: u8) -> i64 {
    VALUES[(code & 15) as usize][(square & 63) as usize].load(Relaxed)
}

/// The change of a packed value by a piece's going from one square to another.
#[inline(always)]
pub(crate) fn gain(code: u8, from: u8, to: u8) -> i32 {
    (value(code, to) - value(code, from)) as i32
}

/// The middlegame half of a packed value.
#[inline(always)]
pub(crate) fn middle(score: i32) -> i32 {
    (score + 0x8000) >> 16
}

/// The value of a position to the side to move, in hundredths of a pawn, from its sums. The kings count where they stand in `position`.
#[inline(never)]
pub(crate) fn evaluate(position: &Position, side: u8, sum: Sum) -> i32 {
    let value = blend(sum.score(), sum.phase());
    let near = if sum.count() <= THIN {
        closeness(position, value)
    } else {
        0
    };
    let value = value + near;
    TEMPO + if side == WHITE { value } else { -value }
}

#[inline(always)]
fn blend(score: i32, phase: i32) -> i32 {
    let end = (score << 16) >> 16;
    end + (((middle(score) - end) * phase) >> 4)
}

/// Values quiet moves of one position, which leave the pieces as they are, to the side that moves.
pub(crate) struct Still<'a> {
    position: &'a Position,
    score: i32,
    phase: i32,
    thin: bool,
}

impl<'a> Still<'a> {
    pub(crate) fn new(position: &'a Position, sum: Sum) -> Self {
        Self {
            position,
            score: sum.score(),
            phase: sum.phase(),
            thin: sum.count() <= THIN,
        }
    }

    /// The value after a move with a gain.
    #[inline(always)]
    pub(crate) fn value_after(&self, gain: i32) -> i32 {
        let mut value = blend(self.score + gain, self.phase);
        if self.thin {
            value += closeness(self.position, value);
        }
        (if self.position.side == WHITE {
            value
        } else {
            -value
        }) - TEMPO
    }
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
        let sum = Sum::of(&Position::start());
        assert_eq!(sum.score(), 0);
        assert_eq!(sum.upper(), 24 << 8 | FULL_PHASE);
    }

    #[test]
    fn packed_halves_come_apart_again() {
        for (m, e) in [(5, -7), (-5, 7), (-3000, -4000), (9000, 9000), (0, -1)] {
            assert_eq!(middle(pack(m, e)), m);
            assert_eq!((pack(m, e) << 16) >> 16, e);
        }
    }
}
