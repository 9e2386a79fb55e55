//! Ends other than by a move, and how a game ends.

use std::cmp::Ordering;

use cozy_chess::Color;

use super::event::Topic::Of;
use super::game::{Game, drawn};
use super::refusal::require;
use super::{Account, Chain, End, Fault, Reason, Refusal, State};
use crate::rules::Position;

/// The epochs of one move's time that pauses must exceed before the stakes are given back.
const LONG_PAUSE_EPOCHS: u64 = 30;

impl Chain {
    pub(super) fn draw(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.by_account(id)?;
        let color = self.color(index, by)?;
        let game = &self.games[index];
        if game.offer == Some(!color) {
            let late = game.turn() == color && self.is_late(game);
            require(!late, Refusal::TimeIsOver)?;
            self.charge_for_the_ask(index);
            self.end_or_open(index, drawn(Reason::Agreement));
            return Ok(());
        }
        require(game.offer != Some(color), Refusal::AlreadyOffered)?;
        let may_offer = !game.is_signed() || game.turn() != color;
        require(may_offer, Refusal::OfferOnMove)?;
        self.games[index].offer = Some(color);
        self.tell_of(id, "drawOffered", &[Of(by)], vec![]);
        Ok(())
    }

    pub(super) fn claim_draw(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.on_move(by, id)?;
        let reason = self.games[index].claim().ok_or(Refusal::NothingToClaim)?;
        self.charge_for_the_ask(index);
        self.end_or_open(index, drawn(reason));
        Ok(())
    }

    /// The time that asks have taken stays taken, even if the end is undone later.
    pub(super) fn charge_for_the_ask(&mut self, index: usize) {
        if self.games[index].is_asked {
            self.charge(index);
        }
    }

    pub(super) fn call_illegal_move(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        self.require_running()?;
        let index = match self.fault {
            Some(Fault::Anybody) => self.without_open_end(id)?,
            _ => self.on_move(by, id)?,
        };
        let position = self.games[index].position();
        let caller = position.turn;
        require(position.in_check(!caller), Refusal::KingNotAttacked)?;
        let winner = self.can_mate(position, caller).then_some(caller);
        let reason = Reason::IllegalMove;
        self.end(index, End { winner, reason });
        Ok(())
    }

    pub(super) fn signal_inactivity(&mut self, id: u32) -> Result<(), Refusal> {
        self.require_running_or_long_pause()?;
        let index = self.ongoing(id)?;
        let game = &self.games[index];
        require(self.is_late(game), Refusal::TimeIsLeft)?;
        self.end_late(index);
        Ok(())
    }

    /// The result once a deadline has passed: the open end, or a loss on time.
    fn end_late(&mut self, index: usize) {
        let game = &self.games[index];
        if let Some(end) = game.open_end {
            self.end(index, end);
            return;
        }
        if game.clock.is_some() && game.plies() < 2 {
            let (rounds, points) = (game.round, game.points);
            self.over(index, Reason::Aborted, rounds, points);
            return;
        }
        let position = game.position();
        let waiting = !position.turn;
        let winner = self.can_mate(position, waiting).then_some(waiting);
        let reason = Reason::Inactivity;
        self.end(index, End { winner, reason });
    }

    fn can_mate(&self, position: &Position, color: Color) -> bool {
        match self.fault {
            Some(Fault::MaterialAlone) => position.has_material_to_mate(color),
            _ => position.can_mate(color),
        }
    }

    pub(super) fn resign(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        self.require_running_or_long_pause()?;
        let index = self.ongoing(id)?;
        let color = self.color(index, by)?;
        require(!self.games[index].is_match(), Refusal::BySignatureOnly)?;
        let open = self.games[index].open_end;
        self.resigned(index, color, open)
    }

    /// A player has resigned; in a match's last round, and in a single game, a mated player has
    /// acknowledged the mate.
    pub(super) fn resigned(
        &mut self,
        index: usize,
        by: Color,
        on_the_board: Option<End>,
    ) -> Result<(), Refusal> {
        let mate =
            on_the_board.filter(|end| end.reason == Reason::Checkmate && end.winner == Some(!by));
        let resignation = End {
            winner: Some(!by),
            reason: Reason::Resignation,
        };
        let end = match self.games[index].is_last_round() {
            true => mate.unwrap_or(resignation),
            false => resignation,
        };
        self.end_at_once(index, end)
    }

    /// An end that nobody could undo. Before a match's last round it is open like all others, as
    /// later rounds may have been played.
    pub(super) fn end_at_once(&mut self, index: usize, end: End) -> Result<(), Refusal> {
        let game = &self.games[index];
        if game.is_last_round() || self.fault == Some(Fault::RoundsAreFinal) {
            self.end(index, end);
            return Ok(());
        }
        let is_open = game.open_end == Some(end);
        require(!is_open, Refusal::NoEffect)?;
        self.end_or_open(index, end);
        Ok(())
    }

    /// The number of epochs that pauses have taken from a game's current wait.
    pub fn epochs_lost(&self, game: &Game) -> u64 {
        let waited = self.time.epoch - game.start.at_epoch;
        waited - (self.time.running_epochs() - game.start.epoch)
    }

    pub(super) fn reclaim(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        let index = self.ongoing(id)?;
        self.color(index, by)?;
        let game = &self.games[index];
        let is_decided = game.open_end.is_some() || self.is_late(game);
        let long = self.epochs_lost(game) > LONG_PAUSE_EPOCHS;
        let at_once = self.fault == Some(Fault::ReclaimAtOnce) || !self.games[index].is_signed();
        let could_play = at_once || self.time.is_play_open_for_two_epochs();
        require(long && could_play, Refusal::NoLongPause)?;
        match is_decided {
            true => self.end_late(index),
            false => self.end(index, drawn(Reason::Pause)),
        }
        Ok(())
    }

    /// Ends a game, or opens its end if a longer game that both have signed could undo it.
    pub(super) fn end_or_open(&mut self, index: usize, end: End) {
        if !self.games[index].is_signed_play() || self.fault == Some(Fault::NoWindow) {
            self.end(index, end);
            return;
        }
        let open = self.games[index].open_end.map(|open| open.winner);
        // confirming an open end gains no time
        if open != Some(end.winner) {
            self.begin_wait(index);
        }
        let game = &mut self.games[index];
        game.offer = None;
        game.open_end = Some(end);
        let id = game.id;
        self.tell_of(id, "endOpened", &[], vec![end.reason as u8]);
    }

    /// The end of the chain's round, and of the game or the match with it.
    pub(super) fn end(&mut self, index: usize, end: End) {
        let game = &self.games[index];
        let points = match end.winner {
            None => 1,
            Some(winner) if winner == game.color_of_first() => 2,
            Some(_) => 0,
        };
        let (rounds, points) = (game.round + 1, game.points + points);
        self.over(index, end.reason, rounds, points);
    }

    /// It is over after a number of rounds, with the points of White of round 0 in them.
    pub(super) fn over(&mut self, index: usize, reason: Reason, rounds: u16, points: u16) {
        let first = self.games[index].color_of_first();
        let leads = points.cmp(&rounds);
        let state = match (rounds, leads) {
            (0, _) => State::NoResult,
            (_, Ordering::Equal) => State::Drawn,
            (_, leads) if (leads == Ordering::Greater) == (first == Color::White) => {
                State::WhiteWon
            }
            _ => State::BlackWon,
        };
        let game = &mut self.games[index];
        game.state = state;
        game.reason = Some(reason);
        game.score = Some((rounds, points));
        (game.is_asked, game.open_end, game.offer) = (false, None, None);
        let game = game.clone();
        let players = Color::ALL.map(|color| game.player(color));
        let mut data = vec![state as u8, reason as u8];
        data.extend([rounds, points].map(u16::to_be_bytes).concat());
        self.tell_of(game.id, "gameEnded", &players.map(Of), data);
        if game.stake.is_none() {
            return;
        }
        for (color, player) in Color::ALL.into_iter().zip(players) {
            let own = match color == first {
                true => points,
                false => 2 * rounds - points,
            };
            if own > 0 {
                *self.scores.entry(player).or_default() += u64::from(own);
            }
            // the stakes won in the rounds that count, and those paid for the others
            let stakes = u32::from(own) + u32::from(game.rounds - rounds);
            if stakes > 0 {
                self.pay(player, game.stake.as_ref(), stakes);
            }
        }
    }
}
