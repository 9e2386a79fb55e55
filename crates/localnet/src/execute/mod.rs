//! One transaction's way through the chain: nonce and fee, its call, its final payments, and the
//! record that the network would store of it. Other shards execute its messages later.

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
pub(crate) use built_in::is_built_in;
pub(crate) use call::{NO_CONTRACT, forbidden};
pub(crate) use kind::{Kind, is_protocols};
pub(crate) use settle::Executed;
pub(crate) use source::{execute, give_up};
