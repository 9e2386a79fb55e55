//! Two players and the contract, on whatever chain: what it takes to play a game.

use chess_record::GameState;
use chess_rules::{Board, Color, Move};
use multiversx_sc_scenario::imports::{RustBigUint, StaticApi};
use onchain_chess::chess_proxy::{Game, Snapshot};

use crate::amount::Amount;
use crate::failure::Failure;
use crate::pgn::GameResult;

/// A game as the contract's view `getGame` shows it.
pub type GameView = Game<StaticApi>;

/// All that the contract shows of a game, by its view `getSnapshot`.
pub type SnapshotView = Snapshot<StaticApi>;

/// The one call that brought a game to the chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settlement {
    pub transaction: String,
    pub gas_used: u64,
    /// In EGLD.
    pub fee: Amount,
}

/// A chain with the contract and a wallet for each player.
pub trait ChessTable {
    /// The stake of each player for a game.
    fn wager(&mut self) -> Result<Amount, Failure>;
    /// Both players join with the wager; the id of their game.
    fn start(&mut self) -> Result<usize, Failure>;
    /// A player moves.
    fn make_move(&mut self, player: Color, game_id: usize, m: Move) -> Result<(), Failure>;
    /// The game, by the view `getGame`.
    fn game(&mut self, game_id: usize) -> Result<GameView, Failure>;
    /// The position, by the view `getFen`.
    fn fen(&mut self, game_id: usize) -> Result<String, Failure>;
    /// The board as the players see it.
    fn board(&mut self, game_id: usize) -> Result<Board, Failure>;
    /// A player's balance of the wager's token plus the fees paid since the table was
    /// laid: only wagers and payouts change it.
    fn funds(&mut self, player: Color) -> Result<RustBigUint, Failure>;
    /// A player gives the game up.
    fn resign(&mut self, player: Color, game_id: usize) -> Result<(), Failure>;
    /// A player offers a draw, or accepts the opponent's offer.
    fn draw(&mut self, player: Color, game_id: usize) -> Result<(), Failure>;

    /// Ends the game as its result says, if the board hasn't ended it: the loser resigns, or
    /// who moved last offers a draw (FIDE 9.1.2.1) and the opponent accepts. If the chain was
    /// told the whole game only now, what that took.
    fn finish(
        &mut self,
        game_id: usize,
        result: GameResult,
        last_mover: Color,
    ) -> Result<Option<Settlement>, Failure> {
        if self.game(game_id)?.state == GameState::Ongoing {
            self.end_by(game_id, result, last_mover)?;
        }
        Ok(None)
    }

    /// The players end a game as its result says; whoever calls has checked that it continues.
    fn end_by(
        &mut self,
        game_id: usize,
        result: GameResult,
        last_mover: Color,
    ) -> Result<(), Failure> {
        match result {
            GameResult::WhiteWins => self.resign(Color::Black, game_id),
            GameResult::BlackWins => self.resign(Color::White, game_id),
            GameResult::Draw => {
                self.draw(last_mover, game_id)?;
                self.draw(last_mover.other(), game_id)
            }
            GameResult::Unfinished => Ok(()),
        }
    }
}
