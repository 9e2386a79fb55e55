//! One transaction's way through the chain: nonce and fee, what it calls, what it
//! pays in the end, and the record that the network would keep of it. What it sends to other
//! shards is carried out there later.

mod arrive;
mod built_in;
mod call;
mod kind;
mod manage;
pub(crate) mod message;
mod outcome;
mod report;
mod results;
mod settle;
mod source;

pub(crate) use arrive::arrive;
pub(crate) use settle::Executed;
pub(crate) use source::{execute, give_up};
