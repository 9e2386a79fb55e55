//! One client: reads its messages, sends it what is new, and closes where it goes too far.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, timeout};

use crate::limits::Allowance;
use crate::log;
use crate::metrics::count;
use crate::presence::ConnectionId;
use crate::protocol::{Answer, Request};
use crate::room::{Message, count_failure};
use crate::room_id::RoomId;
use crate::rooms::{News, Rooms, Seat};

/// Close codes of RFC 6455.
mod code {
    pub const AWAY: u16 = 1001;
    pub const PROTOCOL: u16 = 1002;
    pub const POLICY: u16 = 1008;
}

/// How long a client may take to read the last messages and answer a close.
const FAREWELL: Duration = Duration::from_secs(1);

/// Why a connection ends.
enum End {
    /// The client is gone, or doesn't read.
    Gone,
    /// The relay closes it, and says why.
    Close(u16, &'static str),
}

struct Connection {
    id: ConnectionId,
    socket: WebSocket,
    rooms: Arc<Rooms>,
    nonce: [u8; 32],
    seat: Option<Seat>,
    allowance: Allowance,
    enters: Allowance,
    heard: Instant,
}

/// Serves a client until it goes, goes too far, or `stop` turns true.
pub async fn serve(
    id: ConnectionId,
    socket: WebSocket,
    rooms: Arc<Rooms>,
    nonce: [u8; 32],
    mut stop: watch::Receiver<bool>,
) {
    let now = Instant::now();
    let mut connection = Connection {
        id,
        socket,
        allowance: Allowance::messages(rooms.limits(), now),
        enters: Allowance::enters(rooms.limits(), now),
        rooms,
        nonce,
        seat: None,
        heard: now,
    };
    let end = connection.run(&mut stop).await;
    // out of the room at once, whatever the farewell takes
    let seat = connection.seat.take();
    let unsent = seat.map_or(vec![], Seat::leave);
    if let End::Close(code, reason) = end {
        log::event("closed", &[("connection", &id), ("reason", &reason)]);
        let farewell = connection.close(unsent, code, reason);
        let _ = timeout(FAREWELL, farewell).await;
    }
}

/// What is next in a seat; never anything where there is none.
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
        let limits = *self.rooms.limits();
        let first = tokio::time::Instant::now() + limits.ping;
        let mut ping = tokio::time::interval_at(first, limits.ping);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let step = tokio::select! {
                () = stopped(stop) => Err(End::Close(code::AWAY, "the relay stops")),
                _ = ping.tick() => self.ping(limits.idle).await,
                news = news(&mut self.seat) => self.tell(news).await,
                frame = self.socket.recv() => self.hear(frame).await,
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn ping(&mut self, idle: Duration) -> Result<(), End> {
        if self.heard.elapsed() >= idle {
            count(&self.rooms.metrics().idle_dropped);
            return Err(End::Close(code::POLICY, "nothing was heard for too long"));
        }
        self.send(Frame::Ping(Default::default())).await
    }

    async fn tell(&mut self, news: News) -> Result<(), End> {
        match news {
            News::Text(text) => self.send(Frame::Text(text)).await,
            News::People(people) => self.answer(&Answer::People(people)).await,
            News::Crowded => {
                self.seat = None;
                self.error("crowded", "too many are in this room").await
            }
            News::TooSlow => {
                count(&self.rooms.metrics().slow_dropped);
                Err(End::Close(code::POLICY, "messages are read too slowly"))
            }
        }
    }

    async fn hear(&mut self, frame: Option<Result<Frame, axum::Error>>) -> Result<(), End> {
        let frame = match frame {
            None => return Err(End::Gone),
            // too long, not UTF-8, or no WebSocket at all
            Some(Err(_)) => {
                return Err(End::Close(
                    code::PROTOCOL,
                    "a frame is malformed or too long",
                ));
            }
            Some(Ok(frame)) => frame,
        };
        self.heard = Instant::now();
        count(&self.rooms.metrics().messages_received);
        if !self.allowance.take(self.heard) {
            count(&self.rooms.metrics().floods_dropped);
            return Err(End::Close(code::POLICY, "too many messages"));
        }
        match frame {
            Frame::Text(text) => self.request(&text).await,
            Frame::Binary(_) => self.error("binary", "messages are text, in JSON").await,
            Frame::Ping(_) | Frame::Pong(_) => Ok(()),
            Frame::Close(_) => Err(End::Gone),
        }
    }

    async fn request(&mut self, text: &str) -> Result<(), End> {
        let request = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => return self.error("json", &error.to_string()).await,
        };
        match (request, &self.seat) {
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
            (_, None) => self.error("no-room", "enter a room first").await,
            (
                Request::Play {
                    id,
                    moves,
                    white,
                    black,
                },
                Some(seat),
            ) => {
                let message = Message {
                    id,
                    moves: moves.0,
                    white: white.0,
                    black: black.0,
                };
                seat.play(&message).await;
                Ok(())
            }
            (Request::Here { color, signature }, Some(seat)) => {
                if seat.show(color.into(), &signature.0) {
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
        match self.rooms.enter(room, self.id, self.nonce).await {
            Ok(seat) => {
                self.seat = Some(seat);
                Ok(())
            }
            Err(error) => {
                count_failure(self.rooms.metrics(), &error);
                self.error(error.code(), &error.to_string()).await
            }
        }
    }

    async fn error(&mut self, code: &str, text: &str) -> Result<(), End> {
        let answer = Answer::Error {
            id: None,
            code: code.into(),
            text: text.into(),
            game: None,
        };
        self.answer(&answer).await
    }

    async fn answer(&mut self, answer: &Answer) -> Result<(), End> {
        self.send(Frame::Text(answer.to_json().into())).await
    }

    async fn send(&mut self, frame: Frame) -> Result<(), End> {
        let limit = self.rooms.limits().send;
        match timeout(limit, self.socket.send(frame)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                count(&self.rooms.metrics().slow_dropped);
                Err(End::Gone)
            }
        }
    }

    /// Sends what was answered already, says why it ends, and reads what is still on its way: else
    /// the client might not get to read it.
    async fn close(&mut self, unsent: Vec<Utf8Bytes>, code: u16, reason: &'static str) {
        let reason = Utf8Bytes::from_static(reason);
        let end = Frame::Close(Some(CloseFrame { code, reason }));
        for frame in unsent.into_iter().map(Frame::Text).chain([end]) {
            if self.socket.send(frame).await.is_err() {
                return;
            }
        }
        while let Some(Ok(_)) = self.socket.recv().await {}
    }
}
