//! The position after a move.

use cozy_chess::{Color, File, Piece, Rank, Square, get_pawn_attacks};

use super::{CASTLING, Move, Position};

impl Position {
    /// The position after a move that the piece can make.
    pub fn after(&self, m: Move) -> Position {
        let (from, to) = (m.from, m.to);
        let (piece, color) = self.at(from).expect("a piece moves");
        let mut next = self.moved(from, to);
        next.board[to as usize] = Some((m.promotion.unwrap_or(piece), color));
        if piece == Piece::King && (from.file() as i8 - to.file() as i8).abs() == 2 {
            let side = CASTLING.into_iter().find(|side| side.0 == to.file());
            let (_, rook, beside) = side.expect("castling goes to c or g");
            let rook = next.board[Square::new(rook, from.rank()) as usize].take();
            next.board[Square::new(beside, from.rank()) as usize] = rook;
        }
        for color in Color::ALL {
            let rank = Rank::First.relative_to(color);
            for (side, (_, rook, _)) in CASTLING.into_iter().enumerate() {
                let home = [Square::new(File::E, rank), Square::new(rook, rank)];
                if home.contains(&from) || home.contains(&to) {
                    next.castling[color as usize][side] = false;
                }
            }
        }
        let irreversible = piece == Piece::Pawn || self.at(to).is_some();
        next.half_moves = if irreversible { 0 } else { self.half_moves + 1 };
        next.turn = !self.turn;
        next.en_passant = None;
        let double = (from.rank() as i8 - to.rank() as i8).abs() == 2;
        if piece == Piece::Pawn && double {
            next.en_passant = Some(to.file());
            let target = next.en_passant_square().expect("just set");
            let legal = next
                .squares(|p, c| p == Piece::Pawn && c == next.turn)
                .iter()
                .any(|from| {
                    get_pawn_attacks(from, next.turn).has(target)
                        && next.keeps_king_safe(from, target)
                });
            if !legal {
                next.en_passant = None;
            }
        }
        next
    }

    /// Whether a move that the piece can make leaves the mover's own king unattacked.
    pub fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        let (_, color) = self.at(from).expect("a piece moves");
        !self.moved(from, to).in_check(color)
    }

    /// With a piece on another square, and without the piece that it takes there or in passing.
    fn moved(&self, from: Square, to: Square) -> Position {
        let mut next = self.clone();
        let is_pawn = self.at(from).is_some_and(|(piece, _)| piece == Piece::Pawn);
        if is_pawn && from.file() != to.file() && self.at(to).is_none() {
            next.board[Square::new(to.file(), from.rank()) as usize] = None;
        }
        next.board[to as usize] = next.board[from as usize].take();
        next
    }
}
