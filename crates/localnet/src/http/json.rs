//! The common parts of the gateway's and the API's answers.

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use multiversx_chain_core::std::code_hash;
use num_bigint::BigUint;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    address,
    blocks::query::{Answer, Query},
    fee,
    state::account::Account,
    transaction::amount,
    transaction::receipt::{Event, Record},
};

pub fn account_json(account: &Account) -> Value {
    let has_code = !account.code.is_empty();
    json!({
        "address": address::encode(&account.address),
        "nonce": account.nonce,
        "balance": account.balance.to_string(),
        "username": "",
        "code": hex::encode(&account.code),
        "codeHash": has_code.then(|| BASE64.encode(code_hash(&account.code))),
        "rootHash": Value::Null,
        "codeMetadata": has_code.then(|| BASE64.encode(&account.code_metadata)),
        "developerReward": account.developer_reward.to_string(),
        "ownerAddress": account.owner.as_ref().map(address::encode).unwrap_or_default(),
    })
}

/// A token's identifier with its nonce, as hex of an even length; fungible ones have none.
pub fn extended_identifier(id: String, nonce: u64) -> String {
    match nonce {
        0 => id,
        _ => format!("{id}-{}", hex::encode(BigUint::from(nonce).to_bytes_be())),
    }
}

/// A transaction's logs; the address is the contract's if one was called.
pub fn logs(record: &Record) -> Value {
    let deployed = record.new_contract.as_ref();
    let address = deployed.unwrap_or(&record.transaction.receiver);
    json!({"address": address, "events": record.events})
}

/// Reads hex.
///
/// # Errors
/// The fault, in the gateway's words.
pub fn read_hex(text: &str) -> Result<Vec<u8>, String> {
    hex::decode(text).map_err(|_| match text.chars().find(|c| !c.is_ascii_hexdigit()) {
        Some(c) => format!("encoding/hex: invalid byte: U+{:04X} '{c}'", u32::from(c)),
        None => "encoding/hex: odd length hex string".to_string(),
    })
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct QueryRequest {
    sc_address: String,
    func_name: String,
    args: Option<Vec<String>>,
    caller: Option<String>,
    value: Option<Value>,
}

impl QueryRequest {
    pub fn query(&self) -> Result<Query, String> {
        let contract = address::decode(&self.sc_address)?;
        let args = self.args.iter().flatten().map(|arg| {
            let wrong = |reason| format!("'{arg}' is not a valid hex string: {reason}");
            read_hex(arg).map_err(wrong)
        });
        let args = args.collect::<Result<Vec<_>, _>>()?;
        if !contract.is_smart_contract_address() {
            // The network looks for a machine by two bytes of the address.
            let [one, other] = [8, 9].map(|at| contract.as_array()[at]);
            let reason = "element does not exist in container in vm container for key";
            return Err(format!("executeQuery: {reason} [{one} {other}]"));
        }
        let caller = self.caller.as_deref().filter(|caller| !caller.is_empty());
        let caller = caller.map(|caller| {
            let wrong = |reason| format!("'{caller}' is not a valid address: {reason}");
            address::decode(caller).map_err(wrong)
        });
        let caller = caller.transpose()?;
        let value = match &self.value {
            None | Some(Value::Null) => Some(BigUint::ZERO),
            Some(Value::String(text)) if text.is_empty() => Some(BigUint::ZERO),
            Some(Value::String(text)) => amount::parse(text),
            Some(other) => amount::parse(&other.to_string()),
        };
        Ok(Query {
            caller,
            value: value.ok_or("the value is not a valid amount")?,
            ..Query::new(&contract, &self.func_name, args)
        })
    }
}

pub fn answer_json(query: &Query, answer: &Answer) -> Value {
    let returned: Vec<String> = answer.returned.iter().map(|v| BASE64.encode(v)).collect();
    let (code, message) = match &answer.failure {
        None => ("ok".to_string(), String::new()),
        Some(failure) => (failure.code.clone(), failure.message.clone()),
    };
    // For a failure the network shows no accounts, and where the machine stopped.
    let succeeded = answer.failure.is_none();
    let no_accounts = succeeded.then(|| json!([]));
    let caller = query.caller.as_ref().unwrap_or(&query.contract);
    let logs = answer.failure.iter().flat_map(|failure| {
        let events = failure.events(caller, &query.contract, &query.function, String::new());
        events.into_iter().skip(1).map(|event| Event {
            identifier: BASE64.encode(&event.identifier), // in a view alone
            ..event
        })
    });
    json!({
        "returnData": succeeded.then_some(returned),
        "returnCode": code,
        "returnMessage": message,
        "gasRemaining": if succeeded { fee::MAX_QUERY_GAS.saturating_sub(answer.gas_used) } else { 0 },
        "gasRefund": 0,
        "outputAccounts": {},
        "deletedAccounts": no_accounts,
        "touchedAccounts": no_accounts,
        "logs": logs.collect::<Vec<_>>(),
    })
}
