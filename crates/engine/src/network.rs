//! The network, which values the features that the tables of material and squares don't.
//!
//! Each side has a view of the board: its own and the other's pieces by kind and square, as if it played White. An
//! input is such a piece on a square, and has a weight for each unit. A view adds up the weights of its inputs, and a
//! unit counts its sum if that is above 0. Half of the units count for the view's side and half against it. The
//! network's value is White's view less Black's.
//!
//! Four units share a 64-bit word, with 16 bits each, which hold 0x8000 and the unit's sum. Plain additions keep them
//! apart: a sum is at most 4,000 and 32 weights of a byte. So a move costs a view two or three additions per word, and
//! no multiplications.

use core::marker::PhantomData;
use core::sync::atomic::Ordering::Relaxed;

use crate::mv::Move;
use crate::piece::WHITE;
use crate::weights::{UNIT, Weights, rows};

/// A bit for each unit of a word that is set if its sum is not below 0.
const TOP: u64 = 0x8000_8000_8000_8000;

/// A network's sums over the pieces of a position, updated move by move.
pub trait Network: Copy {
    /// The sums of an empty board.
    const NONE: Self;

    /// The sums of some pieces: their codes with their squares.
    fn of(pieces: impl Iterator<Item = (u8, u8)>) -> Self;

    /// Writes into `after` the sums after a move of the piece `code`, which captured a piece, 0 for none, on its
    /// square.
    fn follow(&self, code: u8, mv: Move, taken: (u8, u8), after: &mut Self);

    /// Moves a piece from one square to another.
    fn relocate(&mut self, code: u8, from: u8, to: u8);

    /// The network's value to White in hundredths of a pawn.
    fn value(&self) -> i32;
}

/// The sums of both views, White's first.
#[derive(Clone, Copy)]
pub struct Sums<W, const WORDS: usize>([[u64; WORDS]; 2], PhantomData<W>);

impl<W: Weights<WORDS> + Copy, const WORDS: usize> Network for Sums<W, WORDS> {
    const NONE: Self = Self([[0; WORDS]; 2], PhantomData);

    fn of(pieces: impl Iterator<Item = (u8, u8)>) -> Self {
        let mut begin = [0; WORDS];
        for (word, units) in begin.iter_mut().zip(W::bytes().as_chunks::<8>().0) {
            // with its top bit inverted, a signed number is larger by 0x8000
            *word = u64::from_le_bytes(*units) ^ TOP;
        }
        let mut sums = Self([begin; 2], PhantomData);
        for (code, square) in pieces {
            let rows = rows::<W, WORDS>(code, square);
            for (sums, row) in sums.0.iter_mut().zip(rows) {
                for (sum, word) in sums.iter_mut().zip(row) {
                    *sum = sum.wrapping_add(word.load(Relaxed));
                }
            }
        }
        sums
    }

    #[inline(never)] // two callers
    fn follow(&self, code: u8, mv: Move, (taken, taken_on): (u8, u8), after: &mut Self) {
        let landed = if mv.kind() == 0 {
            code
        } else {
            code & WHITE | mv.kind()
        };
        let gone = rows::<W, WORDS>(code, mv.origin());
        let come = rows::<W, WORDS>(landed, mv.target());
        let left = |view: usize, word: usize| {
            self.0[view][word].wrapping_sub(gone[view][word].load(Relaxed))
        };
        let come = |view: usize, word: usize| come[view][word].load(Relaxed);
        // most moves capture nothing; the others take one more pass over the words
        if taken == 0 {
            after.set(|view, word| left(view, word).wrapping_add(come(view, word)));
        } else {
            let taken = rows::<W, WORDS>(taken, taken_on);
            after.set(|view, word| {
                left(view, word)
                    .wrapping_sub(taken[view][word].load(Relaxed))
                    .wrapping_add(come(view, word))
            });
        }
    }

    #[inline(never)] // rarely called
    fn relocate(&mut self, code: u8, from: u8, to: u8) {
        let (gone, come) = (rows::<W, WORDS>(code, from), rows::<W, WORDS>(code, to));
        for view in 0..2 {
            for word in 0..WORDS {
                let sum = &mut self.0[view][word];
                *sum = sum
                    .wrapping_sub(gone[view][word].load(Relaxed))
                    .wrapping_add(come[view][word].load(Relaxed));
            }
        }
    }

    #[inline(never)] // three callers
    fn value(&self) -> i32 {
        let [white, black] = &self.0;
        let (mut plus, mut minus) = (0u64, 0u64);
        for i in 0..WORDS / 2 {
            let j = i + WORDS / 2;
            plus += above_0(white[i]) + above_0(black[j]);
            minus += above_0(white[j]) + above_0(black[i]);
        }
        // rounded towards 0, so that both sides have the same values
        (across(plus) - across(minus)) / UNIT
    }
}

impl<W, const WORDS: usize> Sums<W, WORDS> {
    /// Sets each word of each view.
    #[inline(always)] // each caller has its own words
    fn set(&mut self, word_of: impl Fn(usize, usize) -> u64) {
        for view in 0..2 {
            for word in 0..WORDS {
                self.0[view][word] = word_of(view, word);
            }
        }
    }
}

/// Each unit's sum if it is above 0, otherwise 0.
#[inline(always)] // some instructions
fn above_0(word: u64) -> u64 {
    let is_above = word >> 15 & TOP >> 15;
    word & (is_above * 0x7fff)
}

/// The sum of a word's four parts.
#[inline(always)] // some instructions
fn across(word: u64) -> i32 {
    let pairs = (word & 0x0000_ffff_0000_ffff) + (word >> 16 & 0x0000_ffff_0000_ffff);
    (pairs + (pairs >> 32)) as u32 as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::squares;
    use crate::board::Board;
    use crate::mv::MoveList;
    use crate::position::Position;
    use crate::root::Root;
    use crate::{Game, chess, minichess};

    /// The most units that a board has.
    const MOST: usize = 64;

    /// The bound of a unit's first value, above and below 0. With 32 weights of a byte the unit then stays
    /// within 16 bits.
    const BEGIN: i32 = 4_000;

    /// The weights of an input in the file.
    fn weights<W: Weights<WORDS>, const WORDS: usize>(
        own: bool,
        kind: u8,
        square: u8,
    ) -> impl Iterator<Item = i32> {
        let hidden = 4 * WORDS;
        let place = squares(W::BOARD).position(|s| s == square).unwrap();
        let piece = usize::from(kind - 1) * 2 + usize::from(!own);
        let input = piece * W::BOARD.count_ones() as usize + place;
        let bytes = &W::bytes()[2 * hidden + input * hidden..][..hidden];
        bytes.iter().map(|&weight| i32::from(weight as i8))
    }

    /// The value, computed without words of four.
    fn plain<W: Weights<WORDS>, const WORDS: usize>(position: &Position<impl Board>) -> i32 {
        let mut value = 0;
        for side in [WHITE, 0] {
            let turned = if side == WHITE { 0 } else { 56 };
            let mut all = [0; MOST];
            let units = &mut all[..4 * WORDS];
            for (unit, begin) in units.iter_mut().zip(W::bytes().as_chunks::<2>().0) {
                *unit = i32::from(i16::from_le_bytes(*begin));
                assert!(unit.abs() <= BEGIN);
            }
            for square in squares(position.occupied()) {
                let code = position.cell(square);
                let own = code & WHITE == side;
                let weights = weights::<W, WORDS>(own, code & 7, square ^ turned);
                for (unit, weight) in units.iter_mut().zip(weights) {
                    *unit += weight;
                }
            }
            let (for_it, against) = units.split_at(2 * WORDS);
            let above = |units: &[i32]| units.iter().map(|unit| unit.max(&0)).sum::<i32>();
            let view = above(for_it) - above(against);
            value += if side == WHITE { view } else { -view };
        }
        value / UNIT
    }

    /// Checks random games from some positions.
    fn sums_follow<G: Root, W: Weights<WORDS> + Copy, const WORDS: usize>(
        start: impl Fn() -> G,
        play: impl Fn(&mut G, Move),
    ) where
        G::Board: Board<Network = Sums<W, WORDS>>,
    {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..20 {
            let mut game = start();
            for _ in 0..60 {
                let board = game.board();
                let sums = board.network();
                assert_eq!(sums.value(), plain::<W, WORDS>(board));
                let mut list = MoveList::EMPTY;
                game.moves(&mut list);
                let list = list.as_slice();
                if list.is_empty() {
                    break;
                }
                for &mv in list {
                    let mut after = Sums::<W, WORDS>::NONE;
                    let mut next = board.clone();
                    let undo = next.make(mv);
                    let code = board.cell(mv.origin());
                    Position::<G::Board>::follow(code, mv, undo, &sums, &mut after);
                    assert_eq!(after.0, next.network().0);
                }
                play(&mut game, list[random.usize(..list.len())]);
            }
        }
    }

    /// Castling, captures in passing and promotions are among the moves.
    #[test]
    fn sums_follow_the_moves_of_chess() {
        for fen in [
            "r3k2r/pPp1p1pp/8/3pP3/3Pp3/8/PpP2PPP/R3K2R w KQkq d6 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            sums_follow::<_, chess::Learnt, _>(
                || chess::Game::new(fen.parse().unwrap()),
                |game, mv| assert!(game.play(chess::move_to_rules(mv)).is_ok()),
            );
        }
    }

    /// Captures in passing and promotions are among the moves.
    #[test]
    fn sums_follow_the_moves_of_6x6() {
        for fen in [
            "1k4/1Pp1p1/3pP1/1p1P2/P4p/4K1 w - - 0 1",
            "rbqknr/pppppp/6/6/PPPPPP/RBQKNR w - - 0 1",
        ] {
            sums_follow::<_, minichess::Learnt, _>(
                || Game::from_fen(fen).unwrap(),
                |game, mv| assert!(game.play(mv).is_ok()),
            );
        }
    }
}
