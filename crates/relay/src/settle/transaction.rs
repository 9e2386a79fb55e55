//! The relay's own transactions: signed, and their hashes known before they are sent.

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use multiversx_sdk::data::transaction::Transaction;
use network_transaction::Fields;
use wallet_file::Wallet;

/// The data of a call: the endpoint and its arguments.
pub fn call_data(endpoint: &str, arguments: &[&[u8]]) -> String {
    let arguments = arguments
        .iter()
        .map(|argument| format!("@{}", hex::encode(argument)));
    arguments.fold(endpoint.into(), |data, argument| data + &argument)
}

/// An unsigned integer as an argument: big-endian without leading zeros.
pub fn number(number: u32) -> Vec<u8> {
    let bytes = number.to_be_bytes().into_iter();
    bytes.skip_while(|byte| *byte == 0).collect()
}

/// Signs a transaction.
pub fn sign(transaction: &mut Transaction, wallet: &Wallet) {
    transaction.signature = None;
    transaction.signature = Some(hex::encode(wallet.sign_tx(transaction)));
}

/// The data of a transaction, as it is sent.
pub fn encode_data(data: &str) -> String {
    BASE64.encode(data)
}

/// A signed transaction's hash, as the network computes it. It carries no value.
pub fn hash(transaction: &Transaction) -> String {
    let tx = transaction;
    let data = tx.data.as_deref().unwrap_or_default();
    let signature = tx.signature.as_deref().unwrap_or_default();
    let fields = Fields {
        nonce: tx.nonce,
        receiver: tx.receiver.address.as_bytes(),
        sender: tx.sender.address.as_bytes(),
        gas_price: tx.gas_price,
        gas_limit: tx.gas_limit,
        data: &BASE64.decode(data).unwrap_or_default(),
        chain_id: &tx.chain_id,
        version: tx.version,
        signature: &hex::decode(signature).unwrap_or_default(),
        options: tx.options,
        ..Fields::default()
    };
    hex::encode(fields.hash())
}
