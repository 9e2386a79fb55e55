//! The terms of the evaluation besides material and squares. Each is a count, White's minus Black's, times a weight of `tables`.

use super::attacks::{beside, empty_reach, fill_files, reach};
use super::position::Position;
use super::tables::WEIGHTS;
use crate::bitboard::{bit, squares};
use crate::piece::{BISHOP, KING, PAWN, ROOK, WHITE};

/// The number of terms.
pub const TERMS: usize = 24;

/// A pair of bishops.
const BISHOP_PAIR: usize = 0;
/// A pawn with another of its own before it on its file.
const DOUBLED: usize = 1;
/// A pawn without one of its own on the files beside it.
const ISOLATED: usize = 2;
/// A pawn that one of its own protects.
const PROTECTED: usize = 3;
/// Pawns near before the king.
const SHIELD: usize = 4;
/// A piece that a pawn attacks.
const THREAT: usize = 5;
/// A rook on a file without pawns.
const OPEN_FILE: usize = 6;
/// A rook on a file without pawns of its own.
const HALF_OPEN_FILE: usize = 7;
/// Squares that a piece reaches, without those that enemy pawns attack or own pawns stand on, above or below [`USUAL`]: bishop, rook, knight,
/// queen.
const MOBILITY: usize = 8;
/// About the middle of each kind's mobility: with it, mobility isn't material by another name.
const USUAL: [i32; 4] = [6, 7, 4, 13];
/// Squares around the enemy king that a piece reaches: bishop, rook, knight, queen.
const KING_ATTACK: usize = 12;
/// A passed pawn on its second to seventh rank.
const PASSED: usize = 16;
/// A passed pawn with a piece right before it.
const BLOCKED: usize = 22;
/// A bishop's own pawns on squares of its colour.
const BAD_BISHOP: usize = 23;

/// The terms' names.
pub const TERM_NAMES: [&str; TERMS] = [
    "pair of bishops",
    "doubled pawn",
    "isolated pawn",
    "protected pawn",
    "pawn before the king",
    "piece that a pawn attacks",
    "rook on an open file",
    "rook on a half-open file",
    "mobility: bishop",
    "mobility: rook",
    "mobility: knight",
    "mobility: queen",
    "king attack: bishop",
    "king attack: rook",
    "king attack: knight",
    "king attack: queen",
    "passed pawn: second rank",
    "passed pawn: third rank",
    "passed pawn: fourth rank",
    "passed pawn: fifth rank",
    "passed pawn: sixth rank",
    "passed pawn: seventh rank",
    "passed pawn that is blocked",
    "pawn on its bishop's colour",
];

/// The squares of one colour.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// The weights, packed as the sums are.
static PACKED: [i32; TERMS] = {
    let mut packed = [0; TERMS];
    let mut i = 0;
    while i < TERMS {
        packed[i] = ((WEIGHTS[i][0] as i32) << 16) + WEIGHTS[i][1] as i32;
        i += 1;
    }
    packed
};

/// The sum of the terms, packed, positive for White.
#[inline(never)] // three callers
pub(crate) fn terms(position: &Position) -> i32 {
    let mut sum = 0;
    for_each_term(position, |term, count| {
        sum += PACKED[term % TERMS] * count;
    });
    sum
}

/// Gives the number of each term, and its count where that is not 0, White's positive and Black's negative; a term may come several times.
#[inline(always)] // the sum is folded into it
pub(crate) fn for_each_term(position: &Position, mut add: impl FnMut(usize, i32)) {
    for side in [WHITE, 0] {
        let sign = if side == WHITE { 1 } else { -1 };
        of_side(position, side, |term, count| add(term, sign * count));
    }
}

fn of_side(position: &Position, side: u8, mut add: impl FnMut(usize, i32)) {
    let them = side ^ WHITE;
    let (pawns, enemies) = (position.set(side | PAWN), position.set(them | PAWN));
    let threatened = ahead(beside(enemies), them);
    let protected = ahead(beside(pawns), side);
    let count = |set: u64| set.count_ones() as i32;

    if pawns != 0 {
        let files = fill_files(pawns);
        add(DOUBLED, count(pawns & all_ahead(pawns, side)));
        add(ISOLATED, count(pawns & !beside(files)));
        add(PROTECTED, count(pawns & protected));
        let watched = all_ahead(enemies | beside(enemies), them);
        for square in squares(pawns & !watched) {
            let rank = if side == WHITE {
                square >> 3
            } else {
                7 - (square >> 3)
            };
            add(PASSED + (rank as usize - 1) % 6, 1);
            if ahead(bit(square), side) & position.occupied() != 0 {
                add(BLOCKED, 1);
            }
        }
    }
    let king = bit(position.king(side));
    let before = ahead(king | beside(king), side);
    add(SHIELD, count(pawns & (before | ahead(before, side))));
    add(THREAT, count(protected & position.set(them) & !enemies));

    let bishops = position.set(side | BISHOP);
    if bishops & DARK != 0 && bishops & !DARK != 0 {
        add(BISHOP_PAIR, 1);
    }
    let ring = empty_reach(KING, position.king(them));
    let room = !(pawns | threatened);
    let occupied = position.occupied();
    for from in squares(position.set(side) & !pawns & !king) {
        let kind = position.cell(from) & 7;
        let reached = reach(kind, from, occupied);
        let place = (kind - BISHOP) as usize & 3;
        add(MOBILITY + place, count(reached & room) - USUAL[place]);
        if reached & ring != 0 {
            add(KING_ATTACK + place, count(reached & ring));
        }
        if kind == ROOK {
            let file = crate::bitboard::COLUMN << (from & 7);
            if file & pawns == 0 {
                let open = file & enemies == 0;
                add(if open { OPEN_FILE } else { HALF_OPEN_FILE }, 1);
            }
        } else if kind == BISHOP {
            let colour = if bit(from) & DARK != 0 { DARK } else { !DARK };
            add(BAD_BISHOP, count(pawns & colour));
        }
    }
}

/// A set of squares, each moved a rank ahead for a side.
#[inline(always)] // some instructions
fn ahead(set: u64, side: u8) -> u64 {
    if side == WHITE { set << 8 } else { set >> 8 }
}

/// All squares ahead of some others on their files, for a side.
#[inline(always)] // some instructions
fn all_ahead(set: u64, side: u8) -> u64 {
    if side == WHITE {
        let set = set << 8;
        let set = set | set << 8;
        let set = set | set << 16;
        set | set << 32
    } else {
        let set = set >> 8;
        let set = set | set >> 8;
        let set = set | set >> 16;
        set | set >> 32
    }
}
