//! The piece codes of document 001: White 0 to 5, empty 6, Black 7 to 12, each in the order
//! king, queen, rook, bishop, knight, pawn.

/// The code of an empty square.
pub const EMPTY: u8 = 6;

/// What separates a black piece's code from the white one's.
const BLACK: u8 = 7;

/// A player's colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Color {
    /// White, who moves first (FIDE 1.2).
    White = 0,
    /// Black.
    Black = 1,
}

impl Color {
    /// The opponent's colour.
    pub const fn other(self) -> Self {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// A kind of piece; the number is its code as a white piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Kind {
    King = 0,
    Queen = 1,
    Rook = 2,
    Bishop = 3,
    Knight = 4,
    Pawn = 5,
}

impl Kind {
    /// The code of this kind of piece in a colour.
    ///
    /// ```
    /// use chess_rules::{Color, Kind};
    /// assert_eq!(Kind::Knight.code(Color::Black), 11);
    /// ```
    pub const fn code(self, color: Color) -> u8 {
        match color {
            Color::White => self as u8,
            Color::Black => self as u8 + BLACK,
        }
    }
}

/// Whether the piece with this code is of that colour; false for [`EMPTY`].
pub const fn is_of(code: u8, color: Color) -> bool {
    match color {
        Color::White => code < EMPTY,
        Color::Black => code > EMPTY,
    }
}

/// The colour of a piece code, `None` for [`EMPTY`].
pub const fn color(code: u8) -> Option<Color> {
    match code {
        0..EMPTY => Some(Color::White),
        EMPTY => None,
        _ => Some(Color::Black),
    }
}

/// The kind of a piece code, `None` for [`EMPTY`].
pub const fn kind(code: u8) -> Option<Kind> {
    match code % BLACK {
        0 => Some(Kind::King),
        1 => Some(Kind::Queen),
        2 => Some(Kind::Rook),
        3 => Some(Kind::Bishop),
        4 => Some(Kind::Knight),
        5 => Some(Kind::Pawn),
        _ => None,
    }
}
