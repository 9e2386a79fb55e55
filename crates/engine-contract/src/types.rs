//! The results of the endpoints and views. Squares are each contract's own numbers.

use multiversx_sc::{derive_imports::*, imports::*};

use crate::search::Found;

/// A move's from, to and promotion, as a contract numbers them; all 0 for none.
pub type Parts = [u8; 3];

/// How a game stands after a call.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// 0 ongoing, 1 White won, 2 Black won, drawn: 3 stalemate, 4 dead position, 5 repetition, 6 fifty moves, 7 move limit (6×6)
    pub outcome: u8,
    /// The engine is to move and still searching: call `think` or `moveNow`
    pub thinking: bool,
    /// The engine's move in this call, both squares 0 if it made none
    pub from: u8,
    pub to: u8,
    /// 1 queen, 2 rook, 3 bishop, 4 knight, 0 no promotion
    pub promotion: u8,
}

impl Turn {
    /// After the engine's move, or without one.
    pub fn new(outcome: u8, thinking: bool, [from, to, promotion]: Parts) -> Self {
        Turn {
            outcome,
            thinking,
            from,
            to,
            promotion,
        }
    }
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

impl LegalMove {
    pub fn new([from, to, promotion]: Parts) -> Self {
        LegalMove {
            from,
            to,
            promotion,
        }
    }
}

/// The result of a search.
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

impl<M: ManagedTypeApi> Suggestion<M> {
    /// The result of a search; `parts` are the best move's.
    pub fn new(found: Found<M>, [from, to, promotion]: Parts) -> Self {
        Suggestion {
            done: found.done,
            from,
            to,
            promotion,
            score: found.answer.score as i16,
            depth: found.answer.depth,
            nodes: found.answer.nodes,
            state: found.state,
        }
    }

    /// Of no search: all 0.
    pub fn none() -> Self {
        Suggestion {
            done: false,
            from: 0,
            to: 0,
            promotion: 0,
            score: 0,
            depth: 0,
            nodes: 0,
            state: ManagedBuffer::new(),
        }
    }
}
