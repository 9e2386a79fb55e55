//! Time: how long a game has awaited what it awaits, and whether that is too long.
//!
//! With a Fischer clock time counts in milliseconds of block time, without one in epochs: a full
//! epoch must go by. What pauses take doesn't count.

use chess_rules::Color;
use multiversx_sc::imports::*;
use zerocopy::FromZeros;

use crate::numbers::*;
use crate::stored_game::{GameClock, StoredGame};
use crate::types::Awaits;

/// What a player has on the chain beyond the clock's base, in a game that is played by signature.
const RESERVE_MILLIS: u64 = 3 * 60 * 1_000;

/// How many rounds of an ask are free, so that nobody loses on the network's latency.
const FREE_ROUNDS: u64 = 10;

/// The shortest and the longest window of an open end.
const WINDOW_MILLIS: core::ops::RangeInclusive<u64> = 3 * 60 * 1_000..=24 * 60 * 60 * 1_000;

#[multiversx_sc::module]
pub trait ClockModule: crate::stored_state::StateModule {
    /// The game begins to await something, now.
    #[inline(never)] // smaller than a copy at each call
    fn begin_wait(
        &self,
        game: &mut StoredGame<Self::Api>,
        what: Awaits,
    ) {
        let epoch = self.epoch();
        game.head.awaits = what as u8;
        set32(&mut game.head.wait_epoch, epoch);
        set32(
            &mut game.head.wait_counted_epoch,
            game.contract.counted_epoch(epoch),
        );
        let mut clock = GameClock::new_zeroed();
        if game.load_clock(&mut clock) {
            let now = game.contract.counted_millis(self.millis());
            set64(&mut clock.wait_millis, now);
            game.set_clock(&clock);
        }
    }

    /// Whether the time is over of what the game awaits: of the player to move, or of the window
    /// in which an open end can be undone.
    #[inline(never)]
    fn is_time_over(&self, game: &StoredGame<Self::Api>) -> bool {
        if !does_time_run(game) {
            return false;
        }
        let mut clock = GameClock::new_zeroed();
        match game.load_clock(&mut clock) {
            false => {
                let counted = game.contract.counted_epoch(self.epoch());
                counted > get32(&game.head.wait_counted_epoch) + 1
            }
            true => self.waited(game, &clock) > self.allowance(game, &clock),
        }
    }

    /// Takes the time that went by off the clock of the player to move, who moves, is moved for by
    /// both signatures, or claims.
    fn charge_player_to_move(
        &self,
        game: &mut StoredGame<Self::Api>,
    ) {
        let clock = &mut GameClock::new_zeroed();
        if !does_time_run(game) || !game.load_clock(clock) {
            return;
        }
        let mut waited = self.waited(game, clock);
        if game.awaits(Awaits::Answer) {
            waited = waited.saturating_sub(self.free_millis());
        }
        let used = match game.turn() {
            Color::White => &mut clock.white_used,
            Color::Black => &mut clock.black_used,
        };
        let total = get64(used) + waited;
        set64(used, total);
        game.set_clock(clock);
    }

    /// How long the game has awaited what it awaits.
    fn waited(&self, game: &StoredGame<Self::Api>, clock: &GameClock) -> u64 {
        let now = game.contract.counted_millis(self.millis());
        now.saturating_sub(get64(&clock.wait_millis))
    }

    /// How long the game may await it.
    fn allowance(&self, game: &StoredGame<Self::Api>, clock: &GameClock) -> u64 {
        let base = millis(get32(&clock.base));
        if game.awaits(Awaits::LongerGame) {
            return base.clamp(*WINDOW_MILLIS.start(), *WINDOW_MILLIS.end());
        }
        let left = time_left(game, clock, game.turn());
        match game.awaits(Awaits::Answer) {
            true => left.min(base + RESERVE_MILLIS) + self.free_millis(),
            false => left,
        }
    }

    fn free_millis(&self) -> u64 {
        let round = self.blockchain().get_block_round_time_millis();
        FREE_ROUNDS * round.as_u64_millis()
    }
}

/// Whether the time runs of what the game awaits. In a game that is played by signature the
/// player to move has no clock on the chain until the opponent asks.
pub fn does_time_run<M: ManagedTypeApi>(game: &StoredGame<M>) -> bool {
    game.is_ongoing() && !(game.awaits(Awaits::Move) && game.is_signed_play())
}

/// A player's time when the current wait began, in milliseconds.
pub fn time_left<M: ManagedTypeApi>(game: &StoredGame<M>, clock: &GameClock, player: Color) -> u64 {
    let ply = get16(&game.head.ply) as u64;
    let (moves, used) = match player {
        Color::White => (ply.div_ceil(2), clock.white_used),
        Color::Black => (ply / 2, clock.black_used),
    };
    let reserve = match game.has(crate::stored_game::traits::KEYS) {
        true => RESERVE_MILLIS,
        false => 0,
    };
    let given = millis(get32(&clock.base)) + reserve + moves * millis(get32(&clock.increment));
    given.saturating_sub(get64(&used))
}

fn millis(seconds: u32) -> u64 {
    seconds as u64 * 1_000
}
