//! The whole contract in plain Rust: queue, games, clocks, pause, payouts, credits, scores.
//!
//! Written from the README and the Laws, not from the contract's code, and with nothing of the
//! contract's encodings: lists, maps and numbers without bounds.

mod arguments;
mod call;
mod ends;
mod fault;
mod game;
mod money;
mod moves;
mod owner;
mod queue;
mod refusal;

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;

use crate::cast::{Account, Token};
use crate::step::Step;

pub use fault::Fault;
pub use game::{Game, Reason};
pub use refusal::Refusal;
use refusal::require;

/// An event: its name and other topics, and its data.
pub type Event = (Vec<Vec<u8>>, Vec<u8>);

/// The contract and everybody's money.
#[derive(Clone)]
pub struct Model {
    pub epoch: u64,
    pub deployed: bool,
    pub rejects: bool,
    pub paused_since: Option<u64>,
    pub paused_epochs: u64,
    pub wager: Option<(Token, BigUint)>,
    pub waiting: Option<Account>,
    pub games: Vec<Game>,
    pub scores: BTreeMap<Account, u64>,
    pub credits: BTreeMap<Account, BigUint>,
    pub balances: BTreeMap<(Account, Token), BigUint>,
    pub frozen: BTreeSet<Account>,
    /// How each account is written as 32 bytes.
    pub addresses: BTreeMap<Account, Vec<u8>>,
    pub fault: Option<Fault>,
    events: Vec<Event>,
}

impl Model {
    /// A world without the contract, in which every account but it has so much of each token.
    pub fn new(addresses: BTreeMap<Account, Vec<u8>>, funds: &BigUint) -> Self {
        let mut balances = BTreeMap::new();
        for account in Account::CALLERS {
            for token in Token::ALL {
                balances.insert((account, token), funds.clone());
            }
        }
        Model {
            epoch: 1_000,
            deployed: false,
            rejects: false,
            paused_since: None,
            paused_epochs: 0,
            wager: None,
            waiting: None,
            games: vec![],
            scores: BTreeMap::new(),
            credits: BTreeMap::new(),
            balances,
            frozen: BTreeSet::new(),
            addresses,
            fault: None,
            events: vec![],
        }
    }

    /// Takes a step. A refused step changes nothing.
    ///
    /// # Errors
    /// The refusal that the step must meet.
    pub fn take(&mut self, step: &Step) -> Result<Vec<Event>, Refusal> {
        // money moves before all is checked, the rest only after
        let (balances, credits) = (self.balances.clone(), self.credits.clone());
        self.events.clear();
        let taken = match step {
            Step::Epochs(epochs) => {
                self.epoch += epochs;
                Ok(())
            }
            Step::Freeze(account, true) => {
                self.frozen.insert(*account);
                Ok(())
            }
            Step::Freeze(account, false) => {
                self.frozen.remove(account);
                Ok(())
            }
            Step::Upgrade(_) => Ok(()),
            Step::Deploy(arguments) => self.deploy(arguments),
            Step::Call(call) => self.call(call),
        };
        if let Err(refusal) = taken {
            (self.balances, self.credits) = (balances, credits);
            return Err(refusal);
        }
        Ok(std::mem::take(&mut self.events))
    }

    pub(super) fn require_running(&self) -> Result<(), Refusal> {
        require(self.paused_since.is_none(), "the contract is paused")
    }

    pub fn address(&self, account: Account) -> Vec<u8> {
        self.addresses[&account].clone()
    }

    fn event(&mut self, name: &str, topics: Vec<Vec<u8>>, data: Vec<u8>) {
        let mut all = vec![name.as_bytes().to_vec()];
        all.extend(topics);
        self.events.push((all, data));
    }
}
