//! What holds for the whole contract, as storage holds it: the rule for illegal moves, the pause,
//! the wager, and the queue.

use core::mem::offset_of;

use multiversx_sc::imports::*;
use zerocopy::big_endian::{U32, U64};
use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::errors::*;
use crate::numbers::*;
use crate::parts::{address_at, part, rest};
use crate::types::IllegalMoveRule;

/// The version of [`StateRecord`].
pub const VERSION: u8 = 0xE2;

/// How many epochs pauses must take before players may take their money back.
pub const LONG_PAUSE_EPOCHS: u32 = 30;

/// How many full epochs must lie between the end of a pause and the next one.
const EPOCHS_BETWEEN_PAUSES: u32 = 4;

/// The time after a pause that doesn't count either: one day.
const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// The contract's state: one value, because every transaction reads it.
///
/// Numbers are big-endian. After these bytes follow [`PauseMillis`], the wager's token identifier, its amount
/// (big-endian), and while somebody waits in the queue their [`QueueEntry`] and, if they named
/// one, their key of 32 bytes.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct StateRecord {
    /// [`VERSION`]
    pub version: u8,
    /// An [`IllegalMoveRule`].
    pub illegal_move_rule: u8,
    /// A [`PauseState`].
    pub pause_state: u8,
    /// The epoch in which the current or last pause began.
    pub pause_epoch: U32,
    /// The epoch in which time goes on after the last pause, 0 before the first has ended.
    pub resume_epoch: U32,
    /// How many epochs don't count until then, all pauses together.
    pub stopped_epochs: U32,
    /// The length of the wager's token identifier, 0 until the owner has set the wager.
    pub token_len: u8,
    /// The length of the wager's amount.
    pub amount_len: u8,
}

/// Pauses in milliseconds of block time, for games with a clock.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct PauseMillis {
    /// When the current or last pause began.
    pub pause_millis: U64,
    /// When time goes on after the last pause, 0 before the first has ended.
    pub resume_millis: U64,
    /// How much doesn't count until then, all pauses together.
    pub stopped_millis: U64,
}

const PAUSE: usize = after_head(offset_of!(PauseMillis, pause_millis));
const RESUME: usize = after_head(offset_of!(PauseMillis, resume_millis));
const STOPPED: usize = after_head(offset_of!(PauseMillis, stopped_millis));
const WAGER: usize = after_head(size_of::<PauseMillis>());

const fn after_head(at: usize) -> usize {
    size_of::<StateRecord>() + at
}

/// Whether users may act.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum PauseState {
    Running,
    Paused,
    /// Just deployed. The first `unpause` isn't the end of a pause: no day after it is left out.
    NotStarted,
}

/// Who has paid and waits for an opponent.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct QueueEntry {
    pub player: [u8; 32],
    /// The epoch in which the wait began, among those that count.
    pub since: U32,
}

/// After so many epochs of waiting the next player takes the seat over.
const SEAT_EPOCHS: u32 = 7;

/// The contract's state in memory.
pub struct ContractState<M: ManagedTypeApi> {
    record: ManagedBuffer<M>,
    /// As in the record; [`StateModule::store_state`] writes it back.
    pub head: StateRecord,
}

/// The state of a contract just deployed: paused.
pub fn first_state<M: ManagedTypeApi>(rule: u8, epoch: u32) -> ManagedBuffer<M> {
    let mut head = StateRecord::new_zeroed();
    head.version = VERSION;
    head.illegal_move_rule = rule;
    head.pause_state = PauseState::NotStarted as u8;
    set32(&mut head.pause_epoch, epoch);
    let mut record = ManagedBuffer::new_from_bytes(head.as_bytes());
    record.append_bytes(&[0; size_of::<PauseMillis>()]);
    record
}

impl<M: ManagedTypeApi> ContractState<M> {
    pub fn rejects_illegal_moves(&self) -> bool {
        self.head.illegal_move_rule == IllegalMoveRule::Reject as u8
    }

    // ---- the pause

    pub fn is_paused(&self) -> bool {
        self.head.pause_state != PauseState::Running as u8
    }

    /// Whether enough full epochs lie between the end of the last pause and a new one.
    pub fn may_pause(&self, epoch: u32) -> bool {
        let resume = get32(&self.head.resume_epoch);
        // time resumes one epoch after the pause's end
        resume == 0 || epoch >= resume + EPOCHS_BETWEEN_PAUSES
    }

    pub fn pause(&mut self, epoch: u32, millis: u64) {
        self.head.pause_state = PauseState::Paused as u8;
        set32(&mut self.head.pause_epoch, epoch);
        // a day may be longer than the epochs between two pauses
        let since = millis.max(self.millis(RESUME));
        self.set_millis(PAUSE, since);
    }

    pub fn unpause(&mut self, epoch: u32, millis: u64) {
        if self.head.pause_state == PauseState::Paused as u8 {
            let stopped = self.stopped_epochs(epoch);
            set32(&mut self.head.resume_epoch, epoch + 1);
            set32(&mut self.head.stopped_epochs, stopped);
            let stopped = self.stopped_millis(millis);
            self.set_millis(RESUME, millis + DAY_MILLIS);
            self.set_millis(STOPPED, stopped);
        }
        self.head.pause_state = PauseState::Running as u8;
    }

    /// One of [`PauseMillis`], by its place in the record.
    fn millis(&self, at: usize) -> u64 {
        let mut millis = U64::ZERO;
        self.record.load_slice(at, millis.as_mut_bytes());
        get64(&millis)
    }

    #[inline(never)]
    fn set_millis(&mut self, at: usize, value: u64) {
        let mut millis = U64::ZERO;
        set64(&mut millis, value);
        self.record.set_slice(at, millis.as_bytes()).ok();
    }

    /// Whether the pause has lasted too long to hold the players' money.
    pub fn is_long_pause(&self, epoch: u32) -> bool {
        self.is_paused() && epoch - get32(&self.head.pause_epoch) > LONG_PAUSE_EPOCHS
    }

    // ---- time without pauses and the day after each

    /// How many epochs don't count; while paused, if the pause ended now.
    pub fn stopped_epochs(&self, epoch: u32) -> u32 {
        let stopped = get32(&self.head.stopped_epochs);
        match self.is_paused() {
            true => stopped + (epoch - get32(&self.head.pause_epoch)) + 1,
            false => stopped,
        }
    }

    /// How many milliseconds don't count; while paused, if the pause ended now.
    pub fn stopped_millis(&self, millis: u64) -> u64 {
        let stopped = self.millis(STOPPED);
        match self.is_paused() {
            true => stopped + (millis + DAY_MILLIS).saturating_sub(self.millis(PAUSE)),
            false => stopped,
        }
    }

    /// How many epochs of all until now count.
    pub fn counted_epoch(&self, epoch: u32) -> u32 {
        let until = match self.is_paused() {
            true => get32(&self.head.pause_epoch),
            false => epoch.max(get32(&self.head.resume_epoch)),
        };
        until - get32(&self.head.stopped_epochs)
    }

    /// How many milliseconds of all until now count.
    pub fn counted_millis(&self, millis: u64) -> u64 {
        let until = match self.is_paused() {
            true => self.millis(PAUSE),
            false => millis.max(self.millis(RESUME)),
        };
        until.saturating_sub(self.millis(STOPPED))
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
        self.record.append(token);
        self.record.append(amount);
        self.head.token_len = token.len() as u8;
        self.head.amount_len = amount.len() as u8;
    }

    /// The wager; of no token and 0 until it is set.
    #[inline(never)] // smaller than a copy at each call
    pub fn wager(&self) -> Stake<M> {
        let mut stake = ManagedBuffer::new_from_bytes(&[self.head.token_len]);
        stake.append(&part(&self.record, WAGER, self.wager_len()));
        Stake(stake)
    }

    // ---- the queue

    fn queue_start(&self) -> usize {
        WAGER + self.wager_len()
    }

    /// Who has paid and waits for an opponent.
    pub fn waiting(&self) -> Option<Waiting<M>> {
        let entry = rest(&self.record, self.queue_start());
        (!entry.is_empty()).then_some(Waiting(entry))
    }

    /// `key`: empty, or 32 bytes.
    pub fn enqueue(&mut self, player: &ManagedAddress<M>, epoch: u32, key: &ManagedBuffer<M>) {
        self.record.append(player.as_managed_buffer());
        let since = self.counted_epoch(epoch);
        append32(&mut self.record, since);
        self.record.append(key);
    }

    pub fn clear_queue(&mut self) {
        self.record = part(&self.record, 0, self.queue_start());
    }
}

/// A [`QueueEntry`] in memory, with the key.
pub struct Waiting<M: ManagedTypeApi>(ManagedBuffer<M>);

impl<M: ManagedTypeApi> Waiting<M> {
    pub fn player(&self) -> ManagedAddress<M> {
        address_at(&self.0, offset_of!(QueueEntry, player))
    }

    /// Whether the wait has been so long that the next player takes the seat over.
    pub fn is_expired(&self, counted_epoch: u32) -> bool {
        let mut since = U32::ZERO;
        self.0
            .load_slice(offset_of!(QueueEntry, since), since.as_mut_bytes());
        counted_epoch > get32(&since) + SEAT_EPOCHS
    }

    /// The key that the player named, empty for none.
    pub fn key(&self) -> ManagedBuffer<M> {
        rest(&self.0, size_of::<QueueEntry>())
    }
}

/// What each player of a game pays, as a challenge's is stored: the length of the token's
/// identifier, it, and the amount, big-endian. Empty for nothing.
#[derive(PartialEq)]
pub struct Stake<M: ManagedTypeApi>(pub ManagedBuffer<M>);

#[multiversx_sc::module]
pub trait StateModule {
    /// [`StateRecord`]
    #[storage_mapper("state")]
    fn state_record(&self) -> SingleValueMapper<ManagedBuffer>;

    fn state(&self) -> ContractState<Self::Api> {
        let record = self.state_record().get();
        let mut head = StateRecord::new_zeroed();
        record.load_slice(0, head.as_mut_bytes());
        ContractState { record, head }
    }

    fn store_state(&self, state: &mut ContractState<Self::Api>) {
        state.record.set_slice(0, state.head.as_bytes()).ok();
        self.state_record().set(&state.record);
    }

    /// The state, where users may act.
    fn require_running(&self) -> ContractState<Self::Api> {
        let state = self.state();
        check!(!state.is_paused(), ERROR_PAUSED);
        state
    }

    /// The state, where users may act or a pause has lasted too long to hold their money.
    fn require_running_or_long_pause(&self) -> ContractState<Self::Api> {
        let state = self.state();
        self.require_running_or_long_pause_in(&state);
        state
    }

    #[inline(never)]
    fn require_running_or_long_pause_in(&self, state: &ContractState<Self::Api>) {
        let long = state.is_long_pause(self.epoch());
        check!(long || !state.is_paused(), ERROR_PAUSED);
    }

    /// The current epoch; 2³² of them are millions of years.
    fn epoch(&self) -> u32 {
        self.blockchain().get_block_epoch() as u32
    }

    /// The block's time in milliseconds. (The hook for seconds answers in milliseconds after the
    /// network's upgrade to shorter rounds.)
    fn millis(&self) -> u64 {
        self.blockchain()
            .get_block_timestamp_millis()
            .as_u64_millis()
    }
}
