//! What the endpoints and views return.

use multiversx_sc::{derive_imports::*, imports::*};

/// How a game stands after a call.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// 0 ongoing, 1 White won, 2 Black won, drawn: 3 stalemate, 4 dead position, 5 repetition, 6 fifty moves
    pub outcome: u8,
    /// The engine is to move and still searching: call `think` or `moveNow`
    pub thinking: bool,
    /// The engine's move in this call, both 0 if it made none: squares from 0 (a8) to 63 (h1)
    pub from: u8,
    pub to: u8,
    /// 1 queen, 2 rook, 3 bishop, 4 knight, 0 no promotion
    pub promotion: u8,
}

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

/// A move that was played.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Plies played since the start of chess; even where White moves next
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
