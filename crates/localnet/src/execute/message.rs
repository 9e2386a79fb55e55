//! Messages from one shard to another. The other shard executes them in a later block. Until then
//! they are part of the chain's state, and their value is in no account.

use multiversx_chain_core::types::Address;
use multiversx_chain_vm::{
    host::context::{CallType, TxInput},
    types::H256,
};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use crate::{
    state::hex_fields,
    vm::{Callback, Carried, Outgoing},
};

/// A message between shards.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Message {
    /// Counts the messages of a chain.
    pub id: u64,
    /// The transaction that it follows from, hex.
    pub transaction: String,
    /// The hash of its smart contract result; of a transaction's second half the transaction's.
    pub hash: String,
    /// The first block that may execute it.
    pub due: u64,
    #[serde(with = "hex_fields::address")]
    pub from: Address,
    /// The final receiver of the payment or call.
    #[serde(with = "hex_fields::address")]
    pub to: Address,
    pub carried: Carried,
    /// Whether a function is called, not only something paid.
    pub runs_code: bool,
    /// Gas for its execution in the other shard.
    pub gas: u64,
    pub errand: Errand,
}

/// The purpose of a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Errand {
    /// The second half of a transaction. `used` is the gas that the first half has used, `refunded`
    /// the part of the limit that it has returned.
    Transaction { used: u64, refunded: u64 },
    /// A contract's transfer without a callback.
    Transfer { call: Call },
    /// A call whose answer the contract waits for.
    Call { call: Call, callback: Callback },
    /// The answer to one. `unused` is the part of the gas that the call was given and hasn't used.
    Answer {
        callback: Callback,
        unused: u64,
        #[serde(with = "hex_fields::list")]
        arguments: Vec<Vec<u8>>,
        failed: bool,
    },
    /// A payment or a return that runs no code.
    Payment,
}

/// A call as its sender made it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Call {
    /// The sender itself if the arguments name the recipient.
    #[serde(with = "hex_fields::address")]
    pub to: Address,
    /// In 10⁻¹⁸ EGLD.
    pub value: BigUint,
    pub function: String,
    #[serde(with = "hex_fields::list")]
    pub arguments: Vec<Vec<u8>>,
}

impl Call {
    /// Whether the protocol executes something, and doesn't only move EGLD.
    pub fn is_executed(&self) -> bool {
        !self.function.is_empty()
    }

    pub fn of(input: &TxInput) -> Self {
        Self {
            to: input.to.clone(),
            value: input.egld_value.clone(),
            function: input.func_name.as_str().to_string(),
            arguments: input.args.clone(),
        }
    }
}

impl Message {
    /// The message of a contract's outgoing call.
    pub fn of(outgoing: Outgoing, transaction: &str, hash: String) -> Self {
        let call = Call::of(&outgoing.input);
        let (from, to) = (&outgoing.input.from, &outgoing.recipient);
        Self {
            gas: outgoing.gas,
            runs_code: outgoing.runs_code,
            errand: match outgoing.callback {
                None => Errand::Transfer { call },
                Some(callback) => Errand::Call { call, callback },
            },
            ..Self::payment(transaction, hash, from, to, outgoing.carried)
        }
    }

    /// The message of a payment that runs no code.
    pub fn payment(
        transaction: &str,
        hash: String,
        from: &Address,
        to: &Address,
        carried: Carried,
    ) -> Self {
        Self {
            id: 0,
            transaction: transaction.to_string(),
            hash,
            due: 0,
            from: from.clone(),
            to: to.clone(),
            carried,
            runs_code: false,
            gas: 0,
            errand: Errand::Payment,
        }
    }

    /// A contract's call in the form in which it is carried out in the other shard.
    pub fn input(&self) -> Option<TxInput> {
        let (call, call_type) = match &self.errand {
            Errand::Transfer { call } => (call, CallType::TransferExecute),
            Errand::Call { call, .. } => (call, CallType::AsyncCall),
            Errand::Transaction { .. } | Errand::Answer { .. } | Errand::Payment => return None,
        };
        Some(TxInput {
            from: self.from.clone(),
            to: call.to.clone(),
            egld_value: call.value.clone(),
            func_name: call.function.as_str().into(),
            args: call.arguments.clone(),
            call_type,
            gas_limit: self.gas,
            tx_hash: self.transaction_hash(),
            ..TxInput::default()
        })
    }

    pub fn transaction_hash(&self) -> H256 {
        let bytes = hex::decode(&self.transaction).unwrap_or_default();
        H256::from(<[u8; 32]>::try_from(bytes).unwrap_or_default())
    }
}
