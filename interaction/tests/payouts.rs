//! Payouts to other shards than the contract's, in a token and to contracts in EGLD: by each command
//! that pays, without a gas limit of one's own, so that the gateway's estimate has to be right.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod command;
mod local;

use command::{begins, has, words};
use local::LocalChain;
use localnet::{Address, BigUint, Record, Transaction, address};
use serde_json::{Value, json};

const TOKEN: &str = "WAGER-123456";

/// The funds of each of the two at first.
const FUNDS: u64 = 10_000;

const WAGER: u64 = 400;

/// The contract, which is alice's, and frank in shard 1, bob in 0, carol in 2.
fn open() -> LocalChain {
    let chain = LocalChain::start();
    let names = ["alice", "frank", "bob", "carol"];
    let players = names.map(|name| chain.wallet(name).address.clone());
    let shards = players.each_ref().map(|it| chain.chain.shard_of(it));
    assert_eq!(shards, [1, 1, 0, 2]);
    for player in &players[1..] {
        let token = TOKEN.as_bytes();
        chain.chain.set_token_balance(player, token, FUNDS.into());
    }
    chain.text(&["deploy"]);
    chain.text(&["set-wager", &WAGER.to_string(), TOKEN, "--yes"]);
    chain.text(&["unpause"]);
    chain
}

/// Runs a command after which bob and carol have so much more than at first, or less; its answer.
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
        let carol = chain.erd("carol");
        let offer = format!("challenge --stake 400 --token {TOKEN} --opponent {carol}");
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
    were_carried_out(&chain, |_| true);
}

/// Each of these transactions was carried out whole, and none forfeited what it hadn't used.
fn were_carried_out(chain: &LocalChain, these: impl Fn(&Record) -> bool) {
    for record in chain.chain.transactions(usize::MAX, these) {
        let function = &record.function;
        assert_eq!(record.process_status(), "success", "{function}");
        assert!(record.gas_used < record.transaction.gas_limit, "{function}");
    }
}

/// Each two of three players, in the contract's shard and in two others.
#[test]
fn players_of_three_shards_are_paid() {
    let chain = open();
    let names = ["frank", "bob", "carol"];
    let frank = chain.wallet("frank").address.clone();
    let token = TOKEN.as_bytes();
    chain.chain.set_token_balance(&frank, token, FUNDS.into());
    let mut game = 0;
    let mut held = [FUNDS; 3];
    for (white, black) in [(0, 1), (1, 2), (2, 0)] {
        for ends in [&["resign"][..], &["draw", "draw"]] {
            game += 1;
            let players = [names[white], names[black]];
            for player in players {
                chain.text(&["join", "-w", player]);
            }
            for (command, player) in ends.iter().zip(players) {
                chain.text(&[*command, &game.to_string(), "-w", player]);
            }
            if ends.len() == 1 {
                held[white] -= WAGER;
                held[black] += WAGER;
            }
            let has = names.map(|name| chain.tokens(name, TOKEN));
            assert_eq!(has, held.map(BigUint::from), "game {game}, {ends:?}");
        }
    }
    were_carried_out(&chain, |_| true);
}

/// A contract that calls others as it is told.
const PLAYER: &str = include_str!("../../crates/localnet/tests/common/player.wat");

/// A wager in EGLD, in its smallest unit, and as the command line reads it.
const IN_EGLD: (u64, &str) = (1_000_000_000, "0.000000001");

/// A contract in bob's shard that plays against carol. `metadata`: whether it takes payments.
struct Machine {
    chain: LocalChain,
    chess: Address,
    player: Address,
}

impl Machine {
    fn new(metadata: &str) -> Self {
        let chain = LocalChain::start();
        let deployed = chain.json(&["deploy"]);
        chain.text(&["set-wager", IN_EGLD.1]);
        chain.text(&["unpause"]);
        let code = hex::encode(wat::parse_str(PLAYER).unwrap());
        let data = format!("{code}@0500@{metadata}");
        let mut machine = Machine {
            chess: address::decode(deployed["contract"].as_str().unwrap()).unwrap(),
            player: Address::zero(),
            chain,
        };
        let deploy = |tx: Transaction| tx.data(data.as_bytes(), 50_000_000);
        let record = machine.send(&Address::zero(), deploy);
        machine.player = address::decode(&record.new_contract.unwrap()).unwrap();
        let chain = &machine.chain.chain;
        let shards = [&machine.chess, &machine.player].map(|it| chain.shard_of(it));
        assert_eq!(shards, [1, 0]);
        chain.fund(&machine.player, &(10 * IN_EGLD.0).into());
        machine
    }

    /// Sends a transaction of bob's.
    fn send(&self, to: &Address, build: impl FnOnce(Transaction) -> Transaction) -> Record {
        let (chain, bob) = (&self.chain.chain, self.chain.wallet("bob"));
        let nonce = chain.account(&bob.address).nonce;
        let tx = build(Transaction::new(&bob.address, nonce, to)).sign(&bob.key);
        let hash = chain.submit(&tx).unwrap();
        let record = chain.transaction(&hash).unwrap();
        assert_eq!(record.process_status(), "success", "{:?}", record.reason());
        record
    }

    /// The contract calls the chess contract.
    fn calls(&self, function: &str, value: u64, arguments: &[Vec<u8>]) {
        let value = BigUint::from(value).to_bytes_be();
        let call = [self.chess.to_vec(), value, function.into()];
        let arguments = [&call[..], arguments].concat();
        self.send(&self.player, |tx| tx.call("call", &arguments, 20_000_000));
    }

    /// The contract, which is White, and carol.
    fn join(&self) {
        self.calls("joinGame", IN_EGLD.0, &[]);
        self.chain.text(&["join", "-w", "carol"]);
    }

    /// Runs a command that pays the contract this number of wagers.
    fn is_paid(&self, wagers: u64, arguments: &[&str]) -> String {
        let held = || self.chain.chain.account(&self.player).balance;
        let before = held();
        let told = self.chain.text(arguments);
        assert_eq!(held(), before + wagers * IN_EGLD.0, "{arguments:?}: {told}");
        told
    }
}

#[test]
fn a_contract_of_another_shard_is_paid_in_egld() {
    let machine = Machine::new("0506");
    machine.join();
    let told = machine.is_paid(2, &["resign", "1", "-w", "carol"]);
    has(&told, "paid: White 0.000000002 EGLD\n");
    machine.join();
    machine.calls("draw", 0, &[vec![2]]);
    machine.is_paid(1, &["draw", "2", "-w", "carol"]);
    // 1. e4, and carol is late
    machine.join();
    machine.calls("makeMove", 0, &[vec![3], vec![52], vec![36]]);
    machine.chain.text(&["chain", "advance-epoch", "2"]);
    machine.is_paid(2, &["signal-inactivity", "3", "-w", "frank"]);
    // a challenge for carol alone
    let carol = machine.chain.wallet("carol").address.to_vec();
    let terms = [[vec![1], carol].concat(), vec![], vec![], vec![1], vec![]];
    machine.calls("challenge", IN_EGLD.0, &terms);
    machine.is_paid(1, &["decline", "4", "-w", "carol"]);
    // the knights go out and back until the first position stands for the fifth time
    machine.join();
    for time in 1..=4 {
        for (from, to, answer) in [(62, 45, "Nf6"), (45, 62, "Ng8")] {
            machine.calls("makeMove", 0, &[vec![5], vec![from], vec![to]]);
            let ends = time == 4 && answer == "Ng8";
            machine.is_paid(ends.into(), &["move", "5", answer, "-w", "carol"]);
        }
    }
    // carol resigns by signature, and another brings it to the chain
    let key = machine.chain.wallet("frank").address.to_vec();
    machine.calls("challenge", IN_EGLD.0, &[&terms[..], &[key]].concat());
    let keys = ["-w", "carol", "--keys", &machine.chain.path("carol")];
    let file = ["--transcript", &machine.chain.path("game.json")];
    let accept = ["accept", "6", "--key"];
    machine.chain.text(&[&accept[..], &keys].concat());
    let resign = ["sign", "6", "resign"];
    machine.chain.text(&[&resign[..], &keys, &file].concat());
    let submit = ["submit", "6", "-w", "frank"];
    machine.is_paid(2, &[&submit[..], &file].concat());
    let chess = address::encode(&machine.chess);
    were_carried_out(&machine.chain, |record| {
        record.transaction.receiver == chess
    });
}

#[test]
fn what_a_contract_of_another_shard_does_not_take_is_owed_to_it() {
    let machine = Machine::new("0500");
    machine.join();
    let told = machine.is_paid(0, &["resign", "1", "-w", "carol"]);
    let player = address::encode(&machine.player);
    let owed = format!(
        "game 1: Resignation: White wins after 0 moves.\n\
         0.000000002 EGLD could not be paid out: {player} can withdraw it\n\
         a payout came back: sending value to non payable contract\n"
    );
    begins(&told, &owed);
    let credits = machine.chain.json(&["player", &player])["credits"].clone();
    let amount = (2 * IN_EGLD.0).to_string();
    assert_eq!(credits, json!([{"token": "EGLD-000000", "amount": amount}]));
}

#[test]
fn a_signed_game_is_submitted_with_enough_gas() {
    let chain = open();
    let of = |player: &str, arguments: &[&str]| {
        let keys = chain.path(player);
        let own = ["--wallet", player, "--keys", &keys];
        chain.json(&[arguments, &own].concat())
    };
    let carol = chain.erd("carol");
    let terms = format!("--stake 400 --token {TOKEN} --side white --key");
    let offer = format!("challenge --opponent {carol} {terms}");
    let game = of("bob", &words(&offer))["gameId"].to_string();
    of("carol", &["accept", &game, "--key"]);
    let file = chain.folder.path().join("game.json");
    let transcript = ["--transcript", file.to_str().unwrap()];
    let players = ["bob", "carol"].into_iter().cycle();
    for (what, player) in words("f3 e5 g4 Qh4# resign").into_iter().zip(players) {
        of(player, &[&["sign", &game, what][..], &transcript].concat());
    }
    let told = of("frank", &[&["submit", &game][..], &transcript].concat());
    assert_eq!(told["game"]["state"], "black_won");
    let paid = json!([{"player": "black", "token": TOKEN, "amount": (2 * WAGER).to_string()}]);
    assert_eq!(told["paid"], paid);
    let wanted = [FUNDS - WAGER, FUNDS + WAGER].map(Into::into);
    let held = ["bob", "carol"].map(|name| chain.tokens(name, TOKEN));
    assert_eq!(held, wanted);
}
