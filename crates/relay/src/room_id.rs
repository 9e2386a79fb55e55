//! Which game a room belongs to.

use chess_rules::Color;
use signed_play::{Game, KEY_LEN, check_key};

use crate::address;

/// The first bytes of a key's proof. No message of a game begins with them, so neither serves as the other.
pub const HERE_DOMAIN: &[u8; 20] = b"onchain-chess:here:1";

/// A game and both players' keys. Other keys are another room, even for the same game, so a client
/// that names false keys is alone there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RoomId {
    contract: [u8; 32],
    game: u32,
    keys: [[u8; KEY_LEN]; 2],
}

/// Why there is no such room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RoomError {
    /// Not the address of an account or contract.
    #[error("the contract's address is erd1 and 58 more characters")]
    Contract,
    /// Games are counted from 1.
    #[error("a game's id is at least 1")]
    Game,
    /// A key that the contract wouldn't take.
    #[error("{0:?}: {1}")]
    Key(Color, signed_play::KeyError),
}

impl RoomId {
    /// The length of [`RoomId::to_bytes`].
    pub const LEN: usize = Self::KEYS_AT + 2 * KEY_LEN;
    /// The keys' place in them.
    const KEYS_AT: usize = 32 + 4;

    /// A room. `contract`: an address, `erd1…`.
    ///
    /// # Errors
    /// The address isn't one, the game is 0, or the contract would refuse a key.
    pub fn new(contract: &str, game: u32, white: &[u8], black: &[u8]) -> Result<Self, RoomError> {
        let contract = address::read(contract).ok_or(RoomError::Contract)?;
        if game == 0 {
            return Err(RoomError::Game);
        }
        let white = check_key(white, None).map_err(|e| RoomError::Key(Color::White, e))?;
        let black = check_key(black, Some(&white)).map_err(|e| RoomError::Key(Color::Black, e))?;
        Ok(RoomId {
            contract,
            game,
            keys: [white, black],
        })
    }

    /// The game as its messages name it.
    pub fn game(&self) -> Game<'_> {
        Game {
            contract: &self.contract,
            id: self.game,
            white_key: &self.keys[0],
            black_key: &self.keys[1],
            round: 0,
            points: 0,
        }
    }

    /// The contract's address, `erd1…`.
    pub fn contract(&self) -> String {
        address::show(&self.contract)
    }

    /// Contract, game id big-endian, White's key, Black's key.
    pub fn to_bytes(&self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..32].copy_from_slice(&self.contract);
        bytes[32..Self::KEYS_AT].copy_from_slice(&self.game.to_be_bytes());
        bytes[Self::KEYS_AT..].copy_from_slice(self.keys.as_flattened());
        bytes
    }

    /// The room of [`RoomId::to_bytes`].
    pub fn from_bytes(bytes: &[u8; Self::LEN]) -> Self {
        RoomId {
            contract: std::array::from_fn(|at| bytes[at]),
            game: u32::from_be_bytes(std::array::from_fn(|at| bytes[32 + at])),
            keys: [Self::KEYS_AT, Self::KEYS_AT + KEY_LEN]
                .map(|first| std::array::from_fn(|at| bytes[first + at])),
        }
    }

    /// The room of a game with these keys, which aren't checked.
    pub fn of_keys(contract: &[u8; 32], game: u32, keys: &[[u8; KEY_LEN]; 2]) -> Self {
        RoomId {
            contract: *contract,
            game,
            keys: *keys,
        }
    }

    /// Both players' keys, White's first.
    pub fn keys(&self) -> &[[u8; KEY_LEN]; 2] {
        &self.keys
    }

    /// The bytes that a player signs to prove presence: [`HERE_DOMAIN`], the connection's nonce,
    /// [`RoomId::to_bytes`].
    pub fn here_message(&self, nonce: &[u8; 32]) -> Vec<u8> {
        [&HERE_DOMAIN[..], nonce, &self.to_bytes()].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bech32::{Bech32, Hrp};

    const CHESS: &str = "erd1qqqqqqqqqqqqqpgqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqs3u4r78";

    fn address() -> String {
        bech32::encode::<Bech32>(Hrp::parse_unchecked("erd"), &[5; 32]).unwrap()
    }

    #[test]
    fn a_room_belongs_to_the_game_that_messages_name() {
        let room = RoomId::new(&address(), 7, &[1; 32], &[2; 32]).unwrap();
        assert_eq!(room.contract(), address());
        assert_eq!(room.game().id, 7);
        assert_eq!(room.game().contract, &[5; 32]);
        assert_eq!(RoomId::from_bytes(&room.to_bytes()), room);
        assert_eq!(RoomId::of_keys(&[5; 32], 7, &[[1; 32], [2; 32]]), room);
        let swapped = RoomId::new(&address(), 7, &[2; 32], &[1; 32]).unwrap();
        assert_ne!(room, swapped);
        assert_ne!(room.here_message(&[0; 32]), room.here_message(&[1; 32]));
    }

    #[test]
    fn keys_that_no_game_has_are_refused() {
        let other = bech32::encode::<Bech32>(Hrp::parse_unchecked("btc"), &[5; 32]).unwrap();
        let short = bech32::encode::<Bech32>(Hrp::parse_unchecked("erd"), &[5; 31]).unwrap();
        for wrong in ["", "erd1", CHESS, other.as_str(), short.as_str()] {
            let error = RoomId::new(wrong, 7, &[1; 32], &[2; 32]);
            assert_eq!(error, Err(RoomError::Contract), "{wrong}");
        }
        let game = |id, white: &[u8], black: &[u8]| RoomId::new(&address(), id, white, black);
        assert_eq!(game(0, &[1; 32], &[2; 32]), Err(RoomError::Game));
        for (white, black) in [
            (&[1; 32][..], &[1; 32][..]),
            (&[0; 32], &[1; 32]),
            (&[1; 31], &[2; 32]),
        ] {
            assert!(matches!(game(1, white, black), Err(RoomError::Key(..))));
        }
    }
}
