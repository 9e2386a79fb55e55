//! A search within a call's gas: begun or resumed, and stopped in time to be stored.

use chess_engine::{Answer, BoardSearch, MAX_STATE_BYTES, Root};
use multiversx_sc::contract_base::{BlockchainWrapper, ErrorHelper};
use multiversx_sc::{api::VMApi, imports::*};

use crate::engine::Engine;
use crate::errors::{ERR_GAS, ERR_OVER, ERR_STATE};
use crate::keeping::{Unfit, gas_to_keep};

/// The bounds of a search: its depth, all its nodes and its nodes in this call.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub depth: u8,
    pub in_all: u32,
    pub now: u32,
}

/// The memory that a game's searches share.
pub struct Memory<M: ManagedTypeApi> {
    /// The memory of the last search, or empty.
    pub bytes: ManagedBuffer<M>,
    /// The most entries of the table that a search leaves.
    pub most: u16,
}

impl<M: ManagedTypeApi> Memory<M> {
    /// The memory of a search that remembers nothing and leaves nothing.
    pub fn none() -> Self {
        let bytes = ManagedBuffer::new();
        Self { bytes, most: 0 }
    }
}

/// The result of a search, and whether it is final.
pub struct Found<M: ManagedTypeApi> {
    pub answer: Answer,
    /// The search is over, or has used all its nodes.
    pub done: bool,
    /// The state to continue with; empty if it is done.
    pub state: ManagedBuffer<M>,
    /// The memory for the next search; empty if this one is not done.
    pub memory: ManagedBuffer<M>,
}

/// Begins a search, or resumes it from its state if that is not empty, and continues within its bounds or until the gas
/// is nearly used. `unfit`: the treatment of a state of another search.
#[inline(never)] // several callers
pub fn search_for<E: Engine, M: VMApi>(
    game: &E::Game,
    bounds: Bounds,
    state: &ManagedBuffer<M>,
    unfit: Unfit,
    memory: &Memory<M>,
) -> Found<M> {
    let mut search = BoardSearch::<<E::Game as Root>::Board>::IDLE;
    let mut bytes = [0; MAX_STATE_BYTES];
    let known = !state.is_empty() && state.len() <= MAX_STATE_BYTES && {
        let bytes = state.load_to_byte_array(&mut bytes);
        search.take_up(game, bytes).is_ok()
    };
    if !known {
        require::<M>(state.is_empty() || unfit == Unfit::Forget, ERR_STATE);
        require::<M>(search.begin(game, bounds.depth), ERR_OVER);
        if memory.bytes.len() <= MAX_STATE_BYTES {
            // bytes that aren't a memory are ignored
            let _ = search.remember(memory.bytes.load_to_byte_array(&mut bytes));
        }
    }
    let stored = state.len();
    let to_leave = gas_to_keep(search.memory_len(memory.most), memory.bytes.len());
    let begun = (search.answer().nodes, gas_left::<M>());
    let left = bounds.in_all.saturating_sub(begun.0);
    search.run(left.min(bounds.now), |search| {
        let gas = gas_left::<M>();
        let searched = search.answer().nodes;
        if searched < E::KEPT_FROM {
            return gas < E::GAS_RESERVE + to_leave;
        }
        let mut reserve = gas_to_keep(search.state_len(), stored);
        if bounds.now >= left {
            let to_end = gas_to_end(bounds.in_all, searched, begun, gas);
            reserve = reserve.min(to_end.saturating_add(to_leave));
        }
        gas < E::GAS_RESERVE + reserve
    });
    let answer = search.answer();
    let done = answer.done || answer.nodes >= bounds.in_all;
    let mut found = Found {
        answer,
        done,
        state: ManagedBuffer::new(),
        memory: ManagedBuffer::new(),
    };
    if done {
        let len = search.leave(memory.most, &mut bytes);
        found.memory = ManagedBuffer::new_from_bytes(&bytes[..len]);
    } else {
        let len = search.save(game, &mut bytes);
        found.state = ManagedBuffer::new_from_bytes(&bytes[..len]);
    }
    found
}

/// The gas that the rest of a search should take: an eighth more per node than in this call so far. `begun`: the nodes
/// and the gas left at its beginning.
fn gas_to_end(in_all: u32, searched: u32, begun: (u32, u64), gas: u64) -> u64 {
    let used = begun.1.saturating_sub(gas);
    let left = in_all.saturating_sub(searched) as u64;
    match searched.saturating_sub(begun.0) as u64 {
        0 => u64::MAX,
        nodes => (used / nodes * 9 / 8).saturating_mul(left),
    }
}

/// Refuses the call if the rest of its gas doesn't pay for storing a search. `stored`: the state that is stored
/// now.
pub fn require_gas_to_keep<E: Engine, M: VMApi>(
    state: &ManagedBuffer<M>,
    stored: &ManagedBuffer<M>,
) {
    let needed = E::GAS_TO_END + gas_to_keep(state.len(), stored.len());
    require::<M>(gas_left::<M>() >= needed, ERR_GAS);
}

/// Whether a state belongs to a search for a game's next move.
pub fn is_state_of<G: Root, M: ManagedTypeApi>(game: &G, state: &ManagedBuffer<M>) -> bool {
    let mut bytes = [0; MAX_STATE_BYTES];
    state.len() <= MAX_STATE_BYTES
        && BoardSearch::<G::Board>::is_state_of(game, state.load_to_byte_array(&mut bytes))
}

fn gas_left<M: VMApi>() -> u64 {
    BlockchainWrapper::<M>::new().get_gas_left()
}

fn require<M: VMApi>(holds: bool, message: &'static str) {
    if !holds {
        ErrorHelper::<M>::signal_error_with_message(message);
    }
}
