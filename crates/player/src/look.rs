//! A player hears from the chain and from the opponent. The opponent's messages were verified
//! before, and continue from the line.

use chess_record::Awaits;
use signed_play::{Action, EndOnBoard};

use crate::board::Board;
use crate::call::Side;
use crate::player::{Player, Proof};
use crate::shown::{End, Shown};

/// The chain shows play that this player never agreed to: the contract breaks its rules, or
/// someone else signs with the same key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stranger;

impl<L: Board> Player<L> {
    /// Whether the chain shows another last move of the opponent's than the one that was heard and
    /// not answered.
    pub fn heard_another(&self, shown: &Shown<L>) -> bool {
        let own = self.own_plies(shown, self.round());
        let line = &self.now().line;
        let is_same_ply = shown.line.plies() == own + 1 && line.plies() == own + 1;
        shown.round == self.round() && is_same_ply && shown.line != *line
    }

    /// Looks at the chain, and continues from the opponent's play there.
    ///
    /// # Errors
    /// The chain shows play that this player never agreed to. Nothing is changed then.
    pub fn look(&mut self, shown: &Shown<L>) -> Result<(), Stranger> {
        if shown.round > self.round() {
            return Err(Stranger);
        }
        self.note_what_is_won(shown);
        let line = &self.now().line;
        let is_known = shown.round < self.round() || line.starts_with(&shown.line);
        if shown.is_over() || is_known {
            return Ok(());
        }
        let own = self.own_plies(shown, self.round());
        // a game no longer than the own last move is an old state or a second line of the
        // opponent's: it must be met, not followed
        if shown.line.plies() <= own {
            return Ok(());
        }
        let goes_on = shown.line.plies() == own + 1 && shown.line.starts_with(&line.first(own));
        if !goes_on {
            return Err(Stranger);
        }
        let is_over = self.has_resigned(self.round()) && self.end(shown).is_none();
        if is_over || self.left {
            return Ok(());
        }
        let is_free = !self.stopped && self.end(shown).is_none();
        let may_answer_what_was_heard = self.heard_another(shown) && is_free;
        if !self.is_proof_of_use(shown) && !may_answer_what_was_heard {
            self.take_over(shown);
        }
        Ok(())
    }

    /// Notes the points that the chain has by the opponent's signature as owed.
    fn note_what_is_won(&mut self, shown: &Shown<L>) {
        if shown.round != self.round() || shown.is_over() || self.left {
            return;
        }
        let won = match shown.open_end {
            Some(End::Resigned(Side::Theirs)) => 2,
            Some(_) if self.is_drawn_on_chain(shown) => 1,
            _ => 0,
        };
        let now = self.now_mut();
        now.owed = now.owed.max(won);
    }

    /// Whether the proof still ends the round on the chain.
    fn is_proof_of_use(&self, shown: &Shown<L>) -> bool {
        let Some(call) = self.proving(self.round(), shown) else {
            return false;
        };
        let next = shown.after(&call);
        next.is_some_and(|next| next.is_over() || next.awaits != Awaits::Move)
    }

    /// Continues from the chain's game.
    pub(crate) fn take_over(&mut self, shown: &Shown<L>) {
        let now = self.now_mut();
        (now.line, now.is_signed, now.proof) = (shown.line.clone(), false, None);
        self.forget_what_was_said();
        self.acknowledge(shown);
    }

    /// Acknowledges, unasked, that the opponent has ended the game on the board.
    fn acknowledge(&mut self, shown: &Shown<L>) {
        let Some(end) = self.end(shown).filter(|_| self.is_on_move(shown)) else {
            return;
        };
        let own = match end {
            EndOnBoard::Checkmate => Action::Resign,
            EndOnBoard::Drawn => Action::Draw,
        };
        let line = self.now().line.clone();
        self.say(own, line.clone());
        self.now_mut().proof = Some(Proof {
            own,
            theirs: Action::Move,
            line,
        });
    }

    /// The opponent sends a move: `longer` is the line with it.
    pub fn hear_move(&mut self, longer: L, shown: &Shown<L>) {
        let now = self.now_mut();
        (now.line, now.is_signed) = (longer, true);
        self.is_offered = false;
        self.acknowledge(shown);
    }

    /// The opponent sends a draw over the line: an offer, an acceptance or an acknowledgement.
    pub fn hear_draw(&mut self, shown: &Shown<L>) {
        let line = self.now().line.clone();
        let has_said = self.has_said(Action::Draw, &line);
        self.is_offered = true;
        if self.end(shown).is_some() {
            self.now_mut().proof = Some(Proof {
                own: if has_said { Action::Draw } else { Action::Move },
                theirs: Action::Draw,
                line,
            });
        } else if has_said {
            self.agree(line);
        }
    }

    /// The opponent resigns.
    pub fn hear_resignation(&mut self) {
        let line = self.now().line.clone();
        self.stop(Action::Move, Action::Resign, line);
    }

    /// The opponent begins: this round, if this player has begun it alone, or the next.
    pub fn hear_begin(&mut self) {
        let is_this = self.round() > 0 && !self.now().is_signed && self.now().line.plies() == 0;
        match is_this {
            true => self.now_mut().is_signed = true,
            false => self.they_begin = true,
        }
    }

    /// The opponent leaves the match before the next round.
    pub fn hear_leave(&mut self) {
        self.they_left = true;
    }
}
