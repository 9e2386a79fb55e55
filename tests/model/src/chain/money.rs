//! Money in, payouts, credits, and what the contract must have.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::refusal::require;
use super::{Account, Chain, Event, Fault, Refusal, Stake, State, Token};

impl Chain {
    /// What is paid: EGLD, one fungible token, or nothing.
    pub(super) fn stake_of(payments: &[Stake]) -> Result<Option<Stake>, Refusal> {
        match payments {
            [] => Ok(None),
            [stake] if stake.token != Token::Collectible => Ok(Some(stake.clone())),
            _ => Err(Refusal::WrongPayment),
        }
    }

    /// Pays so many stakes out, or credits them.
    pub(super) fn pay(&mut self, to: Account, stake: Option<&Stake>, stakes: u32) {
        let Some(Stake { token, amount }) = stake else {
            return;
        };
        let mut amount = amount * stakes;
        if self.fault == Some(Fault::Payout) && stakes == 2 {
            amount -= 1u32;
        }
        let payout = Stake {
            token: *token,
            amount,
        };
        if !self.deliver(to, &payout) {
            *self.credits.entry((to, *token)).or_default() += &payout.amount;
            self.events.push(Event::Credited(to, payout));
        }
    }

    /// A transfer out of the contract, if the network lets it through.
    fn deliver(&mut self, to: Account, payout: &Stake) -> bool {
        let frozen = |account| self.frozen.contains(&(account, payout.token));
        let refuses = to == Account::Mute && self.caller != to;
        if frozen(to) || frozen(Account::Chess) || refuses {
            return false;
        }
        self.transfer(Account::Chess, to, payout);
        true
    }

    /// Moves money between accounts, of which there must be enough.
    pub fn transfer(&mut self, from: Account, to: Account, stake: &Stake) {
        let Stake { token, amount } = stake;
        let account = self.balances.entry((from, *token)).or_default();
        assert!(*account >= *amount, "{from} has too little {token:?}");
        *account -= amount;
        *self.balances.entry((to, *token)).or_default() += amount;
    }

    pub fn balance(&self, account: Account, token: Token) -> BigUint {
        let balance = self.balances.get(&(account, token));
        balance.cloned().unwrap_or_default()
    }

    /// Every token that is owed; what can't be delivered stays owed.
    pub(super) fn withdraw(&mut self, by: Account) -> Result<(), Refusal> {
        self.require_running_or_long_pause()?;
        if let Some(amount) = self.old_credits.remove(&by) {
            let wager = self.wager.clone().expect("edition 1 has credited it");
            *self.credits.entry((by, wager.token)).or_default() += &amount;
            let token = wager.token;
            self.events
                .push(Event::Credited(by, Stake { token, amount }));
        }
        let owed: Vec<Stake> = self.owed_to(by).collect();
        require(!owed.is_empty(), Refusal::NothingOwed)?;
        let mut delivered = false;
        for credit in owed {
            if self.deliver(by, &credit) {
                self.credits.remove(&(by, credit.token));
                self.events.push(Event::Withdrawn(by, credit));
                delivered = true;
            }
        }
        require(delivered, Refusal::NotDelivered)
    }

    /// What is owed to an account since edition 2.
    pub fn owed_to(&self, account: Account) -> impl Iterator<Item = Stake> {
        let credits = self.credits.iter();
        let own = credits.filter(move |((of, _), _)| *of == account);
        own.map(|(&(_, token), amount)| Stake {
            token,
            amount: amount.clone(),
        })
    }

    /// What the contract must have, by token: the waiting wager, the stakes of open challenges,
    /// two for each ongoing game, and all credits.
    pub fn owed(&self) -> BTreeMap<Token, BigUint> {
        let mut owed: BTreeMap<Token, BigUint> = BTreeMap::new();
        let mut add = |stake: Option<&Stake>, stakes: u32| {
            if let Some(Stake { token, amount }) = stake {
                *owed.entry(*token).or_default() += amount * stakes;
            }
        };
        if self.seat.is_some() {
            add(self.wager.as_ref(), 1);
        }
        for game in &self.games {
            match game.state {
                State::Open => add(game.stake.as_ref(), 1),
                State::Ongoing => add(game.stake.as_ref(), 2),
                _ => {}
            }
        }
        for (&(_, token), amount) in &self.credits {
            *owed.entry(token).or_default() += amount;
        }
        if let Some(wager) = &self.wager {
            *owed.entry(wager.token).or_default() += self.old_credits.values().sum::<BigUint>();
        }
        owed
    }

    /// Whether the contract has, of each token, what it must have.
    ///
    /// # Errors
    /// What it has and must have of the first token of which it hasn't.
    pub fn check_money(&self) -> Result<(), String> {
        let mut owed = self.owed();
        for token in Token::ALL {
            let has = self.balance(Account::Chess, token);
            let owes = owed.remove(&token).unwrap_or_default();
            if has != owes {
                return Err(format!(
                    "the contract has {has} of {token:?} and owes {owes}"
                ));
            }
        }
        Ok(())
    }
}
