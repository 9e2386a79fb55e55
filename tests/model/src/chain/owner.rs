//! The owner.

use super::refusal::require;
use super::{Account, Chain, Refusal, Stake, Token};

impl Chain {
    fn require_owner(by: Account) -> Result<(), Refusal> {
        require(by == Account::Owner, Refusal::NotTheOwner)
    }

    pub(super) fn set_wager(
        &mut self,
        by: Account,
        token: Token,
        amount: u128,
    ) -> Result<(), Refusal> {
        Self::require_owner(by)?;
        require(self.wager.is_none(), Refusal::WagerSet)?;
        require(amount > 0, Refusal::BadWager)?;
        self.wager = Some(Stake { token, amount });
        Ok(())
    }

    pub(super) fn pause(&mut self, by: Account) -> Result<(), Refusal> {
        Self::require_owner(by)?;
        require(!self.time.is_paused(), Refusal::AlreadyPaused)?;
        require(self.time.may_pause(), Refusal::TooSoonToPause)?;
        self.time.pause();
        Ok(())
    }

    pub(super) fn unpause(&mut self, by: Account) -> Result<(), Refusal> {
        Self::require_owner(by)?;
        require(self.time.is_paused(), Refusal::NotPaused)?;
        require(self.wager.is_some(), Refusal::WagerNotSet)?;
        self.time.unpause();
        Ok(())
    }
}
