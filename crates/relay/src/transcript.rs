//! A game with its signatures: what the room's players have proved.

use chess_rules::{Color, IllegalMove, Outcome, Position};
use game_moves::chess::Move;
use signed_play::{Action, MovesError, SignedAction};

/// A message as it is kept: what it adds to the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// When it arrived, in milliseconds since 1970. Never before the entry before it.
    pub at: u64,
    /// The moves that it adds, in canonical binary; none where a player acts.
    pub new_moves: Vec<u8>,
    /// What White signed.
    pub white: Option<SignedAction>,
    /// What Black signed.
    pub black: Option<SignedAction>,
}

impl Entry {
    /// What the players signed, White first.
    pub fn signed(&self) -> impl Iterator<Item = (Color, SignedAction)> {
        let white = self.white.map(|signed| (Color::White, signed));
        let black = self.black.map(|signed| (Color::Black, signed));
        white.into_iter().chain(black)
    }
}

/// A resignation, a draw or an ask, over all moves of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Said {
    /// Who signed it.
    pub color: Color,
    /// What was signed.
    pub signed: SignedAction,
    /// When it arrived, in milliseconds since 1970.
    pub at: u64,
}

/// The longest game that both players have signed, and their last messages.
#[derive(Clone, Debug)]
pub struct Transcript {
    moves: Vec<u8>,
    times: Vec<u64>,
    position: Position,
    last_moves: [Option<SignedAction>; 2],
    said: Vec<Said>,
    last_at: [Option<u64>; 2],
}

impl Default for Transcript {
    fn default() -> Self {
        Transcript {
            moves: vec![],
            times: vec![],
            position: Position::START,
            last_moves: [None; 2],
            said: vec![],
            last_at: [None; 2],
        }
    }
}

impl Transcript {
    /// All moves in canonical binary.
    pub fn moves(&self) -> &[u8] {
        &self.moves
    }

    /// How many moves there are.
    pub fn plies(&self) -> usize {
        self.times.len()
    }

    /// When each move arrived, in milliseconds since 1970.
    pub fn times(&self) -> &[u64] {
        &self.times
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// A player's last message that was a move, as the endpoint `play` takes it with all moves:
    /// it covers them, or all but the last.
    pub fn last_move(&self, color: Color) -> Option<&SignedAction> {
        self.last_moves[color as usize].as_ref()
    }

    /// What the players have said besides moving since the last move, in the order of arrival.
    pub fn said(&self) -> &[Said] {
        &self.said
    }

    /// Whether a player has said this since the last move.
    pub fn has_said(&self, color: Color, action: Action) -> bool {
        self.said
            .iter()
            .any(|said| said.color == color && said.signed.action == action)
    }

    /// When a player's last message arrived, in milliseconds since 1970.
    pub fn last_at(&self, color: Color) -> Option<u64> {
        self.last_at[color as usize]
    }

    /// When the last message of all arrived.
    pub fn last_entry_at(&self) -> u64 {
        self.last_at.iter().copied().flatten().max().unwrap_or(0)
    }

    /// Whether the players have ended the game: one has resigned, or both want a draw.
    pub fn is_agreed(&self) -> bool {
        let both = |action| [Color::White, Color::Black].map(|color| self.has_said(color, action));
        both(Action::Resign) != [false, false] || both(Action::Draw) == [true, true]
    }

    /// Adds an entry. Signatures aren't looked at: [`check`](crate::check) has done that.
    ///
    /// # Errors
    /// A move isn't legal or follows the end; then nothing is added.
    pub fn add(&mut self, entry: &Entry) -> Result<(), ReplayError> {
        let position = replay(&self.position, &entry.new_moves)?;
        let added = usize::from(position.ply()) - self.plies();
        self.position = position;
        self.moves.extend_from_slice(&entry.new_moves);
        self.times.resize(self.times.len() + added, entry.at);
        if added > 0 {
            self.said.clear();
        }
        for (color, signed) in entry.signed() {
            self.last_at[color as usize] = Some(entry.at);
            match signed.action {
                Action::Move => self.last_moves[color as usize] = Some(signed),
                _ => self.said.push(Said {
                    color,
                    signed,
                    at: entry.at,
                }),
            }
        }
        Ok(())
    }
}

/// Which move can't be made, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The bytes are no canonical move.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// The move isn't legal.
    #[error("ply {0}: {1}")]
    Illegal(usize, IllegalMove),
    /// Mate, stalemate, a dead position or the 75th move came before.
    #[error("ply {0} follows the end of the game")]
    AfterTheEnd(usize),
}

/// The position after more moves, each of which must be legal and none may follow the end.
pub fn replay(from: &Position, moves: &[u8]) -> Result<Position, ReplayError> {
    let mut position = from.clone();
    let mut rest = moves;
    while !rest.is_empty() {
        let ply = usize::from(position.ply()) + 1;
        let (mv, used) = Move::decode(rest).map_err(|_| MovesError::Move { ply })?;
        if position.outcome() != Outcome::Ongoing {
            return Err(ReplayError::AfterTheEnd(ply));
        }
        position
            .try_play(mv.into())
            .map_err(|error| ReplayError::Illegal(ply, error))?;
        rest = &rest[used..];
    }
    Ok(position)
}
