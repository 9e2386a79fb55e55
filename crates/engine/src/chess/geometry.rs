//! The 8×8 board.

use core::sync::atomic::AtomicBool;

use super::evaluation;
use super::tables::TABLES;
use super::weights::{Learnt, WORDS};
use crate::bitboard::{left, right};
use crate::board::Board;
use crate::network::Sums;
use crate::numbers::Numbers;
use crate::piece::WHITE;
use crate::reach::Reach;
use crate::values::Values;
use crate::{position, weights};

static READY: AtomicBool = AtomicBool::new(false);
static REACH: Reach<64> = Reach::new();
static VALUES: Values = Values::new();

/// The weight of each kind in the phase; the start has 24, bare pawns 0.
const PHASE: [u8; 6] = [0, 1, 2, 1, 4, 0];

/// The search's view of a position. It comes from a [`super::Game`].
pub type Position = position::Position<EightByEight>;

/// The 8×8 board.
#[derive(Clone)]
pub struct EightByEight;

// each method is short, so it is always inlined
impl Board for EightByEight {
    const BOARD: u64 = !0;
    const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;
    const FIRST_STEPS: [u64; 2] = [0xff << 40, 0xff << 16];
    const CASTLES: bool = true;
    const NULL_MOVE: bool = true;
    const NUMBERS: Numbers = Numbers {
        reverse_futility_depth: 5,
        reverse_futility: 87,
        reverse_futility_improving: 46,
        futility_depth: 5,
        futility: 72,
        futility_ply: 11,
        futility_improving: -19,
        late_depth: 4,
        late: 191,
        late_improving: 48,
        late_ply: 63,
        losing_depth: 4,
        losing: 72,
        losing_quiet_depth: 7,
        losing_quiet: 38,
        reduced: 2_763,
        reduced_late: 542,
        reduced_in_cut: 2_294,
        reduced_worse: 2_246,
        spared_check: 2_643,
        spared_killer: 3_249,
        spared_history: 125,
        reduced_losing: 27,
        no_table_move_depth: 4,
        second_ply_depth: 7,
        null_move: 193,
        null_move_ply: 20,
        null_move_margin: 215,
        lazy: 238,
        hopeless: 149,
        window: 14,
        bonus_square: 11,
        bonus: 63,
        most_bonus: 822,
        square_gain: 42,
    };
    const ENTRIES: usize = 4_096;
    // Measured: a second place gains nothing in so large a table.
    const WAYS: usize = 1;
    const FULL_PHASE: i32 = 24;
    const TEMPO: i32 = 12;
    const THIN: i32 = 5;
    const GAIN: [i16; 8] = [0, 100, 330, 500, 320, 1_000, 0, 0];
    type Network = Sums<Learnt, WORDS>;

    #[inline(always)]
    fn ready() -> &'static AtomicBool {
        &READY
    }
    #[inline(always)]
    fn fill() {
        VALUES.fill(!0, PHASE, |half, kind, square| {
            // The tables begin with a8.
            TABLES[half][kind - 1][(square ^ 56) as usize]
        });
        weights::fill::<Learnt, _>();
        REACH.fill(!0, 0, 7);
    }
    #[inline(always)]
    fn beside(set: u64) -> u64 {
        left(set) | right(set)
    }
    #[inline(always)]
    fn pawn_captures(side: u8, ahead: u64) -> [(u64, u8); 2] {
        let (left, right) = (left(ahead), right(ahead));
        if side == WHITE {
            [(left, 7), (right, 9)]
        } else {
            [(left, 9), (right, 7)]
        }
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
    fn thin(value: i32, kings: [u8; 2], pawns: [u64; 2]) -> i32 {
        evaluation::thin(value, kings, pawns)
    }
}
