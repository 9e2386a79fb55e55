//! A game as the chain has it.

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
