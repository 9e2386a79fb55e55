//! The evaluation: material and squares, kept up to date move by move, and what the network makes of the rest.

use super::pieces::Position;
use crate::geometry::Geometry;
use crate::piece::WHITE;
use crate::sum::Sum;

/// The value of a position to a side, in hundredths of a pawn, from its sums: the material left blends those for middlegame and endgame.
/// The kings count where they are in `position`.
#[inline(never)] // several callers
pub(super) fn evaluate<G: Geometry>(position: &Position<G>, side: u8, sum: Sum) -> i32 {
    let mut value = sum.blend(G::FULL_PHASE);
    if sum.count() <= G::THIN {
        value = G::thin(position, value);
    }
    G::TEMPO + if side == WHITE { value } else { -value }
}
