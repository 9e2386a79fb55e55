//! The laws of every state.

use crate::game::State;
use crate::honest::Wrong;
use crate::rules::Rules;

/// A property.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Law {
    /// A win of the honest player on the board, or by a signature of the cheat's that they have
    /// seen on the chain, isn't lost.
    Won,
    /// An end that the honest player hasn't won contains all their plies.
    Whole,
    /// A player who looks once in each window is never late.
    InTime,
    /// An honest player can always end it alone.
    Alone,
    /// The money is paid once, and no more than there is.
    PaidOnce,
    /// No more transactions than the bound.
    Bound,
    /// Once a deadline has passed, only a settlement changes the game.
    LateIsFinal,
    /// No law, and untrue: a resignation of the cheat's in the honest player's hands wins.
    Resignation,
    /// No law, and untrue: a draw that both have signed isn't lost.
    Agreement,
}

impl Law {
    /// The specification's promises.
    pub const PROMISED: [Law; 7] = [
        Law::Won,
        Law::Whole,
        Law::InTime,
        Law::Alone,
        Law::PaidOnce,
        Law::Bound,
        Law::LateIsFinal,
    ];

    pub const COUNT: usize = 9;

    pub fn name(self) -> &'static str {
        match self {
            Law::Won => "what is won on the board, or by a signature on the chain, isn't lost",
            Law::Whole => "an end that isn't won holds all of one's plies",
            Law::InTime => "nobody is late who looks once in each window",
            Law::Alone => "one can always end it alone",
            Law::PaidOnce => "money is paid once",
            Law::Bound => "no more transactions than the bound",
            Law::LateIsFinal => "once a deadline has passed, only settling changes anything",
            Law::Resignation => "a resignation in one's hands wins",
            Law::Agreement => "a draw that both have signed isn't lost",
        }
    }

    /// `bound`: the most transactions that the honest player may have to send.
    pub fn holds(self, state: &State, rules: &Rules, bound: u8) -> bool {
        let State { chain, honest, .. } = state;
        let wrong = || honest.wrong(chain, rules);
        // with the rounds before, and a stake for each that wasn't played
        let won = || {
            let points = honest.points(chain, honest.round());
            (chain.paid + honest.round() + 1).saturating_sub(points + rules.rounds)
        };
        match self {
            Law::Won => wrong() != Some(Wrong::Lost),
            Law::Whole => wrong() != Some(Wrong::Overtaken),
            Law::InTime => wrong() != Some(Wrong::Late),
            // every other state is followed by a quiet one, without the cheat
            Law::Alone => !state.is_quiet() || state.can_be_ended(rules),
            Law::PaidOnce => {
                let is_all = chain.paid <= 2 * rules.rounds;
                chain.payouts == u8::from(chain.is_over()) && is_all
            }
            Law::Bound => honest.sent <= bound,
            Law::LateIsFinal => !chain.changed_late,
            Law::Resignation => !chain.is_over() || !honest.wishes().cheat_resigned || won() >= 2,
            Law::Agreement => !chain.is_over() || !honest.wishes().is_agreed || won() >= 1,
        }
    }
}
