//! The 8×8 board as the search sees it.

use super::evaluation::evaluate;
use super::movegen::LAST_RANKS;
use super::position::{Position, Undo, rook_of_castling};
use super::terms::terms;
use super::values::{GAIN, value};
use crate::board::Board;
use crate::key;
use crate::mv::{Move, Writer};
use crate::piece::WHITE;
use crate::sum::Sum;

// Each method is a call of the position's own, so it is always inlined.
impl Board for Position {
    const EMPTY: Self = Position::EMPTY;
    const BOARD: u64 = !0;
    const LAST_RANKS: u64 = LAST_RANKS;
    const NULL_MOVE: bool = true;
    const TERMS: bool = true;
    type Undo = Undo;
    const NO_UNDO: Undo = Undo::NONE;

    #[inline(always)]
    fn side(&self) -> u8 {
        self.side
    }
    #[inline(always)]
    fn half(&self) -> u8 {
        self.half
    }
    #[inline(always)]
    fn cell(&self, square: u8) -> u8 {
        self.cell(square)
    }
    #[inline(always)]
    fn set(&self, code: u8) -> u64 {
        self.set(code)
    }
    #[inline(always)]
    fn king(&self, side: u8) -> u8 {
        self.king(side)
    }
    #[inline(always)]
    fn attackers(&self, square: u8, by: u8, occupied: u64) -> u64 {
        self.attackers(square, by, occupied)
    }
    #[inline(always)]
    fn attacked(&self) -> u64 {
        self.attacked()
    }
    #[inline(always)]
    fn promotions(&self) -> u64 {
        self.promotions()
    }
    #[inline(always)]
    fn is_en_passant(&self, mv: Move) -> bool {
        self.is_en_passant(mv)
    }
    #[inline(always)]
    fn in_check(&self) -> bool {
        self.in_check()
    }
    #[inline(always)]
    fn is_dead(&self) -> bool {
        self.is_dead()
    }
    #[inline(always)]
    fn captures(&self, writer: &mut Writer) {
        self.captures(writer)
    }
    #[inline(always)]
    fn quiets(&self, writer: &mut Writer) {
        self.quiets(writer)
    }
    #[inline(always)]
    fn all(&self, writer: &mut Writer) {
        self.all(writer)
    }
    #[inline(always)]
    fn is_quiet(&self, mv: Move) -> bool {
        self.is_quiet(mv)
    }
    #[inline(always)]
    fn pinned(&self) -> u64 {
        self.screens(self.side, self.side ^ WHITE)
    }
    #[inline(always)]
    fn discoverers(&self) -> u64 {
        self.screens(self.side ^ WHITE, self.side)
    }
    #[inline(always)]
    fn is_legal(&self, mv: Move, pinned: u64) -> bool {
        self.is_legal(mv, pinned)
    }
    #[inline(always)]
    fn may_check(&self, mv: Move, discoverers: u64) -> bool {
        self.may_check(mv, discoverers)
    }
    #[inline(always)]
    fn make(&mut self, mv: Move) -> Undo {
        self.make(mv)
    }
    #[inline(always)]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.unmake(mv, undo)
    }
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
    fn value(code: u8, square: u8) -> i64 {
        value(code, square)
    }
    #[inline(always)]
    fn evaluate(&self, side: u8, sum: Sum) -> i32 {
        evaluate(self, side, sum)
    }
    #[inline(always)]
    fn terms(&self) -> i32 {
        terms(self)
    }
    #[inline(always)]
    fn gain(kind: u8) -> i32 {
        GAIN[(kind & 7) as usize] as i32
    }
    #[inline(always)]
    fn castling(&self, mv: Move) -> Option<(u8, u8)> {
        self.is_castling(mv).then(|| rook_of_castling(mv.target()))
    }
    #[inline(always)]
    fn pass(&mut self) -> Undo {
        self.pass()
    }
    #[inline(always)]
    fn take_back_pass(&mut self, undo: Undo) {
        self.take_back_pass(undo)
    }
}
