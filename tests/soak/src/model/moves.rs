//! Moves, and the ends that they bring.

use cozy_chess::Color;

use super::arguments::id;
use super::game::canonical;
use super::refusal::{refuse, require};
use super::{Fault, Game, Model, Reason, Refusal};
use crate::cast::Account;
use crate::rules::{self, Move};

impl Model {
    /// Epochs that have gone by outside of pauses.
    pub(super) fn running(&self) -> u64 {
        self.epoch - self.paused_epochs
    }

    pub fn is_late(&self, game: &Game) -> bool {
        self.running() - game.last_move_running > 1
    }

    pub(super) fn ongoing(&self, game: u64) -> Result<usize, Refusal> {
        let index = game.wrapping_sub(1) as usize;
        let Some(game) = self.games.get(index) else {
            return refuse("no such game");
        };
        require(game.is_ongoing(), "the game is over")?;
        Ok(index)
    }

    pub(super) fn color(&self, index: usize, by: Account) -> Result<Color, Refusal> {
        let game = &self.games[index];
        match game.players.iter().position(|&player| player == by) {
            Some(0) => Ok(Color::White),
            Some(_) => Ok(Color::Black),
            None => refuse("you don't play this game"),
        }
    }

    pub(super) fn on_move(&self, by: Account, game: u64) -> Result<usize, Refusal> {
        let index = self.ongoing(game)?;
        let color = self.color(index, by)?;
        let game = &self.games[index];
        require(color == game.position.turn, "not your turn")?;
        require(!self.is_late(game), "your time is over")?;
        Ok(index)
    }

    pub(super) fn make_move(
        &mut self,
        by: Account,
        game: u64,
        from: u8,
        to: u8,
        promotion: Option<u8>,
    ) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.on_move(by, game)?;
        let position = self.games[index].position.clone();
        let (Some(from), Some(to)) = (rules::square(from), rules::square(to)) else {
            return refuse("squares go from 0 (a8) to 63 (h1)");
        };
        let mover = position.turn;
        let own = position.at(from).is_some_and(|(_, color)| color == mover);
        require(own, "no piece of yours on that square")?;
        require(position.reach(from).has(to), "that piece can't go there")?;
        let piece = match (position.promotes(from, to), promotion) {
            (false, None) => None,
            (false, Some(_)) => return refuse("nothing promotes there"),
            (true, None) => rules::promotion(1),
            (true, Some(number)) => rules::promotion(number),
        };
        let m = Move {
            from,
            to,
            promotion: piece,
        };
        let next = position.after(m);
        let leaves_king = next.in_check(mover);
        require(
            !(leaves_king && self.rejects),
            "your king would be attacked",
        )?;

        let (epoch, running, fault) = (self.epoch, self.running(), self.fault);
        let game = &mut self.games[index];
        game.seen.push(next.key());
        game.position = next;
        game.moves.push(m);
        game.last_move_epoch = epoch;
        game.last_move_running = running;
        if game.offer == Some(!mover) && fault != Some(Fault::Offer) {
            game.offer = None;
        }
        let topics = vec![id(index + 1), self.address(by)];
        self.event("moveMade", topics, canonical(&m));
        if leaves_king {
            return Ok(());
        }
        let game = &self.games[index];
        let position = &game.position;
        let (winner, reason) = if position.legal_pairs().is_empty() {
            match position.in_check(position.turn) {
                true => (Some(mover), Reason::Checkmate),
                false => (None, Reason::Stalemate),
            }
        } else if position.is_dead() {
            (None, Reason::DeadPosition)
        } else if position.half_moves >= 150 {
            (None, Reason::SeventyFiveMoves)
        } else if game.occurrences() >= 5 {
            (None, Reason::FivefoldRepetition)
        } else {
            return Ok(());
        };
        self.end(index, winner, reason, by);
        Ok(())
    }
}
