//! The settlement's requests to the network, and how it sends.

use multiversx_sdk::data::transaction::Transaction;
use serde_json::{Value, json};
use wallet_file::Wallet;

use crate::chain::{Awaits, Chain, GatewayError};
use crate::failure::Failure;
use crate::room_id::RoomId;
use tracing::warn;

use super::sent::Sent;
use super::transaction::sign;

/// The network's settings that transactions need.
pub(super) struct Network {
    pub chain_id: String,
    pub gas_price: u64,
}

pub(super) fn network_of(chain: &Chain) -> Result<Network, Failure> {
    let config = chain.gateway().get("/network/config")?;
    let field = |name: &str| config.pointer(&format!("/config/{name}"));
    let chain_id = field("erd_chain_id").and_then(Value::as_str);
    let gas_price = field("erd_min_gas_price").and_then(Value::as_u64);
    Ok(Network {
        chain_id: chain_id.ok_or(Failure::Answer("no chain id"))?.into(),
        gas_price: gas_price.ok_or(Failure::Answer("no gas price"))?,
    })
}

/// The network that a gateway is of, by its chain id: `1` mainnet, `chain` a local chain.
///
/// # Errors
/// In words, that the gateway doesn't say it.
pub fn chain_id(chain: &Chain) -> Result<String, String> {
    let network = network_of(chain).map_err(|error| error.to_string())?;
    Ok(network.chain_id)
}

pub(super) fn nonce_of(chain: &Chain, sender: &str) -> Result<u64, Failure> {
    let path = format!("/address/{sender}/nonce");
    Ok(chain.gateway().number(&path, "/nonce")?)
}

/// An account's balance, in EGLD's smallest unit.
pub(super) fn balance_of(chain: &Chain, account: &str) -> Result<u128, Failure> {
    let path = format!("/address/{account}/balance");
    let data = chain.gateway().get(&path)?;
    let balance = data["balance"].as_str().and_then(|text| text.parse().ok());
    balance.ok_or(Failure::Answer("no balance"))
}

/// A transaction's fee; `None` if the gateway doesn't know the transaction or its fee. Only with
/// its results does the network show its cost.
pub(super) fn fee_of(chain: &Chain, hash: &str) -> Result<Option<Option<u128>>, Failure> {
    let path = format!("/transaction/{hash}?withResults=true");
    let data = match chain.gateway().get(&path) {
        Err(GatewayError::Refused(_)) => return Ok(None),
        data => data?,
    };
    let fee = data.pointer("/transaction/fee").and_then(Value::as_str);
    Ok(Some(fee.and_then(|fee| fee.parse().ok())))
}

/// Whether the chain awaits an answer or a longer game within a time.
pub(super) fn awaits_in_time(chain: &Chain, room: &RoomId) -> Result<bool, Failure> {
    let game = room.game();
    let found = chain.game(game.contract, game.id)?;
    Ok(found.is_some_and(|found| found.head.is_ongoing() && found.head.awaited() != Awaits::Move))
}

/// The gas that a call needs, or the contract's reason to refuse it. `account`: the nonce that the
/// chain has of the wallet.
pub(super) fn needed_gas(
    chain: &Chain,
    wallet: &Wallet,
    transaction: &Transaction,
    account: u64,
) -> Result<Result<u64, String>, Failure> {
    let mut asked = transaction.clone();
    // earlier transactions are still pending
    asked.nonce = account;
    sign(&mut asked, wallet);
    let cost = match chain.gateway().post("/transaction/cost", &json!(asked)) {
        Err(GatewayError::Refused(reason)) => return Ok(Err(reason)),
        cost => cost?,
    };
    match cost["txGasUnits"].as_u64() {
        Some(needed) if needed > 0 => Ok(Ok(needed)),
        _ => {
            let refusal = cost["returnMessage"].as_str();
            Ok(Err(refusal.unwrap_or_default().into()))
        }
    }
}

/// Sends a transaction. Its outcome is found by its hash, so the answer doesn't matter: it
/// may have been sent before.
pub(super) fn send(chain: &Chain, sent: &Sent) {
    let transaction = json!(sent.transaction);
    let answer = chain.gateway().post("/transaction/send", &transaction);
    if let Err(error) = answer {
        warn!(event = %"send-refused", transaction = %short(&sent.hash), error = ?error.to_string());
    }
}

/// The beginning of a hash: enough to find it.
pub(super) fn short(hash: &str) -> &str {
    &hash[..hash.len().min(12)]
}
