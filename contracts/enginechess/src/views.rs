//! The views.

use chess_engine::chess::{Game, levels};
use engine_contract::engine::Strength;
use engine_contract::search::Memory;
use engine_contract::types::{LegalMove, Suggestion};
use game_moves::chess::write_json;
use multiversx_sc::imports::*;

use crate::{eight_by_eight::EightByEight, types::GameInfo};

#[multiversx_sc::module]
pub trait Views:
    crate::start::Start
    + engine_contract::events::MoveEvents
    + engine_contract::questions::Questions
    + engine_contract::storage::Storage
    + engine_contract::thinking::Thinking
{
    /// The nodes that the engine searches for a move, by level from 1.
    #[view(getLevels)]
    #[label("view")]
    fn get_levels(&self) -> MultiValueEncoded<u32> {
        levels::NODES.into_iter().collect()
    }

    /// A game.
    #[view(getGame)]
    #[label("view")]
    fn get_game(&self, id: u32) -> GameInfo<Self::Api> {
        let mut game = Game::EMPTY;
        let owner = self.load_game::<EightByEight>(id, &mut game);
        let [side, level] = owner.terms;
        let rules = game.rules();
        GameInfo {
            id,
            player: owner.player,
            side,
            level,
            outcome: game.outcome().code(),
            white_to_move: game.white_to_move(),
            half_moves: rules.half_move_clock(),
            plies: rules.ply(),
            board: ManagedByteArray::new_from_bytes(rules.board()),
        }
    }

    /// A game's board: 64 piece codes, a8 first, as in `getGame`.
    #[view(getBoard)]
    #[label("view")]
    fn get_board(&self, id: u32) -> ManagedByteArray<Self::Api, 64> {
        let mut game = Game::EMPTY;
        self.load_game::<EightByEight>(id, &mut game);
        ManagedByteArray::new_from_bytes(game.rules().board())
    }

    /// A game's moves in canonical chess binary, two or three bytes each (crate `game-moves`).
    #[view(getMoves)]
    #[label("view")]
    fn get_moves(&self, id: u32) -> ManagedBuffer {
        self.moves(id).get()
    }

    /// The FEN that a game began with; empty if that is the start of chess.
    #[view(getStart)]
    #[label("view")]
    fn get_start(&self, id: u32) -> ManagedBuffer {
        self.start(id).get()
    }

    /// The position in Forsyth–Edwards Notation; the en-passant square only if a capture there is legal.
    #[view(getFen)]
    #[label("view")]
    fn get_fen(&self, id: u32) -> ManagedBuffer {
        let mut fen = ManagedBuffer::new();
        let mut game = Game::EMPTY;
        self.load_game::<EightByEight>(id, &mut game);
        game.rules().each_fen_byte(|byte| fen.append_bytes(&[byte]));
        fen
    }

    /// SHA-256 of the position as a canonical chess state (crate `game-moves`).
    #[view(getStateHash)]
    #[label("view")]
    fn get_state_hash(&self, id: u32) -> ManagedByteArray<Self::Api, 32> {
        let mut json = ManagedBuffer::new();
        let mut game = Game::EMPTY;
        self.load_game::<EightByEight>(id, &mut game);
        write_json(game.rules(), &mut |piece: &[u8]| {
            json.append_bytes(piece);
        });
        self.crypto().sha256(&json)
    }

    /// The legal moves of the side to move; none when the game is over.
    #[view(getLegalMoves)]
    #[label("view")]
    fn get_legal_moves(&self, id: u32) -> ManagedVec<LegalMove> {
        self.legal_moves_in::<EightByEight>(id)
    }

    /// The progress of the search for the engine's next move. `done` is false, and all else 0, if there is none.
    #[view(getProgress)]
    #[label("view")]
    fn get_progress(&self, id: u32) -> Suggestion<Self::Api> {
        self.progress_in::<EightByEight>(id)
    }

    /// The engine's move in a game's position at a level, after a search of at most `nodes` nodes now. The search starts with the
    /// memory of the engine's last move, as the search for its next move does. If the search is not over, pass the returned state to
    /// continue it.
    #[view(suggestMove)]
    #[label("view")]
    fn suggest_move(
        &self,
        id: u32,
        level: u8,
        nodes: u32,
        state: OptionalValue<ManagedBuffer>,
    ) -> Suggestion<Self::Api> {
        let mut game = Game::EMPTY;
        self.load_game::<EightByEight>(id, &mut game);
        let strength = self.strength_of(level);
        let memory = self.memory_of_game(id, strength);
        let state = state.into_option().unwrap_or_default();
        self.suggest::<EightByEight>(&game, strength, nodes, state, &memory)
    }

    /// The engine's move in any position, given as FEN, without an earlier search. Otherwise like `suggestMove`.
    #[view(suggestMoveFor)]
    #[label("view")]
    fn suggest_move_for(
        &self,
        fen: ManagedBuffer,
        level: u8,
        nodes: u32,
        state: OptionalValue<ManagedBuffer>,
    ) -> Suggestion<Self::Api> {
        let mut game = Game::EMPTY;
        self.begin_from_fen(&mut game, &fen);
        let state = state.into_option().unwrap_or_default();
        let strength = self.strength_of(level);
        self.suggest::<EightByEight>(&game, strength, nodes, state, &Memory::none())
    }

    /// The bounds of the engine's search at a level, for either side.
    fn strength_of(&self, level: u8) -> Strength {
        self.strength::<EightByEight>([0, level])
    }
}
