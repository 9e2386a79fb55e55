//! The requests of games' threads to the bot's account.

use std::collections::BTreeMap;
use std::sync::mpsc;

use super::table::Due;

/// A request of a game's thread.
pub enum Job {
    /// The game has calls that are due on the chain.
    Due(usize, Due),
    /// The game is over, or its thread has ended by a fault.
    Done(usize),
}

/// The open requests. A game asks again at each look while it waits for other games: only its newest
/// request counts.
pub struct Jobs {
    sender: mpsc::Sender<Job>,
    asked: mpsc::Receiver<Job>,
    newest: BTreeMap<usize, Due>,
}

impl Default for Jobs {
    fn default() -> Self {
        let (sender, asked) = mpsc::channel();
        Jobs {
            sender,
            asked,
            newest: BTreeMap::new(),
        }
    }
}

impl Jobs {
    /// A sender for a game's thread.
    pub fn sender(&self) -> mpsc::Sender<Job> {
        self.sender.clone()
    }

    /// Receives all requests. Returns the games whose threads have ended.
    pub fn hear(&mut self) -> Vec<usize> {
        let mut done = vec![];
        while let Ok(job) = self.asked.try_recv() {
            match job {
                Job::Due(game, due) => drop(self.newest.insert(game, due)),
                Job::Done(game) => {
                    self.newest.remove(&game);
                    done.push(game);
                }
            }
        }
        done
    }

    /// The games with calls that are due.
    pub fn games(&self) -> Vec<usize> {
        self.newest.keys().copied().collect()
    }

    /// Takes the calls that are due in a game.
    pub fn take(&mut self, game: usize) -> Option<Due> {
        self.newest.remove(&game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_games_newest_request_counts() {
        let mut jobs = Jobs::default();
        let threads = jobs.sender();
        let ask = |game, signal| threads.send(Job::Due(game, Due { play: None, signal }));
        for signal in [false, false, true] {
            ask(8, signal).unwrap();
            ask(7, !signal).unwrap();
        }
        assert!(jobs.hear().is_empty());
        assert_eq!(jobs.games(), [7, 8]);
        assert!(jobs.take(8).is_some_and(|due| due.signal) && jobs.take(8).is_none());
        threads.send(Job::Done(7)).unwrap();
        assert_eq!(jobs.hear(), [7]);
        assert!(jobs.games().is_empty());
    }
}
