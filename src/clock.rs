//! Time on the chain: the epoch, the block's time, and the player whose clock is charged. The crate
//! `chess-record` computes the time that a game may take.

use chess_record::{Awaits, GameClock, clock};
use multiversx_sc::imports::*;

use crate::stored::StoredGame;

#[multiversx_sc::module]
pub trait ClockModule: crate::stored::StorageModule {
    /// The game begins to await something, now. With a clock, the first call also stores when the game
    /// began.
    fn begin_wait(&self, game: &mut StoredGame<Self::Api>, what: Awaits) {
        let epoch = self.epoch();
        game.head.awaits = what as u8;
        game.head.wait_epoch.set(epoch);
        let counted = game.contract.head.counted_epoch(epoch);
        game.head.wait_counted_epoch.set(counted);
        let mut clock = GameClock::empty();
        if game.load_clock(&mut clock) {
            let now = self.counted_millis(game);
            clock.wait_millis.set(now);
            if clock.start_millis.get() == 0 {
                clock.start_millis.set(now);
            }
            game.set_clock(&clock);
        }
    }

    /// Whether the time has expired: that of the player to move, or the window in which an open end
    /// can be undone.
    fn is_time_over(&self, game: &StoredGame<Self::Api>) -> bool {
        if !clock::does_time_run(&game.head) {
            return false;
        }
        let mut clock = GameClock::empty();
        match game.load_clock(&mut clock) {
            false => {
                let counted = game.contract.head.counted_epoch(self.epoch());
                clock::is_epoch_over(&game.head, counted)
            }
            true => self.waited(game, &clock) > self.allowance(game, &clock),
        }
    }

    /// Takes the time of the current wait off the clock of the player to move.
    fn charge_player_to_move(&self, game: &mut StoredGame<Self::Api>) {
        let mut clock = GameClock::empty();
        if !clock::does_time_run(&game.head) || !game.load_clock(&mut clock) {
            return;
        }
        let waited = self.waited(game, &clock);
        let charged = clock::charged(waited, self.round_millis(game));
        let used = clock.used_by(game.head.turn());
        used.set(used.get() + charged);
        game.set_clock(&clock);
    }

    /// Charges the player to move if the opponent has asked for the move. An ask takes time even if
    /// the end that answers it is undone.
    fn charge_if_asked(&self, game: &mut StoredGame<Self::Api>) {
        if game.head.awaits(Awaits::Answer) {
            self.charge_player_to_move(game);
        }
    }

    /// How long the game has awaited what it awaits, in milliseconds.
    fn waited(&self, game: &StoredGame<Self::Api>, clock: &GameClock) -> u64 {
        clock::waited(clock, self.counted_millis(game))
    }

    /// How long the game may await it, in milliseconds.
    fn allowance(&self, game: &StoredGame<Self::Api>, clock: &GameClock) -> u64 {
        clock::allowance(&game.head, clock, self.round_millis(game))
    }

    fn counted_millis(&self, game: &StoredGame<Self::Api>) -> u64 {
        game.contract.counted_millis(self.millis())
    }

    /// The time of a round of the network, if it counts: only an ask gives rounds for free.
    fn round_millis(&self, game: &StoredGame<Self::Api>) -> u64 {
        if !game.head.awaits(Awaits::Answer) {
            return 0;
        }
        let round = self.blockchain().get_block_round_time_millis();
        round.as_u64_millis()
    }
}
