//! A page's situation ([`Situation`]) and what is due in it, as numbers.

use chess_player::{Cause, Ended, Side, Situation};

use crate::advice::awaits_of;

/// The length of an answer, in numbers.
pub const ANSWER: usize = 10;

/// The length of a question, in numbers in the order of [`Situation`]'s fields. The clock and the end are two
/// each: base and increment; the winner and whether it is final. NaN stands for nothing. A winner is 0 for
/// nobody, 1 for this player, 2 for the opponent.
pub const QUESTION: usize = 37;

/// Takes numbers from the front.
struct Numbers<'a>(core::slice::Iter<'a, f64>);

impl Numbers<'_> {
    fn number(&mut self) -> f64 {
        self.0.next().copied().unwrap_or(f64::NAN)
    }

    #[inline(never)]
    fn at(&mut self) -> Option<u64> {
        let number = self.number();
        (!number.is_nan()).then_some(number as u64)
    }

    #[inline(never)]
    fn some(&mut self) -> u64 {
        self.number() as u64
    }

    #[inline(never)]
    fn is(&mut self) -> bool {
        self.number() == 1.0
    }

    fn end(&mut self) -> Option<Ended> {
        let (winner, is_final) = (self.at(), self.is());
        let winner = match winner? {
            1 => Some(Side::Own),
            2 => Some(Side::Theirs),
            _ => None,
        };
        Some(Ended { winner, is_final })
    }

    fn cause(&mut self) -> Option<Cause> {
        let causes = [
            Cause::Meets,
            Cause::Settles,
            Cause::Ends,
            Cause::EndsRound,
            Cause::Asks,
            Cause::Lost,
            Cause::Parts,
            Cause::LostRound,
        ];
        let number = self.some();
        causes.into_iter().find(|cause| *cause as u64 == number)
    }

    fn situation(mut self) -> Situation {
        Situation {
            now: self.some(),
            is_white: self.is(),
            is_on_move: self.is(),
            plies: self.some() as u16,
            clock: match (self.at(), self.some()) {
                (Some(base), increment) => Some((base as u32, increment as u32)),
                (None, _) => None,
            },
            epoch_millis: self.some(),
            end: self.end(),
            is_claimable: self.is(),
            must_bring: self.is(),
            has_last_word: self.is(),
            left_at: self.at(),
            waits_since: self.at(),
            opened_at: self.some(),
            begun_at: self.some(),
            ply_at: self.at(),
            own_ply_at: self.at(),
            answered_at: self.at(),
            said_at: self.at(),
            asked_at: self.at(),
            shown_until: self.at(),
            cause: self.cause(),
            is_ahead: self.is(),
            awaits: awaits_of(self.some() as u8),
            is_asked: self.is(),
            is_late: self.is(),
            is_late_behind: self.is(),
            is_time_over: self.is(),
            changed_at: self.some(),
            chain_until: self.at(),
            answer_until: self.at(),
            relay_brings: self.is(),
            is_line_away: self.is(),
            away_since: self.at(),
            is_opponent_away: self.is(),
            can_mate: self.is(),
        }
    }
}

/// Answers a question: the step that is due, and whether the relay takes it; the opponent's absence, the
/// gain by an ask, and when they can first be asked; the page's own step and how long it waits; whether a
/// relay submits what has just become due, and the end that was signed last; whether the opponent leaves this
/// player alone between two rounds.
/// Numbers are those of the crate's types, 0 for none.
pub fn answer(question: &[f64; QUESTION]) -> [f64; ANSWER] {
    let situation = Numbers(question.iter()).situation();
    let (step, by_relay) = situation
        .due()
        .map_or((0, false), |(step, by)| (step as u8, by));
    let (absence, prize) = situation
        .outlook()
        .map_or((0, 0), |(absence, prize)| (absence as u8, prize as u8));
    let (duty, waits) = situation
        .duty()
        .map_or((0, 0), |duty| (duty.step as u8, duty.waits));
    [
        step.into(),
        f64::from(u8::from(by_relay)),
        absence.into(),
        prize.into(),
        situation.ask_at() as f64,
        duty.into(),
        waits as f64,
        f64::from(u8::from(situation.is_relays())),
        f64::from(u8::from(situation.is_relays_end())),
        f64::from(u8::from(situation.is_left_alone())),
    ]
}
