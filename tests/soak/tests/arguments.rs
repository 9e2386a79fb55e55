//! Every endpoint and every view with random bytes, too few and too many arguments and huge
//! numbers, as compiled wasm: an error with a message, never a trap, and no change. The endpoints'
//! messages are the model's.

use chess_model::chain::{Account, Token};
use chess_model::step::{Call, Step, argument, ready};
use chess_soak::bench::Bench;
use chess_soak::coverage::Coverage;
use chess_soak::world::Builds;
use fastrand::Rng;
use num_bigint::BigUint;
use serde_json::Value;

/// A function of a contract, by its ABI.
struct Function {
    name: &'static str,
    is_view: bool,
    /// One entry for each argument: true if it is a player's address.
    players: Vec<bool>,
}

/// The functions of a compiled contract.
fn functions(file: &str) -> Vec<Function> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../output");
    let text = std::fs::read_to_string(format!("{path}/{file}.abi.json"));
    let abi: Value = serde_json::from_str(&text.expect("compiled contracts")).expect("an ABI");
    let endpoints = abi["endpoints"].as_array().expect("endpoints").iter();
    let function = |endpoint: &Value| Function {
        name: String::from(endpoint["name"].as_str().expect("a name")).leak(),
        is_view: endpoint["mutability"] == "readonly",
        players: {
            let inputs = endpoint["inputs"].as_array().expect("arguments");
            inputs
                .iter()
                .map(|input| input["type"] == "Address")
                .collect()
        },
    };
    endpoints.map(function).collect()
}

/// The permitted refusals of a view; a trap has another text.
const REFUSALS: [&str; 4] = [
    "wrong number of arguments",
    "argument decode error (",
    "argument out of range",
    "no such game",
];

/// A contract with a running game, one that is over, one by signature, a challenge, a draw offer,
/// a waiting player and a credit.
fn bench() -> Bench {
    let mut bench = Bench::new(Builds::read().expect("compiled contracts"));
    let wager = BigUint::from(1_000u32);
    let join = |from| Call::new(from, "joinGame", vec![]).paying(Token::Chess, wager.clone());
    let call = |from, function, arguments: &[u64]| {
        let arguments = arguments.iter().map(|&number| argument(number)).collect();
        Call::new(from, function, arguments)
    };
    let calls = [
        join(Account::Alice),
        join(Account::Mute),
        call(Account::Alice, "resign", &[1]),
        join(Account::Alice),
        join(Account::Bob),
        call(Account::Alice, "makeMove", &[2, 52, 36]),
        call(Account::Alice, "draw", &[2]),
        join(Account::Carol),
        Call::new(
            Account::Alice,
            "challenge",
            vec![vec![], vec![], vec![], vec![1], vec![], vec![3; 32]],
        ),
        Call::new(Account::Bob, "accept", vec![vec![3], vec![4; 32]]),
        Call::new(
            Account::Bob,
            "challenge",
            vec![vec![], vec![1], vec![], vec![1], vec![1]],
        ),
    ];
    let mut coverage = Coverage::default();
    let ready = ready(false, Token::Chess, argument(1_000)).into_iter();
    for step in ready.chain(calls.map(Step::Call)) {
        bench.take(&step, &mut coverage).expect("as in the model");
    }
    assert_eq!(bench.model.chain.owed()[&Token::Chess], wager * 5u32);
    bench
}

/// Numbers at the edges of their types, and bytes of all lengths.
fn odd(rng: &mut Rng) -> Vec<u8> {
    let fixed: [&[u8]; 16] = [
        &[],
        &[0],
        &[1],
        &[2],
        &[63],
        &[64],
        &[255],
        &[1, 0],
        &[0xff; 4],
        &[0x80, 0, 0, 0],
        &[1, 0, 0, 0, 0],
        &[0xff; 8],
        &[1, 0, 0, 0, 0, 0, 0, 0, 0],
        &[0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        &[0xff; 32],
        &[0x80; 33],
    ];
    match rng.usize(..fixed.len() + 4) {
        at if at < fixed.len() => fixed[at].to_vec(),
        at => {
            let most = [4, 40, 300, 20_000][at - fixed.len()];
            let length = rng.usize(..=most);
            std::iter::repeat_with(|| rng.u8(..)).take(length).collect()
        }
    }
}

#[test]
fn endpoints_refuse_odd_arguments_in_words() {
    let mut bench = bench();
    let point = bench.point();
    let mut rng = Rng::with_seed(3);
    let mut coverage = Coverage::default();
    let mut refused = 0;
    let endpoints = functions("onchain-chess");
    for endpoint in endpoints.iter().filter(|function| !function.is_view) {
        let (function, most) = (endpoint.name, endpoint.players.len());
        for round in 0..250 {
            let count = match round {
                0..7 => round,
                7 => 200,
                _ if most == 0 => rng.usize(1..3),
                _ => rng.usize(1..=most),
            };
            let arguments = (0..count).map(|_| odd(&mut rng)).collect();
            let from = Account::CALLERS[rng.usize(..Account::CALLERS.len())];
            let from = match function {
                "setWager" | "pause" | "unpause" => Account::Owner,
                _ if round % 2 == 0 => Account::Alice,
                _ => from,
            };
            let step = Step::Call(Call::new(from, function, arguments));
            let before = bench.world.storage();
            let taken = bench.take(&step, &mut coverage);
            taken.unwrap_or_else(|difference| panic!("{difference}"));
            match bench.world.storage() == before {
                true => refused += 1,
                false => bench.go_to(&point),
            }
        }
    }
    assert!(refused > 2_000, "{refused}");
}

#[test]
fn an_upgrade_refuses_arguments_in_words() {
    let mut bench = bench();
    let mut rng = Rng::with_seed(4);
    let before = bench.world.storage();
    let builds = Builds::read().expect("compiled contracts");
    for _ in 0..40 {
        let arguments = vec![builds.chess.clone(), vec![5, 6], odd(&mut rng)];
        let result = bench
            .world
            .call(Account::Owner, "upgradeContract", arguments, &[]);
        assert_eq!(result.result_message, "wrong number of arguments");
        assert_eq!(bench.world.storage(), before);
    }
}

#[test]
fn views_refuse_odd_arguments_in_words() {
    let mut bench = bench();
    let mut rng = Rng::with_seed(5);
    let mut refused = 0;
    for Function { name, players, .. } in functions("onchain-chess-views") {
        for round in 0..200 {
            let count = match round {
                0..5 => round,
                5 => 100,
                _ => players.len(),
            };
            let mut arguments: Vec<Vec<u8>> = (0..count).map(|_| odd(&mut rng)).collect();
            for (is_player, argument) in players.iter().zip(&mut arguments) {
                if *is_player && rng.bool() {
                    *argument = bench.model.address(Account::Alice);
                }
            }
            let result = bench.world.query(name, arguments.clone());
            let message = &result.result_message;
            if result.result_status.is_success() {
                assert_eq!(count, players.len(), "{name}({arguments:x?})");
                continue;
            }
            refused += 1;
            let known = REFUSALS.iter().any(|refusal| message.starts_with(refusal));
            assert!(
                known,
                "{name}({arguments:x?}): {} {message}",
                result.result_status
            );
        }
    }
    assert!(refused > 1_000, "{refused}");
}
