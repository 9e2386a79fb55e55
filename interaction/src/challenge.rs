//! The terms of a challenge.

use multiversx_sc_scenario::imports::Address;
use onchain_chess::chess_proxy::{Side, TimeControl};

use crate::amount::Amount;

/// The terms of a challenge.
#[derive(Clone, PartialEq, Debug)]
pub struct Terms {
    /// The player who may accept, `None` for anyone.
    pub opponent: Option<Address>,
    /// The challenger's colour.
    pub side: Side,
    /// `None` for a full epoch a move.
    pub clock: Option<TimeControl>,
    /// The stake of each player for a round, `None` for a game without a stake.
    pub stake: Option<Amount>,
    /// 1 for a single game, up to 100 for a match.
    pub rounds: u16,
    /// Whether both players may use a chess program.
    pub engines: bool,
}

impl Terms {
    /// The payment of each player: the stake of all rounds.
    pub fn payment(&self) -> Option<Amount> {
        let stake = self.stake.as_ref()?;
        Some(stake.times(self.rounds.into()))
    }
}
