//! The model of the contract (`chess-model`), by the contract's own arguments, events and words.

mod arguments;
mod call;

use std::collections::{BTreeMap, BTreeSet};

use crate::chain::{self, Account, Chain, Stake, Topic};
use num_bigint::BigUint;

use crate::refusal::{Refusal, fail, of_model, refuse, require};
use crate::step::{Attack, Call, Step, argument};

pub use arguments::game_id;
pub use call::written;

/// An event: its name and other topics, and its data.
pub type Event = (Vec<Vec<u8>>, Vec<u8>);

/// The contract and all accounts' money.
#[derive(Clone)]
pub struct Model {
    pub deployed: bool,
    pub chain: Chain,
    /// How each account is written as 32 bytes.
    pub addresses: BTreeMap<Account, Vec<u8>>,
}

impl Model {
    /// A world without the contract, in which every other account has these funds in each token.
    pub fn new(addresses: BTreeMap<Account, Vec<u8>>, funds: &BigUint, round_ms: u64) -> Self {
        let mut chain = Chain::new(false, round_ms, funds);
        let own = addresses[&Account::Chess].as_slice().try_into();
        chain.address = own.expect("an address has 32 bytes");
        Model {
            deployed: false,
            chain,
            addresses,
        }
    }

    /// Takes a step. A refused step changes nothing.
    ///
    /// # Errors
    /// The refusal that the step must meet.
    pub fn take(&mut self, step: &Step) -> Result<Vec<Event>, Refusal> {
        match step {
            Step::Time(time) => {
                self.chain.time.pass(time.ms, time.epochs);
                self.chain.seed = time.seed;
            }
            Step::Freeze(account, token, frozen) => {
                put(&mut self.chain.frozen, (*account, *token), *frozen);
            }
            Step::PauseToken(token, paused) => put(&mut self.chain.paused, *token, *paused),
            Step::LimitToken(token, limited) => put(&mut self.chain.limited, *token, *limited),
            Step::Arrive => {
                let events = self.chain.messages_arrive();
                return Ok(self.written_events(&events));
            }
            // games, money and settings stay as they are
            Step::Upgrade(_) => {}
            Step::Deploy(arguments) => self.deploy(arguments)?,
            Step::Call(call) => return self.call(call),
            Step::Attack(attack) => return self.attack(attack),
        }
        Ok(vec![])
    }

    fn written_events(&self, events: &[chain::Event]) -> Vec<Event> {
        let topic = |topic: &Topic| match *topic {
            Topic::Of(account) => self.address(account),
            Topic::Nobody => vec![0; 32],
            Topic::Number(number) => argument(number),
            Topic::Token(token) => token.identifier().into(),
        };
        let written = |event: &chain::Event| {
            let topics = event.topics.iter().map(topic);
            let topics = std::iter::once(event.name.into()).chain(topics);
            (topics.collect(), event.data.clone())
        };
        events.iter().map(written).collect()
    }

    /// Why the network refuses a payment of tokens.
    fn refused(&self, from: Account, to: Account, tokens: &[chain::Token]) -> Option<&'static str> {
        let chain = &self.chain;
        let any = |test: &dyn Fn(&chain::Token) -> bool| tokens.iter().any(test);
        let frozen = |account| any(&|&token| chain.frozen.contains(&(account, token)));
        // the payer's shard doesn't know an account of another one
        let knows = from.is_elsewhere() == to.is_elsewhere();
        match () {
            () if knows && frozen(to) => Some("account is frozen for this esdt token"),
            () if any(&|token| chain.limited.contains(token)) => Some("action is not allowed"),
            () if any(&|token| chain.paused.contains(token)) => Some("esdt token is paused"),
            () if frozen(from) || frozen(to) => Some("account is frozen for this esdt token"),
            () => None,
        }
    }

    fn deploy(&mut self, arguments: &[Vec<u8>]) -> Result<(), Refusal> {
        let rule = match arguments.first() {
            Some(bytes) => arguments::variant("rule", bytes, 2)?,
            None => 0,
        };
        require(arguments.len() <= 1, "too many arguments")?;
        self.deployed = true;
        self.chain.rejects = rule == 1;
        self.chain.time.deployed();
        Ok(())
    }

    fn call(&mut self, call: &Call) -> Result<Vec<Event>, Refusal> {
        let tokens: Vec<chain::Token> = call.payments.iter().map(|payment| payment.0).collect();
        if let Some(reason) = self.refused(call.from, Account::Chess, &tokens) {
            return fail(reason);
        }
        let read = self.read(call)?;
        let payments: Vec<Stake> = call.payments.iter().map(stake).collect();
        let events = self.chain.call(call.from, &read, &payments);
        let events = events.map_err(of_model)?;
        Ok(self.written_events(&events))
    }

    fn attack(&mut self, attack: &Attack) -> Result<Vec<Event>, Refusal> {
        let before = self.chain.clone();
        let payments = attack.payments();
        let tokens: Vec<chain::Token> = payments.iter().map(|payment| payment.0).collect();
        if let Some(reason) = self.refused(Account::Stranger, attack.call.from, &tokens) {
            return fail(reason);
        }
        for payment in &payments {
            self.chain
                .transfer(Account::Stranger, attack.call.from, &stake(payment));
        }
        let mut events = vec![];
        let mut refused = false;
        for _ in 0..attack.times {
            match self.call(&attack.call) {
                Ok(more) => events.extend(more),
                Err(_) => refused = true,
            }
        }
        if refused && !attack.insists {
            self.chain = before;
            return refuse("the game's contract refused");
        }
        Ok(events)
    }

    pub fn address(&self, account: Account) -> Vec<u8> {
        self.addresses[&account].clone()
    }

    pub fn account(&self, address: &[u8]) -> Option<Account> {
        let mut accounts = self.addresses.iter();
        let found = accounts.find(|(_, known)| *known == address);
        found.map(|(&account, _)| account)
    }

    /// A game by its index, from 0.
    pub fn game(&self, index: usize) -> &chain::Game {
        &self.chain.games[index]
    }
}

/// Puts something into a set, or takes it out.
pub(crate) fn put<T: Ord>(set: &mut BTreeSet<T>, what: T, is_in: bool) {
    match is_in {
        true => set.insert(what),
        false => set.remove(&what),
    };
}

fn stake((token, amount): &(chain::Token, BigUint)) -> Stake {
    Stake {
        token: *token,
        amount: amount.clone(),
    }
}
