//! Where the contract stores what, and how it is read (`docs/storage.md`, crate `chess-record`).

use chess_record::{RecordError, Stake as StoredStake, State};

/// The key of the number of games.
pub const GAME_COUNT: &[u8] = b"games.len";

/// The key of what isn't a game's.
pub const STATE: &[u8] = b"state";

/// A token's identifier, and an amount in its smallest unit, big-endian.
pub type TokenAmount = (String, Vec<u8>);

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

/// The key of what a game has under a name.
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

impl Queue {
    /// The queue in the contract's state.
    pub fn of(state: &State<'_>) -> Self {
        Queue {
            paused: state.record.is_paused(),
            waiting: state.waiting.map(|(entry, _)| entry.player),
        }
    }
}

/// A challenge's own stake.
pub fn challenge_stake(bytes: &[u8]) -> Option<TokenAmount> {
    StoredStake::parse(bytes).ok().map(token_amount)
}

/// The queue's wager in the contract's state.
///
/// # Errors
/// It isn't one of this version.
pub fn wager(state: &[u8]) -> Result<Option<TokenAmount>, RecordError> {
    Ok(State::parse(state)?.wager.map(token_amount))
}

fn token_amount(stake: StoredStake) -> TokenAmount {
    let token = String::from_utf8_lossy(stake.token).into_owned();
    (token, stake.amount.to_vec())
}
