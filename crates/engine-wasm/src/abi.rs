//! The module's functions. Moves go in through one buffer. A page calls them from one thread.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;

use crate::thinker::Thinker;

/// The buffer's size: room for more than 2,000 plies, each of two bytes, or three with a promotion.
const BUFFER: usize = 6_000;

struct Page {
    thinker: Thinker,
    buffer: [u8; BUFFER],
}

struct OneThread(UnsafeCell<Page>);

// SAFETY: a module without shared memory runs in one thread.
unsafe impl Sync for OneThread {}

static PAGE: OneThread = OneThread(UnsafeCell::new(Page {
    thinker: Thinker::new(),
    buffer: [0; BUFFER],
}));

fn page() -> &'static mut Page {
    // SAFETY: each exported function takes the only reference and drops it before it returns.
    unsafe { &mut *PAGE.0.get() }
}

/// The buffer's address.
#[unsafe(no_mangle)]
pub extern "C" fn buffer() -> *mut u8 {
    page().buffer.as_mut_ptr()
}

/// Begins a search of `nodes` positions after the moves in the first `len` bytes of the buffer.
/// Returns 1, or 0 if they aren't a legal game or there is no move.
#[unsafe(no_mangle)]
pub extern "C" fn begin(len: usize, nodes: u32) -> u32 {
    let Page { thinker, buffer } = page();
    let moves = buffer.get(..len);
    moves
        .is_some_and(|moves| thinker.begin(moves, nodes))
        .into()
}

/// Continues the search. Returns 1 once the move is found.
#[unsafe(no_mangle)]
pub extern "C" fn run(nodes: u32) -> u32 {
    page().thinker.run(nodes).into()
}

/// The best move: from, to and promotion, a byte each, the lowest first.
#[unsafe(no_mangle)]
pub extern "C" fn best() -> u32 {
    let (from, to, promotion) = page().thinker.best();
    u32::from_le_bytes([from, to, promotion, 0])
}

/// Nothing here allocates, but code of `game-moves` for other games needs an allocator by name.
struct NoAllocator;

// SAFETY: it never gives memory away, so none is ever taken back.
unsafe impl GlobalAlloc for NoAllocator {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        core::ptr::null_mut()
    }
    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static ALLOCATOR: NoAllocator = NoAllocator;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
