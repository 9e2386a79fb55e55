//! A player's choice in a position.

use chess_model::chain::Game;
use chess_model::rules::Position;
use cozy_chess::{Piece, Square};

pub(super) fn pseudo_legal(position: &Position) -> impl Iterator<Item = (Square, Square)> {
    Square::ALL
        .into_iter()
        .flat_map(|from| position.reach(from).into_iter().map(move |to| (from, to)))
}

/// The way back of the mover's last move, if that square is empty.
pub(super) fn back(game: &Game) -> Option<(Square, Square)> {
    let last = game.moves.iter().rev().nth(1)?;
    let (from, to) = (last.to, last.from);
    let position = game.position();
    (position.reach(from).has(to) && position.at(to).is_none()).then_some((from, to))
}

pub(super) fn is_mate(position: &Position, (from, to): (Square, Square)) -> bool {
    let after = position.after(position.queening(from, to));
    after.in_check(after.turn) && after.legal_pairs().is_empty()
}

/// A capture, a promotion, castling.
pub(super) fn is_special(position: &Position, from: Square, to: Square) -> bool {
    let castles = matches!(position.at(from), Some((Piece::King, _)))
        && (from.file() as i8 - to.file() as i8).abs() == 2;
    castles || position.at(to).is_some() || position.promotes(from, to)
}
