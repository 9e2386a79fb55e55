//! The kinds of move that the gas report tells apart.

use chess_rules::{Move, Position, Role, piece};

use crate::cast::State;

/// The kind of a legal move in a position, and of one that ends the game: the last in the list
/// opening, middle game, endgame, castling, en passant, promotion, check, mate, draw that applies.
///
/// The opening are each side's first ten moves; the endgame has at most six pieces other than
/// kings and pawns.
pub fn of_move(position: &Position, m: Move, end: Option<State>) -> &'static str {
    let moved = piece::role(position.piece_at(m.from));
    let sideways = m.from.file() != m.to.file();
    let takes = position.piece_at(m.to) != piece::EMPTY;
    let mut after = position.clone();
    after.apply(m);
    match end {
        Some(State::Drawn) => return "draw",
        Some(_) => return "mate",
        None => {}
    }
    if after.is_in_check(after.turn()) {
        "check"
    } else if m.promotion.is_some() {
        "promotion"
    } else if moved == Some(Role::Pawn) && sideways && !takes {
        "en passant"
    } else if moved == Some(Role::King) && m.from.file().abs_diff(m.to.file()) == 2 {
        "castling"
    } else if position.ply() < 20 {
        "opening"
    } else if pieces(position) <= 6 {
        "endgame"
    } else {
        "middle game"
    }
}

/// The pieces on the board other than kings and pawns.
fn pieces(position: &Position) -> usize {
    let codes = position.board().iter();
    codes
        .filter(|&&code| !matches!(piece::role(code), None | Some(Role::King | Role::Pawn)))
        .count()
}
