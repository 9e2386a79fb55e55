//! The 8×8 engine's levels: the nodes and the measurements of each (docs/engine.md).

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::amount::Amount;

/// The project's measurements, which the page also uses.
const MEASURED: &str = include_str!("../../../contracts/enginechess/levels.json");
/// The fee of a gas unit of execution: a hundredth of the gas price of 10⁹.
const FEE_OF_A_GAS: u64 = 10_000_000;

/// A level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Level {
    /// From 1.
    pub level: u8,
    /// The nodes that the engine searches for a move.
    pub nodes: u32,
    /// Its approximate playing strength, on the scale of Stockfish's `UCI_Elo`.
    pub elo: u32,
    /// The median gas of a move.
    pub median_gas: u64,
    /// The most gas in 99 of 100 positions of real games, if that was measured.
    pub p99_gas: Option<u64>,
    /// How many moves of 1,000 take more than one call, if that was measured.
    pub several_calls: Option<u32>,
}

impl Level {
    /// Its playing strength, in words.
    pub fn strength(&self) -> String {
        format!("about {} Elo", self.elo)
    }

    /// The price of a move, in words.
    pub fn price(&self) -> String {
        let fee = |gas: u64| Amount::egld(gas * FEE_OF_A_GAS);
        let median = fee(self.median_gas);
        match self.p99_gas {
            Some(most) => format!("{median}, in 99 of 100 at most {}", fee(most)),
            None => median.to_string(),
        }
    }

    /// How many calls a move takes, in words.
    pub fn calls(&self) -> &'static str {
        match self.several_calls {
            None => "",
            Some(0..=10) => "one in 99 of 100",
            Some(11..=500) => "one or two",
            Some(_) => "several",
        }
    }
}

/// All levels, the weakest first.
pub fn all() -> Vec<Level> {
    serde_json::from_str(MEASURED).expect("the project's own file")
}

/// A level by its number.
///
/// # Errors
/// In words, which levels there are.
pub fn find(number: u8) -> Result<Level, String> {
    let levels = all();
    let last = levels.len();
    let found = levels.into_iter().find(|level| level.level == number);
    found.ok_or_else(|| format!("the level is a number from 1 to {last}"))
}

/// All levels as a table.
pub fn table() -> String {
    let mut text =
        "level  nodes    strength               calls             EGLD a move: median, most\n"
            .to_owned();
    for level in all() {
        let (number, nodes) = (level.level, level.nodes);
        let (strength, calls, price) = (level.strength(), level.calls(), level.price());
        let _ = writeln!(
            text,
            "{number:<5}  {nodes:<7}  {strength:<21}  {calls:<16}  {price}"
        );
    }
    text
}
