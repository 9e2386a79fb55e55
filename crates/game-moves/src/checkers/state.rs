use alloc::vec::Vec;

use super::board::Board;
use super::{Move, Piece, Square, rules};
use crate::game::{Game, GameId, GameMove, Outcome, write_object};

/// A position of checkers between two turns.
///
/// ```
/// use game_moves::{Game, checkers::State};
/// assert_eq!(State::new().legal_moves().len(), 7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) board: Board,
    pub(super) move_count: u32,
    pub(super) turn: u8,
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

impl State {
    /// The start: twelve men each, player 0 to move.
    pub fn new() -> Self {
        let mut board = [None; 64];
        for square in Square::all() {
            let player = match square.y() {
                0..=2 => 0,
                5..=7 => 1,
                _ => continue,
            };
            let king = false;
            board[square.index()] = Some(Piece { player, king });
        }
        Self {
            board,
            move_count: 0,
            turn: 0,
        }
    }

    /// The piece on a square.
    ///
    /// ```
    /// # use game_moves::checkers::{Piece, Square, State};
    /// let piece = State::new().piece(Square::new(0, 0).unwrap());
    /// assert_eq!(piece, Some(Piece { player: 0, king: false }));
    /// ```
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The number of moves by both players.
    pub fn move_count(&self) -> u32 {
        self.move_count
    }
}

impl Game for State {
    const ID: GameId = GameId::Checkers;
    type Move = Move;

    fn player_count(&self) -> u8 {
        2
    }

    fn turn(&self) -> u8 {
        self.turn
    }

    fn outcome(&self) -> Outcome {
        if rules::moves(&self.board, self.turn).is_empty() {
            Outcome::Won(1 - self.turn)
        } else {
            Outcome::Ongoing
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = rules::moves(&self.board, self.turn);
        moves.sort_by_cached_key(GameMove::to_bytes);
        moves
    }

    fn apply_legal(&self, mv: &Move) -> Self {
        let mut board = self.board;
        let piece = board[mv.from().index()].take();
        for captured in mv.captures() {
            board[captured.index()] = None;
        }
        let crowned = |piece: Piece| Piece {
            king: piece.king || mv.to().y() == rules::last_rank(piece.player),
            ..piece
        };
        board[mv.to().index()] = piece.map(crowned);
        Self {
            board,
            move_count: self.move_count + 1,
            turn: 1 - self.turn,
        }
    }

    fn knows_agreed_draws() -> bool {
        true
    }

    fn write_json(&self, sink: &mut impl FnMut(&[u8])) {
        write_object(sink, |w| {
            w.key("board")
                .ints(self.board.iter().map(|piece| piece.map_or(0, Piece::code)));
            w.key("moveCount").int(self.move_count);
            // a turn's jumps are one move, so there is no state in the middle of a turn
            w.key("mustContinueFrom").int(-1);
            w.key("turn").int(self.turn);
        });
    }

    #[cfg(feature = "serde")]
    fn from_value(value: &crate::json::Value) -> Result<Self, crate::json::JsonError> {
        Self::read(value)
    }
}
