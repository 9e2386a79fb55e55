//! The part of a round that a message covers.

use chess_rules::Color;

use crate::action::Action;

/// The number of a round's `plies` that a player's message covers: its signed bytes contain this
/// number of moves. `None` if no such message exists.
///
/// A move is signed with [`Action::Move`] by the player who makes it. So that action covers all
/// plies if the signer made the last one, else all but the last. In a round after the first, a
/// player who has made no move yet signs it over no moves: "I begin this round". [`Action::Leave`]
/// is signed without moves. Every other action covers all plies. Plies are counted from 1, and
/// White makes the odd ones.
///
/// ```
/// use chess_rules::Color;
/// use signed_play::{Action, covered_plies};
///
/// // after 1. e4 e5 2. Nf3
/// assert_eq!(covered_plies(Action::Move, Color::White, 0, 3), Some(3));
/// assert_eq!(covered_plies(Action::Move, Color::Black, 0, 3), Some(2));
/// assert_eq!(covered_plies(Action::Draw, Color::Black, 0, 3), Some(3));
/// // Black has made no move yet: in round 0 there is nothing to sign, later it is a begin
/// assert_eq!(covered_plies(Action::Move, Color::Black, 0, 1), None);
/// assert_eq!(covered_plies(Action::Move, Color::Black, 1, 1), Some(0));
/// assert_eq!(covered_plies(Action::Ask, Color::Black, 0, 0), Some(0));
/// ```
pub const fn covered_plies(
    action: Action,
    signer: Color,
    round: u16,
    plies: usize,
) -> Option<usize> {
    match action {
        Action::Move => {}
        Action::Leave => return Some(0),
        _ => return Some(plies),
    }
    let made_last = plies % 2 == 1 - signer as usize;
    let covered = match made_last {
        true => plies,
        false => plies.saturating_sub(1),
    };
    match (covered, round) {
        (0, 0) => None,
        _ => Some(covered),
    }
}
