//! Payouts, credits, and what the contract must have.

use num_bigint::BigUint;

use super::refusal::{refuse, require};
use super::{Fault, Model, Refusal};
use crate::cast::{Account, Token};

impl Model {
    pub(super) fn withdraw(&mut self, by: Account) -> Result<(), Refusal> {
        if !self.is_long_pause() {
            self.require_running()?;
        }
        let Some(amount) = self.credits.remove(&by) else {
            return refuse("nothing is owed to you");
        };
        require(self.deliver(by, &amount, by), "it could not be delivered")?;
        self.event("withdrawn", vec![self.address(by)], amount.to_bytes_be());
        Ok(())
    }

    /// Pays wagers out, or credits them.
    pub(super) fn pay(&mut self, to: Account, wagers: u32, caller: Account) {
        let (_, wager) = self.wager.clone().expect("somebody has paid it");
        let mut amount = wager * wagers;
        if self.fault == Some(Fault::Payout) && wagers == 2 {
            amount -= 1u32;
        }
        if !self.deliver(to, &amount, caller) {
            *self.credits.entry(to).or_default() += &amount;
            self.event("credited", vec![self.address(to)], amount.to_bytes_be());
        }
    }

    /// A transfer out of the contract, if the network lets it through.
    pub(super) fn deliver(&mut self, to: Account, amount: &BigUint, caller: Account) -> bool {
        let (token, _) = self.wager.clone().expect("somebody has paid it");
        let frozen = |account| token == Token::Chess && self.frozen.contains(&account);
        if frozen(to) || frozen(Account::Chess) || to == Account::Mute && caller != to {
            return false;
        }
        self.transfer(Account::Chess, to, token, amount);
        true
    }

    pub(super) fn transfer(&mut self, from: Account, to: Account, token: Token, amount: &BigUint) {
        let account = self.balances.entry((from, token)).or_default();
        assert!(*account >= *amount, "{from} has too little {token:?}");
        *account -= amount;
        *self.balances.entry((to, token)).or_default() += amount;
    }

    pub fn balance(&self, account: Account, token: Token) -> BigUint {
        self.balances
            .get(&(account, token))
            .cloned()
            .unwrap_or_default()
    }

    /// What the contract must have: the waiting wager, two for each ongoing game, all credits.
    pub fn held(&self) -> BigUint {
        let Some((_, wager)) = &self.wager else {
            return BigUint::ZERO;
        };
        let ongoing = self.games.iter().filter(|game| game.is_ongoing()).count();
        let wagers = 2 * ongoing + self.waiting.is_some() as usize;
        wager * wagers + self.credits.values().sum::<BigUint>()
    }
}
