//! The 8×8 board as the search sees it.

use super::evaluation::evaluate;
use super::movegen::LAST_RANKS;
use super::position::{Position, Undo, is_castling, rook_of_castling};
use super::values::{GAIN, value};
use super::weights::{Learnt, WORDS};
use crate::board::Board;
use crate::forward::forward_to_position;
use crate::key;
use crate::mv::{Move, Writer};
use crate::network::{self, Sums};
use crate::piece::WHITE;
use crate::sum::Sum;

// Each method is short, so it is always inlined.
impl Board for Position {
    const EMPTY: Self = Position::EMPTY;
    const BOARD: u64 = !0;
    const LAST_RANKS: u64 = LAST_RANKS;
    const NULL_MOVE: bool = true;
    const ENTRIES: usize = 4_096;
    type Network = Sums<WORDS>;
    const NO_NETWORK: Sums<WORDS> = Sums::NONE;
    type Undo = Undo;
    const NO_UNDO: Undo = Undo::NONE;

    forward_to_position!();

    #[inline(always)]
    fn rights(&self) -> u64 {
        // Castling rights are the numbers 0 to 15, which are no en passant square's.
        let castling = key::right(self.castling);
        if self.ep == 0 {
            castling
        } else {
            castling ^ key::right(self.ep)
        }
    }
    #[inline(always)]
    fn network(&self) -> Sums<WORDS> {
        network::sums::<Learnt, _>(self)
    }
    #[inline(always)]
    fn follow(code: u8, mv: Move, undo: Undo, before: &Sums<WORDS>, after: &mut Sums<WORDS>) {
        network::follow::<Self, Learnt, _>(code, mv, undo, before, after)
    }
    #[inline(always)]
    fn correction(network: &Sums<WORDS>) -> i32 {
        // The same in the middlegame and in the endgame.
        network::value(network) * 0x1_0001
    }
    #[inline(always)]
    fn castling(code: u8, mv: Move) -> Option<(u8, u8)> {
        is_castling(code, mv).then(|| rook_of_castling(mv.target()))
    }
    #[inline(always)]
    fn value(code: u8, square: u8) -> i64 {
        value(code, square)
    }
    #[inline(always)]
    fn evaluate(&self, side: u8, sum: Sum) -> i32 {
        evaluate(self, side, sum)
    }
    #[inline(always)]
    fn gain(kind: u8) -> i32 {
        GAIN[(kind & 7) as usize] as i32
    }
}
