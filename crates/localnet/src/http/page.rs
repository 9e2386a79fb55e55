//! The page at `/`: blocks, transactions, accounts, and controls that change them. It needs nothing
//! from elsewhere.

use axum::{
    Json, Router,
    http::{HeaderName, header},
    response::{IntoResponse, Response},
    routing::get,
};
use multiversx_chain_core::types::Address;
use serde_json::{Value, json};

use super::ask::asks;
use crate::{address, chain::Chain, narrate::Narrator, plain::egld, transaction::receipt::Record};

/// The number of transactions, and of accounts other than the wallets, that the page shows.
const SHOWN: usize = 50;

/// Only the page's own files are loaded, even if a contract's text asks for others.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

pub fn routes() -> Router<Chain> {
    let file = |kind: &'static str, text: &'static str| get(move || answer(kind, text));
    Router::new()
        .route("/", file("text/html", include_str!("page/index.html")))
        .route(
            "/page.js",
            file("text/javascript", include_str!("page/page.js")),
        )
        .route("/page.css", file("text/css", include_str!("page/page.css")))
        .route("/page.json", get(asks(contents)))
}

async fn answer(kind: &'static str, text: &'static str) -> Response {
    let headers: [(HeaderName, String); 3] = [
        (header::CONTENT_TYPE, format!("{kind}; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, POLICY.to_string()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_string()),
    ];
    (headers, text).into_response()
}

/// The current contents of the page.
fn contents(chain: &Chain, (): ()) -> Json<Value> {
    let narrator = Narrator::new(chain);
    let block = chain.block();
    let transactions = chain.transactions(SHOWN, |_| true);
    let waiting = chain.pending();
    let shown = waiting.iter().take(SHOWN).chain(&transactions);
    Json(json!({
        "chainId": crate::transaction::CHAIN_ID,
        "block": block.nonce,
        "epoch": block.epoch,
        "timestampMs": block.timestamp_ms,
        "blockTime": chain.blocks().to_string(),
        "roundTimeMs": chain.config().round_ms(),
        "shards": chain.config().shards.count(),
        "transactionCount": chain.transaction_count(),
        "accounts": accounts(chain),
        "transactions": shown
            .map(|record| transaction(&narrator, record))
            .collect::<Vec<_>>(),
    }))
}

/// The wallets, then other accounts.
fn accounts(chain: &Chain) -> Vec<Value> {
    let wallets = chain.wallets();
    let is_wallet = |address: &Address| wallets.iter().any(|w| w.address == *address);
    let others = chain.addresses().into_iter();
    let others = others.filter(|address| !is_wallet(address)).take(SHOWN);
    let named = wallets
        .iter()
        .map(|wallet| (wallet.name.clone(), wallet.address.clone()));
    named
        .chain(others.map(|address| (String::new(), address)))
        .map(|(name, address)| {
            let account = chain.account(&address);
            json!({
                "name": name,
                "address": address::encode(&address),
                "shard": chain.shard_of(&address),
                "nonce": account.nonce,
                "balance": egld(&account.balance.to_string()),
                "isContract": !account.code.is_empty(),
                "tokens": account.tokens.iter().map(|(id, _, balance)| format!("{balance} {id}")).collect::<Vec<_>>(),
            })
        })
        .collect()
}

fn transaction(narrator: &Narrator, record: &Record) -> Value {
    let tx = &record.transaction;
    let events = [narrator.events(record), narrator.payouts(record)].concat();
    json!({
        "hash": record.hash,
        "block": record.block.nonce,
        "timestampMs": record.block.timestamp_ms,
        "status": record.process_status(),
        "from": narrator.name(&tx.sender),
        "to": narrator.name(record.new_contract.as_deref().unwrap_or(&tx.receiver)),
        "value": egld(&tx.value),
        "what": narrator.what(record),
        "outcome": narrator.outcome(record),
        "gasUsed": record.gas_used,
        "fee": egld(&record.fee),
        "events": events,
    })
}
