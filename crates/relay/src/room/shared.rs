//! The state shared by all rooms.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::duties::Duties;
use super::lobby::Lobby;
use super::tournaments::Tournaments;
use crate::chain::Chain;
use crate::condition::Condition;
use crate::metrics::Metrics;
#[cfg(feature = "program")]
use crate::notices::Notices;
use crate::purses::Purses;
use crate::store::{PeopleChanges, Store};

/// The state shared by all rooms.
pub struct Shared {
    pub store: Store,
    /// The chain, if there is one to be asked.
    pub chain: Option<Arc<Chain>>,
    /// The games that the settlement must look at, if there is one.
    pub duties: Option<Duties>,
    pub lobby: Lobby,
    pub tournaments: Tournaments,
    /// The wallets of purses, where they are stored.
    pub purses: Option<Arc<Purses>>,
    /// To players who are away, where the relay sends any.
    #[cfg(feature = "program")]
    pub notices: Option<Notices>,
    pub metrics: Metrics,
    pub condition: Condition,
    /// A reader of a game for a client holds one of these.
    pub client_reads: Semaphore,
    /// Takes who is in a room here, if other relays must be told.
    pub people_changes: Option<Arc<PeopleChanges>>,
}
