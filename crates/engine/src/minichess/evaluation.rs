//! The evaluation: material and squares, kept up to date move by move, and what the network makes of the rest.
//!
//! The material left blends the sums for middlegame and endgame. In a thin endgame the winning side's king is drawn towards the other.

use super::position::Position;
use crate::piece::WHITE;
use crate::sum::{Sum, end, middle};

/// The phase of the starting position.
const FULL_PHASE: i32 = 16;
/// The right to move is worth this much.
const TEMPO: i32 = 10;
/// At most so many pieces are left where kings should meet.
const THIN: i32 = 8;

/// The value of a position to a side, in hundredths of a pawn, from its sums. The kings count where they stand in `position`.
#[inline(never)] // several callers
pub(crate) fn evaluate(position: &Position, side: u8, sum: Sum) -> i32 {
    let (middle, end) = (middle(sum.score()), end(sum.score()));
    // Rounded towards 0, so that both sides are valued alike.
    let mut value = end + (middle - end) * sum.phase().min(FULL_PHASE) / FULL_PHASE;
    if sum.count() <= THIN {
        value += closeness(position, value);
    }
    TEMPO + if side == WHITE { value } else { -value }
}

/// The middlegame's share in a position's evaluation, from 0 to 1, for whoever tunes the tables.
pub fn evaluation_phase(position: &Position) -> f32 {
    use crate::board::Board;
    position.sum().phase().min(FULL_PHASE) as f32 / FULL_PHASE as f32
}

/// What the side ahead gains by kings that are near each other.
fn closeness(position: &Position, value: i32) -> i32 {
    let (white, black) = (position.king(WHITE), position.king(0));
    let rows = (white >> 3).abs_diff(black >> 3);
    let files = (white & 7).abs_diff(black & 7);
    (10 - rows as i32 - files as i32) * 4 * value.signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn the_start_has_all_pieces_and_the_full_phase() {
        let sum = Position::start().sum();
        assert_eq!((sum.count(), sum.phase()), (24, FULL_PHASE));
    }

    /// The same board with colours and sides changed is worth the same to the side to move.
    #[test]
    fn both_sides_are_valued_alike() {
        let white = super::super::Game::from_fen("1k4/p1n3/6/3R2/PP4/K5 w - - 0 1").unwrap();
        let black = super::super::Game::from_fen("k5/pp4/3r2/6/P1N3/1K4 b - - 0 1").unwrap();
        let value = |game: &super::super::Game| {
            let position = game.position();
            position.evaluate(position.side(), position.sum())
        };
        assert_eq!(value(&white), value(&black));
    }
}
