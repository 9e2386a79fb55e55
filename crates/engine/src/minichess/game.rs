//! A game: the position, the moves that may lead to a repetition, and its end.

use super::geometry::SixBySix;
use super::position::{HALF_LIMIT, Position, PositionError};
use super::word::Word;
use crate::key;
use crate::mv::{Move, MoveList};
use crate::outcome::{BytesError, Draw, Outcome};
use crate::piece::QUEEN;
use crate::root::{MAX_GAME_BYTES, Root};

/// A game ends as a draw after this many plies: 200 moves by each side.
pub const MAX_PLIES: u16 = 400;

/// Board word, en passant, half moves, plies (two bytes), outcome.
const HEADER: usize = 37;
const _: () = assert!(HEADER + 2 * HALF_LIMIT as usize <= MAX_GAME_BYTES);

/// Why a move was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// No piece of the side to move stands there.
    NotYourPiece,
    /// A promotion was given for a move that does not promote.
    NoPromotion,
    /// The piece cannot go there, or the own king would be attacked.
    Illegal,
}

impl Refusal {
    /// The reason in words for a player.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Over => "the game is over",
            Self::NotYourPiece => "no piece of yours stands there",
            Self::NoPromotion => "this move does not promote",
            Self::Illegal => "illegal move",
        }
    }
}

/// A game from its beginning or from any position.
///
/// ```
/// use chess_engine::{Game, Move, Outcome};
/// let mut game = Game::start();
/// game.play(Move::parse(b"e2e4").unwrap()).unwrap();
/// assert_eq!(game.outcome(), Outcome::Ongoing);
/// ```
#[derive(Clone)]
pub struct Game {
    position: Position,
    /// From and to of the moves since the last position that cannot recur.
    reversible: [(u8, u8); HALF_LIMIT as usize],
    reversible_len: usize,
    plies: u16,
    outcome: Outcome,
}

impl Game {
    /// A game from the starting position.
    pub fn start() -> Self {
        Self::new(Position::start(), 0)
    }

    /// The bytes of [`Game::encode`] for the start.
    pub const START: [u8; HEADER] = {
        let mut bytes = [0; HEADER];
        let (word, mut i) = (Position::START, 0);
        while i < 32 {
            bytes[i] = word[i];
            i += 1;
        }
        bytes
    };

    /// A game from a position after a number of plies.
    pub fn new(position: Position, plies: u16) -> Self {
        let mut game = Self {
            position,
            reversible: [(0, 0); HALF_LIMIT as usize],
            reversible_len: 0,
            plies,
            outcome: Outcome::Ongoing,
        };
        game.settle();
        game
    }

    /// A game from document 002's word, the en passant square (document 002's index, 0 for none),
    /// the plies since the last capture or pawn move, and the plies played.
    pub fn from_word(
        word: &Word,
        en_passant: u8,
        half: u8,
        plies: u16,
    ) -> Result<Self, PositionError> {
        let position = Position::from_word(word, en_passant, half)?;
        Ok(Self::new(position, plies))
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plies played since the start.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// The game's state.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The legal moves; none when the game is over.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::EMPTY;
        self.list_moves(&mut list);
        list
    }

    /// Lists the legal moves into a list, in place: it is too large to be copied in a contract.
    pub fn list_moves(&self, list: &mut MoveList) {
        if self.outcome == Outcome::Ongoing {
            self.position.list_legal_moves(list);
        }
    }

    /// Whether a move may be played now.
    pub fn is_legal(&self, mv: Move) -> bool {
        let mut moves = MoveList::EMPTY;
        self.list_moves(&mut moves);
        moves.as_slice().contains(&mv)
    }

    /// Plays a move and ends the game if the move does. A pawn that reaches the last rank without a
    /// named promotion becomes a queen.
    pub fn play(&mut self, mv: Move) -> Result<Move, Refusal> {
        if self.outcome != Outcome::Ongoing {
            return Err(Refusal::Over);
        }
        let code = self.position.code(mv.from());
        if code == 0 || code & 8 != self.position.side {
            return Err(Refusal::NotYourPiece);
        }
        let mut moves = MoveList::EMPTY;
        self.position.list_legal_moves(&mut moves);
        let mut refusal = Refusal::Illegal;
        let mut found = None;
        for &legal in moves.as_slice() {
            if (legal.origin(), legal.target()) == (mv.origin(), mv.target()) {
                refusal = Refusal::NoPromotion;
                if legal.kind() == mv.kind() || legal.kind() == QUEEN && mv.kind() == 0 {
                    found = Some(legal);
                }
            }
        }
        let mv = found.ok_or(refusal)?;
        let may_recur = self.position.ep == 0;
        self.position.make(mv);
        if self.position.half == 0 || !may_recur {
            self.reversible_len = 0;
        } else {
            if let Some(place) = self.reversible.get_mut(self.reversible_len) {
                *place = (mv.origin(), mv.target());
                self.reversible_len += 1;
            }
        }
        self.plies += 1;
        self.settle();
        Ok(mv)
    }

    /// Lets a drawn game with legal moves continue, as if it began here, for players who play until a draw is
    /// claimed.
    pub fn play_on(&mut self) {
        let drawn = matches!(self.outcome, Outcome::Drawn(draw) if draw != Draw::Stalemate);
        if drawn {
            self.position.half = 0;
            self.reversible_len = 0;
            self.plies = 0;
            self.outcome = Outcome::Ongoing;
        }
    }

    /// Finds out whether the game is over; mate takes precedence over every draw.
    fn settle(&mut self) {
        let mut moves = MoveList::EMPTY;
        self.position.list_legal_moves(&mut moves);
        let moves = moves.as_slice();
        // only a legal en passant capture makes positions differ (FIDE 9.2.3)
        let ep = self.position.ep;
        if !moves
            .iter()
            .any(|mv| mv.target() == ep && self.position.cell(mv.origin()) & 7 == 1)
        {
            self.position.ep = 0;
        }
        self.outcome = if moves.is_empty() {
            match (self.position.in_check(), self.position.white_to_move()) {
                (false, _) => Outcome::Drawn(Draw::Stalemate),
                (true, true) => Outcome::BlackWins,
                (true, false) => Outcome::WhiteWins,
            }
        } else if self.position.is_dead() {
            Outcome::Drawn(Draw::DeadPosition)
        } else if self.recurrences() >= 2 && self.position.ep == 0 {
            Outcome::Drawn(Draw::Repetition)
        } else if self.position.half >= HALF_LIMIT {
            Outcome::Drawn(Draw::FiftyMoves)
        } else if self.plies >= MAX_PLIES {
            Outcome::Drawn(Draw::MoveLimit)
        } else {
            Outcome::Ongoing
        };
    }

    /// Walks back through the moves that can be undone, with the key of each earlier position.
    fn walk_back(&self, key: u64, visit: impl FnMut(usize, u64)) {
        let cells = core::array::from_fn(|i| self.position.cells[i] & 15);
        key::walk_back(cells, self.reversible(), key, visit);
    }

    /// How often the position was on the board before.
    fn recurrences(&self) -> u8 {
        let mut times = 0;
        // taking a move back changes a key as making it does, so the present key may be any number
        self.walk_back(0, |_, key| times += (key == 0) as u8);
        times
    }

    /// From and to of the moves that lead back to positions that may recur.
    fn reversible(&self) -> &[(u8, u8)] {
        &self.reversible[..self.reversible_len]
    }

    /// Writes the game: document 002's word (32 bytes), en passant square, half moves, plies (two
    /// bytes, big-endian), outcome, then from and to (document 002's indices) of the moves
    /// that repetition needs. Returns the length.
    pub fn encode(&self, bytes: &mut [u8; MAX_GAME_BYTES]) -> usize {
        bytes[..32].copy_from_slice(&self.position.word());
        bytes[32] = self.position.en_passant();
        bytes[33] = self.position.half;
        bytes[34..36].copy_from_slice(&self.plies.to_be_bytes());
        bytes[36] = self.outcome.code();
        let (pairs, _) = bytes[HEADER..].as_chunks_mut();
        for (pair, &(from, to)) in pairs.iter_mut().zip(self.reversible()) {
            *pair = [from, to];
        }
        HEADER + 2 * self.reversible_len
    }

    /// Reads the bytes of [`Game::encode`]. Other bytes of a fitting length give a meaningless game, never a panic.
    pub fn decode(bytes: &[u8]) -> Result<Self, BytesError> {
        let mut game = Self::EMPTY;
        game.read(bytes)?;
        Ok(game)
    }

    /// A game without pieces, for [`Game::read`].
    pub const EMPTY: Self = Self {
        position: Position::EMPTY,
        reversible: [(0, 0); HALF_LIMIT as usize],
        reversible_len: 0,
        plies: 0,
        outcome: Outcome::Ongoing,
    };

    /// Reads the bytes of [`Game::encode`] into an empty game, in place: a game is too large to be copied in a
    /// contract.
    #[inline(never)]
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
        let (header, moves) = bytes.split_first_chunk::<HEADER>().ok_or(BytesError)?;
        let (word, rest) = header.split_first_chunk().ok_or(BytesError)?;
        self.position.set_up_word(word);
        self.position.ep = rest[0] & 63;
        self.position.half = rest[1].min(HALF_LIMIT);
        self.plies = u16::from_be_bytes([rest[2], rest[3]]);
        self.outcome = Outcome::from_code(rest[4])?;
        for (place, &[from, to]) in self.reversible.iter_mut().zip(moves.as_chunks().0) {
            *place = (from & 63, to & 63);
        }
        self.reversible_len = (moves.len() / 2).min(self.reversible.len());
        Ok(())
    }
}

impl Root for Game {
    type Board = SixBySix;

    fn board(&self) -> &Position {
        &self.position
    }

    #[inline(never)] // once a call
    fn past_keys(&self, key: u64, keys: &mut [u64]) -> usize {
        self.walk_back(key, |i, key| {
            if let Some(place) = keys.get_mut(i) {
                *place = key;
            }
        });
        self.reversible_len
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
