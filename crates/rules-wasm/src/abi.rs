//! The module's functions. Their arguments and results are in one buffer. A page has one thread, so
//! no two calls overlap.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;

use chess_rules::{Color, Position};

use crate::referee::{Fault, LONGEST, Referee};

/// Three bytes more than the longest game takes: a longer one is still seen to be too long.
const BUFFER: usize = LONGEST + 3;

struct Page {
    referee: Referee,
    buffer: [u8; BUFFER],
}

struct OneThread(UnsafeCell<Page>);

// SAFETY: a module without shared memory runs in one thread.
unsafe impl Sync for OneThread {}

static PAGE: OneThread = OneThread(UnsafeCell::new(Page {
    referee: Referee::new(),
    buffer: [0; BUFFER],
}));

fn page() -> &'static mut Page {
    // SAFETY: each exported function takes the one reference and lets it go before it returns.
    unsafe { &mut *PAGE.0.get() }
}

/// Where the buffer is.
#[unsafe(no_mangle)]
pub extern "C" fn buffer() -> *mut u8 {
    PAGE.0
        .get()
        .cast::<u8>()
        .wrapping_add(core::mem::offset_of!(Page, buffer))
}

/// How many bytes the buffer has.
#[unsafe(no_mangle)]
pub extern "C" fn buffer_len() -> usize {
    BUFFER
}

/// Judges the game in the first `len` bytes of the buffer: 0, or the number of a [`Fault`].
#[unsafe(no_mangle)]
pub extern "C" fn judge(len: usize) -> u32 {
    let Page { referee, buffer } = page();
    match buffer.get(..len) {
        Some(moves) => referee
            .judge(moves)
            .map_or_else(|fault| fault as u32, |()| 0),
        None => Fault::TooMany as u32,
    }
}

/// How the board ends the game that was judged last: 0, or the number of an [`End`](crate::End).
#[unsafe(no_mangle)]
pub extern "C" fn end() -> u32 {
    page().referee.end().map_or(0, |end| end as u32)
}

/// Why a draw can be claimed in it: 0, or the number of a [`Claim`](crate::Claim).
#[unsafe(no_mangle)]
pub extern "C" fn claim() -> u32 {
    page().referee.claim().map_or(0, |claim| claim as u32)
}

/// Writes its legal next moves into the buffer, in canonical binary; how many bytes they take.
#[unsafe(no_mangle)]
pub extern "C" fn legal() -> usize {
    let Page { referee, buffer } = page();
    let mut len = 0;
    referee.each_legal(|bytes| {
        if let Some(place) = buffer.get_mut(len..len + bytes.len()) {
            place.copy_from_slice(bytes);
            len += bytes.len();
        }
    });
    len
}

/// Whether a colour (0 White, 1 Black) could still checkmate in the position whose FEN is in the
/// first `len` bytes of the buffer: 0 or 1, or 2 where they are no FEN.
#[unsafe(no_mangle)]
pub extern "C" fn can_still_mate(len: usize, color: u32) -> u32 {
    let color = match color {
        0 => Color::White,
        _ => Color::Black,
    };
    let fen = page().buffer.get(..len);
    let fen = fen.and_then(|fen| core::str::from_utf8(fen).ok());
    match fen.and_then(|fen| fen.parse::<Position>().ok()) {
        Some(position) => position.can_still_mate(color).into(),
        None => 2,
    }
}

/// Nothing here allocates. The code of `game-moves` for other games needs an allocator by name.
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
