//! A bot's own open challenges. The chain is asked for the newest games' alone, among which they need
//! not be: a bot that opened them again after each game of others would pay without end.

use std::collections::{BTreeMap, BTreeSet};

use onchain_chess::chess_proxy::TimeControl;

/// A bot's open challenges, and those of others who have passed them over.
#[derive(Default)]
pub struct Offers {
    /// By their games, with their clocks.
    own: BTreeMap<usize, Option<TimeControl>>,
    /// Others' open challenges to anyone that were opened beside an own one with the same clock:
    /// their makers wait for someone else.
    beside: BTreeSet<usize>,
}

impl Offers {
    /// It has this one.
    pub fn add(&mut self, id: usize, clock: Option<TimeControl>) {
        self.own.insert(id, clock);
    }

    /// Whether someone who has opened a challenge to anyone could have had an own one instead.
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

    /// Forgets own ones that aren't open any more.
    ///
    /// # Errors
    /// Those of `is_open`; what was known stays.
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

    /// The clocks for which there is no own one.
    pub fn missing(&self, clocks: &[TimeControl]) -> Vec<TimeControl> {
        let is_missing =
            |clock: &&TimeControl| !self.own.values().any(|open| *open == Some(**clock));
        clocks.iter().filter(is_missing).copied().collect()
    }

    /// The games of the own ones.
    pub fn ids(&self) -> Vec<usize> {
        self.own.keys().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_stands_until_its_game_is_not_open_any_more() {
        let clock = |base| TimeControl { base, increment: 2 };
        let clocks = [clock(180), clock(600)];
        let mut offers = Offers::default();
        assert_eq!(offers.missing(&clocks), clocks);
        offers.add(7, Some(clock(180)));
        offers.add(9, Some(clock(600)));
        // others' games have come, and the newest ones show neither
        offers.retain(|_| Ok::<_, ()>(true)).unwrap();
        assert_eq!(offers.missing(&clocks), []);
        assert_eq!(offers.ids(), [7, 9]);
        offers.retain(|id| Ok::<_, ()>(id != 7)).unwrap();
        assert_eq!(offers.missing(&clocks), [clock(180)]);
        assert_eq!(offers.retain(|_| Err("unreachable")), Err("unreachable"));
        assert_eq!(offers.ids(), [9]);
    }

    #[test]
    fn who_opens_a_challenge_beside_a_bots_waits_for_somebody_else() {
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
