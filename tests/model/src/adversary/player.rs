//! What both players have: a key, the terms of their game or match, and messages.

use cozy_chess::Color;
use ed25519_dalek::SigningKey;

use crate::chain::Call;
use crate::rules::Move;
use crate::signing::{Action, Key, Table};
use crate::transcript;

/// A message that one player has sent to the other.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    pub round: u16,
    /// The first's, in the rounds before.
    pub points: u16,
    pub action: Action,
    pub moves: Vec<Move>,
    pub signed: Vec<u8>,
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

    /// Whether a ply of a round, from 1 on, is theirs.
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

    /// Whether the opponent has signed a message.
    pub fn verifies(&self, message: &Message) -> bool {
        let bytes = transcript::encode(&message.moves);
        let signature = message.signed.get(1..).unwrap_or_default();
        let table = self.table(message.round, message.points);
        table.verify(
            !self.color(message.round),
            message.action,
            &bytes,
            signature,
        )
    }

    /// The call that brings moves with the own message and the opponent's.
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

    /// Their points, of the first's points in so many rounds.
    pub fn own_points(&self, rounds: u16, points: u16) -> u16 {
        match self.is_first {
            true => points,
            false => 2 * rounds - points,
        }
    }
}
