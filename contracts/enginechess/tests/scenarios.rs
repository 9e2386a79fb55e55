//! The contract on two machines: see `machines`.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod files;
mod machines;
mod slices;

use enginechess as contract;
