//! The board and what the Laws need beside it.

use core::borrow::Borrow;

use crate::piece::{Color, EMPTY};

/// 64 piece codes, from a8 to h1.
pub type Board = [u8; 64];

/// Castling rights, a bit each (FIDE 3.8.2.1): the right is gone for good once the king or that
/// rook has moved, or the rook was captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling(pub u8);

impl Castling {
    /// White's king to g1.
    pub const WHITE_SHORT: u8 = 1;
    /// White's king to c1.
    pub const WHITE_LONG: u8 = 2;
    /// Black's king to g8.
    pub const BLACK_SHORT: u8 = 4;
    /// Black's king to c8.
    pub const BLACK_LONG: u8 = 8;
    /// All four, as at the start.
    pub const ALL: Castling = Castling(15);

    /// The four ways to castle.
    pub(crate) const SIDES: [Side; 4] = [
        Side::new(Castling::WHITE_SHORT, 60, 62, 63),
        Side::new(Castling::WHITE_LONG, 60, 58, 56),
        Side::new(Castling::BLACK_SHORT, 4, 6, 7),
        Side::new(Castling::BLACK_LONG, 4, 2, 0),
    ];
}

/// One way to castle: its right, and where king and rook stand and the king goes.
pub(crate) struct Side {
    pub right: u8,
    pub king: u8,
    pub king_to: u8,
    pub rook: u8,
}

impl Side {
    const fn new(right: u8, king: u8, king_to: u8, rook: u8) -> Self {
        Side {
            right,
            king,
            king_to,
            rook,
        }
    }
}

/// A position: the board, whose turn it is, and what of the past still matters.
///
/// `B` is the board itself or a reference to one that lives elsewhere; so a contract plays on
/// the bytes that it has read, without copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position<B = Board> {
    /// The pieces.
    pub board: B,
    /// Whose turn it is.
    pub turn: Color,
    /// Where the kings stand, White's first.
    pub kings: [u8; 2],
    /// The castling rights left.
    pub castling: Castling,
    /// The file (0 to 7) of a pawn that has just gone two squares and can legally be captured
    /// en passant (FIDE 3.7.3.1), else [`Position::NO_FILE`].
    pub en_passant: u8,
    /// Plies since the last capture or pawn move (FIDE 9.3, 9.6.2): 0 to 150, as 150 ends a game.
    pub half_move_clock: u8,
    /// How many earlier positions could still recur (FIDE 9.2.3): the plies since the last
    /// capture, pawn move, or loss of a castling or en-passant right. 0 to 150.
    pub reversible_plies: u8,
    /// Plies played since the start of the game; even where White is to move.
    pub ply: u16,
}

impl Position {
    /// No pawn can be captured en passant.
    pub const NO_FILE: u8 = 8;

    /// The start of a game (FIDE 2.3).
    pub const START: Position = Position {
        board: START_BOARD,
        turn: Color::White,
        kings: [60, 4],
        castling: Castling::ALL,
        en_passant: Position::NO_FILE,
        half_move_clock: 0,
        reversible_plies: 0,
        ply: 0,
    };
}

impl<B: Borrow<Board>> Position<B> {
    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        self.board.borrow()
    }

    /// The piece code on a square; squares above 63 wrap around.
    #[inline]
    pub fn piece_at(&self, square: u8) -> u8 {
        self.board()[square as usize & 63]
    }

    /// The square of a colour's king.
    #[inline]
    pub fn king(&self, color: Color) -> u8 {
        self.kings[color as usize]
    }

    /// Whether a colour has nothing but its king.
    pub fn has_bare_king(&self, color: Color) -> bool {
        let own = |&&code: &&u8| crate::piece::is_of(code, color);
        self.board().iter().filter(own).count() == 1
    }
}

/// A board in memory of its own, as eight rows of eight squares.
///
/// To copy 64 bytes as such is a call of `memcpy`, and to clear them one of `memset`; their code
/// alone would cost a contract's every call 127,000 gas. Eight times eight bytes take neither.
#[derive(Debug)]
pub struct Rows([[u8; 8]; 8]);

impl Rows {
    /// The board at the start of a game.
    #[inline(never)]
    pub fn start() -> Self {
        Rows::of(&START_BOARD)
    }

    /// A copy of a board.
    #[inline(never)]
    pub const fn of(board: &Board) -> Self {
        let (rows, _) = board.as_chunks();
        Rows([
            rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7],
        ])
    }

    /// The board.
    pub fn board_mut(&mut self) -> &mut Board {
        let rows = &mut self.0;
        // eight times eight are 64
        rows.as_flattened_mut().first_chunk_mut().unwrap()
    }
}

const START_BOARD: Board = {
    let back = [2, 4, 3, 1, 0, 3, 4, 2];
    let mut board = [EMPTY; 64];
    let mut file = 0;
    while file < 8 {
        board[file] = back[file] + 7;
        board[8 + file] = 12;
        board[48 + file] = 5;
        board[56 + file] = back[file];
        file += 1;
    }
    board
};
