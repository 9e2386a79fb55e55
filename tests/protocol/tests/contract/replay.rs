//! The model's chain and the compiled contract, side by side: every call in every state up to a
//! depth.

use std::collections::{HashSet, VecDeque};
use std::fmt;

use chess_model::chain::{Account, DAY, Token};
use chess_model::step::{Step, Time, argument, ready};
use chess_protocol::chain::{Action, Awaits, Call, Chain, Pause, Side};
use chess_protocol::line::Line;
use chess_protocol::rules::Rules;
use chess_soak::world::{Builds, Snapshot, World};
use num_bigint::BigUint;

use crate::adapter::{Adapter, BASE, CHEAT, HONEST, STAKE, Shown, account};
use crate::opening::Games;

/// The two at one moment.
struct Moment {
    chain: Chain,
    world: Snapshot,
    /// The number of calls and steps of time that led here.
    depth: usize,
    epochs: Epochs,
    way: Vec<String>,
}

/// The facts that the model has only approximately.
#[derive(Clone, Copy, Default)]
struct Epochs {
    /// The time that pauses have taken of the current wait.
    lost: u64,
    /// How long the pause has lasted.
    paused: u64,
}

/// The numbers of compared states and calls.
#[derive(Default, Debug)]
pub struct Tally {
    pub states: usize,
    pub taken: usize,
    pub refused: usize,
    /// Steps of the model's that take more of the game's time than in the model.
    pub left_out: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (states, taken, refused) = (self.states, self.taken, self.refused);
        write!(f, "{states} states, {taken} calls taken, {refused} refused")?;
        match self.left_out {
            0 => Ok(()),
            steps => write!(f, ", {steps} steps of time left out"),
        }
    }
}

/// The comparison and its bounds.
pub struct Replay<'a> {
    pub rules: Rules,
    pub games: &'a Games,
    pub honest_begins: bool,
    /// Calls and steps of time after the beginning.
    pub depth: usize,
    /// Each player's messages that are tried.
    pub messages: &'static [Option<Action>],
}

/// A player's messages, and none.
pub const MESSAGES: &[Option<Action>] = &[
    None,
    Some(Action::Move),
    Some(Action::Resign),
    Some(Action::Draw),
    Some(Action::Ask),
];

/// Moves alone.
pub const MOVES: &[Option<Action>] = &[None, Some(Action::Move)];

impl Replay<'_> {
    /// Compares all states since the start of the game, with the moves that the opening's games share
    /// already on the chain.
    ///
    /// # Panics
    /// The two differ.
    pub fn run(&self, builds: Builds) -> Tally {
        let mut pair = Pair::new(self, builds);
        let mut tally = Tally::default();
        let first = pair.begin();
        let mut seen = HashSet::from([first.chain]);
        let mut moments = VecDeque::from([first]);
        while let Some(moment) = moments.pop_front() {
            tally.states += 1;
            if moment.depth == self.depth {
                continue;
            }
            pair.world.restore(&moment.world);
            let calls = self.calls(&moment.chain).into_iter();
            let compared = calls.filter_map(|call| pair.compare(&moment, &call, &mut tally));
            let mut nexts: Vec<Moment> = compared.collect();
            nexts.extend(pair.times(&moment, &mut tally));
            nexts.retain(|next| seen.insert(next.chain));
            moments.extend(nexts);
        }
        tally
    }

    /// Every call that a state could meet, including those that must be refused.
    fn calls(&self, chain: &Chain) -> Vec<Call> {
        let mut calls = vec![Call::Signal];
        for side in [Side::Honest, Side::Cheat] {
            calls.extend([Call::Resign(side), Call::Draw(side), Call::Reclaim(side)]);
            let kinds = self.rules.board.next(chain.line, self.rules.plies);
            let repeats = kinds.contains(&chess_protocol::line::Kind::Claimable);
            calls.extend(repeats.then_some(Call::ClaimWithMove(side)));
        }
        // the owner's later calls don't concern the game
        if self.rules.owner_helps && !chain.is_over() {
            calls.extend([Call::Pause, Call::Unpause]);
        }
        for round in 0..=self.rules.rounds {
            let most = 2 * u8::from(self.rules.rounds > 1) * round;
            for points in 0..=most {
                calls.push(Call::Leave { round, points });
                if round < self.rules.rounds {
                    let lines = self.games.lines().into_iter();
                    calls.extend(lines.flat_map(|line| plays(self.messages, round, points, line)));
                }
            }
        }
        calls
    }
}

fn plays(
    messages: &'static [Option<Action>],
    round: u8,
    points: u8,
    line: Line,
) -> impl Iterator<Item = Call> {
    messages.iter().flat_map(move |&honest| {
        messages.iter().map(move |&cheat| Call::Play {
            round,
            points,
            line,
            honest,
            cheat,
        })
    })
}

/// The contract in its world, beside the model.
struct Pair<'a> {
    of: &'a Replay<'a>,
    world: World,
    adapter: Adapter,
    funds: BigUint,
}

impl<'a> Pair<'a> {
    fn new(of: &'a Replay<'a>, builds: Builds) -> Self {
        let funds = BigUint::from(1u32) << 64;
        let mut world = World::new(builds, &funds);
        world.begin_at(1_700_000_000_000, 100, 600);
        let contract = world.address(Account::Chess).to_vec();
        let contract = contract.try_into().expect("an address has 32 bytes");
        Pair {
            of,
            world,
            adapter: Adapter::new(contract, of.rules.rounds, of.honest_begins),
            funds,
        }
    }

    fn must(&mut self, step: Step) {
        let taken = self.world.take(&step);
        assert!(taken.is_ok(), "{step}: {taken:?}");
    }

    fn begin(&mut self) -> Moment {
        let calls = self.adapter.start(self.of.rules.clock).map(Step::Call);
        for step in ready(false, Token::Egld, argument(1))
            .into_iter()
            .chain(calls)
        {
            self.must(step);
        }
        let mut moment = Moment {
            chain: Chain::new(self.of.honest_begins),
            world: self.world.snapshot(),
            depth: 0,
            epochs: Epochs::default(),
            way: vec![],
        };
        self.check(&moment.chain, &moment.way);
        if self.of.games.shared > 0 {
            let both = Call::Play {
                round: 0,
                points: 0,
                line: self.of.games.shared_line(),
                honest: Some(Action::Move),
                cheat: Some(Action::Move),
            };
            let next = self.compare(&moment, &both, &mut Tally::default());
            moment = next.expect("both have signed it");
            moment.depth = 0;
        }
        moment
    }

    /// Makes a call in both. The next moment if they take it, `None` if both refuse.
    fn compare(&mut self, moment: &Moment, call: &Call, tally: &mut Tally) -> Option<Moment> {
        let told = moment.chain.after(&self.of.rules, call);
        let made = self.adapter.call(self.of.games, &moment.chain, call);
        let done = self.world.take(&Step::Call(made));
        match (told, done) {
            (None, Err(_)) => {
                tally.refused += 1;
                None
            }
            (Some(chain), Ok(_)) => {
                tally.taken += 1;
                let mut epochs = moment.epochs;
                if chain.lost == 0 {
                    epochs.lost = 0;
                }
                if matches!(call, Call::Pause) {
                    epochs.paused = 0;
                }
                if matches!(call, Call::Unpause) {
                    // the day after a pause doesn't count
                    epochs.lost += 1;
                }
                Some(self.next(moment, chain, epochs, format!("{call:?}")))
            }
            (told, done) => panic!(
                "{}: {call:?}: the model says {told:?}, the contract {done:?}, after\n{:#?}\nin {:?}",
                self.of.games.name, moment.way, moment.chain
            ),
        }
    }

    /// The effects of time: a deadline passes, epochs in a pause go by.
    fn times(&mut self, moment: &Moment, tally: &mut Tally) -> Vec<Moment> {
        let mut moments = vec![];
        let chain = &moment.chain;
        let runs = chain.awaits != Awaits::Move && !chain.pause.is_paused();
        if runs && !chain.late && !chain.is_over() && chain.pause == Pause::Never {
            let mut late = *chain;
            late.late = true;
            let (ms, epochs) = match self.of.rules.clock {
                true => (u64::from(BASE) * 1_000 + 240_000, 0),
                false => (2 * DAY, 2),
            };
            moments.push(self.passed(moment, late, ms, epochs));
        }
        if !self.of.rules.owner_helps || chain.is_over() {
            return moments;
        }
        if let Some(next) = chain.after_epochs() {
            // between two pauses time runs on
            if chain.pause == Pause::Resumed && runs && !chain.late {
                tally.left_out += 1;
                return moments;
            }
            let epochs = epochs_to(chain, &next, moment.epochs);
            moments.push(self.passed(moment, next, epochs * DAY, epochs));
        }
        moments
    }

    fn passed(&mut self, moment: &Moment, chain: Chain, ms: u64, epochs: u64) -> Moment {
        self.world.restore(&moment.world);
        let time = Time {
            ms,
            epochs,
            seed: 0,
        };
        self.must(Step::Time(time));
        let mut counted = moment.epochs;
        if moment.chain.pause.is_paused() {
            counted.lost += epochs;
            counted.paused += epochs;
        }
        self.next(moment, chain, counted, format!("{ms} ms, {epochs} epochs"))
    }

    /// The moment after a step, once the contract shows it as well. The world goes back to the one
    /// before.
    fn next(&mut self, before: &Moment, chain: Chain, epochs: Epochs, step: String) -> Moment {
        let way = [before.way.clone(), vec![step]].concat();
        self.check(&chain, &way);
        let next = Moment {
            chain,
            world: self.world.snapshot(),
            depth: before.depth + 1,
            epochs,
            way,
        };
        self.world.restore(&before.world);
        next
    }

    /// The contract shows what the model says, and has paid accordingly.
    fn check(&mut self, chain: &Chain, way: &[String]) {
        let (of, id) = (self.of, || vec![argument(1)]);
        let mut ask = |view, arguments| {
            let called = self.world.call(Account::Owner, view, arguments, &[]);
            called.result_values
        };
        let shown = Shown::read(&ask("getGames", vec![])[0]);
        assert_eq!(shown, Shown::of(chain, &self.adapter), "{way:#?}");
        let board = ask("getBoard", id());
        assert_eq!(board, [of.games.codes(chain.line)], "{way:#?}");
        let offer = ask("getDrawOffer", id());
        let offered = chain.offer.map_or(vec![], |side| {
            [&[1], self.world.address(account(side)).as_bytes()].concat()
        });
        assert_eq!(offer, [offered], "{way:#?}");
        let moves = self.world.view("getMoves", &id());
        assert_eq!(moves, Ok(vec![of.games.moves(chain.line)]), "{way:#?}");
        let rounds = self.of.rules.rounds;
        let paid = match chain.is_over() {
            true => [chain.paid, 2 * rounds - chain.paid],
            false => [0, 0],
        };
        for (account, paid) in [HONEST, CHEAT].into_iter().zip(paid) {
            let due = &self.funds - STAKE * u32::from(rounds) + STAKE * u32::from(paid);
            let has = self.world.balance(account, Token::Egld);
            assert_eq!(has, due, "{account}, after {way:#?}");
        }
    }
}

/// The number of epochs of the model's step.
fn epochs_to(chain: &Chain, next: &Chain, epochs: Epochs) -> u64 {
    /// More than 30 epochs, and two more.
    const LONG: u64 = 31;
    const LONGER: u64 = 33;
    let lost = match next.lost {
        0 => 0,
        1 => 10,
        2 => LONG,
        _ => LONGER,
    };
    match (chain.pause, next.pause) {
        // four epochs between two pauses, and the day that doesn't count
        (Pause::Resumed, _) => 6,
        (Pause::Short { .. }, Pause::Long) => LONG - epochs.paused,
        (Pause::Long, Pause::Longer) => LONGER - epochs.paused,
        _ => lost - epochs.lost,
    }
}
