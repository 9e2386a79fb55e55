//! The moves of a game that is played by signature, replayed as the contract does.

use chess_rules::{Color, Move, Outcome, Position, RepetitionCounter};
use game_moves::chess as canonical;
use signed_play::MAX_PLIES;

/// A game's moves, all legal, none after an end.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    position: Position,
    moves: Vec<Move>,
    /// The same in canonical binary.
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

impl Line {
    /// A game before its first move.
    pub fn start() -> Self {
        Line {
            position: Position::START,
            moves: vec![],
            bytes: vec![],
        }
    }

    /// Replays moves in canonical binary.
    ///
    /// # Errors
    /// In words, which ply is none.
    ///
    /// ```
    /// use chess_interaction::signed::Line;
    /// let line = Line::read(&[12, 28, 52, 36]).unwrap(); // e2e4 e7e5
    /// assert_eq!(line.plies(), 2);
    /// let error = Line::read(&[12, 28, 12, 28]).unwrap_err();
    /// assert_eq!(error, "ply 2, e2e4, is no legal move");
    /// ```
    pub fn read(mut bytes: &[u8]) -> Result<Self, String> {
        let mut line = Line::start();
        while !bytes.is_empty() {
            let ply = line.plies() + 1;
            let (m, used) =
                canonical::Move::decode(bytes).map_err(|error| format!("ply {ply}: {error}"))?;
            line.play(m.into())?;
            bytes = &bytes[used..];
        }
        Ok(line)
    }

    /// Plays one more move.
    ///
    /// # Errors
    /// In words, why it can't be played. The line is as it was then.
    pub fn play(&mut self, m: Move) -> Result<(), String> {
        let ply = self.plies() + 1;
        if self.plies() == MAX_PLIES {
            return Err(format!(
                "signed play ends at ply {MAX_PLIES}: the game goes on by moves on the chain"
            ));
        }
        // who repeats a position five times may play on: the contract looks at the last one only
        if self.position.outcome() != Outcome::Ongoing {
            return Err(format!("the game is over before ply {ply}, {m}"));
        }
        if !self.position.is_legal(m) {
            return Err(format!("ply {ply}, {m}, is no legal move"));
        }
        self.bytes
            .extend_from_slice(canonical::Move::of_legal(m).encode().as_bytes());
        self.position.apply(m);
        self.moves.push(m);
        Ok(())
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves in canonical binary.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many there are.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The last move.
    pub fn last(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// Who made a ply, counted from 1.
    pub fn mover(ply: usize) -> Color {
        if ply.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// How the board has ended the game, if it has.
    pub fn end(&self) -> Option<EndOnBoard> {
        match self.position.outcome() {
            Outcome::Checkmate => Some(EndOnBoard::Checkmate),
            Outcome::Stalemate | Outcome::DeadPosition | Outcome::SeventyFiveMoves => {
                Some(EndOnBoard::Drawn)
            }
            Outcome::Ongoing => (self.occurrences() >= 5).then_some(EndOnBoard::Drawn),
        }
    }

    /// Whether the player to move may claim a draw: the third occurrence of the position
    /// (FIDE 9.2), or 50 moves by each player without a capture or a pawn move (9.3).
    pub fn is_draw_claimable(&self) -> bool {
        self.position.half_move_clock() >= 100 || self.occurrences() >= 3
    }

    /// How often the position has occurred.
    fn occurrences(&self) -> u32 {
        let mut counter = RepetitionCounter::of(&self.position);
        for m in self.moves.iter().rev() {
            counter.take_back(m.from, m.to);
        }
        counter.occurrences()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(moves: &str) -> Result<Line, String> {
        let mut line = Line::start();
        for m in moves.split_whitespace() {
            line.play(m.parse().unwrap())?;
        }
        Ok(line)
    }

    #[test]
    fn the_board_ends_a_game() {
        let mate = line("f2f3 e7e5 g2g4 d8h4").unwrap();
        assert_eq!(mate.end(), Some(EndOnBoard::Checkmate));
        assert_eq!(mate.position().turn(), Color::White);
        let over = line("f2f3 e7e5 g2g4 d8h4 a2a3").unwrap_err();
        assert_eq!(over, "the game is over before ply 5, a2a3");
        assert_eq!(line("e2e4").unwrap().end(), None);
    }

    #[test]
    fn repetitions_count_in_the_last_position_only() {
        let round = "g1f3 g8f6 f3g1 f6g8 ";
        let third = line(&round.repeat(2)).unwrap();
        assert!(third.is_draw_claimable());
        assert_eq!(third.end(), None);
        assert_eq!(
            line(&round.repeat(4)).unwrap().end(),
            Some(EndOnBoard::Drawn)
        );
        let on = line(&(round.repeat(4) + "e2e4")).unwrap();
        assert_eq!((on.end(), on.is_draw_claimable()), (None, false));
        assert_eq!(Line::read(on.bytes()), Ok(on));
    }

    #[test]
    fn signed_play_ends_at_ply_1000() {
        // 40 times there and back, then a pawn's step, so that no 75 moves go by
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(20);
        let mut line = Line::start();
        let steps = [
            "a2a3 a7a6",
            "b2b3 b7b6",
            "c2c3 c7c6",
            "d2d3 d7d6",
            "e2e3 e7e6",
        ];
        let steps = steps.iter().chain(&["a3a4 a6a5", "b3b4 b6b5", "h2h3 h7h6"]);
        let more = steps.chain(&[
            "h3h4 h6h5",
            "g2g3 g7g6",
            "c3c4 c6c5",
            "d3d4 d6d5",
            "e3e4 e6e5",
        ]);
        let all: Vec<_> = more.flat_map(|step| [*step, &there_and_back]).collect();
        let all = all.join(" ");
        let mut moves = all.split_whitespace().map(|m| m.parse().unwrap());
        for _ in 0..MAX_PLIES {
            line.play(moves.next().unwrap()).unwrap();
        }
        let refused = line.play(moves.next().unwrap()).unwrap_err();
        assert!(
            refused.starts_with("signed play ends at ply 1000"),
            "{refused}"
        );
    }
}
