//! Parts of stored records.

use multiversx_sc::api::ManagedBufferApiImpl;
use multiversx_sc::imports::*;

/// So many bytes of a buffer; none if it is shorter.
pub fn part<M: ManagedTypeApi>(
    buffer: &ManagedBuffer<M>,
    at: usize,
    len: usize,
) -> ManagedBuffer<M> {
    let part = ManagedBuffer::new();
    let (from, to) = (buffer.get_handle(), part.get_handle());
    // Where it is shorter the hook fails and leaves the part empty. (`copy_slice` asks for the
    // length first.)
    let _ = M::managed_type_impl().mb_copy_slice(from, at, len, to);
    part
}

/// All of a buffer from a byte on, which isn't beyond its end.
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
    // SAFETY: the slice is 32 bytes long, as an address must be.
    unsafe { ManagedAddress::from_handle(part(buffer, at, 32).forget_into_handle()) }
}

/// Appends the four bytes of a number, the highest first.
pub fn append_u32<M: ManagedTypeApi>(buffer: &mut ManagedBuffer<M>, number: u32) {
    buffer.append_bytes(&number.to_be_bytes());
}
