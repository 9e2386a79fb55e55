//! The differences between the two boards.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::key;
use crate::network::Network;
use crate::numbers::Numbers;
use crate::piece::{BISHOP, KING, KNIGHT, ROOK};

/// A board's squares and lines, and its pieces' values. Squares are numbers from 0 to 63, a higher number nearer to
/// Black's back rank. Each board has its own tables, and since a static can't be generic it has its own short methods
/// that read them.
pub trait Board: Clone + Sized {
    /// Its squares.
    const BOARD: u64;
    /// The squares where pawns of either colour promote.
    const LAST_RANKS: u64;
    /// The squares of Black's and White's pawns after one step.
    const FIRST_STEPS: [u64; 2];
    /// Whether kings castle.
    const CASTLES: bool;
    /// Whether the search tries to pass the move in positions where that should be bad.
    const NULL_MOVE: bool;
    /// Margins, limits, reductions and bonuses of its search.
    const NUMBERS: Numbers;
    /// Entries of the transposition table in a search that plays: a power of two, at most 4,096.
    const ENTRIES: usize;
    /// The number of places in the table for a position: a power of two.
    const WAYS: usize;
    /// The phase of the starting position.
    const FULL_PHASE: i32;
    /// The value of the right to move.
    const TEMPO: i32;
    /// The most pieces of a thin endgame.
    const THIN: i32;
    /// The value of a captured piece in exchanges, in hundredths of a pawn, by kind.
    const GAIN: [i16; 8];
    /// The network's sums over the pieces.
    type Network: Network;

    /// Whether its tables are filled.
    fn ready() -> &'static AtomicBool;
    /// Fills its tables.
    fn fill();

    /// The squares to the left and right of some others.
    fn beside(set: u64) -> u64;
    /// The squares from which pawns could step to `ahead` and capture, and the distance to `ahead`.
    fn pawn_captures(side: u8, ahead: u64) -> [(u64, u8); 2];
    /// The squares that a slider reaches on one of its lines (rank, file, two diagonals), the first piece in each direction included.
    fn along(line: usize, from: u8, occupied: u64) -> u64;
    /// The squares that a piece reaches on an empty board; kinds 0 and 1 are black and white pawns that capture.
    fn empty_reach(kind: u8, from: u8) -> u64;

    /// The value that a piece on a square adds to the sums; 0 for an empty square.
    fn value(code: u8, square: u8) -> i64;
    /// The value to White in a thin endgame; kings and pawns are Black's and White's.
    fn thin(value: i32, kings: [u8; 2], pawns: [u64; 2]) -> i32;

    /// Fills the tables that every position needs. They are too large to be part of a contract's code, and always have
    /// the same contents.
    #[inline(always)] // one caller
    fn make_ready() {
        if !Self::ready().load(Ordering::Acquire) {
            key::fill();
            Self::fill();
            Self::ready().store(true, Ordering::Release);
        }
    }

    /// The value of a captured piece in exchanges, by kind.
    #[inline(always)] // a load
    fn gain(kind: u8) -> i32 {
        Self::GAIN[(kind & 7) as usize] as i32
    }

    /// The change of a packed value when a piece moves from one square to another.
    #[inline(always)] // two loads
    fn packed_gain(code: u8, from: u8, to: u8) -> i32 {
        (Self::value(code, to) - Self::value(code, from)) as i32
    }

    /// The squares that a rook reaches, the first piece in each direction included.
    #[inline(never)] // many callers
    fn rook(from: u8, occupied: u64) -> u64 {
        straight::<Self>(from, occupied)
    }

    /// The squares that a bishop reaches.
    #[inline(never)] // many callers
    fn bishop(from: u8, occupied: u64) -> u64 {
        diagonals::<Self>(from, occupied)
    }

    /// The squares that a piece (not a pawn) reaches.
    #[inline(never)] // many callers
    fn reach(kind: u8, from: u8, occupied: u64) -> u64 {
        if matches!(kind, KNIGHT | KING) {
            return Self::empty_reach(kind, from);
        }
        let mut set = 0;
        if kind != BISHOP {
            set = straight::<Self>(from, occupied);
        }
        if kind != ROOK {
            set |= diagonals::<Self>(from, occupied);
        }
        set
    }
}

#[inline(always)] // two lines
fn straight<B: Board>(from: u8, occupied: u64) -> u64 {
    B::along(0, from, occupied) | B::along(1, from, occupied)
}

#[inline(always)] // two lines
fn diagonals<B: Board>(from: u8, occupied: u64) -> u64 {
    B::along(2, from, occupied) | B::along(3, from, occupied)
}
