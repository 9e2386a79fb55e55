//! The stored game: read from the store, taken over from the chain, caught up with others.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use chess_rules::Color;

use crate::chain::{ChainError, ChainGame};
use crate::clock::now_millis;
use crate::protocol::Answer;
use crate::store::{Batch, Place, StoreError};
use signed_play::Entry;

use super::kept::{Kept, game_of, state_of};
use super::load_error::{LoadError, count_failure};
use super::{Room, in_first_round};

/// How long to wait before the relay reads a room again whose messages it couldn't read.
const READ_AGAIN: Duration = Duration::from_secs(1);

impl Room {
    /// Reads the game from the store and from the chain, if it isn't read yet. The chain must have
    /// the keys of a game without messages; other games continue if the chain can't be queried.
    /// While its gateway is silent neither kind waits for it: strangers who name games that don't
    /// exist would keep others waiting.
    pub(super) async fn load<'a>(
        &self,
        kept: &'a mut Option<Kept>,
    ) -> Result<&'a mut Kept, LoadError> {
        if kept.is_none() {
            let (shared, id) = (self.shared.clone(), self.id);
            let (entries, place) = shared.store.games().load(&id, Place::default()).await?;
            let read = tokio::task::spawn_blocking(move || {
                let known = game_of(&entries)?;
                // the settlement asks again
                let may_wait = place.count > 0;
                let asked = shared.chain.as_ref();
                let game = match asked.map(|chain| chain.game_for_client(&id)) {
                    None => None,
                    Some(Err(ChainError::Silent)) if may_wait => None,
                    Some(Err(error @ ChainError::Gateway(_))) if may_wait => {
                        count_failure(&shared.metrics, &error.into());
                        None
                    }
                    Some(game) => Some(game?),
                };
                Ok::<_, LoadError>((known, game))
            });
            let read = read.await;
            let (known, game) = read.map_err(|error| StoreError::Damaged(error.to_string()))??;
            let loaded = kept.insert(Kept {
                game: known,
                place,
                unsaved: vec![],
                chain: None,
            });
            self.last.store(place.last, Relaxed);
            {
                let mut members = self.members();
                let current = loaded.game.current();
                for color in [Color::White, Color::Black] {
                    if let Some(at) = current.last_at(color) {
                        members.saw(in_first_round(color, current.round()), at);
                    }
                }
            }
            match game {
                Some(game) => self.take_over(loaded, game).await,
                // the stream's messages that came during the read stay queued
                None => self.plan(loaded),
            }
        }
        kept.as_mut()
            .ok_or_else(|| StoreError::Damaged("nothing was loaded".into()).into())
    }

    /// Takes over the chain's state: its moves, if they count, and its result.
    pub(super) async fn take_over(&self, kept: &mut Kept, game: ChainGame) {
        let state = state_of(&game);
        let is_new = kept.chain.as_ref().map(state_of) != Some(state);
        kept.game.set_agreed(game.head.rounds.into());
        kept.chain = Some(game);
        self.show_chain(kept);
        self.save_chain(kept).await;
        if is_new {
            let text = Utf8Bytes::from(Answer::Chain { chain: state }.to_json());
            self.change_people(|members| members.send_to_others(None, &text));
        }
        self.plan(kept);
    }

    /// Adds the chain's moves, if they count.
    fn show_chain(&self, kept: &mut Kept) {
        let Some(game) = &kept.chain else {
            return;
        };
        // once it is over, its points are those of all rounds
        let points = match (game.head.is_match(), game.is_over()) {
            (false, _) => 0,
            (true, false) => game.head.points.into(),
            (true, true) => return,
        };
        let entry = kept
            .game
            .catch_up(game.round(), points, &game.moves, now_millis());
        if let Some(entry) = entry
            && kept.game.add(&entry).is_ok()
        {
            self.pass_on(None, kept, &entry);
            kept.unsaved.push(entry);
        }
    }

    /// Stores the entries that the chain has shown, if the game is stored.
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
                return count_failure(&self.shared.metrics, &error.into());
            }
        }
    }

    pub(super) async fn keep(&self, kept: &mut Kept, batch: Batch) -> Result<(), StoreError> {
        let stored = self.shared.store.games().keep(&self.id, kept.place, batch);
        kept.place = stored.await?;
        self.last.store(kept.place.last, Relaxed);
        Ok(())
    }

    /// Adds the messages that other relays have stored in the meantime.
    pub(super) async fn catch_up(&self, kept: &mut Kept) -> Result<(), StoreError> {
        // the chain's entries may have come in between: then the game is read from its beginning
        let after = match kept.unsaved.is_empty() {
            true => kept.place,
            false => Place::default(),
        };
        let (entries, place) = self.shared.store.games().load(&self.id, after).await?;
        if place == kept.place {
            return Ok(());
        }
        let known = (kept.place.count - after.count) as usize;
        if !kept.unsaved.is_empty() {
            let agreed = kept.game.agreed();
            kept.game = game_of(&entries[..known.min(entries.len())])?;
            kept.game.set_agreed(agreed);
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
            let added = kept.game.add(entry);
            added.map_err(|error| StoreError::Damaged(error.to_string()))?;
            self.pass_on(None, kept, entry);
        }
        kept.place = place;
        self.last.store(place.last, Relaxed);
        Ok(())
    }

    /// A message of the stream: another relay's, or this relay's.
    pub fn hear(self: &Arc<Self>, sequence: u64, batch: Batch) {
        if sequence <= self.last.load(Relaxed) {
            return;
        }
        self.heard.lock().push_back((sequence, batch));
        let room = self.clone();
        tokio::spawn(async move { room.take_in().await });
    }

    /// Takes in the stream's messages of a game that is in memory.
    async fn take_in(&self) {
        let mut is_behind = false;
        loop {
            let mut kept = self.kept.lock().await;
            let heard = std::mem::take(&mut *self.heard.lock());
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
                    count_failure(&self.shared.metrics, &error.into());
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

    /// The chain's game has changed.
    pub async fn chain_changed(&self, game: &ChainGame) -> Result<(), LoadError> {
        let mut kept = self.kept.lock().await;
        let kept = match self.load(&mut kept).await {
            // nothing of it is stored yet: the next task reads it from the chain
            Err(LoadError::Chain(ChainError::Silent)) => return Ok(()),
            loaded => loaded?,
        };
        if kept.chain.as_ref() != Some(game) {
            self.take_over(kept, game.clone()).await;
        }
        // after a restart the lobby has it from the chain, which calls that a resignation
        if game.is_over() {
            let (of, board) = (self.id.game(), kept.board_of(&kept.game));
            self.shared.lobby.lost_on_time(of.contract, of.id, &board);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use crate::chain::Chain;
    use crate::limits::Limits;
    use crate::room::Rooms;
    use crate::room_id::RoomId;
    use crate::store::Store;

    #[tokio::test]
    async fn a_silent_gateway_is_not_asked_about_each_strange_game() {
        let gateway = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", gateway.local_addr().unwrap());
        let asked = Arc::new(AtomicUsize::default());
        let counted = asked.clone();
        std::thread::spawn(move || {
            // each question ends without an answer
            gateway.incoming().for_each(|_| {
                counted.fetch_add(1, Relaxed);
            });
        });
        let chain = Some(Chain::new(&url, vec![]));
        let store = Store::in_memory(10).unwrap();
        let rooms = Rooms::new(store, chain, Limits::default(), false);
        let mut seen = vec![];
        for game in 1..=3 {
            let id = RoomId::of_keys(&[5; 32], game, &[[6; 32], [7; 32]]);
            let room = Room::new(id, rooms.shared.clone());
            let refused = room.load(&mut None).await.map(drop).unwrap_err();
            seen.push((refused.code(), asked.load(Relaxed)));
        }
        let (_, once) = seen[0];
        assert!(once > 0);
        assert_eq!(seen, [("gateway", once); 3]);
    }
}
