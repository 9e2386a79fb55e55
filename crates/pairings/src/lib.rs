//! The pairings of a tournament: the Berger tables for a round robin and the Monrad system for a
//! Swiss tournament. The same input gives the same pairing on every machine.
//!
//! Players are known by their seed, counted from 0. The crate is `no_std` and allocates nothing, so
//! a contract, a page and a command line can use it. Its work is bounded for every input.
//!
//! ```
//! // FIDE's table for three or four players, first round: 1-4, 2-3
//! let round = pairings::berger(4, 0);
//! let boards: Vec<(u8, u8)> = round.boards().iter().map(|pair| (pair.white, pair.black)).collect();
//! assert_eq!(boards, [(0, 3), (1, 2)]);
//! ```

#![no_std]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod berger;
mod matching;
mod monrad;
mod round;

pub use berger::{berger, berger_rounds};
pub use monrad::{Color, Player, monrad, order};
pub use round::{MOST_PLAYERS, Pair, Round};
