//! The messages that other relays store, read from the stream.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::push::{Ordered, OrderedErrorKind};
use futures_util::StreamExt;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::NatsStore;
use crate::store::{Batch, Others, StoreError};
use tracing::{error, warn};

/// How often the games are counted.
const COUNTED: Duration = Duration::from_secs(10);

/// How long to wait after a failure.
const PAUSE: Duration = Duration::from_secs(1);

/// Passes everything that is stored to the rooms, while it is polled. Ends if the stream has lost
/// its newest messages: its numbers continue from an earlier one, and a relay that has read the
/// lost ones must start from scratch.
pub async fn feed(rooms: Arc<impl Others>, store: Arc<NatsStore>) {
    let count = async {
        let mut counted = interval(COUNTED);
        counted.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            counted.tick().await;
            if let Err(error) = store.count_rooms().await {
                warn!(event = %"count-failed", error = ?error.to_string());
                if matches!(error, StoreError::Lost) {
                    return;
                }
            }
        }
    };
    let follow = async {
        let mut last = None;
        loop {
            let followed = match store.follow(last).await {
                Ok(messages) => hand_on(&rooms, &store, messages, &mut last).await,
                Err(error) => error,
            };
            warn!(event = %"feed-failed", error = ?followed.to_string());
            sleep(PAUSE).await;
        }
    };
    tokio::select! {
        () = count => {}
        () = follow => {}
    }
}

/// Passes on messages until it fails. `last`: the number of the last message.
async fn hand_on(
    rooms: &Arc<impl Others>,
    store: &NatsStore,
    mut messages: Ordered,
    last: &mut Option<u64>,
) -> StoreError {
    while let Some(message) = messages.next().await {
        let message = match message {
            Ok(message) => message,
            // it continues automatically
            Err(error) if error.kind() == OrderedErrorKind::MissingHeartbeat => continue,
            Err(error) => return StoreError::Nats(error.to_string()),
        };
        let sequence = match message.info() {
            Ok(info) => info.stream_sequence,
            Err(error) => return StoreError::Nats(error.to_string()),
        };
        *last = Some(sequence);
        // messages that other programs put into the stream belong to no room
        if let Some(room) = store.room_of("game", &message.subject) {
            match Batch::from_json(&message.payload) {
                Ok(batch) => rooms.heard(room, sequence, batch),
                Err(error) => error!(event = %"feed-damaged", error = ?error.to_string()),
            }
        }
    }
    StoreError::Nats("the stream has ended".into())
}
