//! The queue: one waits, the next one starts a game.

use super::refusal::require;
use super::{Account, Chain, Refusal, Seat, Stake};
use crate::signing::Key;

/// Who has waited for more epochs than these loses the seat to the next one.
const SEAT_EPOCHS: u64 = 7;

impl Chain {
    pub(super) fn join(
        &mut self,
        by: Account,
        key: Option<Key>,
        payment: Option<Stake>,
    ) -> Result<(), Refusal> {
        self.require_running()?;
        require(payment == self.wager, Refusal::WrongPayment)?;
        let seat = Seat {
            player: by,
            key,
            since_epoch: self.time.epoch(),
        };
        let Some(waiting) = self.seat.clone() else {
            Self::require_key(key, None)?;
            self.seat = Some(seat);
            return Ok(());
        };
        require(waiting.player != by, Refusal::AlreadyWaiting)?;
        if self.time.epoch() - waiting.since_epoch > SEAT_EPOCHS {
            Self::require_key(key, None)?;
            self.seat = Some(seat);
            self.pay(waiting.player, self.wager, 1);
            return Ok(());
        }
        Self::require_key(key, waiting.key)?;
        self.seat = None;
        let rejects = self.rejects || key.is_some() && waiting.key.is_some();
        let mut game = self.new_game(self.wager, None);
        game.players = [Some(waiting.player), Some(by)];
        game.keys = [waiting.key, key];
        game.rejects = rejects;
        self.start(game);
        Ok(())
    }

    pub(super) fn leave(&mut self, by: Account) -> Result<(), Refusal> {
        self.require_running_or_long_pause()?;
        let waits = self.waiting() == Some(by);
        require(waits, Refusal::NotWaiting)?;
        self.seat = None;
        self.pay(by, self.wager, 1);
        Ok(())
    }

    /// Who waits in the queue.
    pub fn waiting(&self) -> Option<Account> {
        self.seat.as_ref().map(|seat| seat.player)
    }
}
