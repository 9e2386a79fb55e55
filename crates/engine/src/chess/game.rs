//! A game: the position by the Laws, the moves that may lead to a repetition, and its end.

use chess_rules::piece::Color;
use chess_rules::{Castling, Context, IllegalMove, RepetitionCounter, Square};

use super::convert::{code_of, move_from_rules, piece_of};
use super::geometry::{EightByEight, Position};
use crate::key;
use crate::mv::MoveList;
use crate::outcome::{BytesError, Draw, Outcome};
use crate::piece::WHITE;
use crate::root::{MAX_GAME_BYTES, Root};

/// The number of plies without a capture or pawn move that ends the game.
const HALF_LIMIT: u8 = 100;
/// Board, turn and castling rights, en passant file, half moves, plies that can recur, plies (two bytes), outcome.
const HEADER: usize = 39;
const _: () = assert!(HEADER + 2 * HALF_LIMIT as usize <= MAX_GAME_BYTES);

/// Why a move was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// The Laws forbid it.
    Illegal(IllegalMove),
}

impl Refusal {
    /// The reason in words for a player.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Over => "the game is over",
            Self::Illegal(IllegalMove::NoPiece) => "no piece of yours stands there",
            Self::Illegal(IllegalMove::NoPromotion) => "this move does not promote",
            Self::Illegal(IllegalMove::KingAttacked) => "your king would be attacked",
            Self::Illegal(_) => "the piece cannot go there",
        }
    }
}

/// A game from its beginning or from any position.
///
/// ```
/// use chess_engine::{Outcome, chess::Game};
/// let mut game = Game::start();
/// game.play("e2e4".parse().unwrap()).unwrap();
/// assert_eq!(game.outcome(), Outcome::Ongoing);
/// ```
#[derive(Clone)]
pub struct Game {
    rules: chess_rules::Position,
    /// The same position for the search.
    board: Position,
    /// From and to of the moves since the last position that cannot recur, in numbers from a1.
    reversible: [(u8, u8); HALF_LIMIT as usize],
    outcome: Outcome,
}

impl Game {
    /// A game without pieces, for [`Game::begin`] and [`Game::read`].
    pub const EMPTY: Self = Self {
        rules: chess_rules::Position::START,
        board: Position::EMPTY,
        reversible: [(0, 0); HALF_LIMIT as usize],
        outcome: Outcome::Ongoing,
    };

    /// A game from the starting position.
    pub fn start() -> Self {
        Self::new(chess_rules::Position::START)
    }

    /// A game that begins from a position.
    pub fn new(position: chess_rules::Position) -> Self {
        let mut game = Self::EMPTY;
        game.begin(position);
        game
    }

    /// Begins an empty game from a position, in place: a game is too large to be copied in a contract.
    pub fn begin(&mut self, position: chess_rules::Position) {
        // The moves before the position are unknown.
        let context = Context {
            reversible_plies: 0,
            ..position.context()
        };
        self.rules = chess_rules::Position::from_parts(*position.board(), context);
        self.settle();
    }

    /// The position by the Laws.
    pub fn rules(&self) -> &chess_rules::Position {
        &self.rules
    }

    /// Whether White is to move.
    pub fn white_to_move(&self) -> bool {
        self.rules.turn() == Color::White
    }

    /// The game's state.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Lists the engine's moves into a list; none when the game is over.
    pub fn list_moves(&self, list: &mut MoveList) {
        if self.outcome == Outcome::Ongoing {
            self.board.list_legal_moves(list);
        }
    }

    /// Plays a move and ends the game if the move does. A pawn that reaches the last rank without a named promotion
    /// becomes a queen. Returns the played move.
    ///
    /// # Errors
    /// The game is over, or the Laws forbid the move.
    pub fn play(&mut self, m: chess_rules::Move) -> Result<chess_rules::Move, Refusal> {
        if self.outcome != Outcome::Ongoing {
            return Err(Refusal::Over);
        }
        let mut m = m;
        let promotes = self.rules.promotes(m.from, m.to);
        if promotes && m.promotion.is_none() {
            m.promotion = Some(chess_rules::Promotion::Queen);
        }
        self.rules.try_play(m).map_err(Refusal::Illegal)?;
        if let Some(last) = (self.rules.reversible_plies() as usize).checked_sub(1) {
            let mv = move_from_rules(m);
            if let Some(place) = self.reversible.get_mut(last) {
                *place = (mv.origin(), mv.target());
            }
        }
        self.settle();
        Ok(m)
    }

    /// Lets a drawn game with legal moves continue, as if it began here, for players who play until a draw is
    /// claimed.
    pub fn play_on(&mut self) {
        let drawn = matches!(self.outcome, Outcome::Drawn(draw) if draw != Draw::Stalemate);
        if drawn {
            let context = Context {
                half_move_clock: 0,
                reversible_plies: 0,
                ..self.rules.context()
            };
            self.rules = chess_rules::Position::from_parts(*self.rules.board(), context);
            self.set_up();
            self.outcome = Outcome::Ongoing;
        }
    }

    /// Puts the position on the search's board and finds out whether the game is over; mate takes precedence over
    /// every draw.
    fn settle(&mut self) {
        self.set_up();
        self.outcome = match self.rules.outcome() {
            chess_rules::Outcome::Checkmate if self.white_to_move() => Outcome::BlackWins,
            chess_rules::Outcome::Checkmate => Outcome::WhiteWins,
            chess_rules::Outcome::Stalemate => Outcome::Drawn(Draw::Stalemate),
            chess_rules::Outcome::DeadPosition => Outcome::Drawn(Draw::DeadPosition),
            _ if self.rules.half_move_clock() >= HALF_LIMIT => Outcome::Drawn(Draw::FiftyMoves),
            _ if self.occurrences() >= 3 => Outcome::Drawn(Draw::Repetition),
            _ => Outcome::Ongoing,
        };
    }

    #[inline(never)] // two callers
    fn set_up(&mut self) {
        let rules = &self.rules;
        let side = if rules.turn() == Color::White {
            WHITE
        } else {
            0
        };
        let ep = rules
            .en_passant_square()
            .map_or(0, |square| square.index_from_a1());
        let board = rules.board();
        let cells = (0..64).map(|square: u8| (square, code_of(board[(square ^ 56) as usize & 63])));
        self.board.set_up(cells);
        (self.board.side, self.board.ep) = (side, ep);
        self.board.half = rules.half_move_clock();
        self.board.castling = rules.castling().bits();
    }

    /// How often the position was on the board.
    fn occurrences(&self) -> u32 {
        let mut counter = RepetitionCounter::of(&self.rules);
        for &(from, to) in self.reversible().iter().rev() {
            if !counter.is_open(3) {
                break;
            }
            counter.take_back(
                Square::from_low_bits(from ^ 56),
                Square::from_low_bits(to ^ 56),
            );
        }
        counter.occurrences()
    }

    /// From and to of the moves that lead back to positions that may recur.
    fn reversible(&self) -> &[(u8, u8)] {
        let len = self.rules.reversible_plies() as usize;
        &self.reversible[..len.min(self.reversible.len())]
    }

    /// Writes the game: 32 bytes of board (two squares a byte, a8 first, each the engine's piece code), turn and castling rights, en passant file (8 for
    /// none), half moves, plies that can recur, plies (two bytes, big-endian), outcome, then from and to of the moves that repetition
    /// needs. Returns the length.
    pub fn encode(&self, bytes: &mut [u8; MAX_GAME_BYTES]) -> usize {
        let context = self.rules.context();
        let (board, _) = self.rules.board().as_chunks();
        for (byte, &[left, right]) in bytes.iter_mut().zip(board) {
            *byte = code_of(left) << 4 | code_of(right);
        }
        bytes[32] = (context.turn == Color::Black) as u8 | context.castling.bits() << 1;
        bytes[33] = context.en_passant;
        bytes[34] = context.half_move_clock;
        bytes[35] = context.reversible_plies;
        bytes[36..38].copy_from_slice(&context.ply.to_be_bytes());
        bytes[38] = self.outcome.code();
        let (pairs, _) = bytes[HEADER..].as_chunks_mut();
        for (pair, &(from, to)) in pairs.iter_mut().zip(self.reversible()) {
            *pair = [from, to];
        }
        HEADER + 2 * self.reversible().len()
    }

    /// Reads the bytes of [`Game::encode`].
    ///
    /// # Errors
    /// The length fits no game, or a king is missing. Other bytes give a game without sense, never a panic.
    pub fn decode(bytes: &[u8]) -> Result<Self, BytesError> {
        let mut game = Self::EMPTY;
        game.read(bytes)?;
        Ok(game)
    }

    /// Reads the bytes of [`Game::encode`] into an empty game, in place.
    ///
    /// # Errors
    /// As [`Game::decode`].
    #[inline(never)] // large
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        let (header, moves) = bytes.split_first_chunk::<HEADER>().ok_or(BytesError)?;
        let mut board = [0; 64];
        let mut kings = [None; 2];
        let (pairs, _) = board.as_chunks_mut();
        for (i, (pair, byte)) in pairs.iter_mut().zip(header).enumerate() {
            *pair = [piece_of(byte >> 4), piece_of(byte & 15)];
            for (j, code) in [byte >> 4, byte & 15].into_iter().enumerate() {
                if code & 7 == crate::piece::KING {
                    // White's first
                    kings[usize::from(code & WHITE == 0)] =
                        Some(Square::from_low_bits((2 * i + j) as u8));
                }
            }
        }
        let [Some(white), Some(black)] = kings else {
            return Err(BytesError);
        };
        let turn = if header[32] & 1 == 0 {
            Color::White
        } else {
            Color::Black
        };
        let context = Context {
            turn,
            kings: [white, black],
            castling: Castling::from_low_bits(header[32] >> 1),
            en_passant: header[33].min(chess_rules::Position::NO_FILE),
            half_move_clock: header[34].min(HALF_LIMIT),
            reversible_plies: header[35].min(HALF_LIMIT).min((moves.len() / 2) as u8),
            ply: u16::from_be_bytes([header[36], header[37]]),
        };
        self.outcome = Outcome::from_code(header[38])?;
        self.rules = chess_rules::Position::from_parts(board, context);
        for (place, &[from, to]) in self.reversible.iter_mut().zip(moves.as_chunks().0) {
            *place = (from & 63, to & 63);
        }
        self.set_up();
        Ok(())
    }
}

impl Root for Game {
    type Board = EightByEight;

    fn board(&self) -> &Position {
        &self.board
    }

    #[inline(never)] // once a call
    fn past_keys(&self, key: u64, keys: &mut [u64]) -> usize {
        key::walk_back(self.board.cells, self.reversible(), key, |i, key| {
            if let Some(place) = keys.get_mut(i) {
                *place = key;
            }
        });
        self.reversible().len()
    }

    fn moves(&self, list: &mut MoveList) {
        self.list_moves(list);
    }

    #[inline(never)] // once a call
    fn print(&self) -> u64 {
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = self.encode(&mut bytes);
        key::print(0, &bytes[..len])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            game.play(text.parse().unwrap()).unwrap();
        }
    }

    #[test]
    fn a_third_occurrence_is_a_draw() {
        let mut game = Game::start();
        play(&mut game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
        assert_eq!(game.outcome(), Outcome::Ongoing);
        play(&mut game, "f6g8");
        assert_eq!(game.outcome(), Outcome::Drawn(Draw::Repetition));
        assert_eq!(game.play("e2e4".parse().unwrap()), Err(Refusal::Over));
    }

    #[test]
    fn fifty_moves_are_a_draw_and_mate_takes_precedence() {
        let mut game = Game::new("7k/8/8/8/8/8/R7/4K3 w - - 99 80".parse().unwrap());
        play(&mut game, "a2a3");
        assert_eq!(game.outcome(), Outcome::Drawn(Draw::FiftyMoves));
        let mut game = Game::new("7k/R7/8/8/8/8/1R6/4K3 w - - 99 80".parse().unwrap());
        play(&mut game, "b2b8");
        assert_eq!(game.outcome(), Outcome::WhiteWins);
    }

    #[test]
    fn bytes_give_the_same_game() {
        let mut game = Game::start();
        play(&mut game, "e2e4 g8f6 g1f3 f6g8 f1c4 g8f6 e1g1 f6g8 f1e1");
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        let again = Game::decode(&bytes[..len]).unwrap();
        assert_eq!(again.rules(), game.rules());
        assert_eq!(again.reversible(), game.reversible());
        assert_eq!(again.print(), game.print());
        assert!(Game::decode(&bytes[..20]).is_err());
        assert!(Game::decode(&[0; HEADER]).is_err());
    }
}
