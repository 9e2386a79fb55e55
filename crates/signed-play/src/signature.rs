//! Signatures, made and checked as the chain checks them.

use core::fmt;

use chess_rules::Color;
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};

use crate::action::{Action, SignedAction};
use crate::key::KEY_LEN;
use crate::message::Game;
use crate::moves::{MovesError, covered_moves};

/// Whether the chain takes a signature: as in Go's `crypto/ed25519`, S must be below the group's
/// order, and R is compared without the cofactor. Keys of small order are taken, as the chain
/// takes them. False also if the key is no point of the curve or a length is wrong.
pub fn verify(public_key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    let Ok(Ok(key)) = public_key.try_into().map(VerifyingKey::from_bytes) else {
        return false;
    };
    // `verify_strict` would refuse keys and signatures that the chain takes
    Signature::from_slice(signature).is_ok_and(|signature| key.verify(message, &signature).is_ok())
}

impl Game<'_> {
    /// A player's public key.
    pub fn key(&self, color: Color) -> &[u8; KEY_LEN] {
        match color {
            Color::White => self.white_key,
            Color::Black => self.black_key,
        }
    }

    /// Checks a player's message in a game of these moves, as the endpoint `play` does. Whether the
    /// moves are legal and the action is possible there is left to the caller.
    ///
    /// # Errors
    /// The moves aren't canonical or too many, the player can't have signed that action there, or
    /// the signature is invalid.
    ///
    /// ```
    /// use chess_rules::Color;
    /// use signed_play::{Action, Game, PlayKey, VerifyError};
    ///
    /// let (white, black) = (PlayKey::from_secret(&[1; 32]), PlayKey::from_secret(&[2; 32]));
    /// let game = Game {
    ///     contract: &[5; 32],
    ///     id: 7,
    ///     white_key: &white.public(),
    ///     black_key: &black.public(),
    ///     round: 0,
    ///     points: 0,
    /// };
    /// let moves = [12, 28, 52, 36]; // e2e4 e7e5
    /// let reply = black.sign(&game, Action::Move, &moves).unwrap();
    /// assert_eq!(game.verify(Color::Black, &reply, &moves), Ok(()));
    /// let other = Game { id: 8, ..game };
    /// assert_eq!(other.verify(Color::Black, &reply, &moves), Err(VerifyError::Signature));
    /// ```
    pub fn verify(
        &self,
        signer: Color,
        signed: &SignedAction,
        moves: &[u8],
    ) -> Result<(), VerifyError> {
        let covered =
            covered_moves(signed.action, signer, self.round, moves).map_err(VerifyError::Moves)?;
        let covered = covered.ok_or(VerifyError::NoMove)?;
        let message = self.message(signed.action, covered);
        match verify(self.key(signer), &message, &signed.signature) {
            true => Ok(()),
            false => Err(VerifyError::Signature),
        }
    }
}

/// Why a signed action doesn't count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerifyError {
    /// The moves aren't canonical, or are too many.
    Moves(MovesError),
    /// The player has made no move in this game, so can't have signed one.
    NoMove,
    /// The signature isn't the player's, or is of other bytes.
    Signature,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::Moves(error) => error.fmt(f),
            VerifyError::NoMove => f.write_str("the player has made no move, so can't sign one"),
            VerifyError::Signature => {
                f.write_str("the signature isn't the player's of this game and these moves")
            }
        }
    }
}

impl core::error::Error for VerifyError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            VerifyError::Moves(error) => Some(error),
            VerifyError::NoMove | VerifyError::Signature => None,
        }
    }
}

/// A player's secret key for one game. It must be made of 32 random bytes, used for that game
/// alone, and stored: without it only `makeMove` is left. It is wiped when it is dropped.
pub struct PlayKey(SigningKey);

impl PlayKey {
    /// The key of 32 secret random bytes (the seed of RFC 8032).
    pub fn from_secret(secret: &[u8; 32]) -> Self {
        PlayKey(SigningKey::from_bytes(secret))
    }

    /// The public key, which is named to the contract.
    pub fn public(&self) -> [u8; KEY_LEN] {
        self.0.verifying_key().to_bytes()
    }

    /// Signs an action over `moves`: all moves of the round so far, the own one last if the action
    /// is a move, none to begin a later round or to leave. That the moves are legal is left to the
    /// caller, and that this player never signs two games of the same length.
    ///
    /// # Errors
    /// The key is none of the game's, the moves aren't canonical or too many, the action is a move
    /// and the last one is the opponent's, or it is to leave and there are moves.
    pub fn sign(
        &self,
        game: &Game<'_>,
        action: Action,
        moves: &[u8],
    ) -> Result<SignedAction, SignError> {
        let public = self.public();
        let signer = match () {
            () if public == *game.white_key => Color::White,
            () if public == *game.black_key => Color::Black,
            () => return Err(SignError::NotAPlayer),
        };
        let covered = covered_moves(action, signer, game.round, moves).map_err(SignError::Moves)?;
        if covered != Some(moves) {
            return Err(match action {
                Action::Leave => SignError::LeaveWithMoves,
                _ => SignError::OpponentsMove,
            });
        }
        let signature = self.0.sign(&game.message(action, moves)).to_bytes();
        Ok(SignedAction { action, signature })
    }

    /// Signs other bytes than a game's message, with a separate domain, as a relay asks for.
    pub fn sign_other(&self, message: &[u8]) -> [u8; 64] {
        debug_assert!(!message.starts_with(crate::message::DOMAIN));
        self.0.sign(message).to_bytes()
    }
}

/// Shows the public key alone.
impl fmt::Debug for PlayKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayKey")
            .field("public", &self.public())
            .finish_non_exhaustive()
    }
}

/// Why a key doesn't sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignError {
    /// The key is none of the game's.
    NotAPlayer,
    /// The moves aren't canonical, or are too many.
    Moves(MovesError),
    /// A move is signed by the player who makes it, and the last one is the opponent's, or there
    /// is none; in a round after the first, over no moves, it is a begin.
    OpponentsMove,
    /// A match is left before a round: without moves.
    LeaveWithMoves,
}

impl fmt::Display for SignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SignError::NotAPlayer => f.write_str("the key is none of this game's"),
            SignError::Moves(error) => error.fmt(f),
            SignError::OpponentsMove => {
                f.write_str("a move is signed by the player who makes it, as the last of the moves")
            }
            SignError::LeaveWithMoves => f.write_str("a match is left without moves"),
        }
    }
}

impl core::error::Error for SignError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            SignError::Moves(error) => Some(error),
            SignError::NotAPlayer | SignError::OpponentsMove | SignError::LeaveWithMoves => None,
        }
    }
}
