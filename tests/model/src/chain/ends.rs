//! Ends that no move brings, and how a game ends.

use cozy_chess::Color;

use super::game::OpenEnd;
use super::refusal::require;
use super::{Account, Chain, End, Event, Fault, Reason, Refusal, State};

/// Pauses that have taken more epochs of a move's time end the game.
const LONG_PAUSE_EPOCHS: u64 = 30;

pub(super) fn drawn(reason: Reason) -> End {
    End {
        winner: None,
        reason,
    }
}

impl Chain {
    pub(super) fn draw(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.without_open_end(id)?;
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
        self.games[index].offer = Some(color);
        self.events.push(Event::DrawOffered { game: id, by });
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

    /// What asks have taken stays taken, also where the end is undone later.
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
        let winner = position.can_mate(caller).then_some(caller);
        self.end(
            index,
            End {
                winner,
                reason: Reason::IllegalMove,
            },
        );
        Ok(())
    }

    pub(super) fn signal_inactivity(&mut self, id: u32) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.ongoing(id)?;
        let game = &self.games[index];
        require(self.is_late(game), Refusal::TimeIsLeft)?;
        if let Some(open) = game.open_end {
            self.end(index, open.end);
            return Ok(());
        }
        if game.clock.is_some() && game.plies() < 2 {
            self.abort(index);
            return Ok(());
        }
        let position = game.position();
        let waiting = !position.turn;
        let winner = position.can_mate(waiting).then_some(waiting);
        self.end(
            index,
            End {
                winner,
                reason: Reason::Inactivity,
            },
        );
        Ok(())
    }

    pub(super) fn resign(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.ongoing(id)?;
        let color = self.color(index, by)?;
        let open = self.games[index].open_end.map(|open| open.end);
        self.resigned(index, color, open);
        Ok(())
    }

    /// A player has resigned; who was mated has acknowledged it.
    pub(super) fn resigned(&mut self, index: usize, by: Color, on_the_board: Option<End>) {
        let mate =
            on_the_board.filter(|end| end.reason == Reason::Checkmate && end.winner == Some(!by));
        let resignation = End {
            winner: Some(!by),
            reason: Reason::Resignation,
        };
        self.end(index, mate.unwrap_or(resignation));
    }

    pub(super) fn reclaim(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        let index = self.ongoing(id)?;
        self.color(index, by)?;
        let start = self.games[index].start;
        let waited = self.time.epoch - start.at_epoch;
        let counted = self.time.running_epochs() - start.epoch;
        require(waited - counted > LONG_PAUSE_EPOCHS, Refusal::NoLongPause)?;
        let open = self.games[index].open_end;
        self.end(index, open.map_or(drawn(Reason::Pause), |open| open.end));
        Ok(())
    }

    /// Ends a game, or opens its end where a longer game that both have signed could undo it.
    pub(super) fn end_or_open(&mut self, index: usize, end: End) {
        if !self.games[index].is_signed_play() || self.fault == Some(Fault::NoWindow) {
            self.end(index, end);
            return;
        }
        self.begin_wait(index);
        let game = &mut self.games[index];
        game.offer = None;
        game.open_end = Some(OpenEnd { end });
        let opened = Event::EndOpened {
            game: game.id,
            reason: end.reason,
        };
        self.events.push(opened);
    }

    pub(super) fn end(&mut self, index: usize, end: End) {
        let state = match end.winner {
            Some(Color::White) => State::WhiteWon,
            Some(Color::Black) => State::BlackWon,
            None => State::Drawn,
        };
        let shares = Color::ALL.map(|color| match end.winner {
            Some(winner) => 2 * u32::from(winner == color),
            None => 1,
        });
        self.over(index, state, end.reason, shares);
    }

    fn abort(&mut self, index: usize) {
        self.over(index, State::NoResult, Reason::Aborted, [1, 1]);
    }

    fn over(&mut self, index: usize, state: State, reason: Reason, shares: [u32; 2]) {
        let game = &mut self.games[index];
        game.state = state;
        game.reason = Some(reason);
        (game.is_asked, game.open_end, game.offer) = (false, None, None);
        let game = game.clone();
        let players = Color::ALL.map(|color| game.player(color));
        self.events.push(Event::GameEnded {
            game: game.id,
            players,
            state,
            reason,
        });
        for (player, share) in players.into_iter().zip(shares) {
            if share > 0 && game.stake.is_some() {
                if state != State::NoResult {
                    *self.scores.entry(player).or_default() += u64::from(share);
                }
                self.pay(player, game.stake.as_ref(), share);
            }
        }
    }
}
