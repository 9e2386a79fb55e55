//! What all rooms share.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::chain::Chain;
use crate::duties::Duties;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::notices::Notices;
use crate::people_changes::PeopleChanges;
use crate::store::Store;

/// What all rooms share.
pub struct World {
    pub store: Store,
    /// The chain, where there is one to be asked.
    pub chain: Option<Chain>,
    /// What the settlement is to look at, where there is one.
    pub duties: Option<Duties>,
    pub lobby: Lobby,
    /// To players who are away, where the relay sends any.
    pub notices: Option<Notices>,
    pub metrics: Metrics,
    /// Who reads a game for a client holds one of these.
    pub client_reads: Semaphore,
    /// Takes who is in a room here, where other relays are to be told.
    pub people_changes: Option<Arc<PeopleChanges>>,
}
