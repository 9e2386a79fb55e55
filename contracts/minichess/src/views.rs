//! Free questions.

use chess_engine::{Game, MAX_DEPTH, MIN_DEPTH, Move, MoveList, Outcome};
use engine_contract::keeping::Unfit;
use engine_contract::search::{Memory, is_state_of, search_for};
use engine_contract::types::{LegalMove, Suggestion};
use multiversx_sc::imports::*;

use crate::{
    errors::{ERR_DEPTH, ERR_OVER},
    thinking::{SixBySix, bounds, parts},
    types::GameInfo,
};

#[multiversx_sc::module]
pub trait Views:
    crate::arguments::Arguments
    + crate::storage::Storage
    + crate::thinking::Thinking
    + engine_contract::events::MoveEvents
{
    /// A game.
    #[view(getGame)]
    #[label("view")]
    fn get_game(&self, id: u32) -> GameInfo<Self::Api> {
        let mut game = Game::EMPTY;
        let owner = self.load_game(id, &mut game);
        let position = game.position();
        GameInfo {
            id,
            player: owner.player,
            depth: owner.depth,
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
        self.load_game(id, &mut game);
        ManagedByteArray::new_from_bytes(&game.position().word())
    }

    /// The legal moves of the side to move; none when the game is over.
    #[view(getLegalMoves)]
    #[label("view")]
    fn get_legal_moves(&self, id: u32) -> ManagedVec<LegalMove> {
        let mut moves = MoveList::EMPTY;
        let mut game = Game::EMPTY;
        self.load_game(id, &mut game);
        game.list_moves(&mut moves);
        let legal = |&mv: &Move| {
            let [from, to, promotion] = parts(mv);
            LegalMove {
                from,
                to,
                promotion,
            }
        };
        moves.as_slice().iter().map(legal).collect()
    }

    /// How far the search for the engine's next move has come. `done` is false, and all else 0, if none is under way.
    #[view(getProgress)]
    #[label("view")]
    fn get_progress(&self, id: u32) -> Suggestion<Self::Api> {
        let mut game = Game::EMPTY;
        let owner = self.load_game(id, &mut game);
        let state = self.search(id).get();
        if state.is_empty() || !self.is_engine_to_move(&game) || !is_state_of(&game, &state) {
            return Suggestion::none();
        }
        self.suggest(&game, owner.depth, 0, state)
    }

    /// What the engine would play in a game's position at a depth from 3 to 20, after a search of at most `nodes` nodes.
    /// Where the search is not over, hand the state that is returned back to go on.
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
        self.load_game(id, &mut game);
        self.suggest(&game, depth, nodes, state.into_option().unwrap_or_default())
    }

    /// What the engine would play in any position: document 002's word, the square a pawn may capture on in passing (0 for none) and
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
            Ok(game) => self.suggest(&game, depth, nodes, state.into_option().unwrap_or_default()),
            Err(error) => sc_panic!(error.message()),
        }
    }

    fn suggest(
        &self,
        game: &Game,
        depth: u8,
        nodes: u32,
        state: ManagedBuffer,
    ) -> Suggestion<Self::Api> {
        require!((MIN_DEPTH..=MAX_DEPTH).contains(&depth), ERR_DEPTH);
        require!(game.outcome() == Outcome::Ongoing, ERR_OVER);
        let found = search_for::<SixBySix, _>(
            game,
            bounds(depth, nodes),
            &state,
            Unfit::Refuse,
            &Memory::none(),
        );
        let best = parts(found.answer.best);
        Suggestion::new(found, best)
    }
}
