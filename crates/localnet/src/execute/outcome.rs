//! The input and the outcome of an execution.

use multiversx_chain_core::types::{Address, ReturnCode};
use multiversx_chain_vm::{
    host::context::{BlockchainUpdate, TxInput, TxResult},
    types::H256,
};

use crate::{
    esdt::Token,
    state::State,
    transaction::CheckedTransaction,
    transaction::receipt::{NestedCall, Status, code_name},
    vm::{Done, Outgoing, World},
};

/// The network's words for a limit that is too low.
pub const NOT_ENOUGH_GAS: &str = "not enough gas";
/// The same for a built-in function.
pub const NOT_ENOUGH_SENT: &str = "not enough gas was sent in the transaction";

/// The network's report of a failure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// By the VM's trace.
    Trace,
    /// By its message.
    Message,
    /// By its code.
    Code,
    /// By the transaction's receipt alone.
    Receipt,
}

/// The outcome of an execution: its changes and its report.
pub struct Outcome {
    pub result: TxResult,
    pub updates: BlockchainUpdate,
    pub gas_used: u64,
    /// The transaction's status then.
    pub status: Status,
    /// How the network reports a failure.
    pub told: Told,
    /// Whether it was executed away from its sender's shard.
    pub arrived: bool,
    /// The tokens that a failure returns, as a transfer's data.
    pub returned: String,
    pub outgoing: Vec<Outgoing>,
    pub nested: Vec<NestedCall>,
    pub token: Option<Token>,
    pub new_contract: Option<Address>,
    pub code: Option<Vec<u8>>,
}

impl Outcome {
    pub fn failed(code: ReturnCode, message: impl Into<String>) -> Self {
        let result = TxResult::from_error(code, message);
        Self::of(Done::of(result, BlockchainUpdate::empty()), 0)
    }

    pub fn of(done: Done, gas_used: u64) -> Self {
        Self {
            result: done.result,
            updates: done.updates,
            outgoing: done.outgoing,
            nested: done.nested,
            gas_used,
            status: Status::Success,
            told: Told::Trace,
            arrived: false,
            returned: String::new(),
            token: None,
            new_contract: None,
            code: None,
        }
    }

    pub fn succeeded(&self) -> bool {
        self.result.result_status.is_success()
    }

    /// The network's word for a failure, in the data that is returned.
    pub fn word(&self) -> &str {
        match self.told {
            Told::Message => &self.result.result_message,
            _ => code_name(self.result.result_status),
        }
    }

    /// A failure before any code runs makes the transaction invalid.
    pub fn invalid(self) -> Self {
        Self {
            status: if self.succeeded() {
                self.status
            } else {
                Status::Invalid
            },
            told: Told::Message,
            ..self
        }
    }
}

/// A transaction, or its second half, and the state that it meets.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    pub state: &'a State,
    pub world: &'a World,
    pub tx: &'a CheckedTransaction,
    /// Gas for the execution.
    pub gas_limit: u64,
    /// Whether this is the second half: its value is carried, and a built-in function is paid for
    /// already.
    pub arrived: bool,
}

impl Job<'_> {
    /// The call as the VM takes it, without a function.
    pub fn input(&self) -> TxInput {
        TxInput {
            from: self.tx.sender.clone(),
            to: self.tx.receiver.clone(),
            egld_value: self.tx.value.clone(),
            gas_limit: self.gas_limit,
            gas_price: self.tx.wire.gas_price,
            tx_hash: H256::from(self.tx.hash()),
            ..Default::default()
        }
    }
}

/// The outcome of a request that the chain doesn't execute; the reason is for its sender.
pub fn given_up(reason: &str) -> Outcome {
    Outcome::failed(ReturnCode::ExecutionFailed, reason)
}
