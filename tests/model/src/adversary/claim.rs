//! What an honest player has a right to.

use super::player::Player;
use crate::chain::{Game, Reason};
use crate::rules::Move;

/// What an honest player has signed in the latest round that they play, and what that gives them.
pub(super) struct Claim<'a> {
    pub round: u16,
    /// The first's, in the rounds before.
    pub points: u16,
    /// The game up to their own last ply.
    pub own: &'a [Move],
    /// What an end on the board by an own ply owes.
    pub owed: u16,
    /// They have resigned the chain's round.
    pub has_resigned: bool,
}

impl Claim<'_> {
    /// How they were wronged, where the chain has paid.
    pub fn wrong(&self, player: &Player, game: &Game) -> Option<String> {
        let ((rounds, points), reason) = (game.score?, game.reason?);
        let is_here = game.round == self.round;
        let own_turn = game.turn() == player.color(game.round);
        if is_here && reason == Reason::Inactivity && own_turn {
            return Some("was late".into());
        }
        let all = player.rounds;
        // stakes of a round
        let paid = all - rounds + player.own_points(rounds, points);
        let before = player.own_points(self.round, self.points);
        let sure = before + all - self.round - 1;
        let told = |what: &str| {
            format!(
                "{what}: paid {paid} of {}, sure of {sure} and {} in round {}; {reason:?} in round \
                 {} after {} plies, {} signed",
                2 * all,
                self.owed,
                self.round,
                game.round,
                game.plies(),
                self.own.len()
            )
        };
        let by_pause = reason == Reason::Pause;
        if paid < sure + if by_pause { 0 } else { self.owed } {
            return Some(told("an end on the board is lost"));
        }
        let is_covered = is_here && game.moves.starts_with(self.own);
        let not_begun = self.own.is_empty() && paid > sure;
        let is_best = paid >= sure + 2;
        let fine = is_covered
            || self.has_resigned
            || is_best
            || not_begun
            || by_pause
            || reason == Reason::Left;
        (!fine).then(|| told("an end without all own moves"))
    }
}
