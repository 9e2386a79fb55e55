//! Free questions.

use chess_engine::chess::{Game, move_to_rules};
use chess_engine::{Move, MoveList, Outcome};
use engine_contract::keeping::Unfit;
use engine_contract::search::{Memory, is_state_of, search_for};
use engine_contract::types::{LegalMove, Suggestion};
use game_moves::chess::write_json;
use multiversx_sc::imports::*;

use crate::{
    errors::ERR_OVER,
    levels,
    thinking::{Chess, bounds, parts},
    types::GameInfo,
};

#[multiversx_sc::module]
pub trait Views:
    crate::arguments::Arguments
    + crate::storage::Storage
    + crate::thinking::Thinking
    + engine_contract::events::MoveEvents
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
        let owner = self.load_game(id, &mut game);
        let rules = game.rules();
        GameInfo {
            id,
            player: owner.player,
            side: owner.side,
            level: owner.level,
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
        self.load_game(id, &mut game);
        ManagedByteArray::new_from_bytes(game.rules().board())
    }

    /// A game's moves in canonical chess binary, two or three bytes each (crate `game-moves`).
    #[view(getMoves)]
    #[label("view")]
    fn get_moves(&self, id: u32) -> ManagedBuffer {
        self.moves(id).get()
    }

    /// The FEN that a game began with; empty where that is the start of chess.
    #[view(getStart)]
    #[label("view")]
    fn get_start(&self, id: u32) -> ManagedBuffer {
        self.start(id).get()
    }

    /// The position in Forsyth–Edwards Notation; the en-passant square only where a capture there is legal.
    #[view(getFen)]
    #[label("view")]
    fn get_fen(&self, id: u32) -> ManagedBuffer {
        let mut fen = ManagedBuffer::new();
        let mut game = Game::EMPTY;
        self.load_game(id, &mut game);
        game.rules().each_fen_byte(|byte| fen.append_bytes(&[byte]));
        fen
    }

    /// SHA-256 of the position as a canonical chess state (crate `game-moves`).
    #[view(getStateHash)]
    #[label("view")]
    fn get_state_hash(&self, id: u32) -> ManagedByteArray<Self::Api, 32> {
        let mut json = ManagedBuffer::new();
        let mut game = Game::EMPTY;
        self.load_game(id, &mut game);
        write_json(game.rules(), &mut |piece: &[u8]| {
            json.append_bytes(piece);
        });
        self.crypto().sha256(&json)
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
            let [from, to, promotion] = parts(move_to_rules(mv));
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
        let under_way = !state.is_empty()
            && self.is_engine_to_move(&owner, &game)
            && is_state_of(&game, &state);
        if !under_way {
            return Suggestion::none();
        }
        self.suggest(&game, owner.level, 0, state, &Memory::none())
    }

    /// What the engine would play in a game's position at a level, after a search of at most `nodes` nodes now. It remembers what the
    /// search for the engine's last move left, as the search for its next move does. Where the search is not over, hand the state that is
    /// returned back to go on.
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
        self.load_game(id, &mut game);
        let memory = self.memory_of_game(id, level);
        self.suggest(
            &game,
            level,
            nodes,
            state.into_option().unwrap_or_default(),
            &memory,
        )
    }

    /// What the engine would play in any position, given as FEN, without any search before. Otherwise like `suggestMove`.
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
        self.suggest(
            &game,
            level,
            nodes,
            state.into_option().unwrap_or_default(),
            &Memory::none(),
        )
    }

    fn suggest(
        &self,
        game: &Game,
        level: u8,
        nodes: u32,
        state: ManagedBuffer,
        memory: &Memory<Self::Api>,
    ) -> Suggestion<Self::Api> {
        let bounds = bounds(self.level_nodes(level), nodes);
        require!(game.outcome() == Outcome::Ongoing, ERR_OVER);
        let found = search_for::<Chess, _>(game, bounds, &state, Unfit::Refuse, memory);
        let best = parts(move_to_rules(found.answer.best));
        Suggestion::new(found, best)
    }
}
