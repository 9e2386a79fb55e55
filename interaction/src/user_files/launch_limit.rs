//! The launch limit: the greatest payment until the code has been audited.

use jiff::Timestamp;
use serde::Deserialize;

use crate::amount::Amount;

/// The limit as the operator has published it, for the page as for this program.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Written")]
pub struct LaunchLimit {
    /// The highest payment of a call: for a place in the queue, all games of a challenge, or a tournament.
    most: Amount,
    until: Timestamp,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    stake: String,
    until: String,
}

impl TryFrom<Written> for LaunchLimit {
    type Error = String;

    fn try_from(Written { stake, until }: Written) -> Result<Self, String> {
        let is_no_date = |_| format!("{until} isn't a date: give one as 2027-03-01T00:00:00Z");
        Ok(LaunchLimit {
            most: Amount::parse(&stake, Amount::EGLD)?,
            until: until.parse().map_err(is_no_date)?,
        })
    }
}

impl LaunchLimit {
    /// Checks a payment at a time.
    ///
    /// # Errors
    /// In words: it is more than the limit, or a token, before the limit ends.
    ///
    /// ```
    /// use chess_interaction::{amount::Amount, user_files::launch_limit::LaunchLimit};
    /// let text = r#"{"stake": "0.1", "until": "2027-03-01T00:00:00Z"}"#;
    /// let limit: LaunchLimit = serde_json::from_str(text).unwrap();
    /// let at = |time: &str, amount, token| {
    ///     limit.check(&Amount::parse(amount, token).unwrap(), time.parse().unwrap())
    /// };
    /// let last = "2027-02-28T23:59:59Z";
    /// assert!(at(last, "0.1", "EGLD").is_ok());
    /// assert!(at(last, "0.100000000000000001", "EGLD").is_err());
    /// assert!(at(last, "1", "CHESS-123456").is_err());
    /// assert!(at("2027-03-01T00:00:00Z", "9", "EGLD").is_ok());
    /// assert!(at("2027-03-01T00:00:00Z", "1", "CHESS-123456").is_ok());
    /// ```
    pub fn check(&self, payment: &Amount, now: Timestamp) -> Result<(), String> {
        let is_none = payment.amount == 0u32.into();
        let is_small = payment.token == Amount::EGLD && payment.amount <= self.most.amount;
        if is_none || is_small || now >= self.until {
            return Ok(());
        }
        Err(format!(
            "{payment} is above the launch limit: until {} a player pays at most {} at once, \
             and no tokens",
            self.until, self.most
        ))
    }
}
