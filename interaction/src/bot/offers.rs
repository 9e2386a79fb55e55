//! A bot's own open challenges. The chain is asked for the newest games' alone, among which they need
//! not be: a bot that opened them anew whenever others' games have come would pay for ever more.

use std::collections::BTreeMap;

use onchain_chess::chess_proxy::TimeControl;

/// A bot's open challenges, by their games, with their clocks.
#[derive(Default)]
pub struct Offers(BTreeMap<usize, Option<TimeControl>>);

impl Offers {
    /// It has this one.
    pub fn add(&mut self, id: usize, clock: Option<TimeControl>) {
        self.0.insert(id, clock);
    }

    /// Forgets those that aren't open any more.
    ///
    /// # Errors
    /// Those of `is_open`; what was known stays.
    pub fn retain<E>(
        &mut self,
        mut is_open: impl FnMut(usize) -> Result<bool, E>,
    ) -> Result<(), E> {
        for id in self.ids() {
            if !is_open(id)? {
                self.0.remove(&id);
            }
        }
        Ok(())
    }

    /// The clocks for which there is none.
    pub fn missing(&self, clocks: &[TimeControl]) -> Vec<TimeControl> {
        let is_missing = |clock: &&TimeControl| !self.0.values().any(|open| *open == Some(**clock));
        clocks.iter().filter(is_missing).copied().collect()
    }

    /// Their games.
    pub fn ids(&self) -> Vec<usize> {
        self.0.keys().copied().collect()
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
        assert_eq!(
            (offers.missing(&clocks), offers.ids()),
            (vec![], vec![7, 9])
        );
        offers.retain(|id| Ok::<_, ()>(id != 7)).unwrap();
        assert_eq!(offers.missing(&clocks), [clock(180)]);
        assert_eq!(offers.retain(|_| Err("unreachable")), Err("unreachable"));
        assert_eq!(offers.ids(), [9]);
    }
}
