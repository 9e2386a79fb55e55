//! Reads what edition 1 of the contract has stored, so that it can be upgraded while games run. A
//! game's record takes the new form when it is next written; the state does in the upgrade.

use multiversx_sc::imports::*;
use zerocopy::little_endian::U32;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::stored_game::{HEAD, START, VERSION};

/// Where the numbers are that edition 1 wrote with their lowest byte first, in a converted record:
/// the first byte and how many there are.
const NUMBERS: [(u8, u8); 6] = [(32, 4), (68, 4), (72, 4), (76, 4), (92, 2), (94, 2)];

/// What this edition has put before the game's state: version, what the game awaits, its traits.
const NEW_FIELDS: [u8; 3] = [VERSION, 0, 0];

/// Where they are.
const NEW_FIELDS_AT: usize = HEAD + 8;

/// A game's record of edition 1 in the form of this one. It lacks three bytes, and its numbers have
/// their lowest byte first. Before the first move it ends before the game's state.
#[inline(never)] // rarely called
pub fn converted<M: ManagedTypeApi>(old: &ManagedBuffer<M>) -> ManagedBuffer<M> {
    let part = |from: usize, to: usize| old.copy_slice(from, to - from).unwrap_or_default();
    let mut record = part(0, NEW_FIELDS_AT);
    record.append_bytes(&NEW_FIELDS);
    if old.len() > NEW_FIELDS_AT {
        record.append(&part(NEW_FIELDS_AT, old.len()));
    } else {
        let start = ManagedBuffer::new_from_bytes(START.as_bytes());
        let at = NEW_FIELDS_AT + NEW_FIELDS.len() - HEAD;
        let rest = start.copy_slice(at, start.len() - at);
        record.append(&rest.unwrap_or_default());
    }
    for (at, len) in NUMBERS {
        for i in 0..len / 2 {
            swap(&mut record, at + i, at + len - 1 - i);
        }
    }
    record
}

fn swap<M: ManagedTypeApi>(buffer: &mut ManagedBuffer<M>, a: u8, b: u8) {
    let (a, b) = (a as usize, b as usize);
    let [mut at_a, mut at_b] = [[0]; 2];
    buffer.load_slice(a, &mut at_a);
    buffer.load_slice(b, &mut at_b);
    buffer.set_slice(a, &at_b).ok();
    buffer.set_slice(b, &at_a).ok();
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
