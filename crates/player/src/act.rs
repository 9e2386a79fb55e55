//! The changes by a player's deeds.

use signed_play::{Action, EndOnBoard};

use crate::board::Board;
use crate::call::{Call, Play};
use crate::may::{Deed, resignation};
use crate::player::{Player, Proof, Round, Said};
use crate::shown::Shown;

impl<L: Board> Player<L> {
    /// This player makes a move: `longer` is the line with it.
    pub fn moved(&mut self, longer: L, shown: &Shown<L>) {
        let end = shown.terms.end(&longer);
        let now = self.now_mut();
        now.line = longer;
        now.owed = match end {
            Some(EndOnBoard::Checkmate) => 2,
            Some(EndOnBoard::Drawn) => 1,
            None => now.owed,
        };
        self.is_offered = false;
    }

    /// This player does one of the allowed deeds.
    pub fn act(&mut self, deed: &Deed<L>, shown: &Shown<L>) {
        let line = self.now().line.clone();
        match deed {
            Deed::OfferDraw => self.say(Action::Draw, line),
            Deed::AcceptDraw => {
                self.say(Action::Draw, line.clone());
                self.agree(line);
            }
            Deed::Claim => {
                self.say(Action::Draw, line.clone());
                self.stopped = true;
                self.sent(Call::Play(Play {
                    round: self.round(),
                    points: self.now().points,
                    line,
                    own: Some(Action::Draw),
                    theirs: self.now().is_signed.then_some(Action::Move),
                }));
            }
            Deed::Resign => {
                self.say(Action::Resign, line.clone());
                self.stop(Action::Resign, Action::Move, line);
            }
            Deed::ResignAgain => {
                self.keep(Said {
                    round: shown.round,
                    action: Action::Resign,
                    line: shown.line.clone(),
                });
                self.sent(resignation(shown));
            }
            Deed::Begin => self.begin(shown),
            Deed::Leave => self.left = true,
            Deed::TakeOver => self.take_over(shown),
            Deed::Send(call) => self.send(call),
        }
    }

    fn send(&mut self, call: &Call<L>) {
        if let Call::Play(Play {
            round,
            line,
            own: Some(action @ Action::Ask),
            ..
        }) = call
        {
            self.keep(Said {
                round: *round,
                action: *action,
                line: line.clone(),
            });
        }
        self.sent(call.clone());
    }

    /// Begins the next round, if this one's result is known.
    fn begin(&mut self, shown: &Shown<L>) {
        let Some(points) = self.points_after(shown) else {
            return;
        };
        let mut next = Round::new(points);
        next.is_signed = self.they_begin;
        self.rounds.push(next);
        self.forget_what_was_said();
    }

    /// Drops the messages of a line or round that is left.
    pub(crate) fn forget_what_was_said(&mut self) {
        self.stopped = false;
        self.is_offered = false;
        self.they_begin = false;
        self.they_left = false;
    }

    pub(crate) fn say(&mut self, action: Action, line: L) {
        let round = self.round();
        self.keep(Said {
            round,
            action,
            line,
        });
    }

    fn keep(&mut self, said: Said<L>) {
        if let Err(at) = self.said.binary_search(&said) {
            self.said.insert(at, said);
        }
    }

    /// Both have signed a draw over these plies.
    pub(crate) fn agree(&mut self, line: L) {
        self.stop(Action::Draw, Action::Draw, line);
    }

    /// This player plays no further in this round.
    pub(crate) fn stop(&mut self, own: Action, theirs: Action, line: L) {
        self.stopped = true;
        self.now_mut().proof = Some(Proof { own, theirs, line });
    }
}
