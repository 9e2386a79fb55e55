//! A game between the honest player and the cheat, step by step.

use chess_player::{self as player, Deed};

use crate::chain::{Awaits, Call, Chain, Pause, Side, TimeLeft};
use crate::cheat;
use crate::honest::{Does, Honest, shown};
use crate::line::Kind;
use crate::rules::{Looks, Rules};

/// The state of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub chain: Chain,
    /// The chain as the honest player has last seen it.
    pub seen: Chain,
    pub honest: Honest,
}

/// A step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    Honest(Does),
    /// The honest player looks at the chain.
    Look,
    /// Their transaction comes into a block.
    Mined,
    /// The deadline of the chain's current wait passes.
    Deadline,
    /// Nearly all of the time that an ask gives the honest player passes.
    SlowAnswer,
    /// Some epochs pass in a pause or after it.
    Epochs,
    /// The cheat's transaction comes into a block; anyone's could do the same.
    Cheat(Call),
    // the cheat's message to the honest player
    Move(Kind),
    Draw,
    Resign,
    Begin,
    Leave,
}

impl State {
    pub fn new(honest_begins: bool, rules: &Rules) -> Self {
        let chain = Chain::new(honest_begins);
        State {
            chain,
            seen: chain,
            honest: Honest::new(rules),
        }
    }

    pub fn steps(&self, rules: &Rules, steps: &mut Vec<Step>) {
        if self.chain.is_over() {
            return;
        }
        let does = self.honest.may_do(&self.seen, rules);
        steps.extend(does.into_iter().map(Step::Honest));
        steps.extend([Step::Mined, Step::Deadline]);
        match rules.player.looks {
            Looks::Always => {}
            Looks::OnceAWindow => steps.push(Step::Look),
            Looks::Seldom => steps.extend([Step::Look, Step::SlowAnswer]),
        }
        cheat::steps(self, rules, steps);
    }

    /// The state after a step, `None` if it is impossible or changes nothing.
    pub fn after(&self, rules: &Rules, step: &Step) -> Option<State> {
        let mut next = self.clone();
        let (seen, honest) = (&self.seen, &mut next.honest);
        match *step {
            Step::Honest(does) => honest.act(does, seen, rules),
            Step::Look => {
                next.seen = self.chain;
                honest.look(&self.chain, rules);
            }
            Step::Mined => {
                let call = honest.take_sent(&self.chain)?;
                if let Some(after) = self.chain.after(rules, &call) {
                    next.chain = after;
                }
                // a player who sends a transaction looks at its result
                next.seen = next.chain;
                honest.look(&next.chain, rules);
            }
            Step::Deadline => {
                self.require_deadline(rules)?;
                next.chain.late = true;
                next.seen = next.chain;
            }
            Step::SlowAnswer => {
                self.require_slow_answer()?;
                next.chain.time_left = TimeLeft::Going;
            }
            Step::Epochs => {
                next.chain = self.chain.after_epochs()?;
                // they look at least once in two epochs, and act if they can
                let has_time = self.seen != self.chain || self.acts(rules);
                if self.chain.takes_calls(rules) && has_time {
                    return None;
                }
                // everyone knows the time
                if self.seen == self.chain {
                    next.seen = next.chain;
                }
            }
            Step::Cheat(call) => next.chain = self.chain.after(rules, &call)?,
            Step::Move(kind) => honest.hear_move(kind, seen, rules),
            Step::Draw => honest.hear_draw(seen, rules),
            Step::Resign => honest.hear_resignation(),
            Step::Begin => honest.player.hear_begin(),
            Step::Leave => honest.player.hear_leave(),
        }
        if next.chain != self.chain && rules.player.looks == Looks::Always {
            next.seen = next.chain;
            next.honest.look(&next.chain, rules);
        }
        (next != *self).then_some(next)
    }

    /// A deadline passes only after the honest player has looked at the chain and done what is due.
    fn require_deadline(&self, rules: &Rules) -> Option<()> {
        let chain = &self.chain;
        let runs = chain.pause == Pause::Never && chain.awaits != Awaits::Move && !chain.late;
        // looking once in base + 3 minutes misses an ask that gives less
        let is_unseen = chain.asks_honest() && chain.time_left == TimeLeft::Gone;
        if rules.player.looks == Looks::Seldom && is_unseen && self.seen != *chain {
            return runs.then_some(());
        }
        let has_looked = self.seen == *chain;
        (runs && has_looked && !self.acts(rules)).then_some(())
    }

    fn require_slow_answer(&self) -> Option<()> {
        let chain = &self.chain;
        let can_be_slow = chain.asks_honest() && !chain.late && chain.time_left == TimeLeft::All;
        can_be_slow.then_some(())
    }

    /// Whether the due step is taken in time: by the page alone, or after a move of its player's.
    fn acts(&self, rules: &Rules) -> bool {
        let (honest, seen) = (&self.honest, &self.seen);
        if !honest.must_act(seen, rules) {
            return false;
        }
        if honest.player.under_way().is_some() || honest.acts_alone(seen, rules) {
            return true;
        }
        let mut does = honest.may_do(seen, rules).into_iter();
        does.any(|does| match does {
            Does::Deed(Deed::Claim | Deed::ResignAgain) => true,
            Does::Sign(_) | Does::Deed(Deed::TakeOver) => {
                let mut after = honest.clone();
                after.act(does, seen, rules);
                let signs = |does: &Does| matches!(does, Does::Sign(_));
                after.acts_alone(seen, rules) || after.may_do(seen, rules).iter().any(signs)
            }
            _ => false,
        })
    }

    /// The steps without the cheat, in the order that leads a game to its end.
    fn alone(&self, rules: &Rules) -> Vec<Step> {
        let mut steps = vec![Step::Look, Step::Mined];
        let mut does = self.honest.may_do(&self.seen, rules);
        does.retain(|does| match does {
            Does::Deed(Deed::Send(call)) => *call != player::Call::AcceptDraw,
            Does::Sign(_) | Does::Deed(Deed::TakeOver | Deed::ResignAgain) => true,
            _ => false,
        });
        does.sort_by_key(|does| matches!(does, Does::Sign(_) | Does::Deed(Deed::TakeOver)));
        steps.extend(does.into_iter().map(Step::Honest));
        // either player may reclaim
        let reclaims = Step::Cheat(Call::Reclaim(Side::Honest));
        steps.extend([Step::Deadline, reclaims, Step::Epochs]);
        steps
    }

    /// Whether the honest player knows everything, and waits for nothing: a look or a block leads there.
    pub fn is_quiet(&self) -> bool {
        self.seen == self.chain && self.honest.player.under_way().is_none()
    }

    /// Whether the honest player can end the game alone.
    pub fn can_be_ended(&self, rules: &Rules) -> bool {
        /// More steps than any game needs.
        const MOST: usize = 100;
        let mut state = self.clone();
        let result = |state: &State| state.honest.player.result(&shown(&state.seen, rules));
        for _ in 0..MOST {
            // the opponent submits a single game that is lost, or doesn't
            let is_lost = rules.rounds == 1 && result(&state) == Some(0);
            if state.chain.is_over() || is_lost {
                return true;
            }
            let steps = state.alone(rules);
            match steps.iter().find_map(|step| state.after(rules, step)) {
                Some(next) => state = next,
                None => return false,
            }
        }
        false
    }
}
