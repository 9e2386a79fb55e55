//! Document 004's linear congruential generator.

/// The exclusive bound of every seed and every number of the generator: 2³¹.
pub const MODULUS: u32 = 1 << 31;

/// The number after `seed`: (1664525 × seed + 1013904223) mod 2³¹.
///
/// ```
/// assert_eq!(game_moves::seed::next(0), 1013904223);
/// assert_eq!(game_moves::seed::next(1), 1015568748);
/// ```
pub const fn next(seed: u32) -> u32 {
    // 2³¹ divides 2³², so wrapping at 2³² changes nothing
    1664525u32.wrapping_mul(seed).wrapping_add(1013904223) % MODULUS
}

/// The seed before `seed`: the inverse of [`next`], for checking a state's dice.
///
/// ```
/// use game_moves::seed::{next, previous};
/// assert_eq!(previous(next(7)), 7);
/// ```
pub const fn previous(seed: u32) -> u32 {
    /// 1664525 × this = 1 mod 2³¹
    const INVERSE: u32 = 2128632005;
    seed.wrapping_sub(1013904223).wrapping_mul(INVERSE) % MODULUS
}

/// A number from 0 to `n` − 1 from the generator's number `value`: value × n ÷ 2³¹, rounded down.
///
/// It uses the high bits: the lowest bit of such a generator only alternates, so that with `value % 6` two dice in a
/// row would never be equal.
///
/// ```
/// assert_eq!(game_moves::seed::below(0, 6), 0);
/// assert_eq!(game_moves::seed::below((1 << 31) - 1, 6), 5);
/// ```
pub const fn below(value: u32, n: u32) -> u32 {
    ((value as u64 * n as u64) >> 31) as u32
}

/// The die, 1 to 6, of the generator's number `value`.
pub(crate) const fn die(value: u32) -> u8 {
    below(value, 6) as u8 + 1
}

/// One throw of a die, 1 to 6, and the seed after it.
///
/// ```
/// let (die, seed) = game_moves::seed::roll_die(0);
/// assert_eq!((die, seed), (3, 1013904223));
/// ```
pub const fn roll_die(seed: u32) -> (u8, u32) {
    let seed = next(seed);
    (die(seed), seed)
}

/// Two throws in order, and the seed after them.
pub(crate) const fn roll_two(seed: u32) -> ([u8; 2], u32) {
    let (first, seed) = roll_die(seed);
    let (second, seed) = roll_die(seed);
    ([first, second], seed)
}
