//! The material that can mate.

use cozy_chess::{BitBoard, Color, Piece};

use super::{Move, Position};

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

    /// Whether a colour could still mate if the opponent helped (FIDE 6.9, 7.5.5): by material and,
    /// if the opponent is to move, after one of the opponent's moves that doesn't end the game.
    pub fn can_mate(&self, color: Color) -> bool {
        let goes_on = |next: Position| next.has_material_to_mate(color) && next.has_legal_move();
        self.has_material_to_mate(color)
            && (self.turn == color || self.successors().into_iter().any(goes_on))
    }

    /// The positions after each legal move.
    fn successors(&self) -> Vec<Position> {
        let mut moves = vec![];
        for (from, to) in self.legal_pairs() {
            let m = self.queening(from, to);
            moves.push(m);
            if m.promotion.is_some() {
                let others = [Piece::Rook, Piece::Bishop, Piece::Knight].map(Some);
                moves.extend(others.map(|promotion| Move { promotion, ..m }));
            }
        }
        moves.into_iter().map(|m| self.after(m)).collect()
    }

    /// Whether a colour has the material to mate if the opponent helps.
    pub fn has_material_to_mate(&self, color: Color) -> bool {
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
}
