//! Which games are rated together.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The estimated number of moves of a game, as on lichess.
const MOVES: u64 = 40;

/// How fast a game is, by the seconds that a player has for 40 moves; lichess's categories.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// Below 180.
    Bullet,
    /// Below 480.
    Blitz,
    /// Below 1,500.
    Rapid,
    /// Any other clock.
    Classical,
    /// Without a clock: at least a full epoch a move.
    Correspondence,
}

impl Speed {
    /// The category of a clock, in seconds; a base of 0 means none.
    ///
    /// ```
    /// use ratings::Speed;
    /// assert_eq!(Speed::of(180, 0), Speed::Blitz);
    /// assert_eq!(Speed::of(60, 2), Speed::Bullet);
    /// assert_eq!(Speed::of(0, 0), Speed::Correspondence);
    /// ```
    pub fn of(base: u32, increment: u32) -> Self {
        if base == 0 {
            return Speed::Correspondence;
        }
        match u64::from(base) + MOVES * u64::from(increment) {
            0..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1_500 => Speed::Rapid,
            _ => Speed::Classical,
        }
    }
}

/// The games that a rating is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Pool {
    /// Whether both players may use a chess program.
    pub engines: bool,
    /// How fast they are.
    pub speed: Speed,
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let with = if self.engines { " with programs" } else { "" };
        let speed = format!("{:?}", self.speed).to_lowercase();
        write!(f, "{speed}{with}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_end_where_lichess_says() {
        for (base, increment, speed) in [
            (30, 0, Speed::Bullet),
            (179, 0, Speed::Bullet),
            (180, 0, Speed::Blitz),
            (120, 1, Speed::Bullet),
            (300, 3, Speed::Blitz),
            (479, 0, Speed::Blitz),
            (480, 0, Speed::Rapid),
            (900, 10, Speed::Rapid),
            (1_499, 0, Speed::Rapid),
            (1_500, 0, Speed::Classical),
            (u32::MAX, u32::MAX, Speed::Classical),
            (0, 0, Speed::Correspondence),
        ] {
            assert_eq!(Speed::of(base, increment), speed, "{base}+{increment}");
        }
    }
}
