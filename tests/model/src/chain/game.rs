//! A game, starting with its challenge.

pub use chess_record::EndReason as Reason;
use cozy_chess::Color;

use super::{Account, Stake};
use crate::rules::{Move, Position};
use crate::signing::Table;

/// Fischer's clock, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    pub base: u32,
    pub increment: u32,
}

// Written here again, like everything that the model compares with the contract.

/// A game's state, by the contract's numbers.
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

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Nobody in a draw.
    pub winner: Option<Color>,
    pub reason: Reason,
}

pub(super) fn drawn(reason: Reason) -> End {
    End {
        winner: None,
        reason,
    }
}

impl End {
    /// Whether the position caused it, not a player.
    pub fn is_by_the_board(self) -> bool {
        matches!(
            self.reason,
            Reason::Checkmate
                | Reason::Stalemate
                | Reason::DeadPosition
                | Reason::FivefoldRepetition
                | Reason::SeventyFiveMoves
                | Reason::PlyLimit
        )
    }
}

/// A moment, by both clocks that pauses stop.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Start {
    pub ms: u64,
    pub epoch: u64,
    /// The epoch on the calendar.
    pub at_epoch: u64,
}

/// A challenge, a game or a match.
#[derive(Clone)]
pub struct Game {
    pub id: u32,
    /// The most rounds; 1 in a single game.
    pub rounds: u16,
    /// The round that the chain is in, from 0.
    pub round: u16,
    /// The points of White of round 0 in earlier rounds.
    pub points: u16,
    /// Whether both may use a chess program.
    pub engines: bool,
    /// By colour, in the round that the chain is in. A challenge's second player is the one who
    /// is named, if any.
    pub players: [Option<Account>; 2],
    pub challenger: Option<Account>,
    /// The challenged account, if one is named.
    pub named: Option<Account>,
    pub side_is_drawn: bool,
    /// Each player's payment for a round.
    pub stake: Option<Stake>,
    pub clock: Option<Clock>,
    /// By colour, in the round that the chain is in.
    pub keys: [Option<Vec<u8>>; 2],
    pub rejects: bool,
    pub state: State,
    pub reason: Option<Reason>,
    /// Once it is over: the number of rounds that count, and the points of White of round 0 in them.
    pub score: Option<(u16, u16)>,
    pub moves: Vec<Move>,
    /// Every position, the start's and the last's included.
    pub positions: Vec<Position>,
    pub offer: Option<Color>,
    /// When the current wait began: for a move, an answer, a longer game.
    pub start: Start,
    /// By colour, in milliseconds: the time that moves and asks have taken.
    pub used_ms: [u64; 2],
    /// Whether the player to move is asked for a move on the chain.
    pub is_asked: bool,
    pub open_end: Option<End>,
}

/// After this ply the clock of a game with keys runs as without them.
pub(super) const SIGNED_PLIES: usize = 1_000;

impl Game {
    /// Each player's payment: the stakes of all rounds.
    pub fn stake_of_all(&self) -> Option<Stake> {
        let all = |stake: &Stake| Stake {
            token: stake.token,
            amount: &stake.amount * self.rounds,
        };
        self.stake.as_ref().map(all)
    }

    pub fn is_match(&self) -> bool {
        self.rounds > 1
    }

    /// Whether no round can come after the one that the chain is in.
    pub fn is_last_round(&self) -> bool {
        self.round + 1 == self.rounds
    }

    /// The colour of White of round 0 in the round that the chain is in.
    pub fn color_of_first(&self) -> Color {
        match self.round % 2 {
            0 => Color::White,
            _ => Color::Black,
        }
    }

    /// The game at the beginning of a later round.
    pub(super) fn in_round(&self, round: u16, points: u16) -> Game {
        let mut game = self.clone();
        if (round - self.round) % 2 == 1 {
            game.players.swap(0, 1);
            game.keys.swap(0, 1);
        }
        (game.round, game.points) = (round, points);
        (game.moves, game.positions) = (vec![], vec![Position::start()]);
        (game.offer, game.open_end, game.is_asked) = (None, None, false);
        game.used_ms = [0; 2];
        game
    }

    /// The points that White of round 0 can have before a round that isn't earlier.
    pub fn possible_points(&self, round: u16) -> std::ops::RangeInclusive<u16> {
        self.points..=self.points + 2 * (round - self.round)
    }

    /// How some positions, the start's first, end the game or the round on the board.
    pub fn end_of(&self, positions: &[Position]) -> Option<End> {
        let limit = self.is_match() && positions.len() > SIGNED_PLIES;
        end_by_board(positions).or(limit.then_some(drawn(Reason::PlyLimit)))
    }

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

    /// The common part of signed messages in the chain's round, if both players have named a
    /// key.
    pub fn table(&self, contract: [u8; 32]) -> Option<Table> {
        self.table_of(contract, self.round, self.points)
    }

    /// The same in any round.
    pub fn table_of(&self, contract: [u8; 32], round: u16, points: u16) -> Option<Table> {
        let key = |color: usize| self.keys[color].as_deref()?.try_into().ok();
        let mut keys = [key(0)?, key(1)?];
        if round % 2 != self.round % 2 {
            keys.swap(0, 1);
        }
        Some(Table {
            contract,
            game: self.id,
            keys,
            round,
            points,
        })
    }

    /// Whether both players have named a key.
    pub fn is_signed(&self) -> bool {
        self.keys.iter().all(Option::is_some)
    }

    /// Whether the game can be played by signature now.
    pub fn is_signed_play(&self) -> bool {
        self.is_signed() && (self.is_match() || self.plies() < SIGNED_PLIES)
    }

    /// Whether time runs in the current wait: in signed play the time of a move runs only once the
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

/// Whether a position has occurred for the fifth time, or more often.
pub(crate) fn is_fifth(positions: &[Position]) -> bool {
    occurrences(positions) >= 5
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

/// The draw to claim in the last of some positions.
pub fn claim(positions: &[Position]) -> Option<Reason> {
    if positions.last()?.half_moves >= 100 {
        return Some(Reason::FiftyMoves);
    }
    (occurrences(positions) >= 3).then_some(Reason::ThreefoldRepetition)
}

/// How the last of some positions ends the game.
pub fn end_by_board(positions: &[Position]) -> Option<End> {
    let position = positions.last()?;
    if !position.has_legal_move() {
        return Some(match position.in_check(position.turn) {
            true => End {
                winner: Some(!position.turn),
                reason: Reason::Checkmate,
            },
            false => drawn(Reason::Stalemate),
        });
    }
    let reason = match () {
        () if position.is_dead() => Reason::DeadPosition,
        () if position.half_moves >= 150 => Reason::SeventyFiveMoves,
        () if is_fifth(positions) => Reason::FivefoldRepetition,
        () => return None,
    };
    Some(drawn(reason))
}

/// Whether a move is legal.
pub fn is_legal(position: &Position, m: &Move) -> bool {
    position.reach(m.from).has(m.to)
        && position.promotes(m.from, m.to) == m.promotion.is_some()
        && position.keeps_king_safe(m.from, m.to)
}
