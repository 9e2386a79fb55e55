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

    /// Whether a colour could mate if the opponent helped, by lichess's rule (FIDE 6.9, 7.5.5).
    pub fn can_mate(&self, color: Color) -> bool {
        let own = |kinds: &[Piece]| self.squares(|p, c| c == color && kinds.contains(&p));
        let all = |kinds: &[Piece]| self.squares(|p, _| kinds.contains(&p));
        if !own(&[Piece::Pawn, Piece::Rook, Piece::Queen]).is_empty() {
            return true;
        }
        let theirs = self.squares(|p, c| c != color && !matches!(p, Piece::King | Piece::Queen));
        match own(&[Piece::Knight]).len() {
            0 => {}
            1 if own(&[Piece::Bishop]).is_empty() => return !theirs.is_empty(),
            _ => return true,
        }
        let bishops = all(&[Piece::Bishop]);
        let one_color =
            bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES);
        !own(&[Piece::Bishop]).is_empty()
            && (!one_color || !all(&[Piece::Knight, Piece::Pawn]).is_empty())
    }

    /// Whether a colour has nothing but its king.
    pub fn has_bare_king(&self, color: Color) -> bool {
        self.squares(|_, of| of == color).len() == 1
    }
}
