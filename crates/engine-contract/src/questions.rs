//! The answers of the free views on either board.

use chess_engine::{BoardGame, Move, MoveList, Outcome, Root};
use multiversx_sc::imports::*;

use crate::engine::{Engine, Strength};
use crate::errors::ERR_OVER;
use crate::keeping::Unfit;
use crate::search::{Bounds, Memory, is_state_of, search_for};
use crate::types::{LegalMove, Suggestion};

#[multiversx_sc::module]
pub trait Questions:
    crate::thinking::Thinking + crate::storage::Storage + crate::events::MoveEvents
{
    /// The legal moves of the side to move; none when the game is over.
    fn legal_moves_in<E: Engine>(&self, id: u32) -> ManagedVec<LegalMove> {
        let mut moves = MoveList::EMPTY;
        let mut game = E::Game::EMPTY;
        self.load_game::<E>(id, &mut game);
        game.moves(&mut moves);
        let legal = |&mv: &Move| LegalMove::new(E::Game::numbers(mv));
        moves.as_slice().iter().map(legal).collect()
    }

    /// The progress of the search for the engine's next move, if there is one.
    fn progress_in<E: Engine>(&self, id: u32) -> Suggestion<Self::Api> {
        let mut game = E::Game::EMPTY;
        let owner = self.load_game::<E>(id, &mut game);
        let state = self.search(id).get();
        let under_way = !state.is_empty()
            && self.is_engine_to_move(&owner, &game)
            && is_state_of(&game, &state);
        if !under_way {
            return Suggestion::none();
        }
        let strength = self.strength::<E>(owner.terms);
        self.suggest::<E>(&game, strength, 0, state, &Memory::none())
    }

    /// The engine's move after a search of at most this number of nodes in this call.
    fn suggest<E: Engine>(
        &self,
        game: &E::Game,
        strength: Strength,
        nodes: u32,
        state: ManagedBuffer,
        memory: &Memory<Self::Api>,
    ) -> Suggestion<Self::Api> {
        require!(game.outcome() == Outcome::Ongoing, ERR_OVER);
        let bounds = Bounds {
            depth: strength.depth,
            in_all: strength.nodes,
            now: nodes,
        };
        let found = search_for::<E, _>(game, bounds, &state, Unfit::Refuse, memory);
        let best = E::Game::numbers(found.answer.best);
        Suggestion::new(found, best)
    }
}
