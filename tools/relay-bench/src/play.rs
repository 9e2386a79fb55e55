//! Players' connections to a relay.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::game::Prepared;

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Connects and enters a game's room.
pub async fn enter(url: &str, game: &Prepared) -> Result<Socket, String> {
    let (mut socket, _) = connect_async(url)
        .await
        .map_err(|error| format!("{url}: {error}"))?;
    send(&mut socket, &game.enter, "game").await?;
    Ok(socket)
}

/// Sends a message and reads until an answer of this type.
pub async fn send(socket: &mut Socket, text: &str, answer: &str) -> Result<(), String> {
    let sent = socket.send(Message::text(text)).await;
    sent.map_err(|error| error.to_string())?;
    until(socket, answer).await
}

/// Reads until a message of this type.
pub async fn until(socket: &mut Socket, kind: &str) -> Result<(), String> {
    let wanted = format!("{{\"type\":\"{kind}\"");
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) if text.starts_with(&wanted) => return Ok(()),
            Some(Ok(Message::Text(text))) if text.starts_with("{\"type\":\"error\"") => {
                return Err(text.to_string());
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.to_string()),
            None => return Err("the relay closed the connection".into()),
        }
    }
}

/// Plays a game through two connections until it ends or is over, with a move every `pause`, or as
/// fast as possible. Returns each move's time from sending to arrival at the opponent.
pub async fn play(
    url: String,
    game: Arc<Prepared>,
    pause: Option<Duration>,
    is_over: impl Fn() -> bool,
) -> Result<Vec<Duration>, String> {
    let mut sockets = [enter(&url, &game).await?, enter(&url, &game).await?];
    let mut delays = Vec::with_capacity(game.plays.len());
    let start = Instant::now();
    for (ply, text) in game.plays.iter().enumerate() {
        if is_over() {
            break;
        }
        if let Some(pause) = pause {
            let due = start + pause * ply as u32;
            tokio::time::sleep_until(due.into()).await;
        }
        let [white, black] = &mut sockets;
        let (mover, other) = match ply % 2 {
            0 => (white, black),
            _ => (black, white),
        };
        let sent = Instant::now();
        let result = mover.send(Message::text(text.as_str())).await;
        result.map_err(|error| error.to_string())?;
        until(other, "played").await?;
        delays.push(sent.elapsed());
        until(mover, "kept").await?;
    }
    Ok(delays)
}

/// Plays games at the same time, each as `play` does. Returns all delays, the shortest first.
pub async fn play_all(
    url: &str,
    games: &[Arc<Prepared>],
    pause: Option<Duration>,
) -> Result<Vec<Duration>, String> {
    let mut playing = JoinSet::new();
    for game in games {
        playing.spawn(play(url.to_string(), game.clone(), pause, || false));
    }
    let mut delays = vec![];
    while let Some(played) = playing.join_next().await {
        delays.extend(played.map_err(|error| error.to_string())??);
    }
    delays.sort_unstable();
    Ok(delays)
}

/// The median and the 99th percentile of sorted delays, in words.
pub fn percentiles(delays: &[Duration]) -> String {
    let [median, most] = [0.5, 0.99].map(|part| at(delays, part));
    format!("p50 {median:.2} ms, p99 {most:.2} ms")
}

/// A duration in millionths of a second.
pub fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1_000.0
}

/// The delay that this share of sorted ones doesn't exceed, in thousandths of a second.
pub fn at(delays: &[Duration], part: f64) -> f64 {
    let last = delays.len().saturating_sub(1);
    let place = (last as f64 * part) as usize;
    delays
        .get(place)
        .map_or(0.0, |delay| micros(*delay) / 1_000.0)
}
