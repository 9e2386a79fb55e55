//! The report for a script about a chain that was just started.

use localnet::{Chain, Server, address, egld, fee};
use serde_json::{Value, json};

/// The start-up file's text.
pub fn json(chain: &Chain, server: &Server) -> String {
    let config = chain.config();
    let wallets: Vec<Value> = chain
        .wallets()
        .iter()
        .map(|wallet| {
            json!({
                "name": wallet.name,
                "address": address::encode(&wallet.address),
                "addressHex": wallet.address.to_hex(),
                "shard": chain.shard_of(&wallet.address),
                "balance": egld(&chain.account(&wallet.address).balance.to_string()),
                "privateKeyHex": wallet.secret_hex(),
                "pem": wallet.pem(),
            })
        })
        .collect();
    let whole = json!({
        "url": server.url(),
        "gateway": server.url(),
        "api": server.url(),
        "events": format!("{}/events", server.url()),
        "host": server.address().ip().to_string(),
        "port": server.address().port(),
        "chainId": localnet::CHAIN_ID,
        "version": env!("CARGO_PKG_VERSION"),
        "pid": std::process::id(),
        "shards": config.shards.count(),
        "blockTime": chain.blocks().to_string(),
        "roundTimeMs": config.round_ms(),
        "epochLength": config.epoch_length,
        "startTime": chain.start_time(),
        "stateFile": config.state_file,
        "signaturesChecked": !config.bypass_signatures,
        "minGasPrice": fee::MIN_GAS_PRICE,
        "minGasLimit": fee::MIN_GAS_LIMIT,
        "gasPerDataByte": fee::GAS_PER_DATA_BYTE,
        "maxGasLimit": fee::MAX_GAS_LIMIT,
        "wallets": wallets,
    });
    format!("{whole:#}\n")
}
