//! Moves in canonical binary (document 004): two bytes each, three with a promotion.

use cozy_chess::{Piece, Square};

use crate::rules::{Move, made, piece_number};

/// A bit of the second byte: a third byte names the piece of a promotion.
const PROMOTES: u8 = 0x40;

/// The pieces that a pawn can become, by their number in the third byte.
const PIECES: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// A move's bytes.
pub fn encode_move(m: &Move) -> Vec<u8> {
    let mut bytes = vec![m.from as u8, m.to as u8];
    if let Some(piece) = m.promotion {
        bytes[1] |= PROMOTES;
        bytes.push(piece_number(piece) - 1);
    }
    bytes
}

/// A whole game's bytes.
pub fn encode(moves: &[Move]) -> Vec<u8> {
    moves.iter().flat_map(encode_move).collect()
}

/// The first move of some bytes, and the bytes after it; `None` if they don't begin with the
/// canonical encoding of a move of some piece.
pub fn decode_first(bytes: &[u8]) -> Option<(Move, &[u8])> {
    let [from, to, rest @ ..] = bytes else {
        return None;
    };
    let (promotion, rest) = match (to & PROMOTES != 0, rest) {
        (false, rest) => (None, rest),
        (true, [number, rest @ ..]) => (Some(*PIECES.get(usize::from(*number))?), rest),
        (true, []) => return None,
    };
    let [from, to] = [*from, to & !PROMOTES].map(|square| Square::try_index(square.into()));
    Some((made(from?, to?, promotion), rest))
}

/// The moves of bytes that are the one canonical encoding of some moves.
pub fn decode(mut bytes: &[u8]) -> Option<Vec<Move>> {
    let mut moves = vec![];
    while !bytes.is_empty() {
        let (m, rest) = decode_first(bytes)?;
        moves.push(m);
        bytes = rest;
    }
    Some(moves)
}
