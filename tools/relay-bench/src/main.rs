//! Measures the relay as its users have it: the program, over WebSockets on loopback.

mod game;
mod process;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use game::{Prepared, prepare};
use process::{Process, own_time};
use signed_play::PlayKey;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Games at once.
const GAMES: u32 = 50;
/// Plies of each at most.
const PLIES: usize = 200;
/// Idle connections.
const IDLE: u32 = 10_000;
/// Signatures that are checked for the comparison.
const CHECKS: u32 = 20_000;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn enter(url: &str, game: &Prepared) -> Result<Socket, String> {
    let said = |error: tokio_tungstenite::tungstenite::Error| error.to_string();
    let (mut socket, _) = connect_async(url).await.map_err(said)?;
    socket
        .send(Message::text(game.enter.clone()))
        .await
        .map_err(said)?;
    until(&mut socket, "game").await?;
    Ok(socket)
}

/// Reads until a message of this type.
async fn until(socket: &mut Socket, kind: &str) -> Result<(), String> {
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

/// Plays a game by two connections, a move every `pause`, or as fast as it goes. Gives each move's
/// time from its sending to its arrival at the opponent.
async fn play(
    url: String,
    game: Arc<Prepared>,
    pause: Option<Duration>,
) -> Result<Vec<Duration>, String> {
    let mut sockets = [enter(&url, &game).await?, enter(&url, &game).await?];
    let mut delays = Vec::with_capacity(game.plays.len());
    let start = Instant::now();
    for (ply, text) in game.plays.iter().enumerate() {
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
        let message = Message::text(text.clone());
        mover
            .send(message)
            .await
            .map_err(|error| error.to_string())?;
        until(other, "played").await?;
        delays.push(sent.elapsed());
        until(mover, "kept").await?;
    }
    Ok(delays)
}

async fn play_all(
    url: &str,
    games: &[Arc<Prepared>],
    pause: Option<Duration>,
) -> Result<Vec<Duration>, String> {
    let mut playing = JoinSet::new();
    for game in games {
        playing.spawn(play(url.to_string(), game.clone(), pause));
    }
    let mut delays = vec![];
    while let Some(played) = playing.join_next().await {
        delays.extend(played.map_err(|error| error.to_string())??);
    }
    delays.sort_unstable();
    Ok(delays)
}

/// The processor time of checking one signature over a message of a common length.
fn time_of_a_check() -> Result<Duration, String> {
    let key = PlayKey::from_secret(&[7; 32]);
    let game = signed_play::Game {
        contract: &[5; 32],
        id: 1,
        white_key: &key.public(),
        black_key: &[1; 32],
    };
    let moves = [12, 28, 52, 36, 6, 21].repeat(30);
    let signed = key
        .sign(&game, signed_play::Action::Resign, &moves)
        .map_err(|error| error.to_string())?;
    let message = game.message(signed.action, &moves);
    let before = own_time()?;
    for _ in 0..CHECKS {
        let holds = signed_play::verify(
            &key.public(),
            std::hint::black_box(&message),
            &signed.signature,
        );
        if !std::hint::black_box(holds) {
            return Err("a good signature doesn't hold".into());
        }
    }
    Ok((own_time()? - before) / CHECKS)
}

fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1_000.0
}

fn at(delays: &[Duration], part: f64) -> f64 {
    let last = delays.len().saturating_sub(1);
    let place = (last as f64 * part) as usize;
    delays
        .get(place)
        .map_or(0.0, |delay| micros(*delay) / 1_000.0)
}

/// What moves take and how many there are in a second, as fast as it goes. The processor time of a
/// move, of these programs together; the moves a second.
async fn rush(
    url: &str,
    games: &[Arc<Prepared>],
    programs: &[&Process],
) -> Result<(Duration, f64), String> {
    let taken = || -> Result<Duration, String> {
        programs
            .iter()
            .map(|program| program.processor_time())
            .sum()
    };
    let (before, start) = (taken()?, Instant::now());
    let moves = play_all(url, games, None).await?.len();
    let (taken, elapsed) = (taken()? - before, start.elapsed());
    Ok((taken / moves as u32, moves as f64 / elapsed.as_secs_f64()))
}

/// What may be reached at most; the rest is told and has no limit.
const MOST_CHECKS: f64 = 3.0;
const MOST_WITH_JETSTREAM: f64 = 2.0;
const MOST_P99_MILLIS: f64 = 20.0;
const MOST_IDLE_MB: f64 = 500.0;

/// Measures and tells.
///
/// # Errors
/// Something can't be measured, or is beyond its limit.
async fn measure(program: &Path) -> Result<(), String> {
    let mut beyond = vec![];
    let mut hold = |what: &'static str, measured: f64, limit: f64| {
        if measured > limit {
            beyond.push(what);
        }
    };
    let games = |from: u32| -> Vec<Arc<Prepared>> {
        let ids = from..from + GAMES;
        ids.map(|id| Arc::new(prepare(id, PLIES))).collect()
    };
    let (fast, slow) = (games(1), games(1 + GAMES));
    let check = time_of_a_check()?;

    let relay = Process::relay(program, None)?;
    let (a_move, most) = rush(&relay.url, &fast, &[&relay]).await?;
    println!(
        "checking a signature      {:8.1} µs of processor time",
        micros(check)
    );
    let checks = micros(a_move) / micros(check);
    hold("the time of a relayed move", checks, MOST_CHECKS);
    println!(
        "a relayed move            {:8.1} µs of processor time, {checks:.2} checks, limit {MOST_CHECKS}",
        micros(a_move),
    );
    println!("most                      {most:8.0} moves a second, {GAMES} games at once");
    {
        let nats = Process::nats()?;
        let relay = Process::relay(program, Some(&nats.url))?;
        let (alone, most) = rush(&relay.url, &fast, &[&relay]).await?;
        let (both, _) = rush(&relay.url, &slow, &[&relay, &nats]).await?;
        let times = micros(both) / micros(a_move);
        hold("the time with JetStream", times, MOST_WITH_JETSTREAM);
        println!(
            "with JetStream            {:8.1} µs, {:.2} of it; {:.1} µs with the server's, {times:.2} of it, limit {MOST_WITH_JETSTREAM}; {most:.0} moves a second",
            micros(alone),
            micros(alone) / micros(a_move),
            micros(both),
        );
    }

    let pause = Duration::from_secs_f64(f64::from(GAMES) / (most / 2.0));
    let delays = play_all(&relay.url, &slow, Some(pause)).await?;
    let p99 = at(&delays, 0.99);
    hold("p99", p99, MOST_P99_MILLIS);
    println!(
        "at half of that           p50 {:.2} ms, p99 {p99:.2} ms, limit {MOST_P99_MILLIS}",
        at(&delays, 0.5),
    );

    let before = relay.memory()?;
    let mut idle = vec![];
    for id in 0..IDLE / 2 {
        let game = prepare(1_000_000 + id, 0);
        idle.push(enter(&relay.url, &game).await?);
        idle.push(enter(&relay.url, &game).await?);
    }
    let after = relay.memory()? as f64 / 1e6;
    hold("the memory", after, MOST_IDLE_MB);
    println!(
        "{IDLE} idle connections   {after:8.1} MB, {:.1} MB before them, limit {MOST_IDLE_MB}",
        before as f64 / 1e6
    );
    match beyond.is_empty() {
        true => Ok(()),
        false => Err(format!("beyond its limit: {}", beyond.join(", "))),
    }
}

fn main() -> ExitCode {
    let Some(program) = std::env::args().nth(1) else {
        eprintln!("relay-bench: name the relay's program");
        return ExitCode::from(2);
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let measured = match runtime {
        Ok(runtime) => runtime.block_on(measure(Path::new(&program))),
        Err(error) => Err(error.to_string()),
    };
    match measured {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("relay-bench: {reason}");
            ExitCode::FAILURE
        }
    }
}
