//! A game as the contract stores it. The layout is the contract's, of version 0xE2:
//! `docs/storage.md`.

use chess_rules::Color;
use signed_play::KEY_LEN;

/// A game's states and ends by the contract's numbers.
pub mod number {
    /// The state of a game that goes on.
    pub const ONGOING: u8 = 0;
    /// The state of a challenge that nobody has accepted.
    pub const OPEN: u8 = 4;
    /// The reasons of ends that come about on the board.
    pub const ENDS_ON_BOARD: [u8; 5] = [1, 5, 6, 7, 8];
    /// The same without the mate.
    pub const DRAWS_ON_BOARD: [u8; 4] = [5, 6, 7, 8];
}

/// What a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaits {
    /// A move; no time runs.
    Move,
    /// The answer to an ask.
    Answer,
    /// A longer game that undoes the open end.
    LongerGame,
}

/// A Fischer clock; times in milliseconds of block time that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// Each player's time at the start, in seconds.
    pub base: u32,
    /// What each move adds, in seconds.
    pub increment: u32,
    /// What White and Black have used.
    pub used: [u64; 2],
    /// When the game began to await what it awaits.
    pub wait_since: u64,
}

/// A game on the chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainGame {
    /// White's address and Black's; 32 zero bytes for whoever may still accept.
    pub players: [[u8; 32]; 2],
    /// Both keys, where the game can be played by signature.
    pub keys: Option<[[u8; KEY_LEN]; 2]>,
    /// The contract's number: 0 ongoing, 4 open, others over.
    pub state: u8,
    /// What it waits for.
    pub awaits: Awaits,
    /// The contract's number of the reason of its end, also of an open one.
    pub end_reason: u8,
    /// None where a player has an epoch for a move.
    pub clock: Option<GameClock>,
    /// The epoch in which it began to await what it awaits.
    pub wait_epoch: u32,
    /// Of an open challenge: the challenger's side.
    pub challenger: Option<Color>,
    /// Whether the sides of a challenge are drawn by lot.
    pub drawn_sides: bool,
    /// Where its stake is stored.
    pub stake: Stake,
    /// How many plies it has.
    pub plies: usize,
    /// All its moves in canonical binary.
    pub moves: Vec<u8>,
}

/// What is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stake {
    /// The wager of the contract's queue.
    Wager,
    /// A challenge's own.
    Challenge,
    /// Nothing.
    None,
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

impl ChainGame {
    /// Whether it goes on; a challenge doesn't yet.
    pub fn is_ongoing(&self) -> bool {
        self.state == number::ONGOING
    }

    /// Whether nothing can change any more.
    pub fn is_over(&self) -> bool {
        !matches!(self.state, number::ONGOING | number::OPEN)
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        match self.plies % 2 {
            0 => Color::White,
            _ => Color::Black,
        }
    }
}
