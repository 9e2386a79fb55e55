//! The contract's events: one for every change.

use num_bigint::BigUint;

use super::{Account, Clock, Reason, Stake, State, Token};
use crate::rules::Move;

/// An event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    WagerSet(Token, BigUint),
    Paused,
    Unpaused,
    QueueJoined(Account),
    QueueLeft(Account),
    GameStarted {
        game: u32,
        players: [Account; 2],
        rounds: u16,
        engines: bool,
        clock: Option<Clock>,
    },
    Challenged {
        game: u32,
        by: Account,
        /// Nobody where anyone may accept.
        opponent: Option<Account>,
    },
    ChallengeCancelled {
        game: u32,
        by: Account,
    },
    MoveMade {
        game: u32,
        by: Account,
        /// How many plies came before.
        ply: usize,
        made: Move,
    },
    MovesPlayed {
        game: u32,
        /// These moves take the place of all from this ply on.
        first_ply: usize,
        moves: Vec<Move>,
    },
    MoveAsked {
        game: u32,
        by: Account,
    },
    EndOpened {
        game: u32,
        reason: Reason,
    },
    /// The chain is in a later round.
    RoundBegun {
        game: u32,
        round: u16,
        /// White's of round 0, in the rounds before.
        points: u16,
    },
    DrawOffered {
        game: u32,
        by: Account,
    },
    GameEnded {
        game: u32,
        players: [Account; 2],
        state: State,
        reason: Reason,
        /// How many rounds count.
        rounds: u16,
        /// White's of round 0.
        points: u16,
    },
    Credited(Account, Stake),
    Withdrawn(Account, Stake),
}
