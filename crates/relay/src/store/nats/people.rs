//! The people in rooms at other relays, as relays report them to one another. Nothing of it is stored:
//! a dead relay is forgotten when its reports have stopped for a while.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::NatsStore;
use crate::protocol::People;
use crate::room_id::RoomId;
use crate::store::{Others, PeopleChanges, StoreError};
use tracing::warn;

/// How often a relay says that it is alive.
const ALIVE: Duration = Duration::from_secs(5);

/// After how long without a word it is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(15);

/// How long to wait after a failure.
const PAUSE: Duration = Duration::from_secs(1);

/// The people in a room at a relay; without people it only shows that the relay is alive.
#[derive(Serialize, Deserialize)]
struct Told {
    relay: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    people: Option<People>,
}

/// Sends `changes` to other relays, and their changes to the rooms, while it is polled.
pub async fn share(rooms: Arc<impl Others>, store: Arc<NatsStore>, changes: Arc<PeopleChanges>) {
    let mut alive = interval(ALIVE);
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = HashMap::<u64, Instant>::new();
    loop {
        let mut others = match store.hear_people().await {
            Ok(others) => others,
            Err(error) => {
                warn!(event = %"people-failed", error = ?error.to_string());
                sleep(PAUSE).await;
                continue;
            }
        };
        loop {
            let told = tokio::select! {
                (room, people) = changes.next() => {
                    let told = tell(&store, Some((room, people))).await;
                    if told.is_err() {
                        changes.put_back(room, people);
                    }
                    told
                }
                _ = alive.tick() => {
                    heard.retain(|relay, at| {
                        let is_alive = at.elapsed() < FORGOTTEN;
                        if !is_alive {
                            rooms.forget_relay(*relay);
                        }
                        is_alive
                    });
                    tell(&store, None).await
                }
                message = others.next() => {
                    let Some(message) = message else {
                        break;
                    };
                    let told: Option<Told> = serde_json::from_slice(&message.payload).ok();
                    if let Some(told) = told.filter(|told| told.relay != store.number) {
                        heard.insert(told.relay, Instant::now());
                        let room = store.room_of("people", &message.subject);
                        if let Some((room, people)) = room.zip(told.people) {
                            rooms.heard_people(room, told.relay, people);
                        }
                    }
                    Ok(())
                }
            };
            if let Err(error) = told {
                warn!(event = %"people-failed", error = ?error.to_string());
                sleep(PAUSE).await;
            }
        }
    }
}

async fn tell(store: &NatsStore, of_room: Option<(RoomId, People)>) -> Result<(), StoreError> {
    let (relay, (room, people)) = (store.number, of_room.unzip());
    // numbers and truth values: nothing that could fail
    let json = serde_json::to_vec(&Told { relay, people }).unwrap_or_default();
    store.tell_people(room.as_ref(), json).await
}
