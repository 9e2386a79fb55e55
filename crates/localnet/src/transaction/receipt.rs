//! The result of a transaction: its record on the chain, with events and results as the network
//! reports them.

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use blake2::{Blake2b, Digest, digest::consts::U32};
use multiversx_chain_core::types::{Address, ReturnCode};
use multiversx_chain_vm::host::context::TxLog;
use num_traits::Zero;
use serde::{Deserialize, Serialize};

use crate::{
    address,
    transaction::{Transaction, call_data},
};

/// A transaction's status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Accepted, not yet in a block.
    #[default]
    Pending,
    /// In a block, and executed; [`Record::failure`] shows whether the execution succeeded.
    Success,
    /// In a block, but not executed, for want of funds or by a built-in function's refusal: the
    /// fee is taken.
    Invalid,
    /// Refused by a built-in function in another shard: the value returns.
    Fail,
}

/// Why an execution failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The VM's word, such as `user error` or `out of gas`.
    pub code: String,
    /// The contract's or the VM's message.
    pub message: String,
}

impl Failure {
    /// The events that the network logs for it; `back` is the data that returns to the caller.
    pub(crate) fn events(
        &self,
        caller: &Address,
        contract: &Address,
        function: &str,
        back: String,
    ) -> Vec<Event> {
        let words = [caller.as_bytes(), self.message.as_bytes()];
        // a deployment has no function's name, and no contract yet
        let (place, name) = match function {
            "" => (caller, "_init"),
            _ => (contract, function),
        };
        let place = [place.as_bytes(), name.as_bytes()];
        let trace = self.trace(function).into_bytes();
        vec![
            Event::new(contract, "signalError", &words, &[back.into_bytes()]),
            Event::new(caller, "internalVMErrors", &place, &[trace]),
        ]
    }

    /// The failure as the production VM traces it, with the places in its source.
    fn trace(&self, function: &str) -> String {
        let line = |line: u32, text: &str| format!("\n\truntime.go:{line} [{text}] [{function}]");
        let last = line(841, &self.message);
        // The contract's own word, without the function's name.
        let own = format!("\n\truntime.go:841 [{}]", self.message);
        let wrapped = |text: &str| format!("{}{}{own}", line(844, text), line(844, text));
        match self.code.as_str() {
            "user error" if !self.message.starts_with("invalid function") => {
                wrapped("error signalled by smartcontract")
            }
            "execution failed" => wrapped("execution failed"),
            _ => last,
        }
    }
}

/// The place of a block's nonce in its hash, in bytes.
const NONCE_AT: usize = 24;

/// A block's place in the chain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockId {
    pub nonce: u64,
    pub round: u64,
    pub epoch: u64,
    /// Unix time in milliseconds.
    pub timestamp_ms: u64,
}

impl BlockId {
    /// The block's hash, hex. It ends with the nonce, by which the block is found.
    pub fn hash(&self) -> String {
        hex::encode(self.hash_bytes())
    }

    /// The hash's bytes.
    pub(crate) fn hash_bytes(&self) -> [u8; 32] {
        let text = format!("localnet block {} {}", self.nonce, self.timestamp_ms);
        let mut hash: [u8; 32] = Blake2b::<U32>::digest(text).into();
        hash[NONCE_AT..].copy_from_slice(&self.nonce.to_be_bytes());
        hash
    }

    /// The nonce of the block with this hash, if there is one.
    pub(crate) fn nonce_of_hash(hash: &str) -> Option<u64> {
        let nonce = hash.get(2 * NONCE_AT..)?;
        u64::from_str_radix(nonce, 16).ok()
    }
}

/// An event, as in a transaction's `logs`. Topics and data are base64.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    pub address: String,
    pub identifier: String,
    pub topics: Vec<String>,
    pub data: Option<String>,
    pub additional_data: Vec<String>,
}

impl Event {
    pub(crate) fn new(
        address: &Address,
        identifier: &str,
        topics: &[impl AsRef<[u8]>],
        data: &[Vec<u8>],
    ) -> Self {
        Self {
            address: address::encode(address),
            identifier: identifier.to_string(),
            topics: topics.iter().map(|topic| BASE64.encode(topic)).collect(),
            data: data.first().map(|bytes| BASE64.encode(bytes)),
            additional_data: data.iter().map(|bytes| BASE64.encode(bytes)).collect(),
        }
    }

    /// The logs of a call by `caller`. The network shows neither data nor EGLD of the caller's own
    /// transfer.
    pub(crate) fn of_logs(logs: Vec<&TxLog>, caller: &Address) -> Vec<Self> {
        let own = |log: &TxLog| log.address == *caller;
        let logs = logs.into_iter();
        let told = logs.filter(|log| !own(log) || log.endpoint.as_str() != "transferValueOnly");
        told.map(|log| {
            let data = if own(log) { &[] } else { &log.data[..] };
            Self::new(&log.address, log.endpoint.as_str(), &log.topics, data)
        })
        .collect()
    }

    /// The event that marks the end of everything that followed from the transaction or result
    /// `cause`, hex.
    pub(crate) fn completed(contract: &Address, cause: &str) -> Self {
        let cause = hex::decode(cause).expect("hashes are hex");
        Self::new(contract, "completedTxEvent", &[&cause], &[])
    }

    /// The network's log instead of a result that would only inform `told`: `returned` is its data.
    /// The unused part of the gas given for the execution is forfeited.
    pub(crate) fn write_log(
        contract: &Address,
        told: &Address,
        returned: String,
        (given, used): (u64, u64),
    ) -> Self {
        let forfeited = format!(
            "@too much gas provided for processing: gas provided = {given}, gas used = {used}"
        );
        let topics = [told.as_bytes(), forfeited.as_bytes()];
        let topics = &topics[..1 + usize::from(given > used)];
        Self::new(contract, "writeLog", topics, &[returned.into_bytes()])
    }

    /// The topics' bytes.
    pub fn topic_bytes(&self) -> Vec<Vec<u8>> {
        self.topics
            .iter()
            .map(|topic| BASE64.decode(topic).unwrap_or_default())
            .collect()
    }
}

/// A smart contract result: something that a contract sends or returns to a user.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContractResult {
    pub hash: String,
    pub nonce: u64,
    /// In 10⁻¹⁸ EGLD.
    pub value: String,
    pub receiver: String,
    pub sender: String,
    pub data: String,
    pub prev_tx_hash: String,
    pub original_tx_hash: String,
    pub gas_limit: u64,
    pub gas_price: u64,
    pub call_type: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub return_message: String,
    /// The events of its execution, if that was in another shard than its sender's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

/// `@6f6b@…`: a return code and values as the network writes them.
pub(crate) fn return_data(code: ReturnCode, values: &[Vec<u8>]) -> String {
    call_data::join(&format!("@{}", hex::encode(code_name(code))), values)
}

/// The network's name of a return code.
pub fn code_name(code: ReturnCode) -> &'static str {
    match code {
        ReturnCode::UpgradeFailed => "upgrade failed", // unknown to the framework
        _ => code.message(),
    }
}

/// A contract's call of another one during its own.
#[derive(Clone, Debug, PartialEq)]
pub struct NestedCall {
    pub to: Address,
    pub function: String,
    pub arguments: Vec<Vec<u8>>,
    /// 1 for a call by the contract that the transaction calls.
    pub depth: usize,
    pub failed: bool,
}

/// A transaction on the chain.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    pub hash: String,
    pub transaction: Transaction,
    pub status: Status,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// The block that executed it; all zero while it is pending.
    pub block: BlockId,
    /// Gas charged, the transaction's own included.
    pub gas_used: u64,
    /// Gas that the execution used, forfeited gas not counted.
    pub execution_gas: u64,
    /// The fee, in 10⁻¹⁸ EGLD.
    pub fee: String,
    /// The called function; empty for a plain transfer.
    pub function: String,
    /// The function's results, hex.
    pub returned: Vec<String>,
    pub events: Vec<Event>,
    pub results: Vec<ContractResult>,
    /// The contract that a deployment created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_contract: Option<String>,
    /// The failure of a message to another shard. The call itself has succeeded or failed
    /// without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Failure>,
    /// The number of messages in flight between shards.
    #[serde(default, skip_serializing_if = "Zero::is_zero")]
    pub under_way: usize,
    /// The network's text for an [`Status::Invalid`] transaction.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub receipt: String,
    /// The calls within it that were answered immediately, for listeners; they are not stored.
    #[serde(skip)]
    pub nested: Vec<NestedCall>,
}

impl Record {
    /// A transaction that waits for a block.
    pub(crate) fn pending(hash: String, transaction: Transaction, function: String) -> Self {
        Self {
            hash,
            transaction,
            fee: "0".into(),
            function,
            ..Self::default()
        }
    }

    /// Whether the transaction was executed and succeeded.
    pub fn succeeded(&self) -> bool {
        self.status == Status::Success && self.failure.is_none()
    }

    /// The answer of `GET /transaction/{hash}/process-status`: `pending` as long as any shard has
    /// something to do for it, then `success`, or `fail` if any part of it failed.
    pub fn process_status(&self) -> &'static str {
        match self.status {
            Status::Pending => "pending",
            _ if self.under_way > 0 => "pending",
            _ if self.succeeded() && self.refused.is_none() => "success",
            _ => "fail",
        }
    }

    /// Whether it is final.
    pub(crate) fn is_done(&self) -> bool {
        self.process_status() != "pending"
    }

    /// The reason of a failure in `process-status`, in the network's form; empty for an invalid
    /// transaction, and if nothing failed.
    pub fn reason(&self) -> String {
        let results = self.results.iter().flat_map(|result| &result.events);
        let events: Vec<&Event> = self.events.iter().chain(results).collect();
        let data = |identifier: &str| {
            let event = events.iter().find(|event| event.identifier == identifier)?;
            let bytes = BASE64.decode(event.data.as_ref()?).ok()?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        };
        if matches!(self.status, Status::Invalid | Status::Fail) {
            return String::new();
        }
        data("internalVMErrors")
            .or_else(|| data("signalError"))
            .unwrap_or_default()
    }

    /// The result with this hash.
    pub(crate) fn result(&mut self, hash: &str) -> Option<&mut ContractResult> {
        self.results.iter_mut().find(|result| result.hash == hash)
    }

    /// The returned values' bytes.
    pub fn returned_bytes(&self) -> Vec<Vec<u8>> {
        self.returned
            .iter()
            .map(|value| hex::decode(value).unwrap_or_default())
            .collect()
    }
}
