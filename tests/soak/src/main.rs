//! `make soak`: random histories for as long as told.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use chess_soak::campaign::Campaign;
use clap::Parser;

/// Random histories of the compiled contract, beside a model of it
#[derive(Parser)]
struct Options {
    /// How many histories
    #[arg(long, default_value_t = 2_000)]
    histories: u64,
    /// Begin no further history after so many minutes
    #[arg(long)]
    minutes: Option<u64>,
    /// Steps in each
    #[arg(long, default_value_t = 50)]
    steps: usize,
    /// Another seed makes other histories
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many run at a time; all cores if left out
    #[arg(long)]
    threads: Option<usize>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let campaign = Campaign {
        histories: options.histories,
        steps: options.steps,
        seed: options.seed,
        threads: options.threads.unwrap_or(cores),
        fault: None,
        time: options
            .minutes
            .map(|minutes| Duration::from_secs(60 * minutes)),
        progress: true,
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
        eprintln!(
            "history {} differs; {} of its {} steps are enough:",
            found.number,
            found.steps.len(),
            found.length
        );
        for step in &found.steps {
            eprintln!("  {step}");
        }
        eprintln!("{}", found.difference);
        println!("{}", found.scenario);
        return ExitCode::FAILURE;
    }
    let gaps = coverage.gaps();
    for gap in &gaps {
        eprintln!("{gap}");
    }
    match gaps.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
