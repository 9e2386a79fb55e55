//! Sets of squares as bits of a 64-bit number.

/// One bit in every row.
pub(crate) const COLUMN: u64 = 0x0101_0101_0101_0101;

/// The squares to the left of some others.
#[inline(always)] // two instructions
pub(crate) fn left(set: u64) -> u64 {
    (set & !COLUMN) >> 1
}

/// The squares to the right of some others.
#[inline(always)] // two instructions
pub(crate) fn right(set: u64) -> u64 {
    (set & !(COLUMN << 7)) << 1
}

/// The square's bit.
#[inline(always)] // one instruction
pub(crate) fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// The lowest square of a set that is not empty. Counting zeros would cost the contract as much as twenty other
/// instructions.
#[inline(always)] // a call costs as much as the body
pub(crate) fn first(set: u64) -> u8 {
    FIRST[((set & set.wrapping_neg()).wrapping_mul(DE_BRUIJN) >> 58) as usize] & 63
}

/// The squares of a set, lowest first.
#[inline(always)] // loops over it become plain loops
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = first(set);
        set &= set - 1;
        Some(square)
    })
}

/// A number whose six-bit windows are all different.
const DE_BRUIJN: u64 = 0x03f7_9d71_b4cb_0a89;
/// The bit that follows each window, with 64 added: otherwise the compiler would recognise the table and count zeros.
static FIRST: [u8; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[((DE_BRUIJN << i) >> 58) as usize] = i as u8 | 64;
        i += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_square_of_a_set() {
        for square in 0..64 {
            assert_eq!(first(bit(square)), square);
            assert_eq!(first(!0 << square), square);
        }
        assert!(squares(0b1001_0010 << 10).eq([11, 14, 17]));
    }
}
