//! A bot's own open challenges. The bot queries the challenges of the newest games alone, which may lack
//! its own: if it opened them again after each game of others, it would pay again and again.

use std::collections::{BTreeMap, BTreeSet};

use onchain_chess::chess_proxy::TimeControl;

/// A bot's open challenges, and the challenges of players who have passed them over.
#[derive(Default)]
pub struct Offers {
    /// The clocks by the challenges' games.
    own: BTreeMap<usize, Option<TimeControl>>,
    /// Others' open challenges to anyone that were opened while the bot had one with the same clock:
    /// their makers wait for someone else.
    beside: BTreeSet<usize>,
}

impl Offers {
    /// Adds an own challenge.
    pub fn add(&mut self, id: usize, clock: Option<TimeControl>) {
        self.own.insert(id, clock);
    }

    /// Whether a player who has opened a challenge to anyone could have accepted the bot's instead.
    pub fn are_passed_over(&mut self, id: usize, clock: Option<TimeControl>) -> bool {
        let mut older = self.own.range(..id);
        if older.any(|(_, own)| *own == clock) {
            self.beside.insert(id);
        }
        self.beside.contains(&id)
    }

    /// Forgets others' challenges that aren't among these.
    pub fn forget_others(&mut self, open: &[usize]) {
        self.beside.retain(|id| open.contains(id));
    }

    /// Forgets own challenges that are no longer open.
    ///
    /// # Errors
    /// Those of `is_open`; the other challenges stay.
    pub fn retain<E>(
        &mut self,
        mut is_open: impl FnMut(usize) -> Result<bool, E>,
    ) -> Result<(), E> {
        for id in self.ids() {
            if !is_open(id)? {
                self.own.remove(&id);
            }
        }
        Ok(())
    }

    /// The clocks without an own challenge.
    pub fn missing(&self, clocks: &[TimeControl]) -> Vec<TimeControl> {
        let is_missing =
            |clock: &&TimeControl| !self.own.values().any(|open| *open == Some(**clock));
        clocks.iter().filter(is_missing).copied().collect()
    }

    /// The games of the own challenges.
    pub fn ids(&self) -> Vec<usize> {
        self.own.keys().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_counts_until_its_game_is_no_longer_open() {
        let clock = |base| TimeControl { base, increment: 2 };
        let clocks = [clock(180), clock(600)];
        let mut offers = Offers::default();
        assert_eq!(offers.missing(&clocks), clocks);
        offers.add(7, Some(clock(180)));
        offers.add(9, Some(clock(600)));
        // the newest games are others' and show neither
        offers.retain(|_| Ok::<_, ()>(true)).unwrap();
        assert_eq!(offers.missing(&clocks), []);
        assert_eq!(offers.ids(), [7, 9]);
        offers.retain(|id| Ok::<_, ()>(id != 7)).unwrap();
        assert_eq!(offers.missing(&clocks), [clock(180)]);
        assert_eq!(offers.retain(|_| Err("unreachable")), Err("unreachable"));
        assert_eq!(offers.ids(), [9]);
    }

    #[test]
    fn a_challenge_opened_beside_a_bots_is_left_to_others() {
        let clock = |base| Some(TimeControl { base, increment: 2 });
        let mut offers = Offers::default();
        offers.add(7, clock(180));
        assert!(!offers.are_passed_over(6, clock(180)));
        assert!(!offers.are_passed_over(8, clock(600)));
        assert!(offers.are_passed_over(8, clock(180)));
        // the own one was accepted, and there is a newer one
        offers.retain(|_| Ok::<_, ()>(false)).unwrap();
        offers.add(9, clock(180));
        assert!(offers.are_passed_over(8, clock(180)));
        offers.forget_others(&[6, 9]);
        assert!(!offers.are_passed_over(8, clock(180)));
    }
}
