//! The contract, as far as it concerns the protocol: the effect of one call on the chain's game.
//!
//! No seconds: a deadline has passed or it hasn't. Payments are counted in stakes of a round.

mod account;
mod pause;
mod play;

use crate::line::Line;
use crate::rules::Rules;

pub use chess_player::Action;
pub use pause::Pause;

/// The two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    Honest,
    Cheat,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::Honest => Side::Cheat,
            Side::Cheat => Side::Honest,
        }
    }
}

/// Why a round ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    Board,
    Claim,
    Agreed,
    Resigned(Side),
    Late(Side),
    Aborted,
    Left,
    Paused,
}

/// The current wait.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Awaits {
    /// A move, and no time runs.
    Move,
    /// The move that was asked for.
    Answer,
    /// A longer game that undoes the open end.
    LongerGame(Why),
}

/// The part of their time on the chain that the honest player has left for asks. It matters only if
/// they look rarely.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeLeft {
    All,
    /// The ask that is open has taken nearly all.
    Going,
    /// Only each ask's free rounds.
    Gone,
}

/// A transaction to the contract.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Call {
    /// `play`, by anyone: each player's message, if there is one.
    Play {
        round: u8,
        /// The honest player's points in earlier rounds.
        points: u8,
        line: Line,
        honest: Option<Action>,
        cheat: Option<Action>,
    },
    /// `play` with both players' action 4.
    Leave {
        round: u8,
        points: u8,
    },
    /// By account.
    Resign(Side),
    /// By account: offers a draw, or accepts one.
    Draw(Side),
    /// `makeMoveAndClaim`: a move that repeats a position, and a claimed draw.
    ClaimWithMove(Side),
    Signal,
    Reclaim(Side),
    Pause,
    Unpause,
}

/// The contract refuses a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused;

type Taken = Result<(), Refused>;

fn require(holds: bool) -> Taken {
    if holds { Ok(()) } else { Err(Refused) }
}

/// The game on the chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chain {
    /// Whether the honest player is White in round 0.
    pub honest_begins: bool,
    pub round: u8,
    /// The honest player's points in earlier rounds: 2 for a win, 1 for a draw.
    pub points: u8,
    pub line: Line,
    pub awaits: Awaits,
    /// Whether the game's time has expired.
    pub late: bool,
    /// The player who has offered a draw by account.
    pub offer: Option<Side>,
    pub pause: Pause,
    /// The time that pauses have taken from the current wait: 0 nothing, 1 up to 30 epochs, 2 more,
    /// 3 more than 32.
    pub lost: u8,
    pub time_left: TimeLeft,
    pub ended: Option<Why>,
    /// The honest player's payout, in stakes of a round.
    pub paid: u8,
    /// The number of rounds played, once it is over.
    pub played: u8,
    /// The number of times that the contract paid.
    pub payouts: u8,
    /// Whether a call has changed the game after a deadline, and not ended it.
    pub changed_late: bool,
}

impl Chain {
    pub fn new(honest_begins: bool) -> Self {
        Chain {
            honest_begins,
            round: 0,
            points: 0,
            line: Line::EMPTY,
            awaits: Awaits::Move,
            late: false,
            offer: None,
            pause: Pause::Never,
            lost: 0,
            time_left: TimeLeft::All,
            ended: None,
            paid: 0,
            played: 0,
            payouts: 0,
            changed_late: false,
        }
    }

    /// The chain after a call, `None` if the contract refuses it.
    pub fn after(&self, rules: &Rules, call: &Call) -> Option<Chain> {
        let mut next = *self;
        next.take(rules, call).ok()?;
        let stands = |chain: &Chain| (chain.round, chain.line, chain.awaits, chain.late);
        next.changed_late |= self.late && !next.is_over() && stands(&next) != stands(self);
        Some(next)
    }

    fn take(&mut self, rules: &Rules, call: &Call) -> Taken {
        require(!self.is_over())?;
        match *call {
            Call::Play {
                round,
                points,
                line,
                honest,
                cheat,
            } => self.play(rules, round, points, line, [honest, cheat]),
            Call::Leave { round, points } => self.leave(rules, round, points),
            Call::Resign(side) => self.resign(rules, side),
            Call::Draw(side) => self.draw(rules, side),
            Call::ClaimWithMove(side) => self.claim_with_move(rules, side),
            Call::Signal => self.signal(rules),
            Call::Reclaim(_) => self.reclaim(rules),
            Call::Pause => self.pause(),
            Call::Unpause => self.unpause(),
        }
    }

    pub fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// The player who makes the ply after a number of plies. Colours change every round.
    pub fn mover(&self, round: u8, plies: usize) -> Side {
        let honest_is_white = self.honest_begins == round.is_multiple_of(2);
        match plies.is_multiple_of(2) == honest_is_white {
            true => Side::Honest,
            false => Side::Cheat,
        }
    }

    /// The player who makes the chain's next ply.
    pub fn turn(&self) -> Side {
        self.mover(self.round, self.line.len())
    }

    /// The end that is open.
    pub fn open_end(&self) -> Option<Why> {
        match self.awaits {
            Awaits::LongerGame(why) => Some(why),
            _ => None,
        }
    }

    /// Whether a resignation is open.
    pub fn is_resigned(&self) -> bool {
        matches!(self.open_end(), Some(Why::Resigned(_)))
    }

    /// Whether the honest player is asked for a move.
    pub fn asks_honest(&self) -> bool {
        self.awaits == Awaits::Answer && self.turn() == Side::Honest
    }

    fn wait(&mut self, what: Awaits) {
        (self.awaits, self.late, self.lost) = (what, false, 0);
        if self.time_left == TimeLeft::Going {
            self.time_left = TimeLeft::Gone;
        }
    }

    fn open(&mut self, why: Why) {
        self.offer = None;
        self.wait(Awaits::LongerGame(why));
    }

    fn pay(&mut self, rules: &Rules, why: Why, points: u8, played: u8) {
        (self.ended, self.offer) = (Some(why), None);
        self.played = played;
        self.paid = rules.rounds + points - played;
        self.payouts += 1;
        self.awaits = Awaits::Move;
    }

    /// The round's end becomes final, and the whole match with it.
    fn settle(&mut self, rules: &Rules, why: Why) {
        let points = match self.winner(why) {
            Some(Side::Honest) => 2,
            Some(Side::Cheat) => 0,
            None => 1,
        };
        self.pay(rules, why, self.points + points, self.round + 1);
    }

    fn winner(&self, why: Why) -> Option<Side> {
        match why {
            Why::Resigned(side) | Why::Late(side) => Some(side.other()),
            Why::Board if self.line.last() == Some(crate::line::Kind::Mate) => {
                Some(self.turn().other())
            }
            _ => None,
        }
    }

    /// An end that both have signed, or that harms its signer alone: final in the last round.
    fn end_at_once(&mut self, rules: &Rules, why: Why) -> Taken {
        if self.round + 1 == rules.rounds || !rules.contract.ends_open_first {
            self.settle(rules, why);
            return Ok(());
        }
        require(self.awaits != Awaits::LongerGame(why))?;
        match self.open_end() {
            // an end that confirms the open one keeps its window
            Some(open) if self.winner(open) == self.winner(why) => {
                (self.awaits, self.offer) = (Awaits::LongerGame(why), None);
            }
            _ => self.open(why),
        }
        Ok(())
    }
}
