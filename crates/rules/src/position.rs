//! The board, and everything else that the Laws need.

use core::borrow::Borrow;

use crate::castling::Castling;
use crate::piece::{Color, EMPTY};
use crate::square::Square;

/// 64 piece codes, from a8 to h1.
pub type Board = [u8; 64];

/// A position: the board, the turn, and the part of the past that still matters.
///
/// `B` is the board itself or a reference to one that lives elsewhere; so a contract plays on
/// the bytes that it has read, without copies.
///
/// A position comes from [`Position::START`], from a FEN, from [`Position::new`], which checks
/// it, or from [`Position::from_parts`], which doesn't.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Position<B = Board> {
    pub(crate) board: B,
    pub(crate) context: Context,
}

/// The parts of a position other than its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Context {
    /// The kings' squares, White's first.
    pub kings: [Square; 2],
    /// The castling rights left.
    pub castling: Castling,
    /// The file (0 to 7) of a pawn that has just gone two squares and can legally be captured
    /// en passant (FIDE 3.7.3.1), else [`Position::NO_FILE`].
    pub en_passant: u8,
    /// Plies since the last capture or pawn move (FIDE 9.3, 9.6.2): 0 to 150, as 150 ends a game.
    pub half_move_clock: u8,
    /// The number of earlier positions that could still recur (FIDE 9.2.3): the plies since the
    /// last capture, pawn move, or loss of a castling or en-passant right. 0 to 150.
    pub reversible_plies: u8,
    /// Plies played since the start of the game; even where White is to move.
    pub ply: u16,
    /// Whose turn it is.
    pub turn: Color,
}

impl Position {
    /// No pawn can be captured en passant.
    pub const NO_FILE: u8 = 8;

    /// The start of a game (FIDE 2.3).
    pub const START: Position = Position {
        board: START_BOARD,
        context: Context {
            kings: [Square(60), Square(4)],
            castling: Castling::ALL,
            en_passant: Position::NO_FILE,
            half_move_clock: 0,
            reversible_plies: 0,
            ply: 0,
            turn: Color::White,
        },
    };
}

impl<B> Position<B> {
    /// Puts a position together from its board and the parts that [`Position::context`] returned,
    /// unchecked: parts that don't fit make a position whose answers are wrong. [`Position::new`]
    /// checks.
    ///
    /// ```
    /// use chess_rules::Position;
    ///
    /// let mut board = *Position::START.board();
    /// let mut position = Position::from_parts(&mut board, Position::START.context());
    /// position.apply("e2e4".parse().unwrap());
    /// assert_eq!((board[52], board[36]), (6, 5));
    /// ```
    #[inline]
    pub fn from_parts(board: B, context: Context) -> Self {
        Position { board, context }
    }

    /// The parts of the position other than its board.
    #[inline]
    pub const fn context(&self) -> Context {
        self.context
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Color {
        self.context.turn
    }

    /// The square of a colour's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.context.kings[color as usize]
    }

    /// The castling rights left.
    #[inline]
    pub fn castling(&self) -> Castling {
        self.context.castling
    }

    /// The square that a pawn has just passed, if it can legally be captured en passant.
    ///
    /// ```
    /// use chess_rules::{Position, Square};
    ///
    /// let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    /// let position: Position = fen.parse().unwrap();
    /// assert_eq!(position.en_passant_square(), Square::parse(b"d6"));
    /// assert_eq!(Position::START.en_passant_square(), None);
    /// ```
    #[inline]
    pub fn en_passant_square(&self) -> Option<Square> {
        let row = match self.context.turn {
            Color::White => 2,
            Color::Black => 5,
        };
        (self.context.en_passant < Position::NO_FILE)
            .then(|| Square(row * 8 + self.context.en_passant))
    }

    /// Plies since the last capture or pawn move (FIDE 9.3, 9.6.2): a draw can be claimed at 100,
    /// and the game is drawn at 150.
    #[inline]
    pub fn half_move_clock(&self) -> u8 {
        self.context.half_move_clock
    }

    /// The number of earlier positions that could still recur (FIDE 9.2.3): the plies since the last
    /// capture, pawn move, or loss of a castling or en-passant right.
    #[inline]
    pub fn reversible_plies(&self) -> u8 {
        self.context.reversible_plies
    }

    /// Plies played since the start of the game; even where White is to move.
    ///
    /// ```
    /// use chess_rules::Position;
    ///
    /// let mut position = Position::START;
    /// assert_eq!(position.ply(), 0);
    /// position.try_play("e2e4".parse().unwrap()).unwrap();
    /// assert_eq!(position.ply(), 1);
    /// ```
    #[inline]
    pub fn ply(&self) -> u16 {
        self.context.ply
    }
}

impl<B: Borrow<Board>> Position<B> {
    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        self.board.borrow()
    }

    /// The piece code on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> u8 {
        self.board()[square.0 as usize & 63]
    }

    /// Whether a colour has nothing but its king.
    pub fn has_bare_king(&self, color: Color) -> bool {
        let own = |&&code: &&u8| crate::piece::is_of(code, color);
        self.board().iter().filter(own).count() == 1
    }
}

/// A board in separate memory, for [`Position::from_parts`] by reference.
///
/// ```
/// use chess_rules::{BoardCopy, Position};
///
/// let mut copy = BoardCopy::of(Position::START.board());
/// let mut position = Position::from_parts(copy.board_mut(), Position::START.context());
/// position.apply("e2e4".parse().unwrap());
/// ```
// Eight rows of eight: a plain copy of 64 bytes is a call of `memcpy`, and clearing them one of
// `memset`. Their code would cost a contract's every call 127,000 gas.
#[derive(Debug)]
pub struct BoardCopy([[u8; 8]; 8]);

impl BoardCopy {
    /// The board at the start of a game.
    #[inline(never)]
    pub fn start() -> Self {
        BoardCopy::of(&START_BOARD)
    }

    /// A copy of a board.
    #[inline(never)]
    pub const fn of(board: &Board) -> Self {
        let (rows, _) = board.as_chunks();
        BoardCopy([
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
