//! The harness can fail: a model that is wrong in one point is told from the contract, and what is
//! left of the history is short and a scenario file.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use chess_model::chain::{Account, Fault, Token};
use chess_model::step::{Call, Step};
use chess_soak::bench::Bench;
use chess_soak::campaign::{Campaign, Found};
use chess_soak::coverage::Coverage;
use chess_soak::generate::Generator;
use chess_soak::scenario;
use chess_soak::world::Builds;
use multiversx_sc_scenario::imports::*;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn find(fault: Fault) -> Found {
    let campaign = Campaign {
        first: 0,
        histories: 2_000,
        steps: 50,
        seed: 2,
        threads: 1,
        // of a contract that is ready, and of games that leave one move
        beginnings: match fault {
            Fault::MaterialAlone => 8,
            _ => 4,
        },
        fault: Some(fault),
        time: None,
        progress: false,
    };
    let (_, found) = campaign.run().expect("compiled contracts");
    found.unwrap_or_else(|| panic!("{fault:?} was not found"))
}

/// Whether the framework's runner takes a scenario file as the compiled contract's.
fn runs(name: &str, file: &str) -> bool {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("{name}.scen.json"));
    fs::write(&path, file).expect("a file of this test's own");
    let mut world = ScenarioWorld::new().executor_config(ExecutorConfig::Experimental);
    world.set_current_dir_from_workspace("");
    panic::catch_unwind(AssertUnwindSafe(|| world.run(&path))).is_ok()
}

#[test]
fn a_wrong_payout_is_found_and_shrunk() {
    let found = find(Fault::Payout);
    let steps = &found.steps;
    // to win one needs a contract that runs, two players, and one way to end a game
    assert!(steps.len() <= 8, "{steps:?}");
    let without_fault = Bench::new(Builds::read().unwrap()).replay(steps, None);
    assert!(without_fault.is_ok(), "{without_fault:?}");
}

#[test]
fn every_fault_is_found_and_shrunk() {
    let faults = [
        Fault::Offer,
        Fault::Clock,
        Fault::Anybody,
        Fault::DayAfter,
        Fault::FreeAsks,
        Fault::NoWindow,
        Fault::FirstEndStands,
        Fault::MissingMessage,
        Fault::NoCallback,
        Fault::ReclaimAtOnce,
        Fault::RoundsAreFinal,
        Fault::ResignationTakenBack,
        Fault::RoundByOne,
        Fault::LateResignation,
        Fault::MaterialAlone,
    ];
    for fault in faults {
        let found = find(fault);
        println!("{fault:?}: {} of {}", found.steps.len(), found.length);
        let steps = found.steps.len();
        assert!(
            steps <= 16 && steps < found.length,
            "{fault:?}: {:?}",
            found.steps
        );
    }
}

/// A resignation, after which the model with a wrong payout has another account of the money.
fn resignation() -> Vec<Step> {
    let wager = || num_bigint::BigUint::from(5u32);
    let call = |from, function, arguments: Vec<Vec<u8>>| Call::new(from, function, arguments);
    let join = |from| call(from, "joinGame", vec![]).paying(Token::Chess, wager());
    vec![
        Step::Deploy(vec![]),
        Step::Call(call(
            Account::Owner,
            "setWager",
            vec![Token::Chess.identifier().into(), vec![5]],
        )),
        Step::Call(call(Account::Owner, "unpause", vec![])),
        Step::Call(join(Account::Alice)),
        Step::Call(join(Account::Machine)),
        Step::Call(call(Account::Alice, "resign", vec![vec![1]])),
        Step::Call(call(Account::Alice, "resign", vec![vec![1]])),
    ]
}

#[test]
fn the_scenario_file_of_a_difference_fails_in_the_frameworks_runner() {
    let addresses = Bench::new(Builds::read().unwrap()).world.addresses();
    let steps = resignation();
    let file = |fault| scenario::file(&steps, &addresses, ROOT, fault);
    assert!(runs("right", &file(None)));
    assert!(!runs("wrong", &file(Some(Fault::Payout))));
}

/// Whole histories, as far as the framework's machine models them: it takes no account for
/// frozen or not payable.
#[test]
fn the_frameworks_runner_takes_the_scenario_files_of_histories() {
    assert!(Path::new(ROOT).join("output").exists());
    let mut bench = Bench::new(Builds::read().unwrap());
    for seed in 1..=2 {
        bench.clear(None);
        let mut generator = Generator::new(seed);
        let wager = [Token::Egld, Token::Chess][seed as usize - 1];
        let mut steps = generator.ready(seed == 1, wager);
        let mut coverage = Coverage::default();
        for step in &steps {
            bench.take(step, &mut coverage).unwrap();
        }
        while steps.len() < 35 {
            let step = generator.step(&bench.model);
            let mute = matches!(&step, Step::Call(call) if call.from == Account::Mute);
            let other = matches!(
                step,
                Step::Freeze(..) | Step::PauseToken(..) | Step::LimitToken(..) | Step::Attack(_)
            );
            if !mute && !other {
                bench.take(&step, &mut coverage).unwrap();
                steps.push(step);
            }
        }
        let file = scenario::file(&steps, &bench.world.addresses(), ROOT, None);
        assert!(runs(&format!("history-{seed}"), &file), "seed {seed}");
    }
}
