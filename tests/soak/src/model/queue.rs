//! The queue.

use num_bigint::BigUint;

use super::arguments::id;
use super::refusal::require;
use super::{Game, Model, Reason, Refusal};
use crate::cast::{Account, Token};
use crate::rules::Position;

impl Model {
    pub(super) fn join(
        &mut self,
        by: Account,
        payments: &[(Token, BigUint)],
    ) -> Result<(), Refusal> {
        self.require_running()?;
        let wager = self.wager.clone().expect("it runs");
        require(*payments == [wager], "pay exactly the wager")?;
        let Some(white) = self.waiting else {
            self.waiting = Some(by);
            self.event("queueJoined", vec![self.address(by)], vec![]);
            return Ok(());
        };
        require(white != by, "you are already waiting")?;
        self.waiting = None;
        let position = Position::start();
        self.games.push(Game {
            players: [white, by],
            seen: vec![position.key()],
            position,
            moves: vec![],
            last_move_epoch: self.epoch,
            last_move_running: self.running(),
            winner: None,
            reason: Reason::None,
            offer: None,
        });
        let topics = vec![id(self.games.len()), self.address(white), self.address(by)];
        self.event("gameStarted", topics, vec![]);
        Ok(())
    }

    pub(super) fn leave_queue(&mut self, by: Account) -> Result<(), Refusal> {
        if !self.is_long_pause() {
            self.require_running()?;
        }
        require(self.waiting == Some(by), "you are not waiting")?;
        self.waiting = None;
        self.event("queueLeft", vec![self.address(by)], vec![]);
        self.pay(by, 1, by);
        Ok(())
    }
}
