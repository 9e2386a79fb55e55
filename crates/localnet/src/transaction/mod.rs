//! A transaction as a wallet signs and sends it.

pub(crate) mod amount;
pub(crate) mod call_data;
pub(crate) mod receipt;

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};
use multiversx_chain_core::{std::crypto::keccak256, types::Address};
use network_transaction::Fields;
use num_bigint::BigUint;
use num_traits::Zero;
use serde::{Deserialize, Serialize};

use crate::{address, error::SubmitError, fee};

/// The chain's id, as the official chain simulator's.
pub const CHAIN_ID: &str = "chain";

/// Option bit: the signature is over the Keccak-256 hash of the signed text.
const SIGNED_BY_HASH: u32 = 1;
/// Option bit: the transaction is co-signed by a guardian.
const GUARDED: u32 = 2;

/// The most digits that a transaction's value may have: the whole supply has 26.
const MAX_VALUE_DIGITS: usize = 27;

/// The JSON that `POST /transaction/send` takes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Transaction {
    pub nonce: u64,
    /// In 10⁻¹⁸ EGLD, decimal.
    pub value: String,
    pub receiver: String,
    pub sender: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sender_username: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub receiver_username: String,
    pub gas_price: u64,
    pub gas_limit: u64,
    /// Base64.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub data: String,
    #[serde(rename = "chainID")]
    pub chain_id: String,
    pub version: u32,
    #[serde(skip_serializing_if = "Zero::is_zero")]
    pub options: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub guardian: String,
    /// Hex.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub signature: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub guardian_signature: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub relayer: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub relayer_signature: String,
}

impl Transaction {
    /// An unsigned transaction with the lowest gas price.
    pub fn new(sender: &Address, nonce: u64, receiver: &Address) -> Self {
        Self {
            nonce,
            value: "0".into(),
            receiver: address::encode(receiver),
            sender: address::encode(sender),
            gas_price: fee::MIN_GAS_PRICE,
            gas_limit: fee::MIN_GAS_LIMIT,
            chain_id: CHAIN_ID.into(),
            version: 2,
            ..Self::default()
        }
    }

    /// With this amount, in 10⁻¹⁸ EGLD.
    pub fn value(mut self, value: impl Into<BigUint>) -> Self {
        self.value = value.into().to_string();
        self
    }

    /// With this data, and the gas that it takes in addition to `execution_gas`.
    pub fn data(mut self, data: &[u8], execution_gas: u64) -> Self {
        self.data = BASE64.encode(data);
        self.gas_limit = fee::move_gas(data.len()) + execution_gas;
        self
    }

    /// With a call of a contract's function.
    pub fn call(self, function: &str, args: &[Vec<u8>], execution_gas: u64) -> Self {
        self.data(call_data::join(function, args).as_bytes(), execution_gas)
    }

    /// With a deployment of this code, which goes to the zero address.
    pub fn deploy(
        self,
        code: &[u8],
        metadata: [u8; 2],
        args: &[Vec<u8>],
        execution_gas: u64,
    ) -> Self {
        let own = [vec![5, 0], metadata.to_vec()];
        let all = [&own[..], args].concat();
        self.call(&hex::encode(code), &all, execution_gas)
    }

    /// Signed by this key, which should be the sender's.
    pub fn sign(mut self, key: &SigningKey) -> Self {
        self.signature = hex::encode(key.sign(&self.signed_bytes()).to_bytes());
        self
    }

    /// Signed by the relayer's key too. The relayer is named before anyone signs.
    pub fn relay(mut self, key: &SigningKey) -> Self {
        self.relayer_signature = hex::encode(key.sign(&self.signed_bytes()).to_bytes());
        self
    }

    /// The bytes under the signature: the JSON without spaces and without absent fields.
    pub fn signed_bytes(&self) -> Vec<u8> {
        let unsigned = Self {
            signature: String::new(),
            guardian_signature: String::new(),
            relayer_signature: String::new(),
            ..self.clone()
        };
        // The fields are declared in the order in which they are signed; only the
        // relayer comes after signatures, which are absent here.
        let text = serde_json::to_vec(&unsigned).expect("a transaction is plain JSON");
        if self.options & SIGNED_BY_HASH != 0 {
            keccak256(&text).to_vec()
        } else {
            text
        }
    }

    /// The data's bytes; none if they can't be read.
    pub(crate) fn data_bytes(&self) -> Vec<u8> {
        BASE64.decode(&self.data).unwrap_or_default()
    }

    /// Whether it goes to the address that deploys contracts.
    pub(crate) fn deploys(&self) -> bool {
        address::decode(&self.receiver).is_ok_and(|receiver| receiver.is_zero())
    }

    /// Checks that the transaction is well formed, without looking at the chain's accounts.
    ///
    /// # Errors
    /// Its fault.
    pub fn check(&self) -> Result<CheckedTransaction, SubmitError> {
        let sender = address::decode(&self.sender).map_err(SubmitError::Sender)?;
        let receiver = address::decode(&self.receiver).map_err(SubmitError::Receiver)?;
        let signature = hex::decode(&self.signature).map_err(SubmitError::SignatureText)?;
        let data = BASE64.decode(&self.data).map_err(SubmitError::Data)?;
        let value = self.amount()?;
        if self.version == 0 {
            return Err(SubmitError::NoVersion);
        }
        if self.options != 0 && self.version < 2 {
            return Err(SubmitError::Version);
        }
        if self.chain_id != CHAIN_ID {
            return Err(SubmitError::ChainId);
        }
        if self.gas_price < fee::MIN_GAS_PRICE {
            return Err(SubmitError::GasPrice);
        }
        let relayed = !self.relayer.is_empty();
        if self.gas_limit < fee::least_gas(&data, relayed) {
            return Err(SubmitError::LowGasLimit);
        }
        if self.gas_limit > fee::MAX_GAS_LIMIT {
            return Err(SubmitError::HighGasLimit);
        }
        if self.options & GUARDED != 0 || !self.guardian.is_empty() {
            return Err(SubmitError::Guardian);
        }
        let relayer = self.check_relayer(&sender)?;
        Ok(CheckedTransaction {
            sender,
            receiver,
            relayer,
            value,
            data,
            signature,
            wire: self.clone(),
        })
    }

    /// The account that pays the fee instead of the sender, if there is one.
    fn check_relayer(&self, sender: &Address) -> Result<Option<Relayer>, SubmitError> {
        if self.relayer.is_empty() {
            return Ok(None);
        }
        let address = address::decode(&self.relayer).map_err(SubmitError::RelayerAddress)?;
        let signature =
            hex::decode(&self.relayer_signature).map_err(SubmitError::RelayerSignatureText)?;
        if address == *sender || address.is_smart_contract_address() {
            return Err(SubmitError::Relayer);
        }
        Ok(Some(Relayer { address, signature }))
    }

    fn amount(&self) -> Result<BigUint, SubmitError> {
        match self.value.as_str() {
            "" => Ok(BigUint::ZERO),
            text if text.starts_with('-') => Err(SubmitError::NegativeValue),
            text if text.len() > MAX_VALUE_DIGITS => Err(SubmitError::ValueTooLong),
            text => amount::parse(text).ok_or(SubmitError::Value),
        }
    }
}

/// An account that pays the fee of another account's transaction.
#[derive(Clone, Debug)]
pub struct Relayer {
    pub address: Address,
    pub signature: Vec<u8>,
}

/// A well-formed transaction, decoded.
#[derive(Clone, Debug)]
pub struct CheckedTransaction {
    pub sender: Address,
    pub receiver: Address,
    /// The payer of the fee; the sender if `None`.
    pub relayer: Option<Relayer>,
    pub value: BigUint,
    pub data: Vec<u8>,
    pub signature: Vec<u8>,
    pub wire: Transaction,
}

impl CheckedTransaction {
    /// Checks the sender's signature and the relayer's, as Go's `crypto/ed25519` does.
    ///
    /// # Errors
    /// [`SubmitError::NoSignature`], [`SubmitError::Signature`].
    pub fn check_signature(&self) -> Result<(), SubmitError> {
        if self.signature.is_empty() {
            return Err(SubmitError::NoSignature);
        }
        let text = self.wire.signed_bytes();
        let check = |address: &Address, signature: &[u8]| {
            let key = VerifyingKey::from_bytes(address.as_array()).ok()?;
            key.verify(&text, &Signature::from_slice(signature).ok()?)
                .ok()
        };
        let relayer = self.relayer.as_ref();
        let agrees = relayer.is_none_or(|one| check(&one.address, &one.signature).is_some());
        match check(&self.sender, &self.signature) {
            Some(()) if agrees => Ok(()),
            _ => Err(SubmitError::Signature),
        }
    }

    /// The payer of the fee.
    pub fn payer(&self) -> &Address {
        self.relayer
            .as_ref()
            .map_or(&self.sender, |relayer| &relayer.address)
    }

    /// The transaction's hash, as the network computes it.
    pub fn hash(&self) -> [u8; 32] {
        let tx = &self.wire;
        let value = if self.value.is_zero() {
            vec![]
        } else {
            self.value.to_bytes_be()
        };
        let name = |name: &str| BASE64.decode(name).unwrap_or_default();
        let relayer = self.relayer.as_ref();
        Fields {
            nonce: tx.nonce,
            value: &value,
            receiver: self.receiver.as_bytes(),
            receiver_name: &name(&tx.receiver_username),
            sender: self.sender.as_bytes(),
            sender_name: &name(&tx.sender_username),
            gas_price: tx.gas_price,
            gas_limit: tx.gas_limit,
            data: &self.data,
            chain_id: &tx.chain_id,
            version: tx.version,
            signature: &self.signature,
            options: tx.options,
            relayer: relayer.map_or(&[], |relayer| relayer.address.as_bytes()),
            relayer_signature: relayer.map_or(&[], |relayer| &relayer.signature),
        }
        .hash()
    }

    /// The gas of the transaction itself.
    pub fn move_gas(&self) -> u64 {
        fee::least_gas(&self.data, self.relayer.is_some())
    }

    /// The fee if all of the gas limit is used: the sender must have it.
    pub fn highest_fee(&self) -> BigUint {
        fee::fee(self.wire.gas_limit, self.move_gas(), self.wire.gas_price)
    }

    /// The function named in the data, even if its bytes aren't text, and its arguments; `None` if
    /// the data doesn't name any.
    pub fn function_call(&self) -> Option<(String, Vec<Vec<u8>>)> {
        call_data::split(&self.data)
    }
}
