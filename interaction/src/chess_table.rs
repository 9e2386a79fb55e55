//! Two players and the contract on any chain: the steps of a game.

use chess_record::GameState;
use chess_rules::{Board, Color, Move};
use multiversx_sc_scenario::imports::{FunctionCall, RustBigUint, StaticApi};
use multiversx_sc_scenario::multiversx_sc::codec::TopDecodeMulti;
use onchain_chess::chess_proxy::{Game, Snapshot};
use signed_play::points::{self, MAX_ROUNDS, Share, can_become, first_color};

use crate::amount::Amount;
use crate::calls::{self, proxy};
use crate::failure::Failure;
use crate::pgn::GameResult;

/// A game as the contract's view `getGame` shows it.
pub type GameView = Game<StaticApi>;

/// Everything that the contract shows of a game, by its view `getSnapshot`.
pub type SnapshotView = Snapshot<StaticApi>;

/// The points and stakes of White and Black, by their colours in the game's last round, at its end;
/// `None` while the game continues, and for a challenge that nobody accepted.
pub fn shares(game: &GameView) -> Option<[Share; 2]> {
    let is_over = !matches!(game.state, GameState::Ongoing | GameState::Open);
    // a gateway may return any numbers
    let can_be = game.rounds <= MAX_ROUNDS
        && game.played <= game.rounds
        && can_become(0, game.points, game.played);
    if !is_over || !can_be || game.end_reason.is_of_challenge() {
        return None;
    }
    let [first, second] = points::shares(game.rounds, game.played, game.points);
    Some(match first_color(game.round) {
        Color::White => [first, second],
        Color::Black => [second, first],
    })
}

/// The one call that submitted a game.
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
    /// Lets both players join with the wager. Returns the id of their game.
    fn start(&mut self) -> Result<usize, Failure>;
    /// A player's balance of the wager's token plus the fees paid so far: only wagers and payouts
    /// change it.
    fn funds(&mut self, player: Color) -> Result<RustBigUint, Failure>;
    /// Sends a player's call.
    fn call(&mut self, player: Color, call: FunctionCall<StaticApi>) -> Result<(), Failure>;
    /// Queries a view; `T` is the type of its result.
    fn view<T: TopDecodeMulti>(&mut self, view: FunctionCall<StaticApi>) -> Result<T, Failure>;

    /// The game, by the view `getGame`.
    fn game(&mut self, game_id: usize) -> Result<GameView, Failure> {
        self.view(proxy().get_game(game_id).data)
    }
    /// The position, by the view `getFen`.
    fn fen(&mut self, game_id: usize) -> Result<String, Failure> {
        let fen: Vec<u8> = self.view(proxy().get_fen(game_id).data)?;
        Ok(String::from_utf8_lossy(&fen).into_owned())
    }
    /// The board as the players see it.
    fn board(&mut self, game_id: usize) -> Result<Board, Failure> {
        self.view(proxy().get_board(game_id).data)
    }
    /// A player moves.
    fn make_move(&mut self, player: Color, game_id: usize, m: Move) -> Result<(), Failure> {
        self.call(player, calls::make_move(game_id, m))
    }
    /// A player gives the game up.
    fn resign(&mut self, player: Color, game_id: usize) -> Result<(), Failure> {
        self.call(player, proxy().resign(game_id).data)
    }
    /// A player offers a draw, or accepts the opponent's offer.
    fn draw(&mut self, player: Color, game_id: usize) -> Result<(), Failure> {
        self.call(player, proxy().draw(game_id).data)
    }

    /// Ends the game with its result, if the board hasn't ended it: the loser resigns, or the player who
    /// moved last offers a draw (FIDE 9.1.2.1) and the opponent accepts. If one call submits the whole
    /// game only now, returns that call.
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

    /// Ends a running game with its result by the players' calls.
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
