/// A tile of the double-six set. In a hand and in the boneyard the smaller end comes first, on the board the left one.
///
/// ```
/// use game_moves::dominos::Tile;
/// let tile = Tile::new(2, 5).unwrap();
/// assert_eq!((tile.flipped().ends(), tile.pips()), ([5, 2], 7));
/// assert_eq!(Tile::new(2, 7), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile(pub(super) [u8; 2]);

impl Tile {
    /// The tile with these ends, 0 to 6 each, first and second.
    pub const fn new(first: u8, second: u8) -> Option<Self> {
        if first <= 6 && second <= 6 {
            Some(Self([first, second]))
        } else {
            None
        }
    }

    /// The 28 tiles, smaller ends first: 0-0, 0-1, … 0-6, 1-1, … 6-6.
    pub fn set() -> impl Iterator<Item = Self> {
        (0..=6).flat_map(|low| (low..=6).map(move |high| Self([low, high])))
    }

    /// First and second end.
    pub const fn ends(self) -> [u8; 2] {
        self.0
    }

    /// Turned round.
    pub const fn flipped(self) -> Self {
        let [first, second] = self.0;
        Self([second, first])
    }

    /// The smaller end first, as in a hand.
    #[cfg(feature = "serde")]
    pub(super) const fn in_hand(self) -> Self {
        let [first, second] = self.0;
        if first <= second {
            self
        } else {
            self.flipped()
        }
    }

    /// Whether both ends are the same.
    pub const fn is_double(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// The sum of both ends.
    pub const fn pips(self) -> u8 {
        self.0[0] + self.0[1]
    }
}
