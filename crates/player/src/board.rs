//! The player's view of the moves: their number, and how they end a game.

use chess_rules::Color;
use signed_play::{EndOnBoard, Line};

/// The moves of a game or round so far. [`Line`] is chess; an exploration plays a smaller game.
///
/// ```
/// use chess_player::Board;
/// use signed_play::Line;
///
/// let two = Line::read(&[12, 28, 52, 36]).unwrap(); // e2e4 e7e5
/// assert_eq!((two.plies(), Board::first(&two, 1).plies()), (2, 1));
/// assert!(two.starts_with(&Line::start()));
/// ```
pub trait Board: Clone + Ord {
    /// Before the first move.
    fn start() -> Self;

    /// The number of moves.
    fn plies(&self) -> usize;

    /// The first plies; all of them if there are no more.
    fn first(&self, plies: usize) -> Self;

    /// Whether these moves begin with the others.
    fn starts_with(&self, other: &Self) -> bool;

    /// How the board has ended the game.
    fn end(&self) -> Option<EndOnBoard>;

    /// Whether the player to move may claim a draw in a running game.
    fn is_claimable(&self) -> bool;

    /// Whether exactly one move follows a fifth repetition: the contract refuses it, because the
    /// player who repeated has signed nothing after it.
    fn is_ply_after_fifth(&self) -> bool;

    /// Whether a player could still mate, and so wins once the opponent's time has expired.
    fn can_mate(&self, color: Color) -> bool;
}

impl Board for Line {
    fn start() -> Self {
        Line::default()
    }

    fn plies(&self) -> usize {
        Line::plies(self)
    }

    fn first(&self, plies: usize) -> Self {
        Line::first(self, plies)
    }

    fn starts_with(&self, other: &Self) -> bool {
        self.bytes().starts_with(other.bytes())
    }

    fn end(&self) -> Option<EndOnBoard> {
        Line::end(self)
    }

    fn is_claimable(&self) -> bool {
        Line::end(self).is_none() && self.is_draw_claimable()
    }

    fn is_ply_after_fifth(&self) -> bool {
        /// No position occurs five times in fewer plies.
        const FIFTH_AFTER: usize = 16;
        match Line::plies(self).checked_sub(1) {
            Some(before) if before >= FIFTH_AFTER => {
                Line::end(&Line::first(self, before)).is_some()
            }
            _ => false,
        }
    }

    fn can_mate(&self, color: Color) -> bool {
        self.position().can_still_mate(color)
    }
}
