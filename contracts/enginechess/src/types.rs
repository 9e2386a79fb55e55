//! Results of endpoints and views that only this engine has; `engine_contract::types` has the common ones.

use multiversx_sc::{derive_imports::*, imports::*};

/// A new game.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Started<M: ManagedTypeApi> {
    /// The side the player has: 0 White, 1 Black
    pub side: u8,
    pub level: u8,
    /// The position it begins with as FEN; empty for the start of chess
    pub fen: ManagedBuffer<M>,
}

/// A game.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct GameInfo<M: ManagedTypeApi> {
    pub id: u32,
    pub player: ManagedAddress<M>,
    /// The side the player has: 0 White, 1 Black
    pub side: u8,
    pub level: u8,
    /// As in `Turn`
    pub outcome: u8,
    pub white_to_move: bool,
    /// Plies since the last capture or pawn move; 100 end the game
    pub half_moves: u8,
    /// Plies played since the start of chess
    pub plies: u16,
    /// 64 piece codes, a8 first: 0 to 5 White's king, queen, rook, bishop, knight and pawn, 6 empty, 7 to 12 Black's
    pub board: ManagedByteArray<M, 64>,
}
