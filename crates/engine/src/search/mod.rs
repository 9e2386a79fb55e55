//! The search: principal variation search with iterative deepening on an explicit stack.
//!
//! Moves that look bad are searched less deep or not at all (see `step`). One step considers one move, and passes its
//! result up the stack. Between two steps the search can be stopped. Its state contains everything that it needs to
//! continue (see `state`), so it visits the same nodes with any slices.
//!
//! Before the third iteration it looks for a mate in two moves, with a window that only a mate reaches and without
//! selection. The first iteration finds a mate in one.

mod frame;
mod history;
mod iteration;
mod memory;
mod picker;
mod purpose;
mod state;
mod step;
mod table;
mod tree;

pub use iteration::{Answer, STEPS_PER_CHECK, SURE_MATE, mate_in};
pub use memory::memory_of;
pub use purpose::{Play, Purpose};
pub use state::{MAX_STATE_BYTES, StateError};
pub use table::Entry;
pub use tree::{MATE, MAX_DEPTH, MIN_DEPTH, Search as BoardSearch};
