//! The rooms that someone is in, and the seats in them.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use parking_lot::{Mutex, MutexGuard};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, mpsc, watch};

use super::duties::Rank;
use super::presence::{Client, ConnectionId};
use super::shared::Shared;
use super::verdict::{Verdict, running_wait};
use super::{LoadError, Room};
use crate::chain::{Chain, ChainGame, ChainTime};
use crate::clock::now_millis;
use crate::limits::Limits;
#[cfg(feature = "program")]
use crate::notices::Notices;
use crate::protocol::People;
use crate::purses::Purses;
use crate::room_id::RoomId;
use crate::standings::Standings;
use crate::store::{Batch, Others, Store};

/// The most games read for clients at a time; the others wait.
const CLIENT_READS: usize = 8;

/// A room, and how many connections are in it or about to be.
struct Open {
    room: Arc<Room>,
    seats: usize,
}

/// All games that the relay carries.
pub struct Rooms {
    pub(crate) shared: Arc<Shared>,
    pub(crate) limits: Limits,
    open: Mutex<HashMap<RoomId, Open>>,
}

impl Rooms {
    /// The games of a store. With a chain, only its games get into the store; without one, any game
    /// and keys that clients name. `settles`: whether games are submitted to the chain.
    pub fn new(store: Store, chain: Option<Chain>, limits: Limits, settles: bool) -> Self {
        let people_changes = store.is_shared().then(Default::default);
        Rooms {
            shared: Arc::new(Shared {
                store,
                people_changes,
                chain: chain.map(Arc::new),
                duties: settles.then(Default::default),
                lobby: Default::default(),
                tournaments: Default::default(),
                purses: None,
                #[cfg(feature = "program")]
                notices: None,
                metrics: Default::default(),
                condition: Default::default(),
                client_reads: Semaphore::new(CLIENT_READS),
            }),
            limits,
            open: Mutex::default(),
        }
    }

    /// The same, with notices to players who are away, if there are any.
    #[cfg(feature = "program")]
    pub fn with_notices(mut self, notices: Option<Notices>) -> Self {
        // nobody else has it yet
        if let Some(shared) = Arc::get_mut(&mut self.shared) {
            shared.notices = notices;
        }
        self
    }

    /// The same, with the wallets of purses, and the players' ratings, if they are read.
    pub fn with_standings(mut self, purses: Arc<Purses>, standings: Option<Standings>) -> Self {
        // nobody else has it yet
        if let Some(shared) = Arc::get_mut(&mut self.shared) {
            shared.lobby.standings = standings.map(Arc::new);
            shared.purses = Some(purses);
        }
        self
    }

    /// The time of the last block, if a contract is watched.
    fn block_millis(&self) -> Option<u64> {
        let chain = self.shared.chain.as_deref();
        let watched = chain.filter(|chain| !chain.contracts.is_empty());
        watched.map(|chain| chain.time().block_millis)
    }

    /// The reasons why the relay can't carry games, and why it can't submit them to the chain.
    pub(crate) fn troubles(&self) -> (Vec<String>, Vec<String>) {
        let condition = &self.shared.condition;
        let (mut carrying, settling) = condition.troubles(self.block_millis(), now_millis());
        let games = self.shared.store.games();
        if !games.works() {
            carrying.push("the store fails".into());
        }
        if games.is_connected() == Some(false) {
            carrying.push("the NATS server is gone".into());
        }
        (carrying, settling)
    }

    /// All metrics as text, with those that are computed now.
    pub(crate) fn metrics_text(&self) -> String {
        let (shared, metrics) = (&self.shared, &self.shared.metrics);
        let is_ready = self.troubles().0.is_empty();
        metrics.ready.set(is_ready.into());
        let settles = shared.duties.is_some() && shared.condition.can_pay();
        metrics.settles.set(settles.into());
        metrics.rooms_open.set(self.open() as i64);
        metrics.rooms_kept.set(shared.store.rooms() as i64);
        if let Some(millis) = self.block_millis() {
            let age = match millis {
                // none was read yet
                0 => f64::INFINITY,
                _ => now_millis().saturating_sub(millis) as f64 / 1_000.0,
            };
            metrics.block_age.set(age);
        }
        if let Some(is_connected) = shared.store.games().is_connected() {
            let connected = metrics.nats_connected.get_or_create(&[("server", "nats")]);
            connected.set(is_connected.into());
        }
        #[cfg(feature = "program")]
        if let Some(notices) = &shared.notices {
            notices.show(metrics);
        }
        let time = shared.chain.as_deref().map(Chain::time).unwrap_or_default();
        shared.condition.show(metrics, time.millis());
        metrics.text()
    }

    /// The number of rooms that someone is in.
    pub fn open(&self) -> usize {
        self.map().len()
    }

    fn map(&self) -> MutexGuard<'_, HashMap<RoomId, Open>> {
        self.open.lock()
    }

    /// Takes a seat in a room and has all of the game sent to it.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        id: RoomId,
        client: &Client,
    ) -> Result<Seat, LoadError> {
        let room = self.sit_down(id);
        let (sender, outbox) = mpsc::channel(self.limits.waiting.max(1));
        let people = room.people.subscribe();
        let mut seat = Seat {
            rooms: self.clone(),
            room,
            connection: client.id,
            outbox,
            people,
        };
        let most = self.limits.room_connections;
        seat.room.enter(client, sender, most).await?;
        // the game that was sent has the people already
        seat.people.mark_unchanged();
        Ok(seat)
    }

    /// The room, which stays open until as many [`Rooms::leave`] it as have sat down.
    fn sit_down(&self, id: RoomId) -> Arc<Room> {
        let mut open = self.map();
        let open = open.entry(id).or_insert_with(|| Open {
            room: Arc::new(Room::new(id, self.shared.clone())),
            seats: 0,
        });
        open.seats += 1;
        open.room.clone()
    }

    /// A contract's game has changed on the chain. Blocks.
    pub(crate) fn chain_changed(
        &self,
        runtime: &Handle,
        contract: &[u8; 32],
        id: u32,
        game: &ChainGame,
    ) -> Result<(), LoadError> {
        let time = self.shared.chain.as_deref().map(Chain::time);
        let wait = time.and_then(|time| running_wait(game, &time));
        self.shared.condition.set_wait(contract, id, wait);
        // rooms of other keys have messages from a time without a chain
        let Some(keys) = game.first_keys() else {
            return Ok(());
        };
        let room = RoomId::of_keys(contract, id, &keys);
        let is_open = self.map().contains_key(&room);
        let games = self.shared.store.games();
        let is_kept = games.has(&room)?;
        if !is_open && !is_kept {
            return Ok(());
        }
        let changed = runtime.block_on(self.sit_down(room).chain_changed(game));
        self.leave(&room);
        changed?;
        if game.is_over() && is_kept {
            games.set_over(&room, now_millis())?;
        }
        Ok(())
    }

    /// The plan for a room's game, and how soon.
    pub(crate) async fn verdict(
        &self,
        room: RoomId,
        time: &ChainTime,
    ) -> Result<(Verdict, Rank), LoadError> {
        let verdict = self.sit_down(room).verdict(time).await;
        self.leave(&room);
        verdict
    }

    fn leave(&self, id: &RoomId) {
        let mut open = self.map();
        if let Some(room) = open.get_mut(id) {
            room.seats -= 1;
            if room.seats == 0 {
                open.remove(id);
            }
        }
    }
}

impl Others for Rooms {
    fn heard_people(&self, id: RoomId, relay: u64, people: People) {
        let open = self.map().get(&id).map(|open| open.room.clone());
        if let Some(room) = open {
            // the room tells a newly joined relay which people are here
            room.change_members(|members| members.are_elsewhere(relay, people));
        }
    }

    fn forget_relay(&self, relay: u64) {
        let open: Vec<_> = self.map().values().map(|open| open.room.clone()).collect();
        for room in open {
            room.change_people(|members| members.forget_relay(relay));
        }
    }

    fn heard(&self, id: RoomId, sequence: u64, batch: Batch) {
        if let Some(board) = &batch.board {
            let game = id.game();
            let lobby = &self.shared.lobby;
            lobby.moved(game.contract, game.id, || board.clone());
        }
        let open = self.map().get(&id).map(|open| open.room.clone());
        if let Some(room) = open {
            room.hear(sequence, batch);
        } else if let Some(duties) = &self.shared.duties
            && (batch.is_due || duties.rank(&id).is_some())
        {
            duties.look_at(id);
        }
    }
}

/// A connection's place in a room, until it is dropped.
pub struct Seat {
    rooms: Arc<Rooms>,
    pub room: Arc<Room>,
    connection: ConnectionId,
    outbox: mpsc::Receiver<Utf8Bytes>,
    people: watch::Receiver<People>,
}

/// A seat's part for its connection.
pub enum News {
    /// A text that is sent unchanged.
    Text(Utf8Bytes),
    People(People),
    /// The connection is too far behind, and out of the room.
    TooSlow,
    /// The room is full, others came later, and the connection is out of the room.
    Crowded,
}

impl Seat {
    /// Waits for the next thing to send. If the wait is given up nothing is lost.
    pub async fn news(&mut self) -> News {
        tokio::select! {
            biased;
            text = self.outbox.recv() => match text {
                Some(text) => News::Text(text),
                None if self.room.members().is_crowded_out(self.connection) => News::Crowded,
                None => News::TooSlow,
            },
            // the seat holds the room, which holds the sender
            _ = self.people.changed() => News::People(*self.people.borrow_and_update()),
        }
    }

    /// Leaves the room. Returns the texts that were not sent yet.
    pub fn leave(mut self) -> Vec<Utf8Bytes> {
        std::iter::from_fn(|| self.outbox.try_recv().ok()).collect()
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.room.leave(self.connection);
        self.rooms.leave(&self.room.id);
    }
}
