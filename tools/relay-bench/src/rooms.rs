//! As many games as a relay may store, and one more, while another game continues.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::game::prepare;
use crate::play::{enter, micros, percentiles, play, send};
use crate::process::{Process, processor_time};

/// The number of connections that fill it.
const FILLERS: usize = 20;

/// The number of rooms that a connection enters at the same time.
const ROOMS_EACH: u32 = 20;

/// The time between two moves of the other game.
const PAUSE: Duration = Duration::from_millis(50);

/// One in this number of games continues at the end.
const ONE_OF: u32 = 100;

/// Makes a relay store this number of games, and reports the cost.
///
/// # Errors
/// In words: a message that should be kept is refused, or the last one isn't.
pub async fn fill(program: &Path, games: u32) -> Result<(), String> {
    let relay = Process::relay(program, &["--max-games", &games.to_string()])?;
    let (memory, time) = (relay.memory()?, processor_time(&relay.child)?);
    let is_full = Arc::<AtomicBool>::default();
    let game = Arc::new(prepare(1, 1_000));
    let full = is_full.clone();
    let beside = play(relay.url.clone(), game, Some(PAUSE), move || {
        full.load(Relaxed)
    });
    let beside = tokio::spawn(beside);
    let start = Instant::now();
    // the first connection plays the other game
    let next = Arc::new(AtomicU32::new(2));
    let mut filling = JoinSet::new();
    for _ in 0..FILLERS {
        filling.spawn(play_first_moves(relay.url.clone(), next.clone(), games));
    }
    while let Some(filled) = filling.join_next().await {
        filled.map_err(|error| error.to_string())??;
    }
    let (elapsed, taken) = (start.elapsed(), processor_time(&relay.child)? - time);
    is_full.store(true, Relaxed);
    let mut delays = beside.await.map_err(|error| error.to_string())??;
    delays.sort_unstable();
    println!(
        "{games} games    {:.1} s, {:.1} µs of processor time each, {:.1} MB of memory ({:.1} MB before), {:.1} MB on the disk",
        elapsed.as_secs_f64(),
        micros(taken / games),
        relay.memory()? as f64 / 1e6,
        memory as f64 / 1e6,
        relay.stored()? as f64 / 1e6,
    );
    println!(
        "a game beside    {} moves, {}",
        delays.len(),
        percentiles(&delays),
    );
    let further = prepare(games + 1, 1);
    let mut socket = enter(&relay.url, &further).await?;
    match send(&mut socket, &further.plays[0], "kept").await {
        Err(refusal) if refusal.contains("\"code\":\"full\"") => {
            println!("one more         refused: {refusal}");
        }
        other => return Err(format!("one game more than it may keep: {other:?}")),
    }
    let mut gone_on = 0;
    for id in (2..=games).filter(|id| id % ONE_OF == 0) {
        let game = prepare(id, 2);
        let mut socket = enter(&relay.url, &game).await?;
        send(&mut socket, &game.plays[1], "kept").await?;
        gone_on += 1;
    }
    println!("of the others    {gone_on} were tried, and go on");
    Ok(())
}

/// Plays the first move of each game in order, until the number of games is reached.
async fn play_first_moves(url: String, next: Arc<AtomicU32>, games: u32) -> Result<(), String> {
    loop {
        let first = next.fetch_add(ROOMS_EACH, Relaxed);
        let mut socket = None;
        for id in first..first + ROOMS_EACH {
            if id > games {
                return Ok(());
            }
            let game = prepare(id, 1);
            let socket = match &mut socket {
                None => socket.insert(enter(&url, &game).await?),
                Some(socket) => {
                    send(socket, &game.enter, "game").await?;
                    socket
                }
            };
            send(socket, &game.plays[0], "kept").await?;
        }
    }
}
