//! The cost of the engine's moves in real games: the player's move and the search, on the production VM.

use std::path::PathBuf;

use clap::Args;

use super::games::{self, Asked};
use super::on_chain::{self, Call, Stored};
use crate::output::say;

/// The number of calls of a search, which always ends in fewer. In the rest the engine has nothing to search, and they
/// all take the same gas.
const MOST_CALLS: usize = 20;
/// The number of positions in a scenario.
const BATCH: usize = 40;

/// The measurements to take.
#[derive(Args)]
pub struct Survey {
    /// The depths, or on 8x8 the levels
    #[arg(required = true)]
    strengths: Vec<u8>,
    /// A file of games, one a line: fen, a FEN, moves, the moves; without it, the games of
    /// docs/engine.md
    #[arg(long)]
    games: Option<PathBuf>,
    /// The most positions
    #[arg(long, default_value_t = usize::MAX)]
    positions: usize,
    /// The runner of scenario files (make vm-go)
    #[arg(long, default_value = "target/vm-go/mx-scenario-go")]
    vm: PathBuf,
}

/// A move's price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Price {
    gas: u64,
    calls: u32,
    /// The gas of its costliest call.
    most: u64,
}

impl Survey {
    /// Prints a line for each strength: a move's gas at the median, at the 90th and 99th percentile and at most, the
    /// share of moves with more than one call, the calls at the median and at most, and the gas of the costliest call.
    ///
    /// # Errors
    /// A file that holds no games, or a call that can't be run or was refused.
    pub fn run<G: Stored>(&self) -> Result<(), String> {
        let asked = match &self.games {
            None => games::read::<G>(G::RECORDS)?,
            Some(file) => {
                let shown = |error| format!("{}: {error}", file.display());
                games::read::<G>(&std::fs::read_to_string(file).map_err(shown)?)?
            }
        };
        let step = asked.len().div_ceil(self.positions.max(1)).max(1);
        let asked: Vec<_> = asked.into_iter().step_by(step).collect();
        if asked.is_empty() {
            return Err("there is no game in the file".into());
        }
        say(
            "| strength | positions | median | 90 % | 99 % | worst | second call | calls | a call |",
        );
        say("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        for &strength in &self.strengths {
            say(line(strength, self.prices(&asked, strength)?));
        }
        Ok(())
    }

    fn prices<G: Stored>(&self, asked: &[Asked<G>], strength: u8) -> Result<Vec<Price>, String> {
        let mut prices = Vec::new();
        for batch in asked.chunks(BATCH) {
            let scenario = on_chain::moving(batch, strength, MOST_CALLS as u32);
            let calls = on_chain::run::<G>(&self.vm, &scenario)?;
            for (of_game, asked) in calls.chunks(MOST_CALLS).zip(batch) {
                let price = price(of_game).ok_or_else(|| {
                    let fen = asked.after.to_fen();
                    format!("refused, or not over in {MOST_CALLS} calls: {fen}")
                })?;
                prices.push(price);
            }
        }
        Ok(prices)
    }
}

/// The price of a move from the calls of its game; `None` unless the last of them are idle.
fn price(of_game: &[Call]) -> Option<Price> {
    let idle = of_game.last()?.gas;
    let calls = of_game.iter().rposition(|call| call.gas != idle)? + 1;
    let searching = &of_game[..calls];
    let fits = of_game.len() == MOST_CALLS && calls < MOST_CALLS - 1;
    (fits && of_game.iter().all(|call| !call.refused)).then(|| Price {
        gas: searching.iter().map(|call| call.gas).sum(),
        calls: calls as u32,
        most: searching.iter().map(|call| call.gas).max().unwrap_or(0),
    })
}

/// A table's line.
fn line(strength: u8, mut prices: Vec<Price>) -> String {
    prices.sort_unstable_by_key(|price| price.gas);
    let count = prices.len();
    let at = |percent: usize| prices[((count * percent).div_ceil(100)).saturating_sub(1)];
    let shown = |gas: u64| format!("{:.1}M", gas as f64 / 1e6);
    let several = prices.iter().filter(|price| price.calls > 1).count();
    let mut calls: Vec<_> = prices.iter().map(|price| price.calls).collect();
    calls.sort_unstable();
    let most = prices.iter().map(|price| price.most).max().unwrap_or(0);
    format!(
        "| {strength} | {count} | {} | {} | {} | {} | {:.1} % | {}, {} | {} |",
        shown(at(50).gas),
        shown(at(90).gas),
        shown(at(99).gas),
        shown(at(100).gas),
        100.0 * several as f64 / count as f64,
        calls[count / 2],
        calls[count - 1],
        shown(most),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_calls_cost_nothing() {
        let calls = |gas: [u64; 3]| {
            let idle = std::iter::repeat_n(5, MOST_CALLS - 3);
            let call = |gas| Call {
                game: 0,
                gas,
                refused: false,
            };
            gas.into_iter().chain(idle).map(call).collect::<Vec<_>>()
        };
        let found = price(&calls([40, 30, 5])).unwrap();
        assert_eq!((found.gas, found.calls, found.most), (70, 2, 40));
        let unfinished: Vec<_> = calls([1, 2, 3])[..3].to_vec();
        assert_eq!(price(&unfinished), None);
    }

    #[test]
    fn percentiles_are_of_the_sorted_prices() {
        let price = |gas: u64| Price {
            gas: gas * 1_000_000,
            calls: 1 + u32::from(gas > 98),
            most: gas * 900_000,
        };
        let prices = (1..=100).rev().map(price).collect();
        assert_eq!(
            line(4, prices),
            "| 4 | 100 | 50.0M | 90.0M | 99.0M | 100.0M | 2.0 % | 1, 2 | 90.0M |"
        );
    }
}
