//! The events of games, and the players to notify.

use std::sync::Arc;
use std::time::Duration;

use chess_record::GameClock;
use chess_rules::Color;

use super::book::Book;
use super::endpoint::EndpointError;
use super::notice::{Kind, Notice};
use super::sender::Sender;
use super::subscriber::{Subscriber, Told, place};
use super::subscription::{RequestError, SubscribeRequest, id_of};
use super::vapid::Vapid;
use crate::chain::{Awaits, Chain, ChainError, ChainGame, GatewayError};
use crate::metrics::Metrics;
use crate::room_id::RoomId;
use crate::store::{Store, StoreError};
use tracing::error;

/// The time that the chain adds to the clock, and the least time.
const SPARE: Duration = Duration::from_secs(3 * 60);

/// The time of a player without a clock.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Why a subscription isn't taken.
#[derive(Debug, thiserror::Error)]
pub enum SubscribeError {
    /// It is malformed, or not signed.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// Nothing is sent there.
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    /// The contract has no such game that continues, or not with this key.
    #[error("the chain has no such game with this key")]
    NoGame,
    /// The gateway doesn't answer.
    #[error("the gateway: {0}")]
    Gateway(GatewayError),
    /// It can't be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sends notices to players who are away.
pub struct Notices {
    book: Arc<Book>,
    pub(crate) sender: Arc<Sender>,
}

impl Notices {
    /// With a store's subscriptions. `vapid`: the relay's key. `loopback`: whether endpoints on
    /// this machine are accepted, even without TLS, for tests.
    ///
    /// # Errors
    /// The store can't be read.
    pub async fn new(store: &Store, vapid: Vapid, loopback: bool) -> Result<Self, StoreError> {
        let book = Book::open(store).await?;
        let sender = Arc::new(Sender::new(vapid, loopback, book.clone()));
        Ok(Notices { book, sender })
    }

    /// Sets the metrics of notices.
    pub(crate) fn show(&self, metrics: &Metrics) {
        let (sent, failed) = self.sender.counts();
        metrics.subscriptions.set(self.book.len() as i64);
        metrics.notices_sent.set(sent as i64);
        metrics.notices_failed.set(failed as i64);
    }

    /// Adds a player's browser, or takes it out. Blocks.
    pub(crate) fn subscribe(
        &self,
        request: SubscribeRequest,
        chain: &Chain,
    ) -> Result<(), SubscribeError> {
        let signed = request.read()?;
        let player = signed.player;
        let Some(subscription) = signed.subscription else {
            return Ok(self.book.remove(&id_of(&player, &signed.endpoint))?);
        };
        self.sender.endpoint(&subscription.endpoint)?;
        let (game, keys) = match chain.named(&player.contract, player.game) {
            Ok(named) => named,
            Err(ChainError::Gateway(error)) => return Err(SubscribeError::Gateway(error)),
            Err(_) => return Err(SubscribeError::NoGame),
        };
        if game.is_over() || !keys.contains(&player.key) {
            return Err(SubscribeError::NoGame);
        }
        let begun = !game.head.is_challenge();
        let mut told = Told {
            begun,
            turn: place(game.round(), game.plies()),
            ask: awaited(&game, Awaits::Answer).unwrap_or_default(),
            end: awaited(&game, Awaits::LongerGame).unwrap_or_default(),
        };
        // a player who subscribes is looking at the game
        let id = id_of(&player, &subscription.endpoint);
        self.book.of_game(&player.contract, player.game, |one| {
            if one.id == id {
                told.turn = told.turn.max(one.told.turn);
            }
        });
        Ok(self.book.put(player, subscription, told)?)
    }

    /// A game has `plies` plies in the relay, in this round. `to_move`: the player to move in an
    /// ongoing game; `here`: whether White and Black are there. Both use the colours of round 0.
    /// Returns immediately.
    pub(crate) fn played(
        &self,
        room: &RoomId,
        (round, plies): (u16, usize),
        to_move: Option<Color>,
        here: [bool; 2],
        clock: Option<&GameClock>,
    ) {
        let game = room.game();
        self.book.of_game(game.contract, game.id, |one| {
            let color = color_of(one, room.keys());
            if color.is_some_and(|color| here[color as usize]) {
                one.told.turn = one.told.turn.max(place(round, plies));
            }
            if color.is_some() && color == to_move {
                self.tell_turn(one, (round, plies), clock);
            }
        });
    }

    /// A player, by the colour in round 0, must also say whether they play this round.
    pub(crate) fn next_round(
        &self,
        room: &RoomId,
        round: u16,
        who: Color,
        here: [bool; 2],
        clock: Option<&GameClock>,
    ) {
        let game = room.game();
        self.book.of_game(game.contract, game.id, |one| {
            let before = place(round, 0) - 1;
            if color_of(one, room.keys()) == Some(who) && one.told.turn < before {
                one.told.turn = before;
                if !here[who as usize] {
                    self.tell(one, Kind::Next, (round, 0), clock);
                }
            }
        });
    }

    /// A game has changed on the chain, or was read again. Writes to the store if it is over.
    pub(crate) fn on_chain(&self, contract: &[u8; 32], id: u32, game: &ChainGame) {
        if game.is_over() {
            if let Err(error) = self.book.remove_game(contract, id) {
                error!(event = %"store-failed", error = ?error.to_string());
            }
            return;
        }
        if game.head.is_challenge() {
            return;
        }
        let to_move = game.head.turn();
        let at = (game.round(), game.plies());
        let counted = place(at.0, at.1);
        let clock = game.clock.as_ref();
        self.book.of_game(contract, id, |one| {
            if !one.told.begun {
                one.told.begun = true;
                one.told.turn = counted;
                self.tell(one, Kind::Begun, at, clock);
            }
            let color = game.keys.as_ref().and_then(|keys| color_of(one, keys));
            if let Some(end) = awaited(game, Awaits::LongerGame)
                && end > one.told.end
                && color.is_some_and(|color| may_undo(game, color))
            {
                one.told.end = end;
                one.told.turn = one.told.turn.max(counted);
                self.tell(one, Kind::End, at, clock);
            }
            if color != Some(to_move) {
                return;
            }
            match awaited(game, Awaits::Answer) {
                Some(ask) if ask > one.told.ask => {
                    one.told.ask = ask;
                    one.told.turn = one.told.turn.max(counted);
                    self.tell(one, Kind::Ask, at, clock);
                }
                Some(_) => {}
                None if game.head.awaited() == Awaits::Move => self.tell_turn(one, at, clock),
                None => {}
            }
        });
    }

    fn tell_turn(&self, one: &mut Subscriber, at: (u16, usize), clock: Option<&GameClock>) {
        let counted = place(at.0, at.1);
        if counted > one.told.turn {
            one.told.turn = counted;
            self.tell(one, Kind::Turn, at, clock);
        }
    }

    fn tell(
        &self,
        one: &Subscriber,
        kind: Kind,
        (round, plies): (u16, usize),
        clock: Option<&GameClock>,
    ) {
        let base = clock.map(|clock| Duration::from_secs(clock.base.get().into()));
        self.sender.send(Notice {
            to: one.clone(),
            kind,
            round,
            plies,
            ttl: base.map_or(DAY, |base| base + SPARE),
        });
    }
}

/// Which player a subscriber is.
fn color_of(one: &Subscriber, keys: &[[u8; 32]; 2]) -> Option<Color> {
    let index = keys.iter().position(|key| *key == one.player.key)?;
    Some([Color::White, Color::Black][index])
}

/// The ask or the open end for which the chain awaits something, in the numbers of [`Told`].
fn awaited(game: &ChainGame, what: Awaits) -> Option<u32> {
    (game.head.awaited() == what).then(|| place(game.round(), game.plies()) + 1)
}

/// Whether an open end could be false to a player's cost. An end by the board can be false only to
/// the player to move, as the other one has made it; an end by the players can be to either.
fn may_undo(game: &ChainGame, color: Color) -> bool {
    !game.head.end_reason().is_on_board() || game.head.turn() == color
}
