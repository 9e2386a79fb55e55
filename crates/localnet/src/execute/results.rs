//! The smart contract results of a transaction, and the messages that go with them.

use blake2::{Blake2b, Digest, digest::consts::U32};
use multiversx_chain_core::types::Address;
use multiversx_chain_vm::host::context::{AsyncCallTxData, TxTokenTransfer};
use num_bigint::BigUint;

use crate::{
    address,
    execute::message::{Errand, Message},
    fee,
    transaction::call_data::{self, named_recipient},
    transaction::receipt::{ContractResult, Record},
    vm::{Carried, Outgoing},
};

/// The network's number for a transfer or call without an answer, and for the others.
const DIRECT_CALL: u32 = 0;
const ASYNCHRONOUS_CALL: u32 = 1;
pub const CALLBACK: u32 = 2;

/// Adds results to a record.
pub struct Results<'a> {
    record: &'a mut Record,
    /// The hash of the transaction or result that they follow from.
    cause: &'a str,
}

impl<'a> Results<'a> {
    pub fn of(record: &'a mut Record, cause: &'a str) -> Self {
        Self { record, cause }
    }

    /// Adds a result and returns its hash.
    pub fn add(
        &mut self,
        sender: &Address,
        receiver: &Address,
        value: &BigUint,
        data: String,
        change: impl FnOnce(&mut ContractResult),
    ) -> String {
        let transaction = &self.record.hash;
        let text = format!("result {} of {transaction}", self.record.results.len());
        let mut result = ContractResult {
            hash: hex::encode(Blake2b::<U32>::digest(text)),
            value: value.to_string(),
            receiver: address::encode(receiver),
            sender: address::encode(sender),
            data,
            prev_tx_hash: self.cause.to_string(),
            original_tx_hash: transaction.clone(),
            ..ContractResult::default()
        };
        change(&mut result);
        let hash = result.hash.clone();
        self.record.results.push(result);
        hash
    }

    /// Adds the results that a contract has sent within its shard.
    pub fn calls(&mut self, calls: &[AsyncCallTxData]) {
        for call in calls {
            let function = call.endpoint_name.as_str();
            let data = transfer_data(function, &call.arguments);
            let receiver = named_recipient(function, &call.arguments).unwrap_or(call.to.clone());
            self.add(&call.from, &receiver, &call.call_value, data, |_| ());
        }
    }

    /// Takes gas out of the fee again; returns its price, in 10⁻¹⁸ EGLD.
    pub fn give_back(&mut self, gas: u64) -> BigUint {
        let refund = fee::execution_fee(gas, self.record.transaction.gas_price);
        self.record.gas_used = self.record.gas_used.saturating_sub(gas);
        let paid: BigUint = self.record.fee.parse().unwrap_or_default();
        self.record.fee = (paid - &refund).to_string();
        refund
    }

    /// Makes messages of a call's results for other shards.
    pub fn send(mut self, outgoing: Vec<Outgoing>) -> Vec<Message> {
        let price = self.record.transaction.gas_price;
        let transaction = self.record.hash.clone();
        let mut sent = vec![];
        for (nonce, outgoing) in outgoing.into_iter().enumerate() {
            let call_type = match outgoing.callback {
                None => DIRECT_CALL,
                Some(_) => ASYNCHRONOUS_CALL,
            };
            let input = &outgoing.input;
            let hash = self.add(
                &input.from,
                &outgoing.recipient,
                &input.egld_value,
                transfer_data(input.func_name.as_str(), &input.args),
                |result| {
                    result.nonce = nonce as u64;
                    result.gas_limit = outgoing.gas;
                    result.gas_price = price;
                    result.call_type = call_type;
                },
            );
            sent.push(Message::of(outgoing, &transaction, hash));
        }
        sent
    }

    /// Pays an account in another shard, without that any code runs there.
    pub fn pay(
        &mut self,
        from: &Address,
        to: &Address,
        carried: Carried,
        data: String,
        change: impl FnOnce(&mut ContractResult),
    ) -> Message {
        let hash = self.add(from, to, &carried.egld, data, change);
        Message::payment(&self.record.hash, hash, from, to, carried)
    }

    /// Answers a call; `reason` is why it was refused, if it was.
    pub fn answer(&mut self, answer: Message, data: String, reason: String) -> Message {
        let price = self.record.transaction.gas_price;
        // EGLD among tokens is no value.
        let value = match data.starts_with("MultiESDTNFTTransfer") {
            true => BigUint::ZERO,
            false => answer.carried.egld.clone(),
        };
        let hash = self.add(&answer.from, &answer.to, &value, data, |result| {
            if let Errand::Answer {
                callback, unused, ..
            } = &answer.errand
            {
                result.gas_limit = callback.gas + unused;
            }
            result.gas_price = price;
            result.call_type = CALLBACK;
            result.return_message = reason;
        });
        Message { hash, ..answer }
    }
}

/// A call as the data of a result: the result's receiver is paid, so that no argument names them.
pub fn transfer_data(function: &str, arguments: &[Vec<u8>]) -> String {
    if function != "MultiESDTNFTTransfer" {
        return call_data::join(function, arguments);
    }
    let mut own: Vec<_> = arguments.iter().skip(1).cloned().collect();
    for nonce in own.iter_mut().skip(2).step_by(3) {
        // a fungible token's
        if nonce.is_empty() {
            nonce.push(0);
        }
    }
    call_data::join(function, &own)
}

/// The token transfer that returns a result's tokens; empty if it has EGLD alone.
pub fn token_data(carried: &Carried, egld_as_token: bool) -> String {
    // of 0 it is a byte too
    let number = |number: usize| BigUint::from(number).to_bytes_be();
    let encoded = |transfer: &TxTokenTransfer| {
        let (nonce, value) = (transfer.nonce as usize, transfer.value.to_bytes_be());
        [transfer.token_identifier.clone(), number(nonce), value]
    };
    match carried.transfers(egld_as_token).as_slice() {
        [] => String::new(),
        [one] if one.nonce == 0 && !egld_as_token => {
            fungible_transfer(&one.token_identifier, &one.value)
        }
        all => {
            let list = all.iter().flat_map(encoded);
            let arguments: Vec<_> = std::iter::once(number(all.len())).chain(list).collect();
            call_data::join("MultiESDTNFTTransfer", &arguments)
        }
    }
}

/// The transfer of a fungible token as data of a result.
pub fn fungible_transfer(token: &[u8], amount: &BigUint) -> String {
    call_data::join("ESDTTransfer", &[token.to_vec(), amount.to_bytes_be()])
}
