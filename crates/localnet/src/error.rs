//! The errors, for users of the chain as a library.

use std::{
    io,
    path::{Path, PathBuf},
};

use multiversx_chain_core::types::Address;
use num_bigint::BigUint;
use thiserror::Error;

use crate::address;

/// Why a transaction was not accepted; displayed in the gateway's words.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SubmitError {
    #[error("invalid sender address : {0}")]
    Sender(String),
    #[error("invalid receiver address : {0}")]
    Receiver(String),
    #[error("invalid signature, could not decode hex value : {0}")]
    SignatureText(hex::FromHexError),
    #[error("transaction generation failed: data is not base64: {0}")]
    Data(base64::DecodeError),
    #[error("transaction generation failed: invalid value")]
    Value,
    #[error("transaction generation failed: value length is too big")]
    ValueTooLong,
    #[error("transaction generation failed: negative value")]
    NegativeValue,
    #[error("transaction generation failed: invalid transaction version")]
    Version,
    #[error("transaction must contain version : no version")]
    NoVersion,
    #[error("transaction generation failed: nil signature")]
    NoSignature,
    #[error("transaction generation failed: invalid chain ID")]
    ChainId,
    #[error("transaction generation failed: insufficient gas price in tx")]
    GasPrice,
    #[error("transaction generation failed: insufficient gas limit in tx")]
    LowGasLimit,
    #[error("transaction generation failed: more gas was provided than gas limit per block")]
    HighGasLimit,
    #[error("transaction generation failed: guardians are not available on this chain")]
    Guardian,
    #[error("invalid relayer address : {0}")]
    RelayerAddress(String),
    #[error("invalid relayer signature, could not decode hex value : {0}")]
    RelayerSignatureText(hex::FromHexError),
    #[error("transaction generation failed: relayed tx v3 has the sender or a contract as relayer")]
    Relayer,
    #[error("transaction generation failed: relayer and sender must be in the same shard")]
    RelayerShard,
    #[error("transaction generation failed: ed25519: invalid signature")]
    Signature,
    #[error("transaction generation failed: the state file cannot be written: {0}")]
    NotKept(String),
    #[error(
        "transaction generation failed: invalid transaction lowerNonceInTx: {low}, veryHighNonceInTx: {}",
        !low
    )]
    Nonce {
        /// Whether the nonce was used already; otherwise it is too far ahead.
        low: bool,
    },
    #[error(
        "transaction generation failed: insufficient funds for address {}",
        address::encode(.0)
    )]
    NoAccount(Address),
    #[error(
        "transaction generation failed: insufficient funds, for address: {}, wanted {wanted}, have {have}",
        address::encode(payer)
    )]
    InsufficientFunds {
        payer: Address,
        /// The highest fee, in 10⁻¹⁸ EGLD.
        wanted: BigUint,
        /// In 10⁻¹⁸ EGLD.
        have: BigUint,
    },
}

/// Why a chain could not be started from its state file.
#[derive(Debug, Error)]
pub enum StartError {
    #[error("cannot {what} state file {}: {error}", path.display())]
    File {
        /// The impossible operation.
        what: &'static str,
        path: PathBuf,
        error: io::Error,
    },
    #[error("state file {} is in use by another local chain", .0.display())]
    InUse(PathBuf),
    #[error("{} is not a local chain's state file", .0.display())]
    NotAStateFile(PathBuf),
    #[error("{} is a state file of another version", .0.display())]
    OtherVersion(PathBuf),
    #[error(
        "state file {} has epochs of {kept} blocks: start it with --epoch-length {kept}, not {asked}",
        path.display()
    )]
    OtherEpochLength {
        path: PathBuf,
        /// Blocks in an epoch, as the file has it.
        kept: u64,
        asked: u64,
    },
    #[error(
        "state file {} was made with {kept} shards, not {asked}: give --shards {kept}",
        path.display()
    )]
    OtherShards {
        path: PathBuf,
        kept: u32,
        asked: u32,
    },
    #[error("state file {}, line {line}: {reason}", path.display())]
    Line {
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        reason: String,
    },
}

impl StartError {
    /// That something can't be done to a state file.
    pub(crate) fn cannot(
        what: &'static str,
        path: &Path,
    ) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |error| Self::File { what, path, error }
    }
}
