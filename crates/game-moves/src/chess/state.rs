use alloc::vec::Vec;
use core::ops::ControlFlow;

use chess_rules::{Color, Context, Outcome as Ending, Position, PositionError, Role};

use super::{Move, json};
use crate::error::{Fault, StateError};
use crate::game::{Game, GameId, Outcome};

/// A position of chess with its clocks.
///
/// A position doesn't show repetitions, so they aren't judged here. A game ends here by checkmate, stalemate, a dead
/// position by material, and the 75th move without a capture or a pawn's move.
///
/// ```
/// use game_moves::{Game, GameMove, chess::{Move, State}};
/// let e2e4 = Move::from_hex("0x0C1C00").unwrap();
/// let after = State::new().apply(&e2e4).unwrap();
/// assert_eq!(after.position().fen().to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State(Position);

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

/// `reversible_plies` belongs to the game's history and not to the state: it is 0 here.
impl TryFrom<Position> for State {
    type Error = StateError;

    fn try_from(position: Position) -> Result<Self, StateError> {
        let context = Context {
            reversible_plies: 0,
            ..position.context()
        };
        let position = Position::new(*position.board(), context).map_err(|error| {
            StateError::new(match error {
                PositionError::Board => ("board", "no chess position"),
                PositionError::Kings => ("board", "each side has one king"),
                PositionError::KingSquares => ("kings", "they stand elsewhere on the board"),
                PositionError::Pawns => ("board", "a pawn stands on the first or the last rank"),
                PositionError::Castling => ("castling", "king or rook is not at home"),
                PositionError::EnPassant => ("enPassant", "no pawn has just passed it"),
                PositionError::EnPassantCapture => ("enPassant", "no capture en passant is legal"),
                PositionError::Ply => ("turn", "does not fit the other keys"),
            })
        })?;
        let state = Self(position);
        StateError::refuse(state.fault())?;
        Ok(state)
    }
}

impl State {
    /// The start of a game.
    pub fn new() -> Self {
        Self(Position::START)
    }

    /// The position, for the rules.
    pub fn position(&self) -> &Position {
        &self.0
    }

    /// The fault of a state that no game can have, as far as the position alone shows it.
    fn fault(&self) -> Option<Fault> {
        let position = &self.0;
        let has_too_many = |color: Color| {
            let count = |role: Role| {
                position
                    .board()
                    .iter()
                    .filter(|code| **code == role.code(color))
                    .count()
            };
            let home = [
                (Role::Queen, 1),
                (Role::Rook, 2),
                (Role::Bishop, 2),
                (Role::Knight, 2),
            ];
            let promoted: usize = home
                .into_iter()
                .map(|(role, at_start)| count(role).saturating_sub(at_start))
                .sum();
            count(Role::Pawn) + promoted > 8
        };
        let clock = position.half_move_clock();
        Some(if position.ply() / 2 >= 32_000 {
            ("fullMoveNumber", "must be 1 to 32000")
        } else if [Color::White, Color::Black].into_iter().any(has_too_many) {
            ("board", "a side has more pieces than its pawns can become")
        } else if position.is_in_check(position.turn().other()) {
            ("board", "the king of the player who just moved is attacked")
        } else if clock > 150 {
            (
                "halfMoveClock",
                "must be 0 to 150: the 75th move ends the game",
            )
        } else if u16::from(clock) > position.ply() {
            ("halfMoveClock", "longer than the game")
        } else if position.en_passant_square().is_some() && clock != 0 {
            (
                "halfMoveClock",
                "must be 0 if enPassant is set: a pawn has just moved",
            )
        } else {
            return None;
        })
    }
}

impl Game for State {
    const ID: GameId = GameId::Chess;
    type Move = Move;

    fn player_count(&self) -> u8 {
        2
    }

    fn turn(&self) -> u8 {
        self.0.turn() as u8
    }

    fn outcome(&self) -> Outcome {
        match self.0.outcome() {
            Ending::Ongoing => Outcome::Ongoing,
            Ending::Checkmate => Outcome::Won(self.0.turn().other() as u8),
            Ending::Stalemate | Ending::DeadPosition | Ending::SeventyFiveMoves => Outcome::Drawn,
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.outcome() != Outcome::Ongoing {
            return Vec::new();
        }
        let mut moves = Vec::new();
        let _ = self.0.try_each_legal(|mv| {
            moves.extend(Move::try_from(mv));
            ControlFlow::<()>::Continue(())
        });
        moves.sort_unstable_by_key(Move::hex);
        moves
    }

    fn apply_legal(&self, mv: &Move) -> Self {
        let mut position = self.0.clone();
        position.apply((*mv).into());
        let context = Context {
            reversible_plies: 0,
            ..position.context()
        };
        Self(Position::from_parts(*position.board(), context))
    }

    fn write_json(&self, sink: &mut impl FnMut(&[u8])) {
        json::write_json(&self.0, sink);
    }

    #[cfg(feature = "serde")]
    fn from_value(value: &crate::json::Value) -> Result<Self, crate::json::JsonError> {
        Self::read(value)
    }
}
