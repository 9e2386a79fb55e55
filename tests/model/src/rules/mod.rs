//! The rules of chess for the model, on cozy-chess: its tables say how pieces move, and wherever
//! its own board can hold a position, its own legal moves must be those found here.
//!
//! The contract's rule `forfeit` leads to positions that no chess program takes, with a king
//! that stays attacked; so the board here is a plain array.

mod apply;
mod legal;
mod material;
mod notation;
mod numbers;
mod reach;

use cozy_chess::{BitBoard, BoardBuilder, Color, File, Piece, Rank, Square};

pub use cozy_chess::Move;
pub use numbers::{number, piece_number, promotion, square};

/// The parts that make two positions the same (FIDE 9.2.3).
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    board: [Option<(Piece, Color)>; 64],
    turn: Color,
    castling: [[bool; 2]; 2],
    en_passant: Option<File>,
}

/// A position, with the clock of the draw rules.
#[derive(Clone)]
pub struct Position {
    pub board: [Option<(Piece, Color)>; 64],
    pub turn: Color,
    /// By colour: short, long.
    pub castling: [[bool; 2]; 2],
    /// The file of a pawn that can legally be captured en passant.
    pub en_passant: Option<File>,
    /// Plies since the last capture or pawn move.
    pub half_moves: u32,
}

/// The files of castling: the king's target, the rook's home and its target.
const CASTLING: [(File, File, File); 2] =
    [(File::G, File::H, File::F), (File::C, File::A, File::D)];

impl Position {
    /// The start of a game.
    pub fn start() -> Self {
        let builder = BoardBuilder::startpos();
        Position {
            board: builder.board,
            turn: Color::White,
            castling: [[true; 2]; 2],
            en_passant: None,
            half_moves: 0,
        }
    }

    pub fn key(&self) -> Key {
        Key {
            board: self.board,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
        }
    }

    pub fn at(&self, square: Square) -> Option<(Piece, Color)> {
        self.board[square as usize]
    }

    /// The squares of the pieces that pass a test.
    pub fn squares(&self, test: impl Fn(Piece, Color) -> bool) -> BitBoard {
        let of = |&square: &Square| {
            self.at(square)
                .is_some_and(|(piece, color)| test(piece, color))
        };
        Square::ALL.into_iter().filter(of).collect()
    }

    pub fn king(&self, color: Color) -> Square {
        let kings = self.squares(|piece, of| piece == Piece::King && of == color);
        kings.next_square().expect("a king is never captured")
    }

    pub(super) fn en_passant_square(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.turn);
        self.en_passant.map(|file| Square::new(file, rank))
    }

    /// Whether a pawn that goes there becomes another piece.
    pub fn promotes(&self, from: Square, to: Square) -> bool {
        matches!(self.at(from), Some((Piece::Pawn, _)))
            && to.rank() == Rank::Eighth.relative_to(self.turn)
    }

    /// The move between two squares; a pawn that promotes becomes a queen.
    pub fn queening(&self, from: Square, to: Square) -> Move {
        made(from, to, self.promotes(from, to).then_some(Piece::Queen))
    }
}

pub fn made(from: Square, to: Square, promotion: Option<Piece>) -> Move {
    Move {
        from,
        to,
        promotion,
    }
}
