//! The transactions that a player has reason to send.

use alloc::vec::Vec;

use chess_record::Awaits;
use signed_play::Action;

use crate::board::Board;
use crate::call::{Call, Play};
use crate::player::Player;
use crate::shown::Shown;

impl<L: Board> Player<L> {
    /// The calls that meet what must be met; else those that ask a silent opponent, and submit ends.
    /// The most needed call comes first. One that carries [`Action::Ask`] needs the ask signed and stored.
    pub fn sends(&self, shown: &Shown<L>) -> Vec<Call<L>> {
        if self.under_way.is_some() || shown.is_over() {
            return Vec::new();
        }
        let must = self.must_act(shown);
        let mut sends = Vec::new();
        // the chain takes both players' leave even after a deadline, and it pays all rounds
        if self.left && self.they_left {
            sends.push(self.leaving(shown));
        }
        if shown.is_late {
            sends.push(Call::Settle);
        }
        let by_account = shown.terms.rounds == 1 || self.faults.resigns_by_account;
        if by_account && self.may_resign_on_chain(shown) {
            sends.push(Call::Resign);
        }
        for round in shown.round..=self.round() {
            for call in self.calls(shown, round) {
                let Some(next) = shown.after(&call) else {
                    continue;
                };
                if !self.wants(shown, &call, &next, must) {
                    continue;
                }
                sends.push(call);
                // an ask that is signed goes into the call that answers one
                if must || ends(&next) {
                    break;
                }
            }
        }
        let is_level = shown.round == self.round() && shown.line == self.now().line;
        if is_level && !must {
            sends.extend(self.draw_by_account(shown));
        }
        sends.retain(|call| shown.after(call).is_some() || self.faults.resigns_by_account);
        sends
    }

    fn leaving(&self, shown: &Shown<L>) -> Call<L> {
        Call::Leave {
            round: self.round() + 1,
            points: self.points_after(shown).unwrap_or(self.now().points),
        }
    }

    /// A resignation of this player's belongs on the chain, which is still, or again, in that round,
    /// unless a draw is open there, which is better.
    pub(crate) fn may_resign_on_chain(&self, shown: &Shown<L>) -> bool {
        let is_of_past = self.stopped || self.left || shown.round < self.round();
        let may = self.has_resigned(shown.round) && !self.has_later_round(shown);
        may && is_of_past && !shown.is_drawn_by_players()
    }

    /// Whether both have begun a round that the chain doesn't know.
    fn has_later_round(&self, shown: &Shown<L>) -> bool {
        let has_moved = self.own_plies(shown, self.round()) > 0;
        shown.round < self.round() && (self.now().is_signed || has_moved)
    }

    /// Only an acceptance: a pending offer could turn into an acceptance in another position.
    fn draw_by_account(&self, shown: &Shown<L>) -> Option<Call<L>> {
        let accepts = self.may_say(shown) && self.result(shown).is_none();
        accepts.then_some(Call::AcceptDraw)
    }

    /// Whether a call of theirs has a purpose now; `must`: something has to be met.
    fn wants(&self, shown: &Shown<L>, call: &Call<L>, next: &Shown<L>, must: bool) -> bool {
        let Call::Play(Play { round, own, .. }) = *call else {
            return false;
        };
        let asks = own == Some(Action::Ask);
        if must {
            // an ask in each answer would make one absence a whole game on the chain
            let is_signed = self.has_said(Action::Ask, &next.line);
            return !self.must_act(next) && (!asks || is_signed);
        }
        if asks {
            return shown.awaits == Awaits::Move && !shown.pauses.is_paused;
        }
        let is_now = round == self.round();
        if ends(next) {
            // a player who has lost a single game leaves the call to the other: `Cause::Lost`
            let is_lost = shown.terms.rounds == 1 && self.result(shown) == Some(0);
            return (is_now || !self.has_later_round(shown)) && !is_lost;
        }
        is_now && shown.open_end.is_some()
    }

    /// The call with the messages that end a round by signature, if there are any.
    pub(crate) fn proving(&self, round: u16, shown: &Shown<L>) -> Option<Call<L>> {
        let of = &self.rounds[usize::from(round)];
        let proof = of.proof.as_ref()?;
        let signed = of.is_signed.then_some(Action::Move);
        let said = |action: Action, moved| match action {
            Action::Move => moved,
            action => Some(action),
        };
        Some(Call::Play(Play {
            round,
            points: of.points,
            line: proof.line.clone(),
            own: said(proof.own, self.moved_in(round, shown)),
            theirs: said(proof.theirs, signed),
        }))
    }

    /// This player's message with action 0 in a round: none before the first move of round 0.
    fn moved_in(&self, round: u16, shown: &Shown<L>) -> Option<Action> {
        let has_moved = self.own_plies(shown, round) > 0 || round > 0;
        has_moved.then_some(Action::Move)
    }

    /// The calls that one round gives this player: its end, or their ask; else the moves alone.
    fn calls(&self, shown: &Shown<L>, round: u16) -> Vec<Call<L>> {
        let of = &self.rounds[usize::from(round)];
        let is_now = round == self.round();
        let call = |own| {
            Call::Play(Play {
                round,
                points: of.points,
                line: of.line.clone(),
                own,
                theirs: of.is_signed.then_some(Action::Move),
            })
        };
        let mut calls: Vec<Call<L>> = self.proving(round, shown).into_iter().collect();
        if is_now && self.stopped && self.has_claimed(shown) {
            calls.push(call(Some(Action::Draw)));
        }
        let may_ask = is_now && !self.stopped && !self.left && !self.is_on_move(shown);
        if may_ask && self.result(shown).is_none() {
            calls.push(call(Some(Action::Ask)));
        }
        calls.push(call(self.moved_in(round, shown)));
        calls
    }

    /// The moves of the round that is played, without an action.
    pub(crate) fn moves_alone(&self, shown: &Shown<L>) -> Call<L> {
        let now = self.now();
        Call::Play(Play {
            round: self.round(),
            points: now.points,
            line: now.line.clone(),
            own: self.moved_in(self.round(), shown),
            theirs: now.is_signed.then_some(Action::Move),
        })
    }

    fn has_claimed(&self, shown: &Shown<L>) -> bool {
        let line = &self.now().line;
        line.is_claimable() && self.is_on_move(shown) && self.has_said(Action::Draw, line)
    }
}

fn ends<L: Board>(shown: &Shown<L>) -> bool {
    shown.open_end.is_some() || shown.is_over()
}
