//! What the contract tells: one event for every change.

use num_bigint::BigUint;

use super::{Account, Reason, Stake, State, Token};
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
    DrawOffered {
        game: u32,
        by: Account,
    },
    GameEnded {
        game: u32,
        players: [Account; 2],
        state: State,
        reason: Reason,
    },
    Credited(Account, Stake),
    Withdrawn(Account, Stake),
}
