//! The owner.

use num_bigint::BigUint;

use super::event::Topic;
use super::refusal::require;
use super::{Account, Chain, Fault, Refusal, Stake, Token};

/// The most bytes of a wager's amount.
pub(super) const AMOUNT_BYTES: u64 = 32;

impl Chain {
    fn require_owner(by: Account) -> Result<(), Refusal> {
        require(by == Account::Owner, Refusal::NotTheOwner)
    }

    pub(super) fn set_wager(
        &mut self,
        by: Account,
        token: Option<Token>,
        amount: &BigUint,
    ) -> Result<(), Refusal> {
        Self::require_owner(by)?;
        require(self.wager.is_none(), Refusal::WagerSet)?;
        let token = token.ok_or(Refusal::BadToken)?;
        let possible = *amount > BigUint::ZERO && amount.bits() <= 8 * AMOUNT_BYTES;
        require(possible, Refusal::BadWager)?;
        let amount = amount.clone();
        self.tell("wagerSet", &[Topic::Token(token)], amount.to_bytes_be());
        self.wager = Some(Stake { token, amount });
        Ok(())
    }

    pub(super) fn pause(&mut self, by: Account) -> Result<(), Refusal> {
        Self::require_owner(by)?;
        require(!self.time.is_paused(), Refusal::AlreadyPaused)?;
        require(self.time.may_pause(), Refusal::PausedLately)?;
        self.time.pause();
        self.tell("paused", &[], vec![]);
        Ok(())
    }

    pub(super) fn unpause(&mut self, by: Account) -> Result<(), Refusal> {
        Self::require_owner(by)?;
        require(self.time.is_paused(), Refusal::NotPaused)?;
        require(self.wager.is_some(), Refusal::WagerNotSet)?;
        match self.fault {
            Some(Fault::Clock) => self.time.unpause_as_if_never(),
            fault => self.time.unpause(fault != Some(Fault::DayAfter)),
        }
        self.tell("unpaused", &[], vec![]);
        Ok(())
    }
}
