//! The bytes that a player signs.

use alloc::vec::Vec;

use crate::action::Action;
use crate::key::KEY_LEN;

/// The beginning of every message, so that no signature made for something else fits.
pub const DOMAIN: &[u8; 20] = b"onchain-chess:play:2";

/// The bytes of a message before its moves: domain, contract, game id, both keys, round, points,
/// action.
pub const HEADER_LEN: usize = 20 + 32 + 4 + 32 + 32 + 2 + 2 + 1;

/// The game and round that messages belong to. All of it is signed, so that no signature serves
/// another contract, another game, another opponent or another round.
///
/// `P` is the type of an address or a key: an array, or a buffer of a contract's VM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game<'a, P = [u8; KEY_LEN]> {
    /// The address of the chess contract.
    pub contract: &'a P,
    /// The game's id in the contract.
    pub id: u32,
    /// The public key of White in this round.
    pub white_key: &'a P,
    /// The public key of Black in this round.
    pub black_key: &'a P,
    /// The round of a match, 0 for the first; 0 in a single game.
    pub round: u16,
    /// Points of White of round 0 in the rounds before this one, a win 2 and a draw 1; 0 in a
    /// single game.
    pub points: u16,
}

/// Takes the pieces of a message in order.
pub trait Pieces<P = [u8; KEY_LEN]> {
    /// Some bytes.
    fn bytes(&mut self, bytes: &[u8]);
    /// A number of four bytes, the highest first.
    fn number(&mut self, number: u32) {
        self.bytes(&number.to_be_bytes());
    }
    /// An address or a key.
    fn buffer(&mut self, buffer: &P);
}

impl Pieces for Vec<u8> {
    fn bytes(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn buffer(&mut self, buffer: &[u8; KEY_LEN]) {
        self.extend_from_slice(buffer);
    }
}

impl<P> Game<'_, P> {
    /// A round of this match, of which this is the first: colours change with every round.
    pub fn in_round(&self, round: u16, points: u16) -> Self {
        let (white_key, black_key) = match round % 2 {
            0 => (self.white_key, self.black_key),
            _ => (self.black_key, self.white_key),
        };
        Game {
            white_key,
            black_key,
            round,
            points,
            ..*self
        }
    }

    /// Writes the [`HEADER_LEN`] bytes before the moves.
    pub fn write_header(&self, action: Action, message: &mut impl Pieces<P>) {
        message.bytes(DOMAIN);
        message.buffer(self.contract);
        message.number(self.id);
        message.buffer(self.white_key);
        message.buffer(self.black_key);
        let [round_high, round_low] = self.round.to_be_bytes();
        let [points_high, points_low] = self.points.to_be_bytes();
        message.bytes(&[round_high, round_low, points_high, points_low, action as u8]);
    }
}

impl Game<'_> {
    /// The bytes that a player signs. `moves`: all moves of the round so far, in canonical binary
    /// (crate `game-moves`), concatenated. [`covered_plies`](crate::covered_plies) returns their
    /// number for an action.
    pub fn message(&self, action: Action, moves: &[u8]) -> Vec<u8> {
        let mut message = Vec::with_capacity(HEADER_LEN + moves.len());
        self.write_header(action, &mut message);
        message.extend_from_slice(moves);
        message
    }
}
