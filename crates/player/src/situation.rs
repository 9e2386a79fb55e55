//! A page's situation at a moment, beside the opponent, a relay and the chain: the step that is due on
//! the chain, who takes it, and the outlook with an opponent who is away.

use chess_record::{Awaits, DAY_MILLIS};
use chess_rules::Color;

use crate::board::Board;
use crate::call::Side;
use crate::duty::{Cause, Due};
use crate::patience::{
    CUT_OFF_MILLIS, EARLY_MILLIS, FIRST_MOVE_MILLIS, OPPONENT_MILLIS, RANK_MILLIS, RELAY_MILLIS,
    RESIGNS_MILLIS, within,
};
use crate::player::Player;
use crate::shown::Shown;

/// The state of a game by signature or a match's round. Times are in milliseconds since 1970, by
/// the player's machine.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The moment.
    pub now: u64,
    /// Whether this player is White in the round.
    pub is_white: bool,
    /// Whether this player makes its next ply.
    pub is_on_move: bool,
    /// The number of plies that the players have signed.
    pub plies: u16,
    /// The clock's base and increment, in seconds.
    pub clock: Option<(u32, u32)>,
    /// The length of an epoch of the chain: the time for a move in a game without a clock.
    pub epoch_millis: u64,
    /// The round's end by signature.
    pub end: Option<Ended>,
    /// Whether this player can claim a draw.
    pub is_claimable: bool,
    /// Whether the game has become too long and must continue on the chain, which must get it first.
    pub must_bring: bool,
    /// Whether this player's last message was signed here, and not on another device of theirs.
    pub has_last_word: bool,
    /// When a player has left the match before the next round, the later one if both have.
    pub left_at: Option<u64>,
    /// When this player began to wait between two rounds for the opponent's message.
    pub waits_since: Option<u64>,
    /// When the page opened the game.
    pub opened_at: u64,
    /// When both had begun the round: before that the relay could submit nothing of it.
    pub begun_at: u64,
    /// When the last ply was made, by the relay if it has seen it.
    pub ply_at: Option<u64>,
    /// When the page signed or heard it.
    pub own_ply_at: Option<u64>,
    /// When it signed or heard the ply that answers the ask on the chain.
    pub answered_at: Option<u64>,
    /// When either last signed something.
    pub said_at: Option<u64>,
    /// When this player signed an ask over the current moves.
    pub asked_at: Option<u64>,
    /// When the time of the player to move expires by the clock that is shown.
    pub shown_until: Option<u64>,
    /// Why the honest player has a call to make.
    pub cause: Option<Cause>,
    /// Whether there is anything to submit to the chain.
    pub is_ahead: bool,
    /// The event that the chain's game awaits.
    pub awaits: Awaits,
    /// Whether the chain waits for this player's answer.
    pub is_asked: bool,
    /// Whether the event that the chain awaits in this round is late.
    pub is_late: bool,
    /// Whether it is in an earlier round, in which the opponent is late or an end is open.
    pub is_late_behind: bool,
    /// Whether the chain takes only calls that settle, in this round or an earlier one.
    pub is_time_over: bool,
    /// When the chain's game was last seen to change.
    pub changed_at: u64,
    /// When the chain's time expires, by the clock.
    pub chain_until: Option<u64>,
    /// The same as it is shown, including in a game without a clock.
    pub answer_until: Option<u64>,
    /// Whether a relay submits games to the chain.
    pub relay_brings: bool,
    /// Whether the game has a relay, and the line to it is away.
    pub is_line_away: bool,
    /// When that line was lost.
    pub away_since: Option<u64>,
    /// Whether the relay reports that the opponent isn't there.
    pub is_opponent_away: bool,
    /// Whether this player could still mate.
    pub can_mate: bool,
}

/// An end by signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The winner; nobody in a draw.
    pub winner: Option<Side>,
    /// Whether the chain would settle it immediately.
    pub is_final: bool,
}

/// A step on the chain. The numbers are the page's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Step {
    /// Submits the longer game.
    Show = 1,
    /// Answers an ask.
    Answer = 2,
    /// Submits the end.
    Settle = 3,
    /// Claims a draw.
    Claim = 4,
    /// Submits the game, so that it continues there.
    Bring = 5,
    /// Asks the opponent to move.
    Ask = 6,
    /// Signals that a time has expired.
    Signal = 7,
    /// Submits the leave of both.
    Part = 8,
}

/// The consequence for a game whose opponent doesn't move. The numbers are the page's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Absence {
    /// They can be asked later.
    Waiting = 1,
    /// They can be asked now.
    Askable = 2,
    /// The ask is signed, and the relay submits it.
    Handed = 3,
    /// The chain has asked them.
    Asked = 4,
}

/// The result of an unanswered ask. The numbers are the page's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Prize {
    /// The game.
    Win = 1,
    /// A draw: this player can no longer mate.
    Draw = 2,
    /// No result: not both have moved.
    Abort = 3,
}

/// A step that a page takes unasked, and how long it leaves that to others, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duty {
    /// The step.
    pub step: Step,
    /// For the other player, this one's other device, or an acknowledgement that makes it needless.
    pub waits: u64,
}

impl Situation {
    /// The situation of a player beside the chain's game, at a moment. `due`: the call that is due there.
    /// Nothing has changed since 1970; there is no clock or relay; claims and handovers are left to others.
    pub fn of<L: Board>(
        player: &Player<L>,
        shown: &Shown<L>,
        due: Option<&Due<L>>,
        now: u64,
    ) -> Self {
        let is_late = due.is_some_and(|due| due.cause == Cause::Settles);
        let settles = |due: &Due<L>| {
            let next = shown.after(&due.call);
            next.is_some_and(|next| next.is_over())
        };
        Situation {
            now,
            is_white: shown.terms.color(player.round()) == Color::White,
            is_on_move: player.is_on_move(shown),
            plies: player.now().line.plies() as u16,
            clock: None,
            // of the public networks
            epoch_millis: DAY_MILLIS,
            end: player.result(shown).map(|points| Ended {
                winner: [Some(Side::Theirs), None, Some(Side::Own)][usize::from(points)],
                is_final: due.is_some_and(settles),
            }),
            is_claimable: false,
            must_bring: false,
            has_last_word: true,
            left_at: None,
            waits_since: Some(0),
            opened_at: 0,
            begun_at: 0,
            ply_at: None,
            own_ply_at: None,
            answered_at: None,
            said_at: None,
            asked_at: None,
            shown_until: None,
            cause: due.map(|due| due.cause),
            is_ahead: due.is_some(),
            awaits: shown.awaits,
            is_asked: shown.awaits == Awaits::Answer && shown.turn() == Side::Own,
            is_late,
            is_late_behind: is_late && shown.round < player.round(),
            is_time_over: is_late,
            changed_at: 0,
            chain_until: None,
            answer_until: None,
            relay_brings: false,
            is_line_away: false,
            away_since: None,
            is_opponent_away: false,
            can_mate: true,
        }
    }

    fn deadline(&self) -> Option<u64> {
        self.chain_until.or(self.answer_until)
    }

    /// The step that is due on the chain, and whether the relay takes it; nothing that isn't due.
    pub fn due(&self) -> Option<(Step, bool)> {
        let own = |step| Some((step, false));
        let said_at = self.said_at();
        if self.is_time_over {
            return None;
        }
        match self.cause {
            Some(Cause::Meets) if self.is_asked => {
                let made_at = self.answered_at.unwrap_or_else(|| self.since());
                return Some(self.by(Step::Answer, self.changed_at.max(made_at)));
            }
            Some(Cause::Meets) => return Some(self.by(Step::Show, self.changed_at)),
            Some(Cause::EndsRound) if !self.is_left_alone() => return None,
            Some(Cause::Lost | Cause::LostRound)
                if !self.has_passed(OPPONENT_MILLIS, Some(said_at)) =>
            {
                return None;
            }
            Some(Cause::Ends | Cause::EndsRound | Cause::Lost | Cause::LostRound) => {
                return Some(self.by(Step::Settle, said_at));
            }
            _ if self.end.is_some() => return None,
            _ if self.must_bring => return own(Step::Bring),
            _ if self.is_claimable => return own(Step::Claim),
            _ => {}
        }
        if self.is_on_move || self.awaits != Awaits::Move {
            return None;
        }
        if self.is_cut_off() && self.is_ahead {
            return own(Step::Bring);
        }
        if self.now < self.ask_at() {
            return None;
        }
        self.asked_at
            .map_or(own(Step::Ask), |at| Some(self.by(Step::Ask, at)))
    }

    fn said_at(&self) -> u64 {
        self.said_at.unwrap_or(self.opened_at)
    }

    /// Whether a relay still has time to submit the end that was signed last.
    pub fn is_relays_end(&self) -> bool {
        self.by(Step::Settle, self.said_at()).1
    }

    /// A step, and whether the relay still has time for it; `from`: when it could first take it.
    fn by(&self, step: Step, from: u64) -> (Step, bool) {
        let since = from.max(self.begun_at);
        let left = self.deadline().map(|until| until.saturating_sub(since));
        (step, self.has_relay_time(since, left))
    }

    /// Whether a relay still has time for a call due since then. `left`: the time that the chain gave.
    fn has_relay_time(&self, since: u64, left: Option<u64>) -> bool {
        self.relay_brings && self.now < since.saturating_add(within(RELAY_MILLIS, left))
    }

    /// Whether `millis` have passed since a moment, if it has come.
    fn has_passed(&self, millis: u64, since: Option<u64>) -> bool {
        since.is_some_and(|since| self.now >= since.saturating_add(millis))
    }

    /// Whether the chain alone reaches the opponent, because the line to the relay is away.
    fn is_cut_off(&self) -> bool {
        self.has_passed(CUT_OFF_MILLIS, self.away_since)
    }

    /// Whether the opponent is silent about the next round. Then this one's end is submitted: otherwise
    /// the stakes of later rounds would be held back forever.
    pub fn is_left_alone(&self) -> bool {
        let epoch = self.clock.is_none().then_some(self.epoch_millis);
        let patience = Cause::EndsRound.opponents_millis(epoch);
        self.has_passed(patience, self.waits_since)
    }

    /// When the page learned the last ply. A ply that only the chain has shown it saw there, and a
    /// round without one begins when both have begun it.
    fn known_at(&self) -> u64 {
        let seen_at = self.opened_at.max(self.changed_at).max(self.begun_at);
        self.own_ply_at.unwrap_or(seen_at)
    }

    /// When the wait for the player to move began. A relay can make up its times: a later one than the
    /// page's own doesn't count.
    fn since(&self) -> u64 {
        let known = self.known_at();
        self.ply_at.map_or(known, |at| at.min(known))
    }

    /// When the time of the player to move expires, at the latest a whole clock after the page learned the
    /// last ply. By the page's own times alone a broken line would use up an honest player's time.
    fn until(&self) -> Option<u64> {
        let (base, increment) = self.clock.unwrap_or_default();
        let whole = u64::from(base) + u64::from(increment) * u64::from(self.plies / 2);
        let most = self.known_at().saturating_add(whole * 1_000);
        self.shown_until.map(|until| until.min(most))
    }

    /// When the opponent can first be asked on the chain.
    pub fn ask_at(&self) -> u64 {
        // what the opponent has done in the meantime isn't known
        let known = self
            .away_since
            .map_or(0, |since| since.saturating_add(2 * CUT_OFF_MILLIS));
        let due = match (self.clock, self.until()) {
            (None, _) => self.since().saturating_add(self.epoch_millis),
            (Some(_), Some(until)) if self.plies >= 2 => until.saturating_add(RESIGNS_MILLIS),
            (Some((base, _)), _) => {
                let patience = FIRST_MOVE_MILLIS.min(u64::from(base) * 1_000);
                self.since().saturating_add(patience)
            }
        };
        due.max(known)
    }

    /// The outlook with an opponent who is away or silent, and the result of an ask. None if the opponent
    /// is there and has time.
    pub fn outlook(&self) -> Option<(Absence, Prize)> {
        if self.end.is_some() || self.is_on_move || self.awaits == Awaits::LongerGame {
            return None;
        }
        let prize = match self.can_mate {
            _ if self.clock.is_some() && self.plies < 2 => Prize::Abort,
            true => Prize::Win,
            false => Prize::Draw,
        };
        let absence = match self.due() {
            _ if self.awaits == Awaits::Answer => Absence::Asked,
            _ if self.is_line_away => return None,
            Some((Step::Ask, true)) => Absence::Handed,
            Some((Step::Ask, false)) => Absence::Askable,
            _ if self.is_opponent_away || self.until().is_some_and(|until| self.now > until) => {
                Absence::Waiting
            }
            _ => return None,
        };
        Some((absence, prize))
    }

    /// Whether a relay takes a step that has just become due on the chain.
    pub fn is_relays(&self) -> bool {
        let since = self.changed_at.max(self.left_at.unwrap_or(0));
        // an expired time is only signalled
        let left = self.deadline().and_then(|until| until.checked_sub(since));
        self.has_relay_time(since, left.filter(|left| *left > 0))
    }

    /// The step that a page takes unasked. None if nothing is due, the relay does it, or the player
    /// must choose it: an ask, a claim.
    pub fn duty(&self) -> Option<Duty> {
        let duty = |step, rank: u64| {
            // this player's other device comes first if it had the last word
            let rank = rank + u64::from(!self.has_last_word);
            let waits = rank * RANK_MILLIS;
            Duty { step, waits }
        };
        // an end that nobody has undone, an ask that nobody has answered
        let is_asker = self.awaits == Awaits::Answer && !self.is_asked;
        let signals = self.is_late && self.awaits != Awaits::Move && !self.is_asked;
        let at_once = match () {
            () if self.cause == Some(Cause::Parts) => Some(duty(Step::Part, self.rank())),
            () if self.is_late_behind => Some(duty(Step::Signal, self.rank())),
            () if signals && is_asker => Some(duty(Step::Signal, 0)),
            () if signals => Some(duty(Step::Signal, self.rank())),
            () => None,
        };
        if at_once.is_some() || self.is_late {
            return at_once.filter(|_| !self.is_relays());
        }
        match self.due()? {
            (_, true) | (Step::Ask | Step::Claim, _) => None,
            // a player who is cut off from the relay can do that, but needn't
            (Step::Bring, _) if !self.must_bring => None,
            (Step::Settle, _) if self.is_left_to_other_device() => None,
            (Step::Settle, _) => {
                let mut settle = duty(Step::Settle, self.rank());
                // an acknowledgement would make it needless
                if self.end.is_some_and(|end| !end.is_final) {
                    settle.waits += EARLY_MILLIS;
                }
                Some(settle)
            }
            // the opponent's page answers unasked; the game may continue in the meantime
            (Step::Show, _) if self.awaits == Awaits::Answer => Some(duty(Step::Show, 2)),
            // a pause makes it due at the same moment for both players and a relay
            (Step::Show, _) if self.awaits == Awaits::Move => {
                let mut show = duty(Step::Show, self.rank());
                show.waits += u64::from(self.relay_brings) * RELAY_MILLIS;
                Some(show)
            }
            (step, _) => Some(duty(step, 0)),
        }
    }

    /// Whether this player's other device, which signed last, submits the end that they have lost: they
    /// may have played on there after a resignation. The stakes of a match's other rounds don't wait
    /// longer than an epoch for it.
    fn is_left_to_other_device(&self) -> bool {
        let winner = self.end.and_then(|end| end.winner);
        let is_left = match self.cause {
            Some(Cause::Lost) => true,
            Some(Cause::EndsRound | Cause::LostRound) => {
                !self.has_passed(self.epoch_millis, Some(self.said_at()))
            }
            _ => false,
        };
        is_left && winner == Some(Side::Theirs) && !self.has_last_word
    }

    /// Winners submit first, then losers; after a draw White, then Black: two calls for one end would cost
    /// two fees.
    fn rank(&self) -> u64 {
        match self.end.and_then(|end| end.winner) {
            Some(Side::Own) => 0,
            Some(Side::Theirs) => 2,
            None => u64::from(!self.is_white),
        }
    }
}
