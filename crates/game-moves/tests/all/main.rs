//! The crate's tests, in one binary.

mod backgammon_rules;
mod chain;
mod checkers_perft;
mod chess_json;
mod command_line;
mod corpus;
mod decoders;
mod document_004;
mod dominos_rules;
mod inputs;
mod ludo_rules;
mod random;
mod recorded;
mod refusals;
mod round_trips;
mod short_strings;
mod vectors;
