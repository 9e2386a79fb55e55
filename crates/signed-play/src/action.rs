//! The actions of messages, and how they reach the contract.

use core::fmt;

/// The action of a message; the number is the signed byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Action {
    /// I made the last of these moves. A move is always signed with this action. Without moves, in
    /// a round after the first: I begin this round.
    Move = 0,
    /// I resign.
    Resign = 1,
    /// I offer a draw, agree to one, or claim one.
    Draw = 2,
    /// I ask my opponent to move on the chain.
    Ask = 3,
    /// The match has ended before this round: I leave. Signed without moves.
    Leave = 4,
}

impl Action {
    /// Every action, in the order of the numbers.
    pub const ALL: [Action; 5] = [
        Action::Move,
        Action::Resign,
        Action::Draw,
        Action::Ask,
        Action::Leave,
    ];

    /// The action of a byte from 0 to 4.
    ///
    /// ```
    /// use signed_play::Action;
    /// assert_eq!(Action::from_byte(3), Some(Action::Ask));
    /// assert_eq!(Action::from_byte(5), None);
    /// ```
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Action::Move),
            1 => Some(Action::Resign),
            2 => Some(Action::Draw),
            3 => Some(Action::Ask),
            4 => Some(Action::Leave),
            _ => None,
        }
    }
}

/// A player's message as the endpoint `play` takes it: the action and its signature. The moves
/// are a separate argument, and the contract has the rest of the signed bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignedAction {
    /// The player's action.
    pub action: Action,
    /// The Ed25519 signature of [`Game::message`](crate::Game::message).
    pub signature: [u8; 64],
}

impl SignedAction {
    /// The length of the argument in bytes, unless it is empty.
    pub const LEN: usize = 65;

    /// Reads the argument `white` or `black` of `play`: `None` for an empty one.
    ///
    /// # Errors
    /// The length is neither 0 nor 65, or the first byte is no action.
    ///
    /// ```
    /// use signed_play::{Action, ArgumentError, SignedAction};
    ///
    /// let mut argument = [7; 65];
    /// argument[0] = 1;
    /// let resigns = SignedAction::from_argument(&argument).unwrap().unwrap();
    /// assert_eq!((resigns.action, resigns.signature), (Action::Resign, [7; 64]));
    /// assert_eq!(resigns.to_argument(), argument);
    /// assert_eq!(SignedAction::from_argument(&[]), Ok(None));
    /// assert_eq!(SignedAction::from_argument(&[1; 64]), Err(ArgumentError::Length));
    /// ```
    pub fn from_argument(argument: &[u8]) -> Result<Option<Self>, ArgumentError> {
        let Some((&action, signature)) = argument.split_first() else {
            return Ok(None);
        };
        let signature = signature.try_into().map_err(|_| ArgumentError::Length)?;
        let action = Action::from_byte(action).ok_or(ArgumentError::Action)?;
        Ok(Some(SignedAction { action, signature }))
    }

    /// The argument `white` or `black` of `play`.
    pub fn to_argument(&self) -> [u8; Self::LEN] {
        let mut argument = [self.action as u8; Self::LEN];
        argument[1..].copy_from_slice(&self.signature);
        argument
    }
}

/// The fault of an argument `white` or `black` of `play`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentError {
    /// It is neither empty nor 65 bytes long.
    Length,
    /// Its first byte is none of the actions 0 to 4.
    Action,
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ArgumentError::Length => "a signed action is 65 bytes: the action and a signature",
            ArgumentError::Action => {
                "the action is 0 (a move), 1 (resign), 2 (draw), 3 (ask for a move) or 4 (leave the match)"
            }
        })
    }
}

impl core::error::Error for ArgumentError {}
