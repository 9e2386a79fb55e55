//! Moves at random, among them many that end a game or repeat a position.

use fastrand::Rng;

use crate::chain::is_legal;
use crate::lines::Line;
use crate::rules::{Move, Position};

/// A legal move after these: often one that ends the game, if there is one. `shuffles`: pieces mostly go
/// back and forth, so that positions repeat. `None` if there is no legal move.
pub fn choose(played: &[Move], shuffles: bool, rng: &mut Rng) -> Option<Move> {
    let positions = positions_of(played)?;
    let last = positions.last()?;
    let moves = legal_moves(last);
    let ends = |m: &&Move| {
        let next = last.after(**m);
        !next.has_legal_move() || next.is_dead()
    };
    if rng.u8(..4) > 0
        && let Some(end) = moves.iter().find(ends)
    {
        return Some(*end);
    }
    let back = match shuffles && rng.u8(..8) > 0 {
        true => back_and_forth(&positions, &moves),
        false => vec![],
    };
    match back.is_empty() {
        true => rng.choice(moves),
        false => rng.choice(back),
    }
}

/// The legal moves of a position, promotions to a queen alone.
pub(super) fn legal_moves(position: &Position) -> Vec<Move> {
    let pairs = position.legal_pairs().into_iter();
    let moves = pairs.map(|(from, to)| position.queening(from, to));
    moves.collect()
}

/// The moves that lead to an earlier position, or else those that could be taken back.
fn back_and_forth(positions: &[Position], moves: &[Move]) -> Vec<Move> {
    let Some(last) = positions.last() else {
        return vec![];
    };
    let known = |m: &&Move| {
        let next = last.after(**m);
        let since = positions.len().saturating_sub(next.half_moves as usize);
        let key = next.key();
        positions[since..]
            .iter()
            .any(|position| position.key() == key)
    };
    let repeats: Vec<Move> = moves.iter().filter(known).copied().collect();
    if !repeats.is_empty() {
        return repeats;
    }
    let is_quiet = |m: &&Move| last.after(**m).half_moves > 0;
    moves.iter().filter(is_quiet).copied().collect()
}

/// The positions of a game, the start's first; `None` if a move isn't legal.
pub(super) fn positions_of(moves: &[Move]) -> Option<Vec<Position>> {
    let mut line = Line::start();
    for m in moves {
        if !is_legal(line.position(), m) {
            return None;
        }
        line.push(*m);
    }
    Some(line.positions)
}
