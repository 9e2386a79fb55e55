use core::borrow::Borrow;

use chess_rules::{Board, Position, Square};

use crate::game;

/// No canonical JSON of a position is longer, in bytes.
pub const MAX_JSON_LEN: usize = 320;

/// Writes a position's canonical JSON to `sink`, piece by piece and without allocating: what [`State`](super::State)
/// hashes, for those who keep a [`Position`] and have a SHA-256 of their own, as the contract does.
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
            // the rules' rows run from the eighth rank down, document 004's from the first up
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
