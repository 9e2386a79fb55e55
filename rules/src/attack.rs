//! How pieces move over the board (FIDE 3.2 to 3.8).

use crate::piece::{self, Color, EMPTY, Kind};
use crate::{Board, square};

/// Whether the piece on `from` attacks `to`: it could capture there, were an enemy there
/// (FIDE 3.1.2: also where doing so would expose its own king). False for an empty `from`.
///
/// ```
/// use chess_rules::{Position, attacks, square};
/// let board = &Position::START.board;
/// let at = |name: &str| square::parse(name.as_bytes()).unwrap();
/// assert!(attacks(board, at("g1"), at("f3")));
/// assert!(!attacks(board, at("f1"), at("b5")));
/// ```
pub fn attacks(board: &Board, from: u8, to: u8) -> bool {
    let files = square::file(to) as i8 - square::file(from) as i8;
    let rows = square::row(to) as i8 - square::row(from) as i8;
    let (across, along) = (files.unsigned_abs(), rows.unsigned_abs());
    let code = board[from as usize & 63];
    let Some(kind) = piece::kind(code) else {
        return false;
    };
    let straight = across == 0 || along == 0;
    let diagonal = across == along;
    let slides = match kind {
        Kind::King => return across <= 1 && along <= 1 && from != to,
        Kind::Knight => return across * along == 2,
        // towards row 0 for White, row 7 for Black
        Kind::Pawn => return across == 1 && rows == if code < EMPTY { -1 } else { 1 },
        Kind::Queen => straight || diagonal,
        Kind::Rook => straight,
        Kind::Bishop => diagonal,
    };
    slides && from != to && is_path_clear(board, from, to, rows.signum() * 8 + files.signum())
}

/// Whether nothing stands between two squares of one line.
fn is_path_clear(board: &Board, from: u8, to: u8, step: i8) -> bool {
    let mut square = from;
    loop {
        square = square.wrapping_add_signed(step) & 63;
        if square == to {
            return true;
        }
        if board[square as usize] != EMPTY {
            return false;
        }
    }
}

/// Whether any piece of a colour attacks a square (FIDE 3.1.2, 3.9.1).
pub fn is_attacked(board: &Board, square: u8, by: Color) -> bool {
    (0..64).any(|from| piece::is_of(board[from as usize], by) && attacks(board, from, square))
}
