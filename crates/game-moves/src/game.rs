//! The interface that the five games share.

use alloc::{format, string::String, vec::Vec};
use core::{fmt, fmt::Debug, str::FromStr};

use crate::error::{DecodeError, Problem, StepError};
#[cfg(feature = "serde")]
use crate::json::{JsonError, JsonProblem, Value};
use crate::{hash::Algorithm, hex, json::Writer};

/// The games, with document 004's ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum GameId {
    Chess = 1,
    Dominos = 2,
    Backgammon = 3,
    Checkers = 4,
    Ludo = 5,
}

impl GameId {
    /// All of them, by id.
    pub const ALL: [Self; 5] = [
        Self::Chess,
        Self::Dominos,
        Self::Backgammon,
        Self::Checkers,
        Self::Ludo,
    ];

    /// The game's name in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Dominos => "dominos",
            Self::Backgammon => "backgammon",
            Self::Checkers => "checkers",
            Self::Ludo => "ludo",
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a name or a number.
///
/// ```
/// # use game_moves::GameId;
/// assert_eq!("ludo".parse(), Ok(GameId::Ludo));
/// assert_eq!("5".parse(), Ok(GameId::Ludo));
/// assert_eq!("poker".parse::<GameId>().unwrap_err().to_string(),
///     "no such game; there are chess (1), dominos (2), backgammon (3), checkers (4), ludo (5)");
/// ```
impl FromStr for GameId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fits = |game: &&Self| text == game.name() || text.as_bytes() == [b'0' + **game as u8];
        Self::ALL.iter().find(fits).copied().ok_or_else(|| {
            let all = Self::ALL.map(|game| format!("{game} ({})", game as u8));
            format!("no such game; there are {}", all.join(", "))
        })
    }
}

/// A game's state: running or over.
///
/// ```
/// # use game_moves::{Game, Outcome, checkers::State};
/// assert_eq!(State::new().outcome(), Outcome::Ongoing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It continues.
    Ongoing,
    /// This player won.
    Won(u8),
    /// Nobody won.
    Drawn,
}

/// A move, and its three encodings.
///
/// The order of moves is the byte order of their binary encodings; lists of legal moves are sorted by it.
///
/// ```
/// use game_moves::{GameMove, ludo::Move};
/// let mv = Move::from_hex("0x0204").unwrap();
/// assert_eq!(mv.to_bytes(), [2, 4]);
/// assert_eq!(mv.to_json(), r#"{"steps":4,"tokenIndex":2}"#);
/// ```
pub trait GameMove: Clone + Debug + PartialEq + Eq {
    /// The game that the moves belong to.
    const GAME: GameId;

    /// Appends the binary encoding to `bytes`. Every encoding contains its own length, so a game's moves are their
    /// concatenation.
    fn append_to(&self, bytes: &mut Vec<u8>);

    /// The first move of `bytes` and its length in bytes; more moves may follow.
    ///
    /// # Errors
    /// The field that is cut off, out of range or has reserved bits set.
    fn decode(bytes: &[u8]) -> Result<(Self, usize), DecodeError>;

    /// Writes the canonical JSON to `sink`.
    fn write_json(&self, sink: &mut impl FnMut(&[u8]));

    /// The move of a JSON value, with its keys in any order.
    ///
    /// # Errors
    /// The key that is missing, unknown, of the wrong kind or out of range.
    #[cfg(feature = "serde")]
    fn from_value(value: &Value) -> Result<Self, JsonError>;

    /// The bytes of the hex encoding: the binary encoding, except in chess and dominos.
    fn hex_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }

    /// The move of [`hex_bytes`](Self::hex_bytes).
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes).
    fn from_hex_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::from_bytes(bytes)
    }

    /// The binary encoding.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(3);
        self.append_to(&mut bytes);
        bytes
    }

    /// The move that all of `bytes` encode.
    ///
    /// # Errors
    /// As [`decode`](Self::decode), and `move` where bytes are left over.
    fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        match Self::decode(bytes)? {
            (mv, used) if used == bytes.len() => Ok(mv),
            _ => Err(DecodeError::new("move", Problem::Trailing)),
        }
    }

    /// The hex encoding: `0x` and upper-case digits.
    fn to_hex(&self) -> String {
        hex::encode(&self.hex_bytes())
    }

    /// The move of a hex encoding.
    ///
    /// # Errors
    /// `hex` for the spelling, else the field.
    fn from_hex(text: &str) -> Result<Self, DecodeError> {
        Self::from_hex_bytes(&hex::decode(text)?)
    }

    /// The canonical JSON.
    fn to_json(&self) -> String {
        collect_json(|mut sink| self.write_json(&mut sink))
    }

    /// The move of canonical JSON.
    ///
    /// # Errors
    /// As [`read_json`](Self::read_json), and [`JsonProblem::NotCanonical`].
    #[cfg(feature = "serde")]
    fn from_json(text: &str) -> Result<Self, JsonError> {
        let mv = Self::read_json(text)?;
        canonical(text, mv.to_json()).map(|()| mv)
    }

    /// The move of JSON as people write it: with spaces, and keys in any order; in chess `promotion` is
    /// optional.
    ///
    /// # Errors
    /// Text that is no JSON, and the key that is missing, unknown, of the wrong kind or out of range.
    #[cfg(feature = "serde")]
    fn read_json(text: &str) -> Result<Self, JsonError> {
        Self::from_value(&Value::parse(text)?)
    }
}

/// A game's state, and its rules.
///
/// ```
/// use game_moves::{Algorithm, Game, Outcome, checkers};
/// let mut game = checkers::State::new();
/// while game.outcome() == Outcome::Ongoing && game.move_count() < 100 {
///     let first = game.legal_moves()[0].clone();
///     game = game.apply(&first).unwrap();
/// }
/// println!("{}", game_moves::hex::encode(&game.hash(Algorithm::Sha256)));
/// ```
pub trait Game: Clone + Debug + PartialEq + Eq {
    /// Which game.
    const ID: GameId;

    /// Its moves.
    type Move: GameMove;

    /// The number of players, 2 to 4.
    fn player_count(&self) -> u8;

    /// The player to move or to roll, 0 to `player_count` − 1; meaningless when the game is over.
    fn turn(&self) -> u8;

    /// Whether the game is over, and its winner.
    fn outcome(&self) -> Outcome;

    /// Every legal move, in the order of the binary encodings. Empty when the game is over or the dice must be rolled
    /// first; otherwise never empty.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// The state after a legal move. For any other move the state is meaningless, or the function panics.
    fn apply_legal(&self, mv: &Self::Move) -> Self;

    /// Writes the canonical JSON to `sink`, without allocating.
    fn write_json(&self, sink: &mut impl FnMut(&[u8]));

    /// The state of a JSON value, with its keys in any order.
    ///
    /// # Errors
    /// The key that is missing, unknown, of the wrong kind or out of range, and what no game can have.
    #[cfg(feature = "serde")]
    fn from_value(value: &Value) -> Result<Self, JsonError>;

    /// Whether the dice must be rolled next.
    fn must_roll(&self) -> bool {
        false
    }

    /// Rolls: the dice of the state's seed, and the state after them. If they allow no move, the turn has passed.
    ///
    /// # Errors
    /// [`StepError::GameOver`], [`StepError::NothingToRoll`].
    fn roll(&self) -> Result<(Vec<u8>, Self), StepError> {
        Err(self.over_or(StepError::NothingToRoll))
    }

    /// The state after `player` was eliminated, in a game with eliminations (ludo).
    ///
    /// # Errors
    /// [`StepError::GameOver`], [`StepError::CannotEliminate`].
    fn eliminate(&self, _player: u8) -> Result<Self, StepError> {
        Err(self.over_or(StepError::CannotEliminate))
    }

    /// Whether the players may agree on a draw. They may in a game whose states can't end in a draw
    /// (checkers).
    fn knows_agreed_draws() -> bool {
        false
    }

    /// [`StepError::GameOver`] when the game is over, else `error`.
    #[doc(hidden)]
    fn over_or(&self, error: StepError) -> StepError {
        if self.outcome() == Outcome::Ongoing {
            error
        } else {
            StepError::GameOver
        }
    }

    /// The state after a move.
    ///
    /// # Errors
    /// [`StepError::GameOver`], [`StepError::RollFirst`], [`StepError::IllegalMove`].
    fn apply(&self, mv: &Self::Move) -> Result<Self, StepError> {
        if self.must_roll() {
            Err(self.over_or(StepError::RollFirst))
        } else if !self.legal_moves().contains(mv) {
            Err(self.over_or(StepError::IllegalMove))
        } else {
            Ok(self.apply_legal(mv))
        }
    }

    /// The state after a player's move.
    ///
    /// # Errors
    /// [`StepError::NotYourTurn`], and as [`apply`](Self::apply).
    fn apply_by(&self, player: u8, mv: &Self::Move) -> Result<Self, StepError> {
        if self.turn() == player {
            self.apply(mv)
        } else {
            Err(self.over_or(StepError::NotYourTurn { turn: self.turn() }))
        }
    }

    /// Document 004's validation: the turn, the legal moves, the move among them, and the new state with its hash.
    ///
    /// # Errors
    /// [`StepError::NotYourTurn`], and as [`apply`](Self::apply).
    ///
    /// ```
    /// use game_moves::{Algorithm, Game, StepError, checkers::{Move, State}, GameMove};
    /// let start = State::new();
    /// let mv = Move::from_hex("0x223300").unwrap();
    /// assert_eq!(start.submit(1, &mv, Algorithm::Sha256).unwrap_err(), StepError::NotYourTurn { turn: 0 });
    /// let (next, hash) = start.submit(0, &mv, Algorithm::Sha256).unwrap();
    /// assert_eq!(hash, next.hash(Algorithm::Sha256));
    /// ```
    fn submit(
        &self,
        player: u8,
        mv: &Self::Move,
        algorithm: Algorithm,
    ) -> Result<(Self, [u8; 32]), StepError> {
        let next = self.apply_by(player, mv)?;
        let hash = next.hash(algorithm);
        Ok((next, hash))
    }

    /// The state's hash: `algorithm` over the canonical JSON.
    fn hash(&self, algorithm: Algorithm) -> [u8; 32] {
        algorithm.hash_pieces(|mut sink| self.write_json(&mut sink))
    }

    /// The canonical JSON.
    fn to_json(&self) -> String {
        collect_json(|mut sink| self.write_json(&mut sink))
    }

    /// The state of canonical JSON.
    ///
    /// # Errors
    /// As [`read_json`](Self::read_json), and [`JsonProblem::NotCanonical`].
    #[cfg(feature = "serde")]
    fn from_json(text: &str) -> Result<Self, JsonError> {
        let state = Self::read_json(text)?;
        canonical(text, state.to_json()).map(|()| state)
    }

    /// The state of JSON with spaces, and keys in any order.
    ///
    /// # Errors
    /// Text that is no JSON, the key that is missing, unknown, of the wrong kind or out of range, and a state that no game can have.
    #[cfg(feature = "serde")]
    fn read_json(text: &str) -> Result<Self, JsonError> {
        Self::from_value(&Value::parse(text)?)
    }
}

fn collect_json(write: impl FnOnce(&mut dyn FnMut(&[u8]))) -> String {
    let mut bytes = Vec::new();
    write(&mut |piece| bytes.extend_from_slice(piece));
    String::from_utf8(bytes).expect("canonical JSON is ASCII")
}

#[cfg(feature = "serde")]
fn canonical(text: &str, canonical: String) -> Result<(), JsonError> {
    if text == canonical {
        Ok(())
    } else {
        Err(JsonError::new("", JsonProblem::NotCanonical))
    }
}

/// Writes one JSON value to a sink.
pub(crate) fn write_json<S: FnMut(&[u8])>(sink: &mut S, write: impl FnOnce(&mut Writer<S>)) {
    write(&mut Writer::new(sink));
}

/// Writes one object; `fields` writes its keys, in alphabetical order.
pub(crate) fn write_object<S: FnMut(&[u8])>(sink: &mut S, fields: impl FnOnce(&mut Writer<S>)) {
    write_json(sink, |w| w.object(fields));
}
