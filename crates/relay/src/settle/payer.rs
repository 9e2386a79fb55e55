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
    /// Says why the wallet must not be used on a network, named by its chain id; checked once the
    /// gateway answers.
    pub check: Option<WalletCheck>,
}

/// See [`Payer::check`].
pub type WalletCheck = Box<dyn Fn(&Wallet, &str) -> Result<(), String> + Send>;

impl Payer {
    /// A payer with the usual patience.
    pub fn new(wallet: Wallet, limits: FeeLimits) -> Self {
        Payer {
            wallet,
            limits,
            stuck: STUCK,
            check: None,
        }
    }
}
