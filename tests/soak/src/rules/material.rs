//! What can be mated with.

use cozy_chess::{BitBoard, Color, Piece};

use super::Position;

impl Position {
    /// Whether neither side could ever checkmate, by material: kings alone, one minor piece, or
    /// bishops all on squares of one colour.
    pub fn is_dead(&self) -> bool {
        let of = |kind| self.squares(|piece, _| piece == kind);
        let others = of(Piece::Pawn) | of(Piece::Rook) | of(Piece::Queen);
        let (knights, bishops) = (of(Piece::Knight), of(Piece::Bishop));
        if !others.is_empty() {
            return false;
        }
        match (knights.len(), bishops.len()) {
            (0, _) => {
                bishops.is_subset(BitBoard::DARK_SQUARES)
                    || bishops.is_subset(BitBoard::LIGHT_SQUARES)
            }
            (1, 0) => true,
            _ => false,
        }
    }

    /// Whether a colour has nothing but its king.
    pub fn has_bare_king(&self, color: Color) -> bool {
        self.squares(|_, of| of == color).len() == 1
    }
}
