//! The JSON messages, as `docs/relay.md` describes them.

use chess_rules::Color;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// With this number of plies both have moved, and a game can no longer be called off.
pub const ABORTED_BEFORE: usize = 2;

/// Bytes, in JSON hex without a prefix.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hex(pub Vec<u8>);

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        hex::decode(text).map(Hex).map_err(D::Error::custom)
    }
}

/// A player's colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first player.
    White,
    /// The second player.
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        }
    }
}

/// A client's message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// Into a game's room, out of the one before.
    Enter {
        /// The chess contract's address, `erd1…`.
        contract: String,
        /// The game's id in the contract.
        game: u32,
        /// The public key of White, in a match in round 0.
        white: Hex,
        /// Black's public key.
        black: Hex,
    },
    /// The arguments for the endpoint `play`.
    Play {
        /// A number of the client's choice, which the answer repeats.
        id: Option<u64>,
        /// The round of a match, from 0.
        #[serde(default)]
        round: u16,
        /// The points before it of the player who was White in round 0.
        #[serde(default)]
        points: u16,
        /// All moves of the game, or of the round.
        moves: Hex,
        /// Empty or missing, or White's action and signature.
        #[serde(default)]
        white: Hex,
        /// Empty or missing, or Black's action and signature.
        #[serde(default)]
        black: Hex,
    },
    /// A question for all of an earlier round.
    Round {
        /// A number of the client's choice, which the answer repeats.
        id: Option<u64>,
        /// Which round, from 0.
        round: u16,
    },
    /// A question whether the connection works, in a room or in none.
    Ping {
        /// A number of the client's choice, which the answer repeats.
        id: Option<u64>,
    },
    /// A proof that a player is there.
    Here {
        /// Which player, by the colours of round 0.
        color: Side,
        /// Signs [`RoomId::here_message`](crate::RoomId::here_message).
        signature: Hex,
    },
    /// A player wishes that the game is called off. It binds nobody: the draw that does so is signed.
    Abort {
        /// The game's number of moves.
        plies: usize,
    },
}

/// The relay's message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Answer {
    /// All of the game.
    Game(Box<GameState>),
    /// The message is kept.
    Kept {
        /// The number that the client gave.
        id: Option<u64>,
        /// The current round now.
        round: u16,
        /// The number of moves that the game, or this round, has now.
        plies: usize,
        /// When the message arrived, in milliseconds since 1970.
        at: u64,
    },
    /// Someone's message was kept, or the chain shows moves.
    Played {
        /// The round that it belongs to. If it is later than the current one, it is the current one
        /// after this message.
        round: u16,
        /// The points before the round.
        points: u16,
        /// The number of moves that the game has now.
        plies: usize,
        /// The number of moves that stay; the new ones replace all moves after them.
        first: usize,
        /// The moves that are new.
        new: Hex,
        /// White's message, or null.
        white: Option<Hex>,
        /// Black's message, or null.
        black: Option<Hex>,
        /// When it arrived, in milliseconds since 1970.
        at: u64,
    },
    /// The players' messages about the next round; if both begin, it becomes the current one.
    Next(NextState),
    /// All of an earlier round.
    Round(RoundState),
    /// The people in the room; sent when they change.
    People(People),
    /// The game's state on the chain; sent when that changes.
    Chain {
        /// Its state.
        chain: ChainState,
    },
    /// A player wishes that the game is called off.
    Abort {
        /// The player, by the colours of round 0.
        color: Side,
        /// The game's number of moves.
        plies: usize,
    },
    /// The connection works. This overtakes other answers that wait for the disk or the chain.
    Pong {
        /// The number that the client gave.
        id: Option<u64>,
        /// The relay's clock, in milliseconds since 1970.
        now: u64,
    },
    /// A message that wasn't taken.
    Error {
        /// The number that the client gave.
        id: Option<u64>,
        /// The fault, for programs.
        code: String,
        /// The fault, in words.
        text: String,
        /// The longest game, if that helps.
        game: Option<Box<GameState>>,
    },
}

/// All of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameState {
    /// The current round.
    #[serde(flatten)]
    pub current: RoundState,
    /// The contract's address.
    pub contract: String,
    /// The game's id.
    pub game: u32,
    /// The number of agreed rounds: 1 for a single game; 0 if the relay doesn't know.
    pub rounds: u16,
    /// The rounds before, in order.
    pub earlier: Vec<EarlierRound>,
    /// The players' messages about the next round, or null.
    pub next: Option<NextState>,
    /// The game's state on the chain, if the relay knows it.
    pub chain: Option<ChainState>,
    /// Whether this relay submits games to the chain. Otherwise players do.
    pub settles: bool,
    /// The people in the room.
    pub people: People,
    /// The relay's clock, in milliseconds since 1970.
    pub now: u64,
    /// 32 bytes for this connection alone, for a proof that a player is there.
    pub nonce: Hex,
}

/// A round that was played before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EarlierRound {
    /// Which round, from 0.
    pub round: u16,
    /// The points before it. The points before the next round show its result.
    pub points: u16,
    /// Its number of moves.
    pub plies: usize,
}

/// The players' messages about the next round, each by their colour in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NextState {
    /// Which round, from 1.
    pub round: u16,
    /// The points before it.
    pub points: u16,
    /// As `play` takes it: action 0 begins the round, 4 leaves before it. Or null.
    pub white: Option<Hex>,
    /// The same for Black.
    pub black: Option<Hex>,
    /// When the last of both arrived, in milliseconds since 1970.
    pub at: u64,
}

/// All of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundState {
    /// The number of the message that this answers, if one had it.
    pub id: Option<u64>,
    /// Which round, from 0.
    pub round: u16,
    /// The points before it of the player who was White in round 0.
    pub points: u16,
    /// The number of moves.
    pub plies: usize,
    /// All moves.
    pub moves: Hex,
    /// When each move arrived, in milliseconds since 1970.
    pub times: Vec<u64>,
    /// White's last move as `play` takes it, or null.
    pub white: Option<Hex>,
    /// Black's last move as `play` takes it, or null.
    pub black: Option<Hex>,
    /// The players' actions since the last move, in the order of arrival.
    pub said: Vec<SaidState>,
}

/// A game's state on the chain, by the contract's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChainState {
    /// The number of plies on the chain.
    pub plies: usize,
    /// 0 ongoing, 1 White won, 2 Black won, 3 drawn, 5 no result.
    pub state: u8,
    /// 0 a move, 1 an answer to an ask, 2 a longer game that undoes an open end.
    pub awaits: u8,
    /// The reason of the end, even of an open one; 0 for none.
    pub reason: u8,
    /// The round that the chain knows, from 0.
    pub round: u8,
    /// The points before it of the player who was White in round 0; the total once the game is
    /// over.
    pub points: u8,
    /// The number of played rounds; 0 until the game is over.
    pub played: u8,
}

/// A resignation, a draw or an ask.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SaidState {
    /// The player.
    pub color: Side,
    /// Action and signature, as `play` takes it.
    pub signed: Hex,
    /// When it arrived, in milliseconds since 1970.
    pub at: u64,
}

/// The people in a room. Players are named by the colours of round 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct People {
    /// White.
    pub white: Presence,
    /// Black.
    pub black: Presence,
    /// The number of connections that have shown no player's key.
    pub spectators: usize,
}

impl People {
    /// Whether the same players are there, and as many spectators.
    pub(crate) fn are_same_there(&self, other: &People) -> bool {
        let there = |people: &People| (people.white.here, people.black.here, people.spectators);
        there(self) == there(other)
    }

    /// These and others together.
    pub(crate) fn with(&self, other: &People) -> People {
        let both = |one: Presence, other: Presence| Presence {
            here: one.here || other.here,
            seen: one.seen.max(other.seen),
        };
        People {
            white: both(self.white, other.white),
            black: both(self.black, other.black),
            spectators: self.spectators + other.spectators,
        }
    }
}

/// Whether a player is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Presence {
    /// A connection has shown the player's key.
    pub here: bool,
    /// When the player last sent something or left, in milliseconds since 1970, if known.
    pub seen: Option<u64>,
}

impl Answer {
    /// A message that wasn't taken, without the game.
    pub(crate) fn error(id: Option<u64>, code: &str, text: &str) -> Self {
        Answer::Error {
            id,
            code: code.into(),
            text: text.into(),
            game: None,
        }
    }

    /// As it is sent.
    pub fn to_json(&self) -> String {
        // strings, numbers and lists: nothing that could fail
        serde_json::to_string(self).unwrap_or_default()
    }
}
