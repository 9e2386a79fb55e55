//! Shows games that others play.

pub mod chain_game;
pub mod relay_game;
