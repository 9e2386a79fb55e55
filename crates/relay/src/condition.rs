//! The relay's condition: the last findings of its parts, for `/metrics`, `/health`, `/ready` and clients.

use std::collections::HashMap;

use parking_lot::Mutex;
use tracing::{info, warn};

use crate::chain::Awaits;
use crate::metrics::Metrics;

/// How old the last block may be before the relay isn't ready, in milliseconds.
const OLD_BLOCK_MILLIS: u64 = 60_000;

/// Below this a wallet counts as empty, in EGLD's smallest unit: 0.002 EGLD, the most that one game
/// without a stake may cost by default.
pub const ENOUGH: u128 = 2_000_000_000_000_000;

/// With less than this left a budget counts as used up: 0.001 EGLD, some call's fee.
const CALL: u128 = ENOUGH / 2;

/// EGLD's smallest units in one EGLD.
const EGLD: f64 = 1e18;

/// The rest of a day's budget.
#[derive(Clone, Copy)]
pub struct BudgetLeft {
    /// Which one, as `ends` or `answers-no-stake`.
    pub name: &'static str,
    /// In EGLD's smallest unit.
    pub left: u128,
    /// The whole budget, in EGLD's smallest unit.
    pub of: u128,
}

/// The last findings of the relay's parts.
#[derive(Default)]
struct Found {
    /// Why the chain can't be followed; `None` if it can, or nothing is watched.
    chain: Option<String>,
    /// The wallet's balance in EGLD's smallest unit; `None` before it was read.
    wallet: Option<u128>,
    budgets: Vec<BudgetLeft>,
    /// By contract and game: the event that the chain awaits within a time, and the end of that
    /// time, in milliseconds since 1970.
    waits: HashMap<([u8; 32], u32), (Awaits, u64)>,
}

/// The relay's condition.
#[derive(Default)]
pub struct Condition(Mutex<Found>);

impl Condition {
    /// The chain can't be followed, or can again. The log says each reason once.
    pub fn set_chain(&self, failed: Option<String>) {
        let mut found = self.0.lock();
        match (&found.chain, &failed) {
            (before, Some(error)) if before.as_ref() != Some(error) => {
                warn!(event = %"watch-failed", error = ?error.to_string());
            }
            (Some(_), None) => info!(event = %"watch-recovered"),
            _ => {}
        }
        found.chain = failed;
    }

    /// The wallet's balance, in EGLD's smallest unit. The log says when the wallet becomes empty.
    pub fn set_wallet(&self, address: &str, balance: u128) {
        let last = self.0.lock().wallet.replace(balance);
        let was_empty = last.map(|last| last < ENOUGH);
        let egld = balance as f64 / EGLD;
        match (balance < ENOUGH, was_empty) {
            (true, None | Some(false)) => warn!(event = %"wallet-empty", %address, %egld),
            (false, None | Some(true)) => info!(event = %"wallet", %address, %egld),
            _ => {}
        }
    }

    /// Whether the wallet has enough for a game. True before its balance was read.
    pub fn can_pay(&self) -> bool {
        self.0.lock().wallet.is_none_or(|balance| balance >= ENOUGH)
    }

    /// The rests of the budgets.
    pub fn set_budgets(&self, budgets: Vec<BudgetLeft>) {
        self.0.lock().budgets = budgets;
    }

    /// Notes the event that the chain awaits of a game within a time, if any, and the end of that
    /// time, in milliseconds since 1970.
    pub fn set_wait(&self, contract: &[u8; 32], id: u32, wait: Option<(Awaits, u64)>) {
        let (game, mut found) = ((*contract, id), self.0.lock());
        match wait {
            Some(wait) => drop(found.waits.insert(game, wait)),
            None => drop(found.waits.remove(&game)),
        }
    }

    /// The reasons why the relay can't carry games, and why it can't submit them to the chain.
    /// `block_millis`: the time of the last block, if a contract is watched.
    pub fn troubles(&self, block_millis: Option<u64>, now: u64) -> (Vec<String>, Vec<String>) {
        let found = self.0.lock();
        let mut carrying: Vec<String> = found
            .chain
            .iter()
            .map(|why| format!("the chain: {why}"))
            .collect();
        let age = block_millis.map(|millis| now.saturating_sub(millis));
        match age.filter(|age| found.chain.is_none() && *age > OLD_BLOCK_MILLIS) {
            Some(_) if block_millis == Some(0) => carrying.push("the chain: not read yet".into()),
            Some(age) => carrying.push(format!(
                "the chain: the last block is {} s old",
                age / 1_000
            )),
            None => {}
        }
        let mut settling = vec![];
        if found.wallet.is_some_and(|balance| balance < ENOUGH) {
            settling.push("the wallet is empty".into());
        }
        // a budget of nothing is the operator's wish
        let used_up = |budget: &&BudgetLeft| budget.of > 0 && budget.left < CALL;
        for budget in found.budgets.iter().filter(used_up) {
            settling.push(format!("the budget {} is used up", budget.name));
        }
        (carrying, settling)
    }

    /// Sets this condition's gauges. `now`: in milliseconds since 1970.
    pub fn show(&self, metrics: &Metrics, now: u64) {
        let found = self.0.lock();
        if let Some(balance) = found.wallet {
            let wallet = metrics.wallet.get_or_create(&[("of", "relay")]);
            wallet.set(balance as f64 / EGLD);
        }
        for budget in &found.budgets {
            let label = [("budget", budget.name)];
            let left = metrics.budget_left.get_or_create(&label);
            left.set(budget.left as f64 / EGLD);
            let whole = metrics.budget.get_or_create(&label);
            whole.set(budget.of as f64 / EGLD);
        }
        for (awaits, what) in [(Awaits::Answer, "ask"), (Awaits::LongerGame, "end")] {
            let label = [("what", what)];
            let of_kind = found.waits.values().filter(|(kind, _)| *kind == awaits);
            match of_kind.map(|(_, until)| *until).min() {
                None => drop(metrics.urgent.remove(&label)),
                Some(until) => {
                    let seconds = (until as f64 - now as f64) / 1_000.0;
                    metrics.urgent.get_or_create(&label).set(seconds);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_trouble_is_said_and_the_most_urgent_wait_shown() {
        let condition = Condition::default();
        assert_eq!(condition.troubles(Some(5_000), 65_000), (vec![], vec![]));
        let (carrying, _) = condition.troubles(Some(5_000), 66_000);
        assert_eq!(carrying, ["the chain: the last block is 61 s old"]);
        condition.set_chain(Some("gone".into()));
        condition.set_wallet("erd1", ENOUGH - 1);
        assert!(!condition.can_pay());
        condition.set_budgets(vec![BudgetLeft {
            name: "ends",
            left: CALL - 1,
            of: CALL,
        }]);
        let (carrying, settling) = condition.troubles(None, 0);
        assert_eq!(carrying, ["the chain: gone"]);
        assert_eq!(
            settling,
            ["the wallet is empty", "the budget ends is used up"]
        );
        condition.set_wallet("erd1", ENOUGH);
        assert!(condition.can_pay());

        let metrics = Metrics::default();
        for (id, millis) in [(1, 9_000), (2, 4_000)] {
            condition.set_wait(&[1; 32], id, Some((Awaits::Answer, millis)));
        }
        condition.show(&metrics, 5_000);
        let text = metrics.text();
        assert!(
            text.contains("relay_urgent_seconds{what=\"ask\"} -1.0\n"),
            "{text}"
        );
        condition.set_wait(&[1; 32], 2, None);
        condition.show(&metrics, 5_000);
        let text = metrics.text();
        assert!(
            text.contains("relay_urgent_seconds{what=\"ask\"} 4.0\n"),
            "{text}"
        );
        assert!(!text.contains("what=\"end\""), "{text}");
    }
}
