//! 2,000 random histories of 50 steps; `make soak` runs as many as it is told.

use chess_soak::campaign::Campaign;
use chess_soak::generate::BEGINNINGS;

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

#[test]
fn two_thousand_histories_come_out_as_in_the_model() {
    let campaign = Campaign {
        first: 0,
        histories: 2_000,
        steps: 50,
        seed: 1,
        threads: cores(),
        beginnings: BEGINNINGS,
        fault: None,
        time: None,
        progress: false,
    };
    let (coverage, found) = campaign.run().expect("compiled contracts");
    if let Some(found) = found {
        let steps: Vec<String> = found.steps.iter().map(|step| step.to_string()).collect();
        panic!(
            "history {}: {}\n{}",
            found.number,
            found.difference,
            steps.join("\n")
        );
    }
    println!("{coverage}");
    assert_eq!(coverage.gaps(), Vec::<String>::new(), "{coverage}");
}
