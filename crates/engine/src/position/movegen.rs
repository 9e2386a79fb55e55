//! Generation of moves.

use super::castling::is_castling;
use super::pieces::Position;
use crate::bitboard::{bit, squares};
use crate::board::Board;
use crate::mv::{Move, MoveList, Writer};
use crate::piece::{BISHOP, KING, PAWN, QUEEN, WHITE};

/// The squares that moves may go to.
#[derive(Clone, Copy)]
struct Targets {
    king: u64,
    others: u64,
}

impl<B: Board> Position<B> {
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::EMPTY;
        self.list_legal_moves(&mut list);
        list
    }

    /// Takes the legal moves into a list.
    #[inline(never)] // several callers, and none of them in a hurry
    pub(crate) fn list_legal_moves(&self, list: &mut MoveList) {
        list.fill(|writer| self.all(writer), |mv| self.is_legal(mv, !0));
    }

    /// Pseudo-legal captures and promotions of a side that is not in check; the own king may be left attacked.
    #[inline(never)] // two callers
    pub(crate) fn captures(&self, writer: &mut Writer) {
        let enemies = self.set(self.side ^ WHITE);
        self.pawns_capture(enemies, !0, writer);
        self.piece_moves(
            Targets {
                king: enemies,
                others: enemies,
            },
            writer,
        );
    }

    /// The squares that pieces of the side to move attack.
    #[inline(never)] // on the search's path
    pub(crate) fn attacked(&self) -> u64 {
        let pawns = self.set(self.side | PAWN);
        let occupied = self.occupied();
        squares(self.set(self.side) ^ pawns).fold(self.ahead(B::beside(pawns)), |attacked, from| {
            attacked | B::reach(self.cell(from) & 7, from, occupied)
        })
    }

    /// The squares where pawns of the side to move can promote without a capture.
    #[inline(never)] // two callers
    pub(crate) fn promotions(&self) -> u64 {
        self.ahead(self.set(self.side | PAWN)) & B::LAST_RANKS & !self.occupied()
    }

    /// The other moves of a side that is not in check: to an empty square, without promotion.
    pub(crate) fn quiets(&self, writer: &mut Writer) {
        let empty = !self.occupied();
        self.pawns_advance(!0, writer);
        self.piece_moves(
            Targets {
                king: empty,
                others: empty,
            },
            writer,
        );
        if B::CASTLES {
            self.push_castling(writer);
        }
    }

    /// All moves; out of check, those that may meet it.
    #[inline(never)] // two callers
    pub(crate) fn all(&self, writer: &mut Writer) {
        let evasions = self.evasions();
        let open = !self.set(self.side);
        self.pawns_capture(self.set(self.side ^ WHITE), evasions, writer);
        self.pawns_advance(evasions, writer);
        self.piece_moves(
            Targets {
                king: open,
                others: open & evasions,
            },
            writer,
        );
        if B::CASTLES && evasions == !0 {
            self.push_castling(writer);
        }
    }

    #[inline(never)] // three callers
    fn piece_moves(&self, targets: Targets, writer: &mut Writer) {
        let occupied = self.occupied();
        let mut end = writer.end;
        for from in squares(self.set(self.side) ^ self.set(self.side | PAWN)) {
            let kind = self.cell(from) & 7;
            let targets = if kind == KING {
                targets.king
            } else {
                targets.others
            };
            for to in squares(B::reach(kind, from, occupied) & targets) {
                if let Some(entry) = writer.list.get_mut(end) {
                    *entry = Move::raw(from, to, 0);
                    end += 1;
                }
            }
        }
        writer.end = end;
    }

    /// Captures and promotions by pawns that meet a check.
    fn pawns_capture(&self, enemies: u64, evasions: u64, writer: &mut Writer) {
        let pawns = self.set(self.side | PAWN);
        let mut targets = enemies & evasions;
        if self.ep != 0 {
            // The new square of the capturing pawn, and the pawn that it captures.
            let passing = bit(self.ep);
            if (passing | passing << 8 | passing >> 8) & evasions != 0 {
                targets |= passing;
            }
        }
        for (captures, distance) in B::pawn_captures(self.side, self.ahead(pawns)) {
            self.push_pawns(captures & targets, distance, writer);
        }
        self.push_pawns(self.promotions() & evasions, 8, writer);
    }

    /// Steps of pawns to some of the empty squares, without promotion.
    fn pawns_advance(&self, targets: u64, writer: &mut Writer) {
        let empty = B::BOARD & !B::LAST_RANKS & !self.occupied();
        let near = self.ahead(self.set(self.side | PAWN)) & empty;
        let far = self.ahead(near & self.first_steps()) & empty;
        self.push_pawns(near & targets, 8, writer);
        self.push_pawns(far & targets, 16, writer);
    }

    /// A set of squares, each a rank ahead for the side to move.
    #[inline(always)] // some instructions
    fn ahead(&self, set: u64) -> u64 {
        if self.side == WHITE {
            set << 8
        } else {
            set >> 8
        }
    }

    /// Writes the moves of pawns that have moved ahead to the squares of a set.
    #[inline(never)] // five callers
    fn push_pawns(&self, set: u64, distance: u8, writer: &mut Writer) {
        for to in squares(set) {
            let from = if self.side == WHITE {
                to - distance
            } else {
                to + distance
            };
            if bit(to) & B::LAST_RANKS != 0 {
                for kind in (BISHOP..=QUEEN).rev() {
                    writer.push(Move::raw(from, to, kind));
                }
            } else {
                writer.push(Move::raw(from, to, 0));
            }
        }
    }

    /// Whether a move is a pseudo-legal quiet move of the side to move, without promotion.
    pub(crate) fn is_quiet(&self, mv: Move) -> bool {
        let (from, to) = (mv.origin(), mv.target());
        let code = self.cell(from);
        if code == 0 || code & WHITE != self.side || mv.kind() != 0 {
            return false;
        }
        let reached = if code & 7 == PAWN {
            let empty = !B::LAST_RANKS & !self.occupied();
            let near = self.ahead(bit(from)) & empty;
            near | self.ahead(near & self.first_steps())
        } else if B::CASTLES && is_castling(code, mv) {
            self.castling_targets()
        } else {
            B::reach(code & 7, from, self.occupied())
        };
        reached & !self.occupied() & bit(to) != 0
    }

    /// The squares of the pawns of the side to move after one step.
    #[inline(always)] // some instructions
    fn first_steps(&self) -> u64 {
        let [black, white] = B::FIRST_STEPS;
        if self.side == WHITE { white } else { black }
    }
}

#[cfg(test)]
mod tests {
    use crate::Game;
    use crate::mv::{MoveList, NO_MOVE, Writer};

    /// The search generates a position's moves in two parts; together they are all moves.
    #[test]
    fn captures_and_quiet_moves_are_all_moves() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let mut game = Game::start();
            loop {
                let moves = game.legal_moves();
                let moves = moves.as_slice();
                if moves.is_empty() {
                    break;
                }
                let position = game.position();
                if position.in_check() {
                    // In check the search generates all moves in one part.
                    game.play(moves[0]).unwrap();
                    continue;
                }
                let mut all = MoveList::EMPTY;
                all.fill(|writer| position.all(writer), |_| true);
                let mut parts = [NO_MOVE; 256];
                let mut writer = Writer::new(&mut parts, 0);
                position.captures(&mut writer);
                let captures = writer.end;
                position.quiets(&mut writer);
                let end = writer.end;
                for (i, mv) in parts[..end].iter().enumerate() {
                    assert!(all.as_slice().contains(mv));
                    assert!(!parts[..i].contains(mv));
                    assert_eq!(position.is_quiet(*mv), i >= captures, "{mv}");
                    assert_eq!(position.is_noisy(*mv), i < captures, "{mv}");
                }
                assert_eq!(all.as_slice().len(), end, "{}", game.fen());
                game.play(moves[random.usize(..moves.len())]).unwrap();
            }
        }
    }
}
