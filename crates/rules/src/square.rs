//! Squares as numbers: 0 is a8, 7 is h8, 63 is h1 (document 001). A square's row is counted
//! from Black's side: row 0 is the eighth rank, row 7 the first.

/// The column, 0 for the a-file to 7 for the h-file.
pub const fn file(square: u8) -> u8 {
    square & 7
}

/// The row, 0 for the eighth rank to 7 for the first.
pub const fn row(square: u8) -> u8 {
    square >> 3
}

/// A square's name, two ASCII letters.
///
/// ```
/// assert_eq!(&chess_rules::square::name(52), b"e2");
/// ```
pub const fn name(square: u8) -> [u8; 2] {
    [b'a' + file(square), b'8' - (row(square) & 7)]
}

/// The square of a name, `None` where there is no such square.
///
/// ```
/// use chess_rules::square;
/// assert_eq!(square::parse(b"a8"), Some(0));
/// assert_eq!(square::parse(b"i1"), None);
/// ```
pub const fn parse(name: &[u8]) -> Option<u8> {
    match *name {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((b'8' - rank) * 8 + (file - b'a')),
        _ => None,
    }
}
