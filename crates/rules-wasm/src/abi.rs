//! The module's functions. Their arguments and results are in one buffer. A page has one thread, so
//! no two calls overlap.

use core::cell::UnsafeCell;

use chess_player::{Clocks, Color, patience};
use chess_record::LONG_PAUSE_EPOCHS;
use chess_record::clock::RESERVE_MILLIS;

use crate::advice;
use crate::arena::Arena;
use crate::referee::{Fault, LONGEST, Referee};
use crate::situation::{self, QUESTION};
use crate::time::Clocked;

/// A question has at most two long games, the chain's and the players', and messages.
const BUFFER: usize = 4 * LONGEST;

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

/// The buffer's address.
#[unsafe(no_mangle)]
pub extern "C" fn buffer() -> *mut u8 {
    PAGE.0
        .get()
        .cast::<u8>()
        .wrapping_add(core::mem::offset_of!(Page, buffer))
}

/// The buffer's length in bytes.
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

/// Writes its legal next moves into the buffer, in canonical binary; returns their length in bytes.
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

/// Whether a colour (0 White, 1 Black) could still checkmate in it, or after its first plies if it had too
/// many: 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn can_still_mate(color: u32) -> u32 {
    let color = match color {
        0 => Color::White,
        _ => Color::Black,
    };
    page().referee.can_still_mate(color).into()
}

/// [`Clocked::allowance_millis`]; below 0 while no time runs. Milliseconds are whole numbers.
#[unsafe(no_mangle)]
pub extern "C" fn allowance(
    awaits: u8,
    is_signed: bool,
    base: u32,
    plies: u32,
    left: f64,
    round: f64,
) -> f64 {
    let clocked = Clocked {
        awaits,
        is_signed,
        base,
        plies,
        left: left as u64,
    };
    clocked
        .allowance_millis(round as u64)
        .map_or(-1.0, |millis| millis as f64)
}

/// How long to wait for others, at most `most`, if it is too late in `left` milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn within(most: f64, left: f64) -> f64 {
    patience::within(most as u64, Some(left as u64)) as f64
}

/// After more epochs than these `play`, `signalInactivity` and `resign` are open in a pause.
#[unsafe(no_mangle)]
pub extern "C" fn long_pause() -> u32 {
    LONG_PAUSE_EPOCHS
}

/// The time that a player of a game by signature has on the chain beyond the clock's base, in milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn reserve() -> f64 {
    RESERVE_MILLIS as f64
}

/// The clocks of a game by signature ([`Clocks`]). The buffer has a number for each of `plies`: when it was
/// made, or NaN if nobody knows. The mover's clock after the ply takes its place. Returns when the time of
/// the player to move runs out, or NaN if no clock is running.
#[unsafe(no_mangle)]
pub extern "C" fn clocks(base: u32, increment: u32, plies: usize) -> f64 {
    let mut clocks = Clocks::of((base, increment), None);
    for place in page().buffer.as_chunks_mut().0.iter_mut().take(plies) {
        let (mover, at) = (clocks.turn(), f64::from_le_bytes(*place));
        clocks.move_made((!at.is_nan()).then_some(at as u64));
        *place = (clocks.left(mover) as f64).to_le_bytes();
    }
    clocks.runs_out_at().map_or(f64::NAN, |at| at as f64)
}

/// Whether a player who has resigned had no time left then, by the times of the plies as [`clocks`] takes them.
#[unsafe(no_mangle)]
pub extern "C" fn is_loss_on_time(
    base: u32,
    increment: u32,
    plies: usize,
    is_white: bool,
    at: f64,
) -> bool {
    let places = page().buffer.as_chunks().0.iter().take(plies);
    let times = places.map(|place| f64::from_le_bytes(*place));
    let known = times.map(|at| (!at.is_nan()).then_some(at as u64));
    let loser = if is_white { Color::White } else { Color::Black };
    Clocks::of((base, increment), known).is_loss_on_time(loser, at as u64)
}

/// Answers the numbers in the buffer's first bytes ([`crate::situation`]), there.
#[unsafe(no_mangle)]
pub extern "C" fn weigh() {
    let Page { buffer, .. } = page();
    let mut question = [f64::NAN; QUESTION];
    for (number, bytes) in question.iter_mut().zip(buffer.as_chunks().0) {
        *number = f64::from_le_bytes(*bytes);
    }
    let places = buffer.as_chunks_mut().0.iter_mut();
    for (place, number) in places.zip(situation::answer(&question)) {
        *place = number.to_le_bytes();
    }
}

/// Answers the question in the first `len` bytes of the buffer ([`crate::advice`]), in the buffer; returns
/// the answer's length in bytes, 0 for none.
#[unsafe(no_mangle)]
pub extern "C" fn advise(len: usize) -> usize {
    let Page { buffer, .. } = page();
    let answer = buffer.get(..len).and_then(advice::advise);
    let mut at = 0;
    if let Some(answer) = answer {
        answer.write(|part| {
            if let Some(place) = buffer.get_mut(at..at + part.len()) {
                place.copy_from_slice(part);
                at += part.len();
            }
        });
    }
    ARENA.free_all();
    at
}

/// Checks the message in the first `len` bytes of the buffer: 0, or the number from [`advice::refuse`].
#[unsafe(no_mangle)]
pub extern "C" fn refuse(len: usize) -> usize {
    let asked = page().buffer.get(..len).unwrap_or_default();
    let refused = advice::refuse(asked);
    ARENA.free_all();
    refused.err().unwrap_or(0)
}

#[global_allocator]
static ARENA: Arena = Arena::new();

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
