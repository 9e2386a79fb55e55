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

/// Gives a record the form of this edition: three new bytes, and numbers with their highest byte
/// first. Before the first move edition 1's record ends before the game's state.
#[inline(never)] // rarely called
pub fn convert_game<M: ManagedTypeApi>(record: &mut ManagedBuffer<M>) {
    let part = |from: usize, to: usize| record.copy_slice(from, to - from).unwrap_or_default();
    let mut converted = part(0, NEW_FIELDS_AT);
    converted.append_bytes(&NEW_FIELDS);
    if record.len() > NEW_FIELDS_AT {
        converted.append(&part(NEW_FIELDS_AT, record.len()));
    } else {
        let start = ManagedBuffer::new_from_bytes(START.as_bytes());
        let at = NEW_FIELDS_AT + NEW_FIELDS.len() - HEAD;
        let rest = start.copy_slice(at, start.len() - at);
        converted.append(&rest.unwrap_or_default());
    }
    for (at, len) in NUMBERS {
        for i in 0..len / 2 {
            swap(&mut converted, at + i, at + len - 1 - i);
        }
    }
    *record = converted;
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
