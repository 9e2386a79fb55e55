//! Calls by account, and ends without a move.

use super::{Awaits, Chain, Side, Taken, Why, require};
use crate::line::Kind;
use crate::rules::Rules;

impl Chain {
    /// Both have signed that the match ended before a round, with these points.
    pub(super) fn leave(&mut self, rules: &Rules, round: u8, points: u8) -> Taken {
        self.require_open(rules)?;
        let is_this = rules.contract.leaves_this_round && round == self.round;
        require(rules.rounds > 1 && round <= rules.rounds)?;
        require(round > self.round || is_this)?;
        self.require_points(round, points)?;
        self.pay(rules, Why::Left, points, round);
        Ok(())
    }

    /// Each round that the chain doesn't know can have given 0 to 2 points.
    pub(super) fn require_points(&self, round: u8, points: u8) -> Taken {
        let most = self.points + 2 * (round - self.round);
        require((self.points..=most).contains(&points))
    }

    /// In a match a call that can't name its round doesn't count.
    fn require_account_calls(&self, rules: &Rules) -> Taken {
        require(rules.rounds == 1 || rules.contract.resigns_by_account_in_match)
    }

    pub(super) fn resign(&mut self, rules: &Rules, side: Side) -> Taken {
        self.require_open(rules)?;
        self.require_account_calls(rules)?;
        require(!self.is_resigned())?;
        self.end_at_once(rules, Why::Resigned(side))
    }

    /// Offers a draw, or accepts one.
    pub(super) fn draw(&mut self, rules: &Rules, side: Side) -> Taken {
        require(!self.pause.is_paused() && rules.rounds == 1)?;
        require(self.open_end().is_none())?;
        let is_on_move = side == self.turn();
        if self.offer == Some(side.other()) {
            require(!(is_on_move && self.late))?;
            self.open(Why::Agreed);
            return Ok(());
        }
        require(self.offer.is_none() && (!is_on_move || rules.contract.mover_may_offer))?;
        self.offer = Some(side);
        Ok(())
    }

    /// The player who has moved claims, before the other can answer.
    pub(super) fn claim_with_move(&mut self, rules: &Rules, side: Side) -> Taken {
        require(rules.contract.claims_with_moves && rules.rounds == 1)?;
        require(!self.pause.is_paused() && self.open_end().is_none() && !self.late)?;
        let kinds = rules.board.next(self.line, rules.plies);
        require(side == self.turn() && kinds.contains(&Kind::Claimable))?;
        self.line = self.line.with(Kind::Claimable);
        self.open(Why::Claim);
        Ok(())
    }

    pub(super) fn signal(&mut self, rules: &Rules) -> Taken {
        self.require_open(rules)?;
        require(self.late)?;
        self.end_late(rules);
        Ok(())
    }

    /// The result of the passed deadline.
    pub(super) fn end_late(&mut self, rules: &Rules) {
        match self.awaits {
            Awaits::LongerGame(why) => self.settle(rules, why),
            // a round with a clock in which not both have moved has no result
            _ if rules.clock && self.line.len() < 2 => {
                self.pay(rules, Why::Aborted, self.points, self.round);
            }
            _ => self.settle(rules, Why::Late(self.turn())),
        }
    }
}
