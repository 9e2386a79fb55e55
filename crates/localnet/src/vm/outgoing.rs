//! Transfers out of the shard in which a contract runs. They are taken from their sender here, and
//! executed in the recipient's shard.

use multiversx_chain_core::EGLD_000000_TOKEN_IDENTIFIER;
use multiversx_chain_vm::{
    blockchain::state::{AccountData, EsdtInstance},
    host::context::{TxCache, TxInput, TxPanic, TxTokenTransfer},
    types::Address,
};
use num_bigint::BigUint;
use num_traits::Zero;
use serde::{Deserialize, Serialize};

use super::transfer::Transfer;
use crate::{state::hex_fields, state::stored_account, state::token_rules::TokenRules};

/// A call or a transfer in flight to another shard.
#[derive(Debug)]
pub struct Outgoing {
    /// The call, as its sender made it.
    pub input: TxInput,
    /// The final receiver of the payment or call: a token transfer names them in its arguments.
    pub recipient: Address,
    pub carried: Carried,
    /// Whether a function is called, not only something paid.
    pub runs_code: bool,
    /// Gas for it at its destination.
    pub gas: u64,
    /// The callback that waits for its answer; without one a refused transfer returns automatically.
    pub callback: Option<Callback>,
}

impl Outgoing {
    /// A call to another shard; the value that it moves is taken from its sender.
    ///
    /// # Errors
    /// If the sender hasn't got it, or may not send it.
    pub fn take(
        input: TxInput,
        transfer: &Transfer,
        cache: &TxCache,
        rules: &TokenRules,
        gas: u64,
        callback: Option<Callback>,
    ) -> Result<Self, TxPanic> {
        Ok(Self {
            recipient: transfer.recipient.clone(),
            carried: Carried::take(cache, transfer, rules)?,
            runs_code: transfer.runs_code(),
            input,
            gas,
            callback,
        })
    }

    /// Gas for it and for its callback.
    pub fn all_gas(&self) -> u64 {
        let callback = self.callback.as_ref().map_or(0, |callback| callback.gas);
        self.gas.saturating_add(callback)
    }
}

/// A contract's function for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Callback {
    /// The function for a success; empty if the contract wants to know of none.
    pub success: String,
    /// The function for a failure; empty likewise.
    pub error: String,
    /// The data that the contract stores for the callback, hex; `None` for an asynchronous call of the old kind.
    pub closure: Option<String>,
    /// Gas kept for it.
    pub gas: u64,
}

impl Callback {
    /// The function for an answer; empty if the contract doesn't want to know.
    pub fn function(&self, succeeded: bool) -> &str {
        match succeeded {
            true => &self.success,
            false => &self.error,
        }
    }
}

/// EGLD and tokens that are between two accounts.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Carried {
    /// In 10⁻¹⁸.
    pub egld: BigUint,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<CarriedToken>,
}

/// An amount of a token, with the token's data.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CarriedToken {
    #[serde(with = "hex_fields::bytes")]
    pub identifier: Vec<u8>,
    #[serde(with = "stored_account::instance")]
    pub instance: EsdtInstance,
}

impl Carried {
    /// Only EGLD, in 10⁻¹⁸.
    pub fn egld(egld: BigUint) -> Self {
        Self {
            egld,
            tokens: vec![],
        }
    }

    /// Takes the value that a transfer moves from its sender.
    fn take(cache: &TxCache, transfer: &Transfer, rules: &TokenRules) -> Result<Self, TxPanic> {
        if let Some(reason) = transfer.sender_refusal(rules, cache) {
            return Err(TxPanic::vm_error(reason));
        }
        let mut carried = Self::egld(transfer.egld.clone());
        cache.subtract_egld_balance(&transfer.sender, &transfer.egld)?;
        for token in &transfer.tokens {
            if token.token_identifier == EGLD_000000_TOKEN_IDENTIFIER.as_bytes() {
                cache.subtract_egld_balance(&transfer.sender, &token.value)?;
                carried.egld += &token.value;
                continue;
            }
            let (id, nonce) = (&token.token_identifier, token.nonce);
            let metadata =
                cache.subtract_esdt_balance(&transfer.sender, id, nonce, &token.value)?;
            let instance = EsdtInstance {
                nonce,
                balance: token.value.clone(),
                metadata,
            };
            let identifier = id.clone();
            carried.tokens.push(CarriedToken {
                identifier,
                instance,
            });
        }
        Ok(carried)
    }

    /// All that an account has.
    pub fn all_of(account: &AccountData) -> Self {
        let tokens = account.esdt.iter().flat_map(|(identifier, data)| {
            let instances = data.instances.get_instances().values();
            instances
                .filter(|instance| !instance.balance.is_zero())
                .map(|instance| CarriedToken {
                    identifier: identifier.clone(),
                    instance: instance.clone(),
                })
        });
        Self {
            egld: account.egld_balance.clone(),
            tokens: tokens.collect(),
        }
    }

    /// Its tokens as those of a call, including EGLD if `egld_as_token`.
    pub(crate) fn transfers(&self, egld_as_token: bool) -> Vec<TxTokenTransfer> {
        let transfer = |identifier: &[u8], nonce: u64, value: &BigUint| TxTokenTransfer {
            token_identifier: identifier.to_vec(),
            nonce,
            value: value.clone(),
        };
        let tokens = self.tokens.iter();
        let mut transfers: Vec<_> = tokens
            .map(|token| {
                let instance = &token.instance;
                transfer(&token.identifier, instance.nonce, &instance.balance)
            })
            .collect();
        if egld_as_token && !self.egld.is_zero() {
            let identifier = EGLD_000000_TOKEN_IDENTIFIER.as_bytes();
            transfers.push(transfer(identifier, 0, &self.egld));
        }
        transfers
    }

    /// Adds more to it.
    pub fn add(&mut self, other: Self) {
        self.egld += other.egld;
        self.tokens.extend(other.tokens);
    }

    pub fn is_empty(&self) -> bool {
        self.egld.is_zero() && self.tokens.is_empty()
    }

    /// Adds it to an account.
    pub fn give(&self, account: &mut AccountData) {
        account.egld_balance += &self.egld;
        for token in &self.tokens {
            let (id, held) = (token.identifier.clone(), &token.instance);
            let metadata = held.metadata.clone();
            account
                .esdt
                .increase_balance(id, held.nonce, &held.balance, metadata);
        }
    }
}
