//! The legal moves, compared with cozy-chess's own.

use cozy_chess::{BoardBuilder, CastleRights, Color, File, Square};

use super::numbers::{contract_order, number};
use super::{Move, Position};

impl Position {
    /// Whether the player to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        contract_order().any(|from| {
            let mut reach = self.reach(from).into_iter();
            reach.any(|to| self.keeps_king_safe(from, to))
        })
    }

    /// The legal pairs of squares, ordered by the contract's square numbers.
    pub fn legal_pairs(&self) -> Vec<(Square, Square)> {
        let mut pairs = vec![];
        for from in contract_order() {
            for to in self.reach(from) {
                if self.keeps_king_safe(from, to) {
                    pairs.push((from, to));
                }
            }
        }
        pairs.sort_by_key(|&(from, to)| (number(from), number(to)));
        pairs
    }

    /// Like [`Position::legal_pairs`], compared with cozy-chess's own legal moves.
    ///
    /// # Errors
    /// The position, where they differ.
    pub fn checked_legal_pairs(&self) -> Result<Vec<(Square, Square)>, String> {
        let pairs = self.legal_pairs();
        if let Some(board) = self.cozy_board() {
            let mut theirs = vec![];
            board.generate_moves(|moves| {
                let pair = |m: Move| (m.from, castled(self, m.from, m.to));
                theirs.extend(moves.into_iter().map(pair));
                false
            });
            theirs.sort_by_key(|&(from, to)| (number(from), number(to)));
            theirs.dedup();
            if theirs != pairs {
                return Err(format!(
                    "the legal moves of {board} by cozy-chess are not {pairs:?}"
                ));
            }
        }
        Ok(pairs)
    }

    /// cozy-chess's board of the position, unless the player who just moved is in check or
    /// the game came to a position that it can't hold.
    fn cozy_board(&self) -> Option<cozy_chess::Board> {
        if self.in_check(!self.turn) {
            return None;
        }
        let rights = |color: Color| {
            let [short, long] = self.castling[color as usize];
            CastleRights {
                short: short.then_some(File::H),
                long: long.then_some(File::A),
            }
        };
        let builder = BoardBuilder {
            board: self.board,
            side_to_move: self.turn,
            castle_rights: [rights(Color::White), rights(Color::Black)],
            en_passant: self.en_passant_square(),
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        builder.build().ok()
    }
}

/// cozy-chess writes castling as the king taking its rook.
fn castled(position: &Position, from: Square, to: Square) -> Square {
    let own = matches!(position.at(to), Some((_, color)) if color == position.turn);
    match (own, to > from) {
        (false, _) => to,
        (true, true) => Square::new(File::G, from.rank()),
        (true, false) => Square::new(File::C, from.rank()),
    }
}
