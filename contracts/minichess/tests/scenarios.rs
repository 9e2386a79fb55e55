//! The contract on two machines: see `machines`.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod files;
#[path = "../../enginechess/tests/machines/mod.rs"]
mod machines;
mod slices;

use minichess as contract;
