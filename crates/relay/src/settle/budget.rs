//! The budgets, by the worth of a game's stake and the purpose of a transaction.
//!
//! A budget refills evenly within a day, so none is used up for good. Answers on which a stake
//! depends have separate budgets, which nothing else can use up.

use chess_record::DAY_MILLIS;
use network_transaction::egld as amounts;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use crate::limits::defaults;
use crate::store::{Account, Spent};

/// EGLD among the tokens of stakes.
const EGLD: &str = "EGLD-000000";

/// The purpose of a transaction, by its letter in the accounts. Each has its own budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Purpose {
    /// It meets an ask, an open end or an old state: without it a stake could be lost.
    Answer = b'r',
    /// It submits a game's end, or says that a time is over.
    End = b'e',
    /// It carries a player's ask.
    Ask = b'a',
    /// It moves a tournament on.
    Tournament = b't',
}

/// The worth of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenWorth {
    /// Its identifier, as `USDC-c76f1f`.
    pub token: String,
    /// A number of its smallest units, at least 1, …
    pub units: u128,
    /// … are worth this much, in EGLD's smallest unit.
    pub egld: u128,
}

impl TokenWorth {
    /// Reads `USDC-c76f1f:1000000=0.03`.
    ///
    /// # Errors
    /// The expected form, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').and_then(|(of, worth)| {
            let (token, units) = of.split_once(':')?;
            let units = units.parse().ok().filter(|units| *units > 0)?;
            Some((token, units, worth))
        });
        let words = "give TOKEN:UNITS=EGLD, as USDC-c76f1f:1000000=0.03";
        let (token, units, worth) = parts.filter(|(token, ..)| !token.is_empty()).ok_or(words)?;
        Ok(TokenWorth {
            token: token.into(),
            units,
            egld: egld(worth)?,
        })
    }
}

/// EGLD with up to 18 decimal places, in its smallest unit.
fn egld(text: &str) -> Result<u128, String> {
    let amount = amounts::read(text).and_then(|units| units.parse().ok());
    amount.ok_or_else(|| "give EGLD with a point, as 0.05".into())
}

/// The budgets, in EGLD's smallest unit, as the command line takes them.
#[derive(Clone, Debug, clap::Args)]
pub struct FeeLimits {
    /// Fees for one game at most, in EGLD, regardless of its stake: for its answers, its ends and its asks each. A
    /// budget comes back within a day
    #[arg(long = "max-game-fees", value_name = "EGLD", default_value = "0.05", value_parser = egld)]
    pub game: u128,

    /// The part of a player's stake that one game may cost, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = clap::value_parser!(u8).range(..=100))]
    pub stake_percent: u8,

    /// Fees for one game without a stake, or whose stake's share is less, in EGLD
    #[arg(long = "max-stakeless-game-fees", value_name = "EGLD", default_value = "0.002", value_parser = egld)]
    pub stakeless_game: u128,

    /// The worth of a token, as USDC-c76f1f:1000000=0.03: a number of its smallest units, and their worth in EGLD;
    /// several times. Other tokens count as nothing
    #[arg(long = "token-worth", value_name = "TOKEN:UNITS=EGLD", value_parser = TokenWorth::parse)]
    pub tokens: Vec<TokenWorth>,

    /// Fees for one player's asks in a day, in EGLD
    #[arg(long = "max-player-fees", value_name = "EGLD", default_value = "0.01", value_parser = egld)]
    pub player: u128,

    /// Fees in a day for ends of games with a stake, in EGLD
    #[arg(long = "max-day-fees", value_name = "EGLD", default_value = "1", value_parser = egld)]
    pub day: u128,

    /// Fees in a day for answers to asks, open ends and old states in games with a stake, in EGLD: nothing else uses them up
    #[arg(long = "max-answer-day-fees", value_name = "EGLD", default_value = "1", value_parser = egld)]
    pub answer_day: u128,

    /// Fees in a day for ends of games without a stake or with a small one, in EGLD, and as much again for answers in them
    #[arg(long = "max-stakeless-day-fees", value_name = "EGLD", default_value = "0.2", value_parser = egld)]
    pub stakeless_day: u128,

    /// Fees in a day for all players' asks in games with a stake, in EGLD, and as much again for those in others
    #[arg(long = "max-ask-day-fees", value_name = "EGLD", default_value = "0.2", value_parser = egld)]
    pub ask_day: u128,

    /// Fees in a day for tournaments, in EGLD
    #[arg(long = "max-tournament-day-fees", value_name = "EGLD", default_value = "0.2", value_parser = egld)]
    pub tournament_day: u128,
}

impl Default for FeeLimits {
    fn default() -> Self {
        defaults()
    }
}

/// The most that a game may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// In EGLD's smallest unit, for each purpose, and again within a day.
    pub fees: u128,
    /// Whether its stake is worth the fees of games with a stake.
    pub has_stake: bool,
}

/// A budget that a transaction counts for.
pub struct Budget {
    /// Which, as the log says it: that of all games for a purpose, the game's or the player's.
    pub name: &'static str,
    /// Where the spent amount is stored.
    pub account: Account,
    /// The amount that may be spent at a time, and again within a day.
    pub limit: u128,
}

impl FeeLimits {
    /// The worth of a stake, in EGLD's smallest unit; nothing for a token that isn't listed.
    /// `amount`: in the token's smallest unit.
    pub fn worth(&self, token: &str, amount: &BigUint) -> u128 {
        let (units, egld) = match self.tokens.iter().find(|listed| listed.token == token) {
            Some(listed) => (listed.units.max(1), listed.egld),
            None if token == EGLD => (1, 1),
            None => return 0,
        };
        let worth = amount * egld / units;
        worth.try_into().unwrap_or(u128::MAX)
    }

    /// The most that a game may cost by the worth of its stake.
    pub fn share(&self, worth: u128) -> Share {
        let share = worth / 100 * u128::from(self.stake_percent);
        let has_stake = share > self.stakeless_game;
        Share {
            fees: share.max(self.stakeless_game).min(self.game),
            has_stake,
        }
    }
}

impl Budget {
    /// That of all games for a purpose, with a stake or without.
    pub fn of_day(purpose: Purpose, has_stake: bool, limits: &FeeLimits) -> Self {
        let limit = match (purpose, has_stake) {
            (Purpose::Ask, _) => limits.ask_day,
            (Purpose::Tournament, _) => limits.tournament_day,
            (Purpose::Answer, true) => limits.answer_day,
            (Purpose::End, true) => limits.day,
            (_, false) => limits.stakeless_day,
        };
        Budget {
            name: "day",
            account: vec![b'd', purpose as u8, u8::from(has_stake)],
            limit,
        }
    }

    /// The part that counts as spent at a time, in milliseconds since 1970.
    pub fn spent_at(&self, spent: Spent, now: u64) -> u128 {
        let millis = u128::from(now.saturating_sub(spent.at));
        let back = self.limit.saturating_mul(millis) / u128::from(DAY_MILLIS);
        spent.amount.saturating_sub(back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0.001 EGLD in its smallest unit.
    const MILLI_EGLD: u128 = 1_000_000_000_000_000;

    #[test]
    fn a_games_share_goes_by_the_worth_of_its_stake() {
        let limits = FeeLimits {
            tokens: vec![TokenWorth {
                token: "USDC-c76f1f".into(),
                units: 1_000_000,
                egld: 30 * MILLI_EGLD,
            }],
            ..FeeLimits::default()
        };
        let share = |token: &str, amount: u128| limits.share(limits.worth(token, &amount.into()));
        let (none, some) = (
            Share {
                fees: 2 * MILLI_EGLD,
                has_stake: false,
            },
            |millis: u128| Share {
                fees: millis * MILLI_EGLD,
                has_stake: true,
            },
        );
        assert_eq!(share(EGLD, 1), none);
        assert_eq!(share(EGLD, 40 * MILLI_EGLD), none);
        assert_eq!(share(EGLD, 100 * MILLI_EGLD), some(5));
        assert_eq!(share(EGLD, 100_000 * MILLI_EGLD), some(50));
        // ten dollars are worth 0.3 EGLD, and a token that someone made nothing
        assert_eq!(share("USDC-c76f1f", 10_000_000), some(15));
        assert_eq!(share("MINE-123456", u128::MAX), none);
        let most = BigUint::from(u128::MAX) * u128::MAX;
        assert_eq!(limits.worth("USDC-c76f1f", &most), u128::MAX);
    }

    #[test]
    fn a_budget_comes_back_evenly_within_a_day() {
        let budget = Budget {
            name: "game",
            account: vec![],
            limit: 24,
        };
        let spent = Spent { amount: 20, at: 5 };
        let hours = |hours: u64| budget.spent_at(spent, 5 + hours * DAY_MILLIS / 24);
        assert_eq!([hours(0), hours(6), hours(20), hours(99)], [20, 14, 0, 0]);
        // a clock that was set back
        assert_eq!(budget.spent_at(spent, 0), 20);
    }
}
