//! A message about a game is checked, kept, acknowledged and passed on.

use std::time::Instant;

use super::presence::{Client, ConnectionId};
use crate::chain::{Awaits, ChainGame};
use crate::clock::now_millis;
use crate::protocol::Answer;
use crate::store::{Batch, StoreError};
use signed_play::{Entry, Match, MatchMessage, Refusal, ReplayError, Standing};

use super::kept::Kept;
use super::load_error::{LoadError, count_failure};
use super::{Room, in_first_round};

impl Room {
    /// Checks a message, keeps it, and only then acknowledges it and passes it on.
    /// `id`: the number that the client gave it.
    pub async fn play(&self, client: &Client, id: Option<u64>, message: MatchMessage<'_>) {
        let began = Instant::now();
        self.check_and_keep(client, id, message).await;
        let seconds = began.elapsed().as_secs_f64();
        self.shared.metrics.message_seconds.observe(seconds);
    }

    async fn check_and_keep(&self, client: &Client, id: Option<u64>, message: MatchMessage<'_>) {
        let mut loaded = self.kept.lock().await;
        let kept = match self.load(&mut loaded).await {
            Ok(kept) => kept,
            Err(error) => return self.refuse_to_keep(client.id, id, &error),
        };
        // another relay may have kept one a moment ago: then the message is checked again after it
        let mut is_newest = !self.shared.store.is_shared();
        loop {
            let tried = self.try_play(kept, client, id, message, is_newest);
            match tried.await {
                Err(StoreError::Behind) => match self.catch_up(kept).await {
                    Ok(()) => is_newest = true,
                    Err(error) => {
                        if matches!(error, StoreError::Lost) {
                            // the game in memory isn't the kept one: the next task reads that
                            *loaded = None;
                        }
                        return self.refuse_to_keep(client.id, id, &error.into());
                    }
                },
                Err(error) => return self.refuse_to_keep(client.id, id, &error.into()),
                Ok(()) => return,
            }
        }
    }

    /// As `play`, if no other relay keeps a message in the meantime. `is_newest`: whether `kept` is
    /// known to have all that other relays have kept.
    async fn try_play(
        &self,
        kept: &mut Kept,
        client: &Client,
        id: Option<u64>,
        message: MatchMessage<'_>,
        is_newest: bool,
    ) -> Result<(), StoreError> {
        let entry = match self.checked(kept, message) {
            Ok(entry) => entry,
            Err(Refusal::Known) => {
                self.shared.metrics.messages_known.inc();
                let game = self.game_state(kept, id, &client.nonce);
                self.answer(client.id, &Answer::Game(Box::new(game)));
                return Ok(());
            }
            Err(
                Refusal::Unsigned(_)
                | Refusal::Ahead
                | Refusal::Fork
                | Refusal::Round
                | Refusal::Points
                | Refusal::NotOver,
            ) if !is_newest => {
                return Err(StoreError::Behind);
            }
            Err(refusal) => {
                self.shared.metrics.messages_refused.inc();
                let helps = matches!(
                    refusal,
                    Refusal::Fork
                        | Refusal::Over
                        | Refusal::Ahead
                        | Refusal::Round
                        | Refusal::Points
                        | Refusal::NotOver
                        | Refusal::Begun
                        | Refusal::Left
                );
                let game = helps.then(|| Box::new(self.game_state(kept, id, &client.nonce)));
                let answer = Answer::Error {
                    id,
                    code: refusal.code().into(),
                    text: refusal.to_string(),
                    game,
                };
                self.answer(client.id, &answer);
                return Ok(());
            }
        };
        self.keep_entry(kept, &entry).await?;
        self.shared.metrics.messages_kept.inc();
        self.tell_kept(kept, client.id, id, &entry);
        self.plan(kept);
        Ok(())
    }

    /// The part that a message adds to the game, if it continues it.
    fn checked(&self, kept: &Kept, message: MatchMessage<'_>) -> Result<Entry, Refusal> {
        let chain = kept.chain.as_ref();
        let is_over = chain.is_some_and(ChainGame::is_over);
        let round = kept.game.current().round();
        let chain_end = chain.and_then(|chain| chain.open_end_of(round));
        let first = self.id.game();
        let entry = kept.game.check(&first, message, chain_end, now_millis())?;
        match is_over {
            true => Err(Refusal::Over),
            false => Ok(entry),
        }
    }

    /// Keeps an entry, after the entries that the chain has shown, and adds it to the game.
    async fn keep_entry(&self, kept: &mut Kept, entry: &Entry) -> Result<(), StoreError> {
        let damaged = |error: ReplayError| StoreError::Damaged(error.to_string());
        let is_shared = self.shared.store.is_shared();
        // for other relays the batch has the game's state after it
        let mut next = is_shared.then(|| kept.game.clone());
        if let Some(next) = &mut next {
            next.add(entry).map_err(damaged)?;
        }
        let mut entries = kept.unsaved.clone();
        entries.push(entry.clone());
        let is_due = |next: &Match| is_due(next, entry, kept.chain.as_ref());
        let batch = Batch {
            first: kept.place.count,
            entries,
            is_due: next.as_ref().is_some_and(is_due),
            board: next
                .as_ref()
                .filter(|next| changes_board(next, entry))
                .map(|next| kept.board_of(next)),
        };
        self.keep(kept, batch).await?;
        match next {
            Some(next) => kept.game = next,
            // the same moves that were checked a moment ago
            None => kept.game.add(entry).map_err(damaged)?,
        }
        kept.unsaved.clear();
        Ok(())
    }

    /// Acknowledges a message to its sender, and passes it on to all others.
    fn tell_kept(&self, kept: &Kept, connection: ConnectionId, id: Option<u64>, entry: &Entry) {
        let (round, plies) = (kept.game.current().round(), kept.game.current().plies());
        let at = entry.at;
        // a client that sends a whole game need not be one of its players
        let mut signed = entry.signed();
        if let (Some((color, _)), None) = (signed.next(), signed.next())
            && !self.members().is_player(connection)
        {
            let color = in_first_round(color, entry.round);
            self.change_people(|members| members.plays(connection, color));
        }
        let answer = Answer::Kept {
            id,
            round,
            plies,
            at,
        };
        self.answer(connection, &answer);
        self.pass_on(Some(connection), kept, entry);
        // the lobby learns a shared game's board from the stream
        if changes_board(&kept.game, entry) && !self.shared.store.is_shared() {
            let game = self.id.game();
            let board = || kept.board_of(&kept.game);
            self.shared.lobby.moved(game.contract, game.id, board);
        }
    }

    fn refuse_to_keep(&self, connection: ConnectionId, id: Option<u64>, error: &LoadError) {
        count_failure(&self.shared.metrics, error);
        let answer = Answer::error(id, error.code(), &error.to_string());
        self.answer(connection, &answer);
    }
}

/// Whether the lobby shows another board after a message: a move, a round that has begun, or its end.
fn changes_board(game: &Match, entry: &Entry) -> bool {
    let current = game.current();
    let has_begun = entry.round > 0 && entry.round == current.round() && current.plies() == 0;
    has_begun || !entry.new_moves.is_empty() || current.standing() != Standing::GoesOn
}

/// Whether a relay that settles must look at a game after a message: a player acts, or signs moves
/// that the chain has shown; the moves may differ from the chain's; a time runs there; or the game
/// is over.
fn is_due(game: &Match, entry: &Entry, chain: Option<&ChainGame>) -> bool {
    let is_awaited = chain.is_some_and(|chain| chain.head.awaited() != Awaits::Move);
    let is_ended = game.current().end().is_some();
    entry.new_moves.is_empty() || entry.first.is_some() || is_awaited || is_ended
}
