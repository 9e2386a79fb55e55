//! The conditions under which the Laws apply to a position.

use core::borrow::BorrowMut;
use core::fmt;

use crate::castling::Castling;
use crate::piece::{self, Color, EMPTY, Role};
use crate::position::{Board, Context, Position};
use crate::square::Square;

impl<B: BorrowMut<Board>> Position<B> {
    /// A position of these parts, checked. The side that isn't to move may be in check: the
    /// contract's `forfeit` rule allows such positions.
    ///
    /// # Errors
    /// The first of the faults of [`PositionError`].
    ///
    /// ```
    /// use chess_rules::{Context, Position, PositionError, Square};
    ///
    /// let start = Position::START;
    /// assert_eq!(Position::new(*start.board(), start.context()), Ok(start.clone()));
    ///
    /// let kings = [Square::parse(b"e2").unwrap(), Square::parse(b"e8").unwrap()];
    /// let elsewhere = Context { kings, ..start.context() };
    /// let error = Position::new(*start.board(), elsewhere).unwrap_err();
    /// assert_eq!(error, PositionError::KingSquares);
    /// ```
    pub fn new(board: B, context: Context) -> Result<Self, PositionError> {
        let mut position = Position::from_parts(board, context);
        let mut found = [0, 0];
        for square in Square::all() {
            let code = position.piece_at(square);
            match (piece::role(code), piece::color(code)) {
                _ if code > Role::Pawn.code(Color::Black) => return Err(PositionError::Board),
                (Some(Role::King), Some(color)) => found[color as usize] += 1,
                (Some(Role::Pawn), _) if matches!(square.row(), 0 | 7) => {
                    return Err(PositionError::Pawns);
                }
                _ => {}
            }
        }
        if found != [1, 1] {
            return Err(PositionError::Kings);
        }
        let stands = |color| position.piece_at(position.king(color)) == Role::King.code(color);
        if !stands(Color::White) || !stands(Color::Black) {
            return Err(PositionError::KingSquares);
        }
        let has = |side: &&crate::castling::Side| position.context.castling.has(side.right);
        if !Castling::SIDES
            .iter()
            .filter(has)
            .all(|side| position.is_at_home(side.right))
        {
            return Err(PositionError::Castling);
        }
        if position.context.en_passant != Position::NO_FILE {
            let passed = position.en_passant_square();
            let pawn = passed.and_then(|passed| position.pawn_that_passed(passed));
            let pawn = pawn.ok_or(PositionError::EnPassant)?;
            position.offer_en_passant(pawn);
            if position.context.en_passant == Position::NO_FILE {
                return Err(PositionError::EnPassantCapture);
            }
        }
        if position.context.ply % 2 != position.context.turn as u16 {
            return Err(PositionError::Ply);
        }
        Ok(position)
    }

    /// Whether king and rook of a castling right stand where the game began.
    pub(crate) fn is_at_home(&self, right: u8) -> bool {
        let Some(side) = Castling::SIDES.iter().find(|side| side.right == right) else {
            return false;
        };
        let color = match right {
            Castling::WHITE_SHORT | Castling::WHITE_LONG => Color::White,
            _ => Color::Black,
        };
        self.king(color) == side.king && self.piece_at(side.rook) == Role::Rook.code(color)
    }

    /// The square of the pawn that can just have gone two squares over `passed`.
    pub(crate) fn pawn_that_passed(&self, passed: Square) -> Option<Square> {
        let (row, ahead): (u8, i8) = match self.context.turn {
            Color::White => (2, 8),
            Color::Black => (5, -8),
        };
        if passed.row() != row {
            return None;
        }
        let pawn = Square(passed.0.wrapping_add_signed(ahead));
        let start = Square(passed.0.wrapping_add_signed(-ahead));
        let went_two = self.piece_at(pawn) == Role::Pawn.code(self.context.turn.other())
            && self.piece_at(passed) == EMPTY
            && self.piece_at(start) == EMPTY;
        went_two.then_some(pawn)
    }
}

/// The fault of a position's parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The board has a byte that is no piece code.
    Board,
    /// A pawn stands on the first or last rank.
    Pawns,
    /// A side doesn't have exactly one king.
    Kings,
    /// A king doesn't stand where the context says.
    KingSquares,
    /// There is a castling right, and its king or rook isn't at home.
    Castling,
    /// No pawn can just have gone two squares on the en-passant file, or there is no such file.
    EnPassant,
    /// The pawn that has gone two squares can't legally be captured.
    EnPassantCapture,
    /// The plies are even although Black is to move, or odd although White is.
    Ply,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PositionError::Board => "the board is 64 piece codes, 0 to 12",
            PositionError::Pawns => "no pawn stands on the first or last rank",
            PositionError::Kings => "each side has exactly one king",
            PositionError::KingSquares => "the kings stand elsewhere on the board",
            PositionError::Castling => "a king or rook that may castle isn't at home",
            PositionError::EnPassant => "no pawn has just gone two squares there",
            PositionError::EnPassantCapture => "no capture en passant is legal",
            PositionError::Ply => "White is to move after an even number of plies",
        })
    }
}

impl core::error::Error for PositionError {}
