//! A position as the search asks it. Each method is short, so it is always inlined.

use super::castling::{is_castling, rook_of_castling};
use super::evaluation::evaluate;
use super::making::Undo;
use super::pieces::Position;
use crate::board::Board;
use crate::geometry::Geometry;
use crate::key;
use crate::mv::{Move, Writer};
use crate::network::Network;
use crate::numbers::Numbers;
use crate::piece::WHITE;
use crate::sum::Sum;

impl<G: Geometry> Board for Position<G> {
    const EMPTY: Self = Position::EMPTY;
    const BOARD: u64 = G::BOARD;
    const LAST_RANKS: u64 = G::LAST_RANKS;
    const NULL_MOVE: bool = G::NULL_MOVE;
    const NUMBERS: Numbers = G::NUMBERS;
    const ENTRIES: usize = G::ENTRIES;
    const WAYS: usize = G::WAYS;
    type Network = G::Network;
    const NO_NETWORK: G::Network = G::Network::NONE;
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
    fn pass(&mut self) -> Undo {
        self.pass()
    }
    #[inline(always)]
    fn take_back_pass(&mut self, undo: Undo) {
        self.take_back_pass(undo)
    }
    #[inline(always)]
    fn taken(undo: Undo) -> (u8, u8) {
        undo.taken()
    }
    #[inline(always)]
    fn castling(code: u8, mv: Move) -> Option<(u8, u8)> {
        (G::CASTLES && is_castling(code, mv)).then(|| rook_of_castling(mv.target()))
    }

    #[inline(always)]
    fn rights(&self) -> u64 {
        let passing = if self.ep == 0 { 0 } else { key::right(self.ep) };
        // Castling rights are the numbers 0 to 15, which are no en passant square's.
        if G::CASTLES {
            passing ^ key::right(self.castling)
        } else {
            passing
        }
    }
    #[inline(always)]
    fn value(code: u8, square: u8) -> i64 {
        G::value(code, square)
    }
    #[inline(always)]
    fn evaluate(&self, side: u8, sum: Sum) -> i32 {
        evaluate(self, side, sum)
    }
    #[inline(always)]
    fn network(&self) -> G::Network {
        G::Network::of(self)
    }
    #[inline(always)]
    fn follow(code: u8, mv: Move, undo: Undo, before: &G::Network, after: &mut G::Network) {
        before.follow::<Self>(code, mv, undo, after)
    }
    #[inline(always)]
    fn correction(network: &G::Network) -> i32 {
        // The same in the middlegame and in the endgame.
        network.value() * 0x1_0001
    }
    #[inline(always)]
    fn gain(kind: u8) -> i32 {
        G::GAIN[(kind & 7) as usize] as i32
    }
}
