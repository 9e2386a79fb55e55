//! The adversary, for a page that plays in another process: JSON lines go out and come in.
//!
//!     page-adversary SEED GAMES [pauses]
//!
//! dapp/e2e/adversary/adversary.test.ts is the page's side.

use std::io::{BufRead, Write, stdin, stdout};

use chess_model::adversary::page::{Line, play};
use serde_json::{Value, json};

/// The page's answers come on the standard input.
struct Pipe;

impl Line for Pipe {
    fn ask(&mut self, question: &Value) -> Result<Value, String> {
        let mut out = stdout().lock();
        let sent = writeln!(out, "{question}").and_then(|()| out.flush());
        sent.map_err(|error| format!("the page is gone: {error}"))?;
        let mut answer = String::new();
        let read = stdin().lock().read_line(&mut answer);
        read.map_err(|error| format!("the page is gone: {error}"))?;
        serde_json::from_str(&answer).map_err(|error| format!("no answer: {error}"))
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| arguments.get(index).and_then(|text| text.parse().ok());
    let (Some(seed), Some(games)) = (number(0), number(1)) else {
        eprintln!("page-adversary SEED GAMES [pauses]");
        std::process::exit(2);
    };
    let with_pauses = arguments.iter().any(|word| word == "pauses");
    for seed in seed..seed + games {
        let told = match play(seed, with_pauses, &mut Pipe) {
            Ok(end) => json!({ "do": "over", "seed": seed, "end": end }),
            Err(wronged) => json!({
                "do": "over", "seed": seed, "wrong": wronged.what, "log": wronged.calls,
            }),
        };
        if Pipe.ask(&told).is_err() {
            return;
        }
    }
}
