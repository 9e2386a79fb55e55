//! A game's record in memory.

use core::mem::offset_of;

use chess_record::{
    BLOCK_LEN, GameClock, GameHead, GameRecord, PlayerEntry, U32, flags, is_block_full,
};
use chess_rules::Color;
use multiversx_sc::imports::*;
use zerocopy::{FromZeros, IntoBytes};

use super::buffers::{address_at, part, rest};
use super::bytes::GameBytes;
use super::state::ContractState;

const HEAD: usize = offset_of!(GameRecord, head);
const CLOCK: usize = size_of::<GameRecord>();
const ENTRY: usize = size_of::<PlayerEntry>();

/// A game's record in memory.
pub struct StoredGame<M: ManagedTypeApi> {
    pub id: usize,
    /// The contract's state, which applies to all games.
    pub contract: ContractState<M>,
    record: GameBytes<M>,
    /// As in the record; [`StoredGame::record`] writes it back.
    pub head: GameHead,
}

impl<M: ManagedTypeApi> StoredGame<M> {
    /// A game about to start: no moves, the position of the start. `first` and `second`: a
    /// [`PlayerEntry`] each.
    pub fn new(
        id: usize,
        contract: ContractState<M>,
        first: ManagedBuffer<M>,
        second: &ManagedBuffer<M>,
    ) -> Self {
        let mut record = first;
        record.append(second);
        record.append_bytes(GameHead::START.as_bytes());
        // Put together from the constant it would be copied by a call of `memcpy`.
        Self::from_record(GameBytes(record), id, contract)
    }

    pub fn from_record(record: GameBytes<M>, id: usize, contract: ContractState<M>) -> Self {
        let mut head = GameHead::new_zeroed();
        record.0.load_slice(HEAD, head.as_mut_bytes());
        StoredGame {
            record,
            head,
            id,
            contract,
        }
    }

    /// The record, with all changes.
    pub fn record(&mut self) -> &GameBytes<M> {
        self.record.0.set_slice(HEAD, self.head.as_bytes()).ok();
        &self.record
    }

    // ---- players

    /// The player of this colour in this round.
    pub fn player(&self, color: Color) -> ManagedAddress<M> {
        address_at(&self.record.0, self.head.entry_of(color) * ENTRY)
    }

    /// A colour's [`PlayerEntry`].
    pub fn entry(&self, color: Color) -> ManagedBuffer<M> {
        part(&self.record.0, self.head.entry_of(color) * ENTRY, ENTRY)
    }

    /// Puts other players into a game, a [`PlayerEntry`] each.
    pub fn set_entries(&mut self, first: ManagedBuffer<M>, second: &ManagedBuffer<M>) {
        let rest = rest(&self.record.0, HEAD);
        self.record.0 = first;
        self.record.0.append(second);
        self.record.0.append(&rest);
    }

    /// The id of the game that this player started before this one, 0 for none.
    pub fn previous_game(&self, player: &ManagedAddress<M>) -> usize {
        let mut previous = U32::ZERO;
        for entry in [0, ENTRY] {
            if address_at(&self.record.0, entry) == *player {
                let at = entry + offset_of!(PlayerEntry, previous_game);
                self.record.0.load_slice(at, previous.as_mut_bytes());
            }
        }
        previous.get() as usize
    }

    // ---- the clock

    /// The game's clock, if it has one.
    pub fn clock(&self) -> Option<GameClock> {
        let mut clock = GameClock::empty();
        self.load_clock(&mut clock).then_some(clock)
    }

    /// Whether the game has a clock, and then loads it. (Returned by value it would be copied.)
    pub fn load_clock(&self, clock: &mut GameClock) -> bool {
        let has_clock = self.head.has(flags::CLOCK);
        if has_clock {
            self.record.0.load_slice(CLOCK, clock.as_mut_bytes());
        }
        has_clock
    }

    /// Gives a game that has no moves yet a clock.
    pub fn add_clock(&mut self, clock: &GameClock) {
        self.head.flags |= flags::CLOCK;
        self.record.0.append_bytes(clock.as_bytes());
    }

    pub fn set_clock(&mut self, clock: &GameClock) {
        self.record.0.set_slice(CLOCK, clock.as_bytes()).ok();
    }

    // ---- draw offers

    /// Whether this player's draw offer is pending.
    pub fn is_draw_offered_by(&self, player: Color) -> bool {
        self.head.draw_offer == player as u8 + 1
    }

    pub fn offer_draw(&mut self, player: Color) {
        self.head.draw_offer = player as u8 + 1;
    }

    pub fn withdraw_offer_of(&mut self, player: Color) {
        if self.is_draw_offered_by(player) {
            self.head.draw_offer = 0;
        }
    }

    // ---- the moves of the current block

    /// The number of full blocks of moves.
    pub fn full_blocks(&self) -> usize {
        self.head.full_blocks.get() as usize
    }

    /// The moves of the current block.
    pub fn current_block(&self) -> ManagedBuffer<M> {
        let len = self.head.block_len as usize;
        part(&self.record.0, self.moves_start(), len)
    }

    fn moves_start(&self) -> usize {
        match self.head.has(flags::CLOCK) {
            true => CLOCK + size_of::<GameClock>(),
            false => CLOCK,
        }
    }

    /// Whether the current block has no room for another move.
    pub fn is_current_block_full(&self) -> bool {
        is_block_full(self.head.block_len as usize)
    }

    /// Begins the next block.
    pub fn next_block(&mut self) {
        self.head.full_blocks.set(self.full_blocks() as u16 + 1);
        self.head.block_len = 0;
    }

    /// Appends a move of two or three bytes to the current block, which isn't full.
    pub fn push_move(&mut self, bytes: &[u8]) {
        let at = self.moves_start() + self.head.block_len as usize;
        if self.record.0.set_slice(at, bytes).is_err() {
            // Room for the whole block: growing several times would cost more.
            self.record.0.append_bytes(&[0; BLOCK_LEN]);
            self.record.0.set_slice(at, bytes).ok();
        }
        self.head.block_len += bytes.len() as u8;
    }

    /// Replaces the current block by these moves. `full_blocks`: the number of full blocks before it.
    pub fn set_current_block(&mut self, full_blocks: usize, moves: &ManagedBuffer<M>) {
        self.head.full_blocks.set(full_blocks as u16);
        self.record.0 = part(&self.record.0, 0, self.moves_start());
        self.record.0.append(moves);
        self.head.block_len = moves.len() as u8;
    }
}
