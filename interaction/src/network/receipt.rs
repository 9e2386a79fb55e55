//! The outcome of a transaction.

use multiversx_sc_scenario::imports::{Address, RustBigUint, TopDecode};
use multiversx_sc_snippets::sdk::data::transaction::{ApiLogs, Events};
use multiversx_sc_snippets::sdk::utils::base64_decode;
use serde::Deserialize;
use serde_json::Value;

use crate::network::Failure;

/// A transaction that was executed.
#[derive(Clone, Debug)]
pub struct Receipt {
    pub hash: String,
    pub gas_used: u64,
    /// In EGLD's smallest unit.
    pub fee: RustBigUint,
    /// Why a payout to another shard came back, although the call itself was executed.
    pub returned: Option<String>,
    events: Vec<Events>,
    /// The events of the call's own transfers: payouts to other shards, and those that came back.
    later_events: Vec<Events>,
}

impl Receipt {
    /// Reads a gateway's page of a transaction. The framework's type lacks the events and the fee.
    pub(super) fn read(hash: &str, mut page: Value) -> Result<Self, Failure> {
        let read: Transaction = serde_json::from_value(page["transaction"].take())
            .map_err(|error| format!("the transaction {hash} can't be read: {error}"))?;
        let events = |logs: Option<ApiLogs>| logs.map(|logs| logs.events).unwrap_or_default();
        let later = read.smart_contract_results.into_iter();
        Ok(Receipt {
            hash: hash.into(),
            gas_used: read.gas_used,
            fee: read.fee.parse().unwrap_or_default(),
            returned: None,
            events: events(read.logs),
            later_events: later.flat_map(|result| events(result.logs)).collect(),
        })
    }

    /// The topics of the contract's first event of a name, without the name itself.
    pub fn event(&self, name: &str) -> Option<Vec<Vec<u8>>> {
        self.events.iter().find_map(|event| {
            let mut topics = event.topics.iter().map(base64_decode);
            (topics.next()? == name.as_bytes()).then(|| topics.collect())
        })
    }

    /// The game that the contract's event of a name is about.
    pub fn game_id(&self, event: &str) -> Option<usize> {
        usize::top_decode(self.event(event)?.first()?.as_slice()).ok()
    }

    /// The players who are owed a payout because it couldn't be delivered.
    pub fn credited(&self) -> Vec<Address> {
        let all = self.events.iter().chain(&self.later_events);
        let players = all.filter_map(|event| {
            let mut topics = event.topics.iter().map(base64_decode);
            let is_credit = topics.next()? == b"credited";
            let player = topics.next().filter(|_| is_credit)?;
            (player.len() == 32).then(|| Address::from_slice(&player))
        });
        players.collect()
    }

    /// Whether the called function itself was executed. Each of the contract's functions emits an event,
    /// unless it fails.
    pub(super) fn was_carried_out(&self, function: &str) -> bool {
        self.events.iter().any(|event| event.identifier == function)
    }

    /// The contract that it deployed.
    pub fn new_contract(&self) -> Option<Address> {
        let address = self.topic("SCDeploy", 0)?;
        (address.len() == 32).then(|| Address::from_slice(&address))
    }

    /// The contract's words, if it refused the call.
    pub fn refusal(&self) -> Option<String> {
        let message = self.topic("signalError", 1)?;
        Some(String::from_utf8_lossy(&message).into_owned())
    }

    /// A topic of an event of the protocol itself.
    fn topic(&self, event: &str, index: usize) -> Option<Vec<u8>> {
        let mut events = self.events.iter();
        let event = events.find(|found| found.identifier == event)?;
        let topic = event.topics.get(index).map(base64_decode);
        Some(topic.unwrap_or_default())
    }
}

/// The used part of the gateway's answer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Transaction {
    #[serde(default)]
    gas_used: u64,
    #[serde(default)]
    fee: String,
    logs: Option<ApiLogs>,
    #[serde(default)]
    smart_contract_results: Vec<ContractResult>,
}

/// A message that the call sent.
#[derive(Deserialize)]
struct ContractResult {
    logs: Option<ApiLogs>,
}
