//! The node signature: one number that changes when the search does.

use minichess_engine::{BoardSearch, Game, MAX_GAME_BYTES, chess};

use crate::output::say;
use crate::random::Random;
use crate::variant::{End, Variant};

/// The positions of seeded random games that `bench` searches.
pub const POSITIONS: usize = 25;

/// Seeded positions of random play, Black to move, none of them over.
pub fn positions<G: Variant>() -> Vec<G> {
    let mut random = Random::new(25);
    let mut games = Vec::new();
    while games.len() < POSITIONS {
        let mut game = G::start();
        for _ in 0..random.below(50) {
            let Some(&mv) = random.pick(&game.list()) else {
                break;
            };
            game.make(mv).expect("a legal move");
        }
        if game.end() == End::Ongoing && !game.white_moves() {
            games.push(game);
        }
    }
    games
}

/// The nodes of each position at a depth, least first.
pub fn nodes<G: Variant>(depth: u8) -> Vec<u32> {
    let mut nodes: Vec<_> = positions::<G>()
        .iter()
        .map(|game| {
            let mut search = BoardSearch::new(game, depth).expect("a game that goes on");
            search.run(u32::MAX, |_| false);
            search.answer().nodes
        })
        .collect();
    nodes.sort_unstable();
    nodes
}

/// Prints the nodes at a depth.
pub fn run<G: Variant>(depth: u8) -> Result<(), String> {
    let nodes = nodes::<G>(depth);
    say(format_args!(
        "depth {depth}, {POSITIONS} positions: median {}, worst {}",
        nodes[POSITIONS / 2],
        nodes[POSITIONS - 1]
    ));
    say(format_args!(
        "bench {}",
        nodes.iter().map(|&n| u64::from(n)).sum::<u64>()
    ));
    Ok(())
}

/// A game as its contract stores it.
pub trait Stored: Variant {
    /// The contract's name.
    const CONTRACT: &str;

    /// What is stored behind the player's address, as scenarios write it. `strength` is the depth or the level.
    fn stored(&self, strength: u8) -> String;
}

impl Stored for Game {
    const CONTRACT: &str = "minichess";

    fn stored(&self, depth: u8) -> String {
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = self.encode(&mut bytes);
        format!("u8:{depth}|0x{}", hex(&bytes[..len]))
    }
}

impl Stored for chess::Game {
    const CONTRACT: &str = "enginechess";

    /// The player has White.
    fn stored(&self, level: u8) -> String {
        let mut bytes = [0; chess::MAX_GAME_BYTES];
        let len = self.encode(&mut bytes);
        format!("u8:0|u8:{level}|0x{}", hex(&bytes[..len]))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Prints a scenario for the production VM: the engine thinks about each of the positions.
pub fn print_scenario<G: Stored>(strength: u8, calls: u32) {
    say(scenario(&positions::<G>(), strength, calls));
}

/// A scenario for the production VM: in each game the engine thinks at a depth or a level, in so many calls with a whole transaction's
/// gas. It belongs beside the contract's `output`.
pub fn scenario<G: Stored>(games: &[G], strength: u8, calls: u32) -> String {
    let contract = G::CONTRACT;
    let account = |storage: &str| {
        format!(
            r#"{{"step":"setState","accounts":{{"address:owner":{{"nonce":"0","balance":"0"}},"sc:{contract}":{{"nonce":"0","balance":"0","storage":{{{storage}}},"code":"mxsc:../output/{contract}.mxsc.json","owner":"address:owner"}}}}}}"#
        )
    };
    let mut storage = Vec::new();
    let mut thoughts = Vec::new();
    for (i, game) in games.iter().enumerate() {
        let game = game.stored(strength);
        storage.push(format!(r#""str:game|u32:{i}":"address:owner|{game}""#));
        for number in 0..calls {
            thoughts.push(format!(
                r#"{{"step":"scCall","id":"think {i} {number}","tx":{{"from":"address:owner","to":"sc:{contract}","function":"think","arguments":["{i}","1,000,000"],"gasLimit":"600,000,000","gasPrice":"0"}},"expect":{{"out":"*","status":"*","message":"*","logs":"*","gas":"*","refund":"*"}}}}"#
            ));
        }
    }
    let mut steps = vec![account(&storage.join(","))];
    steps.extend(thoughts);
    format!(
        r#"{{"name":"gas of the engine","gasSchedule":"v4","steps":[{}]}}"#,
        steps.join(",\n")
    )
}
