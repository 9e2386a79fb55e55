//! `/network/…`: the chain's parameters and status.

use axum::{
    Router,
    routing::{MethodRouter, get},
};
use num_bigint::BigUint;
use serde_json::json;

use super::check_shard;
use crate::{
    address,
    chain::Chain,
    fee,
    http::{
        ask::asks,
        extract::{Path, path_number},
        reply::{Answer, Reply},
    },
    vm::gas,
};

pub fn routes() -> Router<Chain> {
    let routes = Router::new()
        .route("/config", get(asks(network_config)))
        .route("/status", get(asks(network_status_any)))
        .route("/status/{shard}", get(asks(network_status)))
        .route("/economics", get(asks(network_economics)))
        .route("/gas-configs", get(gas_configs))
        .route("/esdts", tokens(None))
        .route("/esdt/supply/{token}", get(asks(token_supply)))
        .route("/esdt/fungible-tokens", tokens(Some("FungibleESDT")))
        .route(
            "/esdt/semi-fungible-tokens",
            tokens(Some("SemiFungibleESDT")),
        )
        .route("/esdt/non-fungible-tokens", tokens(Some("NonFungibleESDT")));
    Router::new()
        .route("/about", get(about))
        .nest("/network", routes)
}

async fn about() -> Reply {
    Reply::ok(json!({
        "appVersion": env!("CARGO_PKG_VERSION"),
        "commitID": "localnet",
    }))
}

fn network_config(chain: &Chain, (): ()) -> Reply {
    let config = json!({
        "erd_adaptivity": "false",
        "erd_chain_id": crate::transaction::CHAIN_ID,
        "erd_denomination": 18,
        "erd_extra_gas_limit_guarded_tx": 50_000,
        "erd_extra_gas_limit_relayed_tx": 50_000,
        "erd_gas_per_data_byte": fee::GAS_PER_DATA_BYTE,
        "erd_gas_price_modifier": "0.01",
        "erd_hysteresis": "0.200000",
        "erd_latest_tag_software_version": "localnet",
        "erd_max_gas_per_transaction": fee::MAX_GAS_LIMIT,
        "erd_meta_consensus_group_size": 1,
        "erd_min_gas_limit": fee::MIN_GAS_LIMIT,
        "erd_min_gas_price": fee::MIN_GAS_PRICE,
        "erd_min_transaction_version": 1,
        "erd_num_metachain_nodes": 1,
        "erd_num_nodes_in_shard": 1,
        "erd_num_shards_without_meta": chain.config().shards.count(),
        "erd_rewards_top_up_gradient_point": "2000000000000000000000000",
        "erd_round_duration": chain.config().round_ms(),
        "erd_rounds_per_epoch": chain.config().epoch_length,
        "erd_shard_consensus_group_size": 1,
        "erd_start_time": chain.start_time(),
        "erd_top_up_factor": "0.500000",
    });
    Reply::ok(json!({"config": config}))
}

async fn gas_configs() -> Reply {
    Reply::ok(json!({"gasConfigs": gas::built_in_costs()}))
}

fn network_status_any(chain: &Chain, (): ()) -> Answer {
    network_status(chain, Path(address::METACHAIN.to_string()))
}

fn network_status(chain: &Chain, Path(shard): Path<String>) -> Answer {
    check_shard(chain, path_number(&shard, "invalid shard ID parameter")?)?;
    let block = chain.block();
    let epoch_length = chain.config().epoch_length.max(1);
    let rounds_passed = block.round % epoch_length;
    Ok(Reply::ok(json!({"status": {
        "erd_block_timestamp": block.timestamp_ms / 1000,
        "erd_block_timestamp_ms": block.timestamp_ms,
        "erd_cross_check_block_height": format!("meta {}", block.nonce),
        "erd_current_round": block.round,
        "erd_epoch_number": block.epoch,
        "erd_highest_final_nonce": block.nonce,
        "erd_nonce": block.nonce,
        "erd_nonce_at_epoch_start": block.nonce.saturating_sub(rounds_passed),
        "erd_nonces_passed_in_current_epoch": rounds_passed,
        "erd_round_at_epoch_start": block.round - rounds_passed,
        "erd_rounds_passed_in_current_epoch": rounds_passed,
        "erd_rounds_per_epoch": epoch_length,
    }})))
}

fn network_economics(chain: &Chain, (): ()) -> Reply {
    Reply::ok(json!({"metrics": {
        "erd_dev_rewards": "0",
        "erd_epoch_for_economics_data": chain.block().epoch,
        "erd_inflation": "0",
        "erd_total_base_staked_value": "0",
        "erd_total_fees": "0",
        "erd_total_top_up_value": "0",
        "erd_total_supply": chain.config().supply().to_string(),
    }}))
}

/// A route that lists the tokens of one of the network's kinds, or all.
fn tokens(kind: Option<&'static str>) -> MethodRouter<Chain> {
    get(asks(move |chain: &Chain, (): ()| {
        let tokens = chain.tokens().into_iter();
        let tokens: Vec<String> = tokens
            .filter(|token| kind.is_none_or(|kind| token.kind == kind))
            .map(|token| token.identifier)
            .collect();
        Reply::ok(json!({"tokens": tokens}))
    }))
}

fn token_supply(chain: &Chain, Path(token): Path<String>) -> Reply {
    let supply = chain.token_supply(&token);
    let mut issued = chain.tokens().into_iter();
    let issued = issued.find(|issued| issued.identifier == token);
    let initial = issued.map(|issued| issued.supply).unwrap_or_default();
    let minted = minted(chain, token.as_bytes());
    // Wiped amounts also count.
    let burned = (&initial + &minted).max(supply.clone()) - &supply;
    Reply::ok(json!({
        "supply": supply.to_string(),
        "minted": minted.to_string(),
        "burned": burned.to_string(),
        "initialMinted": initial.to_string(),
        "recomputedSupply": false,
    }))
}

/// The amount of a token that was minted after its issue.
fn minted(chain: &Chain, token: &[u8]) -> BigUint {
    let makes = ["ESDTLocalMint", "ESDTNFTCreate", "ESDTNFTAddQuantity"];
    let made = chain.events(0, usize::MAX, |logged| {
        let event = &logged.event;
        makes.contains(&event.identifier.as_str())
            && event.topic_bytes().first().is_some_and(|id| id == token)
    });
    let amounts = made.iter().map(|logged| {
        let topics = logged.event.topic_bytes();
        let amount = topics.get(2).map(Vec::as_slice);
        BigUint::from_bytes_be(amount.unwrap_or_default())
    });
    amounts.sum()
}
