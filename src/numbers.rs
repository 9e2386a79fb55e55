//! Big-endian numbers of stored records. The compiler would put the turning of the bytes at each
//! use, which takes several times the code of a call.

use zerocopy::big_endian::{U32, U64};

#[inline(never)]
pub fn get32(number: &U32) -> u32 {
    number.get()
}

#[inline(never)]
pub fn set32(number: &mut U32, value: u32) {
    number.set(value);
}

#[inline(never)]
pub fn get64(number: &U64) -> u64 {
    number.get()
}

#[inline(never)]
pub fn set64(number: &mut U64, value: u64) {
    number.set(value);
}
