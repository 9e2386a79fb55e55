//! Reads what edition 1 of the contract has stored, so that it can be upgraded while games run. A
//! game's record takes the new form when it is next written; the state does in the upgrade.

use multiversx_sc::imports::*;
use zerocopy::little_endian::U32;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::parts::{byte_at, part, rest};
use crate::stored_game::{GameRecord, HEAD, START, VERSION};

/// The bytes that change places in a converted record: edition 1 wrote numbers, four of 4 bytes and
/// two of 2, with their lowest byte first.
const SWAPPED: [(u8, u8); 10] = [
    (32, 35),
    (33, 34),
    (68, 71),
    (69, 70),
    (72, 75),
    (73, 74),
    (76, 79),
    (77, 78),
    (92, 93),
    (94, 95),
];

/// What this edition has put before the game's state: version, what the game awaits, its traits.
const NEW_FIELDS: [u8; 3] = [VERSION, 0, 0];

/// Where they are.
const NEW_FIELDS_AT: usize = HEAD + 8;

/// A game's record of edition 1 in the form of this one. It lacks three bytes and the board, which
/// was stored by itself, and its numbers have their lowest byte first. Before the first move it ends
/// before the game's state.
#[inline(never)] // rarely called
pub fn converted<M: ManagedTypeApi>(
    old: &ManagedBuffer<M>,
    board: &ManagedBuffer<M>,
) -> ManagedBuffer<M> {
    let mut record = part(old, 0, NEW_FIELDS_AT);
    record.append_bytes(&NEW_FIELDS);
    if old.len() > NEW_FIELDS_AT {
        let head_end = size_of::<GameRecord>() - NEW_FIELDS.len();
        record.append(&part(old, NEW_FIELDS_AT, head_end - NEW_FIELDS_AT));
        record.append(board);
        record.append(&rest(old, head_end));
    } else {
        let start = ManagedBuffer::new_from_bytes(START.as_bytes());
        let at = NEW_FIELDS_AT + NEW_FIELDS.len() - HEAD;
        record.append(&rest(&start, at));
    }
    for &(a, b) in &SWAPPED {
        let (a, b) = (a as usize, b as usize);
        let (at_a, at_b) = (byte_at(&record, a), byte_at(&record, b));
        record.set_slice(a, &[at_b]).ok();
        record.set_slice(b, &[at_a]).ok();
    }
    record
}

/// The settings but for the wager and the queue.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct Settings {
    pub illegal_move_rule: u8,
    pub paused: u8,
    pub pause_epoch: U32,
    pub paused_epochs: U32,
    pub token_len: u8,
    pub amount_len: u8,
}
