//! Results of endpoints and views that only this engine has; `engine_contract::types` has the common ones.

use multiversx_sc::{derive_imports::*, imports::*};

/// A game.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct GameInfo<M: ManagedTypeApi> {
    pub id: u32,
    /// The player of White
    pub player: ManagedAddress<M>,
    /// The engine's depth
    pub depth: u8,
    /// As in `Turn`
    pub outcome: u8,
    /// Whether White is to move; the engine is Black
    pub white_to_move: bool,
    /// The square a pawn may capture on in passing (document 002's index), 0 for none
    pub en_passant: u8,
    /// Plies since the last capture or pawn move; 100 end the game
    pub half_moves: u8,
    /// Plies played; 400 end the game
    pub plies: u16,
    /// Document 002's word: 32 bytes, square 63 first
    pub board: ManagedByteArray<M, 32>,
}
