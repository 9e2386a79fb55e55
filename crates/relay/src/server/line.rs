//! A connection's line: messages are counted and answered in their order, pings immediately.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use tokio::time::timeout;

use crate::clock::now_millis;
use crate::limits::Allowance;
use crate::protocol::{Answer, Request};
use crate::room::Rooms;

/// The most requests that wait for the one before; each may wait for the disk or the chain.
const MOST_WAITING: usize = 64;

/// Why a connection ends.
pub enum End {
    /// The client is gone, or doesn't read.
    Gone,
    /// The client is gone without a farewell.
    Lost,
    /// The relay closes it, and says why.
    Close(u16, &'static str),
}

/// Why a frame can't be read. The library's errors come boxed: their words are its only sign.
fn unreadable(error: &axum::Error) -> End {
    let words = error.to_string();
    let is_of = |kind: &str| words.starts_with(kind);
    if is_of("Space limit exceeded") {
        End::Close(close_code::SIZE, "a message is too long")
    } else if is_of("UTF-8 encoding error") {
        End::Close(close_code::INVALID, "a text is not UTF-8")
    } else if is_of("IO error") || words.ends_with("Connection reset without closing handshake") {
        End::Lost
    } else {
        End::Close(close_code::PROTOCOL, "a frame is malformed")
    }
}

/// A client's socket.
pub struct Line {
    socket: WebSocket,
    rooms: Arc<Rooms>,
    allowance: Allowance,
    heard: Instant,
    /// The number of pings due since.
    pings: u32,
    /// The messages that came while an earlier request was processed.
    waiting: VecDeque<Heard>,
}

/// A client's frame.
pub enum Heard {
    /// A request.
    Request(Request),
    /// No request: the reason, for programs and in words.
    Odd(&'static str, String),
}

impl Line {
    pub fn new(socket: WebSocket, rooms: Arc<Rooms>) -> Self {
        let (limits, heard) = (rooms.limits, Instant::now());
        Line {
            socket,
            allowance: Allowance::new(limits.messages_per_second, limits.burst, heard),
            rooms,
            heard,
            pings: 0,
            waiting: VecDeque::new(),
        }
    }

    /// The client's next frame. Nothing is lost if the wait is given up.
    pub async fn next(&mut self) -> Result<Heard, End> {
        loop {
            if let Some(heard) = self.waiting.pop_front() {
                return Ok(heard);
            }
            let frame = self.socket.recv().await;
            if let Some(heard) = self.hear(frame)? {
                return Ok(heard);
            }
        }
    }

    /// Works on a request to its end, and answers pings in the meantime: a client detects a dead
    /// line by them, not a slow disk.
    pub async fn during<T>(&mut self, work: impl Future<Output = T>) -> Result<T, End> {
        let mut work = pin!(work);
        let end = loop {
            tokio::select! {
                biased;
                done = &mut work => {
                    // it was not pinged in the meantime
                    self.is_heard();
                    return Ok(done);
                }
                // a client that sends more waits, even for answers to its pings
                frame = self.socket.recv(), if self.waiting.len() < MOST_WAITING => {
                    if let Err(end) = self.hear_meanwhile(frame).await {
                        break end;
                    }
                }
            }
        };
        // half of it might be kept
        work.await;
        Err(end)
    }

    async fn hear_meanwhile(
        &mut self,
        frame: Option<Result<Frame, axum::Error>>,
    ) -> Result<(), End> {
        match self.hear(frame)? {
            None => Ok(()),
            Some(Heard::Request(Request::Ping { id })) => self.pong(id).await,
            Some(heard) => {
                self.waiting.push_back(heard);
                Ok(())
            }
        }
    }

    fn is_heard(&mut self) {
        self.heard = Instant::now();
        self.pings = 0;
    }

    /// The content of a frame; `None` for a control frame.
    fn hear(&mut self, frame: Option<Result<Frame, axum::Error>>) -> Result<Option<Heard>, End> {
        let frame = match frame {
            None => return Err(End::Gone),
            Some(Err(error)) => return Err(unreadable(&error)),
            Some(Ok(frame)) => frame,
        };
        self.is_heard();
        self.rooms.shared.metrics.messages_received.inc();
        if !self.allowance.take(self.heard) {
            self.rooms.shared.metrics.floods_dropped.inc();
            return Err(End::Close(close_code::POLICY, "too many messages"));
        }
        match frame {
            Frame::Text(text) => Ok(Some(match serde_json::from_str(&text) {
                Ok(request) => Heard::Request(request),
                Err(error) => Heard::Odd("json", error.to_string()),
            })),
            Frame::Binary(_) => {
                let words = "messages are text, in JSON".into();
                Ok(Some(Heard::Odd("binary", words)))
            }
            // the next read sends the answer to a ping or a close, and finds the end after a close
            Frame::Ping(_) | Frame::Pong(_) | Frame::Close(_) => Ok(None),
        }
    }

    /// Answers that the connection works.
    pub async fn pong(&mut self, id: Option<u64>) -> Result<(), End> {
        let now = now_millis();
        self.answer(&Answer::Pong { id, now }).await
    }

    /// Pings the client, or ends the connection if it was silent for too long, both by the time and
    /// by the number of pings: a relay that was suspended has yet to read the messages that came.
    pub async fn ping(&mut self) -> Result<(), End> {
        let limits = self.rooms.limits;
        let (ping, idle) = (limits.ping(), limits.idle);
        self.pings += 1;
        if self.heard.elapsed() >= idle && ping * self.pings > idle {
            self.rooms.shared.metrics.idle_dropped.inc();
            return Err(End::Close(
                close_code::POLICY,
                "nothing was heard for too long",
            ));
        }
        self.send(Frame::Ping(Default::default())).await
    }

    pub async fn answer(&mut self, answer: &Answer) -> Result<(), End> {
        self.text(answer.to_json().into()).await
    }

    pub async fn text(&mut self, text: Utf8Bytes) -> Result<(), End> {
        self.send(Frame::Text(text)).await
    }

    async fn send(&mut self, frame: Frame) -> Result<(), End> {
        let limit = self.rooms.limits.send;
        match timeout(limit, self.socket.send(frame)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                self.rooms.shared.metrics.slow_dropped.inc();
                Err(End::Gone)
            }
        }
    }

    /// Sends the pending answers, gives the reason for the end, and reads the rest of the client's
    /// messages: otherwise the client might not get to read the reason.
    pub async fn close(&mut self, unsent: Vec<Utf8Bytes>, code: u16, reason: &'static str) {
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
