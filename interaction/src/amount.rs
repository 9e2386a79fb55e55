//! Amounts of the token that is played for.

use std::fmt;

use multiversx_sc_scenario::imports::RustBigUint;
use network_transaction::egld;

/// An amount of EGLD or of an ESDT.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount {
    /// `EGLD-000000` for EGLD.
    pub token: String,
    /// In the token's smallest unit.
    pub amount: RustBigUint,
}

impl Amount {
    /// EGLD's identifier in the contract.
    pub const EGLD: &str = "EGLD-000000";

    /// An amount of a token, by its identifier in the contract.
    pub fn of(token: &[u8], amount: RustBigUint) -> Self {
        let token = String::from_utf8_lossy(token).into_owned();
        Amount { token, amount }
    }

    /// An amount of EGLD, in its smallest unit.
    pub fn egld(amount: impl Into<RustBigUint>) -> Self {
        Amount {
            token: Amount::EGLD.into(),
            amount: amount.into(),
        }
    }

    /// Whether a token's identifier means EGLD.
    pub fn is_egld(token: &str) -> bool {
        token == "EGLD" || token == Amount::EGLD
    }

    /// Reads an amount: EGLD with up to 18 decimal places, an ESDT in its smallest unit.
    ///
    /// # Errors
    /// In words, with an example of an amount.
    ///
    /// ```
    /// use chess_interaction::amount::Amount;
    /// let wager = Amount::parse("0.05", "EGLD").unwrap();
    /// assert_eq!(wager.amount, 50_000_000_000_000_000u64.into());
    /// assert_eq!(wager.to_string(), "0.05 EGLD");
    /// assert_eq!(Amount::parse("500", "WAGER-123456").unwrap().to_string(), "500 WAGER-123456");
    /// assert!(Amount::parse("1,5", "EGLD").is_err());
    /// assert!(Amount::parse("1", "").is_err());
    /// ```
    pub fn parse(text: &str, token: &str) -> Result<Self, String> {
        if token.is_empty() {
            return Err("the token is empty: give EGLD, or an identifier as WAGER-123456".into());
        }
        let (units, token, example) = if Amount::is_egld(token) {
            let units = egld::read(text);
            (units, Amount::EGLD, "EGLD with a point, as 0.05")
        } else {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            let units = is_number.then(|| text.to_owned());
            (units, token, "a whole number of the token's smallest unit")
        };
        let amount = units.and_then(|units| units.parse().ok());
        Ok(Amount {
            token: token.into(),
            amount: amount.ok_or_else(|| format!("{text} isn't an amount: give {example}"))?,
        })
    }

    /// A multiple of it.
    pub fn times(&self, count: u64) -> Self {
        Amount {
            token: self.token.clone(),
            amount: &self.amount * count,
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Amount::is_egld(&self.token) {
            true => write!(f, "{} EGLD", egld::show(&self.amount.to_string())),
            false => write!(f, "{} {}", self.amount, self.token),
        }
    }
}
