//! The scenario format: the steps, and how a file is laid out (one line a step).
//!
//! Structs rather than JSON values, because readers need `step` first and `tx` before `expect`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// A step of a scenario. The format has no place for an id in `externalSteps`.
#[derive(Serialize, Clone)]
#[serde(
    tag = "step",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Step {
    ExternalSteps {
        path: String,
    },
    SetState {
        id: String,
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        accounts: BTreeMap<String, Account>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        new_addresses: Vec<NewAddress>,
        #[serde(skip_serializing_if = "Option::is_none")]
        current_block_info: Option<BlockInfo>,
    },
    ScDeploy {
        id: String,
        tx: Tx,
        expect: Expect,
    },
    ScCall {
        id: String,
        tx: Tx,
        expect: Expect,
    },
    ScQuery {
        id: String,
        tx: Tx,
        expect: Expect,
    },
    CheckState {
        id: String,
        accounts: CheckAccounts,
    },
}

/// What accounts must have.
#[derive(Serialize, Clone)]
pub struct CheckAccounts {
    #[serde(flatten)]
    pub named: BTreeMap<String, CheckAccount>,
    /// Empty if there may be others.
    #[serde(rename = "+", skip_serializing_if = "Option::is_none")]
    pub others: Option<String>,
}

/// An account as `setState` makes it.
#[derive(Serialize, Clone, Default)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// What isn't named stays as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub update: Option<bool>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub nonce: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub balance: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub esdt: BTreeMap<String, Esdt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_metadata: Option<String>,
    /// Only the production VM's runner knows shards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub storage: BTreeMap<String, String>,
}

/// A token's balance, or all that an account has of it.
#[derive(Serialize, Clone)]
#[serde(untagged)]
pub enum Esdt {
    Fungible(String),
    Full {
        instances: Vec<Instance>,
        #[serde(skip_serializing_if = "Option::is_none")]
        frozen: Option<String>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        roles: Vec<String>,
    },
}

#[derive(Serialize, Clone)]
pub struct Instance {
    pub nonce: String,
    pub balance: String,
}

#[derive(Serialize, Clone)]
#[serde(rename_all = "camelCase")]
pub struct NewAddress {
    pub creator_address: String,
    pub creator_nonce: String,
    pub new_address: String,
}

#[derive(Serialize, Clone, Default)]
#[serde(rename_all = "camelCase")]
pub struct BlockInfo {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_epoch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_timestamp: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_timestamp_ms: Option<String>,
    /// 48 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_random_seed: Option<String>,
}

/// A deployment, call or query; a query has no sender and no gas.
#[derive(Serialize, Clone, Default)]
#[serde(rename_all = "camelCase")]
pub struct Tx {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub egld_value: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub esdt_value: Vec<Payment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    pub arguments: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gas_limit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gas_price: Option<String>,
}

#[derive(Serialize, Clone)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    pub token_identifier: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    pub value: String,
}

#[derive(Serialize, Clone)]
pub struct Expect {
    pub out: Out,
    pub status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    pub logs: Logs,
    pub refund: Star,
}

/// The results; `Any` is the format's `"*"`.
#[derive(Serialize, Clone)]
#[serde(untagged)]
pub enum Out {
    Any(Star),
    These(Vec<String>),
}

/// The events; after those of a `Some`, more may follow where `"+"` is the last.
#[derive(Serialize, Clone)]
#[serde(untagged)]
pub enum Logs {
    Any(Star),
    These(Vec<LogOrMore>),
}

#[derive(Serialize, Clone)]
#[serde(untagged)]
pub enum LogOrMore {
    Log(Log),
    Transfer(AnyLog),
    More(Plus),
}

#[derive(Serialize, Clone)]
pub struct Log {
    pub address: String,
    pub endpoint: String,
    pub topics: Vec<String>,
    pub data: Vec<String>,
}

/// The log of a transfer, which the machines write in words of their own.
#[derive(Serialize, Clone)]
pub struct AnyLog {
    pub address: Star,
    pub endpoint: Star,
    pub topics: Star,
    pub data: Star,
}

#[derive(Serialize, Clone, Copy)]
pub enum Star {
    #[serde(rename = "*")]
    Star,
}

#[derive(Serialize, Clone)]
pub enum Plus {
    #[serde(rename = "+")]
    Plus,
}

/// What `checkState` wants of an account. Tokens and storage not named must not be there; a
/// contract's storage may hold more.
#[derive(Serialize, Clone)]
#[serde(rename_all = "camelCase")]
pub struct CheckAccount {
    pub nonce: String,
    pub balance: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub esdt: BTreeMap<String, Esdt>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub storage: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

impl From<BTreeMap<String, CheckAccount>> for CheckAccounts {
    /// These accounts alone.
    fn from(named: BTreeMap<String, CheckAccount>) -> Self {
        CheckAccounts {
            named,
            others: None,
        }
    }
}

/// A whole file: the steps one below the other.
pub fn file(name: Option<&str>, steps: &[Step]) -> String {
    let mut text = String::from("{\n");
    if let Some(name) = name {
        text += &format!("    \"name\": {},\n", line(&name));
    }
    text += "    \"steps\": [\n";
    for (i, step) in steps.iter().enumerate() {
        let comma = if i + 1 < steps.len() { "," } else { "" };
        text += &format!("        {}{comma}\n", line(step));
    }
    text + "    ]\n}\n"
}

fn line(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    value
        .serialize(&mut Serializer::with_formatter(&mut bytes, OneLine))
        .expect("the steps have string keys only");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

/// One line, with a space after each comma and colon.
struct OneLine;

impl OneLine {
    fn comma<W: ?Sized + Write>(writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }
}

impl Formatter for OneLine {
    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        OneLine::comma(writer, first)
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        OneLine::comma(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
