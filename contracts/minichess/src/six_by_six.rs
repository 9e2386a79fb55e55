//! The engine of 6×6 chess in this contract.

use chess_engine::{Game, MAX_DEPTH, MIN_DEPTH, Move};
use engine_contract::engine::{Engine, Strength};
use multiversx_sc::{api::ManagedTypeApi, types::ManagedBuffer};

const ERR_DEPTH: &str = "the depth is a number from 3 to 20";

/// The engine of this board.
pub struct SixBySix;

impl Engine for SixBySix {
    type Game = Game;
    /// The depth of the engine's search.
    type Terms = [u8; 1];
    const GAS_RESERVE: u64 = 9_000_000;
    const KEPT_FROM: u32 = 6_000;
    const GAS_TO_END: u64 = 3_000_000;
    const FEWEST_NODES: u32 = 1_000;
    const ERR_FROM: &'static str = "from is no square (a1 = 14, f6 = 49)";
    const ERR_TO: &'static str = "to is no square (a1 = 14, f6 = 49)";

    fn strength([depth]: [u8; 1]) -> Result<Strength, &'static str> {
        if !(MIN_DEPTH..=MAX_DEPTH).contains(&depth) {
            return Err(ERR_DEPTH);
        }
        Ok(Strength {
            depth,
            nodes: u32::MAX,
            memory: 0,
        })
    }

    fn player_is_white(_: [u8; 1]) -> bool {
        true
    }

    fn history<M: ManagedTypeApi>(_: Move) -> Option<ManagedBuffer<M>> {
        None
    }
}
