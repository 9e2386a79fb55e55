//! Reads what edition 1 of the contract has stored, so that it can be upgraded while games run. A
//! game's record takes the new form when it is next written; the state does in the upgrade.

use core::mem::offset_of;

use chess_rules::Color;
use multiversx_sc::imports::*;
use zerocopy::little_endian::{U16, U32};
use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::stored_game::{BLOCK_LEN, GameHead};

/// A game's record but for its moves. Before the first move it ends before `state`.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct GameRecord {
    players: [Player; 2],
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

#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct Player {
    address: [u8; 32],
    previous_game: U32,
}

/// Gives a record the form of this edition. `head` is a starting game's.
#[inline(never)] // rarely called
pub fn convert_game<M: ManagedTypeApi>(record: &mut ManagedBuffer<M>, head: &mut GameHead) {
    let mut old = GameRecord::new_zeroed();
    let played = record.len() > offset_of!(GameRecord, state);
    let moves = record.copy_slice(size_of::<GameRecord>(), record.len() - size_of::<GameRecord>());
    let len = match played {
        true => size_of::<GameRecord>(),
        false => offset_of!(GameRecord, state),
    };
    record.load_slice(0, &mut old.as_mut_bytes()[..len]);
    head.wait_epoch.set(old.epoch.get());
    head.wait_counted_epoch.set(old.counted_epoch.get());
    if played {
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
    record.overwrite(&[]);
    for player in [Color::White, Color::Black] {
        let player = &old.players[player as usize];
        record.append_bytes(&player.address);
        record.append_bytes(&player.previous_game.get().to_be_bytes());
    }
    record.append_bytes(head.as_bytes());
    if head.ply.get() > 0 {
        let moves = moves.unwrap_or_default();
        record.append(&moves);
        let room = ManagedBuffer::new_from_bytes(&[0; BLOCK_LEN]);
        let rest = room.copy_slice(0, BLOCK_LEN - moves.len());
        record.append(&rest.unwrap_or_default());
    }
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
