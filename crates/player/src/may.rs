//! The deeds that the rules of signed play allow.

use signed_play::{Action, MAX_PLIES};

use alloc::vec::Vec;

use crate::board::Board;
use crate::call::{Call, Play};
use crate::player::Player;
use crate::shown::Shown;

/// A deed of a player's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed<L> {
    /// Signs that they offer a draw.
    OfferDraw,
    /// Signs the draw that the opponent offers.
    AcceptDraw,
    /// Signs a draw that the Laws give, in the step that sends it.
    Claim,
    /// Signs that they resign.
    Resign,
    /// Signs that again over the chain's moves, in the step that sends it.
    ResignAgain,
    /// Begins the next round.
    Begin,
    /// Leaves the match before the next round.
    Leave,
    /// Continues from another ply of the opponent's, which the chain shows.
    TakeOver,
    /// Sends a transaction.
    Send(Call<L>),
}

impl<L: Board> Player<L> {
    /// Whether a draw by account is pending: it names no ply.
    fn draws_by_account(&self) -> bool {
        matches!(self.under_way, Some(Call::AcceptDraw))
    }

    /// Whether this player may sign a message other than a move: not over plies that the chain's game
    /// contradicts, nor once a deadline on the chain has passed.
    pub(crate) fn may_say(&self, shown: &Shown<L>) -> bool {
        !self.stopped
            && !self.left
            && !shown.is_late
            && !shown.pauses.is_reclaimable
            && !self.heard_another(shown)
            && !self.draws_by_account()
    }

    /// A draw is offered while the other is to move, in a round that has begun; but not at the last ply but
    /// one of a single game, because two plies undo an agreement and only one is left.
    fn may_offer(&self, shown: &Shown<L>) -> bool {
        let is_last_but_one = shown.terms.rounds == 1 && self.now().line.plies() == MAX_PLIES - 1;
        self.may_say(shown)
            && !is_last_but_one
            && self.result(shown).is_none()
            && self.has_begun(shown)
            && (self.faults.offers_on_move || !self.is_on_move(shown))
    }

    /// Whether the round has begun: the opponent has begun it, or the chain is in it.
    fn has_begun(&self, shown: &Shown<L>) -> bool {
        self.round() == 0 || self.now().is_signed || shown.round == self.round()
    }

    /// Whether this player may sign a move now.
    pub fn may_move(&self, shown: &Shown<L>) -> bool {
        self.has_begun(shown)
            && self.is_on_move(shown)
            && !shown.is_over()
            && !self.stopped
            && !self.left
            && !shown.is_late
            && !shown.pauses.is_reclaimable
            && self.now().line.plies() < MAX_PLIES
            && self.result(shown).is_none()
            && !self.draws_by_account()
    }

    /// Whether this player may ask the opponent to move on the chain: they wait for a move.
    pub fn may_ask(&self, shown: &Shown<L>) -> bool {
        let is_over = self.stopped || self.left || shown.is_over() || shown.is_late;
        let is_short = self.now().line.plies() < MAX_PLIES;
        !is_over && is_short && !self.is_on_move(shown) && self.result(shown).is_none()
    }

    /// Everything that this player may do now, other than making a move ([`Player::may_move`]). The
    /// due deeds come first.
    pub fn may_do(&self, shown: &Shown<L>) -> Vec<Deed<L>> {
        if shown.is_over() {
            return Vec::new();
        }
        let line = &self.now().line;
        let sends = self.sends(shown);
        let mut deeds: Vec<Deed<L>> = sends.into_iter().map(Deed::Send).collect();
        let may_say = self.may_say(shown);
        let claims = self.may_move(shown) && may_say && line.is_claimable();
        if claims && self.under_way.is_none() {
            deeds.push(Deed::Claim);
        }
        let has_offered = self.has_said(Action::Draw, line);
        if self.may_offer(shown) && !has_offered && !self.is_offered {
            deeds.push(Deed::OfferDraw);
        }
        if may_say && self.result(shown).is_none() {
            deeds.extend(self.is_offered.then_some(Deed::AcceptDraw));
            deeds.push(Deed::Resign);
        }
        let may_follow = !self.stopped && self.end(shown).is_none() && !shown.is_late;
        if may_follow && self.heard_another(shown) {
            deeds.push(Deed::TakeOver);
        }
        self.between_rounds(shown, &mut deeds);
        deeds
    }

    /// The deeds that are allowed once a round is over.
    fn between_rounds(&self, shown: &Shown<L>, deeds: &mut Vec<Deed<L>>) {
        if shown.terms.rounds == 1 {
            return;
        }
        let may_be_first = self.faults.begins_carelessly || self.is_settled(shown);
        if self.result(shown).is_some() && !self.left && !shown.is_late {
            let is_last = self.round() + 1 == shown.terms.rounds;
            if !is_last && (self.they_begin || may_be_first) {
                deeds.push(Deed::Begin);
            }
            if self.they_left || may_be_first {
                deeds.push(Deed::Leave);
            }
        }
        let by_message = !self.faults.resigns_by_account && self.under_way.is_none();
        if by_message && self.may_resign_on_chain(shown) {
            let call = resignation(shown);
            deeds.extend(shown.after(&call).map(|_| Deed::ResignAgain));
        }
    }
}

/// A resignation over the chain's moves.
pub(crate) fn resignation<L: Board>(shown: &Shown<L>) -> Call<L> {
    Call::Play(Play {
        round: shown.round,
        points: shown.points,
        line: shown.line.clone(),
        own: Some(Action::Resign),
        theirs: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shown::Terms;

    /// An ongoing game of this number of plies.
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
    struct Plies(usize);

    impl Board for Plies {
        fn start() -> Self {
            Plies(0)
        }

        fn plies(&self) -> usize {
            self.0
        }

        fn first(&self, plies: usize) -> Self {
            Plies(self.0.min(plies))
        }

        fn starts_with(&self, other: &Self) -> bool {
            other <= self
        }

        fn end(&self) -> Option<signed_play::EndOnBoard> {
            None
        }

        fn is_claimable(&self) -> bool {
            false
        }

        fn is_ply_after_fifth(&self) -> bool {
            false
        }

        fn can_mate(&self, _: chess_rules::Color) -> bool {
            true
        }
    }

    #[test]
    fn no_draw_is_offered_that_no_two_plies_could_undo() {
        for (rounds, plies, may) in [(1, 997, true), (1, 999, false), (2, 999, true)] {
            let shown = Shown::new(Terms {
                rounds,
                is_first: true,
                has_clock: true,
            });
            let mut player = Player::new();
            player.moved(Plies(plies), &shown);
            let offers = player.may_do(&shown).contains(&Deed::OfferDraw);
            assert_eq!(offers, may, "{rounds} {plies}");
        }
    }
}
