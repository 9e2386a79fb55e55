//! Steps and jumps.

use alloc::vec::Vec;

use super::board::{Board, Piece};
use super::{Move, Square};

/// Up for player 0, down for player 1; a king may move in both directions.
fn directions(piece: Piece) -> &'static [(i8, i8)] {
    const ALL: [(i8, i8); 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];
    match piece {
        Piece { king: true, .. } => &ALL,
        Piece { player: 0, .. } => &ALL[..2],
        _ => &ALL[2..],
    }
}

/// The rank on which this player's men become kings.
pub(super) const fn last_rank(player: u8) -> u8 {
    if player == 0 { 7 } else { 0 }
}

/// Every legal move of `player`, unordered: the captures if there are any, otherwise the steps.
pub(super) fn moves(board: &Board, player: u8) -> Vec<Move> {
    let own = || {
        Square::all().filter_map(|at| {
            board[at.index()]
                .filter(|piece| piece.player == player)
                .map(|piece| (at, piece))
        })
    };
    let mut moves = Vec::new();
    for (from, piece) in own() {
        let mut lifted = *board;
        lifted[from.index()] = None;
        jumps(&lifted, from, piece, from, &mut Vec::new(), &mut moves);
    }
    if moves.is_empty() {
        for (from, piece) in own() {
            let free = |to: &Square| board[to.index()].is_none();
            let targets = directions(piece)
                .iter()
                .filter_map(|direction| from.step(*direction))
                .filter(free);
            moves.extend(targets.map(|to| Move::legal(from, to, Vec::new())));
        }
    }
    moves
}

/// Continues to jump from `at`; a sequence that can't continue is a move. Captured pieces stay on
/// the board until the end of the move. A piece can neither jump over them again nor land on them.
fn jumps(
    board: &Board,
    from: Square,
    piece: Piece,
    at: Square,
    captures: &mut Vec<Square>,
    moves: &mut Vec<Move>,
) {
    let mut ended = true;
    for direction in directions(piece) {
        let Some(over) = at.step(*direction) else {
            continue;
        };
        let Some(to) = over.step(*direction) else {
            continue;
        };
        let enemy = board[over.index()].is_some_and(|other| other.player != piece.player);
        if !enemy || board[to.index()].is_some() || captures.contains(&over) {
            continue;
        }
        ended = false;
        captures.push(over);
        if !piece.king && to.y() == last_rank(piece.player) {
            moves.push(Move::legal(from, to, captures.clone()));
        } else {
            jumps(board, from, piece, to, captures, moves);
        }
        captures.pop();
    }
    if ended && !captures.is_empty() {
        moves.push(Move::legal(from, at, captures.clone()));
    }
}
