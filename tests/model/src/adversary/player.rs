//! The state of both players: a key, the terms of their game or match, and messages.

use std::fmt;

use cozy_chess::Color;
use ed25519_dalek::SigningKey;
use signed_play::{Match, MatchMessage, Refusal, SignedAction};

use crate::chain::Call;
use crate::rules::Move;
use crate::signing::{Action, Key, Table};
use crate::transcript;

/// A message that one player has sent to the other.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    pub round: u16,
    /// Points of the first player in earlier rounds.
    pub points: u16,
    pub action: Action,
    pub moves: Vec<Move>,
    pub signed: Vec<u8>,
}

impl Message {
    /// A message of the shipped player's.
    pub fn of(round: u16, points: u16, moves: &[u8], signed: &SignedAction) -> Self {
        Message {
            round,
            points,
            action: Action::of(signed.action as u8).expect("an action"),
            moves: transcript::decode(moves).expect("its own moves"),
            signed: signed.to_argument().to_vec(),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (round, points, plies) = (self.round, self.points, self.moves.len());
        write!(
            f,
            "{:?} in round {round} with {points} points, {plies} plies",
            self.action
        )
    }
}

/// A player of a game or a match.
#[derive(Clone)]
pub struct Player {
    /// Whether they are White in round 0: the first.
    pub is_first: bool,
    pub secret: SigningKey,
    pub contract: [u8; 32],
    pub game: u32,
    /// The first's and the second's.
    pub keys: [Key; 2],
    /// 1 in a single game.
    pub rounds: u16,
}

impl Player {
    /// Their colour in a round.
    pub fn color(&self, round: u16) -> Color {
        match self.is_first == round.is_multiple_of(2) {
            true => Color::White,
            false => Color::Black,
        }
    }

    /// Whether a ply of a round, counted from 1, is theirs.
    pub fn makes(&self, round: u16, ply: usize) -> bool {
        (ply % 2 == 1) == (self.color(round) == Color::White)
    }

    fn table(&self, round: u16, points: u16) -> Table {
        let mut keys = self.keys;
        if round % 2 == 1 {
            keys.swap(0, 1);
        }
        Table {
            contract: self.contract,
            game: self.game,
            keys,
            round,
            points,
        }
    }

    pub fn sign(&self, round: u16, points: u16, action: Action, moves: &[Move]) -> Message {
        let bytes = transcript::encode(moves);
        let signed = self.table(round, points).sign(&self.secret, action, &bytes);
        Message {
            round,
            points,
            action,
            moves: moves.to_vec(),
            signed,
        }
    }

    /// The game in round 0, as its messages name it.
    pub fn first(&self) -> signed_play::Game<'_> {
        let [white_key, black_key] = &self.keys;
        signed_play::Game {
            contract: &self.contract,
            id: self.game,
            white_key,
            black_key,
            round: 0,
            points: 0,
        }
    }

    /// The message of one player, theirs or the opponent's, for [`Player::tell`].
    pub fn message<'a>(
        &self,
        (round, points): (u16, u16),
        moves: &'a [u8],
        signed: &'a [u8],
        is_own: bool,
    ) -> MatchMessage<'a> {
        let is_white = (self.color(round) == Color::White) == is_own;
        let (white, black) = match is_white {
            true => (signed, &[][..]),
            false => (&[][..], signed),
        };
        MatchMessage {
            round,
            points,
            moves,
            white,
            black,
        }
    }

    /// Adds a message to what is known. `end`: the open one on the chain. `now`: in milliseconds.
    ///
    /// # Errors
    /// It is invalid, doesn't continue from what is known, or is known.
    pub fn tell(
        &self,
        known: &mut Match,
        message: MatchMessage<'_>,
        end: Option<Option<chess_player::Color>>,
        now: u64,
    ) -> Result<(), Refusal> {
        let entry = known.check(&self.first(), message, end, now)?;
        Ok(known.add(&entry)?)
    }

    /// The call that submits moves with the own message and the opponent's.
    pub fn play(
        &self,
        (round, points): (u16, u16),
        moves: &[Move],
        own: Vec<u8>,
        theirs: Vec<u8>,
    ) -> Call {
        let (white, black) = match self.color(round) {
            Color::White => (own, theirs),
            Color::Black => (theirs, own),
        };
        Call::Play {
            game: self.game,
            round,
            points,
            moves: transcript::encode(moves),
            white,
            black,
        }
    }

    /// The shipped player's call, as the model takes it.
    pub fn made(&self, call: signed_play::Call) -> Call {
        Call::Play {
            game: self.game,
            round: call.round,
            points: call.points,
            moves: call.moves,
            white: call.white,
            black: call.black,
        }
    }

    /// Their points, from the first player's points in a number of rounds.
    pub fn own_points(&self, rounds: u16, points: u16) -> u16 {
        match self.is_first {
            true => points,
            false => 2 * rounds - points,
        }
    }
}
