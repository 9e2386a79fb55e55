//! Canonical moves of five games: one encoding for each legal value.
#![no_std]
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod chess;
mod error;

pub use error::{DecodeError, Problem};
