//! What the rules for players let the honest player do.

use super::{Does, Honest, Said};
use crate::chain::{Action, Call, Chain};
use crate::line::{Kind, Line};
use crate::rules::Rules;

impl Honest {
    pub(super) fn has_said(&self, action: Action, line: Line) -> bool {
        let round = self.round();
        self.said.contains(&Said {
            round,
            action,
            line,
        })
    }

    /// Whether their draw by account is under way: it names no ply.
    fn draws_by_account(&self) -> bool {
        matches!(self.pool, Some(Call::Draw(_)))
    }

    /// Whether they may sign anything but a move: not over plies that the chain's game contradicts,
    /// nor once a deadline on the chain has passed.
    pub(super) fn may_say(&self, chain: &Chain, rules: &Rules) -> bool {
        !self.stopped
            && !self.left
            && !chain.late
            && !chain.is_reclaimable(rules)
            && !self.heard_another(chain)
            && !self.draws_by_account()
    }

    /// A draw is offered while the other is to move, in a round that has begun.
    pub(super) fn may_offer(&self, chain: &Chain, rules: &Rules) -> bool {
        self.may_say(chain, rules)
            && self.result(chain).is_none()
            && self.has_begun(chain)
            && (rules.player.offers_on_move || !self.is_on_move(chain))
    }

    /// Whether their round has begun: the cheat has said so to them, or the chain is in it.
    fn has_begun(&self, chain: &Chain) -> bool {
        self.round() == 0 || self.now().is_signed || chain.round == self.round()
    }

    /// Whether they may sign a move in this round.
    fn may_move(&self, chain: &Chain, rules: &Rules) -> bool {
        self.has_begun(chain)
            && self.is_on_move(chain)
            && !self.stopped
            && !self.left
            && !chain.late
            && !chain.is_reclaimable(rules)
            && self.result(chain).is_none()
            && !self.draws_by_account()
    }

    pub fn may_do(&self, chain: &Chain, rules: &Rules) -> Vec<Does> {
        if chain.is_over() {
            return vec![];
        }
        let line = self.now().line;
        let sends = self.sends(chain, rules);
        let mut does: Vec<Does> = sends.into_iter().map(Does::Send).collect();
        if self.may_move(chain, rules) {
            let kinds = rules.board.next(line, rules.plies);
            does.extend(kinds.into_iter().map(Does::Sign));
            let is_claimable = line.last() == Some(Kind::Claimable);
            if self.may_say(chain, rules) && is_claimable && self.pool.is_none() {
                does.push(Does::Claim);
            }
        }
        let has_offered = self.has_said(Action::Draw, line);
        if self.may_offer(chain, rules) && !has_offered && !self.cheat_offers {
            does.push(Does::OfferDraw);
        }
        if self.result(chain).is_none() && self.may_say(chain, rules) {
            does.extend(self.cheat_offers.then_some(Does::AcceptDraw));
            does.extend(rules.player.resigns.then_some(Does::Resign));
        }
        let may_follow = !self.stopped && line.board_end().is_none() && !chain.late;
        if self.heard_another(chain) && may_follow {
            does.push(Does::TakeOver);
        }
        self.between_rounds(chain, rules, &mut does);
        does
    }

    /// What they may do once a round is over.
    fn between_rounds(&self, chain: &Chain, rules: &Rules, does: &mut Vec<Does>) {
        if rules.rounds == 1 {
            return;
        }
        let round = self.round();
        let may_be_first = !rules.player.begins_carefully || self.is_settled(chain);
        if self.result(chain).is_some() && !self.left && !chain.late {
            if round + 1 < rules.rounds && (self.cheat_begins || may_be_first) {
                does.push(Does::Begin);
            }
            if self.cheat_left || may_be_first {
                does.push(Does::Leave);
            }
        }
        let has_not_moved = round > 0 && self.own_plies(chain, round) == 0;
        if rules.contract.leaves_this_round && has_not_moved && !self.left {
            does.push(Does::LeaveThisRound);
        }
        let by_message = !rules.contract.resigns_by_account_in_match && self.pool.is_none();
        if by_message && self.may_resign_on_chain(chain) {
            let call = resignation(chain);
            does.extend(chain.after(rules, &call).map(|_| Does::ResignAgain));
        }
    }
}

/// A resignation over what the chain has.
pub(super) fn resignation(chain: &Chain) -> Call {
    Call::Play {
        round: chain.round,
        points: chain.points,
        line: chain.line,
        honest: Some(Action::Resign),
        cheat: None,
    }
}
