//! The engine's move: searching, keeping a search, playing what it found.

use chess_engine::{Game, Move};
use engine_contract::keeping::Unfit;
use engine_contract::search::{Bounds, Engine, Memory, require_gas_to_keep, search_for};
use engine_contract::types::{Parts, Played, Turn};
use multiversx_sc::imports::*;

use crate::{errors::ERR_DEPTH, storage::Owner};

/// Nodes searched in a call that names no number: more than a transaction's gas pays for.
pub const DEFAULT_NODES: u32 = 100_000;
/// Nodes `moveNow` searches where the search has not got through a single depth.
const FEWEST_NODES: u32 = 1_000;

/// The engine of 6×6 chess.
pub struct SixBySix;

impl Engine for SixBySix {
    type Game = Game;
    const GAS_RESERVE: u64 = 9_000_000;
    const KEPT_FROM: u32 = 6_000;
    const GAS_TO_END: u64 = 3_000_000;
    const ERR_BEGIN: &'static str = ERR_DEPTH;
}

/// To a depth, by so many nodes now.
pub fn bounds(depth: u8, now: u32) -> Bounds {
    Bounds {
        depth,
        in_all: u32::MAX,
        now,
    }
}

/// A move's squares and its promotion's number.
pub fn parts(mv: Move) -> Parts {
    [mv.from().index(), mv.to().index(), mv.promotion_number()]
}

#[multiversx_sc::module]
pub trait Thinking:
    crate::arguments::Arguments + crate::storage::Storage + engine_contract::events::MoveEvents
{
    /// Plays a move that must be legal; it is the caller's duty to store the game.
    fn play(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game, mv: Move) -> Move {
        match game.play(mv) {
            Ok(mv) => {
                let [from, to, promotion] = parts(mv);
                let played = Played {
                    ply: game.plies(),
                    from,
                    to,
                    promotion,
                    outcome: game.outcome().code(),
                };
                self.moved_event(id, &owner.player, played);
                mv
            }
            Err(error) => sc_panic!(error.message()),
        }
    }

    /// Searches, and either plays the engine's move or keeps the search. Stores the game.
    fn search_on(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game, nodes: u32) -> Turn {
        if !self.is_engine_to_move(game) {
            self.store_game(id, owner, game);
            return self.turn(game);
        }
        let stored = self.search(id).get();
        let bounds = bounds(owner.depth, nodes);
        let found =
            search_for::<SixBySix, _>(game, bounds, &stored, Unfit::Forget, &Memory::none());
        if found.done {
            return self.answer(id, owner, game, found.answer.best);
        }
        require_gas_to_keep::<SixBySix, _>(&found.state, &stored);
        self.thought_event(id, found.answer.depth, found.answer.nodes);
        self.search(id).set(found.state);
        self.store_game(id, owner, game);
        self.turn(game)
    }

    /// Plays the best move found so far, after a short search if none has got through a depth.
    fn answer_now(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game) -> Turn {
        let stored = self.search(id).get();
        let bounds = |now| bounds(owner.depth, now);
        let mut found =
            search_for::<SixBySix, _>(game, bounds(0), &stored, Unfit::Forget, &Memory::none());
        if found.answer.depth == 0 {
            let state = found.state;
            found = search_for::<SixBySix, _>(
                game,
                bounds(FEWEST_NODES),
                &state,
                Unfit::Refuse,
                &Memory::none(),
            );
        }
        self.answer(id, owner, game, found.answer.best)
    }

    fn answer(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game, best: Move) -> Turn {
        // The search's state stays where it is, of no use to any other position: its bytes are paid for, and the next search that
        // doesn't end in a call writes over them.
        let mv = self.play(id, owner, game, best);
        self.store_game(id, owner, game);
        Turn::new(
            game.outcome().code(),
            self.is_engine_to_move(game),
            parts(mv),
        )
    }

    /// How the game stands, without a move of the engine.
    fn turn(&self, game: &Game) -> Turn {
        let thinking = self.is_engine_to_move(game);
        Turn::new(game.outcome().code(), thinking, [0; 3])
    }
}
