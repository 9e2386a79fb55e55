//! Big-endian numbers of stored records. The compiler would put the turning of the bytes at each
//! use, which takes several times the code of a call.

use multiversx_sc::abi::{TypeAbi, TypeAbiFrom, TypeName};
use multiversx_sc::codec::{EncodeErrorHandler, TopEncode, TopEncodeOutput};
use multiversx_sc::imports::*;
use zerocopy::big_endian::{U16, U32, U64};
use zerocopy::{transmute_mut, transmute_ref};

#[inline(never)]
pub fn get16(number: &U16) -> u16 {
    number.get()
}

#[inline(never)]
pub fn get32(number: &U32) -> u32 {
    number.get()
}

#[inline(never)]
pub fn set32(number: &mut U32, value: u32) {
    number.set(value);
}

// Half by half: turning eight bytes at once takes more code than two calls.

#[inline(never)]
pub fn get64(number: &U64) -> u64 {
    let [high, low]: &[U32; 2] = transmute_ref!(number);
    (get32(high) as u64) << 32 | get32(low) as u64
}

#[inline(never)]
pub fn set64(number: &mut U64, value: u64) {
    let [high, low]: &mut [U32; 2] = transmute_mut!(number);
    set32(high, (value >> 32) as u32);
    set32(low, value as u32);
}

/// Appends the four bytes of a number, the highest first.
#[inline(never)]
pub fn append32<M: ManagedTypeApi>(buffer: &mut ManagedBuffer<M>, number: u32) {
    buffer.append_bytes(&number.to_be_bytes());
}

/// A number in an event: its bytes from the first that isn't 0 on. The framework's code for this
/// knows numbers of eight bytes and signs.
pub struct Number(pub u32);

impl TopEncode for Number {
    #[inline(never)]
    fn top_encode_or_handle_err<O, H>(&self, output: O, _: H) -> Result<(), H::HandledErr>
    where
        O: TopEncodeOutput,
        H: EncodeErrorHandler,
    {
        let bytes = self.0.to_be_bytes();
        let zeros = self.0.leading_zeros() as usize / 8;
        output.set_slice_u8(bytes.get(zeros..).unwrap_or_default());
        Ok(())
    }
}

impl TypeAbiFrom<Self> for Number {}

impl TypeAbi for Number {
    type Unmanaged = Self;

    fn type_name() -> TypeName {
        u32::type_name()
    }
}
