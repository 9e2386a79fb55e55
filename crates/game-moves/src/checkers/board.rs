//! The pieces and their board.

/// A man or a king of player 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The player, 0 or 1.
    pub player: u8,
    /// Whether it is a king.
    pub king: bool,
}

impl Piece {
    /// 1 and 2 for player 0's men and kings, 3 and 4 for player 1's.
    ///
    /// ```
    /// # use game_moves::checkers::Piece;
    /// let king = Piece { player: 1, king: true };
    /// assert_eq!(king.code(), 4);
    /// assert_eq!(Piece::from_code(4), Some(king));
    /// ```
    pub const fn code(self) -> u8 {
        1 + 2 * self.player + self.king as u8
    }

    /// The piece with this code; none for 0, the empty square, and for every other number.
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            1..=4 => Some(Self {
                player: (code - 1) / 2,
                king: code.is_multiple_of(2),
            }),
            _ => None,
        }
    }
}

/// Indexed by [`Square::index`].
pub(super) type Board = [Option<Piece>; 64];
