//! A game on either board, for contracts and tools, which play and store it.

use crate::mv::{Move, Promotion};
use crate::outcome::{BytesError, Outcome};
use crate::root::{MAX_GAME_BYTES, Root};
use crate::{chess, minichess};

/// A game of chess or of 6×6 chess: its course, its bytes, its squares' numbers.
pub trait BoardGame: Root {
    /// A game without pieces, for [`BoardGame::read`].
    const EMPTY: Self;

    /// Reads the bytes of [`BoardGame::encode`] into an empty game, in place: a game is too large to be copied in a
    /// contract.
    ///
    /// # Errors
    /// The bytes are no game.
    fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError>;
    /// Writes the game, and returns the length.
    fn encode(&self, bytes: &mut [u8; MAX_GAME_BYTES]) -> usize;

    /// Plays a move and returns it. A pawn that reaches the last rank without a named promotion becomes a queen.
    ///
    /// # Errors
    /// In words, why it can't be played.
    fn play_move(&mut self, mv: Move) -> Result<Move, &'static str>;
    /// Lets a drawn game with legal moves continue, as if it began at its position.
    fn play_on(&mut self);
    /// The game's state.
    fn outcome(&self) -> Outcome;
    /// Whether White is to move.
    fn white_to_move(&self) -> bool;
    /// Plies played.
    fn plies(&self) -> u16;

    /// The engine's number of a square, if the contract's number is valid.
    fn square(number: u8) -> Option<u8>;
    /// A move's from and to in the contract's numbers of squares, and its promotion's number.
    fn numbers(mv: Move) -> [u8; 3];

    /// A move from the engine's numbers of its squares.
    fn move_of(from: u8, to: u8, promotion: Option<Promotion>) -> Move {
        Move::raw(from, to, promotion.map_or(0, Promotion::kind))
    }
}

impl BoardGame for minichess::Game {
    const EMPTY: Self = Self::EMPTY;

    fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        self.read(bytes)
    }

    fn encode(&self, bytes: &mut [u8; MAX_GAME_BYTES]) -> usize {
        self.encode(bytes)
    }

    fn play_move(&mut self, mv: Move) -> Result<Move, &'static str> {
        self.play(mv).map_err(minichess::Refusal::message)
    }

    fn play_on(&mut self) {
        self.play_on();
    }

    fn outcome(&self) -> Outcome {
        self.outcome()
    }

    fn white_to_move(&self) -> bool {
        self.position().white_to_move()
    }

    fn plies(&self) -> u16 {
        self.plies()
    }

    /// Document 002's numbers are the engine's.
    fn square(number: u8) -> Option<u8> {
        minichess::Square::from_index(number).map(minichess::Square::index)
    }

    fn numbers(mv: Move) -> [u8; 3] {
        [mv.origin(), mv.target(), mv.promotion_number()]
    }
}

impl BoardGame for chess::Game {
    const EMPTY: Self = Self::EMPTY;

    fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        self.read(bytes)
    }

    fn encode(&self, bytes: &mut [u8; MAX_GAME_BYTES]) -> usize {
        self.encode(bytes)
    }

    fn play_move(&mut self, mv: Move) -> Result<Move, &'static str> {
        let played = self.play(chess::move_to_rules(mv));
        played
            .map(chess::move_from_rules)
            .map_err(chess::Refusal::message)
    }

    fn play_on(&mut self) {
        self.play_on();
    }

    fn outcome(&self) -> Outcome {
        self.outcome()
    }

    fn white_to_move(&self) -> bool {
        self.white_to_move()
    }

    fn plies(&self) -> u16 {
        self.rules().ply()
    }

    /// The contract counts from a8, the engine from a1.
    fn square(number: u8) -> Option<u8> {
        (number < 64).then_some(number ^ 56)
    }

    fn numbers(mv: Move) -> [u8; 3] {
        [mv.origin() ^ 56, mv.target() ^ 56, mv.promotion_number()]
    }
}
