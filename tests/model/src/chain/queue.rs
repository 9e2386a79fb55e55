//! The queue: a player waits, the next one starts a game.

use super::event::Topic::Of;
use super::refusal::require;
use super::{Account, Chain, Refusal, Seat, Stake};

/// A player who has waited for more epochs than these loses the seat to the next one.
const SEAT_EPOCHS: u64 = 7;

impl Chain {
    pub(super) fn join(
        &mut self,
        by: Account,
        key: Option<&[u8]>,
        payments: &[Stake],
    ) -> Result<(), Refusal> {
        self.require_running()?;
        require(
            Self::stake_of(payments)? == self.wager,
            Refusal::WrongPayment,
        )?;
        let now = self.time.running_epochs();
        let seat = Seat {
            player: by,
            key: key.map(<[u8]>::to_vec),
            since_epoch: now,
        };
        let Some(waiting) = self.seat.clone() else {
            Self::require_key(key, None)?;
            self.seat = Some(seat);
            self.tell("queueJoined", &[Of(by)], vec![]);
            return Ok(());
        };
        require(waiting.player != by, Refusal::AlreadyWaiting)?;
        if now - waiting.since_epoch > SEAT_EPOCHS {
            Self::require_key(key, None)?;
            self.seat = Some(seat);
            self.tell("queueLeft", &[Of(waiting.player)], vec![]);
            self.tell("queueJoined", &[Of(by)], vec![]);
            self.pay(waiting.player, self.wager.clone().as_ref(), 1);
            return Ok(());
        }
        Self::require_key(key, waiting.key.as_deref())?;
        self.seat = None;
        let rejects = self.rejects || key.is_some() && waiting.key.is_some();
        let mut game = self.new_game(self.wager.clone(), None);
        game.players = [Some(waiting.player), Some(by)];
        game.keys = [waiting.key, seat.key];
        game.rejects = rejects;
        self.start(game);
        Ok(())
    }

    pub(super) fn leave(&mut self, by: Account) -> Result<(), Refusal> {
        self.require_running_or_long_pause()?;
        let waits = self.waiting() == Some(by);
        require(waits, Refusal::NotWaiting)?;
        self.seat = None;
        self.tell("queueLeft", &[Of(by)], vec![]);
        self.pay(by, self.wager.clone().as_ref(), 1);
        Ok(())
    }

    /// The player who waits in the queue.
    pub fn waiting(&self) -> Option<Account> {
        self.seat.as_ref().map(|seat| seat.player)
    }
}
