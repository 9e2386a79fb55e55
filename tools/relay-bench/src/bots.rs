//! Bots that play at a running relay.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::game::{Prepared, prepare};
use crate::play::{percentiles, play_all};

/// The number of games at the same time.
const AT_ONCE: usize = 50;

/// The most plies of each game.
const PLIES: usize = 80;

/// The time between two moves of a game: within the relay's default limit for a connection.
const PAUSE: Duration = Duration::from_millis(250);

/// Plays this number of new games of random moves, with two connections each, and reports their
/// speed.
///
/// # Errors
/// In words: the relay can't be reached, or refuses a message, as one with `--gateway` does, whose
/// games are the chain's.
pub async fn play(url: &str, games: u32) -> Result<(), String> {
    let start = Instant::now();
    // games that were never played here
    let first = fastrand::u32(1..u32::MAX - games);
    let ids: Vec<u32> = (first..first + games).collect();
    let mut delays = vec![];
    for ids in ids.chunks(AT_ONCE) {
        let games: Vec<Arc<Prepared>> =
            ids.iter().map(|id| Arc::new(prepare(*id, PLIES))).collect();
        delays.extend(play_all(url, &games, Some(PAUSE)).await?);
    }
    delays.sort_unstable();
    println!(
        "{games} games, {} moves in {:.1} s, sent to received: {}",
        delays.len(),
        start.elapsed().as_secs_f64(),
        percentiles(&delays),
    );
    Ok(())
}
