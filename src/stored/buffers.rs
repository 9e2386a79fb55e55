//! Parts of stored records.

use multiversx_sc::api::ManagedBufferApiImpl;
use multiversx_sc::imports::*;

/// The `len` bytes of a buffer that begin at `at`; none if it is shorter.
pub fn part<M: ManagedTypeApi>(
    buffer: &ManagedBuffer<M>,
    at: usize,
    len: usize,
) -> ManagedBuffer<M> {
    let part = ManagedBuffer::new();
    let (from, to) = (buffer.get_handle(), part.get_handle());
    // If it is shorter the hook fails and leaves the part empty. (`copy_slice` reads the length
    // first.)
    let _ = M::managed_type_impl().mb_copy_slice(from, at, len, to);
    part
}

/// The bytes of a buffer from `at` to its end, which isn't before `at`.
pub fn rest<M: ManagedTypeApi>(buffer: &ManagedBuffer<M>, at: usize) -> ManagedBuffer<M> {
    part(buffer, at, buffer.len() - at)
}

/// The byte at a place, which must be there.
pub fn byte_at<M: ManagedTypeApi>(buffer: &ManagedBuffer<M>, at: usize) -> u8 {
    let mut byte = [0];
    buffer.load_slice(at, &mut byte);
    byte[0]
}

/// A buffer of one byte.
pub fn of_byte<M: ManagedTypeApi>(byte: u8) -> ManagedBuffer<M> {
    ManagedBuffer::new_from_bytes(&[byte])
}

/// The address in a buffer; all of its 32 bytes must be there.
pub fn address_at<M: ManagedTypeApi>(buffer: &ManagedBuffer<M>, at: usize) -> ManagedAddress<M> {
    let mut bytes = [0; 32];
    buffer.load_slice(at, &mut bytes);
    ManagedAddress::new_from_bytes(&bytes)
}

/// Appends the four bytes of a number, the highest first.
pub fn append_u32<M: ManagedTypeApi>(buffer: &mut ManagedBuffer<M>, number: u32) {
    buffer.append_bytes(&number.to_be_bytes());
}
