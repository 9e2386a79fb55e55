//! A game on the chain, as this player sees it.

use chess_record::{Awaits, EndReason, GameHead, LONG_PAUSE_EPOCHS, StateRecord, flags};
use chess_rules::Color;
use signed_play::{Action, EndOnBoard, Line, MAX_PLIES, Match};

use crate::board::Board;
use crate::call::Side;

/// Why a round ends, or would end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// By the board: a mate or a draw.
    Board,
    /// By a draw that players agreed on or claimed.
    ByPlayers,
    /// One of them resigned.
    Resigned(Side),
    /// One of them was out of time.
    Late(Side),
    /// Time expired before both had moved: no result.
    Aborted,
    /// Both have left the match.
    Left,
    /// Pauses took too long: the stakes were taken back.
    Paused,
}

impl End {
    /// The end that is open for a reason; `None` if none can be. `resigned`: the side that did, if
    /// that is the reason.
    ///
    /// ```
    /// use chess_player::{End, Side};
    /// use chess_record::EndReason;
    ///
    /// let open = |reason| End::open_for(reason, Side::Theirs);
    /// assert_eq!(open(EndReason::FiftyMoves), Some(End::ByPlayers));
    /// assert_eq!(open(EndReason::Resignation), Some(End::Resigned(Side::Theirs)));
    /// assert_eq!(open(EndReason::None), None);
    /// ```
    pub fn open_for(reason: EndReason, resigned: Side) -> Option<End> {
        match reason {
            EndReason::Resignation => Some(End::Resigned(resigned)),
            EndReason::Agreement | EndReason::ThreefoldRepetition | EndReason::FiftyMoves => {
                Some(End::ByPlayers)
            }
            reason => reason.is_on_board().then_some(End::Board),
        }
    }
}

/// The end of a game or match on the chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Paid {
    /// Why.
    pub why: End,
    /// This player's share, in stakes of a round.
    pub stakes: u16,
}

/// The agreement before the first move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Terms {
    /// The number of rounds, 1 for a single game.
    pub rounds: u16,
    /// Whether this player is White in round 0.
    pub is_first: bool,
    /// Whether the game has a clock: then a round in which not both have moved has no result on
    /// time.
    pub has_clock: bool,
}

impl Terms {
    /// This player's colour in a round: colours change with every round.
    ///
    /// ```
    /// use chess_player::Terms;
    /// use chess_rules::Color;
    ///
    /// let terms = Terms { rounds: 3, is_first: false, has_clock: true };
    /// assert_eq!([0, 1, 2].map(|round| terms.color(round)), [Color::Black, Color::White, Color::Black]);
    /// ```
    pub fn color(self, round: u16) -> Color {
        match self.is_first == round.is_multiple_of(2) {
            true => Color::White,
            false => Color::Black,
        }
    }

    /// The side that makes a ply of a round; `plies`: the number of plies before it.
    pub fn mover(self, round: u16, plies: usize) -> Side {
        match plies.is_multiple_of(2) == (self.color(round) == Color::White) {
            true => Side::Own,
            false => Side::Theirs,
        }
    }

    /// Turns the points of White of round 0 into this player's own, and back. Each of `rounds` rounds
    /// gives two points in all.
    pub fn own_points(self, rounds: u16, points: u16) -> u16 {
        match self.is_first {
            true => points,
            false => (2 * rounds).saturating_sub(points),
        }
    }

    /// How the board has ended a round. Ply [`MAX_PLIES`] of a match's round is a draw.
    pub fn end<L: Board>(self, line: &L) -> Option<EndOnBoard> {
        let is_full = self.rounds > 1 && line.plies() >= MAX_PLIES;
        line.end().or(is_full.then_some(EndOnBoard::Drawn))
    }
}

/// The effect of pauses on a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pauses {
    /// The contract is paused.
    pub is_paused: bool,
    /// `play`, `signalInactivity` and `resign` are open: no pause, or a long one.
    pub takes_calls: bool,
    /// They have taken time from the current wait.
    pub took_time: bool,
    /// They have taken enough time for either player to take the stakes back.
    pub is_reclaimable: bool,
}

impl Pauses {
    /// Nobody has paused.
    pub const NONE: Pauses = Pauses {
        is_paused: false,
        takes_calls: true,
        took_time: false,
        is_reclaimable: false,
    };

    /// The pauses' effect on a game by the records of the contract and the game. `epoch`: the chain's.
    pub fn of(state: &StateRecord, head: &GameHead, epoch: u32) -> Self {
        // the records may be newer than the time: a pause has ended in the epoch before time continues
        let ended = state.resume_epoch.get().saturating_sub(1);
        let records = ended
            .max(state.pause_epoch.get())
            .max(head.wait_epoch.get());
        let epoch = epoch.max(records);
        let is_paused = state.is_paused();
        let until = match is_paused {
            true => state.pause_epoch.get(),
            false => epoch.max(state.resume_epoch.get()),
        };
        let counted = until.saturating_sub(state.stopped_epochs.get());
        let waited = epoch - head.wait_epoch.get();
        let lost = waited.saturating_sub(counted.saturating_sub(head.wait_counted_epoch.get()));
        Pauses {
            is_paused,
            takes_calls: !is_paused || state.is_long_pause(epoch),
            took_time: lost > 0,
            is_reclaimable: lost > LONG_PAUSE_EPOCHS && state.could_play(epoch),
        }
    }
}

/// A game on the chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown<L> {
    /// The agreement.
    pub terms: Terms,
    /// The round that the chain knows.
    pub round: u16,
    /// The points of White of round 0 before it.
    pub points: u16,
    /// The round's moves.
    pub line: L,
    /// The event that the game awaits.
    pub awaits: Awaits,
    /// The end that is open; `None` unless it awaits a longer game.
    pub open_end: Option<End>,
    /// Whether its time has expired.
    pub is_late: bool,
    /// The side that has offered a draw by account.
    pub draw_offer: Option<Side>,
    /// The pauses' effect on it.
    pub pauses: Pauses,
    /// Its final end.
    pub paid: Option<Paid>,
}

impl<L: Board> Shown<L> {
    /// A game that has just begun.
    ///
    /// ```
    /// use chess_player::{Shown, Side, Terms};
    /// use signed_play::Line;
    ///
    /// let terms = Terms { rounds: 1, is_first: true, has_clock: true };
    /// let shown = Shown::<Line>::new(terms);
    /// assert_eq!(shown.turn(), Side::Own);
    /// ```
    pub fn new(terms: Terms) -> Self {
        Shown {
            terms,
            round: 0,
            points: 0,
            line: L::start(),
            awaits: Awaits::Move,
            open_end: None,
            is_late: false,
            draw_offer: None,
            pauses: Pauses::NONE,
            paid: None,
        }
    }

    /// Whether it is over and paid.
    pub fn is_over(&self) -> bool {
        self.paid.is_some()
    }

    /// The side that makes the chain's next ply.
    pub fn turn(&self) -> Side {
        self.terms.mover(self.round, self.line.plies())
    }

    /// Whether a resignation is open.
    pub fn is_resigned(&self) -> bool {
        matches!(self.open_end, Some(End::Resigned(_)))
    }

    /// Whether a draw is open that players agreed on or claimed.
    pub fn is_drawn_by_players(&self) -> bool {
        self.open_end == Some(End::ByPlayers)
    }

    /// True if the chain's round is the last.
    pub fn is_last_round(&self) -> bool {
        self.round + 1 == self.terms.rounds
    }
}

impl Shown<Line> {
    /// A game by its record, seen by one of its players. `line`: its moves. `is_first`: whether the
    /// player is White in round 0.
    pub fn of_record(head: &GameHead, line: Line, is_first: bool, pauses: Pauses) -> Self {
        let terms = Terms {
            rounds: head.rounds.into(),
            is_first,
            has_clock: head.has(flags::CLOCK),
        };
        let own = terms.color(head.round.into());
        let resigned = match head.open_winner() == Some(own) {
            true => Side::Theirs,
            false => Side::Own,
        };
        let awaits = head.awaited();
        Shown {
            round: head.round.into(),
            points: head.points.into(),
            line,
            awaits,
            open_end: open_end(awaits, head.end_reason(), resigned),
            pauses,
            ..Shown::new(terms)
        }
    }

    /// The same game with the awaited event and the reason of its open end, by the contract's views. These
    /// don't name the player who has resigned: `log`, with all messages, does.
    #[must_use]
    pub fn awaiting(self, awaits: Awaits, reason: EndReason, log: &Match) -> Self {
        let resigned = self.resigned_by(log);
        Shown {
            awaits,
            open_end: open_end(awaits, reason, resigned),
            ..self
        }
    }

    /// The player who has resigned in the chain's round, if one has.
    fn resigned_by(&self, log: &Match) -> Side {
        let own = self.terms.color(self.round);
        let earlier = log.earlier().iter();
        let heard = earlier.filter(|known| known.plies() > 0 || !known.said().is_empty());
        let mut rounds = heard.chain([log.current()]);
        let is_own = match rounds.find(|known| known.round() >= self.round) {
            Some(known) if known.round() == self.round => known.has_said(own, Action::Resign),
            // the points before the next round show it; over more rounds it is better to meet it
            later => {
                let next = later.map(|known| (known.round(), known.points()));
                let next = next.or(log.next().map(|next| (next.round, next.points)));
                let won = self.points + self.terms.own_points(1, 2);
                next != Some((self.round + 1, won))
            }
        };
        match is_own {
            true => Side::Own,
            false => Side::Theirs,
        }
    }
}

fn open_end(awaits: Awaits, reason: EndReason, resigned: Side) -> Option<End> {
    match awaits {
        Awaits::LongerGame => End::open_for(reason, resigned),
        _ => None,
    }
}
