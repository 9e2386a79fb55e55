//! One client: its requests are carried out and news is sent to it; a client that breaks the rules
//! is put out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{WebSocket, close_code};
use signed_play::MatchMessage;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, timeout};

use super::line::{End, Heard, Line};
use crate::limits::Allowance;
use crate::protocol::{Answer, Request};
use crate::room::{Client, News, Rooms, Seat, count_failure};
use crate::room_id::RoomId;
use tracing::info;

/// The time that a client has to read the last messages and to answer a close.
const FAREWELL: Duration = Duration::from_secs(1);

struct Connection {
    client: Client,
    line: Line,
    rooms: Arc<Rooms>,
    seat: Option<Seat>,
    enters: Allowance,
}

/// Serves a client until it goes, goes too far, or `stop` turns true.
pub async fn serve(
    client: Client,
    socket: WebSocket,
    rooms: Arc<Rooms>,
    mut stop: watch::Receiver<bool>,
) {
    let id = client.id;
    let limits = rooms.limits;
    let mut connection = Connection {
        client,
        line: Line::new(socket, rooms.clone()),
        enters: Allowance::new(limits.enters_per_second, limits.enter_burst, Instant::now()),
        rooms,
        seat: None,
    };
    let end = connection.run(&mut stop).await;
    // out of the room immediately, even if the farewell takes time
    let seat = connection.seat.take();
    let unsent = seat.map_or(vec![], Seat::leave);
    match end {
        End::Gone => {}
        End::Lost => info!(event = %"lost", connection = %id),
        End::Close(code, reason) => {
            info!(event = %"closed", connection = %id, reason = ?reason);
            let farewell = connection.line.close(unsent, code, reason);
            let _ = timeout(FAREWELL, farewell).await;
        }
    }
}

/// The next news in a seat; pending forever without a seat.
async fn news(seat: &mut Option<Seat>) -> News {
    match seat {
        Some(seat) => seat.news().await,
        None => std::future::pending().await,
    }
}

/// Waits until the relay stops.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    // an error is the end of the sender: the server is gone
    let _ = stop.wait_for(|stop| *stop).await;
}

impl Connection {
    async fn run(&mut self, stop: &mut watch::Receiver<bool>) -> End {
        let every = self.rooms.limits.ping();
        let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + every, every);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let step = tokio::select! {
                () = stopped(stop) => Err(End::Close(close_code::AWAY, "the relay stops")),
                _ = ping.tick() => self.line.ping().await,
                news = news(&mut self.seat) => self.tell(news).await,
                heard = self.line.next() => match heard {
                    Ok(Heard::Request(request)) => self.carry_out(request).await,
                    Ok(Heard::Odd(code, text)) => self.error(code, &text).await,
                    Err(end) => Err(end),
                },
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn tell(&mut self, news: News) -> Result<(), End> {
        match news {
            News::Text(text) => self.line.text(text).await,
            News::People(people) => self.line.answer(&Answer::People(people)).await,
            News::Crowded => {
                self.seat = None;
                self.error("crowded", "too many are in this room").await
            }
            News::TooSlow => {
                self.rooms.shared.metrics.slow_dropped.inc();
                Err(End::Close(
                    close_code::POLICY,
                    "messages are read too slowly",
                ))
            }
        }
    }

    async fn carry_out(&mut self, request: Request) -> Result<(), End> {
        let client = &self.client;
        match (request, self.seat.as_ref().map(|seat| &seat.room)) {
            (Request::Ping { id }, _) => self.line.pong(id).await,
            (
                Request::Enter {
                    contract,
                    game,
                    white,
                    black,
                },
                _,
            ) => match RoomId::new(&contract, game, &white.0, &black.0) {
                Ok(room) => self.enter(room).await,
                Err(error) => self.error("room", &error.to_string()).await,
            },
            (request, None) => {
                let id = match request {
                    Request::Play { id, .. } | Request::Round { id, .. } => id,
                    _ => None,
                };
                let answer = Answer::error(id, "no-room", "enter a room first");
                self.line.answer(&answer).await
            }
            (
                Request::Play {
                    id,
                    round,
                    points,
                    moves,
                    white,
                    black,
                },
                Some(room),
            ) => {
                let message = MatchMessage {
                    round,
                    points,
                    moves: &moves.0,
                    white: &white.0,
                    black: &black.0,
                };
                self.line.during(room.play(client, id, message)).await
            }
            (Request::Round { id, round }, Some(room)) => {
                self.line.during(room.tell_round(client, id, round)).await
            }
            (Request::Abort { plies }, Some(room)) => {
                self.line.during(room.wish_abort(client, plies)).await
            }
            (Request::Here { color, signature }, Some(room)) => {
                if room.show(client, color.into(), &signature.0) {
                    return Ok(());
                }
                let text = "the signature isn't this player's of this connection's nonce";
                self.error("signature", text).await
            }
        }
    }

    async fn enter(&mut self, room: RoomId) -> Result<(), End> {
        if !self.enters.take(Instant::now()) {
            return self.error("hasty", "rooms are changed too often").await;
        }
        self.seat = None;
        let entered = self.rooms.enter(room, &self.client);
        match self.line.during(entered).await? {
            Ok(seat) => {
                self.seat = Some(seat);
                Ok(())
            }
            Err(error) => {
                count_failure(&self.rooms.shared.metrics, &error);
                self.error(error.code(), &error.to_string()).await
            }
        }
    }

    async fn error(&mut self, code: &str, text: &str) -> Result<(), End> {
        self.line.answer(&Answer::error(None, code, text)).await
    }
}
