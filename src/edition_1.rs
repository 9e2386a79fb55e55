//! Reads what edition 1 of the contract has stored, so that it can be upgraded while games run. A
//! game's record takes the new form when it is next written; the state does in the upgrade.

use core::mem::offset_of;

use multiversx_sc::imports::*;
use zerocopy::little_endian::{U16, U32};
use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::stored_game::{BLOCK_LEN, GameHead};

/// The part of a game's record that moves change, after the players. Before the first move the
/// record ends before `state`.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct OldHead {
    epoch: U32,
    counted_epoch: U32,
    state: u8,
    end_reason: u8,
    draw_offer: u8,
    kings: [u8; 2],
    castling: u8,
    en_passant: u8,
    half_move_clock: u8,
    reversible_plies: u8,
    ply: U16,
    full_blocks: U16,
    block_len: u8,
}

/// An address and the number of the previous game, of each player.
const PLAYER_LEN: usize = 36;
const OLD_HEAD: usize = 2 * PLAYER_LEN;
const TIMES_LEN: usize = offset_of!(OldHead, state);
const OLD_MOVES: usize = OLD_HEAD + size_of::<OldHead>();

/// Gives a record the form of this edition. `head` is a starting game's.
#[inline(never)] // rarely called
pub fn convert_game<M: ManagedTypeApi>(record: &mut ManagedBuffer<M>, head: &mut GameHead) {
    for player in 0..2 {
        // the number's bytes the other way round
        let at = player * PLAYER_LEN + PLAYER_LEN - 4;
        let mut previous = U32::ZERO;
        record.load_slice(at, previous.as_mut_bytes());
        record.set_slice(at, &previous.get().to_be_bytes()).ok();
    }
    let mut old = OldHead::new_zeroed();
    let mut times = [0; TIMES_LEN];
    record.load_slice(OLD_HEAD, &mut times);
    if record.len() >= OLD_MOVES {
        record.load_slice(OLD_HEAD, old.as_mut_bytes());
        head.state = old.state;
        head.end_reason = old.end_reason;
        head.draw_offer = old.draw_offer;
        head.kings = old.kings;
        head.castling = old.castling;
        head.en_passant = old.en_passant;
        head.half_move_clock = old.half_move_clock;
        head.reversible_plies = old.reversible_plies;
        head.ply.set(old.ply.get());
        head.full_blocks.set(old.full_blocks.get());
        head.block_len = old.block_len;
    }
    let [a, b, c, d, e, f, g, h] = times;
    head.wait_epoch.set(u32::from_le_bytes([a, b, c, d]));
    head.wait_counted_epoch
        .set(u32::from_le_bytes([e, f, g, h]));

    let moves = record.copy_slice(OLD_MOVES, head.block_len as usize);
    let mut converted = record.copy_slice(0, OLD_HEAD).unwrap_or_default();
    converted.append_bytes(head.as_bytes());
    if head.ply.get() > 0 {
        let room = ManagedBuffer::new_from_bytes(&[0; BLOCK_LEN]);
        let left = room.copy_slice(0, BLOCK_LEN - head.block_len as usize);
        converted.append(&moves.unwrap_or_default());
        converted.append(&left.unwrap_or_default());
    }
    *record = converted;
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
