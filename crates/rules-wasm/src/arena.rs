//! Memory for one call: it begins after the module's own, and is freed as a whole.

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32::{memory_grow, memory_size};
use core::cell::Cell;

const PAGE: usize = 65_536;

unsafe extern "C" {
    static __heap_base: u8;
}

/// The memory after the module's own. The next free address; 0 before the first use.
pub struct Arena(Cell<usize>);

// SAFETY: a module without shared memory runs in one thread.
unsafe impl Sync for Arena {}

impl Arena {
    /// All of it is free.
    pub const fn new() -> Self {
        Arena(Cell::new(0))
    }

    /// Frees everything: no allocated memory may be in use any longer.
    pub fn free_all(&self) {
        self.0.set(0);
    }
}

// SAFETY: pieces never overlap before `free_all`, which is called when none is left.
unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let first = match self.0.get() {
            0 => (&raw const __heap_base) as usize,
            next => next,
        };
        let start = first.next_multiple_of(layout.align());
        let end = start + layout.size();
        let missing = end.saturating_sub(memory_size(0) * PAGE);
        if missing > 0 && memory_grow(0, missing.div_ceil(PAGE)) == usize::MAX {
            return core::ptr::null_mut();
        }
        self.0.set(end);
        start as *mut u8
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}
