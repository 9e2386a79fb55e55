//! The views.

use chess_engine::Game;
use engine_contract::search::Memory;
use engine_contract::types::{LegalMove, Suggestion};
use multiversx_sc::imports::*;

use crate::{six_by_six::SixBySix, types::GameInfo};

#[multiversx_sc::module]
pub trait Views:
    engine_contract::events::MoveEvents
    + engine_contract::questions::Questions
    + engine_contract::storage::Storage
    + engine_contract::thinking::Thinking
{
    /// A game.
    #[view(getGame)]
    #[label("view")]
    fn get_game(&self, id: u32) -> GameInfo<Self::Api> {
        let mut game = Game::EMPTY;
        let owner = self.load_game::<SixBySix>(id, &mut game);
        let [depth] = owner.terms;
        let position = game.position();
        GameInfo {
            id,
            player: owner.player,
            depth,
            outcome: game.outcome().code(),
            white_to_move: position.white_to_move(),
            en_passant: position.en_passant(),
            half_moves: position.half_moves(),
            plies: game.plies(),
            board: ManagedByteArray::new_from_bytes(&position.word()),
        }
    }

    /// A game's board as document 002 packs it: 32 bytes, square 63 first, the last bit the side to move (1 White).
    #[view(getBoard)]
    #[label("view")]
    fn get_board(&self, id: u32) -> ManagedByteArray<Self::Api, 32> {
        let mut game = Game::EMPTY;
        self.load_game::<SixBySix>(id, &mut game);
        ManagedByteArray::new_from_bytes(&game.position().word())
    }

    /// The legal moves of the side to move; none when the game is over.
    #[view(getLegalMoves)]
    #[label("view")]
    fn get_legal_moves(&self, id: u32) -> ManagedVec<LegalMove> {
        self.legal_moves_in::<SixBySix>(id)
    }

    /// The progress of the search for the engine's next move. `done` is false, and all else 0, if there is none.
    #[view(getProgress)]
    #[label("view")]
    fn get_progress(&self, id: u32) -> Suggestion<Self::Api> {
        self.progress_in::<SixBySix>(id)
    }

    /// The engine's move in a game's position at a depth from 3 to 20, after a search of at most `nodes` nodes.
    /// If the search is not over, pass the returned state to continue it.
    #[view(suggestMove)]
    #[label("view")]
    fn suggest_move(
        &self,
        id: u32,
        depth: u8,
        nodes: u32,
        state: OptionalValue<ManagedBuffer>,
    ) -> Suggestion<Self::Api> {
        let mut game = Game::EMPTY;
        self.load_game::<SixBySix>(id, &mut game);
        self.suggest_at(&game, depth, nodes, state)
    }

    /// The engine's move in any position, given as document 002's word, the square a pawn may capture on in passing (0 for none) and
    /// the plies since the last capture or pawn move. Otherwise like `suggestMove`.
    #[view(suggestMoveFor)]
    #[label("view")]
    fn suggest_move_for(
        &self,
        board: ManagedByteArray<Self::Api, 32>,
        en_passant: u8,
        half_moves: u8,
        depth: u8,
        nodes: u32,
        state: OptionalValue<ManagedBuffer>,
    ) -> Suggestion<Self::Api> {
        match Game::from_word(&board.to_byte_array(), en_passant, half_moves, 0) {
            Ok(game) => self.suggest_at(&game, depth, nodes, state),
            Err(error) => sc_panic!(error.message()),
        }
    }

    fn suggest_at(
        &self,
        game: &Game,
        depth: u8,
        nodes: u32,
        state: OptionalValue<ManagedBuffer>,
    ) -> Suggestion<Self::Api> {
        let strength = self.strength::<SixBySix>([depth]);
        let state = state.into_option().unwrap_or_default();
        self.suggest::<SixBySix>(game, strength, nodes, state, &Memory::none())
    }
}
