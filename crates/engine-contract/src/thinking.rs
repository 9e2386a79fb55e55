//! The calls of a game: the player's move, and the engine's, which is searched for, stored or
//! played.

use chess_engine::{BoardGame, Move, Outcome, Promotion};
use multiversx_sc::imports::*;

use crate::engine::{Engine, Strength};
use crate::errors::{ERR_NODES, ERR_NOT_YOURS, ERR_OVER, ERR_PROMOTION, ERR_THINKING};
use crate::keeping::Unfit;
use crate::search::{Bounds, Found, Memory, require_gas_to_keep, search_for};
use crate::storage::Owner;
use crate::types::{Played, Turn};

#[multiversx_sc::module]
pub trait Thinking: crate::storage::Storage + crate::events::MoveEvents {
    /// Plays the player's move, and searches for the answer.
    fn make_move_in<E: Engine>(
        &self,
        id: u32,
        from: u8,
        to: u8,
        promotion: OptionalValue<u8>,
    ) -> Turn {
        let mv = self.parse_move::<E>(from, to, promotion);
        let mut game = E::Game::EMPTY;
        let owner = self.load_own_game::<E>(id, &mut game);
        require!(!self.is_engine_to_move(&owner, &game), ERR_THINKING);
        self.play(id, &owner, &mut game, mv);
        self.search_on(id, &owner, &mut game, u32::MAX)
    }

    /// Continues the search; without a number of nodes until the call's gas is nearly used.
    fn think_in<E: Engine>(&self, id: u32, nodes: OptionalValue<u32>) -> Turn {
        let nodes = nodes.into_option().unwrap_or(u32::MAX);
        require!(nodes > 0, ERR_NODES);
        let mut game = E::Game::EMPTY;
        let owner = self.load_game::<E>(id, &mut game);
        if self.is_engine_to_move(&owner, &game) {
            self.search_on(id, &owner, &mut game, nodes)
        } else {
            self.turn(&owner, &game)
        }
    }

    /// Plays the best move found so far, after a short search if there is none.
    fn move_now_in<E: Engine>(&self, id: u32) -> Turn {
        let mut game = E::Game::EMPTY;
        let owner = self.load_own_game::<E>(id, &mut game);
        if self.is_engine_to_move(&owner, &game) {
            let fewest = [E::FEWEST_NODES; 2];
            self.search_within(id, &owner, &mut game, fewest)
        } else {
            self.turn(&owner, &game)
        }
    }

    /// Searches if the engine is to move, and either plays its move or stores the search. Stores the
    /// game.
    #[inline(never)] // three callers
    fn search_on<E: Engine>(
        &self,
        id: u32,
        owner: &Owner<Self::Api, E>,
        game: &mut E::Game,
        nodes: u32,
    ) -> Turn {
        if !self.is_engine_to_move(owner, game) {
            self.store_game(id, owner, game);
            return self.turn(owner, game);
        }
        let in_all = self.strength::<E>(owner.terms).nodes;
        self.search_within(id, owner, game, [in_all, nodes])
    }

    /// Searches up to the two bounds on nodes, in all and in this call, and either plays the found move or stores the
    /// search. Stores the game.
    fn search_within<E: Engine>(
        &self,
        id: u32,
        owner: &Owner<Self::Api, E>,
        game: &mut E::Game,
        [in_all, now]: [u32; 2],
    ) -> Turn {
        let stored = self.search(id).get();
        let strength = self.strength::<E>(owner.terms);
        let memory = self.memory_of_game(id, strength);
        let bounds = Bounds {
            depth: strength.depth,
            in_all,
            now,
        };
        let found = search_for::<E, _>(game, bounds, &stored, Unfit::Forget, &memory);
        if found.done {
            require_gas_to_keep::<E, _>(&found.memory, &memory.bytes);
            return self.answer(id, owner, game, found);
        }
        require_gas_to_keep::<E, _>(&found.state, &stored);
        self.thought_event(id, found.answer.depth, found.answer.nodes);
        self.search(id).set(found.state);
        self.store_game(id, owner, game);
        self.turn(owner, game)
    }

    /// The memory of a game's searches.
    fn memory_of_game(&self, id: u32, strength: Strength) -> Memory<Self::Api> {
        match strength.memory {
            0 => Memory::none(),
            most => Memory {
                bytes: self.memory(id).get(),
                most,
            },
        }
    }

    fn answer<E: Engine>(
        &self,
        id: u32,
        owner: &Owner<Self::Api, E>,
        game: &mut E::Game,
        found: Found<Self::Api>,
    ) -> Turn {
        // The search's state stays stored, though it is useless for any other position: its bytes are paid for, and the
        // next search that doesn't end in a call overwrites them.
        let mv = self.play(id, owner, game, found.answer.best);
        self.store_game(id, owner, game);
        let goes_on = game.outcome() == Outcome::Ongoing;
        if goes_on && self.strength::<E>(owner.terms).memory > 0 {
            self.memory(id).set(found.memory);
        }
        let thinking = self.is_engine_to_move(owner, game);
        Turn::new(game.outcome().code(), thinking, E::Game::numbers(mv))
    }

    /// Plays a move that must be legal and writes it into the history; the caller must store the game.
    #[inline(never)] // two callers
    fn play<E: Engine>(
        &self,
        id: u32,
        owner: &Owner<Self::Api, E>,
        game: &mut E::Game,
        mv: Move,
    ) -> Move {
        let mv = match game.play_move(mv) {
            Ok(mv) => mv,
            Err(message) => sc_panic!(message),
        };
        let [from, to, promotion] = E::Game::numbers(mv);
        let played = Played {
            ply: game.plies(),
            from,
            to,
            promotion,
            outcome: game.outcome().code(),
        };
        if let Some(bytes) = E::history(mv) {
            self.moves(id).update(|moves| moves.append(&bytes));
        }
        self.moved_event(id, &owner.player, played);
        mv
    }

    /// The game's state, without a move of the engine.
    fn turn<E: Engine>(&self, owner: &Owner<Self::Api, E>, game: &E::Game) -> Turn {
        let thinking = self.is_engine_to_move(owner, game);
        Turn::new(game.outcome().code(), thinking, [0; 3])
    }

    fn is_engine_to_move<E: Engine>(&self, owner: &Owner<Self::Api, E>, game: &E::Game) -> bool {
        game.outcome() == Outcome::Ongoing
            && game.white_to_move() != E::player_is_white(owner.terms)
    }

    fn parse_move<E: Engine>(&self, from: u8, to: u8, promotion: OptionalValue<u8>) -> Move {
        let Some(from) = E::Game::square(from) else {
            sc_panic!(E::ERR_FROM)
        };
        let Some(to) = E::Game::square(to) else {
            sc_panic!(E::ERR_TO)
        };
        let promotion = promotion.into_option();
        let promotion = promotion.map(|number| match Promotion::from_number(number) {
            Some(promotion) => promotion,
            None => sc_panic!(ERR_PROMOTION),
        });
        E::Game::move_of(from, to, promotion)
    }

    /// Reads a running game that belongs to the caller.
    fn load_own_game<E: Engine>(&self, id: u32, game: &mut E::Game) -> Owner<Self::Api, E> {
        let owner = self.load_game::<E>(id, game);
        let caller = self.blockchain().get_caller();
        require!(owner.player == caller, ERR_NOT_YOURS);
        require!(game.outcome() == Outcome::Ongoing, ERR_OVER);
        owner
    }

    fn strength<E: Engine>(&self, terms: E::Terms) -> Strength {
        match E::strength(terms) {
            Ok(strength) => strength,
            Err(message) => sc_panic!(message),
        }
    }
}
