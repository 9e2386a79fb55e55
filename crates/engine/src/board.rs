//! The interface of a board and of a game for the search. There are two boards, 6×6 and 8×8.

use crate::key;
use crate::mv::{Move, Writer};
use crate::numbers::Numbers;
use crate::piece::{KING, PAWN, QUEEN, WHITE};
use crate::sum::Sum;

/// A position that can be searched. Squares are numbers from 0 to 63, a higher number nearer to Black's back rank.
pub trait Board: Clone {
    /// Without a piece.
    const EMPTY: Self;
    /// Its squares.
    const BOARD: u64;
    /// Where pawns of either colour promote.
    const LAST_RANKS: u64;
    /// Whether passing the move is tried where it should be bad.
    const NULL_MOVE: bool;
    /// Margins, limits, reductions and bonuses of its search.
    const NUMBERS: Numbers;
    /// Entries of the transposition table in a search that plays: a power of two, at most 4,096.
    const ENTRIES: usize;
    /// Places of the table that a position may have: a power of two.
    const WAYS: usize;
    /// The network's sums over the pieces.
    type Network: Copy;
    /// The network of an empty board.
    const NO_NETWORK: Self::Network;
    /// The data that taking back a move needs.
    type Undo: Copy;
    /// The undo of no move.
    const NO_UNDO: Self::Undo;

    /// The colour bit of the side to move.
    fn side(&self) -> u8;
    /// Plies since the last capture or pawn move.
    fn half(&self) -> u8;
    /// The piece code on a square, 0 if it is empty.
    fn cell(&self, square: u8) -> u8;
    /// The squares of the pieces with a code; the colour bit alone stands for all pieces of a colour.
    fn set(&self, code: u8) -> u64;
    /// Where a side's king stands.
    fn king(&self, side: u8) -> u8;
    /// The pieces of a side that attack a square.
    fn attackers(&self, square: u8, by: u8, occupied: u64) -> u64;
    /// The squares that pieces of the side to move attack.
    fn attacked(&self) -> u64;
    /// Where pawns of the side to move can promote without a capture.
    fn promotions(&self) -> u64;
    /// Whether a move of the side to move captures in passing.
    fn is_en_passant(&self, mv: Move) -> bool;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// Whether the material allows no mate.
    fn is_dead(&self) -> bool;

    /// Writes captures and promotions of a side that is not in check; the own king may be left attacked.
    fn captures(&self, writer: &mut Writer);
    /// Writes the other moves of a side that is not in check.
    fn quiets(&self, writer: &mut Writer);
    /// Writes all moves; in check, those that may meet it.
    fn all(&self, writer: &mut Writer);
    /// Whether a move, from wherever, is one that [`Board::quiets`] writes.
    fn is_quiet(&self, mv: Move) -> bool;
    /// Pieces of the side to move that may be pinned.
    fn pinned(&self) -> u64;
    /// Pieces of the side to move that may open a line to the other king.
    fn discoverers(&self) -> u64;
    /// Whether a written move leaves the own king safe. `pinned` is of [`Board::pinned`], or more.
    fn is_legal(&self, mv: Move, pinned: u64) -> bool;
    /// Whether a move may give check; `false` is certain.
    fn may_check(&self, mv: Move, discoverers: u64) -> bool;

    /// Makes a written move.
    fn make(&mut self, mv: Move) -> Self::Undo;
    /// Takes back the last move.
    fn unmake(&mut self, mv: Move, undo: Self::Undo);
    /// Passes the move.
    fn pass(&mut self) -> Self::Undo;
    /// Takes back a pass.
    fn take_back_pass(&mut self, undo: Self::Undo);

    /// The key of en passant square and castling rights.
    fn rights(&self) -> u64;
    /// The value that a piece on a square adds to the sums; 0 for an empty square.
    fn value(code: u8, square: u8) -> i64;
    /// The value to a side of a position with these sums, in hundredths of a pawn.
    fn evaluate(&self, side: u8, sum: Sum) -> i32;
    /// The network's sums over the position.
    fn network(&self) -> Self::Network;
    /// Writes the network's sums after a move of the piece `code`, which was made, into `after`.
    fn follow(
        code: u8,
        mv: Move,
        undo: Self::Undo,
        before: &Self::Network,
        after: &mut Self::Network,
    );
    /// The network's share of the packed values of the sums.
    fn correction(network: &Self::Network) -> i32;
    /// The value of a captured piece by kind, to exchanges.
    fn gain(kind: u8) -> i32;
    /// The rook of a castling move of the piece `code`: from and to.
    fn castling(code: u8, mv: Move) -> Option<(u8, u8)>;
    /// The piece that a move took, 0 for none, and its square.
    fn taken(undo: Self::Undo) -> (u8, u8);

    /// All pieces.
    #[inline(always)] // one instruction
    fn occupied(&self) -> u64 {
        self.set(0) | self.set(WHITE)
    }

    /// The sums of the position.
    fn sum(&self) -> Sum {
        let mut sum = 0;
        for square in crate::bitboard::squares(self.occupied()) {
            sum += Self::value(self.cell(square), square);
        }
        Sum(sum)
    }

    /// The Zobrist key of the position.
    fn key(&self) -> u64 {
        let mut all = self.rights();
        if self.side() == WHITE {
            all ^= key::SIDE;
        }
        for square in crate::bitboard::squares(self.occupied()) {
            all ^= key::piece(self.cell(square), square);
        }
        all
    }

    /// The sums and the key after a move; the key is without the rights before and after it.
    #[inline(never)] // three callers
    fn change(&self, mv: Move, sum: Sum, key: u64) -> (Sum, u64) {
        let (from, to) = (mv.origin(), mv.target());
        let code = self.cell(from);
        let landed = if mv.kind() == 0 {
            code
        } else {
            self.side() | mv.kind()
        };
        // An empty square's code has no value.
        let victim = self.cell(to);
        let mut sum =
            sum.0 - Self::value(code, from) + Self::value(landed, to) - Self::value(victim, to);
        let mut key = key
            ^ key::SIDE
            ^ key::piece(code, from)
            ^ key::piece(landed, to)
            ^ key::piece(victim, to);
        if self.is_en_passant(mv) {
            let behind = from & 56 | to & 7;
            let pawn = self.cell(behind);
            sum -= Self::value(pawn, behind);
            key ^= key::piece(pawn, behind);
        } else if let Some((from, to)) = Self::castling(code, mv) {
            let rook = self.cell(from);
            sum += Self::value(rook, to) - Self::value(rook, from);
            key ^= key::piece(rook, from) ^ key::piece(rook, to);
        }
        (Sum(sum), key)
    }

    /// The change of a packed value by a piece's going from one square to another.
    #[inline(always)] // two loads
    fn packed_gain(code: u8, from: u8, to: u8) -> i32 {
        (Self::value(code, to) - Self::value(code, from)) as i32
    }

    /// Whether a move takes something or promotes.
    #[inline(always)] // some instructions
    fn is_noisy(&self, mv: Move) -> bool {
        mv.kind() != 0 || self.cell(mv.target()) != 0 || self.is_en_passant(mv)
    }

    /// The least valuable of some pieces of a side, of which there is one.
    #[inline(never)] // a loop that several callers share
    fn least(&self, pieces: u64, side: u8) -> u8 {
        for kind in [
            PAWN,
            crate::piece::KNIGHT,
            crate::piece::BISHOP,
            crate::piece::ROOK,
            QUEEN,
        ] {
            let set = pieces & self.set(side | kind);
            if set != 0 {
                return crate::bitboard::first(set);
            }
        }
        self.king(side)
    }

    /// The kind of the piece that a capture takes.
    #[inline(always)] // some instructions
    fn victim(&self, mv: Move) -> u8 {
        match self.cell(mv.target()) & 7 {
            0 if self.is_en_passant(mv) => PAWN,
            kind => kind,
        }
    }

    /// Whether a side has more than pawns.
    fn has_pieces(&self, side: u8) -> bool {
        self.set(side) & !self.set(side | PAWN) & !self.set(side | KING) != 0
    }
}

/// The most bytes that a game takes, on either board.
pub const MAX_GAME_BYTES: usize = 240;

/// A game whose position can be searched.
pub trait Root {
    /// Its board.
    type Board: Board;
    /// The position on the board.
    fn board(&self) -> &Self::Board;
    /// Writes the Zobrist keys of the positions since the last that cannot recur, oldest first, without the present one. Returns their number.
    fn past_keys(&self, key: u64, keys: &mut [u64]) -> usize;
    /// Lists the legal moves; none if the game is over.
    fn moves(&self, list: &mut crate::mv::MoveList);
    /// A number that tells this game as it stands from others.
    fn print(&self) -> u64;
}
