//! Two players and the contract, on whatever chain: what it takes to play a game.

use std::error::Error;

use chess_rules::{Board, Color, Move};
use multiversx_sc_scenario::imports::{RustBigUint, StaticApi};
use onchain_chess::chess_proxy::Game;

use crate::amount::Amount;

/// A game as the contract's view `getGame` shows it.
pub type GameView = Game<StaticApi>;

/// A chain with the contract and a wallet for each player.
pub trait ChessTable {
    /// Why a call failed.
    type Error: Error + 'static;

    /// What each player pays for a game.
    fn wager(&mut self) -> Result<Amount, Self::Error>;
    /// Both players join with the wager; the id of their game.
    fn start(&mut self) -> Result<usize, Self::Error>;
    /// A player moves.
    fn make_move(&mut self, player: Color, game_id: usize, m: Move) -> Result<(), Self::Error>;
    /// A player gives the game up.
    fn resign(&mut self, player: Color, game_id: usize) -> Result<(), Self::Error>;
    /// A player offers a draw, or accepts the opponent's offer.
    fn draw(&mut self, player: Color, game_id: usize) -> Result<(), Self::Error>;
    /// The game, by the view `getGame`.
    fn game(&mut self, game_id: usize) -> Result<GameView, Self::Error>;
    /// The position, by the view `getFen`.
    fn fen(&mut self, game_id: usize) -> Result<String, Self::Error>;
    /// The board, by the view `getBoard`.
    fn board(&mut self, game_id: usize) -> Result<Board, Self::Error>;
    /// What a player has of the wager's token, and the fees that they paid since the table was
    /// laid: only wagers and payouts change it.
    fn funds(&mut self, player: Color) -> Result<RustBigUint, Self::Error>;
}
