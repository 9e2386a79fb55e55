//! What holds for the whole contract, as storage holds it: the rule for illegal moves, the pause,
//! the wager, and the queue.

use core::mem::offset_of;

use multiversx_sc::imports::*;
use zerocopy::big_endian::U32;
use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::errors::*;
use crate::stored_game::{Clock, address_at, push_player};
use crate::types::IllegalMoveRule;

/// The version of [`StateRecord`].
pub const VERSION: u8 = 0xE2;

/// How many epochs a pause must outlast before players may take their wagers back.
pub const LONG_PAUSE_EPOCHS: u32 = 30;

/// The contract's state: one value, because every transaction reads it.
///
/// Numbers are big-endian. After these bytes follow the wager's token identifier, its amount
/// (big-endian), and while somebody waits in the queue their [`QueueEntry`].
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct StateRecord {
    /// [`VERSION`]
    pub version: u8,
    /// An [`IllegalMoveRule`].
    pub illegal_move_rule: u8,
    /// 1 while paused.
    pub paused: u8,
    /// The epoch in which the current or last pause began.
    pub pause_epoch: U32,
    /// How many epochs all ended pauses took.
    pub paused_epochs: U32,
    /// The length of the wager's token identifier, 0 until the owner has set the wager.
    pub token_len: u8,
    /// The length of the wager's amount.
    pub amount_len: u8,
}

/// Who has paid and waits for an opponent.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct QueueEntry {
    pub player: [u8; 32],
    /// The player's newest game, 0 for none.
    pub previous_game: U32,
}

/// The contract's state in memory.
pub struct ContractState<M: ManagedTypeApi> {
    record: ManagedBuffer<M>,
    /// As in the record; [`StateModule::store_state`] writes it back.
    head: StateRecord,
}

impl<M: ManagedTypeApi> ContractState<M> {
    /// A contract just deployed: paused.
    pub fn new(rule: IllegalMoveRule, epoch: u32) -> Self {
        let mut head = StateRecord::new_zeroed();
        head.version = VERSION;
        head.illegal_move_rule = rule as u8;
        let mut state = ContractState {
            record: ManagedBuffer::new_from_bytes(head.as_bytes()),
            head,
        };
        state.pause(epoch);
        state
    }

    pub fn rejects_illegal_moves(&self) -> bool {
        self.head.illegal_move_rule == IllegalMoveRule::Reject as u8
    }

    // ---- the pause

    pub fn is_paused(&self) -> bool {
        self.head.paused != 0
    }

    /// How many epochs all ended pauses took.
    pub fn paused_epochs(&self) -> u32 {
        self.head.paused_epochs.get()
    }

    pub fn pause(&mut self, epoch: u32) {
        self.head.paused = 1;
        self.head.pause_epoch.set(epoch);
    }

    pub fn unpause(&mut self, epoch: u32) {
        self.head.paused = 0;
        self.head.paused_epochs += epoch - self.head.pause_epoch.get();
    }

    /// Whether the pause has lasted too long to hold the players' money.
    pub fn is_long_pause(&self, epoch: u32) -> bool {
        self.is_paused() && epoch - self.head.pause_epoch.get() > LONG_PAUSE_EPOCHS
    }

    // ---- the wager

    pub fn has_wager(&self) -> bool {
        self.head.token_len != 0
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
    pub fn wager(&self) -> Wager<M> {
        let token_len = self.head.token_len as usize;
        Wager {
            token: self.part(size_of::<StateRecord>(), token_len),
            amount: self.part(
                size_of::<StateRecord>() + token_len,
                self.head.amount_len as usize,
            ),
        }
    }

    // ---- the queue

    fn queue_start(&self) -> usize {
        size_of::<StateRecord>() + self.head.token_len as usize + self.head.amount_len as usize
    }

    /// Who has paid and waits for an opponent.
    pub fn waiting(&self) -> Option<Waiting<M>> {
        let entry = self.part(self.queue_start(), size_of::<QueueEntry>());
        (!entry.is_empty()).then_some(Waiting(entry))
    }

    pub fn enqueue(&mut self, player: &ManagedAddress<M>, previous_game: u32) {
        push_player(&mut self.record, player, previous_game);
    }

    pub fn clear_queue(&mut self) {
        self.record = self.part(0, self.queue_start());
    }

    fn part(&self, start: usize, len: usize) -> ManagedBuffer<M> {
        self.record.copy_slice(start, len).unwrap_or_default()
    }
}

/// A [`QueueEntry`] in memory.
pub struct Waiting<M: ManagedTypeApi>(ManagedBuffer<M>);

impl<M: ManagedTypeApi> Waiting<M> {
    pub fn player(&self) -> ManagedAddress<M> {
        address_at(&self.0, offset_of!(QueueEntry, player))
    }

    /// The player's newest game, 0 for none.
    pub fn previous_game(&self) -> u32 {
        let mut previous = U32::ZERO;
        let at = offset_of!(QueueEntry, previous_game);
        self.0.load_slice(at, previous.as_mut_bytes());
        previous.get()
    }
}

/// What each player of a game pays.
pub struct Wager<M: ManagedTypeApi> {
    /// The token's identifier, `EGLD-000000` for EGLD.
    pub token: ManagedBuffer<M>,
    /// In the token's smallest unit, big-endian.
    pub amount: ManagedBuffer<M>,
}

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
        require!(!state.is_paused(), ERROR_PAUSED);
        state
    }

    /// The state, where users may act or a pause has lasted too long to hold their money.
    fn require_running_or_long_pause(&self) -> ContractState<Self::Api> {
        let state = self.state();
        let long = state.is_long_pause(self.epoch());
        require!(long || !state.is_paused(), ERROR_PAUSED);
        state
    }

    /// The time of a move made now.
    fn clock_now(&self, state: &ContractState<Self::Api>) -> Clock {
        let epoch = self.epoch();
        let counted = epoch - state.paused_epochs();
        Clock { epoch, counted }
    }

    /// The current epoch; 2³² of them are millions of years.
    fn epoch(&self) -> u32 {
        self.blockchain().get_block_epoch() as u32
    }
}
