//! Who has how much time.

use cozy_chess::Color;

use super::{Ask, Chain, Game, Start};

/// What an ask adds to a player's time, in milliseconds.
const RESERVE_MS: u64 = 180_000;
/// The rounds of an ask that aren't counted.
const FREE_ROUNDS: u64 = 10;
/// The shortest and the longest window of an open end, in milliseconds.
const WINDOW_MS: (u64, u64) = (180_000, 86_400_000);
/// From here on the clock of a game with keys goes on as without.
pub(super) const SIGNED_PLIES: usize = 1_000;

impl Chain {
    pub(super) fn now(&self) -> Start {
        Start {
            ms: self.time.running_ms(),
            epoch: self.time.running_epochs(),
            paused_epochs: self.time.paused_epochs(),
        }
    }

    fn elapsed_ms(&self, start: Start) -> u64 {
        self.time.running_ms() - start.ms
    }

    /// Whether a full epoch has gone by since.
    fn is_epoch_over(&self, start: Start) -> bool {
        self.time.running_epochs() - start.epoch > 1
    }

    /// Whether the player to move has run out of time.
    pub fn is_late(&self, game: &Game) -> bool {
        if game.open_end.is_some() {
            return false;
        }
        match (game.is_signed(), game.ask, game.clock) {
            (true, Some(ask), Some(_)) => self.elapsed_ms(ask.start) > ask.given_ms,
            (true, Some(ask), None) => self.is_epoch_over(ask.start),
            (true, None, _) if game.plies() < SIGNED_PLIES => false,
            (_, _, Some(_)) => self.elapsed_ms(game.start) > game.left_ms[game.turn() as usize],
            (_, _, None) => self.is_epoch_over(game.start),
        }
    }

    /// The player to move has moved in time: takes the time off, adds the increment.
    pub(super) fn press(&mut self, index: usize) {
        let elapsed = self.elapsed_ms(self.games[index].start);
        let now = self.now();
        let game = &mut self.games[index];
        let mover = game.turn() as usize;
        if let Some(clock) = game.clock
            && (!game.is_signed() || game.plies() >= SIGNED_PLIES)
        {
            // by another player's signature a move may come at any time
            let left = game.left_ms[mover].saturating_sub(elapsed);
            game.left_ms[mover] = left + u64::from(clock.increment) * 1_000;
        }
        game.start = now;
    }

    /// The ask, answered in time, has taken some of the asked player's.
    pub(super) fn answer(&mut self, index: usize) {
        let Some(ask) = self.games[index].ask else {
            return;
        };
        let elapsed = self.elapsed_ms(ask.start);
        let game = &mut self.games[index];
        let asked = game.turn() as usize;
        game.taken_ms[asked] += elapsed.saturating_sub(ask.free_ms);
        game.ask = None;
    }

    /// Gives the player to move their time.
    pub(super) fn ask(&mut self, index: usize) {
        let start = self.now();
        let free_ms = FREE_ROUNDS * self.time.round_ms;
        let game = &mut self.games[index];
        let given_ms = free_ms + budget_ms(game, game.turn());
        game.ask = Some(Ask {
            start,
            given_ms,
            free_ms,
        });
    }

    /// Whether an open end can't be undone any more.
    pub fn is_window_over(&self, game: &Game) -> bool {
        game.open_end.is_some_and(|open| match game.clock {
            None => self.is_epoch_over(open.start),
            Some(_) => self.elapsed_ms(open.start) > window_ms(game),
        })
    }
}

/// What an ask gives a player, the free rounds not counted.
pub fn budget_ms(game: &Game, color: Color) -> u64 {
    let Some(clock) = game.clock else {
        return 0;
    };
    let base = u64::from(clock.base) * 1_000 + RESERVE_MS;
    let first = usize::from(color == Color::Black);
    let plies = (game.plies() + 1 - first) / 2;
    let increments = plies as u64 * u64::from(clock.increment) * 1_000;
    let all = (base + increments).saturating_sub(game.taken_ms[color as usize]);
    all.min(base)
}

/// How long an open end of a game with a clock can be undone.
pub fn window_ms(game: &Game) -> u64 {
    let base = game.clock.map_or(0, |clock| u64::from(clock.base) * 1_000);
    base.clamp(WINDOW_MS.0, WINDOW_MS.1)
}
