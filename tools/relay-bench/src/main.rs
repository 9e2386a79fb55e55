//! Measures the relay in use: the program, over WebSockets on loopback.

mod bots;
mod game;
#[expect(dead_code, reason = "tests alone end servers")]
#[path = "../../../crates/relay/tests/server/harness/nats.rs"]
mod nats;
mod play;
mod process;
mod rooms;

use std::path::Path;
use std::process::{Child, ExitCode};
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{Prepared, prepare};
use nats::Nats;
use play::{at, enter, micros, percentiles, play_all};
use process::{Process, own_time, processor_time};
use signed_play::PlayKey;

/// The number of games at the same time.
const GAMES: u32 = 50;
/// The most plies of each game.
const PLIES: usize = 200;
/// The number of idle connections.
const IDLE: u32 = 10_000;
/// The number of signatures that are checked for the comparison.
const CHECKS: u32 = 20_000;

/// The processor time of checking one signature over a message of a common length.
fn time_of_a_check() -> Result<Duration, String> {
    let key = PlayKey::from_secret(&[7; 32]);
    let game = signed_play::Game {
        contract: &[5; 32],
        id: 1,
        white_key: &key.public(),
        black_key: &[1; 32],
        round: 0,
        points: 0,
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

/// Measures the highest speed: the processor time of a move, of both programs, and the moves per
/// second.
async fn rush(
    url: &str,
    games: &[Arc<Prepared>],
    programs: &[&Child],
) -> Result<(Duration, f64), String> {
    let taken = || -> Result<Duration, String> {
        programs.iter().map(|program| processor_time(program)).sum()
    };
    let (before, start) = (taken()?, Instant::now());
    let moves = play_all(url, games, None).await?.len();
    let (taken, elapsed) = (taken()? - before, start.elapsed());
    Ok((taken / moves as u32, moves as f64 / elapsed.as_secs_f64()))
}

/// The limit of this figure; the others are reported without a limit.
const MOST_CHECKS: f64 = 3.0;
const MOST_WITH_JETSTREAM: f64 = 2.0;
const MOST_P99_MILLIS: f64 = 20.0;
const MOST_IDLE_MB: f64 = 500.0;

/// Measures and reports.
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

    let relay = Process::relay(program, &[])?;
    let (a_move, most) = rush(&relay.url, &fast, &[&relay.child]).await?;
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
        let nats = Nats::start();
        let relay = Process::relay(program, &["--nats", &nats.url()])?;
        let (alone, most) = rush(&relay.url, &fast, &[&relay.child]).await?;
        let (both, _) = rush(&relay.url, &slow, &[&relay.child, &nats.child]).await?;
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
    hold("p99", at(&delays, 0.99), MOST_P99_MILLIS);
    println!(
        "at half of that           {}, limit {MOST_P99_MILLIS}",
        percentiles(&delays),
    );

    hold("the memory", idle_memory(&relay).await?, MOST_IDLE_MB);
    match beyond.is_empty() {
        true => Ok(()),
        false => Err(format!("beyond its limit: {}", beyond.join(", "))),
    }
}

/// The relay's memory in megabytes for its idle connections.
async fn idle_memory(relay: &Process) -> Result<f64, String> {
    let before = relay.memory()?;
    let mut idle = vec![];
    for id in 0..IDLE / 2 {
        let game = prepare(1_000_000 + id, 0);
        idle.push(enter(&relay.url, &game).await?);
        idle.push(enter(&relay.url, &game).await?);
    }
    let after = relay.memory()? as f64 / 1e6;
    println!(
        "{IDLE} idle connections   {after:8.1} MB, {:.1} MB before them, limit {MOST_IDLE_MB}",
        before as f64 / 1e6
    );
    Ok(after)
}

const USAGE: &str = "relay-bench PROGRAM            measures the relay's program
relay-bench rooms PROGRAM [N]  fills it with N games, 100,000 if not said
relay-bench bots URL [N]       plays N games at a relay that is running, 100 if not said";

/// A number of games on the command line, if there is one.
fn games(number: &[&str], default: u32) -> Result<u32, String> {
    let Some(text) = number.first() else {
        return Ok(default);
    };
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("{text} is no number of games"))
}

/// Executes the command line.
async fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["rooms", program, ref number @ ..] if number.len() <= 1 => {
            rooms::fill(Path::new(program), games(number, 100_000)?).await
        }
        ["bots", url, ref number @ ..] if number.len() <= 1 => {
            bots::play(url, games(number, 100)?).await
        }
        [program] => measure(Path::new(program)).await,
        _ => Err(format!("it is called so:\n{USAGE}")),
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("relay-bench: {reason}");
            ExitCode::FAILURE
        }
    }
}
