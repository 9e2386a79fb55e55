//! What the endpoints and views return.

use multiversx_sc::{derive_imports::*, imports::*};

/// How a game stands after a call.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// 0 ongoing, 1 the player (White) won, 2 the engine won, drawn: 3 stalemate, 4 dead position, 5 repetition, 6 fifty moves, 7 move limit
    pub outcome: u8,
    /// The engine is to move and still searching: call `think` or `moveNow`
    pub thinking: bool,
    /// The engine's move in this call, 0 if it made none: document 002's indices
    pub from: u8,
    pub to: u8,
    /// 1 queen, 2 rook, 3 bishop, 4 knight, 0 no promotion
    pub promotion: u8,
}

/// A move that was played.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move's number in the game, from 1; odd numbers are White's
    pub ply: u16,
    pub from: u8,
    pub to: u8,
    pub promotion: u8,
    /// As in `Turn`
    pub outcome: u8,
}

/// A legal move.
#[type_abi]
#[derive(
    TopEncode, TopDecode, NestedEncode, NestedDecode, ManagedVecItem, Clone, PartialEq, Eq, Debug,
)]
pub struct LegalMove {
    pub from: u8,
    pub to: u8,
    /// 1 queen, 2 rook, 3 bishop, 4 knight, 0 no promotion
    pub promotion: u8,
}

/// A game.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct GameInfo<M: ManagedTypeApi> {
    pub id: u32,
    /// Who plays White
    pub player: ManagedAddress<M>,
    /// The engine's depth
    pub depth: u8,
    /// As in `Turn`
    pub outcome: u8,
    /// Whose move it is; the engine is Black
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

/// What a search has found.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Suggestion<M: ManagedTypeApi> {
    /// The search is over: this is the move the engine plays
    pub done: bool,
    pub from: u8,
    pub to: u8,
    /// 1 queen, 2 rook, 3 bishop, 4 knight, 0 no promotion
    pub promotion: u8,
    /// Hundredths of a pawn to the side to move; a mate in n plies is 30,000 - n
    pub score: i16,
    /// The last depth that was searched through
    pub depth: u8,
    /// Nodes searched so far
    pub nodes: u32,
    /// Hand this back to go on; empty when the search is over
    pub state: ManagedBuffer<M>,
}
