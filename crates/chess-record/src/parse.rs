//! Records as raw storage has them, for readers outside of the contract.

use core::fmt;

use zerocopy::FromBytes;

use crate::game::{GameClock, GameRecord, VERSION, flags};
use crate::state::{PauseTimes, QueueEntry, StateRecord};

/// A game's record with what follows it.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// The part that every game has.
    pub record: &'a GameRecord,
    /// The clock, if the game has one.
    pub clock: Option<&'a GameClock>,
    /// The moves of the current block in canonical binary.
    pub block: &'a [u8],
}

/// The contract's state with what follows it.
#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    /// Rule and pause.
    pub record: &'a StateRecord,
    /// The pause in milliseconds.
    pub pause: &'a PauseTimes,
    /// The wager, unless it isn't set yet.
    pub wager: Option<Stake<'a>>,
    /// The waiting player, with their key, which is empty if they named none.
    pub waiting: Option<(&'a QueueEntry, &'a [u8])>,
}

/// The payment of each player for a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stake<'a> {
    /// The token's identifier, `EGLD-000000` for EGLD.
    pub token: &'a [u8],
    /// The amount in the token's smallest unit, big-endian.
    pub amount: &'a [u8],
}

/// Why bytes are no record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// They end too early.
    TooShort,
    /// They are of another version than [`VERSION`].
    Version(u8),
}

impl<'a> Game<'a> {
    /// Reads the value at `games.item` and the game's id.
    ///
    /// # Errors
    /// The bytes end too early or are of another version.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, RecordError> {
        let (record, rest) = prefix::<GameRecord>(bytes)?;
        require_version(record.head.version)?;
        let (clock, rest) = match record.head.has(flags::CLOCK) {
            true => prefix::<GameClock>(rest).map(|(clock, rest)| (Some(clock), rest))?,
            false => (None, rest),
        };
        let (block, _) = split(rest, record.head.block_len.into())?;
        Ok(Game {
            record,
            clock,
            block,
        })
    }
}

impl<'a> State<'a> {
    /// Reads the value at `state`.
    ///
    /// # Errors
    /// The bytes end too early or are of another version.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, RecordError> {
        let (record, rest) = prefix::<StateRecord>(bytes)?;
        require_version(record.version)?;
        let (pause, rest) = prefix::<PauseTimes>(rest)?;
        let (token, rest) = split(rest, record.token_len.into())?;
        let (amount, rest) = split(rest, record.amount_len.into())?;
        let waiting = match rest.is_empty() {
            true => None,
            false => Some(prefix::<QueueEntry>(rest)?),
        };
        let wager = (!token.is_empty()).then_some(Stake { token, amount });
        Ok(State {
            record,
            pause,
            wager,
            waiting,
        })
    }
}

impl<'a> Stake<'a> {
    /// Reads the value at `stake` and a game's id: the length of the token's identifier, a byte,
    /// then it and the amount.
    ///
    /// # Errors
    /// The bytes end too early.
    ///
    /// ```
    /// let stake = chess_record::Stake::parse(b"\x0bEGLD-000000\x01\x00").unwrap();
    /// assert_eq!((stake.token, stake.amount), (&b"EGLD-000000"[..], &[1, 0][..]));
    /// ```
    pub fn parse(bytes: &'a [u8]) -> Result<Self, RecordError> {
        let (&len, rest) = bytes.split_first().ok_or(RecordError::TooShort)?;
        let (token, amount) = split(rest, len.into())?;
        Ok(Stake { token, amount })
    }
}

fn require_version(version: u8) -> Result<(), RecordError> {
    match version == VERSION {
        true => Ok(()),
        false => Err(RecordError::Version(version)),
    }
}

fn prefix<T: FromBytes + zerocopy::KnownLayout + zerocopy::Immutable + zerocopy::Unaligned>(
    bytes: &[u8],
) -> Result<(&T, &[u8]), RecordError> {
    T::ref_from_prefix(bytes).map_err(|_| RecordError::TooShort)
}

fn split(bytes: &[u8], len: usize) -> Result<(&[u8], &[u8]), RecordError> {
    bytes.split_at_checked(len).ok_or(RecordError::TooShort)
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::TooShort => f.write_str("the record ends too early"),
            RecordError::Version(version) => {
                write!(f, "the record's version is {version}, not {VERSION}")
            }
        }
    }
}

impl core::error::Error for RecordError {}
