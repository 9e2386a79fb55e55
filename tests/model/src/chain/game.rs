//! A game, from the challenge on.

use cozy_chess::Color;

use super::{Account, Stake};
use crate::rules::{self, Move, Position};
use crate::signing::Table;

/// Fischer's clock, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    pub base: u32,
    pub increment: u32,
}

/// How a game stands, by the contract's numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum State {
    Ongoing,
    WhiteWon,
    BlackWon,
    Drawn,
    /// A challenge.
    Open,
    /// Cancelled or aborted.
    NoResult,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    Checkmate,
    Resignation,
    Inactivity,
    IllegalMove,
    Stalemate,
    DeadPosition,
    FivefoldRepetition,
    SeventyFiveMoves,
    ThreefoldRepetition,
    FiftyMoves,
    Agreement,
    Pause,
    Cancelled,
    Aborted,
}

impl Reason {
    /// Every way in which a game can end, in the order of the contract's numbers from 1 on.
    pub const ALL: [Reason; 14] = [
        Reason::Checkmate,
        Reason::Resignation,
        Reason::Inactivity,
        Reason::IllegalMove,
        Reason::Stalemate,
        Reason::DeadPosition,
        Reason::FivefoldRepetition,
        Reason::SeventyFiveMoves,
        Reason::ThreefoldRepetition,
        Reason::FiftyMoves,
        Reason::Agreement,
        Reason::Pause,
        Reason::Cancelled,
        Reason::Aborted,
    ];

    /// The contract's number.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Whether the position brought the end, not a player.
    pub fn is_by_the_board(self) -> bool {
        matches!(
            self,
            Reason::Checkmate
                | Reason::Stalemate
                | Reason::DeadPosition
                | Reason::FivefoldRepetition
                | Reason::SeventyFiveMoves
        )
    }
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Nobody in a draw.
    pub winner: Option<Color>,
    pub reason: Reason,
}

/// A moment, by both clocks that pauses stop.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Start {
    pub ms: u64,
    pub epoch: u64,
    /// The epoch on the calendar.
    pub at_epoch: u64,
}

/// An end of a game with keys, until its window is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenEnd {
    pub end: End,
}

/// A challenge, or a game.
#[derive(Clone)]
pub struct Game {
    pub id: u32,
    /// A challenge's second player is the one who is named, if any.
    pub players: [Option<Account>; 2],
    pub challenger: Option<Account>,
    /// The challenged account, if one is named.
    pub named: Option<Account>,
    pub side_is_drawn: bool,
    pub stake: Option<Stake>,
    pub clock: Option<Clock>,
    /// By colour, as named.
    pub keys: [Option<Vec<u8>>; 2],
    pub rejects: bool,
    pub state: State,
    pub reason: Option<Reason>,
    pub moves: Vec<Move>,
    /// Every position, the start's and the last's included.
    pub positions: Vec<Position>,
    pub offer: Option<Color>,
    /// When the game began to await what it awaits: a move, an answer, a longer game.
    pub start: Start,
    /// By colour, in milliseconds: what moves and asks have taken.
    pub used_ms: [u64; 2],
    /// Whether the player to move is asked for a move on the chain.
    pub is_asked: bool,
    pub open_end: Option<OpenEnd>,
}

/// From here on the clock of a game with keys goes on as without.
pub(super) const SIGNED_PLIES: usize = 1_000;

impl Game {
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    pub fn turn(&self) -> Color {
        self.position().turn
    }

    /// The player of a colour in a game that has begun.
    pub fn player(&self, color: Color) -> Account {
        self.players[color as usize].expect("the game has begun")
    }

    /// What signed messages have in common, where both players have named a key.
    pub fn table(&self, contract: [u8; 32]) -> Option<Table> {
        let key = |color: usize| self.keys[color].as_deref()?.try_into().ok();
        Some(Table {
            contract,
            game: self.id,
            keys: [key(0)?, key(1)?],
        })
    }

    /// Whether both players have named a key.
    pub fn is_signed(&self) -> bool {
        self.keys.iter().all(Option::is_some)
    }

    /// Whether the game can be played by signature now.
    pub fn is_signed_play(&self) -> bool {
        self.is_signed() && self.plies() < SIGNED_PLIES
    }

    /// Whether the time runs of what the game awaits: in signed play that of a move only once the
    /// opponent has asked.
    pub fn does_time_run(&self) -> bool {
        !self.is_signed_play() || self.is_asked || self.open_end.is_some()
    }

    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Whether a draw can be claimed in the last position (FIDE 9.2, 9.3).
    pub fn claim(&self) -> Option<Reason> {
        claim(&self.positions)
    }
}

/// How often the last position has occurred.
fn occurrences(positions: &[Position]) -> usize {
    let Some(last) = positions.last() else {
        return 0;
    };
    let reversible = last.half_moves as usize + 1;
    let key = last.key();
    let since = positions.len().saturating_sub(reversible);
    positions[since..].iter().filter(|p| p.key() == key).count()
}

/// What could be claimed in the last of some positions.
pub(crate) fn claim(positions: &[Position]) -> Option<Reason> {
    if positions.last()?.half_moves >= 100 {
        return Some(Reason::FiftyMoves);
    }
    (occurrences(positions) >= 3).then_some(Reason::ThreefoldRepetition)
}

/// How the last of some positions ends the game, repetition included.
pub(crate) fn end_by_board(positions: &[Position]) -> Option<End> {
    let position = positions.last()?;
    if let Some(end) = end_without_repetition(position) {
        return Some(end);
    }
    (occurrences(positions) >= 5).then_some(End {
        winner: None,
        reason: Reason::FivefoldRepetition,
    })
}

/// How a position ends the game: mate, stalemate, dead position, 75 moves.
pub(crate) fn end_without_repetition(position: &Position) -> Option<End> {
    let drawn = |reason| {
        Some(End {
            winner: None,
            reason,
        })
    };
    if !position.has_legal_move() {
        return match position.in_check(position.turn) {
            true => Some(End {
                winner: Some(!position.turn),
                reason: Reason::Checkmate,
            }),
            false => drawn(Reason::Stalemate),
        };
    }
    if position.is_dead() {
        return drawn(Reason::DeadPosition);
    }
    if position.half_moves >= 150 {
        return drawn(Reason::SeventyFiveMoves);
    }
    None
}

/// Whether a move is legal.
pub(crate) fn is_legal(position: &Position, m: &Move) -> bool {
    position.reach(m.from).has(m.to)
        && position.promotes(m.from, m.to) == m.promotion.is_some()
        && position.keeps_king_safe(m.from, m.to)
}

/// A move by the contract's numbers.
pub(crate) fn pair(from: u8, to: u8) -> Option<(cozy_chess::Square, cozy_chess::Square)> {
    Some((rules::square(from)?, rules::square(to)?))
}
