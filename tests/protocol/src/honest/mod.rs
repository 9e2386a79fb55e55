//! The honest player: what they have signed, what they hold of the cheat's, and what the rules for
//! players (docs/signed-play.md) let them do.

mod act;
mod look;
mod may;
mod send;

use crate::chain::{Action, Awaits, Call, Chain, Side, Why};
use crate::line::{Kind, Line};
use crate::rules::Rules;

/// Messages that end a round, over these plies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Proof {
    pub honest: Action,
    pub cheat: Action,
    pub line: Line,
}

/// A round, as the honest player knows it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Round {
    /// Their points in the rounds before.
    pub points: u8,
    /// The longest game; all their own moves in it are signed, and the cheat has them.
    pub line: Line,
    /// Whether they hold the cheat's signature for the cheat's last move, or for "I begin".
    pub is_signed: bool,
    /// What ends the round by signature.
    pub proof: Option<Proof>,
    /// What they have won: by their own ply that ended the game on the board, or by a signature of
    /// the cheat's that the chain has taken.
    pub owed: u8,
    /// The cheat has said so to them.
    pub cheat_resigned: bool,
    /// Both have signed a draw.
    pub is_agreed: bool,
}

impl Round {
    fn new(points: u8) -> Self {
        Round {
            points,
            line: Line::EMPTY,
            is_signed: false,
            proof: None,
            owed: 0,
            cheat_resigned: false,
            is_agreed: false,
        }
    }
}

/// A message of theirs besides a move. The cheat has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Said {
    pub round: u8,
    pub action: Action,
    pub line: Line,
}

/// The honest player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Honest {
    pub rounds: Vec<Round>,
    /// In order.
    pub said: Vec<Said>,
    /// The cheat offers a draw over the line.
    pub cheat_offers: bool,
    /// They have agreed, claimed or resigned, and move no more.
    pub stopped: bool,
    /// They hold the cheat's "I begin" of the next round.
    pub cheat_begins: bool,
    /// They have signed "I leave" for the next round.
    pub left: bool,
    pub cheat_left: bool,
    /// Their transaction that isn't in a block yet. The cheat sees it and may come first.
    pub pool: Option<Call>,
    /// How many they have sent.
    pub sent: u8,
}

/// What the rules for players let them do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Does {
    Sign(Kind),
    OfferDraw,
    AcceptDraw,
    /// Signs the claim in the step that sends it.
    Claim,
    Resign,
    /// A resignation again, over what the chain has, in the step that sends it.
    ResignAgain,
    Begin,
    Leave,
    /// Against the rules: "I leave" for the round that was begun.
    LeaveThisRound,
    /// Goes on from another ply of the cheat's, which the chain shows.
    TakeOver,
    Send(Call),
}

/// How the honest player was wronged, if the chain has paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// Lost on time.
    Late,
    /// What they had won.
    Lost,
    /// By an end that doesn't hold all their plies.
    Overtaken,
}

impl Default for Honest {
    fn default() -> Self {
        Honest {
            rounds: vec![Round::new(0)],
            said: vec![],
            cheat_offers: false,
            stopped: false,
            cheat_begins: false,
            left: false,
            cheat_left: false,
            pool: None,
            sent: 0,
        }
    }
}

impl Honest {
    /// The round that they play.
    pub fn round(&self) -> u8 {
        self.rounds.len() as u8 - 1
    }

    pub fn now(&self) -> &Round {
        &self.rounds[self.rounds.len() - 1]
    }

    fn now_mut(&mut self) -> &mut Round {
        let last = self.rounds.len() - 1;
        &mut self.rounds[last]
    }

    /// Up to which ply their own moves of a round go.
    pub fn own_plies(&self, chain: &Chain, round: u8) -> usize {
        let plies = self.rounds[usize::from(round)].line.len();
        match plies.checked_sub(1) {
            Some(before) if chain.mover(round, before) == Side::Honest => plies,
            Some(before) => before,
            None => 0,
        }
    }

    pub fn is_on_move(&self, chain: &Chain) -> bool {
        chain.mover(self.round(), self.now().line.len()) == Side::Honest
    }

    /// The round's result, if they know one: their points.
    pub fn result(&self, chain: &Chain) -> Option<u8> {
        // what nothing undoes but a later round, or two plies with their own
        match chain.open_end() {
            Some(Why::Resigned(side)) if chain.round == self.round() => {
                return Some(if side == Side::Cheat { 2 } else { 0 });
            }
            Some(_) if self.is_drawn_on_chain(chain) => return Some(1),
            _ => {}
        }
        if let Some(proof) = self.now().proof {
            return Some(match proof {
                Proof {
                    cheat: Action::Resign,
                    ..
                } => 2,
                Proof {
                    honest: Action::Resign,
                    ..
                } => 0,
                _ => 1,
            });
        }
        let end = self.now().line.board_end()?;
        Some(match end {
            Kind::Mate if self.is_on_move(chain) => 0,
            Kind::Mate => 2,
            _ => 1,
        })
    }

    /// Whether they have lost by resigning.
    fn has_resigned(&self, round: u8) -> bool {
        let proof = self.rounds[usize::from(round)].proof;
        proof.is_some_and(|proof| proof.honest == Action::Resign)
    }

    /// Whether the cheat can't take the round's end back any more, or could gain nothing by it.
    fn is_settled(&self, chain: &Chain) -> bool {
        // after a fifth repetition the cheat may have signed two plies with them
        let ended_it = !self.is_on_move(chain) && self.now().line.board_end().is_some();
        let is_of_this = chain.line == self.now().line || chain.is_resigned();
        let is_open_on_chain = chain.round == self.round()
            && (is_of_this || self.is_drawn_on_chain(chain))
            && chain.open_end().is_some()
            && !chain.late;
        ended_it || is_open_on_chain || self.result(chain) == Some(0)
    }

    /// Whether the chain has a draw by agreement or claim, after which they have signed no move. What
    /// they have resigned over these plies counts as lost: the cheat can still bring it.
    fn is_drawn_on_chain(&self, chain: &Chain) -> bool {
        let is_drawn = matches!(chain.open_end(), Some(Why::Agreed | Why::Claim));
        let own = self.own_plies(chain, self.round());
        let is_this_round = chain.round == self.round();
        let has_resigned = self.has_said(Action::Resign, chain.line);
        is_drawn && is_this_round && own <= chain.line.len() && !has_resigned
    }

    /// Whether the chain's game holds every move that they have signed.
    pub fn is_covered(&self, chain: &Chain) -> bool {
        let own = self.now().line.prefix(self.own_plies(chain, self.round()));
        chain.round == self.round() && chain.line.starts_with(own)
    }

    /// How they were wronged, where the chain has paid.
    pub fn wrong(&self, chain: &Chain, rules: &Rules) -> Option<Wrong> {
        let why = chain.ended?;
        let now = self.now();
        if chain.round == self.round() && why == Why::Late(Side::Honest) {
            return Some(Wrong::Late);
        }
        // rounds that weren't played give a stake each
        let sure = now.points + (rules.rounds - self.round() - 1);
        if chain.paid < sure + now.owed {
            return Some(Wrong::Lost);
        }
        let is_best = chain.paid >= sure + 2;
        let has_not_begun = self.own_plies(chain, self.round()) == 0 && chain.paid > sure;
        let resigned = self.has_resigned(self.round()) && chain.round == self.round();
        let is_fair = self.is_covered(chain) || is_best || has_not_begun || resigned;
        (!is_fair && why != Why::Left).then_some(Wrong::Overtaken)
    }

    /// Whether they are wronged unless something comes to the chain in time.
    pub fn must_act(&self, chain: &Chain, rules: &Rules) -> bool {
        if chain.is_over() {
            return false;
        }
        if self.must_save(chain, rules) {
            return true;
        }
        if chain.late {
            return false;
        }
        match chain.awaits {
            Awaits::Move => return false,
            Awaits::Answer if chain.turn() == Side::Cheat && !rules.player.meets_every_ask => {
                return false;
            }
            Awaits::Answer if chain.turn() == Side::Honest && chain.round == self.round() => {
                return true;
            }
            _ => {}
        }
        let mut later = *chain;
        later.pass_deadline();
        let ended = later.after(rules, &Call::Signal);
        ended.is_some_and(|ended| self.wrong(&ended, rules).is_some())
    }

    /// Pauses have taken so much of the game's time that it can be reclaimed soon.
    fn must_save(&self, chain: &Chain, rules: &Rules) -> bool {
        let is_unsaved = chain.late || !self.is_covered(chain);
        chain.lost > 0 && chain.takes_calls(rules) && is_unsaved
    }
}
