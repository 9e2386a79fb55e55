//! One game while someone is in its room: it knows who is there and sends them the game's news.
//!
//! [`Rooms`] has all rooms that someone is in. A room reads its game from the store and the chain,
//! adds the players' messages to it, and puts the next step on the chain into [`Duties`], which the
//! settlement reads. The lobby has the part of all games that everybody is shown.

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
mod tournaments;
mod verdict;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use axum::extract::ws::Utf8Bytes;
use chess_rules::Color;
use parking_lot::{Mutex, MutexGuard};
use signed_play::{Action, Entry, Next, SignedAction, Standing, Transcript, count_plies};
use tokio::sync::{mpsc::Sender, watch};

use crate::clock::now_millis;
use crate::protocol::{
    ABORTED_BEFORE, Answer, EarlierRound, GameState, Hex, NextState, People, RoundState, SaidState,
    Side,
};
use crate::room_id::RoomId;
use crate::store::Batch;

pub use duties::{Duties, Duty, Rank};
use kept::{Kept, state_of};
pub use load_error::{LoadError, count_failure};
pub use lobby::{OF_A_CHALLENGER, StakeItem};
use presence::Members;
pub use presence::{Client, ConnectionId};
pub use rooms::{News, Rooms, Seat};
pub use shared::Shared;
pub use tournaments::{Step, Tournaments};
pub use verdict::{Cause, Verdict, When};

/// A game's room. Under its lock messages are checked, stored and passed on one by one.
pub struct Room {
    id: RoomId,
    shared: Arc<Shared>,
    /// The first task that needs it reads it from the store. Every answer about the game is queued
    /// under this lock, so that all connections get the same answers in the same order.
    kept: tokio::sync::Mutex<Option<Kept>>,
    members: Mutex<Members>,
    /// Changes when someone comes or goes.
    people: watch::Sender<People>,
    /// The stream's messages, in order, that the room hasn't taken in yet.
    heard: Mutex<VecDeque<(u64, Batch)>>,
    /// The number of the last message in the stream that is taken in.
    last: AtomicU64,
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

    fn members(&self) -> MutexGuard<'_, Members> {
        self.members.lock()
    }

    /// Changes the members and notifies the room. Other relays are notified, if there are any, if
    /// the people here have changed or if `change` returns true because another relay is new.
    fn change_members(&self, change: impl FnOnce(&mut Members) -> bool) {
        let (is_news, own, people) = {
            let mut members = self.members();
            let before = members.own_people();
            let is_new = change(&mut members);
            let own = members.own_people();
            let is_news = is_new || !before.are_same_there(&own);
            (is_news, own, members.people())
        };
        self.people.send_if_modified(|before| {
            // when a player was last seen changes with each move, which all get anyway
            let is_new = !before.are_same_there(&people);
            *before = people;
            is_new
        });
        if let Some(changes) = self.shared.people_changes.as_ref().filter(|_| is_news) {
            changes.add(self.id, own);
        }
    }

    fn change_people(&self, change: impl FnOnce(&mut Members)) {
        self.change_members(|members| {
            change(members);
            false
        });
    }

    /// Lets a connection in and sends it all of the game. `most`: the number of spectators who may
    /// stay.
    async fn enter(
        &self,
        client: &Client,
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
        self.change_people(|members| members.enter(client.id, outbox, most));
        let game = self.game_state(kept, None, &client.nonce);
        self.answer(client.id, &Answer::Game(Box::new(game)));
        Ok(())
    }

    /// A connection is gone.
    pub fn leave(&self, connection: ConnectionId) {
        self.change_people(|members| members.leave(connection, now_millis()));
    }

    /// A connection shows that it has a player's key. False if it doesn't.
    pub fn show(&self, client: &Client, color: Color, signature: &[u8]) -> bool {
        let message = self.id.here_message(&client.nonce);
        let holds = signed_play::verify(self.id.game().key(color), &message, signature);
        if holds {
            self.change_people(|members| {
                members.is(client.id, color);
                members.saw(color, now_millis());
            });
        }
        holds
    }

    /// A player wishes to call off the game, or the round and with it the match: passes it on to
    /// the others, until both have moved. Only a connection that has shown a player's key speaks
    /// for the player.
    pub async fn wish_abort(&self, client: &Client, plies: usize) {
        let kept = self.kept.lock().await;
        let Some(game) = kept.as_ref().map(|kept| &kept.game) else {
            return;
        };
        let current = game.current();
        let is_open = plies < ABORTED_BEFORE && current.standing() == Standing::GoesOn;
        if !is_open || plies != current.plies() {
            return;
        }
        let mut members = self.members();
        let Some(color) = members.shown_by(client.id).map(Side::from) else {
            return;
        };
        let text = Utf8Bytes::from(Answer::Abort { color, plies }.to_json());
        members.send_to_others(Some(client.id), &text);
    }

    fn answer(&self, connection: ConnectionId, answer: &Answer) {
        let text = Utf8Bytes::from(answer.to_json());
        self.members().send_to(connection, &text);
    }

    /// All of an earlier round, for one connection.
    pub async fn tell_round(&self, client: &Client, id: Option<u64>, round: u16) {
        let kept = self.kept.lock().await;
        let earlier = kept.as_ref().map_or(&[][..], |kept| kept.game.earlier());
        let found = earlier.iter().find(|known| known.round() == round);
        let answer = match found {
            Some(found) => Answer::Round(round_state(found, id)),
            None => {
                let text = "that round isn't known here, or is the current one";
                Answer::error(id, "no-round", text)
            }
        };
        self.answer(client.id, &answer);
    }

    /// Notifies the room of a message that was added to the game.
    fn pass_on(&self, from: Option<ConnectionId>, kept: &Kept, entry: &Entry) {
        let answer = match says_next(entry) {
            true => Answer::Next(next_of(kept, entry)),
            false => {
                let plies = kept.game.current().plies();
                let added = count_plies(&entry.new_moves).unwrap_or_default();
                Answer::Played {
                    round: entry.round,
                    points: entry.points,
                    plies,
                    first: entry.first.unwrap_or(plies - added),
                    new: Hex(entry.new_moves.clone()),
                    white: entry.white.as_ref().map(argument),
                    black: entry.black.as_ref().map(argument),
                    at: entry.at,
                }
            }
        };
        // all are sent the state of the next round, the sender too
        let but = from.filter(|_| !says_next(entry));
        let text = Utf8Bytes::from(answer.to_json());
        self.change_people(|members| {
            for (color, _) in entry.signed() {
                members.saw(in_first_round(color, entry.round), entry.at);
            }
            members.send_to_others(but, &text);
        });
    }

    fn game_state(&self, kept: &Kept, id: Option<u64>, nonce: &[u8; 32]) -> GameState {
        let earlier = kept.game.earlier().iter().map(|round| EarlierRound {
            round: round.round(),
            points: round.points(),
            plies: round.plies(),
        });
        GameState {
            current: round_state(kept.game.current(), id),
            contract: self.id.contract(),
            game: self.id.game().id,
            rounds: kept.game.agreed(),
            earlier: earlier.collect(),
            next: kept.game.next().map(next_state),
            chain: kept.chain.as_ref().map(state_of),
            settles: self.shared.duties.is_some() && self.shared.condition.can_pay(),
            people: self.members().people(),
            now: now_millis(),
            nonce: Hex(nonce.to_vec()),
        }
    }
}

/// A player's colour in round 0, by which a room names players.
fn in_first_round(color: Color, round: u16) -> Color {
    match round % 2 {
        0 => color,
        _ => color.other(),
    }
}

/// Whether a message is about the next round and has no moves of it.
fn says_next(entry: &Entry) -> bool {
    let begins = entry.round > 0 && entry.new_moves.is_empty();
    let mut signed = entry.signed().map(|(_, signed)| signed.action).peekable();
    begins
        && signed.peek().is_some()
        && signed.all(|action| matches!(action, Action::Move | Action::Leave))
}

/// The messages about the next round, with this one; both may have begun it.
fn next_of(kept: &Kept, entry: &Entry) -> NextState {
    match kept.game.next() {
        Some(next) => next_state(next),
        None => {
            let begun = kept.game.current();
            NextState {
                round: entry.round,
                points: entry.points,
                white: begun.last_move(Color::White).map(argument),
                black: begun.last_move(Color::Black).map(argument),
                at: entry.at,
            }
        }
    }
}

fn next_state(next: &Next) -> NextState {
    let [white, black] = next.said;
    NextState {
        round: next.round,
        points: next.points,
        white: white.as_ref().map(argument),
        black: black.as_ref().map(argument),
        at: next.at,
    }
}

fn round_state(round: &Transcript, id: Option<u64>) -> RoundState {
    let said = round.said().iter().map(|said| SaidState {
        color: said.color.into(),
        signed: argument(&said.signed),
        at: said.at,
    });
    RoundState {
        id,
        round: round.round(),
        points: round.points(),
        plies: round.plies(),
        moves: Hex(round.moves().to_vec()),
        times: round.times().to_vec(),
        white: round.last_move(Color::White).map(argument),
        black: round.last_move(Color::Black).map(argument),
        said: said.collect(),
    }
}

/// As the endpoint `play` takes it.
fn argument(signed: &SignedAction) -> Hex {
    Hex(signed.to_argument().to_vec())
}

#[cfg(test)]
mod adversary;
