//! The moves of a message: canonical chess binary (crate `game-moves`), concatenated.

use core::fmt;

use chess_rules::Color;
use game_moves::chess::Move;

use crate::action::Action;
use crate::coverage::covered_plies;

/// Signed play ends at this ply. From there a single game continues by `makeMove`; a match's round
/// is drawn.
pub const MAX_PLIES: usize = 1_000;

/// The number of plies in `moves`. Whether they are legal is left to `chess-rules`.
///
/// # Errors
/// A move isn't in its one canonical form, or there are more than [`MAX_PLIES`].
///
/// ```
/// use signed_play::{MovesError, count_plies};
///
/// assert_eq!(count_plies(&[12, 28, 52, 36]), Ok(2)); // e2e4 e7e5
/// assert_eq!(count_plies(&[12, 28, 52]), Err(MovesError::Move { ply: 2 }));
/// ```
pub fn count_plies(moves: &[u8]) -> Result<usize, MovesError> {
    let mut rest = moves;
    let mut plies = 0;
    while !rest.is_empty() {
        if plies == MAX_PLIES {
            return Err(MovesError::TooMany);
        }
        plies += 1;
        rest = match Move::decode(rest) {
            Ok((_, used)) => &rest[used..],
            Err(_) => return Err(MovesError::Move { ply: plies }),
        };
    }
    Ok(plies)
}

/// The part of a round's `moves` that the message of a player holds: its first
/// [`covered_plies`]. `None` if no such message exists.
///
/// # Errors
/// As [`count_plies`].
///
/// ```
/// use chess_rules::Color;
/// use signed_play::{Action, covered_moves};
///
/// let moves = [12, 28, 52, 36, 6, 21]; // e2e4 e7e5 g1f3
/// assert_eq!(covered_moves(Action::Move, Color::White, 0, &moves), Ok(Some(&moves[..])));
/// assert_eq!(covered_moves(Action::Move, Color::Black, 0, &moves), Ok(Some(&moves[..4])));
/// ```
pub fn covered_moves(
    action: Action,
    signer: Color,
    round: u16,
    moves: &[u8],
) -> Result<Option<&[u8]>, MovesError> {
    let plies = count_plies(moves)?;
    Ok(match covered_plies(action, signer, round, plies) {
        Some(covered) => Some(first_plies(moves, covered)),
        None => None,
    })
}

/// The bytes of the first plies, all of them if there are no more.
///
/// ```
/// use signed_play::first_plies;
///
/// let moves = [12, 28, 52, 36]; // e2e4 e7e5
/// assert_eq!(first_plies(&moves, 1), [12, 28]);
/// // a relay may name any number
/// assert_eq!(first_plies(&moves, usize::MAX), moves);
/// ```
pub fn first_plies(moves: &[u8], plies: usize) -> &[u8] {
    let mut at = 0;
    for _ in 0..plies {
        let Ok((_, used)) = Move::decode(&moves[at..]) else {
            break;
        };
        at += used;
    }
    &moves[..at]
}

/// The fault of a game's moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovesError {
    /// The bytes of this ply, counted from 1, are no canonical move, or are cut off.
    Move {
        /// Which ply, from 1.
        ply: usize,
    },
    /// There are more than [`MAX_PLIES`].
    TooMany,
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MovesError::Move { ply } => write!(f, "the bytes of ply {ply} are no canonical move"),
            MovesError::TooMany => write!(f, "signed play ends at ply {MAX_PLIES}"),
        }
    }
}

impl core::error::Error for MovesError {}
