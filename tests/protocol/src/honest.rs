//! The honest player of `crates/player`, over the model's small board.

use chess_player::{
    self as player, Board, Deed, EndOnBoard, Pauses, Player, Shown, Situation, Terms,
};

use crate::chain::{Action, Awaits, Call, Chain, Side, Why};
use crate::line::{Kind, Line};
use crate::rules::Rules;

pub use chess_player::Wrong;

/// The shortest time that the chain gives for an answer or a longer game.
const LEAST_WINDOW_MILLIS: u64 = 180_000;

/// The honest player, and the facts that only the laws use.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Honest {
    pub player: Player<Line>,
    /// The number of transactions that they have sent.
    pub sent: u8,
    /// For each round that they have begun.
    wishes: Vec<Wishes>,
}

/// The signatures that only the two unfulfilled laws use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wishes {
    /// The cheat has sent them a resignation.
    pub cheat_resigned: bool,
    /// Both have signed a draw.
    pub is_agreed: bool,
}

/// A deed of the honest player's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Does {
    Sign(Kind),
    Deed(Deed<Line>),
    /// Against the rules: "I leave" for the round that was begun.
    LeaveThisRound,
}

impl Board for Line {
    fn start() -> Self {
        Line::EMPTY
    }

    fn plies(&self) -> usize {
        self.len()
    }

    fn first(&self, plies: usize) -> Self {
        self.prefix(plies)
    }

    fn starts_with(&self, other: &Self) -> bool {
        Line::starts_with(*self, *other)
    }

    fn end(&self) -> Option<EndOnBoard> {
        Some(match self.board_end()? {
            Kind::Mate => EndOnBoard::Checkmate,
            _ => EndOnBoard::Drawn,
        })
    }

    fn is_claimable(&self) -> bool {
        self.last() == Some(Kind::Claimable)
    }

    fn is_ply_after_fifth(&self) -> bool {
        let before = self.prefix(self.len().saturating_sub(1));
        before.last() == Some(Kind::Fivefold)
    }

    fn can_mate(&self, _: player::Color) -> bool {
        true
    }
}

impl Honest {
    pub fn new(rules: &Rules) -> Self {
        Honest {
            player: Player::faulty(rules.player.faults),
            sent: 0,
            wishes: vec![Wishes::default()],
        }
    }

    /// The round that they play.
    pub fn round(&self) -> u8 {
        self.player.round() as u8
    }

    /// The game that they play there.
    pub fn line(&self) -> Line {
        self.player.now().line
    }

    pub fn is_on_move(&self, chain: &Chain) -> bool {
        chain.mover(self.round(), self.line().len()) == Side::Honest
    }

    /// Their points before a round.
    pub fn points(&self, chain: &Chain, round: u8) -> u8 {
        let round = u16::from(round);
        let of_first = self.player.rounds()[usize::from(round)].points;
        terms(chain, 0).own_points(round, of_first) as u8
    }

    /// Counts the call that they have just sent.
    fn count(&mut self, was_idle: bool, rules: &Rules) {
        let has_sent = was_idle && self.player.under_way().is_some();
        self.sent += u8::from(has_sent && rules.counts);
    }

    /// In the round that they play.
    pub fn wishes(&self) -> &Wishes {
        &self.wishes[self.wishes.len() - 1]
    }

    fn wishes_mut(&mut self) -> &mut Wishes {
        let last = self.wishes.len() - 1;
        &mut self.wishes[last]
    }

    /// Takes note of a draw that they have signed to end the round.
    fn note_draw(&mut self) {
        let is_signed = match self.player.now().proof {
            Some(proof) => proof.own == Action::Draw,
            // a claim
            None => self.player.has_stopped(),
        };
        self.wishes_mut().is_agreed |= is_signed;
    }

    pub fn act(&mut self, does: Does, chain: &Chain, rules: &Rules) {
        let shown = shown(chain, rules);
        let was_idle = self.player.under_way().is_none();
        match does {
            Does::Sign(kind) => self.player.moved(self.line().with(kind), &shown),
            Does::Deed(deed) => {
                if deed == Deed::Begin {
                    self.wishes.push(Wishes::default());
                }
                self.player.act(&deed, &shown);
            }
            Does::LeaveThisRound => self.player.act(&Deed::Leave, &shown),
        }
        self.count(was_idle, rules);
        self.note_draw();
    }

    /// They look at the chain.
    pub fn look(&mut self, chain: &Chain, rules: &Rules) {
        let looked = self.player.look(&shown(chain, rules));
        looked.expect("play that they agreed to");
        self.note_draw();
    }

    pub fn hear_move(&mut self, kind: Kind, chain: &Chain, rules: &Rules) {
        let longer = self.line().with(kind);
        self.player.hear_move(longer, &shown(chain, rules));
        self.note_draw();
    }

    pub fn hear_draw(&mut self, chain: &Chain, rules: &Rules) {
        self.player.hear_draw(&shown(chain, rules));
        self.note_draw();
    }

    pub fn hear_resignation(&mut self) {
        self.wishes_mut().cheat_resigned = true;
        self.player.hear_resignation();
    }

    /// Everything that they may do.
    pub fn may_do(&self, chain: &Chain, rules: &Rules) -> Vec<Does> {
        let shown = shown(chain, rules);
        let mut deeds = self.player.may_do(&shown);
        deeds.retain(|deed| *deed != Deed::Resign || rules.player.resigns);
        let mut does: Vec<Does> = deeds.into_iter().map(Does::Deed).collect();
        if self.player.may_move(&shown) {
            let kinds = rules.board.next(self.line(), rules.plies);
            does.extend(kinds.into_iter().map(Does::Sign));
        }
        let round = self.player.round();
        let has_not_moved = round > 0 && self.player.own_plies(&shown, round) == 0;
        if rules.contract.leaves_this_round && has_not_moved && !self.player.has_left() {
            does.push(Does::LeaveThisRound);
        }
        does
    }

    /// Whether a page takes the due step unasked when half of the chain's time is left: the relay, which
    /// says that it submits games, has then had its part.
    pub fn acts_alone(&self, chain: &Chain, rules: &Rules) -> bool {
        let shown = shown(chain, rules);
        let due = self.player.due(&shown, true);
        let now = match rules.player.leaves_to_relay {
            true => 0,
            false => LEAST_WINDOW_MILLIS / 2,
        };
        let situation = Situation {
            relay_brings: true,
            chain_until: Some(LEAST_WINDOW_MILLIS),
            ..Situation::of(&self.player, &shown, due.as_ref(), now)
        };
        situation.duty().is_some()
    }

    pub fn must_act(&self, chain: &Chain, rules: &Rules) -> bool {
        self.player.must_act(&shown(chain, rules))
    }

    /// How they were wronged, if the chain has paid.
    pub fn wrong(&self, chain: &Chain, rules: &Rules) -> Option<Wrong> {
        self.player.wrong(&shown(chain, rules))
    }

    /// Their transaction comes into a block, if there is one.
    pub fn take_sent(&mut self, chain: &Chain) -> Option<Call> {
        self.player.landed().map(|call| call_of(&call, chain))
    }
}

fn terms(chain: &Chain, rounds: u8) -> Terms {
    Terms {
        rounds: rounds.into(),
        is_first: chain.honest_begins,
        has_clock: true,
    }
}

fn side(side: Side) -> player::Side {
    match side {
        Side::Honest => player::Side::Own,
        Side::Cheat => player::Side::Theirs,
    }
}

fn end(why: Why) -> player::End {
    match why {
        Why::Board => player::End::Board,
        Why::Claim | Why::Agreed => player::End::ByPlayers,
        Why::Resigned(by) => player::End::Resigned(side(by)),
        Why::Late(who) => player::End::Late(side(who)),
        Why::Aborted => player::End::Aborted,
        Why::Left => player::End::Left,
        Why::Paused => player::End::Paused,
    }
}

/// The model's chain, as the player sees it.
pub fn shown(chain: &Chain, rules: &Rules) -> Shown<Line> {
    let terms = Terms {
        has_clock: rules.clock,
        ..terms(chain, rules.rounds)
    };
    Shown {
        terms,
        round: chain.round.into(),
        points: terms.own_points(chain.round.into(), chain.points.into()),
        line: chain.line,
        awaits: match chain.awaits {
            Awaits::Move => player::Awaits::Move,
            Awaits::Answer => player::Awaits::Answer,
            Awaits::LongerGame(_) => player::Awaits::LongerGame,
        },
        open_end: chain.open_end().map(end),
        is_late: chain.late,
        draw_offer: chain.offer.map(side),
        pauses: Pauses {
            is_paused: chain.pause.is_paused(),
            takes_calls: chain.takes_calls(rules),
            took_time: chain.lost > 0,
            is_reclaimable: chain.is_reclaimable(rules),
        },
        paid: chain.ended.map(|why| player::Paid {
            why: end(why),
            stakes: chain.paid.into(),
        }),
    }
}

/// A call of the player's, as the model's chain takes it.
fn call_of(call: &player::Call<Line>, chain: &Chain) -> Call {
    let own = |round: u16, points| terms(chain, 0).own_points(round, points) as u8;
    match *call {
        player::Call::Play(play) => Call::Play {
            round: play.round as u8,
            points: own(play.round, play.points),
            line: play.line,
            honest: play.own,
            cheat: play.theirs,
        },
        player::Call::Leave { round, points } => Call::Leave {
            round: round as u8,
            points: own(round, points),
        },
        player::Call::Resign => Call::Resign(Side::Honest),
        player::Call::AcceptDraw => Call::Draw(Side::Honest),
        player::Call::Settle => Call::Signal,
    }
}
