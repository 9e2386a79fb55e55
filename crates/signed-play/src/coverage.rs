//! Which part of a game a message speaks of.

use chess_rules::Color;

use crate::Action;

/// How many of a game's `plies` the message of a player covers: its signed bytes hold so many
/// moves. `None` where no such message exists.
///
/// A move is signed with [`Action::Move`] by the player who makes it. So that action covers all
/// plies where the signer made the last one, and else all but the last. Every other action
/// covers all plies. Plies are counted from 1 and White makes the odd ones.
///
/// ```
/// use chess_rules::Color;
/// use signed_play::{Action, covered_plies};
///
/// // after 1. e4 e5 2. Nf3
/// assert_eq!(covered_plies(Action::Move, Color::White, 3), Some(3));
/// assert_eq!(covered_plies(Action::Move, Color::Black, 3), Some(2));
/// assert_eq!(covered_plies(Action::Draw, Color::Black, 3), Some(3));
/// // Black has made no move yet, and can't have signed one; asking is possible
/// assert_eq!(covered_plies(Action::Move, Color::Black, 1), None);
/// assert_eq!(covered_plies(Action::Ask, Color::Black, 0), Some(0));
/// ```
pub const fn covered_plies(action: Action, signer: Color, plies: usize) -> Option<usize> {
    if !matches!(action, Action::Move) {
        return Some(plies);
    }
    let made_last = plies % 2 == 1 - signer as usize;
    match (made_last, plies) {
        (_, 0) | (false, 1) => None,
        (true, _) => Some(plies),
        (false, _) => Some(plies - 1),
    }
}
