//! A player's rights, and whether a call must reach the chain in time to keep them.

use chess_record::Awaits;

use crate::board::Board;
use crate::call::Side;
use crate::player::Player;
use crate::shown::{End, Shown};

/// How a player was wronged when the chain paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// Lost on time.
    Late,
    /// A won end was lost.
    Lost,
    /// By an end without all of their plies.
    Overtaken,
}

impl<L: Board> Player<L> {
    /// Whether the chain's game contains every move that this player has signed.
    pub fn is_covered(&self, shown: &Shown<L>) -> bool {
        let own = self.now().line.first(self.own_plies(shown, self.round()));
        shown.round == self.round() && shown.line.starts_with(&own)
    }

    /// How this player was wronged, if the chain has paid.
    pub fn wrong(&self, shown: &Shown<L>) -> Option<Wrong> {
        let paid = shown.paid?;
        let (now, round, terms) = (self.now(), self.round(), shown.terms);
        if shown.round == round && paid.why == End::Late(Side::Own) {
            return Some(Wrong::Late);
        }
        // each round that wasn't played gives a stake
        let sure = terms.own_points(round, now.points) + (terms.rounds - round - 1);
        if paid.stakes < sure + now.owed {
            return Some(Wrong::Lost);
        }
        let is_best = paid.stakes >= sure + 2;
        let has_not_begun = self.own_plies(shown, round) == 0 && paid.stakes > sure;
        let resigned = self.has_resigned(round) && shown.round == round;
        let is_fair = self.is_covered(shown) || is_best || has_not_begun || resigned;
        (!is_fair && paid.why != End::Left).then_some(Wrong::Overtaken)
    }

    /// Whether this player is wronged unless a call reaches the chain in time.
    ///
    /// ```
    /// use chess_player::{Player, Shown, Terms};
    /// use chess_record::Awaits;
    /// use signed_play::Line;
    ///
    /// let mut shown = Shown::<Line>::new(Terms { rounds: 1, is_first: true, has_clock: true });
    /// let player = Player::new();
    /// assert!(!player.must_act(&shown));
    /// shown.awaits = Awaits::Answer; // the opponent asks for White's first move
    /// assert!(player.must_act(&shown));
    /// ```
    pub fn must_act(&self, shown: &Shown<L>) -> bool {
        if shown.is_over() {
            return false;
        }
        if self.must_save(shown) {
            return true;
        }
        if shown.is_late {
            return false;
        }
        match (shown.awaits, shown.turn()) {
            (Awaits::Move, _) => return false,
            (Awaits::Answer, Side::Theirs) if self.faults.leaves_own_asks => return false,
            (Awaits::Answer, Side::Own) if shown.round == self.round() => return true,
            _ => {}
        }
        let ended = shown.unmet();
        ended.is_some_and(|ended| self.wrong(&ended).is_some())
    }

    /// Pauses have taken so much of the game's time that it can be reclaimed soon.
    fn must_save(&self, shown: &Shown<L>) -> bool {
        let is_unsaved = shown.is_late || !self.is_covered(shown);
        shown.pauses.took_time && shown.pauses.takes_calls && is_unsaved
    }
}
