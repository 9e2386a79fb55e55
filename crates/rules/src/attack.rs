//! How pieces move over the board (FIDE 3.2 to 3.8).

use crate::piece::{self, Color, EMPTY, Role};
use crate::position::Board;
use crate::square::Square;

/// A king's steps, then a knight's, for [`Square::step`].
pub(crate) const STEPS: [u8; 16] = {
    let [king, knight] = [[1, 15, 16, 17], [14, 18, 31, 33]];
    let mut steps = [0; 16];
    let mut i = 0;
    while i < 4 {
        steps[i] = king[i];
        steps[i + 4] = 0u8.wrapping_sub(king[i]);
        steps[i + KNIGHT_STEPS] = knight[i];
        steps[i + KNIGHT_STEPS + 4] = 0u8.wrapping_sub(knight[i]);
        i += 1;
    }
    steps
};

/// The index of a knight's first step.
const KNIGHT_STEPS: usize = 8;

/// True if the piece on `from` attacks `to`: it could capture an enemy there (FIDE 3.1.2: even if
/// that would expose its own king). False for an empty `from`.
///
/// ```
/// use chess_rules::{Position, Square, attacks};
///
/// let start = Position::START;
/// let at = |name| Square::parse(name).unwrap();
/// assert!(attacks(start.board(), at(b"g1"), at(b"f3")));
/// assert!(!attacks(start.board(), at(b"f1"), at(b"b5")));
/// ```
pub fn attacks(board: &Board, from: Square, to: Square) -> bool {
    let files = to.file() as i32 - from.file() as i32;
    let rows = to.row() as i32 - from.row() as i32;
    // the squared distance tells a king's and a knight's moves from all others
    let distance = files * files + rows * rows;
    let straight = files * rows == 0;
    let diagonal = files * files == rows * rows;
    let code = board[from.0 as usize & 63];
    let slides = match piece::role(code) {
        Some(Role::King) => return matches!(distance, 1 | 2),
        Some(Role::Knight) => return distance == 5,
        // towards row 0 for White, row 7 for Black
        Some(Role::Pawn) => return distance == 2 && (rows < 0) == (code < EMPTY),
        Some(Role::Queen) => straight || diagonal,
        Some(Role::Rook) => straight,
        Some(Role::Bishop) => diagonal,
        None => false,
    };
    slides && distance != 0 && is_path_clear(board, from, to, rows.signum() * 8 + files.signum())
}

/// Whether nothing stands between two squares of one line.
fn is_path_clear(board: &Board, from: Square, to: Square, step: i32) -> bool {
    let mut square = from.0 as i32 + step;
    while square != to.0 as i32 {
        if board[square as usize & 63] != EMPTY {
            return false;
        }
        square += step;
    }
    true
}

/// Whether any piece of a colour attacks a square (FIDE 3.1.2, 3.9.1).
///
/// ```
/// use chess_rules::{Color, Position, Square, is_attacked};
///
/// let start = Position::START;
/// let e3 = Square::parse(b"e3").unwrap();
/// assert!(is_attacked(start.board(), e3, Color::White));
/// assert!(!is_attacked(start.board(), e3, Color::Black));
/// ```
pub fn is_attacked(board: &Board, square: Square, by: Color) -> bool {
    STEPS.iter().enumerate().any(|(n, &step)| {
        // the first piece in a direction hides all others; a knight's jump isn't repeated
        let mut from = square;
        while let Some(next) = from.step(step) {
            from = next;
            let code = board[from.0 as usize & 63];
            if code != EMPTY {
                return piece::is_of(code, by) && attacks(board, from, square);
            }
            if n >= KNIGHT_STEPS {
                break;
            }
        }
        false
    })
}
