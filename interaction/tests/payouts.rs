//! Payouts of a token to other shards than the contract's, by each command that pays, without the
//! user's own gas limit: the gateway's estimate has to be right.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod command;
mod local;

use command::{begins, has, words};
use local::LocalChain;
use serde_json::Value;

const TOKEN: &str = "WAGER-123456";

/// The first funds of each of the two players.
const FUNDS: u64 = 10_000;

const WAGER: u64 = 400;

/// The contract, which is alice's, is in shard 1, bob in 0, carol in 2.
fn open() -> LocalChain {
    let chain = LocalChain::start();
    let of = |name| chain.chain.shard_of(&chain.wallet(name).address);
    let shards = ["alice", "bob", "carol"].map(of);
    assert_eq!(shards, [1, 0, 2]);
    for player in ["bob", "carol"] {
        chain.give(player, TOKEN, FUNDS);
    }
    chain.text(&["deploy"]);
    chain.text(&["set-wager", &WAGER.to_string(), TOKEN, "--yes"]);
    chain.text(&["unpause"]);
    chain
}

/// Runs a command after which bob and carol have these amounts more or less than at first. Returns
/// its answer.
fn pays(chain: &LocalChain, command: &str, more: [i64; 2]) -> Value {
    let told = chain.json(&words(command));
    for (name, more) in ["bob", "carol"].into_iter().zip(more) {
        let wanted = FUNDS.checked_add_signed(more).unwrap();
        let has = chain.tokens(name, TOKEN);
        assert_eq!(has, wanted.into(), "{command}: {name}");
    }
    told
}

fn join(chain: &LocalChain) {
    chain.text(&["join"]);
    chain.text(&["join", "-w", "carol"]);
}

#[test]
fn every_command_that_pays_is_sent_with_enough_gas() {
    let chain = open();
    let wager = WAGER as i64;
    let ends = |command: &str, more: [i64; 2], reason: &str| {
        let told = pays(&chain, command, more);
        assert_eq!(told["game"]["endReason"], reason, "{command}");
    };
    pays(&chain, "join", [-wager, 0]);
    pays(&chain, "leave", [0, 0]);
    join(&chain);
    chain.play("1", ["bob", "carol"], "f3 e5 g4");
    ends("move 1 Qh4# -w carol", [-wager, wager], "Checkmate");
    join(&chain);
    ends("resign 2 -w carol", [0, 0], "Resignation");
    join(&chain);
    chain.text(&["draw", "3"]);
    ends("draw 3 -w carol", [0, 0], "Agreement");
    join(&chain);
    assert_eq!(chain.text(&["chain", "epoch"]), "epoch 0\n");
    assert_eq!(chain.text(&["chain", "advance-epoch"]), "epoch 1\n");
    let early = chain.refusal(&["signal-inactivity", "4", "-w", "carol"]);
    has(&early, "the time isn't over");
    assert_eq!(chain.json(&["chain", "advance-epoch", "1"])["epoch"], 2);
    let shown = chain.text(&["game", "4"]);
    has(&shown, "the time is over (signal-inactivity)");
    let signal = "signal-inactivity 4 -w carol";
    ends(signal, [-wager, wager], "Inactivity");
    for decliner in ["bob", "carol"] {
        let offer = format!("challenge --stake 400 --token {TOKEN} --opponent carol");
        let game = chain.json(&words(&offer))["gameId"].to_string();
        let decline = format!("decline {game} -w {decliner}");
        pays(&chain, &decline, [-wager, wager]);
    }
    // 3. a3 leaves the king attacked
    join(&chain);
    chain.play("7", ["bob", "carol"], "e4 e5 d3 Bb4+ a2a3");
    assert_eq!(chain.json(&["claims", "7"])["illegalMove"], true);
    let call = "call-illegal-move 7 -w carol";
    ends(call, [-2 * wager, 2 * wager], "IllegalMove");
    let shown = chain.text(&["game", "7"]);
    begins(&shown, "game 7: An illegal move was called: Black wins");
    join(&chain);
    let knights = ["Nf3 Nf6 Ng1 Ng8"; 2].join(" ");
    chain.play("8", ["bob", "carol"], &knights);
    let threefold = "ThreefoldRepetition";
    ends("claim-draw 8", [-2 * wager, 2 * wager], threefold);
    join(&chain);
    chain.text(&["pause"]);
    chain.text(&["chain", "advance-epoch", "38"]);
    ends("reclaim-wager 9", [-2 * wager, 2 * wager], "Pause");
    // each was executed completely, and none lost unused gas
    for record in chain.chain.transactions(usize::MAX, |_| true) {
        let function = &record.function;
        assert_eq!(record.process_status(), "success", "{function}");
        assert!(record.gas_used < record.transaction.gas_limit, "{function}");
    }
}
