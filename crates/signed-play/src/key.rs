//! The keys that two players name for one game.

use core::fmt;

/// The length of a public key in bytes.
pub const KEY_LEN: usize = 32;

/// Reads a public key as `joinGame`, `challenge` and `accept` take it. `opponent`: the other
/// player's key, if there is one already.
///
/// Whether the bytes are a point of the curve isn't checked: with a key that isn't, nobody can
/// sign, and the game is played by `makeMove`.
///
/// # Errors
/// The key isn't 32 bytes long, is all zero, or is the opponent's.
///
/// ```
/// use signed_play::{KeyError, check_key};
///
/// assert_eq!(check_key(&[1; 32], Some(&[2; 32])), Ok([1; 32]));
/// assert_eq!(check_key(&[2; 32], Some(&[2; 32])), Err(KeyError::Opponents));
/// assert_eq!(check_key(&[0; 32], None), Err(KeyError::Zero));
/// ```
pub fn check_key(key: &[u8], opponent: Option<&[u8; KEY_LEN]>) -> Result<[u8; KEY_LEN], KeyError> {
    let key: [u8; KEY_LEN] = key.try_into().map_err(|_| KeyError::Length)?;
    if key.iter().all(|&byte| byte == 0) {
        Err(KeyError::Zero)
    } else if opponent == Some(&key) {
        Err(KeyError::Opponents)
    } else {
        Ok(key)
    }
}

/// Why a public key can't be named for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyError {
    /// It isn't 32 bytes long.
    Length,
    /// All of its bytes are zero, which stands for no key.
    Zero,
    /// It is the opponent's key.
    Opponents,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KeyError::Length => "a public key is 32 bytes",
            KeyError::Zero => "a public key isn't all zero",
            KeyError::Opponents => "the key is the opponent's: each player needs one of their own",
        })
    }
}

impl core::error::Error for KeyError {}
