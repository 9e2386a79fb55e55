//! The pairings of one round.

/// The most players of a tournament.
pub const MOST_PLAYERS: usize = 32;

/// Two players of a board, by their seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pair {
    /// The seed of White, from 0.
    pub white: u8,
    /// The seed of Black, from 0.
    pub black: u8,
}

/// The pairings of one round: its boards in order, and the player without an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round {
    pairs: [Pair; MOST_PLAYERS / 2],
    len: usize,
    /// The seed of the player who has the bye, if the number of players is odd.
    pub bye: Option<u8>,
}

impl Round {
    /// The boards, first board first.
    pub fn boards(&self) -> &[Pair] {
        self.pairs.get(..self.len).unwrap_or(&[])
    }

    /// Adds a board. A round has at most 16; more are ignored.
    pub(crate) fn push(&mut self, white: u8, black: u8) {
        if let Some(pair) = self.pairs.get_mut(self.len) {
            *pair = Pair { white, black };
            self.len += 1;
        }
    }
}
