//! Challenges from the command line: offered, shown, accepted, declined; payouts that can't be made.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod command;
mod gateway;
mod local;

use chess_interaction::amount::Amount;
use chess_interaction::network::Network;
use command::{begins, ends, has, interaction, words};
use local::{LocalChain, STAKE};
use multiversx_sc_scenario::imports::*;
use serde_json::json;

#[test]
fn the_launch_limit_applies_until_its_date() {
    let chain = LocalChain::start();
    let deployed = chain.json(&["deploy"]);
    chain.text(&["set-wager", "0.5"]);
    chain.text(&["unpause"]);
    let config = |until: &str| {
        let file = chain.folder.path().join("config.toml");
        let wallets = "[wallets]\nowner = \"alice\"\nwhite = \"bob\"\nblack = \"carol\"\n";
        let limit = format!("[launch_limit]\nstake = \"0.1\"\nuntil = \"{until}\"\n");
        std::fs::write(&file, format!("gateway = \"\"\n{wallets}{limit}")).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let limited = config("2999-01-01T00:00:00Z");
    let run = |command: &str| chain.run(&words(&format!("{command} --config {limited}")));
    // by another program
    chain.text(&["challenge", "--stake", "0.2"]);
    let bot = "bot --engines --stake 0.05 --rounds 3 --relay ws://127.0.0.1:1";
    let enters = "bot --tournaments --entry-fee 0.3 --relay ws://127.0.0.1:1";
    let contract = deployed["contract"].as_str().expect("an address");
    let open = format!("tournament --at {contract} open --start 1d --sponsor 0.4");
    for (command, payment) in [
        ("challenge --stake 0.2", "0.2 EGLD"),
        ("challenge --stake 0.05 --rounds 3 --key", "0.15 EGLD"),
        ("challenge --stake 1 --token CHESS-123456", "1 CHESS-123456"),
        ("accept 1 --wallet carol", "0.2 EGLD"),
        (bot, "0.15 EGLD"),
        (enters, "0.3 EGLD"),
        (&open, "0.4 EGLD"),
        ("join", "0.5 EGLD"),
    ] {
        let refused = run(command);
        let words = format!(
            "error: {payment} is above the launch limit: until 2999-01-01T00:00:00Z a player pays \
             at most 0.1 EGLD at once, and no tokens\n"
        );
        assert_eq!((refused.code, refused.err), (1, words), "{command}");
    }
    for command in ["challenge --stake 0.05 --rounds 2 --key", "challenge"] {
        assert_eq!(run(command).code, 0, "{command}");
    }
    config("2026-01-01T00:00:00Z");
    assert_eq!(run("challenge --stake 0.2").code, 0);
    config("soon");
    let refused = run("challenge");
    let words = "line 6: soon isn't a date: give one as 2027-03-01T00:00:00Z\n";
    assert_eq!(refused.code, 1);
    ends(&refused.err, words);
}

#[test]
fn a_challenge_is_shown_and_accepted() {
    let chain = LocalChain::open();
    let offer = "challenge --stake 0.05 --clock 3d+12h --side black";
    let told = chain.text(&words(offer));
    begins(&told, "game 1 waits for its second player\n");
    let shown = chain.text(&["game", "1"]);
    let bob = chain.erd("bob");
    let expected = format!(
        "game 1: a challenge that waits for its second player\nby     {bob}\nfor    anyone\n\
         side   the challenger plays Black\nstake  0.05 EGLD each\nclock  3 days + 12 h a move\n"
    );
    assert_eq!(shown, expected);
    let game = chain.json(&["game", "1"]);
    assert_eq!(game["state"], "open");
    assert_eq!(game["white"], json!(null));
    let page = chain.json(&["challenges"]);
    assert_eq!(page["nextBefore"], 0);
    assert_eq!(
        page["challenges"],
        json!([{
            "id": 1, "challenger": bob, "opponent": null, "side": "black",
            "stake": {"token": "EGLD-000000", "amount": STAKE.to_string()},
            "clock": {"base": 259_200, "increment": 43_200}, "rounds": 1, "engines": false,
            "key": null,
        }])
    );
    begins(&chain.text(&["challenges"]), "game 1\n  by     erd1");
    has(&chain.text(&["games"]), "nobody yet – erd1");
    for stake in ["999999999", "99999999999999999999"] {
        let refused = chain.refusal(&["challenge", "--stake", stake]);
        let had = refused.starts_with("error: challenge failed: the wallet has ");
        let takes = format!(" EGLD, and it takes {stake} EGLD\n");
        assert!(had && refused.ends_with(&takes), "{refused}");
    }
    let refused = chain.refusal(&["accept", "1"]);
    assert_eq!(refused, "error: accept failed: you can't play yourself\n");

    let before = chain.egld("carol");
    let told = chain.text(&["accept", "1", "-w", "carol"]);
    begins(&told, "game 1 has begun; you are White\n");
    assert_eq!(chain.funds("carol") + STAKE, before);
    assert_eq!(chain.text(&["challenges"]), "no challenges\n");
    let shown = chain.text(&["game", "1"]);
    // White's clock runs
    has(&shown, "clock  3 days + 12 h a move: White 7");
    has(&shown, ", Black 72:00:00\n");
    let clock = &chain.json(&["game", "1"])["clock"];
    assert_eq!(clock["whiteMillis"], 259_200_000);
    has(&shown, "White is late after 2");
    assert!(!shown.contains("by signature"), "{shown}");
    let refused = chain.refusal(&["accept", "1", "-w", "frank"]);
    assert_eq!(refused, "error: game 1 isn't an open challenge\n");
    // nobody has moved when the time expires: no result
    chain.text(&["chain", "advance-epoch", "5"]);
    let told = chain.text(&["signal-inactivity", "1"]);
    let aborted = "game 1: Aborted before both had moved: no result after 0 moves.\n\
                   paid: White 0.05 EGLD, Black 0.05 EGLD\n";
    begins(&told, aborted);
    assert_eq!(chain.funds("carol"), before);
}

#[test]
fn a_challenge_is_declined_or_taken_back() {
    let chain = LocalChain::open();
    let carol = chain.erd("carol");
    let before = chain.egld("bob");
    // a test wallet's name means its address
    chain.text(&["challenge", "--opponent", "carol", "--stake", "0.05"]);
    let page = chain.json(&["challenges"]);
    assert_eq!(page["challenges"][0]["opponent"], carol);
    chain.text(&["challenge"]);
    assert_eq!(chain.funds("bob") + STAKE, before);
    let told = chain.text(&["surplus"]);
    let of_players = "all that the contract has of EGLD-000000 belongs to players\n";
    assert_eq!(told, of_players);
    chain.refuses(&["accept", "1", "-w", "frank"], "the challenge isn't yours");
    let told = chain.text(&["decline", "1", "-w", "carol"]);
    begins(&told, "the challenge is cancelled");
    assert_eq!(chain.funds("bob"), before);
    let shown = chain.text(&["game", "1"]);
    begins(&shown, "game 1: The challenge was declined.\n");
    let watched = chain.text(&["watch", "1"]);
    ends(&watched, "The challenge was declined.\n");
    let page = chain.json(&["challenges", "--count", "1"]);
    assert_eq!(page["challenges"][0]["id"], 2);
    assert_eq!(page["nextBefore"], 2);
    chain.text(&["decline", "2"]);
    chain.refuses(&["decline", "2"], "not an open challenge");

    let said = chain.run(&["challenge", "--clock", "soon"]);
    assert_eq!(said.code, 2);
    has(&said.err, "soon isn't a clock: give minutes and seconds");
    chain.refuses(&["challenge", "--clock", "10s"], "30 s to 30 days");
}

/// Calls the protocol's contract for tokens from a wallet of the chain.
fn manage_token(chain: &LocalChain, name: &str, call: FunctionCall<StaticApi>, cost: u64) {
    let contract = "erd1qqqqqqqqqqqqqqqpqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzllls8a5w6u";
    let contract = Bech32Address::try_from_bech32_string(contract.into()).unwrap();
    let wallet = chain.signer(name);
    let mut network = Network::connect(&chain.server.url(), false).unwrap();
    let cost = (cost > 0).then(|| Amount::egld(cost));
    let to = contract.to_address();
    let prepared = network.call(&wallet, &to, call, cost.as_ref(), 60_000_000);
    network.send_at_limit(&wallet, prepared).unwrap();
}

/// Players stake tokens of their own; amounts that can't be paid out are owed, and reported as owed.
/// Frank is in the contract's shard, which knows immediately; Heidi's shard sends the payout back.
#[test]
fn a_game_ends_though_its_payout_cannot_be_made() {
    for winner in ["frank", "heidi"] {
        is_owed(winner);
    }
}

fn is_owed(winner: &str) {
    let chain = LocalChain::open();
    let issue = FunctionCall::new("issue")
        .argument(&"Other")
        .argument(&"OTHER")
        .argument(&1_000u32)
        .argument(&0u32)
        .argument(&"canFreeze")
        .argument(&"true");
    manage_token(&chain, winner, issue, STAKE);
    let held = chain.chain.account(&chain.wallet(winner).address).tokens;
    let token = &held[0].0;
    chain.give("carol", token, 1_000);
    let offer = format!("challenge --stake 400 --token {token} --side white --wallet {winner}");
    chain.text(&words(&offer));
    chain.text(&["accept", "1", "-w", "carol"]);
    let player = chain.wallet(winner).address.clone();
    let freeze = FunctionCall::new("freeze")
        .argument(token)
        .argument(&player);
    manage_token(&chain, winner, freeze, 0);
    let told = chain.text(&["resign", "1", "-w", "carol"]);
    let player = chain.erd(winner);
    let expected = format!(
        "game 1: Resignation: White wins after 0 moves.\n\
         800 {token} could not be paid out: {player} can withdraw it\n"
    );
    begins(&told, &expected);
    let credits = json!([{"token": token, "amount": "800"}]);
    assert_eq!(chain.json(&["player", &player])["credits"], credits);
    let shown = chain.text(&["player", &player]);
    let owed = format!("owed    800 {token}, available with withdraw\n");
    has(&shown, &owed);
    assert_eq!(chain.json(&["surplus", token])["surplus"], "0");
    // still frozen
    let said = chain.run(&["withdraw", "-w", winner]);
    assert_eq!(said.code, 1, "{}", said.out);
    let words = match winner {
        "frank" => "withdraw failed: it could not be delivered".to_owned(),
        _ => {
            let reason = "account is frozen for this esdt token";
            format!(
                "withdraw came back from your shard ({reason}): 800 {token} is still owed to you; transaction "
            )
        }
    };
    begins(&said.err, &format!("error: {words}"));
    assert_eq!(chain.json(&["player", &player])["credits"], credits);
    // and no longer after that
    let thaw = FunctionCall::new("unFreeze")
        .argument(token)
        .argument(&chain.wallet(winner).address.clone());
    manage_token(&chain, winner, thaw, 0);
    let told = chain.text(&["withdraw", "-w", winner]);
    begins(&told, "what was owed to you is paid\n");
    assert_eq!(chain.tokens(winner, token), 1_400u64.into());
}

/// If a payout to another shard comes back, the network calls the whole transaction failed.
#[test]
fn an_executed_call_is_no_failure() {
    let chain = LocalChain::open();
    chain.text(&["challenge", "--stake", "0.05", "--side", "white"]);
    chain.text(&["accept", "1", "-w", "carol"]);
    let gateway = gateway::altered(&chain.server.url(), |path, body| {
        if path.ends_with("/process-status") {
            let failed = "\"status\":\"fail\"";
            let body = body.replace("\"status\":\"success\"", failed);
            has(&body, failed);
            let reason = "\"reason\":\"sending value to non payable contract\"";
            body.replace("\"reason\":\"\"", reason)
        } else {
            body
        }
    });
    let status = chain.json(&["status"]);
    let [contract, views] = ["contract", "views"].map(|name| status[name].as_str().unwrap());
    let at = format!("--gateway {gateway} --contract {contract} --views {views}");
    let said = interaction(&words(&format!("resign 1 -w carol {at}"))).good();
    let expected = "game 1: Resignation: White wins after 0 moves.\na payout came back: ";
    begins(&said.out, expected);
}
