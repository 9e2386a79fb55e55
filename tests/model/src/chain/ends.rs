//! Ends that no move brings, and how a game ends.

use cozy_chess::Color;

use super::game::OpenEnd;
use super::refusal::require;
use super::{Account, Chain, End, Fault, Reason, Refusal, State};

impl Chain {
    pub(super) fn draw(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.ongoing(id)?;
        let color = self.color(index, by)?;
        let game = &self.games[index];
        require(game.open_end.is_none(), Refusal::EndIsOpen)?;
        if game.offer == Some(!color) {
            let late = game.turn() == color && self.is_late(game);
            require(!late, Refusal::TimeIsOver)?;
            self.end_or_open(
                index,
                End {
                    winner: None,
                    reason: Reason::Agreement,
                },
            );
            return Ok(());
        }
        require(game.offer != Some(color), Refusal::AlreadyOffered)?;
        self.games[index].offer = Some(color);
        Ok(())
    }

    pub(super) fn claim_draw(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.on_move(by, id)?;
        let reason = self.games[index].claim().ok_or(Refusal::NothingToClaim)?;
        self.end_or_open(
            index,
            End {
                winner: None,
                reason,
            },
        );
        Ok(())
    }

    pub(super) fn call_illegal_move(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.on_move(by, id)?;
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
        if let Some(open) = game.open_end {
            require(self.is_window_over(game), Refusal::TimeIsLeft)?;
            self.end(index, open.end);
            return Ok(());
        }
        require(self.is_late(game), Refusal::TimeIsLeft)?;
        if game.clock.is_some() && game.plies() < 2 {
            self.no_result(index, Reason::Aborted);
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
        self.resigned(index, color);
        Ok(())
    }

    /// A player has resigned; who was mated has acknowledged it.
    pub(super) fn resigned(&mut self, index: usize, by: Color) {
        let mate = self.games[index]
            .open_end
            .filter(|open| open.end.reason == Reason::Checkmate && open.end.winner == Some(!by));
        let end = mate.map_or(
            End {
                winner: Some(!by),
                reason: Reason::Resignation,
            },
            |open| open.end,
        );
        self.end(index, end);
    }

    pub(super) fn reclaim(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        let index = self.ongoing(id)?;
        self.color(index, by)?;
        let taken = self.time.paused_epochs() - self.games[index].start.paused_epochs;
        require(taken > 30, Refusal::NoLongPause)?;
        let drawn = End {
            winner: None,
            reason: Reason::Pause,
        };
        let open = self.games[index].open_end;
        self.end(index, open.map_or(drawn, |open| open.end));
        Ok(())
    }

    /// Ends a game, or opens its end where both have named a key.
    pub(super) fn end_or_open(&mut self, index: usize, end: End) {
        if !self.games[index].is_signed() || self.fault == Some(Fault::NoWindow) {
            self.end(index, end);
            return;
        }
        let start = self.now();
        let game = &mut self.games[index];
        game.ask = None;
        game.offer = None;
        game.open_end = Some(OpenEnd { end, start });
    }

    pub(super) fn end(&mut self, index: usize, end: End) {
        let game = &mut self.games[index];
        game.state = match end.winner {
            Some(Color::White) => State::WhiteWon,
            Some(Color::Black) => State::BlackWon,
            None => State::Drawn,
        };
        game.reason = Some(end.reason);
        (game.ask, game.open_end, game.offer) = (None, None, None);
        let game = game.clone();
        for color in Color::ALL {
            let share = match end.winner {
                Some(winner) => 2 * u64::from(winner == color),
                None => 1,
            };
            if share > 0 && game.stake.is_some() {
                *self.scores.entry(game.player(color)).or_default() += share;
                self.pay(game.player(color), game.stake, share.into());
            }
        }
    }

    fn no_result(&mut self, index: usize, reason: Reason) {
        let game = &mut self.games[index];
        game.state = State::NoResult;
        game.reason = Some(reason);
        (game.ask, game.open_end, game.offer) = (None, None, None);
        let game = game.clone();
        for color in Color::ALL {
            self.pay(game.player(color), game.stake, 1);
        }
    }
}
