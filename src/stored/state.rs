//! The contract's state in memory.

use core::mem::offset_of;

use chess_record::{
    DAY_MILLIS, IllegalMoveRule, PauseState, PauseTimes, QueueEntry, SEAT_EPOCHS, StateRecord, U32,
    VERSION,
};
use multiversx_sc::imports::*;
use zerocopy::{FromZeros, IntoBytes};

use super::buffers::{address_at, append_u32, of_byte, part, rest};
use super::bytes::{Stake, StateBytes};

const PAUSE: usize = size_of::<StateRecord>();
const WAGER: usize = PAUSE + size_of::<PauseTimes>();

/// The contract's state in memory.
pub struct ContractState<M: ManagedTypeApi> {
    record: StateBytes<M>,
    /// As in the record; [`ContractState::record`] writes it back.
    pub head: StateRecord,
}

/// The state of a contract just deployed: paused.
pub fn first_state<M: ManagedTypeApi>(rule: IllegalMoveRule, epoch: u32) -> StateBytes<M> {
    let mut head = StateRecord::new_zeroed();
    head.version = VERSION;
    head.illegal_move_rule = rule as u8;
    head.pause_state = PauseState::NotStarted as u8;
    head.pause_epoch.set(epoch);
    let mut record = ManagedBuffer::new_from_bytes(head.as_bytes());
    record.append_bytes(&[0; size_of::<PauseTimes>()]);
    StateBytes(record)
}

impl<M: ManagedTypeApi> ContractState<M> {
    pub fn from_record(record: StateBytes<M>) -> Self {
        let mut head = StateRecord::new_zeroed();
        record.0.load_slice(0, head.as_mut_bytes());
        ContractState { record, head }
    }

    /// The record, with all changes.
    pub fn record(&mut self) -> &StateBytes<M> {
        self.record.0.set_slice(0, self.head.as_bytes()).ok();
        &self.record
    }

    pub fn rejects_illegal_moves(&self) -> bool {
        self.head.illegal_move_rule == IllegalMoveRule::Reject as u8
    }

    // ---- the pause

    /// Loads the pause in milliseconds. (Returned by value it would be copied.)
    pub fn load_pause_times(&self, times: &mut PauseTimes) {
        self.record.0.load_slice(PAUSE, times.as_mut_bytes());
    }

    pub fn pause(&mut self, epoch: u32, now: u64) {
        self.head.pause_state = PauseState::Paused as u8;
        self.head.pause_epoch.set(epoch);
        let mut times = PauseTimes::empty();
        self.load_pause_times(&mut times);
        // a day may be longer than the epochs between two pauses
        times.pause_millis.set(now.max(times.resume_millis.get()));
        self.record.0.set_slice(PAUSE, times.as_bytes()).ok();
    }

    pub fn unpause(&mut self, epoch: u32, now: u64) {
        if self.head.pause_state == PauseState::Paused as u8 {
            let mut times = PauseTimes::empty();
            self.load_pause_times(&mut times);
            let stopped = times.stopped_millis(true, now);
            times.stopped_millis.set(stopped);
            times.resume_millis.set(now + DAY_MILLIS);
            self.record.0.set_slice(PAUSE, times.as_bytes()).ok();
            let stopped = self.head.stopped_epochs(epoch);
            self.head.stopped_epochs.set(stopped);
            self.head.resume_epoch.set(epoch + 1);
        }
        self.head.pause_state = PauseState::Running as u8;
    }

    /// The number of milliseconds until now that count.
    pub fn counted_millis(&self, now: u64) -> u64 {
        let mut times = PauseTimes::empty();
        self.load_pause_times(&mut times);
        times.counted_millis(self.head.is_paused(), now)
    }

    // ---- the wager

    pub fn has_wager(&self) -> bool {
        self.head.token_len != 0
    }

    fn wager_len(&self) -> usize {
        self.head.token_len as usize + self.head.amount_len as usize
    }

    /// Sets the wager: a token identifier and an amount, big-endian, both of 1 to 255 bytes.
    pub fn set_wager(&mut self, token: &ManagedBuffer<M>, amount: &ManagedBuffer<M>) {
        self.record.0.append(token);
        self.record.0.append(amount);
        self.head.token_len = token.len() as u8;
        self.head.amount_len = amount.len() as u8;
    }

    /// The wager: no token and 0 until it is set.
    pub fn wager(&self) -> Stake<M> {
        let mut stake = of_byte(self.head.token_len);
        stake.append(&part(&self.record.0, WAGER, self.wager_len()));
        Stake(stake)
    }

    // ---- the queue

    fn queue_start(&self) -> usize {
        WAGER + self.wager_len()
    }

    /// The player who has paid and waits for an opponent.
    pub fn waiting(&self) -> Option<Waiting<M>> {
        let entry = rest(&self.record.0, self.queue_start());
        (!entry.is_empty()).then_some(Waiting(entry))
    }

    /// `key`: empty, or 32 bytes.
    pub fn enqueue(&mut self, player: &ManagedAddress<M>, epoch: u32, key: &ManagedBuffer<M>) {
        self.record.0.append(player.as_managed_buffer());
        append_u32(&mut self.record.0, self.head.counted_epoch(epoch));
        self.record.0.append(key);
    }

    pub fn clear_queue(&mut self) {
        self.record.0 = part(&self.record.0, 0, self.queue_start());
    }
}

/// A [`QueueEntry`] in memory, with the key.
pub struct Waiting<M: ManagedTypeApi>(ManagedBuffer<M>);

impl<M: ManagedTypeApi> Waiting<M> {
    pub fn player(&self) -> ManagedAddress<M> {
        address_at(&self.0, offset_of!(QueueEntry, player))
    }

    /// Whether the wait has lasted long enough for the next player to take the seat over.
    pub fn is_expired(&self, counted_epoch: u32) -> bool {
        let mut since = U32::ZERO;
        let at = offset_of!(QueueEntry, since);
        self.0.load_slice(at, since.as_mut_bytes());
        counted_epoch > since.get() + SEAT_EPOCHS
    }

    /// The key that the player named, empty for none.
    pub fn key(&self) -> ManagedBuffer<M> {
        rest(&self.0, size_of::<QueueEntry>())
    }
}
