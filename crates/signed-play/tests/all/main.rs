//! Every test in one program: signatures against the chain's answers, vectors, refusals.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod chain_answers;
mod limits;
mod rounds;
mod signing;
mod vectors;
