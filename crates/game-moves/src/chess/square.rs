/// A square of the chess board: 0 = a1, 1 = b1, … 63 = h8, that is 8 × y + x with document 004's coordinates.
///
/// ```
/// use game_moves::chess::Square;
/// let e2 = Square::new(12).unwrap();
/// assert_eq!((e2.x(), e2.y()), (4, 1));
/// assert_eq!(e2.index_from_a8(), 52);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index, 0 to 63.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square with this index in the contract's numbering, 0 = a8 … 63 = h1 (document 001).
    pub const fn new_from_a8(index: u8) -> Option<Self> {
        Self::new(index ^ 56)
    }

    /// The low six bits of a byte, as a square.
    pub(crate) const fn from_low_bits(byte: u8) -> Self {
        Self(byte & 63)
    }

    /// 0 = a1 … 63 = h8.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The index in the contract's numbering, 0 = a8 … 63 = h1: the two numberings differ by `^ 56`, which turns the ranks over.
    pub const fn index_from_a8(self) -> u8 {
        self.0 ^ 56
    }

    /// The file, 0 = a … 7 = h.
    pub const fn x(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 = rank 1 … 7 = rank 8.
    pub const fn y(self) -> u8 {
        self.0 >> 3
    }
}
