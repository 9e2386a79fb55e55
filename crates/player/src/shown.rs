//! A game on the chain, as this player sees it.

use chess_record::{Awaits, EndReason};
use chess_rules::Color;
use signed_play::{EndOnBoard, MAX_PLIES};

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
    /// Time was over before both had moved: no result.
    Aborted,
    /// Both have left the match.
    Left,
    /// Pauses took too long: the stakes were taken back.
    Paused,
}

impl End {
    /// The end that is open for a reason; `None` if none can be. `resigned`: who did, if that is the
    /// reason.
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
    /// How many rounds, 1 for a single game.
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

    /// The side that makes a ply of a round; `plies`: how many come before it.
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
    /// They have taken time from what the game awaits.
    pub took_time: bool,
    /// They have taken so much that either player may take the stakes back.
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
}

/// A game on the chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown<L> {
    /// The agreement.
    pub terms: Terms,
    /// The round that the chain knows.
    pub round: u16,
    /// The points before it of who was White in round 0.
    pub points: u16,
    /// The round's moves.
    pub line: L,
    /// The event that the game awaits.
    pub awaits: Awaits,
    /// The end that is open; `None` unless it awaits a longer game.
    pub open_end: Option<End>,
    /// Whether the time of what it awaits is over.
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
