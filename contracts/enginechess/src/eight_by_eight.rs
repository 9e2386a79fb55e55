//! The engine of chess in this contract.

use chess_engine::chess::levels::nodes_of;
use chess_engine::chess::{Game, move_to_rules};
use chess_engine::{MAX_DEPTH, Move, memory_of};
use engine_contract::engine::{Engine, Strength};
use game_moves::chess as canonical;
use multiversx_sc::{api::ManagedTypeApi, types::ManagedBuffer};

const ERR_LEVEL: &str = "there is no such level: see getLevels";

/// The engine of this board.
pub struct EightByEight;

impl Engine for EightByEight {
    type Game = Game;
    /// The side that the player has (0 White, 1 Black), and the level.
    type Terms = [u8; 2];
    const GAS_RESERVE: u64 = 20_000_000;
    const KEPT_FROM: u32 = 5_000;
    const GAS_TO_END: u64 = 4_000_000;
    const FEWEST_NODES: u32 = 500;
    const ERR_FROM: &'static str = "from is no square (a8 = 0, h1 = 63)";
    const ERR_TO: &'static str = "to is no square (a8 = 0, h1 = 63)";

    fn strength([_, level]: [u8; 2]) -> Result<Strength, &'static str> {
        let nodes = nodes_of(level).ok_or(ERR_LEVEL)?;
        Ok(Strength {
            depth: MAX_DEPTH,
            nodes,
            memory: memory_of(nodes),
        })
    }

    fn player_is_white([side, _]: [u8; 2]) -> bool {
        side == 0
    }

    fn history<M: ManagedTypeApi>(mv: Move) -> Option<ManagedBuffer<M>> {
        let bytes = canonical::Move::of_legal(move_to_rules(mv)).encode();
        Some(bytes.as_bytes().into())
    }
}
