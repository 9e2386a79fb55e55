//! A game by signature as the contract's endpoint `play` judges it.

use core::ops::ControlFlow;

use chess_rules::{Color, Move, Outcome, Position, RepetitionCounter};
use game_moves::chess as canonical;
use signed_play::MAX_PLIES;

/// The most bytes that this number of plies takes.
pub const LONGEST: usize = 3 * MAX_PLIES;

/// Why the contract refuses a game. The numbers are the page's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Fault {
    /// The bytes of a ply are no canonical move, or are cut off.
    Moves = 1,
    /// There are more than [`MAX_PLIES`].
    TooMany = 2,
    /// A move isn't legal.
    Illegal = 3,
    /// A ply follows a mate, a stalemate, a dead position or the 75th move, or the last ply alone
    /// follows a fifth repetition.
    AfterTheEnd = 4,
}

/// How the board ends a game. The numbers are the page's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum End {
    /// FIDE 5.1.1.
    Checkmate = 1,
    /// FIDE 5.2.1.
    Stalemate = 2,
    /// FIDE 5.2.2, by material.
    DeadPosition = 3,
    /// FIDE 9.6.2.
    SeventyFiveMoves = 4,
    /// FIDE 9.6.1.
    FivefoldRepetition = 5,
}

/// Why the player to move can claim a draw. The numbers are the page's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Claim {
    /// FIDE 9.3.
    FiftyMoves = 1,
    /// FIDE 9.2.
    ThreefoldRepetition = 2,
}

/// Judges games. It remembers the one that it judged last, so that only the rest of a longer one is
/// judged.
pub struct Referee {
    bytes: [u8; LONGEST],
    len: usize,
    moves: [Move; MAX_PLIES],
    position: Position,
    /// The position before the last ply.
    before: Position,
}

impl Default for Referee {
    fn default() -> Self {
        Self::new()
    }
}

impl Referee {
    /// At the start of a game.
    pub const fn new() -> Self {
        let square = chess_rules::Square::from_low_bits(0);
        let none = Move {
            from: square,
            to: square,
            promotion: None,
        };
        Referee {
            bytes: [0; LONGEST],
            len: 0,
            moves: [none; MAX_PLIES],
            position: Position::START,
            before: Position::START,
        }
    }

    /// Judges a whole game, in canonical binary. The other questions are then about its last
    /// position.
    ///
    /// # Errors
    /// The reason of the contract's refusal. The other questions are then about an earlier position.
    pub fn judge(&mut self, moves: &[u8]) -> Result<(), Fault> {
        if !moves.starts_with(&self.bytes[..self.len]) {
            self.len = 0;
            self.position = Position::START;
            self.before = Position::START;
        }
        while self.len < moves.len() {
            self.play_next(&moves[self.len..])?;
        }
        let is_beyond = self.position.ply() > 0 && self.has_occurred(5, 1);
        if is_beyond {
            return Err(Fault::AfterTheEnd);
        }
        Ok(())
    }

    /// Plays the first move of the bytes.
    fn play_next(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let ply = self.position.ply() as usize;
        if ply >= MAX_PLIES {
            return Err(Fault::TooMany);
        }
        let (canonical, used) = canonical::Move::decode(bytes).map_err(|_| Fault::Moves)?;
        // a mate or a stalemate leaves no legal move
        if self.position.is_dead() || self.position.half_move_clock() >= 150 {
            return Err(Fault::AfterTheEnd);
        }
        let m = Move::from(canonical);
        if !self.position.is_legal(m) {
            return Err(Fault::Illegal);
        }
        self.before = self.position.clone();
        self.position.apply(m);
        self.moves[ply] = m;
        self.bytes[self.len..self.len + used].copy_from_slice(&bytes[..used]);
        self.len += used;
        Ok(())
    }

    /// How the board ends the game, if it does.
    pub fn end(&self) -> Option<End> {
        match self.position.outcome() {
            Outcome::Checkmate => Some(End::Checkmate),
            Outcome::Stalemate => Some(End::Stalemate),
            Outcome::DeadPosition => Some(End::DeadPosition),
            Outcome::SeventyFiveMoves => Some(End::SeventyFiveMoves),
            Outcome::Ongoing => self.has_occurred(5, 0).then_some(End::FivefoldRepetition),
        }
    }

    /// Why the player to move can claim a draw, if they can.
    pub fn claim(&self) -> Option<Claim> {
        if self.position.half_move_clock() >= 100 {
            return Some(Claim::FiftyMoves);
        }
        self.has_occurred(3, 0)
            .then_some(Claim::ThreefoldRepetition)
    }

    /// Whether a player could still checkmate.
    pub fn can_still_mate(&self, color: Color) -> bool {
        self.position.can_still_mate(color)
    }

    /// Hands every legal move in canonical binary to `give`.
    pub fn each_legal(&self, mut give: impl FnMut(&[u8])) {
        let _ = self.position.try_each_legal(|m| {
            give(canonical::Move::of_legal(m).encode().as_bytes());
            ControlFlow::<()>::Continue(())
        });
    }

    /// Whether the position `back` plies, 0 or 1, before the last one has occurred `times` times.
    fn has_occurred(&self, times: u32, back: usize) -> bool {
        let position = if back == 0 {
            &self.position
        } else {
            &self.before
        };
        let mut counter = RepetitionCounter::of(position);
        for m in self.moves[..position.ply() as usize].iter().rev() {
            if !counter.is_open(times) {
                break;
            }
            counter.take_back(m.from, m.to);
        }
        counter.occurrences() >= times
    }
}
