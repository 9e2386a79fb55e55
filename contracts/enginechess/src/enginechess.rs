//! Chess against an engine that lives on chain.
//!
//! The player has either side. `makeMove` applies the player's move and lets the engine search for its answer, up to the nodes of the
//! game's level; a search that the call's nodes or gas don't suffice for is stored, and continues in `think`.
#![no_std]

mod eight_by_eight;
pub mod enginechess_proxy;
mod events;
mod start;
mod types;
mod views;

use chess_engine::chess::Game;
pub use chess_engine::chess::levels;
pub use eight_by_eight::EightByEight;
use engine_contract::storage::Owner;
use engine_contract::types::Turn;
use multiversx_sc::imports::*;
use types::Started;

const ERR_SIDE: &str = "the side is 0 (White) or 1 (Black)";

/// The contract's endpoints. `engine_contract` implements them.
#[multiversx_sc::contract]
pub trait EngineChess:
    events::Events
    + start::Start
    + views::Views
    + engine_contract::events::MoveEvents
    + engine_contract::games::Games
    + engine_contract::questions::Questions
    + engine_contract::storage::Storage
    + engine_contract::thinking::Thinking
{
    #[init]
    fn init(&self) {}

    #[upgrade]
    fn upgrade(&self) {}

    /// Starts a game against the engine at a level (see `getLevels`), with a side for the caller: 0 White, 1 Black. With a FEN it
    /// begins from that position. If the engine moves first, it begins to search immediately. Returns the game's id, from 1, and its `Turn`.
    #[endpoint(newGame)]
    fn new_game(
        &self,
        level: u8,
        side: u8,
        fen: OptionalValue<ManagedBuffer>,
    ) -> MultiValue2<u32, Turn> {
        let terms = [side, level];
        self.strength::<EightByEight>(terms);
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
        let owner = Owner::<_, EightByEight> { player, terms };
        self.game_started_event(id, &owner.player, Started { side, level, fen });
        (id, self.search_on(id, &owner, &mut game, u32::MAX)).into()
    }

    /// Makes the player's move, then searches for the engine's answer.
    ///
    /// Squares run from 0 (a8) to 63 (h1); castling is the king's move of two squares. Promotion: 1 queen, 2 rook, 3 bishop, 4 knight; omitted
    /// for a pawn that reaches the last rank it means queen. The engine has answered if the result's `thinking` is false; else `think`
    /// continues its search.
    #[endpoint(makeMove)]
    fn make_move(&self, id: u32, from: u8, to: u8, promotion: OptionalValue<u8>) -> Turn {
        self.make_move_in::<EightByEight>(id, from, to, promotion)
    }

    /// Continues the engine's search, for the given number of nodes, or until the call's gas is nearly used.
    /// Anyone may call it; if no search is pending, it changes nothing.
    #[endpoint(think)]
    fn think(&self, id: u32, nodes: OptionalValue<u32>) -> Turn {
        self.think_in::<EightByEight>(id, nodes)
    }

    /// Lets the engine play the best move it has found so far, after 500 nodes at least. Changes nothing if it has answered already.
    #[endpoint(moveNow)]
    fn move_now(&self, id: u32) -> Turn {
        self.move_now_in::<EightByEight>(id)
    }
}
