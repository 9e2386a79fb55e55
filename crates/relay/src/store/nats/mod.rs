//! Games in NATS JetStream, which several relays share. A room is a subject of one stream; each
//! batch is a message that says after which one it comes, so that the server refuses the slower of
//! two relays.

mod feed;
mod lease;
mod outbox;
mod people;
mod written;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::consumer::pull::Config as ReadConfig;
use async_nats::jetstream::consumer::push::{Ordered, OrderedConfig};
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, DiscardPolicy, LastRawMessageErrorKind, Stream};
use async_nats::jetstream::{Context, context::ContextBuilder, kv};
use async_nats::{Client, ConnectOptions, ServerAddr, Subscriber};
use futures_util::{StreamExt, TryStreamExt};
use signed_play::Entry;
use tokio::runtime::Handle;

use crate::room_id::RoomId;
use crate::store::{Batch, Games, Lease, OutboxStore, Pending, Place, StoreError};
use lease::SharedLease;
use outbox::NatsOutbox;

pub use feed::feed;
pub use people::share;

/// How long to wait for an answer of the server.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long the server keeps a lost reader.
const FORGOTTEN: Duration = Duration::from_secs(10);

/// The most games that are removed together.
const BATCH: usize = 1_000;

/// Games in a stream. Any number of programs has it open.
pub struct NatsStore {
    runtime: Handle,
    client: Client,
    /// Tells this relay from others until it ends.
    pub number: u64,
    jetstream: Context,
    name: String,
    games: Stream,
    /// For each room whose game is over, a message with the time.
    over: Stream,
    /// The stream's last message when it was opened.
    opened_at: u64,
    /// The highest number of a message from the server.
    newest: AtomicU64,
    rooms: AtomicU64,
    most_rooms: u64,
    works: AtomicBool,
}

/// The error of a NATS server, or of the connection to it.
pub fn failed(error: impl std::fmt::Display) -> StoreError {
    StoreError::Nats(error.to_string())
}

/// A stream's name is part of subjects.
fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.len() <= 64 && name.chars().all(is_part)
}

/// A room as the end of a subject.
fn tokens(room: &RoomId) -> String {
    let game = room.game();
    let [contract, white, black] = [game.contract, game.white_key, game.black_key].map(hex::encode);
    format!("{contract}.{}.{white}.{black}", game.id)
}

/// The room of a subject's end.
fn room_of(tokens: &str) -> Option<RoomId> {
    let mut tokens = tokens.split('.');
    let bytes = |text: Option<&str>| {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text?, &mut bytes).ok()?;
        Some(bytes)
    };
    let contract = bytes(tokens.next())?;
    let game = tokens.next()?.parse().ok()?;
    let keys = [bytes(tokens.next())?, bytes(tokens.next())?];
    Some(RoomId::of_keys(&contract, game, &keys))
}

impl NatsStore {
    /// Connects to servers, `nats://host:4222,…`, and makes the streams if they are missing.
    ///
    /// # Errors
    /// No server can be reached, or it has no JetStream.
    pub async fn connect(urls: &str, name: &str, most_rooms: u64) -> Result<Self, StoreError> {
        if !is_name(name) {
            let words = "the streams' name is made of letters, digits, - and _";
            return Err(StoreError::Nats(words.into()));
        }
        let addresses: Vec<ServerAddr> = urls
            .split(',')
            .map(|url| url.trim().parse())
            .collect::<Result<_, _>>()
            .map_err(failed)?;
        let mut options = ConnectOptions::new().name("relay");
        let named = addresses.iter().find(|address| address.has_user_pass());
        if let Some((user, password)) = named.and_then(|a| Some((a.username()?, a.password()?))) {
            options = options.user_and_password(user.into(), password.into());
        }
        let client = options.connect(addresses).await.map_err(failed)?;
        let jetstream = ContextBuilder::new()
            .timeout(PATIENCE)
            .build(client.clone());
        let stream = |what: &str| Config {
            name: format!("{name}-{what}"),
            subjects: vec![format!("{name}.{what}.>")],
            ..Config::default()
        };
        let games = jetstream.get_or_create_stream(stream("game")).await;
        let games = games.map_err(failed)?;
        let over = Config {
            max_messages_per_subject: 1,
            ..stream("over")
        };
        let over = jetstream.get_or_create_stream(over).await.map_err(failed)?;
        let state = &games.cached_info().state;
        let mut number = [0; 8];
        getrandom::fill(&mut number).map_err(failed)?;
        Ok(NatsStore {
            opened_at: state.last_sequence,
            newest: state.last_sequence.into(),
            rooms: state.subjects_count.into(),
            runtime: Handle::current(),
            client,
            number: u64::from_be_bytes(number),
            jetstream,
            name: name.into(),
            games,
            over,
            most_rooms,
            works: true.into(),
        })
    }

    fn subject(&self, what: &str, room: &RoomId) -> String {
        format!("{}.{what}.{}", self.name, tokens(room))
    }

    /// Publishes after the subject's message with the number `last`, 0 for none. Returns the new
    /// one's number once the server has taken it.
    async fn publish(
        &self,
        subject: String,
        payload: Vec<u8>,
        last: u64,
    ) -> Result<u64, StoreError> {
        let message = PublishMessage::build()
            .payload(payload.into())
            .expected_last_subject_sequence(last);
        let published = match self.jetstream.send_publish(subject, message).await {
            Ok(acknowledged) => acknowledged.await,
            Err(error) => Err(error),
        };
        match published {
            Ok(acknowledged) => Ok(acknowledged.sequence),
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => {
                Err(StoreError::Behind)
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// The last message of a room's game: its number and content.
    async fn last(&self, room: &RoomId) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        let subject = self.subject("game", room);
        match self.games.get_last_raw_message_by_subject(&subject).await {
            Ok(message) => Ok(Some((message.sequence, message.payload.to_vec()))),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => Err(failed(error)),
        }
    }

    /// Reads a room's messages after a place, up to the one with the number `last`.
    async fn read(
        &self,
        room: &RoomId,
        after: Place,
        last: u64,
    ) -> Result<(Vec<Entry>, Place), StoreError> {
        let config = ReadConfig {
            filter_subject: self.subject("game", room),
            deliver_policy: DeliverPolicy::ByStartSequence {
                start_sequence: after.last + 1,
            },
            ack_policy: AckPolicy::None,
            inactive_threshold: FORGOTTEN,
            memory_storage: true,
            num_replicas: 1,
            ..ReadConfig::default()
        };
        let consumer = self.games.create_consumer(config).await.map_err(failed)?;
        let info = consumer.cached_info();
        let (pending, reader) = (info.num_pending as usize, info.name.clone());
        let messages = consumer.fetch().max_messages(pending).expires(PATIENCE);
        let mut messages = messages.messages().await.map_err(failed)?;
        let (mut entries, mut place) = (vec![], after);
        while place.last < last
            && let Some(message) = messages.next().await
        {
            let message = message.map_err(failed)?;
            let sequence = message.info().map_err(failed)?.stream_sequence;
            let batch = Batch::from_json(&message.payload)?;
            if batch.first != place.count {
                let text = format!("message {} follows {}", batch.first, place.count);
                return Err(StoreError::Damaged(text));
            }
            place = Place {
                count: batch.count(),
                last: sequence,
            };
            entries.extend(batch.entries);
        }
        // else the server forgets it later
        let _ = self.games.delete_consumer(&reader).await;
        match place.last < last {
            true => Err(failed("the server hasn't sent all messages of a room")),
            false => Ok((entries, place)),
        }
    }

    /// Takes out the game that has been over the longest, if that was before a time.
    async fn take_out_oldest(&self, before: u64) -> Result<bool, StoreError> {
        let message = loop {
            let state = self.over.get_info().await.map_err(failed)?.state;
            if state.messages == 0 {
                return Ok(false);
            }
            match self.over.get_raw_message(state.first_sequence).await {
                Ok(message) => break message,
                // another relay has just taken it out
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {}
                Err(error) => return Err(failed(error)),
            }
        };
        let number = message.sequence;
        let at = std::str::from_utf8(&message.payload).ok();
        let at: Option<u64> = at.and_then(|at| at.parse().ok());
        let room = self.room_of("over", &message.subject);
        // the subject has players' keys in it, which don't go to the log
        let (at, room) = at.zip(room).ok_or_else(|| {
            StoreError::Damaged(format!(
                "message {number} of games that are over is no room's"
            ))
        })?;
        if at >= before {
            return Ok(false);
        }
        let purged = self.games.purge().filter(self.subject("game", &room));
        purged.await.map_err(failed)?;
        // if another relay was faster it is gone already
        let _ = self.over.delete_message(number).await;
        Ok(true)
    }

    /// The ends of a stream's subjects, each once.
    async fn rooms_in(&self, stream: &Stream, what: &str) -> Result<HashSet<RoomId>, StoreError> {
        let subjects = format!("{}.{what}.>", self.name);
        let info = stream.info_with_subjects(subjects).await;
        let rooms = info
            .map_err(failed)?
            .try_filter_map(|(subject, _)| std::future::ready(Ok(self.room_of(what, &subject))));
        rooms.try_collect().await.map_err(failed)
    }

    /// Counts the games again: other relays add to them.
    ///
    /// # Errors
    /// The server doesn't answer. [`StoreError::Lost`] if its newest message is older than one that
    /// it has reported before.
    pub async fn count_rooms(&self) -> Result<(), StoreError> {
        let newest = self.newest.load(Relaxed);
        let state = self.games.get_info().await.map_err(failed)?.state;
        self.rooms.store(state.subjects_count, Relaxed);
        self.newest.fetch_max(state.last_sequence, Relaxed);
        match state.last_sequence < newest {
            true => Err(StoreError::Lost),
            false => Ok(()),
        }
    }

    /// All messages of all rooms after the one with that number, as they come; with none from when
    /// the stream was opened.
    ///
    /// # Errors
    /// The server doesn't answer.
    pub async fn follow(&self, after: Option<u64>) -> Result<Ordered, StoreError> {
        let after = after.unwrap_or(self.opened_at);
        let config = OrderedConfig {
            deliver_subject: self.jetstream.client().new_inbox(),
            deliver_policy: DeliverPolicy::ByStartSequence {
                start_sequence: after + 1,
            },
            ..OrderedConfig::default()
        };
        let consumer = self.games.create_consumer(config).await.map_err(failed)?;
        consumer.messages().await.map_err(failed)
    }

    /// The room of a subject: `what` is `game`, `over` or `people`.
    pub fn room_of(&self, what: &str, subject: &str) -> Option<RoomId> {
        let tokens = subject.strip_prefix(&self.name)?.strip_prefix('.')?;
        room_of(tokens.strip_prefix(what)?.strip_prefix('.')?)
    }

    /// Informs other relays of the people in a room here, or without a room only that this relay is
    /// alive.
    ///
    /// # Errors
    /// There is no connection.
    pub async fn tell_people(
        &self,
        room: Option<&RoomId>,
        json: Vec<u8>,
    ) -> Result<(), StoreError> {
        let subject = match room {
            Some(room) => self.subject("people", room),
            None => format!("{}.people.alive", self.name),
        };
        let published = self.jetstream.client().publish(subject, json.into()).await;
        published.map_err(failed)
    }

    /// The relays' reports about the people in rooms.
    ///
    /// # Errors
    /// There is no connection.
    pub async fn hear_people(&self) -> Result<Subscriber, StoreError> {
        let subject = format!("{}.people.>", self.name);
        let subscribed = self.jetstream.client().subscribe(subject).await;
        subscribed.map_err(failed)
    }

    /// A bucket of keys and values beside the streams. `max_age`: the time after which a value is
    /// deleted; zero for never.
    ///
    /// # Errors
    /// The server doesn't answer.
    pub async fn bucket(&self, what: &str, max_age: Duration) -> Result<kv::Store, StoreError> {
        let bucket = format!("{}-{what}", self.name);
        // the library's own way to make a bucket needs a field that nats-server 2.9 doesn't send
        let stream = Config {
            name: format!("KV_{bucket}"),
            subjects: vec![format!("$KV.{bucket}.>")],
            max_messages_per_subject: 1,
            max_age,
            discard: DiscardPolicy::New,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            ..Config::default()
        };
        let made = self.jetstream.get_or_create_stream(stream).await;
        made.map_err(failed)?;
        self.jetstream.get_key_value(bucket).await.map_err(failed)
    }
}

impl Games for NatsStore {
    fn keep<'a>(&'a self, room: &'a RoomId, place: Place, batch: Batch) -> Pending<'a, Place> {
        Box::pin(async move {
            if place.last == 0 && self.rooms.load(Relaxed) >= self.most_rooms {
                return Err(StoreError::Full);
            }
            let json = batch.to_json();
            let last = self.publish(self.subject("game", room), json, place.last);
            let last = last.await;
            let works = !matches!(last, Err(StoreError::Nats(_)));
            self.works.store(works, Relaxed);
            let last = last?;
            self.newest.fetch_max(last, Relaxed);
            if place.last == 0 {
                self.rooms.fetch_add(1, Relaxed);
            }
            let count = batch.count();
            Ok(Place { count, last })
        })
    }

    fn load<'a>(&'a self, room: &'a RoomId, after: Place) -> Pending<'a, (Vec<Entry>, Place)> {
        Box::pin(async move {
            let found = self.last(room).await?;
            let Some((last, payload)) = found.filter(|(last, _)| *last >= after.last) else {
                return match after.last {
                    0 => Ok((vec![], after)),
                    _ => Err(StoreError::Lost),
                };
            };
            if last == after.last {
                return Ok((vec![], after));
            }
            let batch = Batch::from_json(&payload)?;
            if batch.first == after.count {
                let count = batch.count();
                return Ok((batch.entries, Place { count, last }));
            }
            self.read(room, after, last).await
        })
    }

    fn has(&self, room: &RoomId) -> Result<bool, StoreError> {
        Ok(self.runtime.block_on(self.last(room))?.is_some())
    }

    fn unsettled(&self) -> Result<Vec<RoomId>, StoreError> {
        self.runtime.block_on(async {
            let over = self.rooms_in(&self.over, "over").await?;
            let rooms = self.rooms_in(&self.games, "game").await?;
            Ok(rooms.difference(&over).copied().collect())
        })
    }

    fn set_over(&self, room: &RoomId, at: u64) -> Result<(), StoreError> {
        if !self.has(room)? {
            return Ok(());
        }
        let subject = self.subject("over", room);
        let published = self.publish(subject, at.to_string().into(), 0);
        match self.runtime.block_on(published) {
            // the first time stays
            Ok(_) | Err(StoreError::Behind) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn take_out(&self, before: u64) -> Result<usize, StoreError> {
        self.runtime.block_on(async {
            let mut taken = 0;
            while taken < BATCH && self.take_out_oldest(before).await? {
                taken += 1;
            }
            if taken > 0 {
                self.count_rooms().await?;
            }
            Ok(taken)
        })
    }

    fn rooms(&self) -> u64 {
        self.rooms.load(Relaxed)
    }

    fn works(&self) -> bool {
        self.works.load(Relaxed)
    }

    fn is_connected(&self) -> Option<bool> {
        Some(self.client.connection_state() == State::Connected)
    }

    fn last_block(&self, _: &[u8; 32]) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }

    fn set_last_block(&self, _: &[u8; 32], _: u64) -> Result<(), StoreError> {
        Ok(())
    }

    fn outbox(&self, _: u64) -> Result<Box<dyn OutboxStore>, StoreError> {
        Ok(Box::new(self.runtime.block_on(NatsOutbox::open(self))?))
    }

    fn lease(&self) -> Result<Box<dyn Lease>, StoreError> {
        Ok(Box::new(self.runtime.block_on(SharedLease::open(self))?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_a_room() {
        let room = RoomId::of_keys(&[5; 32], 7, &[[1; 32], [2; 32]]);
        assert_eq!(room_of(&tokens(&room)), Some(room));
        assert_eq!(room_of("05.7.01.02"), None);
        assert!(is_name("relay-2") && !is_name("a.b") && !is_name(""));
    }
}
