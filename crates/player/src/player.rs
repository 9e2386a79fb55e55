//! A player: everything that they have signed and heard.

use alloc::vec;
use alloc::vec::Vec;

use signed_play::{Action, EndOnBoard};

use crate::board::Board;
use crate::call::{Call, Side};
use crate::faults::Faults;
use crate::shown::{End, Shown};

/// Messages that end a round, over these plies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Proof<L> {
    /// The action of this player's; [`Action::Move`] if it isn't needed.
    pub own: Action,
    /// The action of the opponent's.
    pub theirs: Action,
    /// The round's moves.
    pub line: L,
}

/// A round, as this player knows it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Round<L> {
    /// The points of White of round 0 before it.
    pub points: u16,
    /// The longest game. All own moves in it are signed.
    pub line: L,
    /// Whether the opponent's signature for their last move, or for "I begin", is there.
    pub is_signed: bool,
    /// The messages that end the round by signature.
    pub proof: Option<Proof<L>>,
    /// The points that are won: by an own ply that ended the game on the board, or by a signature of the
    /// opponent's that the chain has taken. Points, a win 2 and a draw 1.
    pub owed: u16,
}

impl<L: Board> Round<L> {
    pub(crate) fn new(points: u16) -> Self {
        Round {
            points,
            line: L::start(),
            is_signed: false,
            proof: None,
            owed: 0,
        }
    }
}

/// A message of this player's other than a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Said<L> {
    /// Its round.
    pub round: u16,
    /// The action that it carries.
    pub action: Action,
    /// The moves that it covers.
    pub line: L,
}

/// A player of a game or match by signature: their own messages and the opponent's, which decide
/// the deeds that are allowed. It has no secret, no clock and no connection.
///
/// ```
/// use chess_player::{Board, Player, Shown, Terms};
/// use signed_play::Line;
///
/// let shown = Shown::new(Terms { rounds: 1, is_first: true, has_clock: true });
/// let mut player = Player::<Line>::new();
/// assert!(player.may_move(&shown));
/// player.moved(Line::read(&[12, 28]).unwrap(), &shown);
/// assert!(!player.may_move(&shown));
/// player.hear_move(Line::read(&[12, 28, 52, 36]).unwrap(), &shown);
/// assert!(player.may_move(&shown));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Player<L> {
    pub(crate) rounds: Vec<Round<L>>,
    /// In order.
    pub(crate) said: Vec<Said<L>>,
    /// The opponent offers a draw over the line.
    pub(crate) is_offered: bool,
    /// This player has agreed, claimed or resigned, and no longer moves.
    pub(crate) stopped: bool,
    /// The opponent's "I begin" of the next round is there.
    pub(crate) they_begin: bool,
    /// This player has signed "I leave" for the next round.
    pub(crate) left: bool,
    pub(crate) they_left: bool,
    /// The own transaction that isn't in a block yet. The opponent sees it and may come first.
    pub(crate) under_way: Option<Call<L>>,
    pub(crate) faults: Faults,
}

impl<L: Board> Default for Player<L> {
    fn default() -> Self {
        Player::new()
    }
}

impl<L: Board> Player<L> {
    /// A player before the first move.
    pub fn new() -> Self {
        Player::of(Faults::NONE)
    }

    /// A player with faults, for tests.
    #[cfg(feature = "faults")]
    pub fn faulty(faults: Faults) -> Self {
        Player::of(faults)
    }

    fn of(faults: Faults) -> Self {
        Player {
            rounds: vec![Round::new(0)],
            said: vec![],
            is_offered: false,
            stopped: false,
            they_begin: false,
            left: false,
            they_left: false,
            under_way: None,
            faults,
        }
    }

    /// The round that is played.
    pub fn round(&self) -> u16 {
        self.rounds.len() as u16 - 1
    }

    /// All rounds that this player has begun, in order.
    pub fn rounds(&self) -> &[Round<L>] {
        &self.rounds
    }

    /// The last of them.
    pub fn now(&self) -> &Round<L> {
        &self.rounds[self.rounds.len() - 1]
    }

    pub(crate) fn now_mut(&mut self) -> &mut Round<L> {
        let last = self.rounds.len() - 1;
        &mut self.rounds[last]
    }

    /// This player's messages other than moves.
    pub fn said(&self) -> &[Said<L>] {
        &self.said
    }

    /// Whether the opponent offers a draw over the last position.
    pub fn is_offered(&self) -> bool {
        self.is_offered
    }

    /// Whether this player has agreed on a draw, claimed one or resigned.
    pub fn has_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the opponent has begun the next round.
    pub fn they_begin(&self) -> bool {
        self.they_begin
    }

    /// Whether this player has left the match before the next round.
    pub fn has_left(&self) -> bool {
        self.left
    }

    /// Whether the opponent has.
    pub fn they_left(&self) -> bool {
        self.they_left
    }

    /// The own transaction that isn't in a block yet.
    pub fn under_way(&self) -> Option<&Call<L>> {
        self.under_way.as_ref()
    }

    /// A transaction was sent.
    pub fn sent(&mut self, call: Call<L>) {
        self.under_way = Some(call);
    }

    /// It is in a block, or was dropped: the chain shows which.
    pub fn landed(&mut self) -> Option<Call<L>> {
        self.under_way.take()
    }

    /// The ply of the last own move in a round, 0 for none.
    pub fn own_plies(&self, shown: &Shown<L>, round: u16) -> usize {
        let plies = self.rounds[usize::from(round)].line.plies();
        match plies.checked_sub(1) {
            Some(before) if shown.terms.mover(round, before) == Side::Own => plies,
            Some(before) => before,
            None => 0,
        }
    }

    /// Whether it is this player's move in the round that is played.
    pub fn is_on_move(&self, shown: &Shown<L>) -> bool {
        shown.terms.mover(self.round(), self.now().line.plies()) == Side::Own
    }

    pub(crate) fn end(&self, shown: &Shown<L>) -> Option<EndOnBoard> {
        shown.terms.end(&self.now().line)
    }

    pub(crate) fn has_said(&self, action: Action, line: &L) -> bool {
        let round = self.round();
        let mut said = self.said.iter();
        said.any(|said| said.round == round && said.action == action && said.line == *line)
    }

    /// The round's result, if it is known: this player's points.
    pub fn result(&self, shown: &Shown<L>) -> Option<u16> {
        // an end that only a later round undoes, or two plies, one of them this player's
        match shown.open_end {
            Some(End::Resigned(side)) if shown.round == self.round() => {
                return Some(if side == Side::Theirs { 2 } else { 0 });
            }
            Some(_) if self.is_drawn_on_chain(shown) => return Some(1),
            _ => {}
        }
        if let Some(proof) = &self.now().proof {
            return Some(match (proof.own, proof.theirs) {
                (_, Action::Resign) => 2,
                (Action::Resign, _) => 0,
                _ => 1,
            });
        }
        Some(match self.end(shown)? {
            EndOnBoard::Checkmate if self.is_on_move(shown) => 0,
            EndOnBoard::Checkmate => 2,
            EndOnBoard::Drawn => 1,
        })
    }

    /// The points of White of round 0 after this round, if its result is known.
    pub fn points_after(&self, shown: &Shown<L>) -> Option<u16> {
        let own = self.result(shown)?;
        Some(self.now().points + shown.terms.own_points(1, own))
    }

    /// Whether this player has lost a round by resigning.
    pub(crate) fn has_resigned(&self, round: u16) -> bool {
        let known = self.rounds.get(usize::from(round));
        let proof = known.and_then(|round| round.proof.as_ref());
        proof.is_some_and(|proof| proof.own == Action::Resign)
    }

    /// True if the opponent can no longer take back the round's end, or would gain nothing by it.
    pub(crate) fn is_settled(&self, shown: &Shown<L>) -> bool {
        // after a fifth repetition the opponent may have signed two plies with this player
        let ended_it = !self.is_on_move(shown) && self.end(shown).is_some();
        let is_of_this = shown.line == self.now().line || shown.is_resigned();
        let is_open_on_chain = shown.round == self.round()
            && (is_of_this || self.is_drawn_on_chain(shown))
            && shown.open_end.is_some()
            && !shown.is_late;
        ended_it || is_open_on_chain || self.result(shown) == Some(0)
    }

    /// Whether the chain has a draw by agreement or claim, after which this player has signed no
    /// move. A resignation over these plies counts as lost: the opponent can still submit
    /// it.
    pub(crate) fn is_drawn_on_chain(&self, shown: &Shown<L>) -> bool {
        let own = self.own_plies(shown, self.round());
        let is_this_round = shown.round == self.round();
        let has_resigned = self.has_said(Action::Resign, &shown.line);
        shown.is_drawn_by_players() && is_this_round && own <= shown.line.plies() && !has_resigned
    }
}
