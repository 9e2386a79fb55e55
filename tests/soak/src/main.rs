//! `make soak`: any number of random histories and of the adversary's games.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use chess_model::adversary;
use chess_soak::campaign::Campaign;
use chess_soak::ground::ContractBesideModel;
use clap::Parser;

/// Random histories of the compiled contract, beside a model of it, and games of an honest player
/// against an adversary on it
#[derive(Parser)]
struct Options {
    /// Number of histories
    #[arg(long, default_value_t = 2_000)]
    histories: u64,
    /// Number of the adversary's games
    #[arg(long, default_value_t = 0)]
    games: u64,
    /// Begin no further history after this number of minutes, and no further game after as many again
    #[arg(long)]
    minutes: Option<u64>,
    /// Steps in each
    #[arg(long, default_value_t = 50)]
    steps: usize,
    /// Another seed makes other histories
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first history, to run one again
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Number of threads; by default one for each core
    #[arg(long)]
    threads: Option<usize>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let usual = Campaign::default();
    let campaign = Campaign {
        first: options.from,
        histories: options.histories,
        steps: options.steps,
        seed: options.seed,
        threads: options.threads.unwrap_or(usual.threads),
        time: options.minutes.map(Duration::from_mins),
        progress: true,
        ..usual
    };
    let start = Instant::now();
    let (coverage, found) = match campaign.run() {
        Ok(done) => done,
        Err(error) => {
            eprintln!("soak: {error}");
            return ExitCode::from(2);
        }
    };
    print!("{coverage}");
    println!("{:.0} s", start.elapsed().as_secs_f64());
    if let Some(found) = found {
        eprintln!("{found}");
        return ExitCode::FAILURE;
    }
    let gaps = coverage.gaps();
    for gap in &gaps {
        eprintln!("{gap}");
    }
    let fair = play(&options, campaign.threads as u64, campaign.time);
    if let Err(wronged) = &fair {
        eprintln!("{wronged}");
    }
    match gaps.is_empty() && fair.is_ok() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Games at a time, after which a thread looks at the clock.
const GAMES_AT_A_TIME: u64 = 20;

/// Plays the adversary's games, shared out among threads.
fn play(options: &Options, threads: u64, time: Option<Duration>) -> Result<(), String> {
    let start = Instant::now();
    let play_some = |thread: u64| -> Result<u64, String> {
        let mut contract = ContractBesideModel::new()?;
        let mut played = 0;
        let mut first = thread * GAMES_AT_A_TIME;
        while first < options.games && time.is_none_or(|time| start.elapsed() < time) {
            let count = GAMES_AT_A_TIME.min(options.games - first);
            let games = adversary::campaign(options.seed + first, count, &mut contract);
            let tally = games.map_err(|wronged| format!("{wronged:#?}"))?;
            played += tally.games;
            first += threads * GAMES_AT_A_TIME;
        }
        Ok(played)
    };
    let (mut played, play_some) = (0, &play_some);
    std::thread::scope(|scope| {
        let play = |thread| scope.spawn(move || play_some(thread));
        let handles: Vec<_> = (0..threads).map(play).collect();
        for handle in handles {
            let joined = handle.join();
            played += joined.map_err(|_| "a game could not be finished")??;
        }
        Ok::<(), String>(())
    })?;
    let seconds = start.elapsed().as_secs_f64();
    println!("{played} games against the adversary, {seconds:.0} s");
    Ok(())
}
