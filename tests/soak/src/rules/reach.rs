//! Where pieces can go, and what they attack.

use cozy_chess::{
    BitBoard, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use super::{CASTLING, Position};

impl Position {
    fn is_attacked(&self, square: Square, by: Color) -> bool {
        let occupied = self.squares(|_, _| true);
        let theirs = |kinds: [Piece; 2]| self.squares(|p, c| c == by && kinds.contains(&p));
        let hits = |reach: BitBoard, kinds| !(reach & theirs(kinds)).is_empty();
        hits(get_knight_moves(square), [Piece::Knight; 2])
            || hits(get_king_moves(square), [Piece::King; 2])
            || hits(get_pawn_attacks(square, !by), [Piece::Pawn; 2])
            || hits(
                get_rook_moves(square, occupied),
                [Piece::Rook, Piece::Queen],
            )
            || hits(
                get_bishop_moves(square, occupied),
                [Piece::Bishop, Piece::Queen],
            )
    }

    /// Whether a colour's king is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        self.is_attacked(self.king(color), !color)
    }

    /// Where the piece on a square of the player to move can go, its own king's safety left aside.
    pub fn reach(&self, from: Square) -> BitBoard {
        let Some((piece, color)) = self.at(from).filter(|&(_, color)| color == self.turn) else {
            return BitBoard::EMPTY;
        };
        let occupied = self.squares(|_, _| true);
        let own = self.squares(|_, of| of == color);
        let enemies = self.squares(|_, of| of != color);
        let reach = match piece {
            Piece::Knight => get_knight_moves(from),
            Piece::Bishop => get_bishop_moves(from, occupied),
            Piece::Rook => get_rook_moves(from, occupied),
            Piece::Queen => get_rook_moves(from, occupied) | get_bishop_moves(from, occupied),
            Piece::King => get_king_moves(from) | self.castling_squares(from),
            Piece::Pawn => {
                let target = self
                    .en_passant_square()
                    .map_or(BitBoard::EMPTY, Square::bitboard);
                get_pawn_quiets(from, color, occupied)
                    | get_pawn_attacks(from, color) & (enemies | target)
            }
        };
        reach & !own & !self.king(!color).bitboard()
    }

    /// Where the king can castle to (FIDE 3.8.2).
    fn castling_squares(&self, from: Square) -> BitBoard {
        let rank = Rank::First.relative_to(self.turn);
        let mut squares = BitBoard::EMPTY;
        if from != Square::new(File::E, rank) {
            return squares;
        }
        let occupied = self.squares(|_, _| true);
        for (side, (to, rook, beside)) in CASTLING.into_iter().enumerate() {
            let path = cozy_chess::get_between_rays(from, Square::new(rook, rank));
            let crossed = [File::E, beside, to].map(|file| Square::new(file, rank));
            if self.castling[self.turn as usize][side]
                && (path & occupied).is_empty()
                && crossed
                    .into_iter()
                    .all(|square| !self.is_attacked(square, !self.turn))
            {
                squares |= Square::new(to, rank).bitboard();
            }
        }
        squares
    }
}
