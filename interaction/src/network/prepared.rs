//! A transaction that is ready to be signed.

use multiversx_sc_snippets::sdk::data::transaction::Transaction;
use multiversx_sc_snippets::sdk::utils::base64_decode;
use network_transaction::fee;

use crate::amount::Amount;

/// Asked before each transaction is sent; an error, in words, stops it.
pub type Confirm = dyn Fn(&PreparedTransaction) -> Result<(), String>;

/// A transaction before it is signed and sent.
#[derive(Clone, Debug)]
pub struct PreparedTransaction {
    pub transaction: Transaction,
    /// Its purpose, for messages: the endpoint's name, or `deploy`.
    pub function: String,
    /// Its payment to its receiver, in addition to the fee.
    pub payment: Option<Amount>,
}

impl PreparedTransaction {
    /// A transaction that pays nothing.
    pub fn new(transaction: Transaction, function: &str) -> Self {
        PreparedTransaction {
            transaction,
            function: function.into(),
            payment: None,
        }
    }

    /// The part of the gas that pays, at full price, for moving the transaction and its data.
    pub fn move_gas(&self) -> u64 {
        let data = self.transaction.data.as_deref().unwrap_or_default();
        fee::move_gas(base64_decode(data).len())
    }

    /// The highest possible fee, in EGLD, if it uses all of its gas.
    pub fn highest_fee(&self) -> Amount {
        let (limit, price) = (self.transaction.gas_limit, self.transaction.gas_price);
        Amount::egld(fee::fee(limit, self.move_gas(), price))
    }
}
