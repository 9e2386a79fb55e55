//! The transactions that the honest player has reason to send.

use super::{Honest, Proof};
use crate::chain::{Action, Awaits, Call, Chain, Side, Why};
use crate::line::Kind;
use crate::rules::Rules;

impl Honest {
    /// What must be met is met; else they ask who is silent, and bring ends.
    pub fn sends(&self, chain: &Chain, rules: &Rules) -> Vec<Call> {
        if self.pool.is_some() || chain.is_over() {
            return vec![];
        }
        let must = self.must_act(chain, rules);
        let mut sends = vec![];
        if chain.late {
            sends.push(Call::Signal);
        }
        if self.left && self.cheat_left {
            sends.push(self.leaving(chain));
        }
        if rules.rounds == 1 || rules.contract.resigns_by_account_in_match {
            sends.extend(
                self.may_resign_on_chain(chain)
                    .then_some(Call::Resign(Side::Honest)),
            );
        }
        for round in chain.round..=self.round() {
            for call in self.calls(chain, round) {
                let Some(next) = chain.after(rules, &call) else {
                    continue;
                };
                if !self.wants(chain, rules, &call, &next, must) {
                    continue;
                }
                sends.push(call);
                // an ask goes into the call that answers one
                if must || ends(&next) {
                    break;
                }
            }
        }
        let is_level = chain.round == self.round() && chain.line == self.now().line;
        if rules.player.draws_by_account && is_level && !must {
            sends.extend(self.draw_by_account(chain, rules));
        }
        sends.retain(|call| chain.after(rules, call).is_some());
        sends
    }

    fn leaving(&self, chain: &Chain) -> Call {
        Call::Leave {
            round: self.round() + 1,
            points: self.now().points + self.result(chain).unwrap_or(0),
        }
    }

    /// A resignation of theirs belongs on the chain, which is in that round still or again. An open
    /// draw is more than that.
    pub(super) fn may_resign_on_chain(&self, chain: &Chain) -> bool {
        let is_of_past = self.stopped || self.left || chain.round < self.round();
        let is_drawn = matches!(chain.open_end(), Some(Why::Agreed | Why::Claim));
        let may = self.has_resigned(chain.round) && !self.has_later_round(chain);
        may && is_of_past && !is_drawn
    }

    /// Whether both have begun a round that the chain doesn't know.
    fn has_later_round(&self, chain: &Chain) -> bool {
        let has_moved = self.own_plies(chain, self.round()) > 0;
        chain.round < self.round() && (self.now().is_signed || has_moved)
    }

    /// They accept so; an offer under way could turn into an acceptance of another position.
    fn draw_by_account(&self, chain: &Chain, rules: &Rules) -> Option<Call> {
        let is_offered = chain.offer == Some(Side::Cheat) && self.may_say(chain, rules);
        let accepts = is_offered && self.result(chain).is_none();
        accepts.then_some(Call::Draw(Side::Honest))
    }

    /// Whether a call of theirs has a purpose now; `must`: something has to be met.
    fn wants(&self, chain: &Chain, rules: &Rules, call: &Call, next: &Chain, must: bool) -> bool {
        let Call::Play { round, honest, .. } = *call else {
            return false;
        };
        let asks = honest == Some(Action::Ask);
        if must {
            return !self.must_act(next, rules) && (!asks || rules.player.asks_in_answers);
        }
        if asks {
            return chain.awaits == Awaits::Move && !chain.pause.is_paused();
        }
        let is_now = round == self.round();
        if ends(next) {
            // who has lost a single game leaves it to the other to bring it
            let is_lost = rules.rounds == 1 && self.result(chain) == Some(0);
            return (is_now || !self.has_later_round(chain)) && !is_lost;
        }
        is_now && chain.open_end().is_some()
    }

    /// What one round gives them to bring: what ends it, or their ask; else the moves alone.
    pub(super) fn calls(&self, chain: &Chain, round: u8) -> Vec<Call> {
        let of = &self.rounds[usize::from(round)];
        let is_now = round == self.round();
        let has_moved = self.own_plies(chain, round) > 0 || round > 0;
        let moved = has_moved.then_some(Action::Move);
        let signed = of.is_signed.then_some(Action::Move);
        let call = |line, honest, cheat| Call::Play {
            round,
            points: of.points,
            line,
            honest,
            cheat,
        };
        let mut calls = vec![];
        if let Some(Proof {
            honest,
            cheat,
            line,
        }) = of.proof
        {
            let said = |action: Action, moved| {
                if action == Action::Move {
                    moved
                } else {
                    Some(action)
                }
            };
            calls.push(call(line, said(honest, moved), said(cheat, signed)));
        }
        if is_now && self.stopped && self.has_claimed(chain) {
            calls.push(call(of.line, Some(Action::Draw), signed));
        }
        let may_ask = is_now && !self.stopped && !self.left && !self.is_on_move(chain);
        if may_ask && self.result(chain).is_none() {
            calls.push(call(of.line, Some(Action::Ask), signed));
        }
        calls.push(call(of.line, moved, signed));
        calls
    }

    fn has_claimed(&self, chain: &Chain) -> bool {
        let line = self.now().line;
        line.last() == Some(Kind::Claimable)
            && self.is_on_move(chain)
            && self.has_said(Action::Draw, line)
    }
}

fn ends(chain: &Chain) -> bool {
    chain.open_end().is_some() || chain.is_over()
}
