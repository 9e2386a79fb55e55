//! Where the contract stores its values, and how they are read (`docs/storage.md`, crate
//! `chess-record`).

use chess_record::Stake;
use num_bigint::BigUint;

/// The key of the number of games.
pub const GAME_COUNT: &[u8] = b"games.len";

/// The key of a value that belongs to no game.
pub const STATE: &[u8] = b"state";

/// A token's identifier, and an amount in its smallest unit.
pub type TokenAmount = (String, BigUint);

/// The state of a contract's queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Queue {
    /// Whether the contract is paused, or not started yet.
    pub paused: bool,
    /// The player who waits for an opponent.
    pub waiting: Option<[u8; 32]>,
}

/// The name of games' records.
pub const RECORD: &str = "games.item";

/// The name of games' keys.
pub const KEYS: &str = "keys";

/// The name of challenges' own stakes.
pub const STAKE: &str = "stake";

/// The key of a game's value with this name.
pub fn key_of(name: &str, game: u32) -> Vec<u8> {
    [name.as_bytes(), &game.to_be_bytes()].concat()
}

/// The key of a full block of moves.
pub fn moves_key(game: u32, block: u32) -> Vec<u8> {
    [key_of("moves", game), block.to_be_bytes().to_vec()].concat()
}

/// A number of games or tournaments.
pub fn count(bytes: &[u8]) -> u32 {
    let number = bytes
        .iter()
        .fold(0u64, |number, byte| number << 8 | u64::from(*byte));
    number.try_into().unwrap_or(u32::MAX)
}

/// A stake as it is stored.
pub fn token_amount(stake: Stake) -> TokenAmount {
    let token = String::from_utf8_lossy(stake.token).into_owned();
    (token, BigUint::from_bytes_be(stake.amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_decimal() {
        let decimal = |amount: &[u8]| {
            let token = b"EGLD-000000";
            token_amount(Stake { token, amount }).1.to_string()
        };
        assert_eq!(decimal(&[]), "0");
        assert_eq!(decimal(&[1, 0]), "256");
        let egld = 50_000_000_000_000_000u64.to_be_bytes();
        assert_eq!(decimal(&egld), "50000000000000000");
        let most = u128::MAX.to_be_bytes();
        assert_eq!(decimal(&most), u128::MAX.to_string());
    }
}
