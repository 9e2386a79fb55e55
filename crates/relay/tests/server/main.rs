//! The relay's program over real sockets.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod alarms;
mod bad_input;
mod chain;
mod condition;
mod day;
mod drill;
mod games;
mod harness;
mod kills;
mod limits;
mod longest;
mod matches;
mod notices;
mod says;
mod service;
mod settle;
mod several;
mod share;
mod standings;
mod store_file;
mod stuck;
