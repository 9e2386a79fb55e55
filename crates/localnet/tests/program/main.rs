//! The program as people and tools use it: started with its flags, over HTTP.

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
