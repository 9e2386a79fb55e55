//! Everything of a chain that changes with a block and that a snapshot has.

use std::collections::{BTreeMap, HashMap};

use crate::{
    address::Shards,
    blocks::clock::Clock,
    blocks::event_log::EventLog,
    blocks::pool::Pool,
    execute::message::Message,
    state::State,
    transaction::receipt::Record,
    vm::{TrieDepth, Vm},
};

/// A chain at one moment.
#[derive(Clone)]
pub(crate) struct ChainState {
    pub state: State,
    pub vm: Vm,
    pub pool: Pool,
    pub records: HashMap<String, Record>,
    /// Hashes in the order of execution.
    pub order: Vec<String>,
    pub events: EventLog,
    pub clock: Clock,
    /// The messages between shards, in the order of sending.
    pub messages: BTreeMap<u64, Message>,
    /// The next message's number.
    pub next_message: u64,
    /// When blocks were made: nonce and Unix time in milliseconds, in order. Between two of them
    /// time went evenly.
    pub times: Vec<(u64, u64)>,
}

impl ChainState {
    /// A chain without accounts and blocks.
    pub fn new(shards: Shards, depth: TrieDepth) -> Self {
        let state = State {
            shards,
            ..State::default()
        };
        Self::of(state, Vm::with_depth(depth))
    }

    /// A chain on which nothing was sent yet.
    pub fn of(state: State, vm: Vm) -> Self {
        Self {
            state,
            vm,
            pool: Pool::default(),
            records: HashMap::new(),
            order: vec![],
            events: EventLog::default(),
            clock: Clock::default(),
            messages: BTreeMap::new(),
            next_message: 0,
            times: vec![],
        }
    }
}
