use core::borrow::Borrow;

use chess_rules::{Board, Position, Square};

use crate::game;

/// The most bytes of any position's canonical JSON.
pub const MAX_JSON_LEN: usize = 320;

/// Writes a position's canonical JSON to `sink`, in pieces and without allocating. [`State`](super::State) hashes
/// this JSON. So does code with a [`Position`] and its own SHA-256, such as the contract.
///
/// ```
/// use game_moves::chess::{Position, write_json, MAX_JSON_LEN};
/// let mut json = Vec::new();
/// write_json(&Position::START, &mut |piece: &[u8]| json.extend_from_slice(piece));
/// assert!(json.ends_with(br#""castling":15,"enPassant":-1,"fullMoveNumber":1,"halfMoveClock":0,"kings":[4,60],"turn":0}"#));
/// assert!(json.len() <= MAX_JSON_LEN);
/// ```
pub fn write_json(position: &Position<impl Borrow<Board>>, sink: &mut impl FnMut(&[u8])) {
    game::write_json(sink, |w| {
        w.object(|w| {
            // the rows of `chess-rules` start with the eighth rank, document 004's with the first
            w.key("board")
                .ints((0..64).map(|index| position.piece_at(Square::from_low_bits(index ^ 56))));
            w.key("castling").int(position.castling().bits());
            w.key("enPassant").int(
                position
                    .en_passant_square()
                    .map_or(-1, |square| square.index_from_a1() as i8),
            );
            w.key("fullMoveNumber").int(position.ply() / 2 + 1);
            w.key("halfMoveClock").int(position.half_move_clock());
            w.key("kings")
                .ints(position.context().kings.map(Square::index_from_a1));
            w.key("turn").int(position.turn() as u8);
        });
    });
}
