//! The node signature: one number that changes when the search does.

use minichess_engine::{BoardSearch, Game, MAX_GAME_BYTES, chess};

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
    println!(
        "depth {depth}, {POSITIONS} positions: median {}, worst {}",
        nodes[POSITIONS / 2],
        nodes[POSITIONS - 1]
    );
    println!("bench {}", nodes.iter().map(|&n| u64::from(n)).sum::<u64>());
    Ok(())
}

/// Prints a scenario for the production VM: in each position minichess thinks at a depth, in so many calls with a whole transaction's gas.
pub fn scenario(depth: u8, calls: u32) {
    let games = positions::<Game>().into_iter().map(|game| {
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        format!("u8:{depth}|0x{}", hex(&bytes[..len]))
    });
    print_scenario("minichess", games, calls);
}

/// The same for enginechess at a level, the player White.
pub fn chess_scenario(level: u8, calls: u32) {
    let games = positions::<chess::Game>().into_iter().map(|game| {
        let mut bytes = [0; chess::MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        format!("u8:0|u8:{level}|0x{}", hex(&bytes[..len]))
    });
    print_scenario("enginechess", games, calls);
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `games` are what the contract stores of each behind the player's address.
fn print_scenario(contract: &str, games: impl Iterator<Item = String>, calls: u32) {
    let account = |storage: &str| {
        format!(
            r#"{{"step":"setState","accounts":{{"address:owner":{{"nonce":"0","balance":"0"}},"sc:{contract}":{{"nonce":"0","balance":"0","storage":{{{storage}}},"code":"mxsc:../output/{contract}.mxsc.json","owner":"address:owner"}}}}}}"#
        )
    };
    let mut storage = Vec::new();
    let mut thoughts = Vec::new();
    for (i, game) in games.enumerate() {
        storage.push(format!(r#""str:game|u32:{i}":"address:owner|{game}""#));
        for number in 0..calls {
            thoughts.push(format!(
                r#"{{"step":"scCall","id":"think {i} {number}","tx":{{"from":"address:owner","to":"sc:{contract}","function":"think","arguments":["{i}","1,000,000"],"gasLimit":"600,000,000","gasPrice":"0"}},"expect":{{"out":"*","status":"0","logs":"*","gas":"*","refund":"*"}}}}"#
            ));
        }
    }
    let mut steps = vec![account(&storage.join(","))];
    steps.extend(thoughts);
    println!(
        r#"{{"name":"gas of the engine","gasSchedule":"v4","steps":[{}]}}"#,
        steps.join(",\n")
    );
}
