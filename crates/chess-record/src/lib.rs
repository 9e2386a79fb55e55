//! Chess as the contract stores it: the records of games and of the contract's state as structs,
//! the enums and flags in them, and the rules of the clock as pure functions.
//!
//! The contract writes these records. A reader of raw storage parses them with [`Game`],
//! [`State`] and [`Stake`]; docs/storage.md lists their keys. The crate is `no_std` and doesn't
//! depend on the MultiversX framework, except with the feature `abi`, which puts the enums into a
//! contract's ABI.
//!
//! ```
//! use chess_record::{Awaits, Game, GameRecord, GameState};
//! use zerocopy::IntoBytes;
//!
//! let mut record = GameRecord::START;
//! record.head.rounds = 3;
//! let game = Game::parse(record.as_bytes()).unwrap();
//! assert_eq!(game.record.head.state(), GameState::Ongoing);
//! assert!(game.record.head.awaits(Awaits::Move) && game.record.head.is_match());
//! ```

#![no_std]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod clock;
mod game;
pub mod kinds;
mod number;
mod parse;
mod state;

pub use game::{
    BLOCK_LEN, GameClock, GameHead, GameRecord, LONGEST_MOVE, PlayerEntry, VERSION, flags,
    is_block_full,
};
pub use kinds::{Awaits, EndReason, GameState, IllegalMoveRule, PauseState};
pub use number::{U16, U32, U64};
pub use parse::{Game, RecordError, Stake, State};
pub use state::{
    DAY_MILLIS, EPOCHS_BETWEEN_PAUSES, LONG_PAUSE_EPOCHS, PauseTimes, QueueEntry, SEAT_EPOCHS,
    StateRecord,
};
