//! Moves in canonical binary (document 004): two bytes each, three with a promotion.

use cozy_chess::{Piece, Square};

use crate::rules::{Move, piece_number};

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

/// The moves of bytes that are the one canonical encoding of some moves.
pub fn decode(mut bytes: &[u8]) -> Option<Vec<Move>> {
    let mut moves = vec![];
    while let [from, to, rest @ ..] = bytes {
        let promotes = to & PROMOTES != 0;
        let (promotion, rest) = match (promotes, rest) {
            (false, rest) => (None, rest),
            (true, [number, rest @ ..]) => (Some(*PIECES.get(usize::from(*number))?), rest),
            (true, []) => return None,
        };
        let to = to & !PROMOTES;
        moves.push(Move {
            from: Square::try_index((*from).into())?,
            to: Square::try_index(to.into())?,
            promotion,
        });
        bytes = rest;
    }
    bytes.is_empty().then_some(moves)
}
