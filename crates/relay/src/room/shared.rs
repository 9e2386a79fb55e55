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
    /// The chain, if the relay queries one.
    pub chain: Option<Arc<Chain>>,
    /// The games that the settlement must look at, if the relay settles.
    pub duties: Option<Duties>,
    pub lobby: Lobby,
    pub tournaments: Tournaments,
    /// The wallets of purses, if they are stored.
    pub purses: Option<Arc<Purses>>,
    /// Notices to players who are away, if the relay sends any.
    #[cfg(feature = "program")]
    pub notices: Option<Notices>,
    pub metrics: Metrics,
    pub condition: Condition,
    /// A reader of a game for a client holds one of these.
    pub client_reads: Semaphore,
    /// Takes the changes of the people in rooms here, if other relays must be told.
    pub people_changes: Option<Arc<PeopleChanges>>,
}
