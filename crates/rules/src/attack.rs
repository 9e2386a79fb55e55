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
    let files = square::file(to) as i32 - square::file(from) as i32;
    let rows = square::row(to) as i32 - square::row(from) as i32;
    // the squared distance tells a king's and a knight's moves from all others
    let distance = files * files + rows * rows;
    let straight = files * rows == 0;
    let diagonal = files * files == rows * rows;
    let code = board[from as usize & 63];
    let slides = match piece::kind(code) {
        Some(Kind::King) => return matches!(distance, 1 | 2),
        Some(Kind::Knight) => return distance == 5,
        // towards row 0 for White, row 7 for Black
        Some(Kind::Pawn) => return distance == 2 && (rows < 0) == (code < EMPTY),
        Some(Kind::Queen) => straight || diagonal,
        Some(Kind::Rook) => straight,
        Some(Kind::Bishop) => diagonal,
        None => false,
    };
    slides && distance != 0 && is_path_clear(board, from, to, rows.signum() * 8 + files.signum())
}

/// Whether nothing stands between two squares of one line.
fn is_path_clear(board: &Board, from: u8, to: u8, step: i32) -> bool {
    let mut square = from as i32 + step;
    while square != to as i32 {
        if board[square as usize & 63] != EMPTY {
            return false;
        }
        square += step;
    }
    true
}

/// Whether any piece of a colour attacks a square (FIDE 3.1.2, 3.9.1).
pub fn is_attacked(board: &Board, square: u8, by: Color) -> bool {
    (0..64).any(|from| piece::is_of(board[from as usize], by) && attacks(board, from, square))
}
