//! What the honest player's deeds change.

use super::may::resignation;
use super::{Does, Honest, Proof, Round, Said};
use crate::chain::{Action, Call, Chain};
use crate::line::{Kind, Line};
use crate::rules::Rules;

impl Honest {
    pub fn act(&mut self, does: Does, chain: &Chain, rules: &Rules) {
        let line = self.now().line;
        match does {
            Does::Sign(kind) => {
                let now = self.now_mut();
                now.line = line.with(kind);
                now.owed = match kind {
                    Kind::Mate => 2,
                    Kind::Dead | Kind::Fivefold => 1,
                    _ => now.owed,
                };
                self.cheat_offers = false;
            }
            Does::OfferDraw => self.say(Action::Draw, line),
            Does::AcceptDraw => {
                self.say(Action::Draw, line);
                self.agree(line);
            }
            Does::Claim => {
                self.say(Action::Draw, line);
                self.stopped = true;
                self.now_mut().is_agreed = true;
                let claim = Call::Play {
                    round: self.round(),
                    points: self.now().points,
                    line,
                    honest: Some(Action::Draw),
                    cheat: self.now().is_signed.then_some(Action::Move),
                };
                self.send(claim, rules);
            }
            Does::Resign => {
                self.say(Action::Resign, line);
                self.stop(Action::Resign, Action::Move, line);
            }
            Does::ResignAgain => {
                let said = Said {
                    round: chain.round,
                    action: Action::Resign,
                    line: chain.line,
                };
                self.keep(said);
                self.send(resignation(chain), rules);
            }
            Does::Begin => self.begin(chain),
            Does::Leave | Does::LeaveThisRound => self.left = true,
            Does::TakeOver => self.take_over(chain),
            Does::Send(call) => {
                if let Call::Play {
                    round,
                    line,
                    honest: Some(action @ Action::Ask),
                    ..
                } = call
                {
                    self.keep(Said {
                        round,
                        action,
                        line,
                    });
                }
                self.send(call, rules);
            }
        }
    }

    fn begin(&mut self, chain: &Chain) {
        let result = self.result(chain).expect("the round is over");
        let mut next = Round::new(self.now().points + result);
        next.is_signed = self.cheat_begins;
        self.rounds.push(next);
        self.forget_what_was_said();
    }

    /// What belongs to a line or round that is left.
    pub(super) fn forget_what_was_said(&mut self) {
        self.stopped = false;
        self.cheat_offers = false;
        self.cheat_begins = false;
        self.cheat_left = false;
    }

    pub(super) fn say(&mut self, action: Action, line: Line) {
        let round = self.round();
        self.keep(Said {
            round,
            action,
            line,
        });
    }

    fn keep(&mut self, said: Said) {
        if let Err(at) = self.said.binary_search(&said) {
            self.said.insert(at, said);
        }
    }

    /// Both have signed a draw over these plies.
    pub(super) fn agree(&mut self, line: Line) {
        self.now_mut().is_agreed = true;
        self.stop(Action::Draw, Action::Draw, line);
    }

    /// They play no further in this round.
    pub(super) fn stop(&mut self, honest: Action, cheat: Action, line: Line) {
        self.stopped = true;
        self.now_mut().proof = Some(Proof {
            honest,
            cheat,
            line,
        });
    }

    fn send(&mut self, call: Call, rules: &Rules) {
        self.pool = Some(call);
        self.sent += u8::from(rules.counts);
    }
}
