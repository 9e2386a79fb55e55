//! Sums over all pieces, updated move by move.

/// Packed values, above them the phase, above that the number of pieces. One addition updates all of
/// them.
///
/// The packed values are a middlegame and an endgame value in one number, positive for White: one addition adds both
/// halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum(pub(crate) i64);

const PHASE_SHIFT: u32 = 32;
const COUNT_SHIFT: u32 = 40;

impl Sum {
    pub(crate) const NONE: Self = Self(0);

    /// One piece's share: values from -30,000 to 30,000, and its weight in the phase.
    pub(crate) const fn of_piece(middle: i32, end: i32, phase: u8) -> Self {
        let value = ((middle << 16) + end) as i64;
        Self(value + (1 << COUNT_SHIFT) + ((phase as i64) << PHASE_SHIFT))
    }

    /// The same sum with more packed values.
    #[inline(always)] // one instruction
    pub(crate) fn plus(self, score: i32) -> Self {
        Self(self.0 + score as i64)
    }

    /// The packed values.
    #[inline(always)] // one instruction
    pub(crate) fn score(self) -> i32 {
        self.0 as i32
    }

    /// The number of pieces.
    #[inline(always)] // some shifts
    pub(crate) fn count(self) -> i32 {
        self.upper() >> (COUNT_SHIFT - PHASE_SHIFT)
    }

    /// The phase, 0 for bare pawns.
    #[inline(always)] // some shifts
    pub(crate) fn phase(self) -> i32 {
        self.upper() & 0xff
    }

    /// The value between middlegame and endgame, by the phase; `full` is the starting position's.
    #[inline(always)] // one caller
    pub(crate) fn blend(self, full: i32) -> i32 {
        let (middle, end) = (middle(self.score()), end(self.score()));
        // rounded towards 0, so that both sides have the same values
        end + (middle - end) * self.phase().min(full) / full
    }

    /// Phase, and number of pieces above it.
    #[inline(always)] // some shifts
    fn upper(self) -> i32 {
        ((self.0 + 0x8000_0000) >> PHASE_SHIFT) as i32
    }
}

/// The middlegame half of a packed value.
#[inline(always)] // two instructions
pub(crate) fn middle(score: i32) -> i32 {
    (score + 0x8000) >> 16
}

/// The endgame half of a packed value.
#[inline(always)] // two instructions
fn end(score: i32) -> i32 {
    (score << 16) >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_halves_come_apart_again() {
        for (m, e) in [(5, -7), (-5, 7), (-3000, -4000), (9000, 9000), (0, -1)] {
            let sum = Sum::of_piece(m, e, 4);
            assert_eq!(middle(sum.score()), m);
            assert_eq!(end(sum.score()), e);
            assert_eq!((sum.phase(), sum.count()), (4, 1));
        }
    }
}
