//! Money in, payouts, credits, and what the contract must have.

use std::collections::BTreeMap;

use super::refusal::require;
use super::{Account, Chain, Fault, Refusal, Stake, State, Token};

impl Chain {
    pub(super) fn receive(&mut self, from: Account, stake: Stake) -> Result<(), Refusal> {
        let balance = self.balances.entry((from, stake.token)).or_default();
        let left = balance.checked_sub(stake.amount);
        *balance = left.ok_or(Refusal::WrongPayment)?;
        *self.purse.entry(stake.token).or_default() += stake.amount;
        Ok(())
    }

    /// Pays so many stakes out, or credits them.
    pub(super) fn pay(&mut self, to: Account, stake: Option<Stake>, stakes: u128) {
        let Some(Stake { token, amount }) = stake else {
            return;
        };
        let mut amount = amount * stakes;
        if self.fault == Some(Fault::Payout) && stakes == 2 {
            amount -= 1;
        }
        if !self.deliver(to, token, amount) {
            *self.credits.entry((to, token)).or_default() += amount;
        }
    }

    fn deliver(&mut self, to: Account, token: Token, amount: u128) -> bool {
        if self.unpayable.contains(&(to, token)) {
            return false;
        }
        *self.purse.entry(token).or_default() -= amount;
        *self.balances.entry((to, token)).or_default() += amount;
        true
    }

    /// Every token that is owed; what can't be delivered stays owed.
    pub(super) fn withdraw(&mut self, by: Account) -> Result<(), Refusal> {
        self.require_running_or_long_pause()?;
        let owed: Vec<Token> = Token::ALL
            .into_iter()
            .filter(|&token| self.credits.contains_key(&(by, token)))
            .collect();
        require(!owed.is_empty(), Refusal::NothingOwed)?;
        let mut delivered = false;
        for token in owed {
            let amount = self.credits[&(by, token)];
            if self.deliver(by, token, amount) {
                self.credits.remove(&(by, token));
                delivered = true;
            }
        }
        require(delivered, Refusal::NotDelivered)
    }

    /// What the contract owes, by token: the waiting wager, the stakes of open challenges, two
    /// for each ongoing game, and all credits.
    pub fn owed(&self) -> BTreeMap<Token, u128> {
        let mut owed: BTreeMap<Token, u128> = BTreeMap::new();
        let mut add = |stake: Option<Stake>, stakes| {
            if let Some(Stake { token, amount }) = stake {
                *owed.entry(token).or_default() += amount * stakes;
            }
        };
        if self.seat.is_some() {
            add(self.wager, 1);
        }
        for game in &self.games {
            match game.state {
                State::Open => add(game.stake, 1),
                State::Ongoing => add(game.stake, 2),
                _ => {}
            }
        }
        for (&(_, token), amount) in &self.credits {
            *owed.entry(token).or_default() += amount;
        }
        owed
    }
}
