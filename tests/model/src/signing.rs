//! Keys, and the bytes that players sign.

use cozy_chess::Color;
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};

/// The first bytes of every message.
pub const DOMAIN: &[u8; 20] = b"onchain-chess:play:2";

/// A public key.
pub type Key = [u8; 32];

/// The part of a message other than its moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Action {
    Move,
    Resign,
    Draw,
    Ask,
    /// The match ended before this round.
    Leave,
}

impl Action {
    pub const ALL: [Action; 5] = [
        Action::Move,
        Action::Resign,
        Action::Draw,
        Action::Ask,
        Action::Leave,
    ];

    /// The action of a number, if there is one.
    pub fn of(number: u8) -> Option<Self> {
        Action::ALL.get(usize::from(number)).copied()
    }
}

/// The player who made a ply; the first is 1.
pub fn maker_of(ply: usize) -> Option<Color> {
    match (ply, ply % 2) {
        (0, _) => None,
        (_, 1) => Some(Color::White),
        _ => Some(Color::Black),
    }
}

/// The number of plies that a player's message covers: with a move alone they don't sign the
/// opponent's last ply.
pub fn covered(color: Color, action: Action, plies: usize) -> usize {
    match action {
        Action::Move if maker_of(plies) != Some(color) => plies.saturating_sub(1),
        _ => plies,
    }
}

/// The common part of the messages of a game, or of a match's round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub contract: [u8; 32],
    pub game: u32,
    /// By colour, in the round.
    pub keys: [Key; 2],
    /// 0 in a single game.
    pub round: u16,
    /// Points of White of round 0 in earlier rounds.
    pub points: u16,
}

impl Table {
    /// The bytes to sign, with the moves in canonical binary.
    pub fn message(&self, action: Action, moves: &[u8]) -> Vec<u8> {
        let [white, black] = &self.keys;
        let game = self.game.to_be_bytes();
        let parts: [&[u8]; 9] = [
            DOMAIN,
            &self.contract,
            &game,
            white,
            black,
            &self.round.to_be_bytes(),
            &self.points.to_be_bytes(),
            &[action as u8],
            moves,
        ];
        parts.concat()
    }

    /// A player's argument for `play`: the action and the signature.
    pub fn sign(&self, secret: &SigningKey, action: Action, moves: &[u8]) -> Vec<u8> {
        let signature = secret.sign(&self.message(action, moves));
        [&[action as u8][..], &signature.to_bytes()].concat()
    }

    /// Whether a signature is valid as the chain checks it (without the cofactor, S below the
    /// group's order).
    pub fn verify(&self, color: Color, action: Action, moves: &[u8], signature: &[u8]) -> bool {
        let Ok(key) = VerifyingKey::from_bytes(&self.keys[color as usize]) else {
            return false;
        };
        let Ok(signature) = Signature::from_slice(signature) else {
            return false;
        };
        key.verify(&self.message(action, moves), &signature).is_ok()
    }
}

/// A secret key made of random numbers.
pub fn secret(rng: &mut fastrand::Rng) -> SigningKey {
    let mut seed = [0; 32];
    rng.fill(&mut seed);
    SigningKey::from_bytes(&seed)
}
