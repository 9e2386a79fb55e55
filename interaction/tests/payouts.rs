//! Payouts in a token to players of other shards than the contract's: by each command that pays,
//! without a gas limit of one's own, so that the gateway's estimate has to be right.

mod command;
mod local;

use local::LocalChain;
use serde_json::json;

const TOKEN: &str = "WAGER-123456";

/// What each of the two has at first.
const FUNDS: u64 = 10_000;

const WAGER: u64 = 400;

/// The contract in shard 1, bob in 0, carol in 2.
fn open() -> LocalChain {
    let chain = LocalChain::start();
    let players = ["alice", "bob", "carol"].map(|name| chain.wallet(name).address.clone());
    let shards = players
        .each_ref()
        .map(|player| chain.chain.shard_of(player));
    assert_eq!(shards, [1, 0, 2]);
    for player in &players[1..] {
        let token = TOKEN.as_bytes();
        chain.chain.set_token_balance(player, token, FUNDS.into());
    }
    chain.text(&["deploy"]);
    chain.text(&["set-wager", &WAGER.to_string(), TOKEN]);
    chain.text(&["unpause"]);
    chain
}

/// Runs a command after which bob and carol have so much more than at first, or less.
fn pays(chain: &LocalChain, arguments: &[&str], more: [i64; 2]) {
    chain.text(arguments);
    for (name, more) in ["bob", "carol"].into_iter().zip(more) {
        let wanted = FUNDS.checked_add_signed(more).unwrap();
        assert_eq!(
            chain.tokens(name, TOKEN),
            wanted.into(),
            "{arguments:?}: {name}"
        );
    }
}

fn join(chain: &LocalChain) {
    chain.text(&["join"]);
    chain.text(&["join", "-w", "carol"]);
}

#[test]
fn every_command_that_pays_is_sent_with_enough_gas() {
    let chain = open();
    let wager = WAGER as i64;
    pays(&chain, &["join"], [-wager, 0]);
    pays(&chain, &["leave"], [0, 0]);
    join(&chain);
    for (mv, player) in [("f3", "bob"), ("e5", "carol"), ("g4", "bob")] {
        chain.text(&["move", "1", mv, "-w", player]);
    }
    pays(
        &chain,
        &["move", "1", "Qh4#", "-w", "carol"],
        [-wager, wager],
    );
    join(&chain);
    pays(&chain, &["resign", "2", "-w", "carol"], [0, 0]);
    join(&chain);
    chain.text(&["draw", "3"]);
    pays(&chain, &["draw", "3", "-w", "carol"], [0, 0]);
    join(&chain);
    chain.text(&["chain", "advance-epoch", "2"]);
    pays(
        &chain,
        &["signal-inactivity", "4", "-w", "carol"],
        [-wager, wager],
    );
    for decliner in ["bob", "carol"] {
        let carol = chain.erd("carol");
        let offer = [
            "challenge",
            "--stake",
            "400",
            "--token",
            TOKEN,
            "--opponent",
            &carol,
        ];
        let game = chain.json(&offer)["gameId"].to_string();
        pays(&chain, &["decline", &game, "-w", decliner], [-wager, wager]);
    }
    // Each was carried out whole, and none forfeited what it hadn't used.
    for record in chain.chain.transactions(usize::MAX, |_| true) {
        let function = &record.function;
        assert_eq!(record.process_status(), "success", "{function}");
        assert!(record.gas_used < record.transaction.gas_limit, "{function}");
    }
}

#[test]
fn a_signed_game_is_submitted_with_enough_gas() {
    let chain = open();
    let keys = |player: &str| {
        chain
            .folder
            .path()
            .join(player)
            .to_str()
            .unwrap()
            .to_owned()
    };
    let of = |player: &str, arguments: &[&str]| {
        let keys = keys(player);
        let own = ["--wallet", player, "--keys", &keys];
        chain.json(&[arguments, &own].concat())
    };
    let carol = chain.erd("carol");
    let stake = ["--stake", "400", "--token", TOKEN];
    let offer = [
        "challenge",
        "--opponent",
        &carol,
        "--side",
        "white",
        "--key",
    ];
    let game = of("bob", &[&offer[..], &stake].concat())["gameId"].to_string();
    of("carol", &["accept", &game, "--key"]);
    let file = chain.folder.path().join("game.json");
    let transcript = ["--transcript", file.to_str().unwrap()];
    let signed = [
        ("f3", "bob"),
        ("e5", "carol"),
        ("g4", "bob"),
        ("Qh4#", "carol"),
        ("resign", "bob"),
    ];
    for (what, player) in signed {
        of(player, &[&["sign", &game, what][..], &transcript].concat());
    }
    let told = of("frank", &[&["submit", &game][..], &transcript].concat());
    assert_eq!(told["game"]["state"], "black_won");
    let paid = json!([{"player": "black", "token": TOKEN, "amount": (2 * WAGER).to_string()}]);
    assert_eq!(told["paid"], paid);
    let wanted = [FUNDS - WAGER, FUNDS + WAGER].map(Into::into);
    assert_eq!(
        ["bob", "carol"].map(|name| chain.tokens(name, TOKEN)),
        wanted
    );
}
