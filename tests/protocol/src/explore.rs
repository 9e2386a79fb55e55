//! Visits every state within the bounds of one set of rules.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};

use stateright::{Checker, HasDiscoveries, Model, Property};

use crate::game::{State, Step};
use crate::properties::Law;
use crate::rules::Rules;

/// The model as stateright explores it.
struct Checked {
    rules: Rules,
    bound: u8,
    laws: Vec<Law>,
    /// The most transactions that the honest player has sent in any state.
    most_sent: AtomicU8,
    /// The laws that have failed. Stateright keeps the last failure that it finds; the first is the
    /// shortest.
    has_failed: [AtomicBool; Law::COUNT],
}

impl Checked {
    fn holds_till_first(&self, law: Law, state: &State) -> bool {
        self.most_sent
            .fetch_max(state.honest.sent, Ordering::Relaxed);
        law.holds(state, &self.rules, self.bound)
            || self.has_failed[law as usize].swap(true, Ordering::Relaxed)
    }
}

impl Model for Checked {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        let colors = [true, false];
        colors.map(|begins| State::new(begins, &self.rules)).into()
    }

    fn actions(&self, state: &State, steps: &mut Vec<Step>) {
        state.steps(&self.rules, steps);
    }

    fn next_state(&self, state: &State, step: Step) -> Option<State> {
        state.after(&self.rules, &step)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        /// A property is a plain function: one for each law.
        macro_rules! property {
            ($law:ident) => {
                Property::always(Law::$law.name(), |checked: &Checked, state: &State| {
                    checked.holds_till_first(Law::$law, state)
                })
            };
        }
        let property = |law: &Law| match law {
            Law::Won => property!(Won),
            Law::Whole => property!(Whole),
            Law::InTime => property!(InTime),
            Law::Alone => property!(Alone),
            Law::PaidOnce => property!(PaidOnce),
            Law::Bound => property!(Bound),
            Law::LateIsFinal => property!(LateIsFinal),
            Law::Resignation => property!(Resignation),
            Law::Agreement => property!(Agreement),
        };
        self.laws.iter().map(property).collect()
    }
}

/// A way to a state that breaks a law.
#[derive(Clone, Debug)]
pub struct Trace {
    pub law: Law,
    pub honest_is_white: bool,
    pub steps: Vec<Step>,
    pub last: State,
}

/// The result.
#[derive(Clone, Debug)]
pub struct Found {
    /// The properties that were checked.
    pub laws: Vec<Law>,
    /// Different states.
    pub states: usize,
    /// Steps from the start to the last of them.
    pub depth: usize,
    pub time: Duration,
    /// The most transactions that the honest player has sent in any of them.
    pub most_sent: u8,
    /// The shortest way to each law's failure.
    pub broken: Vec<Trace>,
    /// Whether every state within the bounds was visited.
    pub is_all: bool,
}

/// Visits all states of one set of rules, on one thread, and looks for broken promises of the
/// specification.
///
/// `bound`: the most transactions that the honest player may have to send.
pub fn explore(rules: Rules, bound: u8) -> Found {
    run(rules, bound, Law::PROMISED.to_vec(), HasDiscoveries::All)
}

/// Looks for the first state that breaks a law.
pub fn find(rules: Rules, bound: u8, law: Law) -> Found {
    run(rules, bound, vec![law], HasDiscoveries::Any)
}

fn run(rules: Rules, bound: u8, laws: Vec<Law>, finish_when: HasDiscoveries) -> Found {
    let ends_early = matches!(finish_when, HasDiscoveries::Any);
    let model = Checked {
        rules,
        bound,
        laws: laws.clone(),
        most_sent: AtomicU8::new(0),
        has_failed: Default::default(),
    };
    let began = Instant::now();
    let checker = model.checker().threads(1).finish_when(finish_when);
    let checker = checker.spawn_bfs().join();
    let discoveries = checker.discoveries();
    let broken = laws.iter().filter_map(|law| {
        let path = discoveries.get(law.name())?;
        Some(Trace {
            law: *law,
            honest_is_white: path.last_state().chain.honest_begins,
            last: path.last_state().clone(),
            steps: path.clone().into_actions(),
        })
    });
    let broken: Vec<Trace> = broken.collect();
    Found {
        states: checker.unique_state_count(),
        depth: checker.max_depth(),
        time: began.elapsed(),
        most_sent: checker.model().most_sent.load(Ordering::Relaxed),
        is_all: checker.is_done() && !(ends_early || broken.len() == laws.len())
            || broken.is_empty(),
        broken,
        laws,
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = match self.is_all {
            true => "all of them",
            false => "NOT ALL: it ended at what was looked for",
        };
        let seconds = self.time.as_secs_f32();
        writeln!(
            f,
            "   {} states ({all}), {} steps deep, {seconds:.1} s, at most {} transactions",
            self.states, self.depth, self.most_sent
        )?;
        for law in &self.laws {
            match self.broken.iter().find(|trace| trace.law == *law) {
                None => writeln!(f, "   holds: {}", law.name())?,
                Some(trace) => write!(f, "   FAILS: {}\n{trace}", law.name())?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.honest_is_white {
            true => "White",
            false => "Black",
        };
        writeln!(f, "          the honest player is {color}")?;
        for step in &self.steps {
            writeln!(f, "          {step:?}")?;
        }
        let chain = &self.last.chain;
        match chain.ended {
            Some(why) => writeln!(f, "          -> {} stakes paid: {why:?}", chain.paid),
            None => writeln!(f, "          -> the game goes on"),
        }
    }
}
