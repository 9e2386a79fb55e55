//! The moves of a game that is played by signature, replayed as the contract does.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use chess_rules::{Color, IllegalMove, Move, Outcome, Position, RepetitionCounter};
use game_moves::chess as canonical;

use crate::moves::{MovesError, first_plies};

/// A game's moves, all legal, none after a mate, stalemate, dead position or 75th move. Players who
/// repeat a position five times may play on: the contract looks at the last positions only.
///
/// ```
/// use signed_play::Line;
///
/// let line = Line::read(&[12, 28, 52, 36]).unwrap(); // e2e4 e7e5
/// assert_eq!(line.plies(), 2);
/// let error = Line::read(&[12, 28, 12, 28]).unwrap_err();
/// assert_eq!(error.to_string(), "ply 2, e2e4: no piece of the player to move stands there");
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    position: Position,
    moves: Vec<Move>,
    bytes: Vec<u8>,
}

/// How the board ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndOnBoard {
    /// The player to move is mated.
    Checkmate,
    /// Stalemate, a dead position, the 75th move or the fifth repetition.
    Drawn,
}

/// Which move can't be made, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The bytes are no canonical move.
    Moves(MovesError),
    /// The move of this ply, counted from 1, isn't legal.
    Illegal(usize, Move, IllegalMove),
    /// Mate, stalemate, a dead position or the 75th move came before this ply.
    AfterTheEnd(usize),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Moves(error) => error.fmt(f),
            ReplayError::Illegal(ply, mv, error) => write!(f, "ply {ply}, {mv}: {error}"),
            ReplayError::AfterTheEnd(ply) => write!(f, "ply {ply} follows the end of the game"),
        }
    }
}

impl core::error::Error for ReplayError {}

// the moves determine everything else

impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Line {}

impl PartialOrd for Line {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Line {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bytes.cmp(&other.bytes)
    }
}

impl Default for Line {
    fn default() -> Self {
        Line {
            position: Position::START,
            moves: Vec::new(),
            bytes: Vec::new(),
        }
    }
}

impl Line {
    /// Replays moves in canonical binary.
    ///
    /// # Errors
    /// One of them can't be made.
    pub fn read(moves: &[u8]) -> Result<Self, ReplayError> {
        let mut line = Line::default();
        line.extend(moves)?;
        Ok(line)
    }

    /// Plays more moves in canonical binary.
    ///
    /// # Errors
    /// One of them can't be made. Then the line is unchanged.
    pub fn extend(&mut self, moves: &[u8]) -> Result<(), ReplayError> {
        let (position, made) = self.replay(moves)?;
        self.position = position;
        self.moves.extend(made);
        self.bytes.extend_from_slice(moves);
        Ok(())
    }

    /// Plays one more move.
    ///
    /// # Errors
    /// It can't be made. Then the line is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), ReplayError> {
        let mut position = self.position.clone();
        make(&mut position, self.plies() + 1, mv)?;
        self.position = position;
        self.moves.push(mv);
        let bytes = canonical::Move::of_legal(mv).encode();
        self.bytes.extend_from_slice(bytes.as_bytes());
        Ok(())
    }

    /// The position after more moves in canonical binary.
    ///
    /// # Errors
    /// One of them can't be made.
    pub fn after(&self, moves: &[u8]) -> Result<Position, ReplayError> {
        Ok(self.replay(moves)?.0)
    }

    fn replay(&self, moves: &[u8]) -> Result<(Position, Vec<Move>), ReplayError> {
        let (mut position, mut made) = (self.position.clone(), Vec::new());
        let mut rest = moves;
        while !rest.is_empty() {
            let ply = self.plies() + made.len() + 1;
            let decoded = canonical::Move::decode(rest);
            let no_move = |_| ReplayError::Moves(MovesError::Move { ply });
            let (mv, used) = decoded.map_err(no_move)?;
            let mv = Move::from(mv);
            make(&mut position, ply, mv)?;
            made.push(mv);
            rest = &rest[used..];
        }
        Ok((position, made))
    }

    /// The game's first plies, all of them if there are no more.
    pub fn first(&self, plies: usize) -> Self {
        let moves: Vec<Move> = self.moves.iter().take(plies).copied().collect();
        let mut position = Position::START;
        // they were legal before
        moves.iter().for_each(|mv| position.apply(*mv));
        Line {
            position,
            moves,
            bytes: first_plies(&self.bytes, plies).to_vec(),
        }
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves in canonical binary.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The last move.
    pub fn last(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// The player who made a ply, counted from 1.
    pub fn mover(ply: usize) -> Color {
        match ply % 2 {
            0 => Color::Black,
            _ => Color::White,
        }
    }

    /// How the board has ended the game, if it has.
    pub fn end(&self) -> Option<EndOnBoard> {
        match self.position.outcome() {
            Outcome::Checkmate => Some(EndOnBoard::Checkmate),
            Outcome::Stalemate | Outcome::DeadPosition | Outcome::SeventyFiveMoves => {
                Some(EndOnBoard::Drawn)
            }
            Outcome::Ongoing => self.has_occurred(5).then_some(EndOnBoard::Drawn),
        }
    }

    /// Whether the player to move may claim a draw: the third occurrence of the position
    /// (FIDE 9.2), or 50 moves by each player without a capture or a pawn move (9.3).
    pub fn is_draw_claimable(&self) -> bool {
        self.position.half_move_clock() >= 100 || self.has_occurred(3)
    }

    /// Whether the player to move may take a draw alone: the board gives it, or the Laws let the
    /// player claim it.
    pub fn can_take_draw(&self) -> bool {
        match self.end() {
            Some(end) => end == EndOnBoard::Drawn,
            None => self.is_draw_claimable(),
        }
    }

    /// Whether the last position has occurred this number of times, at least twice.
    fn has_occurred(&self, times: u32) -> bool {
        let mut counter = RepetitionCounter::of(&self.position);
        if !counter.is_open(times) {
            return false;
        }
        for mv in self.moves.iter().rev() {
            counter.take_back(mv.from, mv.to);
        }
        counter.occurrences() >= times
    }
}

fn make(position: &mut Position, ply: usize, mv: Move) -> Result<(), ReplayError> {
    if position.outcome() != Outcome::Ongoing {
        return Err(ReplayError::AfterTheEnd(ply));
    }
    let played = position.try_play(mv);
    played.map_err(|error| ReplayError::Illegal(ply, mv, error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn line(moves: &str) -> Result<Line, ReplayError> {
        let mut line = Line::default();
        for mv in moves.split_whitespace() {
            line.play(mv.parse().unwrap())?;
        }
        Ok(line)
    }

    #[test]
    fn the_board_ends_a_game() {
        let mate = line("f2f3 e7e5 g2g4 d8h4").unwrap();
        assert_eq!(mate.end(), Some(EndOnBoard::Checkmate));
        assert_eq!(mate.position().turn(), Color::White);
        let over = line("f2f3 e7e5 g2g4 d8h4 a2a3").unwrap_err();
        assert_eq!(over.to_string(), "ply 5 follows the end of the game");
        assert_eq!(line("e2e4").unwrap().end(), None);
    }

    #[test]
    fn repetitions_count_in_the_last_position_only() {
        let round = "g1f3 g8f6 f3g1 f6g8 ";
        let third = line(&round.repeat(2)).unwrap();
        assert!(third.is_draw_claimable() && third.can_take_draw());
        assert_eq!(third.end(), None);
        let fifth = line(&round.repeat(4)).unwrap();
        assert_eq!(fifth.end(), Some(EndOnBoard::Drawn));
        let mut on = fifth.clone();
        on.play("e2e4".parse().unwrap()).unwrap();
        assert_eq!((on.end(), on.is_draw_claimable()), (None, false));
        assert_eq!(Line::read(on.bytes()), Ok(on.clone()));
        assert_eq!(on.first(16), fifth);
    }

    #[test]
    fn what_is_not_legal_changes_nothing() {
        let mut game = line("e2e4 e7e5").unwrap();
        let before = game.clone();
        // g1f3, and then e7e5 again
        assert!(game.extend(&[6, 21, 52, 36]).is_err());
        assert!(game.play("e2e4".parse().unwrap()).is_err());
        assert_eq!(game, before);
    }
}
