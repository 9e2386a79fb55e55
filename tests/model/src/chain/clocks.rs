//! The players' time.

use cozy_chess::Color;

use super::{Chain, Fault, Game, Start, State};

/// The time of a player of a game with keys on the chain beyond the base, in milliseconds.
const RESERVE_MS: u64 = 180_000;
/// The rounds of an ask that aren't counted.
const FREE_ROUNDS: u64 = 10;
/// The shortest and the longest window of an open end, in milliseconds.
const WINDOW_MS: (u64, u64) = (180_000, 86_400_000);

impl Chain {
    pub(super) fn now(&self) -> Start {
        Start {
            ms: self.time.running_ms(),
            epoch: self.time.running_epochs(),
            at_epoch: self.time.epoch,
        }
    }

    /// How long a game has waited, in milliseconds that count.
    pub fn waited_ms(&self, game: &Game) -> u64 {
        self.time.running_ms() - game.start.ms
    }

    fn free_ms(&self) -> u64 {
        FREE_ROUNDS * self.time.round_ms
    }

    /// How long a game with a clock may wait.
    pub fn allowed_ms(&self, game: &Game) -> u64 {
        if game.open_end.is_some() {
            return window_ms(game);
        }
        match game.is_asked {
            true => budget_ms(game, game.turn()) + self.free_ms(),
            false => time_left_ms(game, game.turn()),
        }
    }

    /// True once the time of the current wait has expired: the player to move's, or that of the
    /// window in which an open end can be undone.
    pub fn is_late(&self, game: &Game) -> bool {
        if game.state != State::Ongoing || !game.does_time_run() {
            return false;
        }
        match game.clock {
            Some(_) => self.waited_ms(game) > self.allowed_ms(game),
            None => self.time.running_epochs() - game.start.epoch > 1,
        }
    }

    /// Takes the time of the current wait off the clock of the player to move.
    pub(super) fn charge(&mut self, index: usize) {
        let game = &self.games[index];
        if game.clock.is_none() || !game.does_time_run() {
            return;
        }
        let mut used = self.waited_ms(game);
        if game.is_asked {
            used = used.saturating_sub(self.free_ms());
            if self.fault == Some(Fault::FreeAsks) {
                used = 0;
            }
        }
        let turn = game.turn();
        self.games[index].used_ms[turn as usize] += used;
    }

    /// A new wait begins.
    pub(super) fn begin_wait(&mut self, index: usize) {
        let now = self.now();
        let game = &mut self.games[index];
        (game.start, game.is_asked, game.open_end) = (now, false, None);
    }
}

/// A player's time on the chain when the current wait began, in milliseconds.
pub fn time_left_ms(game: &Game, color: Color) -> u64 {
    let Some(clock) = game.clock else {
        return 0;
    };
    let reserve = if game.is_signed() { RESERVE_MS } else { 0 };
    let first = usize::from(color == Color::Black);
    let plies = (game.plies() + 1 - first) / 2;
    let increments = plies as u64 * u64::from(clock.increment) * 1_000;
    let given = u64::from(clock.base) * 1_000 + reserve + increments;
    given.saturating_sub(game.used_ms[color as usize])
}

/// The time that an ask gives a player of a game with a clock, without the free rounds.
pub fn budget_ms(game: &Game, color: Color) -> u64 {
    let base = game.clock.map_or(0, |clock| u64::from(clock.base) * 1_000);
    time_left_ms(game, color).min(base + RESERVE_MS)
}

/// How long an open end of a game with a clock can be undone.
pub fn window_ms(game: &Game) -> u64 {
    let base = game.clock.map_or(0, |clock| u64::from(clock.base) * 1_000);
    base.clamp(WINDOW_MS.0, WINDOW_MS.1)
}
