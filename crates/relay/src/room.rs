//! One game while somebody is in its room.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use chess_rules::Color;
use signed_play::count_plies;
use tokio::sync::{mpsc::Sender, watch};

use crate::batch::{Batch, Board, Place};
use crate::chain::{ChainError, ChainTime};
use crate::chain_game::{Awaits, ChainGame, Stake};
use crate::check::{Refusal, check};
use crate::clock::now_millis;
use crate::duties::{Duty, Rank};
use crate::log;
use crate::metrics::{Metrics, count};
use crate::presence::{ConnectionId, Members};
use crate::protocol::{Answer, ChainState, GameState, Hex, People, SaidState};
use crate::room_id::RoomId;
use crate::store_error::StoreError;
use crate::transcript::{Entry, ReplayError, Transcript};
use crate::verdict::{Due, Verdict, verdict};
use crate::world::World;

/// After how long a game is looked at again that the chain couldn't be asked about, in milliseconds.
const UNREAD_MILLIS: u64 = 2_000;

/// How long to wait before a room's messages are read again that could not be read.
const READ_AGAIN: Duration = Duration::from_secs(1);

/// The game, and how far its messages are kept.
struct Kept {
    transcript: Transcript,
    place: Place,
    /// What the chain shows of a game of which no message was kept: the first one takes it along.
    unsaved: Vec<Entry>,
    /// The game as the chain has it, where that is known.
    chain: Option<ChainGame>,
}

/// What a message is checked, kept and passed on under, one after the other.
pub struct Room {
    id: RoomId,
    world: Arc<World>,
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
            LoadError::Chain(ChainError::OtherContract) => "contract",
            LoadError::Chain(ChainError::OtherKeys) => "keys",
            LoadError::Chain(ChainError::Gateway(_)) => "gateway",
        }
    }
}

impl Room {
    pub fn new(id: RoomId, world: Arc<World>) -> Self {
        Room {
            id,
            world,
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
        if let Some(tell) = &self.world.tell_people {
            // Where NATS takes nothing and too many changes wait, further ones are dropped: others
            // forget a relay that they don't hear, and are told of this room when it changes next.
            let _ = tell.try_send((self.id, own));
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

    /// Reads the game from the store and from the chain, if nobody has yet. Of a game without
    /// messages the chain must know the keys; others go on where it can't be asked.
    async fn load<'a>(&self, kept: &'a mut Option<Kept>) -> Result<&'a mut Kept, LoadError> {
        if kept.is_none() {
            let (world, id) = (self.world.clone(), self.id);
            let (entries, place) = world.store.load(&id, Place::default()).await?;
            let read = tokio::task::spawn_blocking(move || {
                let transcript = transcript_of(&entries)?;
                // the settlement asks again
                let may_wait = place.count > 0;
                let asked = world.chain.as_ref();
                let asked = asked.filter(|chain| !(may_wait && chain.is_unreachable()));
                let game = match asked.map(|chain| chain.game_of(&id)) {
                    None => None,
                    Some(Err(error @ ChainError::Gateway(_))) if may_wait => {
                        count_failure(&world.metrics, &error.into());
                        None
                    }
                    Some(game) => Some(game?),
                };
                Ok::<_, LoadError>((transcript, game))
            });
            let read = read.await;
            let (transcript, game) =
                read.map_err(|error| StoreError::Damaged(error.to_string()))??;
            let loaded = kept.insert(Kept {
                transcript,
                place,
                unsaved: vec![],
                chain: None,
            });
            self.last.store(place.last, Relaxed);
            {
                let mut members = self.members();
                for color in [Color::White, Color::Black] {
                    if let Some(at) = loaded.transcript.last_at(color) {
                        members.saw(color, at);
                    }
                }
            }
            match game {
                Some(game) => self.take_over(loaded, game).await,
                // what the stream told while this was read isn't forgotten
                None => self.plan(loaded),
            }
        }
        kept.as_mut()
            .ok_or_else(|| StoreError::Damaged("nothing was loaded".into()).into())
    }

    /// Takes over what the chain has: its moves, where they count, and how it stands.
    async fn take_over(&self, kept: &mut Kept, game: ChainGame) {
        let state = state_of(&game);
        let is_new = kept.chain.as_ref().map(state_of) != Some(state);
        kept.chain = Some(game);
        self.show_chain(kept);
        self.save_chain(kept).await;
        if is_new {
            let text = Utf8Bytes::from(Answer::Chain { chain: state }.to_json());
            self.change_people(|members| members.send_to_others(None, &text));
        }
        self.plan(kept);
    }

    /// Adds the chain's moves, where they count.
    fn show_chain(&self, kept: &mut Kept) {
        let Some(game) = &kept.chain else {
            return;
        };
        if let Some(entry) = kept.transcript.catch_up(&game.moves, now_millis())
            && kept.transcript.add(&entry).is_ok()
        {
            self.pass_on(None, kept.transcript.plies(), &entry);
            kept.unsaved.push(entry);
        }
    }

    /// Keeps what the chain has shown, where the game is kept.
    async fn save_chain(&self, kept: &mut Kept) {
        // of a game that is over no message comes that could take it along, and the chain keeps it
        let is_over = kept.chain.as_ref().is_some_and(ChainGame::is_over);
        while kept.place.count > 0 && !kept.unsaved.is_empty() && !is_over {
            let batch = Batch {
                first: kept.place.count,
                entries: kept.unsaved.clone(),
                is_due: false,
                board: None,
            };
            let done = match self.keep(kept, batch).await {
                Ok(()) => return kept.unsaved.clear(),
                Err(StoreError::Behind) => self.catch_up(kept).await,
                Err(error) => Err(error),
            };
            if let Err(error) = done {
                // the next message takes it along
                return count_failure(&self.world.metrics, &error.into());
            }
        }
    }

    async fn keep(&self, kept: &mut Kept, batch: Batch) -> Result<(), StoreError> {
        let stored = self.world.store.keep(&self.id, kept.place, batch);
        kept.place = stored.await?;
        self.last.store(kept.place.last, Relaxed);
        Ok(())
    }

    /// Takes in what other relays have kept meanwhile.
    async fn catch_up(&self, kept: &mut Kept) -> Result<(), StoreError> {
        // what the chain has shown may have come in between: then the game is read from its beginning
        let after = match kept.unsaved.is_empty() {
            true => kept.place,
            false => Place::default(),
        };
        let (entries, place) = self.world.store.load(&self.id, after).await?;
        if place == kept.place {
            return Ok(());
        }
        let known = (kept.place.count - after.count) as usize;
        if !kept.unsaved.is_empty() {
            kept.transcript = transcript_of(&entries[..known.min(entries.len())])?;
            kept.unsaved.clear();
        }
        self.add_all(kept, entries.get(known..).unwrap_or_default(), place)?;
        self.show_chain(kept);
        self.plan(kept);
        Ok(())
    }

    /// Adds messages that another relay has kept.
    fn add_all(&self, kept: &mut Kept, entries: &[Entry], place: Place) -> Result<(), StoreError> {
        for entry in entries {
            let added = kept.transcript.add(entry);
            added.map_err(|error| StoreError::Damaged(error.to_string()))?;
            self.pass_on(None, kept.transcript.plies(), entry);
        }
        kept.place = place;
        self.last.store(place.last, Relaxed);
        Ok(())
    }

    /// The stream tells of a message: another relay's, or this one's own.
    pub fn hear(self: &Arc<Self>, sequence: u64, batch: Batch) {
        if sequence <= self.last.load(Relaxed) {
            return;
        }
        self.heard().push_back((sequence, batch));
        let room = self.clone();
        tokio::spawn(async move { room.take_in().await });
    }

    fn heard(&self) -> MutexGuard<'_, VecDeque<(u64, Batch)>> {
        // nothing in there panics half way
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in what the stream has told of a game that is in memory.
    async fn take_in(&self) {
        let mut is_behind = false;
        loop {
            let mut kept = self.kept.lock().await;
            let heard = std::mem::take(&mut *self.heard());
            let Some(kept) = kept.as_mut() else {
                return;
            };
            let taken = match is_behind {
                true => self.catch_up(kept).await,
                false => self.take_in_all(kept, heard).await,
            };
            match taken {
                Ok(()) => return,
                Err(error) => {
                    let is_lost = matches!(error, StoreError::Damaged(_) | StoreError::Lost);
                    count_failure(&self.world.metrics, &error.into());
                    if is_lost {
                        return;
                    }
                }
            }
            is_behind = true;
            tokio::time::sleep(READ_AGAIN).await;
        }
    }

    async fn take_in_all(
        &self,
        kept: &mut Kept,
        heard: VecDeque<(u64, Batch)>,
    ) -> Result<(), StoreError> {
        for (last, batch) in heard {
            if last <= kept.place.last {
                continue;
            }
            if batch.first != kept.place.count || !kept.unsaved.is_empty() {
                // that reads all the others too
                return self.catch_up(kept).await;
            }
            let count = batch.count();
            self.add_all(kept, &batch.entries, Place { count, last })?;
            self.plan(kept);
        }
        Ok(())
    }

    /// Tells a player who is away that it is their turn.
    fn tell(&self, kept: &Kept) {
        let Some(notices) = &self.world.notices else {
            return;
        };
        let game = &kept.transcript;
        let is_over = game.end().is_some() || kept.chain.as_ref().is_some_and(ChainGame::is_over);
        let to_move = (!is_over).then(|| game.position().turn());
        let People { white, black, .. } = self.members().people();
        let clock = kept.chain.as_ref().and_then(|chain| chain.clock.as_ref());
        notices.played(
            &self.id,
            game.plies(),
            to_move,
            [white.here, black.here],
            clock,
        );
    }

    /// Notes when the settlement is to look at the game, and tells who is away.
    fn plan(&self, kept: &Kept) {
        self.tell(kept);
        let Some((duties, chain)) = self.world.duties.as_ref().zip(self.world.chain.as_ref())
        else {
            return;
        };
        let verdict = judge(kept, &chain.time());
        let rank = rank(kept, &verdict);
        let due = match verdict {
            Verdict::Rest => None,
            Verdict::Later(due) => Some(due),
            Verdict::Bring(..) | Verdict::Signal => Some(Due::Now),
        };
        duties.set(self.id, due.map(|due| Duty { due, rank }));
    }

    /// What is to be done about the game, and how soon. Where the chain couldn't be asked when the game
    /// was loaded, it is asked again.
    pub async fn verdict(&self, time: &ChainTime) -> Result<(Verdict, Rank), LoadError> {
        let mut kept = self.kept.lock().await;
        let kept = self.load(&mut kept).await?;
        if kept.chain.is_none() && self.world.chain.is_some() {
            let (world, id) = (self.world.clone(), self.id);
            let read = tokio::task::spawn_blocking(move || {
                world.chain.as_ref().map(|chain| chain.game_of(&id))
            });
            let read = read.await;
            match read.map_err(|error| StoreError::Damaged(error.to_string()))? {
                // looked at again soon
                Some(Err(error @ ChainError::Gateway(_))) => {
                    count_failure(&self.world.metrics, &error.into());
                }
                Some(game) => self.take_over(kept, game?).await,
                None => {}
            }
        }
        let verdict = judge(kept, time);
        let rank = rank(kept, &verdict);
        Ok((verdict, rank))
    }

    /// The chain's game has changed.
    pub async fn chain_changed(&self, game: &ChainGame) -> Result<(), LoadError> {
        let mut kept = self.kept.lock().await;
        let kept = self.load(&mut kept).await?;
        if kept.chain.as_ref() != Some(game) {
            self.take_over(kept, game.clone()).await;
        }
        Ok(())
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
            permit = self.world.client_reads.acquire().await.ok();
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

    /// Checks a message, keeps it, and only then acknowledges it and passes it on.
    pub async fn play(&self, connection: ConnectionId, nonce: &[u8; 32], message: &Message) {
        let mut loaded = self.kept.lock().await;
        let kept = match self.load(&mut loaded).await {
            Ok(kept) => kept,
            Err(error) => return self.refuse_to_keep(connection, message.id, &error),
        };
        // another relay may have kept one a moment ago: then this one comes to the game as it is now
        let mut is_newest = !self.world.store.is_shared();
        loop {
            let tried = self.try_play(kept, connection, nonce, message, is_newest);
            match tried.await {
                Err(StoreError::Behind) => match self.catch_up(kept).await {
                    Ok(()) => is_newest = true,
                    Err(error) => {
                        if matches!(error, StoreError::Lost) {
                            // what is in memory isn't kept: whoever comes next reads what is
                            *loaded = None;
                        }
                        return self.refuse_to_keep(connection, message.id, &error.into());
                    }
                },
                Err(error) => return self.refuse_to_keep(connection, message.id, &error.into()),
                Ok(()) => return,
            }
        }
    }

    /// As `play`, where no other relay keeps a message meanwhile. `is_newest`: whether no other
    /// relay can have kept what this message goes on from.
    async fn try_play(
        &self,
        kept: &mut Kept,
        connection: ConnectionId,
        nonce: &[u8; 32],
        message: &Message,
        is_newest: bool,
    ) -> Result<(), StoreError> {
        let Message {
            id,
            moves,
            white,
            black,
        } = message;
        let known = &kept.transcript;
        let is_over = kept.chain.as_ref().is_some_and(ChainGame::is_over);
        let checked = match check(&self.id, known, moves, white, black, now_millis()) {
            Ok(_) if is_over => Err(Refusal::Over),
            checked => checked,
        };
        let entry = match checked {
            Ok(entry) => entry,
            Err(Refusal::Known) => {
                count(&self.world.metrics.messages_known);
                let game = self.game_state(kept, *id, nonce);
                self.answer(connection, &Answer::Game(game));
                return Ok(());
            }
            Err(Refusal::Unsigned(_) | Refusal::Ahead | Refusal::Fork) if !is_newest => {
                return Err(StoreError::Behind);
            }
            Err(refusal) => {
                count(&self.world.metrics.messages_refused);
                let helps = matches!(refusal, Refusal::Fork | Refusal::Over | Refusal::Ahead);
                let game = helps.then(|| Box::new(self.game_state(kept, *id, nonce)));
                let answer = Answer::Error {
                    id: *id,
                    code: refusal.code().into(),
                    text: refusal.to_string(),
                    game,
                };
                self.answer(connection, &answer);
                return Ok(());
            }
        };
        let damaged = |error: ReplayError| StoreError::Damaged(error.to_string());
        let is_shared = self.world.store.is_shared();
        // what follows is known before it is kept where other relays are told of it
        let mut next = is_shared.then(|| known.clone());
        if let Some(next) = &mut next {
            next.add(&entry).map_err(damaged)?;
        }
        let mut entries = kept.unsaved.clone();
        entries.push(entry.clone());
        let has_moves = !entry.new_moves.is_empty();
        let is_due = |next: &Transcript| is_due(next, &entry, kept.chain.as_ref());
        let batch = Batch {
            first: kept.place.count,
            entries,
            is_due: next.as_ref().is_some_and(is_due),
            board: next.as_ref().filter(|_| has_moves).map(|next| Board {
                plies: next.plies(),
                fen: next.position().fen().to_string(),
            }),
        };
        self.keep(kept, batch).await?;
        match next {
            Some(next) => kept.transcript = next,
            // the same moves that were checked a moment ago
            None => kept.transcript.add(&entry).map_err(damaged)?,
        }
        kept.unsaved.clear();
        count(&self.world.metrics.messages_kept);
        let plies = kept.transcript.plies();
        let at = entry.at;
        // whoever sends a whole game need not be one of its players
        let mut signed = entry.signed();
        if let (Some((color, _)), None) = (signed.next(), signed.next())
            && !self.members().is_player(connection)
        {
            self.change_people(|members| members.plays(connection, color));
        }
        self.answer(connection, &Answer::Kept { id: *id, plies, at });
        self.pass_on(Some(connection), plies, &entry);
        // of what is shared the stream tells the lobby
        if has_moves && !is_shared {
            let game = self.id.game();
            let fen = || kept.transcript.position().fen().to_string();
            self.world.lobby.moved(game.contract, game.id, plies, fen);
        }
        self.plan(kept);
        Ok(())
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

    fn answer(&self, connection: ConnectionId, answer: &Answer) {
        let text = Utf8Bytes::from(answer.to_json());
        self.members().send_to(connection, &text);
    }

    fn refuse_to_keep(&self, connection: ConnectionId, id: Option<u64>, error: &LoadError) {
        count_failure(&self.world.metrics, error);
        let answer = Answer::Error {
            id,
            code: error.code().into(),
            text: error.to_string(),
            game: None,
        };
        self.answer(connection, &answer);
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
            settles: self.world.duties.is_some(),
            people: self.members().people(),
            now: now_millis(),
            nonce: Hex(nonce.to_vec()),
        }
    }
}

/// The game that messages make.
fn transcript_of(entries: &[Entry]) -> Result<Transcript, StoreError> {
    let mut transcript = Transcript::default();
    for (number, entry) in entries.iter().enumerate() {
        let added = transcript.add(entry);
        added.map_err(|error| StoreError::Damaged(format!("message {number}: {error}")))?;
    }
    Ok(transcript)
}

/// How soon something is to be done, as far as the chain could be asked.
fn rank(kept: &Kept, verdict: &Verdict) -> Rank {
    let chain = kept.chain.as_ref();
    let time_runs = chain.is_some_and(|game| game.awaits != Awaits::Move);
    Rank {
        has_stake: chain.is_none_or(|game| game.stake != Stake::None),
        is_urgent: time_runs && matches!(verdict, Verdict::Bring(..)),
    }
}

/// Whether a relay that settles is to look at a game after a message: somebody acts, or signs what
/// the chain has shown; the moves may differ from the chain's; a time runs there; or it is over.
fn is_due(game: &Transcript, entry: &Entry, chain: Option<&ChainGame>) -> bool {
    let is_awaited = chain.is_some_and(|chain| chain.awaits != Awaits::Move);
    entry.new_moves.is_empty() || entry.first.is_some() || is_awaited || game.end().is_some()
}

/// What is to be done about a game of a chain. One that the chain couldn't be asked about isn't
/// forgotten.
fn judge(kept: &Kept, time: &ChainTime) -> Verdict {
    match &kept.chain {
        None => Verdict::Later(Due::Wall(now_millis() + UNREAD_MILLIS)),
        Some(chain) => verdict(&kept.transcript, chain, time, now_millis()),
    }
}

fn state_of(game: &ChainGame) -> ChainState {
    ChainState {
        plies: game.plies,
        state: game.state,
        awaits: game.awaits as u8,
        reason: game.end_reason,
    }
}

/// Counts what can't be had or kept, and logs what the operator has to know.
pub fn count_failure(metrics: &Metrics, error: &LoadError) {
    match error {
        LoadError::Store(StoreError::Full)
        | LoadError::Chain(ChainError::OtherContract | ChainError::OtherKeys) => {
            count(&metrics.messages_refused);
        }
        LoadError::Store(_) => {
            count(&metrics.store_failures);
            log::event("store-failed", &[("error", error)]);
        }
        LoadError::Chain(ChainError::Gateway(_)) => {
            count(&metrics.gateway_failures);
            log::event("gateway-failed", &[("error", error)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;
    use tokio::sync::{Semaphore, mpsc::channel};

    #[test]
    fn who_is_there_waits_for_no_other_relay() {
        let (tell, mut told) = channel(2);
        let world = World {
            store: Store::in_memory(1).unwrap(),
            tell_people: Some(tell),
            chain: None,
            duties: None,
            lobby: Default::default(),
            notices: None,
            metrics: Default::default(),
            client_reads: Semaphore::new(1),
        };
        let id = RoomId::of_keys(&[5; 32], 1, &[[1; 32], [2; 32]]);
        let room = Room::new(id, Arc::new(world));
        for connection in 0..5 {
            room.change_people(|members| members.enter(connection, channel(1).0, 10));
        }
        assert_eq!(room.members().people().spectators, 5);
        // nobody took them meanwhile: what came first waits, and no more than there is room for
        for spectators in [1, 2] {
            assert_eq!(told.try_recv().unwrap().1.spectators, spectators);
        }
        assert!(told.try_recv().is_err());
        room.leave(0);
        assert_eq!(told.try_recv().unwrap().1.spectators, 4);
    }

    #[test]
    fn a_game_that_the_chain_was_not_asked_about_is_not_forgotten() {
        let kept = Kept {
            transcript: Transcript::default(),
            place: Place { count: 1, last: 0 },
            unsaved: vec![],
            chain: None,
        };
        let verdict = judge(&kept, &ChainTime::default());
        let Verdict::Later(due @ Due::Wall(_)) = verdict else {
            panic!("{verdict:?}");
        };
        let in_an_hour = now_millis() + 60 * 60 * 1_000;
        assert!(due.is_over(&ChainTime::default(), in_an_hour));
    }
}
