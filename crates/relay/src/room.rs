//! One game while somebody is in its room.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use chess_rules::Color;
use tokio::sync::{mpsc::Sender, watch};

use crate::chain::{Chain, ChainError};
use crate::check::{Refusal, check};
use crate::clock::now_millis;
use crate::metrics::{Metrics, count};
use crate::presence::{ConnectionId, Members};
use crate::protocol::{Answer, GameState, Hex, People, SaidState};
use crate::room_id::RoomId;
use crate::store::{Store, StoreError};
use crate::transcript::{Entry, Transcript};

/// The game, and how many messages of it are kept.
struct Kept {
    transcript: Transcript,
    count: u32,
}

/// What a message is checked, kept and passed on under, one after the other.
pub struct Room {
    id: RoomId,
    store: Arc<Store>,
    chain: Option<Arc<Chain>>,
    metrics: Arc<Metrics>,
    /// Read from the store by whoever comes first. Every answer about the game is queued under this
    /// lock, so that all connections get the same in the same order.
    kept: tokio::sync::Mutex<Option<Kept>>,
    members: Mutex<Members>,
    people: watch::Sender<People>,
}

/// A message as the endpoint `play` would take it.
pub struct Message {
    pub id: Option<u64>,
    pub moves: Vec<u8>,
    pub white: Vec<u8>,
    pub black: Vec<u8>,
}

/// Why a game can't be had.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Chain(#[from] ChainError),
}

impl LoadError {
    /// The word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            LoadError::Store(StoreError::Full) => "full",
            LoadError::Store(_) => "store",
            LoadError::Chain(ChainError::OtherKeys) => "keys",
            LoadError::Chain(ChainError::Gateway(_)) => "gateway",
        }
    }
}

impl Room {
    pub fn new(
        id: RoomId,
        store: Arc<Store>,
        chain: Option<Arc<Chain>>,
        metrics: Arc<Metrics>,
    ) -> Self {
        Room {
            id,
            store,
            chain,
            metrics,
            kept: tokio::sync::Mutex::new(None),
            members: Mutex::default(),
            people: watch::Sender::new(People::default()),
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
        let people = {
            let mut members = self.members();
            change(&mut members);
            members.people()
        };
        self.people.send_if_modified(|before| {
            let is_new = *before != people;
            *before = people;
            is_new
        });
    }

    /// Reads the game from the store, if nobody has yet. Of a game without messages the chain must
    /// know the keys; every other one was asked for when it had none.
    async fn load<'a>(&self, kept: &'a mut Option<Kept>) -> Result<&'a mut Kept, LoadError> {
        let loaded = match kept.take() {
            Some(loaded) => loaded,
            None => {
                let (store, chain, id) = (self.store.clone(), self.chain.clone(), self.id);
                let read = tokio::task::spawn_blocking(move || {
                    let (transcript, count) = store.load(&id)?;
                    if let (Some(chain), 0) = (chain, count) {
                        chain.require_keys(&id)?;
                    }
                    Ok::<_, LoadError>(Kept { transcript, count })
                });
                let read = read.await;
                let read = read.map_err(|error| StoreError::Damaged(error.to_string()))??;
                let mut members = self.members();
                for color in [Color::White, Color::Black] {
                    if let Some(at) = read.transcript.last_at(color) {
                        members.saw(color, at);
                    }
                }
                read
            }
        };
        Ok(kept.insert(loaded))
    }

    /// Lets a connection in and sends it all of the game.
    pub async fn enter(
        &self,
        connection: ConnectionId,
        nonce: &[u8; 32],
        outbox: Sender<Utf8Bytes>,
    ) -> Result<(), LoadError> {
        let mut kept = self.kept.lock().await;
        let kept = self.load(&mut kept).await?;
        self.change_people(|members| members.enter(connection, outbox));
        let game = self.game_state(&kept.transcript, None, nonce);
        self.answer(connection, &Answer::Game(game));
        Ok(())
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

    /// Checks a message, keeps it, and only then acknowledges it and passes it on.
    pub async fn play(&self, connection: ConnectionId, nonce: &[u8; 32], message: &Message) {
        let mut kept = self.kept.lock().await;
        let kept = match self.load(&mut kept).await {
            Ok(kept) => kept,
            Err(error) => return self.refuse_to_keep(connection, message.id, &error),
        };
        let Message {
            id,
            moves,
            white,
            black,
        } = message;
        let known = &kept.transcript;
        let entry = match check(&self.id, known, moves, white, black, now_millis()) {
            Ok(entry) => entry,
            Err(Refusal::Known) => {
                count(&self.metrics.messages_known);
                let game = self.game_state(known, *id, nonce);
                return self.answer(connection, &Answer::Game(game));
            }
            Err(refusal) => {
                count(&self.metrics.messages_refused);
                let helps = matches!(refusal, Refusal::Fork | Refusal::Over | Refusal::Ahead);
                let game = helps.then(|| Box::new(self.game_state(known, *id, nonce)));
                let answer = Answer::Error {
                    id: *id,
                    code: refusal.code().into(),
                    text: refusal.to_string(),
                    game,
                };
                return self.answer(connection, &answer);
            }
        };
        let stored = self.store.keep(self.id, kept.count, entry.clone()).await;
        if let Err(error) = stored {
            return self.refuse_to_keep(connection, *id, &error.into());
        }
        // the same moves that were checked a moment ago
        if let Err(error) = kept.transcript.add(&entry) {
            let error = StoreError::Damaged(error.to_string());
            return self.refuse_to_keep(connection, *id, &error.into());
        }
        kept.count += 1;
        count(&self.metrics.messages_kept);
        let plies = kept.transcript.plies();
        let at = entry.at;
        self.answer(connection, &Answer::Kept { id: *id, plies, at });
        self.pass_on(connection, plies, &entry);
    }

    fn pass_on(&self, from: ConnectionId, plies: usize, entry: &Entry) {
        let played = Answer::Played {
            plies,
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

    fn answer(&self, connection: ConnectionId, answer: &Answer) {
        let text = Utf8Bytes::from(answer.to_json());
        self.members().send_to(connection, &text);
    }

    fn refuse_to_keep(&self, connection: ConnectionId, id: Option<u64>, error: &LoadError) {
        count_failure(&self.metrics, error);
        let answer = Answer::Error {
            id,
            code: error.code().into(),
            text: error.to_string(),
            game: None,
        };
        self.answer(connection, &answer);
    }

    fn game_state(&self, game: &Transcript, id: Option<u64>, nonce: &[u8; 32]) -> GameState {
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
            people: self.members().people(),
            now: now_millis(),
            nonce: Hex(nonce.to_vec()),
        }
    }
}

/// Counts what can't be had or kept, and logs what the operator has to know.
pub fn count_failure(metrics: &Metrics, error: &LoadError) {
    match error {
        LoadError::Store(StoreError::Full) | LoadError::Chain(ChainError::OtherKeys) => {
            count(&metrics.messages_refused);
        }
        LoadError::Store(_) => {
            count(&metrics.store_failures);
            crate::log::event("store-failed", &[("error", error)]);
        }
        LoadError::Chain(ChainError::Gateway(_)) => {
            count(&metrics.gateway_failures);
            crate::log::event("gateway-failed", &[("error", error)]);
        }
    }
}
