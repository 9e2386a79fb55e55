//! Chess against an engine that lives on chain.
//!
//! The player has either side. `makeMove` applies the player's move and lets the engine search for its answer, as many nodes as the
//! game's level has; a search that is not over when the call's nodes or gas are used up is kept, and goes on in `think`.
#![no_std]

mod arguments;
pub mod enginechess_proxy;
mod errors;
mod events;
mod storage;
mod thinking;
mod types;
mod views;

use chess_engine::chess::Game;
pub use chess_engine::chess::levels;
use engine_contract::types::Turn;
use errors::{ERR_SIDE, ERR_THINKING};
use multiversx_sc::imports::*;
use storage::Owner;
use types::Started;

/// The contract: who may play what. The searching is in [`thinking`].
#[multiversx_sc::contract]
pub trait EngineChess:
    arguments::Arguments
    + events::Events
    + storage::Storage
    + thinking::Thinking
    + views::Views
    + engine_contract::events::MoveEvents
    + engine_contract::games::Games
{
    #[init]
    fn init(&self) {}

    #[upgrade]
    fn upgrade(&self) {}

    /// Starts a game against the engine at a level (see `getLevels`), with a side for the caller: 0 White, 1 Black. With a FEN it
    /// begins from that position. Where the engine moves first it begins to search at once. Returns the game's id, from 1, and how the game stands.
    #[endpoint(newGame)]
    fn new_game(
        &self,
        level: u8,
        side: u8,
        fen: OptionalValue<ManagedBuffer>,
    ) -> MultiValue2<u32, Turn> {
        self.level_nodes(level);
        require!(side <= 1, ERR_SIDE);
        let fen = fen.into_option().unwrap_or_default();
        let mut game = Game::EMPTY;
        if fen.is_empty() {
            game.begin(chess_rules::Position::START);
        } else {
            self.begin_from_fen(&mut game, &fen);
        }
        let player = self.blockchain().get_caller();
        let id = self.add_game(&player);
        if !fen.is_empty() {
            self.start(id).set(&fen);
        }
        let owner = Owner {
            player,
            side,
            level,
        };
        self.game_started_event(id, &owner.player, Started { side, level, fen });
        (id, self.search_on(id, &owner, &mut game, u32::MAX)).into()
    }

    /// Makes the player's move, then searches for the engine's answer.
    ///
    /// Squares run from 0 (a8) to 63 (h1); castling is the king's move of two squares. Promotion: 1 queen, 2 rook, 3 bishop, 4 knight; left out
    /// where a pawn reaches the last rank it means queen. The engine has answered if the result's `thinking` is false; else `think`
    /// goes on with its search.
    #[endpoint(makeMove)]
    fn make_move(&self, id: u32, from: u8, to: u8, promotion: OptionalValue<u8>) -> Turn {
        let mv = self.parse_move(from, to, promotion);
        let mut game = Game::EMPTY;
        let owner = self.load_game(id, &mut game);
        self.require_player(&owner);
        self.require_ongoing(&game);
        require!(!self.is_engine_to_move(&owner, &game), ERR_THINKING);
        self.play(id, &owner, &mut game, mv);
        self.search_on(id, &owner, &mut game, u32::MAX)
    }

    /// Goes on with the engine's search, for a number of nodes if one is given, or until the call's gas is nearly used.
    /// Anyone may call it; where the engine has nothing to think about it changes nothing.
    #[endpoint(think)]
    fn think(&self, id: u32, nodes: OptionalValue<u32>) -> Turn {
        let nodes = self.node_budget(nodes);
        let mut game = Game::EMPTY;
        let owner = self.load_game(id, &mut game);
        if self.is_engine_to_move(&owner, &game) {
            self.search_on(id, &owner, &mut game, nodes)
        } else {
            self.turn(&owner, &game)
        }
    }

    /// Lets the engine play the best move it has found so far. Changes nothing if it has answered already.
    #[endpoint(moveNow)]
    fn move_now(&self, id: u32) -> Turn {
        let mut game = Game::EMPTY;
        let owner = self.load_game(id, &mut game);
        self.require_player(&owner);
        self.require_ongoing(&game);
        if self.is_engine_to_move(&owner, &game) {
            self.answer_now(id, &owner, &mut game)
        } else {
            self.turn(&owner, &game)
        }
    }
}
