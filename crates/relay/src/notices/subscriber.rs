//! A browser that gets notices, and the last one that it got.

use serde::{Deserialize, Serialize};

use super::subscription::{Player, SubscriberId, Subscription};

/// A place in a game, later places with greater numbers: in single games the plies.
pub fn place(round: u16, plies: usize) -> u32 {
    // more than a round has
    const ROUND: u32 = 2_048;
    u32::from(round) * ROUND + (plies as u32).min(ROUND - 2)
}

/// A subscriber's knowledge. Numbers of plies are [`place`]s. The shelf in NATS stores it by these
/// names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Told {
    /// The plies after which it was last their turn.
    pub turn: u32,
    /// The plies of the last ask on the chain, and one; 0 for none.
    pub ask: u32,
    /// The plies of the last open end on the chain, and one; 0 for none.
    pub end: u32,
    /// Whether the game has begun.
    pub begun: bool,
}

/// A browser that gets notices.
#[derive(Clone)]
pub struct Subscriber {
    pub id: SubscriberId,
    pub player: Player,
    pub subscription: Subscription,
    pub told: Told,
}

impl Told {
    /// The knowledge of either.
    pub fn and(self, other: Told) -> Told {
        Told {
            turn: self.turn.max(other.turn),
            ask: self.ask.max(other.ask),
            end: self.end.max(other.end),
            begun: self.begun || other.begun,
        }
    }
}
