//! The program as people and tools use it: started with its flags, over HTTP.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod api;
#[path = "../common/mod.rs"]
mod common;
mod control;
mod events;
#[path = "../common/http.rs"]
mod http;
mod limits;
mod lines;
mod page;
#[path = "../common/process.rs"]
mod process;
mod session;
mod tokens;
mod torment;
