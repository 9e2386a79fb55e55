//! The node signature: one number that changes when the search does.

use minichess_engine::{BoardSearch, Game, MAX_GAME_BYTES};

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

/// Prints a scenario for the production VM: in each position the contract thinks at a depth, in so many calls with a whole transaction's gas.
pub fn scenario(depth: u8, calls: u32) {
    let call = |id: &str, function: &str, arguments: &str| {
        format!(
            r#"{{"step":"scCall","id":"{id}","tx":{{"from":"address:owner","to":"sc:minichess","function":"{function}","arguments":[{arguments}],"gasLimit":"600,000,000","gasPrice":"0"}},"expect":{{"out":"*","status":"0","logs":"*","gas":"*","refund":"*"}}}}"#
        )
    };
    let mut steps = vec![
        r#"{"step":"setState","accounts":{"address:owner":{"nonce":"0","balance":"0"}},"newAddresses":[{"creatorAddress":"address:owner","creatorNonce":"0","newAddress":"sc:minichess"}]}"#.to_string(),
        r#"{"step":"scDeploy","id":"deploy","tx":{"from":"address:owner","contractCode":"mxsc:../output/minichess.mxsc.json","arguments":[],"gasLimit":"100,000,000","gasPrice":"0"},"expect":{"out":[],"status":"0","logs":[],"gas":"*","refund":"*"}}"#.to_string(),
    ];
    let mut storage = Vec::new();
    let mut thoughts = Vec::new();
    for (i, game) in positions::<Game>().iter().enumerate() {
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        let hex: String = bytes[..len]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        storage.push(format!(
            r#""str:game|u32:{i}":"address:owner|u8:{depth}|0x{hex}""#
        ));
        for number in 0..calls {
            thoughts.push(call(
                &format!("think {i} {number}"),
                "think",
                &format!(r#""{i}","1,000,000""#),
            ));
        }
    }
    steps.push(format!(
        r#"{{"step":"setState","accounts":{{"sc:minichess":{{"nonce":"0","balance":"0","storage":{{{}}},"code":"mxsc:../output/minichess.mxsc.json","owner":"address:owner"}}}}}}"#,
        storage.join(",")
    ));
    steps.extend(thoughts);
    println!(
        r#"{{"name":"gas of a depth","gasSchedule":"v4","steps":[{}]}}"#,
        steps.join(",\n")
    );
}
