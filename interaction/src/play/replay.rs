//! Plays a game of a PGN file through the contract, to its end and its payout.

use std::fmt;

use chess_rules::Color;
use multiversx_sc_scenario::imports::RustBigUint;

use crate::amount::Amount;
use crate::chess_table::{ChessTable, GameView, Settlement};
use crate::failure::Failure;
use crate::pgn::Game;
use crate::signed::Line;

/// A played game in the contract.
#[derive(Debug)]
pub struct Played {
    /// The game as the contract shows it.
    pub view: GameView,
    /// The position by the contract's own view.
    pub fen: String,
    /// Each player's stake.
    pub wager: Amount,
    /// The payouts to White and Black, by their balances, in the token's smallest unit.
    pub paid: [RustBigUint; 2],
    /// The one call that submitted the game, if it was played by signature.
    pub settlement: Option<Settlement>,
}

/// For scripts, the payouts in wagers.
impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (plies, state) = (self.view.plies, self.view.state as u8);
        let (reason, fen) = (self.view.end_reason, &self.fen);
        let [white, black] = self.paid.each_ref().map(|paid| paid / &self.wager.amount);
        write!(
            f,
            "plies {plies} state {state} reason {reason:?} fen {fen} paid {white} {black}"
        )
    }
}

/// The report of a failed step: the game of the file, and the place in the game.
fn failed(game: &Game, at: &str, failure: Failure) -> String {
    format!("game {}, {at}: {failure}", game.number)
}

/// The player who makes a ply (from 0).
pub fn mover(ply: usize) -> Color {
    Line::mover(ply + 1)
}

/// A game that is being played on a chain.
pub struct Replay<'a, T: ChessTable> {
    table: &'a mut T,
    game: &'a Game,
    /// The game's id in the contract.
    pub id: usize,
    /// Each player's stake.
    pub wager: Amount,
    before: [RustBigUint; 2],
}

impl<'a, T: ChessTable> Replay<'a, T> {
    /// Starts a new game of the contract, which both players join with their wagers.
    pub fn start(table: &'a mut T, game: &'a Game) -> Result<Self, String> {
        let mut start = || {
            let before = [table.funds(Color::White)?, table.funds(Color::Black)?];
            Ok((table.wager()?, before, table.start()?))
        };
        let started = start().map_err(|failure| failed(game, "before the first move", failure));
        let (wager, before, id) = started?;
        Ok(Replay {
            table,
            game,
            id,
            wager,
            before,
        })
    }

    /// Plays a ply (from 0) of the game.
    pub fn play(&mut self, ply: usize) -> Result<(), String> {
        let mv = self.game.plies[ply].mv;
        let moved = self.table.make_move(mover(ply), self.id, mv);
        moved.map_err(|failure| {
            let at = format!("ply {}, {}", ply + 1, self.game.numbered(ply));
            failed(self.game, &at, failure)
        })
    }

    /// The chain that the game is played on.
    pub fn table(&mut self) -> &mut T {
        self.table
    }

    /// Ends the game with its result, if the board hasn't ended it.
    pub fn finish(self) -> Result<Played, String> {
        let (table, game, id) = (self.table, self.game, self.id);
        let mut end = || {
            let last_mover = mover(game.plies.len().saturating_sub(1));
            let settlement = table.finish(id, game.result, last_mover)?;
            let after = [table.funds(Color::White)?, table.funds(Color::Black)?];
            Ok((settlement, table.game(id)?, table.fen(id)?, after))
        };
        let ended = end().map_err(|failure| failed(game, "after the last move", failure));
        let (settlement, view, fen, after) = ended?;
        let paid = [Color::White, Color::Black].map(|player| {
            let had = &after[player as usize] + &self.wager.amount;
            let before = &self.before[player as usize];
            // a wallet that is used elsewhere in the meantime may have spent more
            had.max(before.clone()) - before
        });
        Ok(Played {
            view,
            fen,
            wager: self.wager,
            paid,
            settlement,
        })
    }
}

/// Plays a whole game.
pub fn replay<T: ChessTable>(table: &mut T, game: &Game) -> Result<Played, String> {
    let mut replay = Replay::start(table, game)?;
    for ply in 0..game.plies.len() {
        replay.play(ply)?;
    }
    replay.finish()
}
