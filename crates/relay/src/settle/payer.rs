//! The payer of the settlement's transactions.

use std::time::Duration;

use wallet_file::Wallet;

use super::budget::FeeLimits;

/// The usual value of [`Payer::stuck`].
const STUCK: Duration = Duration::from_secs(5 * 60);

/// The payer of the relay's transactions, with its limits.
pub struct Payer {
    /// The wallet. Nobody else may send from it.
    pub wallet: Wallet,
    /// The budgets.
    pub limits: FeeLimits,
    /// For how long a transaction may be pending before the log says so, and how often it says
    /// it. Until it is carried out the same bytes are sent again: no other transaction takes its
    /// nonce, so none is carried out twice.
    pub stuck: Duration,
    /// The wallet's name, if it isn't known yet whether it may be used on the gateway's network: that
    /// is checked once the gateway answers.
    pub unchecked: Option<String>,
}

impl Payer {
    /// A payer with the usual patience.
    pub fn new(wallet: Wallet, limits: FeeLimits) -> Self {
        Payer {
            wallet,
            limits,
            stuck: STUCK,
            unchecked: None,
        }
    }
}
