//! The piece codes of document 001: White 0 to 5, empty 6, Black 7 to 12, each in the order
//! king, queen, rook, bishop, knight, pawn.

/// The code of an empty square.
pub const EMPTY: u8 = 6;

/// The difference between a black piece's code and the white one's.
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

/// A piece without its colour; the number is its code as a white piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Role {
    /// The king (FIDE 3.8).
    King = 0,
    /// A queen (FIDE 3.4).
    Queen = 1,
    /// A rook (FIDE 3.3).
    Rook = 2,
    /// A bishop (FIDE 3.2).
    Bishop = 3,
    /// A knight (FIDE 3.6).
    Knight = 4,
    /// A pawn (FIDE 3.7).
    Pawn = 5,
}

impl Role {
    /// The piece code of this role in a colour.
    ///
    /// ```
    /// use chess_rules::{Color, Role};
    /// assert_eq!(Role::Knight.code(Color::Black), 11);
    /// ```
    pub const fn code(self, color: Color) -> u8 {
        match color {
            Color::White => self as u8,
            Color::Black => self as u8 + BLACK,
        }
    }
}

/// Whether the piece with this code is of that colour; false for [`EMPTY`].
///
/// ```
/// use chess_rules::{Color, piece};
/// assert!(piece::is_of(11, Color::Black));
/// assert!(!piece::is_of(piece::EMPTY, Color::White));
/// ```
pub const fn is_of(code: u8, color: Color) -> bool {
    match color {
        Color::White => code < EMPTY,
        Color::Black => code > EMPTY,
    }
}

/// The colour of a piece code, `None` for [`EMPTY`].
///
/// ```
/// use chess_rules::{Color, piece};
/// assert_eq!(piece::color(11), Some(Color::Black));
/// ```
pub const fn color(code: u8) -> Option<Color> {
    match code {
        0..EMPTY => Some(Color::White),
        EMPTY => None,
        _ => Some(Color::Black),
    }
}

/// The role of a piece code, `None` for [`EMPTY`].
///
/// ```
/// use chess_rules::{Role, piece};
/// assert_eq!(piece::role(11), Some(Role::Knight));
/// ```
pub const fn role(code: u8) -> Option<Role> {
    match code % BLACK {
        0 => Some(Role::King),
        1 => Some(Role::Queen),
        2 => Some(Role::Rook),
        3 => Some(Role::Bishop),
        4 => Some(Role::Knight),
        5 => Some(Role::Pawn),
        _ => None,
    }
}
