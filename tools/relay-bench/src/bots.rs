//! Bots that play at a relay which someone has started.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::game::{Prepared, prepare};
use crate::play::{percentiles, play_all};

/// Games at the same time.
const AT_ONCE: usize = 50;

/// Plies of each at most.
const PLIES: usize = 80;

/// Between two moves of a game: within the relay's default limit for one connection.
const PAUSE: Duration = Duration::from_millis(250);

/// Plays this number of new games of random moves, two connections each, and reports their speed.
///
/// # Errors
/// In words: the relay can't be reached, or refuses a message, as one with `--gateway` does, whose
/// games are the chain's.
pub async fn play(url: &str, games: u32) -> Result<(), String> {
    let start = Instant::now();
    // none that was played here before
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
