//! The call that is due on the chain now.

use chess_record::Awaits;
use signed_play::Action;

use crate::board::Board;
use crate::call::{Call, Play, Side};
use crate::patience::OPPONENT_MILLIS;
use crate::player::Player;
use crate::shown::Shown;

/// Why a call is due. The numbers are the page's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Cause {
    /// It answers an ask, undoes an old state or an end, or settles an open end immediately.
    Meets = 1,
    /// The chain's time has expired: anyone may settle.
    Settles = 2,
    /// It submits an end.
    Ends = 3,
    /// It submits the end of a match's round, after which the players may agree on the next one.
    EndsRound = 4,
    /// It asks the opponent to move.
    Asks = 5,
    /// It submits the end of a single game that this player has lost, because the winner hasn't.
    Lost = 6,
    /// It submits both players' leave of the match.
    Parts = 7,
    /// It submits the end of a match's last round that this player has lost. Earlier rounds may still
    /// pay them stakes.
    LostRound = 8,
}

impl Cause {
    /// How long the opponent has first, in milliseconds: they may agree on a next round, or submit
    /// the end that they have won. `epoch_millis`: an epoch, in a game without a clock.
    pub fn opponents_millis(self, epoch_millis: Option<u64>) -> u64 {
        match self {
            Cause::EndsRound => epoch_millis.unwrap_or(OPPONENT_MILLIS),
            Cause::Lost | Cause::LostRound => OPPONENT_MILLIS,
            _ => 0,
        }
    }
}

/// A call that is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due<L> {
    /// The call to be sent.
    pub call: Call<L>,
    /// Why.
    pub cause: Cause,
}

impl<L: Board> Player<L> {
    /// The call that is due on the chain now. `asks`: this player wishes to ask a silent opponent; an
    /// ask that is signed already is always submitted.
    ///
    /// ```
    /// use chess_player::{Cause, Player, Shown, Terms};
    /// use signed_play::Line;
    ///
    /// let mut shown = Shown::<Line>::new(Terms { rounds: 1, is_first: false, has_clock: true });
    /// let player = Player::new();
    /// assert_eq!(player.due(&shown, false), None);
    /// let due = player.due(&shown, true).unwrap(); // White hasn't moved
    /// assert_eq!(due.cause, Cause::Asks);
    /// ```
    pub fn due(&self, shown: &Shown<L>, asks: bool) -> Option<Due<L>> {
        self.due_of(shown, asks, |_| true)
    }

    /// The same among the calls that can be made.
    pub(crate) fn due_of(
        &self,
        shown: &Shown<L>,
        asks: bool,
        can_send: impl Fn(&Call<L>) -> bool,
    ) -> Option<Due<L>> {
        let must = self.must_act(shown);
        let may_send = |call: &Call<L>| match call {
            Call::Play(Play {
                own: Some(Action::Ask),
                line,
                ..
            }) => asks || self.has_said(Action::Ask, line),
            Call::AcceptDraw => false,
            call => must || !is_idle(shown, call),
        };
        let sends = self.sends(shown).into_iter().filter(may_send);
        let sends = sends.filter(&can_send);
        // an open ask or end of an earlier round is met with the later one
        let later = |before: Call<L>, call: Call<L>| match (round_of(&before), round_of(&call)) {
            (Some(one), Some(other)) if other > one => call,
            _ => before,
        };
        let Some(call) = sends.reduce(later) else {
            let courtesy = self.courtesy(shown, must).map(|call| (call, Cause::Meets));
            let lost = || Some((self.lost_end(shown)?, Cause::Lost));
            let (call, cause) = courtesy.or_else(lost)?;
            return can_send(&call).then_some(Due { call, cause });
        };
        let cause = match &call {
            Call::Settle => Cause::Settles,
            Call::Leave { .. } => Cause::Parts,
            Call::Resign => Cause::Ends,
            _ if must || shown.awaits != Awaits::Move => Cause::Meets,
            Call::Play(Play {
                own: Some(Action::Ask),
                ..
            }) => Cause::Asks,
            Call::Play(play) if self.is_between_rounds(shown, play.round) => Cause::EndsRound,
            Call::Play(play) if self.is_lost(shown, play.round) => Cause::LostRound,
            _ => Cause::Ends,
        };
        Some(Due { call, cause })
    }

    /// Whether a round of a match is over, and players may agree on the next one without the chain. An
    /// agreed or claimed draw must be on the chain first.
    fn is_between_rounds(&self, shown: &Shown<L>, round: u16) -> bool {
        let of = &self.rounds[usize::from(round)];
        let resigns = |action| action == Action::Resign;
        let is_resigned = of
            .proof
            .as_ref()
            .is_some_and(|proof| resigns(proof.own) || resigns(proof.theirs));
        let has_ended = is_resigned || shown.terms.end(&of.line).is_some();
        has_ended && round + 1 < shown.terms.rounds
    }

    /// Whether this player has lost the last round, or a single game.
    fn is_lost(&self, shown: &Shown<L>, round: u16) -> bool {
        let is_last = round == self.round() && round + 1 == shown.terms.rounds;
        is_last && self.result(shown) == Some(0)
    }

    /// The end of a single game that this player has lost, if the chain doesn't have it.
    fn lost_end(&self, shown: &Shown<L>) -> Option<Call<L>> {
        let is_lost = self.is_lost(shown, 0);
        if !is_lost || shown.awaits != Awaits::Move || self.under_way.is_some() {
            return None;
        }
        let call = self.proving(0, shown)?;
        shown.after(&call).map(|_| call)
    }

    /// The moves alone, if they meet something that [`Player::sends`] ignores. It costs nothing if
    /// unmet, but would mislead: an own ask that the opponent has answered off the chain, or other
    /// moves on the chain than those that both have signed.
    fn courtesy(&self, shown: &Shown<L>, must: bool) -> Option<Call<L>> {
        let is_asked = shown.awaits == Awaits::Answer && shown.turn() == Side::Theirs;
        let is_here = shown.round == self.round();
        let is_elsewhere = is_here && !self.now().line.starts_with(&shown.line);
        if !(is_asked || is_elsewhere || must) || self.under_way.is_some() {
            return None;
        }
        let call = self.moves_alone(shown);
        shown.after(&call).map(|_| call)
    }
}

/// Whether a call would only open one end in another's place, for the same winner.
fn is_idle<L: Board>(shown: &Shown<L>, call: &Call<L>) -> bool {
    let next = shown.after(call);
    next.is_some_and(|next| {
        let is_same = next.open_end.is_some() && next.line == shown.line;
        is_same && shown.open_end.is_some() && next.open_winner() == shown.open_winner()
    })
}

/// The round whose moves a call submits.
fn round_of<L>(call: &Call<L>) -> Option<u16> {
    match call {
        Call::Play(play) => Some(play.round),
        _ => None,
    }
}
