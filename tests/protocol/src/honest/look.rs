//! What the honest player hears: from the chain and from the cheat.

use super::{Honest, Proof};
use crate::chain::{Action, Awaits, Chain, Side, Why};
use crate::line::Kind;
use crate::rules::Rules;

impl Honest {
    /// Whether the chain shows another last move of the cheat's than the one that they have heard
    /// and not answered.
    pub fn heard_another(&self, chain: &Chain) -> bool {
        let own = self.own_plies(chain, self.round());
        let line = self.now().line;
        let is_same_ply = chain.line.len() == own + 1 && line.len() == own + 1;
        chain.round == self.round() && is_same_ply && chain.line != line
    }

    /// They look at the chain, and go on from what the cheat has done there.
    pub fn look(&mut self, chain: &Chain, rules: &Rules) {
        assert!(
            chain.round <= self.round(),
            "a round that they haven't begun"
        );
        self.note_what_is_won(chain);
        let line = self.now().line;
        let is_known = chain.round < self.round() || line.starts_with(chain.line);
        if chain.is_over() || is_known {
            return;
        }
        let own = self.own_plies(chain, self.round());
        // what is no longer than their own last move is an old state or a second thought of the
        // cheat's: to be met, not followed
        if chain.line.len() <= own {
            return;
        }
        let goes_on = chain.line.len() == own + 1 && chain.line.starts_with(line.prefix(own));
        assert!(goes_on, "play that they never agreed to");
        let is_over = self.has_resigned(self.round()) && line.board_end().is_none();
        if is_over || self.left {
            return;
        }
        let is_free = !self.stopped && line.board_end().is_none();
        let may_answer_what_they_heard = self.heard_another(chain) && is_free;
        if !self.is_proof_of_use(chain, rules) && !may_answer_what_they_heard {
            self.take_over(chain);
        }
    }

    /// What the chain has taken of the cheat's signatures is owed.
    fn note_what_is_won(&mut self, chain: &Chain) {
        if chain.round != self.round() || chain.is_over() || self.left {
            return;
        }
        let won = match chain.open_end() {
            Some(Why::Resigned(Side::Cheat)) => 2,
            Some(Why::Agreed | Why::Claim) if self.is_drawn_on_chain(chain) => 1,
            _ => 0,
        };
        let now = self.now_mut();
        now.owed = now.owed.max(won);
    }

    /// Whether what they hold still ends the round on the chain.
    fn is_proof_of_use(&self, chain: &Chain, rules: &Rules) -> bool {
        if self.now().proof.is_none() {
            return false;
        }
        let calls = self.calls(chain, self.round());
        let next = chain.after(rules, &calls[0]);
        next.is_some_and(|next| next.is_over() || next.awaits != Awaits::Move)
    }

    pub(super) fn take_over(&mut self, chain: &Chain) {
        let now = self.now_mut();
        (now.line, now.is_signed, now.proof) = (chain.line, false, None);
        self.forget_what_was_said();
        self.acknowledge(chain);
    }

    /// Signs, unasked, that the cheat has ended the game on the board.
    fn acknowledge(&mut self, chain: &Chain) {
        let line = self.now().line;
        let Some(end) = line.board_end().filter(|_| self.is_on_move(chain)) else {
            return;
        };
        let action = match end {
            Kind::Mate => Action::Resign,
            _ => Action::Draw,
        };
        self.say(action, line);
        let now = self.now_mut();
        now.is_agreed |= action == Action::Draw;
        now.proof = Some(Proof {
            honest: action,
            cheat: Action::Move,
            line,
        });
    }

    /// The cheat sends a move.
    pub fn hear_move(&mut self, kind: Kind, chain: &Chain) {
        let now = self.now_mut();
        (now.line, now.is_signed) = (now.line.with(kind), true);
        self.cheat_offers = false;
        self.acknowledge(chain);
    }

    /// The cheat sends a draw over the line: an offer, an acceptance or an acknowledgement.
    pub fn hear_draw(&mut self) {
        let line = self.now().line;
        let has_said = self.has_said(Action::Draw, line);
        self.cheat_offers = true;
        if line.board_end().is_some() {
            self.now_mut().proof = Some(Proof {
                honest: if has_said { Action::Draw } else { Action::Move },
                cheat: Action::Draw,
                line,
            });
        } else if has_said {
            self.agree(line);
        }
    }

    /// The cheat resigns.
    pub fn hear_resignation(&mut self) {
        let line = self.now().line;
        self.now_mut().cheat_resigned = true;
        self.stop(Action::Move, Action::Resign, line);
    }

    /// The cheat begins: this round, if they have begun it alone, or the next.
    pub fn hear_begin(&mut self) {
        let is_this = self.round() > 0 && !self.now().is_signed && self.now().line.is_empty();
        match is_this {
            true => self.now_mut().is_signed = true,
            false => self.cheat_begins = true,
        }
    }
}
