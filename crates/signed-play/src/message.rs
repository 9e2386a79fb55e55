//! The bytes that a player signs.

use alloc::vec::Vec;

use crate::{Action, KEY_LEN};

/// What every message begins with, so that no signature made for something else fits.
pub const DOMAIN: &[u8; 20] = b"onchain-chess:play:1";

/// The bytes of a message before its moves: domain, contract, game id, both keys, action.
pub const HEADER_LEN: usize = 20 + 32 + 4 + 32 + 32 + 1;

/// The game that messages belong to. All of it is signed, so that no signature serves another
/// contract, another game or another opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game<'a> {
    /// The address of the chess contract.
    pub contract: &'a [u8; 32],
    /// The game's id in the contract.
    pub id: u32,
    /// White's public key.
    pub white_key: &'a [u8; KEY_LEN],
    /// Black's public key.
    pub black_key: &'a [u8; KEY_LEN],
}

impl Game<'_> {
    /// Hands the [`HEADER_LEN`] bytes before the moves to `give`, piece by piece, for who can't
    /// or won't allocate: a contract appends the pieces and then the moves to a buffer of its VM.
    ///
    /// ```
    /// use signed_play::{Action, Game};
    ///
    /// let game = Game { contract: &[5; 32], id: 7, white_key: &[1; 32], black_key: &[2; 32] };
    /// let mut bytes = vec![];
    /// game.each_header_piece(Action::Ask, |piece| bytes.extend_from_slice(piece));
    /// assert_eq!(bytes, game.message(Action::Ask, &[]));
    /// ```
    pub fn each_header_piece(&self, action: Action, mut give: impl FnMut(&[u8])) {
        give(DOMAIN);
        give(self.contract);
        give(&self.id.to_be_bytes());
        give(self.white_key);
        give(self.black_key);
        give(&[action as u8]);
    }

    /// The bytes that a player signs. `moves`: all moves of the game so far, in canonical binary
    /// (crate `game-moves`), one after the other. Which these are for an action,
    /// [`covered_plies`](crate::covered_plies) tells.
    pub fn message(&self, action: Action, moves: &[u8]) -> Vec<u8> {
        let mut message = Vec::with_capacity(HEADER_LEN + moves.len());
        self.each_header_piece(action, |piece| message.extend_from_slice(piece));
        message.extend_from_slice(moves);
        message
    }
}
