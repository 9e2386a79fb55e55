//! Ends that a player brings about without a move.

use cozy_chess::Color;

use super::arguments::id;
use super::refusal::{refuse, require};
use super::{Fault, Model, Reason, Refusal};
use crate::cast::Account;

impl Model {
    pub(super) fn draw(&mut self, by: Account, game: u64) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.ongoing(game)?;
        let color = self.color(index, by)?;
        if self.games[index].offer == Some(!color) {
            self.end(index, None, Reason::Agreement, by);
            return Ok(());
        }
        let offered = self.games[index].offer == Some(color);
        require(!offered, "you have already offered a draw")?;
        self.games[index].offer = Some(color);
        self.event("drawOffered", vec![id(index + 1), self.address(by)], vec![]);
        Ok(())
    }

    pub(super) fn claim_draw(&mut self, by: Account, game: u64) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.on_move(by, game)?;
        let Some(reason) = self.games[index].claim() else {
            return refuse("neither a threefold repetition nor 50 moves");
        };
        self.end(index, None, reason, by);
        Ok(())
    }

    pub(super) fn call_illegal_move(&mut self, by: Account, game: u64) -> Result<(), Refusal> {
        self.require_running()?;
        let index = match self.fault {
            Some(Fault::Anybody) => self.ongoing(game)?,
            _ => self.on_move(by, game)?,
        };
        let position = &self.games[index].position;
        let caller = position.turn;
        require(
            position.in_check(!caller),
            "your opponent's king is not attacked",
        )?;
        self.end(index, Some(caller), Reason::IllegalMove, by);
        Ok(())
    }

    pub(super) fn signal_inactivity(&mut self, by: Account, game: u64) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.ongoing(game)?;
        let color = self.color(index, by)?;
        let game = &self.games[index];
        require(game.position.turn != color, "it is your own turn")?;
        require(self.is_late(game), "your opponent still has time")?;
        let winner = (!game.position.has_bare_king(color)).then_some(color);
        self.end(index, winner, Reason::Inactivity, by);
        Ok(())
    }

    pub(super) fn resign(&mut self, by: Account, game: u64) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.ongoing(game)?;
        let color = self.color(index, by)?;
        self.end(index, Some(!color), Reason::Resignation, by);
        Ok(())
    }

    pub(super) fn reclaim(&mut self, by: Account, game: u64) -> Result<(), Refusal> {
        let long = self.is_long_pause();
        require(long, "only when a pause has outlasted 30 epochs")?;
        let index = self.ongoing(game)?;
        self.color(index, by)?;
        self.end(index, None, Reason::Pause, by);
        Ok(())
    }

    pub(super) fn end(&mut self, index: usize, winner: Option<Color>, reason: Reason, by: Account) {
        let game = &mut self.games[index];
        game.winner = winner;
        game.reason = reason;
        game.offer = None;
        let data = vec![game.state(), reason as u8];
        let players = game.players;
        let topics = vec![
            id(index + 1),
            self.address(players[0]),
            self.address(players[1]),
        ];
        self.event("gameEnded", topics, data);
        for (color, player) in Color::ALL.into_iter().zip(players) {
            let share = match winner {
                Some(winner) => 2 * (winner == color) as u32,
                None => 1,
            };
            if share > 0 {
                *self.scores.entry(player).or_default() += u64::from(share);
                self.pay(player, share, by);
            }
        }
    }
}
