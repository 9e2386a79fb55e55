//! Seeded random numbers: the same seed gives the same games everywhere.

/// splitmix64.
pub struct Random(u64);

impl Random {
    /// A generator of its own sequence for each seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// A number below a bound that is not 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.number() % bound
    }

    /// One of some things, if there are any.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        match things.len() {
            0 => None,
            len => things.get(self.below(len as u64) as usize),
        }
    }
}
