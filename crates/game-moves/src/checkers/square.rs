/// A square for pieces: x and y from 0 to 7, with an even sum.
///
/// ```
/// use game_moves::checkers::Square;
/// assert_eq!(Square::new(2, 4).unwrap().packed(), 0x24);
/// assert_eq!(Square::new(2, 3), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square at x, y; none if it is off the board or not for pieces.
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x < 8 && y < 8 && (x + y).is_multiple_of(2) {
            Some(Self(x << 4 | y))
        } else {
            None
        }
    }

    /// x × 16 + y, the byte of the binary encoding.
    pub const fn packed(self) -> u8 {
        self.0
    }

    /// The column, 0 to 7.
    pub const fn x(self) -> u8 {
        self.0 >> 4
    }

    /// The rank, 0 to 7.
    pub const fn y(self) -> u8 {
        self.0 & 15
    }

    /// 8 y + x, the index on the state's board.
    pub const fn index(self) -> usize {
        self.y() as usize * 8 + self.x() as usize
    }

    /// The next square in a diagonal direction.
    pub(super) fn step(self, (dx, dy): (i8, i8)) -> Option<Self> {
        let x = self.x().checked_add_signed(dx)?;
        Self::new(x, self.y().checked_add_signed(dy)?)
    }

    /// The direction to a diagonal neighbour.
    pub(super) fn direction_to(self, neighbour: Self) -> Option<(i8, i8)> {
        let dx = neighbour.x() as i8 - self.x() as i8;
        let dy = neighbour.y() as i8 - self.y() as i8;
        (dx.abs() == 1 && dy.abs() == 1).then_some((dx, dy))
    }

    /// All 32, by their index on the board.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..64).filter_map(|index| Self::new(index % 8, index / 8))
    }
}
