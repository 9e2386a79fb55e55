//! One game while somebody is in its room: who is there, and what they are told.
//!
//! [`Rooms`] has all rooms that somebody is in. A room's game is read from the store and the chain,
//! goes on by what players send, and says what is to be done about it: that stands in [`Duties`],
//! for the settlement. The [`Lobby`] is what of all games is shown to everybody.

mod duties;
mod kept;
mod load;
mod load_error;
mod lobby;
mod plan;
mod play;
mod presence;
mod rooms;
mod shared;
mod verdict;

use std::collections::VecDeque;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use chess_rules::Color;
use signed_play::{Entry, count_plies};
use tokio::sync::{mpsc::Sender, watch};

use crate::clock::now_millis;
use crate::protocol::{Answer, GameState, Hex, People, SaidState};
use crate::room_id::RoomId;
use crate::store::Batch;

pub use duties::{Duties, Duty, Rank};
use kept::{Kept, state_of};
pub use load_error::{LoadError, count_failure};
pub use lobby::{OF_A_CHALLENGER, StakeItem};
pub use presence::ConnectionId;
use presence::Members;
pub use rooms::{News, Rooms, Seat};
pub use shared::Shared;
pub use verdict::{Cause, Verdict, When};

/// A game's room. Its lock has messages checked, kept and passed on one after the other.
pub struct Room {
    id: RoomId,
    shared: Arc<Shared>,
    /// Read from the store by whoever comes first. Every answer about the game is queued under this
    /// lock, so that all connections get the same in the same order.
    kept: tokio::sync::Mutex<Option<Kept>>,
    members: Mutex<Members>,
    people: watch::Sender<People>,
    /// What the stream tells, in its order, until it is taken in.
    heard: Mutex<VecDeque<(u64, Batch)>>,
    /// The number of the last message in the stream that is taken in.
    last: AtomicU64,
}

/// A message as the endpoint `play` would take it.
pub struct Message {
    pub id: Option<u64>,
    pub moves: Vec<u8>,
    pub white: Vec<u8>,
    pub black: Vec<u8>,
}

impl Room {
    pub fn new(id: RoomId, shared: Arc<Shared>) -> Self {
        Room {
            id,
            shared,
            kept: tokio::sync::Mutex::new(None),
            members: Mutex::default(),
            people: watch::Sender::new(People::default()),
            heard: Mutex::default(),
            last: AtomicU64::default(),
        }
    }

    pub fn id(&self) -> &RoomId {
        &self.id
    }

    /// Tells when somebody comes or goes.
    pub fn watch_people(&self) -> watch::Receiver<People> {
        self.people.subscribe()
    }

    fn members(&self) -> MutexGuard<'_, Members> {
        // nothing in there panics half way
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change_people(&self, change: impl FnOnce(&mut Members)) {
        let (own_before, own, people) = {
            let mut members = self.members();
            let before = members.own_people();
            change(&mut members);
            (before, members.own_people(), members.people())
        };
        self.show_people(people);
        if !own_before.are_same_there(&own) {
            self.tell_people(own);
        }
    }

    fn show_people(&self, people: People) {
        self.people.send_if_modified(|before| {
            // when a player was last seen changes with each move, which all get anyway
            let is_new = !before.are_same_there(&people);
            *before = people;
            is_new
        });
    }

    /// Tells other relays, where there may be any.
    fn tell_people(&self, own: People) {
        if let Some(changes) = &self.shared.people_changes {
            changes.add(self.id, own);
        }
    }

    /// Another relay tells who is there. Where it is new in this room it is told who is here.
    pub fn hear_people(&self, relay: u64, people: People) {
        let (is_new, own, people) = {
            let mut members = self.members();
            let is_new = members.are_elsewhere(relay, people);
            (is_new, members.own_people(), members.people())
        };
        self.show_people(people);
        if is_new {
            self.tell_people(own);
        }
    }

    /// Another relay is gone.
    pub fn forget_relay(&self, relay: u64) {
        let people = {
            let mut members = self.members();
            members.forget_relay(relay);
            members.people()
        };
        self.show_people(people);
    }

    /// Lets a connection in and sends it all of the game. `most`: so many spectators keep their places.
    pub async fn enter(
        &self,
        connection: ConnectionId,
        nonce: &[u8; 32],
        outbox: Sender<Utf8Bytes>,
        most: usize,
    ) -> Result<(), LoadError> {
        let mut kept = self.kept.lock().await;
        let mut permit = None;
        if kept.is_none() {
            // the watch and the settlement, which need the lock too, don't wait for other clients
            drop(kept);
            permit = self.shared.client_reads.acquire().await.ok();
            kept = self.kept.lock().await;
        }
        let kept = self.load(&mut kept).await?;
        drop(permit);
        self.change_people(|members| members.enter(connection, outbox, most));
        let game = self.game_state(kept, None, nonce);
        self.answer(connection, &Answer::Game(game));
        Ok(())
    }

    /// Whether a connection had to go because others came.
    pub fn is_crowded_out(&self, connection: ConnectionId) -> bool {
        self.members().is_crowded_out(connection)
    }

    /// A connection is gone.
    pub fn leave(&self, connection: ConnectionId) {
        self.change_people(|members| members.leave(connection, now_millis()));
    }

    /// A connection shows that it has a player's key. False where it doesn't.
    pub fn show(
        &self,
        connection: ConnectionId,
        nonce: &[u8; 32],
        color: Color,
        signature: &[u8],
    ) -> bool {
        let message = self.id.here_message(nonce);
        let holds = signed_play::verify(self.id.game().key(color), &message, signature);
        if holds {
            self.change_people(|members| {
                members.is(connection, color);
                members.saw(color, now_millis());
            });
        }
        holds
    }

    fn answer(&self, connection: ConnectionId, answer: &Answer) {
        let text = Utf8Bytes::from(answer.to_json());
        self.members().send_to(connection, &text);
    }

    fn pass_on(&self, from: Option<ConnectionId>, plies: usize, entry: &Entry) {
        let added = count_plies(&entry.new_moves).unwrap_or_default();
        let played = Answer::Played {
            plies,
            first: entry.first.unwrap_or(plies - added),
            new: Hex(entry.new_moves.clone()),
            white: entry.white.map(|signed| Hex(signed.to_argument().to_vec())),
            black: entry.black.map(|signed| Hex(signed.to_argument().to_vec())),
            at: entry.at,
        };
        let text = Utf8Bytes::from(played.to_json());
        self.change_people(|members| {
            for (color, _) in entry.signed() {
                members.saw(color, entry.at);
            }
            members.send_to_others(from, &text);
        });
    }

    fn game_state(&self, kept: &Kept, id: Option<u64>, nonce: &[u8; 32]) -> GameState {
        let game = &kept.transcript;
        let last_move = |color| {
            let signed = game.last_move(color);
            signed.map(|signed| Hex(signed.to_argument().to_vec()))
        };
        GameState {
            id,
            contract: self.id.contract(),
            game: self.id.game().id,
            plies: game.plies(),
            moves: Hex(game.moves().to_vec()),
            times: game.times().to_vec(),
            white: last_move(Color::White),
            black: last_move(Color::Black),
            said: game
                .said()
                .iter()
                .map(|said| SaidState {
                    color: said.color.into(),
                    signed: Hex(said.signed.to_argument().to_vec()),
                    at: said.at,
                })
                .collect(),
            chain: kept.chain.as_ref().map(state_of),
            settles: self.shared.duties.is_some(),
            people: self.members().people(),
            now: now_millis(),
            nonce: Hex(nonce.to_vec()),
        }
    }
}
