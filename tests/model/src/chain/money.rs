//! Money in, payouts, credits, and what the contract must have.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::event::Topic;
use super::refusal::require;
use super::{Account, Chain, Event, Fault, Refusal, Stake, State, Token};

/// A payout between two shards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Payout {
    pub to: Account,
    pub stake: Stake,
    /// Whether the other shard has refused it.
    pub comes_back: bool,
}

impl Chain {
    /// A payment: EGLD, one fungible token, or nothing.
    pub(super) fn stake_of(payments: &[Stake]) -> Result<Option<Stake>, Refusal> {
        match payments {
            [] => Ok(None),
            [stake] if stake.token != Token::Collectible => Ok(Some(stake.clone())),
            _ => Err(Refusal::WrongPayment),
        }
    }

    /// Pays a number of stakes out, or credits them.
    pub(super) fn pay(&mut self, to: Account, stake: Option<&Stake>, stakes: u32) {
        let Some(Stake { token, amount }) = stake else {
            return;
        };
        let mut amount = amount * stakes;
        if self.fault == Some(Fault::Payout) && stakes > 1 {
            amount -= 1u32;
        }
        let payout = Stake {
            token: *token,
            amount,
        };
        if !self.deliver(to, &payout) {
            self.credit(to, payout);
        }
    }

    /// A transfer out of the contract, if nothing that the contract's shard knows prevents it.
    fn deliver(&mut self, to: Account, payout: &Stake) -> bool {
        let token = payout.token;
        let stopped = self.paused.contains(&token) || self.limited.contains(&token);
        if stopped || self.frozen.contains(&(Account::Chess, token)) {
            return false;
        }
        if to.is_elsewhere() && !self.is_one_shard {
            self.take_from(Account::Chess, payout);
            self.on_the_way.push(Payout {
                to,
                stake: payout.clone(),
                comes_back: false,
            });
            return true;
        }
        let refuses = to == Account::Mute && self.caller != to;
        if self.frozen.contains(&(to, token)) || refuses {
            return false;
        }
        self.transfer(Account::Chess, to, payout);
        true
    }

    /// Everything between shards arrives: payouts at their receivers, or they are refused there;
    /// refused ones at the contract, which credits them.
    pub fn messages_arrive(&mut self) -> Vec<Event> {
        self.events.clear();
        for mut payout in std::mem::take(&mut self.on_the_way) {
            let Payout { to, ref stake, .. } = payout;
            if payout.comes_back {
                self.give_to(Account::Chess, stake);
                if self.fault != Some(Fault::NoCallback) {
                    self.credit(to, stake.clone());
                }
                continue;
            }
            let frozen = self.frozen.contains(&(to, stake.token));
            if frozen || self.paused.contains(&stake.token) || to == Account::Remote {
                payout.comes_back = true;
                self.on_the_way.push(payout);
            } else {
                self.give_to(to, stake);
            }
        }
        std::mem::take(&mut self.events)
    }

    fn credit(&mut self, to: Account, payout: Stake) {
        *self.credits.entry((to, payout.token)).or_default() += &payout.amount;
        self.tell_money("credited", to, &payout);
    }

    fn tell_money(&mut self, name: &'static str, to: Account, stake: &Stake) {
        let topics = [Topic::Of(to), Topic::Token(stake.token)];
        self.tell(name, &topics, stake.amount.to_bytes_be());
    }

    /// Moves money between accounts, of which there must be enough.
    pub fn transfer(&mut self, from: Account, to: Account, stake: &Stake) {
        self.take_from(from, stake);
        self.give_to(to, stake);
    }

    fn take_from(&mut self, from: Account, Stake { token, amount }: &Stake) {
        let account = self.balances.entry((from, *token)).or_default();
        assert!(*account >= *amount, "{from} has too little {token:?}");
        *account -= amount;
    }

    fn give_to(&mut self, to: Account, Stake { token, amount }: &Stake) {
        *self.balances.entry((to, *token)).or_default() += amount;
    }

    pub fn balance(&self, account: Account, token: Token) -> BigUint {
        let balance = self.balances.get(&(account, token));
        balance.cloned().unwrap_or_default()
    }

    /// Pays every token that is owed; an undelivered one stays owed.
    pub(super) fn withdraw(&mut self, by: Account) -> Result<(), Refusal> {
        self.require_running_or_long_pause()?;
        let owed: Vec<Stake> = self.owed_to(by).collect();
        require(!owed.is_empty(), Refusal::NothingOwed)?;
        let mut delivered = false;
        for credit in owed {
            if self.deliver(by, &credit) {
                self.credits.remove(&(by, credit.token));
                self.tell_money("withdrawn", by, &credit);
                delivered = true;
            }
        }
        require(delivered, Refusal::NotDelivered)
    }

    /// The credits of an account.
    pub fn owed_to(&self, account: Account) -> impl Iterator<Item = Stake> {
        let credits = self.credits.iter();
        let own = credits.filter(move |((of, _), _)| *of == account);
        own.map(|(&(_, token), amount)| Stake {
            token,
            amount: amount.clone(),
        })
    }

    /// The balance that the contract must have, by token: the waiting wager, the stakes of open
    /// challenges, twice those of each ongoing game, and all credits. A pending payout to another
    /// shard has left the contract.
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
                State::Open => add(game.stake.as_ref(), u32::from(game.rounds)),
                State::Ongoing => add(game.stake.as_ref(), 2 * u32::from(game.rounds)),
                _ => {}
            }
        }
        for (&(_, token), amount) in &self.credits {
            *owed.entry(token).or_default() += amount;
        }
        owed
    }

    /// Whether the contract has, of each token, what it must have.
    ///
    /// # Errors
    /// Its balance and the right one, of the first token for which they differ.
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
