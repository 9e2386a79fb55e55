//! The 6×6 board.

use core::sync::atomic::AtomicBool;

use super::tables::TABLES;
use super::weights::{Learnt, WORDS};
use super::{evaluation, square};
use crate::board::Board;
use crate::network::Sums;
use crate::numbers::Numbers;
use crate::piece::WHITE;
use crate::reach::Reach;
use crate::values::Values;
use crate::weights;

static READY: AtomicBool = AtomicBool::new(false);
static REACH: Reach<16> = Reach::new();
static VALUES: Values = Values::new();

/// The weight of each kind in the phase; the start has 16, bare pawns 0.
const PHASE: [u8; 6] = [0, 1, 1, 1, 4, 0];

/// The 6×6 board.
#[derive(Clone)]
pub struct SixBySix;

// each method is short, so it is always inlined
impl Board for SixBySix {
    const BOARD: u64 = square::BOARD;
    const LAST_RANKS: u64 = 0x007e_0000_0000_7e00;
    const FIRST_STEPS: [u64; 2] = [0x7e << 32, 0x7e << 24];
    const CASTLES: bool = false;
    // Measured: on this small board a pass gains little, see docs/engine.md.
    const NULL_MOVE: bool = false;
    const NUMBERS: Numbers = Numbers {
        reverse_futility_depth: 5,
        reverse_futility: 82,
        reverse_futility_improving: 44,
        futility_depth: 5,
        futility: 73,
        futility_ply: 16,
        futility_improving: 7,
        late_depth: 5,
        late: 206,
        late_improving: 44,
        late_ply: 76,
        losing_depth: 4,
        losing: 69,
        losing_quiet_depth: 8,
        losing_quiet: 48,
        reduced: 3_211,
        reduced_late: 477,
        reduced_in_cut: 1_655,
        reduced_worse: 2_121,
        spared_check: 3_065,
        spared_killer: 3_431,
        spared_history: 129,
        reduced_losing: 27,
        no_table_move_depth: 5,
        second_ply_depth: 8,
        null_move: 192,
        null_move_ply: 13,
        null_move_margin: 214,
        lazy: 340,
        hopeless: 163,
        window: 14,
        bonus_square: 11,
        bonus: 57,
        most_bonus: 836,
        square_gain: 57,
    };
    const ENTRIES: usize = 1_024;
    const WAYS: usize = 2;
    const FULL_PHASE: i32 = 16;
    const TEMPO: i32 = 10;
    const THIN: i32 = 8;
    const GAIN: [i16; 8] = [0, 130, 310, 500, 310, 920, 0, 0];
    type Network = Sums<Learnt, WORDS>;

    #[inline(always)]
    fn ready() -> &'static AtomicBool {
        &READY
    }
    #[inline(always)]
    fn fill() {
        VALUES.fill(square::BOARD, PHASE, |half, kind, square| {
            // The tables begin with a6.
            let place = (6 - (square >> 3)) * 6 + 6 - (square & 7);
            TABLES[half][kind - 1][place as usize % 36]
        });
        weights::fill::<Learnt, _>();
        REACH.fill(square::BOARD, 1, 6);
    }
    #[inline(always)]
    fn beside(set: u64) -> u64 {
        set << 1 | set >> 1
    }
    #[inline(always)]
    fn pawn_captures(side: u8, ahead: u64) -> [(u64, u8); 2] {
        // the edge around the board stops the pieces that would cross it
        let (near, far) = if side == WHITE {
            (ahead >> 1, ahead << 1)
        } else {
            (ahead << 1, ahead >> 1)
        };
        [(near, 7), (far, 9)]
    }
    #[inline(always)]
    fn along(line: usize, from: u8, occupied: u64) -> u64 {
        REACH.along(line, from, occupied)
    }
    #[inline(always)]
    fn empty_reach(kind: u8, from: u8) -> u64 {
        REACH.empty(kind, from)
    }
    #[inline(always)]
    fn value(code: u8, square: u8) -> i64 {
        VALUES.of(code, square)
    }
    #[inline(always)]
    fn thin(value: i32, kings: [u8; 2], _: [u64; 2]) -> i32 {
        evaluation::thin(value, kings)
    }
}
