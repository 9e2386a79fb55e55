//! What the contract stores, in bytes. The layouts are the contract's, of version 0xE2
//! (`docs/storage.md`); no other file of the relay knows them.

use chess_rules::Color;

use super::game::{Awaits, ChainGame, GameClock, Stake, number};

/// The key of the number of games.
pub const GAME_COUNT: &[u8] = b"games.len";

/// The key of what isn't a game's.
pub const STATE: &[u8] = b"state";

/// Where the wager's token begins in the contract's state.
const TOKEN_AT: usize = 17 + 24;

/// A token's identifier, and an amount in its smallest unit, big-endian.
pub type TokenAmount = (String, Vec<u8>);

/// What a contract's queue is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Queue {
    /// Whether the contract is paused, or not started yet.
    pub paused: bool,
    /// Who waits for an opponent.
    pub waiting: Option<[u8; 32]>,
}

/// A record: everything but the keys and the moves in full blocks.
pub struct Record {
    /// The game; without keys, and its moves are those of the current block alone.
    pub game: ChainGame,
    /// Whether both players have named a key.
    pub has_keys: bool,
    /// How many blocks of moves come before those in the game.
    pub full_blocks: u16,
}

const VERSION: u8 = 0xE2;
const CLOCK: u8 = 1;
const CHALLENGE: u8 = 2;
const STAKE: u8 = 4;
const KEYS: u8 = 8;
const CHALLENGER_IS_BLACK: u8 = 16;
const DRAWN_SIDES: u8 = 32;

/// Where the head ends. In a game with a clock that comes next; then come the board and the moves of
/// the current block.
const HEAD_END: usize = 97;
const CLOCK_LEN: usize = 32;
const BOARD_LEN: usize = 64;

impl Record {
    /// Reads a record. `None` for what isn't one of this version.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        if bytes.len() < HEAD_END || bytes[80] != VERSION {
            return None;
        }
        let address = |at: usize| bytes[at..at + 32].try_into().ok();
        let traits = bytes[82];
        let (clock, board_at) = match traits & CLOCK {
            0 => (None, HEAD_END),
            _ => {
                let clock = bytes.get(HEAD_END..HEAD_END + CLOCK_LEN)?;
                (Some(read_clock(clock)?), HEAD_END + CLOCK_LEN)
            }
        };
        let len = usize::from(bytes[96]);
        let moves_at = board_at + BOARD_LEN;
        let moves = match len {
            0 => &[],
            len => bytes.get(moves_at..moves_at + len)?,
        };
        let game = ChainGame {
            players: [address(0)?, address(36)?],
            keys: None,
            state: bytes[83],
            awaits: match bytes[81] {
                0 => Awaits::Move,
                1 => Awaits::Answer,
                2 => Awaits::LongerGame,
                _ => return None,
            },
            end_reason: bytes[84],
            clock,
            wait_epoch: u32_at(bytes, 72)?,
            challenger: (bytes[83] == number::OPEN).then_some(match traits & CHALLENGER_IS_BLACK {
                0 => Color::White,
                _ => Color::Black,
            }),
            drawn_sides: traits & DRAWN_SIDES != 0,
            stake: match (traits & CHALLENGE, traits & STAKE) {
                (0, _) => Stake::Wager,
                (_, 0) => Stake::None,
                _ => Stake::Challenge,
            },
            plies: usize::from(u16::from_be_bytes([bytes[92], bytes[93]])),
            moves: moves.to_vec(),
        };
        Some(Record {
            game,
            has_keys: traits & KEYS != 0,
            full_blocks: u16::from_be_bytes([bytes[94], bytes[95]]),
        })
    }
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn read_clock(bytes: &[u8]) -> Option<GameClock> {
    let u64_at = |at: usize| Some(u64::from_be_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    Some(GameClock {
        base: u32_at(bytes, 0)?,
        increment: u32_at(bytes, 4)?,
        used: [u64_at(8)?, u64_at(16)?],
        wait_since: u64_at(24)?,
    })
}

/// The key of a game's record.
pub fn record_key(game: u32) -> Vec<u8> {
    key_of("games.item", game)
}

/// The key of a game's keys.
pub fn keys_key(game: u32) -> Vec<u8> {
    key_of("keys", game)
}

/// The key of a challenge's own stake.
pub fn stake_key(game: u32) -> Vec<u8> {
    key_of("stake", game)
}

/// The key of a full block of moves.
pub fn moves_key(game: u32, block: u32) -> Vec<u8> {
    [key_of("moves", game), block.to_be_bytes().to_vec()].concat()
}

fn key_of(name: &str, game: u32) -> Vec<u8> {
    [name.as_bytes(), &game.to_be_bytes()].concat()
}

/// The number of games.
pub fn game_count(bytes: &[u8]) -> u32 {
    let number = bytes
        .iter()
        .fold(0u64, |number, byte| number << 8 | u64::from(*byte));
    number.try_into().unwrap_or(u32::MAX)
}

impl Queue {
    /// Reads the contract's state. `None` for what isn't one.
    pub fn read(state: &[u8]) -> Option<Self> {
        let [_, _, pause, .., token_len, amount_len] = state.get(..17)? else {
            return None;
        };
        let at = TOKEN_AT + usize::from(*token_len) + usize::from(*amount_len);
        let waiting = state.get(at..).and_then(|rest| rest.first_chunk::<32>());
        Some(Queue {
            paused: *pause != 0,
            waiting: waiting.copied(),
        })
    }
}

/// A challenge's own stake.
pub fn challenge_stake(bytes: &[u8]) -> Option<TokenAmount> {
    let token_end = 1 + usize::from(*bytes.first()?);
    token_amount(bytes.get(1..token_end)?, bytes.get(token_end..)?)
}

/// The queue's wager in the contract's state.
pub fn wager(state: &[u8]) -> Option<TokenAmount> {
    let token_end = TOKEN_AT + usize::from(*state.get(15)?);
    let amount_end = token_end + usize::from(*state.get(16)?);
    token_amount(
        state.get(TOKEN_AT..token_end)?,
        state.get(token_end..amount_end)?,
    )
}

fn token_amount(token: &[u8], amount: &[u8]) -> Option<TokenAmount> {
    let token = String::from_utf8_lossy(token).into_owned();
    Some((token, amount.to_vec()))
}
