//! What all rooms share.

use crate::chain::Chain;
use crate::duties::Duties;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::store::Store;

/// What all rooms share.
pub struct World {
    pub store: Store,
    /// The chain, where there is one to be asked.
    pub chain: Option<Chain>,
    /// What the settlement is to look at, where there is one.
    pub duties: Option<Duties>,
    pub lobby: Lobby,
    pub metrics: Metrics,
}
