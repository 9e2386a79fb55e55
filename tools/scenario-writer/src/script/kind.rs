//! The kinds of move in the gas report.

use chess_model::chain::{Game, State};
use chess_model::rules::Position;
use cozy_chess::Piece;

/// The kind of a game's last move, made in a position: the last of opening, middle game, endgame,
/// castling, en passant, promotion, check, mate, draw that applies.
///
/// The opening is each side's first ten moves; the endgame has at most six pieces in addition to
/// kings and pawns.
pub fn of_move(position: &Position, game: &Game) -> &'static str {
    let m = game.moves.last().expect("a move");
    let moved = position.at(m.from).map(|(piece, _)| piece);
    let files = (m.from.file() as i8).abs_diff(m.to.file() as i8);
    let takes = position.at(m.to).is_some();
    let pieces = position.squares(|piece, _| !matches!(piece, Piece::King | Piece::Pawn));
    let after = game.position();
    match game.state {
        State::Drawn => "draw",
        State::WhiteWon | State::BlackWon => "mate",
        _ if after.in_check(after.turn) => "check",
        _ if m.promotion.is_some() => "promotion",
        _ if moved == Some(Piece::Pawn) && files > 0 && !takes => "en passant",
        _ if moved == Some(Piece::King) && files == 2 => "castling",
        _ if game.plies() <= 20 => "opening",
        _ if pieces.len() <= 6 => "endgame",
        _ => "middle game",
    }
}
