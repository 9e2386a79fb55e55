//! The common parts of all mutants: their world and their checks.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chess_model::chain::{self, Account, Clock, DAY, Refusal, Terms, Token};
use chess_model::model::written;
use chess_model::step::{self, Call, Step, Time, argument};
use chess_soak::bench::Bench;
use chess_soak::coverage::Coverage;
use chess_soak::world::Builds;
use num_bigint::BigUint;

/// A call that the contract takes after some steps, and its mutants.
pub struct Scene {
    pub name: &'static str,
    pub before: Vec<Step>,
    pub call: Call,
    pub mutants: Vec<Mutant>,
}

impl Scene {
    pub fn new(name: &'static str, before: Vec<Step>, call: Call, mutants: Vec<Mutant>) -> Self {
        Scene {
            name,
            before,
            call,
            mutants,
        }
    }
}

/// A call with one thing changed, or at another time.
pub struct Mutant {
    pub name: String,
    /// The steps before it.
    pub first: Vec<Step>,
    pub call: Call,
    /// The text of its refusal.
    pub words: &'static str,
}

pub fn mutant(name: &str, call: Call, words: impl Into<&'static str>) -> Mutant {
    Mutant {
        name: name.into(),
        first: vec![],
        call,
        words: words.into(),
    }
}

impl Mutant {
    pub fn after(mut self, first: Vec<Step>) -> Self {
        self.first = first;
        self
    }

    /// After another call.
    pub fn after_call(self, first: &Call) -> Self {
        self.after(vec![Step::Call(first.clone())])
    }
}

/// Tries all mutants of a scene, and the call itself. Returns the number of mutants.
pub fn check(scene: Scene) -> usize {
    let mut bench = Bench::new(Builds::read().expect("compiled contracts"));
    let mut coverage = Coverage::default();
    let name = scene.name;
    let mut take = |bench: &mut Bench, step: &Step, what: &str| {
        let taken = bench.take(step, &mut coverage);
        taken.unwrap_or_else(|difference| panic!("{name}, {what}: {difference}"));
    };
    for step in &scene.before {
        succeeds(&bench, step, name);
        take(&mut bench, step, "before");
    }
    let point = bench.point();
    for mutant in &scene.mutants {
        let what = &mutant.name;
        bench.go_to(&point);
        for step in &mutant.first {
            succeeds(&bench, step, &format!("{name}, {what}"));
            take(&mut bench, step, what);
        }
        let step = Step::Call(mutant.call.clone());
        let expected = bench.model.clone().take(&step);
        let words = expected.map_err(|refusal| refusal.message);
        assert_eq!(words, Err(mutant.words.into()), "{name}, {what}");
        let storage = bench.world.storage();
        // the contract says the same, and no money has moved
        take(&mut bench, &step, what);
        assert_eq!(bench.world.storage(), storage, "{name}, {what}");
    }
    bench.go_to(&point);
    let step = Step::Call(scene.call);
    succeeds(&bench, &step, name);
    take(&mut bench, &step, "the call itself");
    scene.mutants.len()
}

fn succeeds(bench: &Bench, step: &Step, what: &str) {
    let taken = bench.model.clone().take(step);
    assert!(taken.is_ok(), "{what}: {step}: {taken:?}");
}

pub const WAGER: u32 = 1_000;
pub const STAKE: u32 = 30;

/// A contract that players can join.
pub fn ready() -> Vec<Step> {
    step::ready(false, Token::Chess, argument(WAGER.into())).into()
}

pub fn pass(ms: u64) -> Step {
    Step::Time(Time {
        ms,
        epochs: ms / DAY,
        seed: 0,
    })
}

/// A call of the model as the contract reads it.
pub fn call(by: Account, call: &chain::Call) -> Call {
    written(by, call, address)
}

pub fn address(account: Account) -> Vec<u8> {
    static ADDRESSES: LazyLock<BTreeMap<Account, Vec<u8>>> = LazyLock::new(|| {
        let builds = Builds::read().expect("compiled contracts");
        Bench::new(builds).world.addresses()
    });
    ADDRESSES[&account].clone()
}

/// Alice's terms for Bob.
pub fn terms(rounds: u16, key: Option<Vec<u8>>) -> Terms {
    Terms {
        opponent: Some(Account::Bob),
        side: 0,
        clock: Some(Clock {
            base: 180,
            increment: 2,
        }),
        rounds,
        engines: false,
        key,
    }
}

/// Alice's challenge, which pays for all rounds.
pub fn challenge(terms: &Terms) -> Call {
    let stakes = BigUint::from(STAKE) * terms.rounds;
    call(Account::Alice, &chain::Call::Challenge(terms.clone())).paying(Token::Egld, stakes)
}

/// Bob accepts the challenge with the id 1.
pub fn accept(rounds: u16, key: Option<Vec<u8>>) -> Call {
    let stakes = BigUint::from(STAKE) * rounds;
    call(Account::Bob, &chain::Call::Accept { game: 1, key }).paying(Token::Egld, stakes)
}

/// A call with other arguments.
pub fn with(call: &Call, at: usize, bytes: &[u8]) -> Call {
    let mut call = call.clone();
    call.arguments[at] = bytes.into();
    call
}

/// A mutant with another argument.
pub fn argued(call: &Call, at: usize, bytes: &[u8], words: impl Into<&'static str>) -> Mutant {
    let name = format!("{bytes:?} as argument {at}");
    mutant(&name, with(call, at, bytes), words)
}

/// A call with an argument more.
pub fn more(call: &Call) -> Call {
    let mut call = call.clone();
    call.arguments.push(vec![1]);
    call
}

/// Mutants of a call that takes no money.
pub fn unpayable(right: &Call) -> [Mutant; 2] {
    let paid = |token, words| mutant("a payment", paying(right, &[(token, 1)]), words);
    [
        paid(Token::Egld, "function does not accept EGLD payment"),
        paid(Token::Other, "function does not accept ESDT payment"),
    ]
}

/// Mutants in a pause, and in one that isn't long yet.
pub fn paused(right: &Call) -> Vec<Mutant> {
    let pause = Step::Call(Call::new(Account::Owner, "pause", vec![]));
    let now = mutant("in a pause", right.clone(), Refusal::Paused).after(vec![pause.clone()]);
    let later = mutant("after 30 epochs of it", right.clone(), Refusal::Paused);
    vec![now, later.after(vec![pause, pass(30 * DAY)])]
}

pub fn by(call: &Call, from: Account) -> Call {
    let call = call.clone();
    Call { from, ..call }
}

/// A call that pays something else.
pub fn paying(call: &Call, payments: &[(Token, u32)]) -> Call {
    let mut call = call.clone();
    let payments = payments.iter();
    call.payments = payments
        .map(|&(token, amount)| (token, amount.into()))
        .collect();
    call
}
