//! The command line against a local chain over HTTP: every command, and the balances after it.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod command;
mod gateway;
mod local;

use std::os::unix::fs::PermissionsExt;

use axum::http::StatusCode;
use command::{Said, begins, ends, has, interaction, pgn, words};
use local::{LocalChain, STAKE};
use localnet::BigUint;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

#[test]
fn a_game_from_the_deployment_to_the_payout() {
    let chain = LocalChain::start();
    let deployed = chain.json(&["deploy"]);
    let status = chain.json(&["status"]);
    assert_eq!(status["contract"], deployed["contract"]);
    assert_eq!(status["paused"], true);
    assert_eq!(status["wagerToken"], "EGLD-000000");
    assert_eq!(status["wagerAmount"], "0");
    chain.refuses(&["unpause"], "unpause failed: set the wager first");
    chain.refuses(&["join"], "the wager isn't set yet");
    let told = chain.text(&["set-wager", "0.05"]);
    begins(&told, "the wager is 0.05 EGLD\n");
    chain.text(&["unpause"]);

    let before = ["bob", "carol"].map(|name| chain.egld(name));
    let told = chain.text(&["join"]);
    begins(&told, "you wait for an opponent");
    assert_eq!(chain.json(&["status"])["waiting"], chain.erd("bob"));
    let joined = chain.json(&["join", "--wallet", "carol"]);
    assert_eq!(joined["gameId"], 1);

    // squares and algebraic notation
    chain.text(&["move", "1", "f2f3"]);
    let refused = chain.refusal(&["move", "1", "a2a3"]);
    assert_eq!(refused, "error: makeMove failed: not your turn\n");
    let refused = chain.run(&["move", "1", "a2a3", "--json"]);
    let error: Value = serde_json::from_str(&refused.err).unwrap();
    assert_eq!(error, json!({"error": "makeMove failed: not your turn"}));
    chain.text(&["move", "1", "e5", "--wallet", "carol"]);
    chain.refuses(&["move", "1", "Nd5"], "Nd5: not a legal move in rnbqkbnr/");

    let shown = chain.text(&["game", "1"]);
    begins(&shown, "game 1: move 2, White to move\n");
    has(&shown, "  5  · · · · ♟ · · ·\n");
    has(&shown, "\n1. f3 e5\n");

    // a watched game is shown move by move until its end
    let mut watch = chain
        .command(&["watch", "1", "--every", "0.02", "--json"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    chain.text(&["move", "1", "g4"]);
    let mated = chain.json(&["move", "1", "Qh4#", "--wallet", "carol"]);
    assert_eq!(mated["game"]["state"], "black_won");
    assert_eq!(mated["game"]["endReason"], "Checkmate");
    let paid = json!([{
        "player": "black", "token": "EGLD-000000", "amount": (2 * STAKE).to_string(),
    }]);
    assert_eq!((&mated["paid"], &mated["owed"]), (&paid, &json!([])));
    // what is no move at all isn't read any more
    let over = "error: game 1 is over. Checkmate: Black wins after 2 moves.\n";
    assert_eq!(chain.refusal(&["move", "1", "Zz9"]), over);
    let watched = std::io::read_to_string(watch.stdout.take().unwrap()).unwrap();
    assert!(watch.wait().unwrap().success());
    let last: Value = serde_json::from_str(watched.lines().last().unwrap()).unwrap();
    assert_eq!(last["moves"], json!(["f3", "e5", "g4", "Qh4#"]));
    let watched = chain.text(&["watch", "1"]);
    begins(&watched, "2... Qh4#\n");
    ends(&watched, "Checkmate: Black wins after 2 moves.\n");

    assert_eq!(chain.funds("bob") + STAKE, before[0]);
    assert_eq!(chain.funds("carol"), &before[1] + STAKE);
    let score = chain.json(&["player", &chain.erd("carol")]);
    assert_eq!(score["score"], 2);
    assert_eq!(score["credits"], json!([]));
}

#[test]
fn every_view_is_shown() {
    let chain = LocalChain::start();
    chain.text(&["deploy", "--rule", "reject", "--upgradeable"]);
    chain.text(&["set-wager", "0.05"]);
    chain.text(&["unpause"]);
    chain.text(&["join"]);
    chain.text(&["join", "--wallet", "carol"]);
    chain.text(&["move", "1", "e4"]);
    chain.text(&["draw", "1"]);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(chain.text(&["fen", "1"]), format!("{fen}\n"));
    assert_eq!(chain.json(&["fen", "1"]), fen);
    let hash = chain.text(&["state-hash", "1"]);
    assert_eq!(chain.json(&["state-hash", "1"]), hash.trim_end());
    let mut state = vec![];
    let position: chess_rules::Position = fen.parse().unwrap();
    game_moves::chess::write_json(&position, &mut |piece| state.extend_from_slice(piece));
    assert_eq!(hash.trim_end(), hex::encode(Sha256::digest(&state)));
    has(&chain.text(&["board", "1"]), "  4  · · · · ♙ · · ·\n");
    assert_eq!(chain.json(&["board", "1"])[36], 5);
    assert_eq!(chain.text(&["moves", "1"]), "1. e4\n");
    let moves = json!([{"from": "e2", "to": "e4", "promotion": null, "san": "e4"}]);
    assert_eq!(chain.json(&["moves", "1"]), moves);
    let legal = chain.text(&["legal-moves", "1"]);
    assert_eq!(legal.split_whitespace().count(), 20);
    let bob = chain.erd("bob");
    let offered = chain.text(&["draw-offer", "1"]);
    assert_eq!(offered, format!("{bob} offers a draw\n"));
    assert_eq!(chain.json(&["draw-offer", "1"]), bob);
    assert_eq!(chain.text(&["claims", "1"]), "nothing can be claimed\n");
    let none = json!({"draw": false, "illegalMove": false, "inactivity": false});
    assert_eq!(chain.json(&["claims", "1"]), none);
    let told = chain.text(&["status"]);
    has(&told, "rule      reject: ");
    has(&told, "wager     0.05 EGLD\n");
    has(&told, "games     1\n");
    has(&chain.text(&["games"]), "    1  erd1spya…zu66jx – ");
    let games = chain.json(&["games", "--first", "1", "--count", "5"]);
    assert_eq!(games, chain.json(&["games"]));
    assert_eq!(games[0]["white"], bob);
    assert_eq!(games[0]["turn"], "black");
    assert_eq!(chain.json(&["games", "--first", "2"]), json!([]));
    for arguments in [&["player-games"][..], &["player-games", "--ongoing"]] {
        let page = chain.json(arguments);
        assert_eq!(page["games"], games);
        assert_eq!(page["nextBefore"], 0);
    }
    let page = chain.json(&["player-games", &chain.erd("frank")]);
    assert_eq!(page["games"], json!([]));
    let game = chain.json(&["game", "1"]);
    assert_eq!(game["fen"], fen);
    assert_eq!(game["drawOffer"], bob);
    let said = chain.refusal(&["game", "9"]);
    assert_eq!(said, "error: there is no game 9\n");

    // the configuration's wallet is named if the user named none
    chain.text(&["join", "-w", "carol"]);
    chain.text(&["join", "-w", "frank"]);
    for arguments in [&["move", "2", "e4"][..], &["resign", "2"]] {
        let said = chain.refusal(arguments);
        assert_eq!(said, "error: bob (no --wallet given) doesn't play game 2\n");
    }
    let said = chain.refusal(&["resign", "2", "-w", "bob"]);
    assert_eq!(said, "error: resign failed: you don't play this game\n");

    // the rest of the endpoints
    chain.refuses(&["claim-draw", "1"], "not your turn");
    let call = words("call-illegal-move 1 -w carol");
    chain.refuses(&call, "king is not attacked");
    chain.refuses(&["signal-inactivity", "1"], "the time isn't over");
    chain.refuses(&["reclaim-wager", "1"], "30 epochs");
    chain.refuses(&["withdraw"], "nothing is owed to you");
    chain.text(&["join", "-w", "frank"]);
    let before = chain.funds("frank");
    begins(&chain.text(&["leave", "-w", "frank"]), "you no longer wait");
    assert_eq!(chain.funds("frank"), before + STAKE);
    let agreed = chain.json(&["draw", "1", "-w", "carol"]);
    assert_eq!(agreed["game"]["endReason"], "Agreement");
    chain.text(&["pause"]);
    let refused = chain.refusal(&["join"]);
    assert_eq!(refused, "error: joinGame failed: the contract is paused\n");
    let upgraded = chain.json(&["upgrade", "--yes"]);
    let status = chain.json(&["status"]);
    assert_eq!(status["views"], upgraded["views"]);
    assert_eq!(status["games"], 2);
}

#[test]
fn a_whole_game_of_a_file_is_played_by_two_wallets() {
    let chain = LocalChain::open();
    let names = ["bob", "carol"];
    let before = names.map(|name| chain.egld(name));
    let said = chain.text(&["play", "stalemate"]);
    let start = "White and Black paid 0.05 EGLD each: game 1 of the contract.";
    has(&said, start);
    let end = "Stalemate: a draw after 10 moves.\n\
               The contract paid White 0.05 EGLD and Black 0.05 EGLD.\n";
    has(&said, end);
    for (name, before) in names.iter().zip(&before) {
        assert_eq!(&chain.funds(name), before, "{name}");
    }
    // a resignation, reported for scripts; other wallets
    let file = pgn("resigned", "1. e4 e5 2. Nf3 0-1\n");
    let said = chain.run(&[
        "play", &file, "--white", "grace", "--black", "heidi", "--json",
    ]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let lines = said.out.lines().map(serde_json::from_str);
    let lines: Vec<Value> = lines.collect::<Result<_, _>>().unwrap();
    assert_eq!(lines.len(), 4);
    let played = json!({"game": 2, "ply": 3, "san": "Nf3", "move": "g1f3"});
    assert_eq!(lines[2], played);
    assert_eq!(lines[3]["reason"], "Resignation");
    let paid = json!({"white": "0", "black": (2 * STAKE).to_string()});
    assert_eq!(lines[3]["paid"], paid);
    // no other player may join in between
    chain.text(&["join", "-w", "frank"]);
    let refused = chain.run(&["play", "stalemate"]).err;
    has(&refused, "waits for an opponent and would be White");
}

#[test]
fn an_esdt_is_played_for() {
    let chain = LocalChain::start();
    let token = "WAGER-123456";
    for name in ["bob", "carol"] {
        chain.give(name, token, 1_000);
    }
    chain.text(&["deploy"]);
    let refused = chain.refusal(&["set-wager", "0.5", token]);
    has(&refused, "0.5 isn't an amount: give a whole number");
    // a token that was never issued is a typo, unless the owner insists
    let refused = chain.refusal(&["set-wager", "400", token]);
    has(&refused, "no fungible token WAGER-123456");
    let told = chain.text(&["set-wager", "400", token, "--yes"]);
    begins(&told, "the wager is 400 WAGER-123456\n");
    chain.text(&["unpause"]);
    let told = chain.text(&["play", "en-passant-mate"]);
    let paid = "The contract paid White 800 WAGER-123456 and Black nothing.\n";
    has(&told, paid);
    let held = ["bob", "carol"].map(|name| chain.tokens(name, token));
    assert_eq!(held, [BigUint::from(1_400u64), BigUint::from(600u64)]);
    chain.text(&["join"]);
    assert_eq!(chain.tokens("bob", token), BigUint::from(1_000u64));
    chain.text(&["leave"]);
    assert_eq!(chain.tokens("bob", token), BigUint::from(1_400u64));
    // the network's words tell a player that they lack the wager
    let refused = chain.refusal(&["join", "-w", "frank"]);
    let words = "joinGame failed: the wallet has 0 WAGER-123456, and it takes 400 WAGER-123456";
    assert_eq!(refused, format!("error: {words}\n"));
}

#[test]
fn wallets_come_from_files() {
    let chain = LocalChain::open();
    let folder = chain.folder.path();
    let pem = folder.join("dave.pem");
    std::fs::write(&pem, chain.wallet("frank").pem()).unwrap();
    chain.text(&["join", "--wallet", pem.to_str().unwrap()]);
    assert_eq!(chain.json(&["status"])["waiting"], chain.erd("frank"));

    let password = folder.join("password");
    std::fs::write(&password, "password\n").unwrap();
    let password = password.to_str().unwrap();
    for keystore in ["secret-key", "mnemonic"] {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/wallets");
        let file = format!("{file}/{keystore}.json");
        let player = chain.json(&["player", "--wallet", &file, "--password-file", password]);
        assert_eq!(player["player"], chain.erd("alice"), "{keystore}");
        let refused = chain.refusal(&["player", "--wallet", &file]);
        has(&refused, "there is no terminal to ask");
        let wrong = pem.to_str().unwrap();
        let refused = chain.refusal(&["player", "--wallet", &file, "--password-file", wrong]);
        has(&refused, "the password is wrong");
    }

    // a folder with a test wallet's name isn't a wallet
    std::fs::create_dir(folder.join("alice")).unwrap();
    let mut command = chain.command(&["player", "--json", "--wallet", "alice"]);
    command.args(["--artefacts", "output"]).current_dir(folder);
    let player: Value = serde_json::from_str(&Said::by(&mut command).out).unwrap();
    assert_eq!(player["player"], chain.erd("alice"));

    // and by the configuration in the same folder
    let config = folder.join("config.toml");
    let text = "gateway = \"http://127.0.0.1:1\"\n[wallets]\nowner = \"alice\"\nwhite = \"dave.pem\"\nblack = \"carol\"\n";
    std::fs::write(&config, text).unwrap();
    let player = chain.json(&["player", "--config", config.to_str().unwrap()]);
    assert_eq!(player["player"], chain.erd("frank"));
}

/// A deployment's code is fixed, unless it was requested to be upgradeable.
#[test]
fn only_an_upgradeable_contract_is_upgraded() {
    let chain = LocalChain::start();
    let told = chain.text(&["deploy"]);
    has(&told, "Its code can never be replaced.\n");
    let refused = chain.refusal(&["upgrade"]);
    let fixed = "error: the contract was deployed with a fixed code, which nobody can replace\n";
    ends(&refused, fixed);
    let refused = chain.refusal(&["deploy", "--upgradeable"]);
    has(&refused, "was deployed here before");
    ends(&refused, "no terminal to ask on; give --yes\n");
    let kept = || std::fs::read_to_string(chain.folder.path().join("state.toml")).unwrap();
    assert!(!kept().contains("earlier"), "{}", kept());
    let told = chain.text(&["deploy", "--upgradeable", "--yes"]);
    assert!(kept().contains("earlier"), "{}", kept());
    has(&told, "can replace its code");
    let upgraded = chain.json(&["upgrade", "--upgradeable"]);
    assert_eq!(upgraded["upgradeable"], true);
    chain.refuses(&["upgrade"], "this is the last upgrade");
    assert_eq!(chain.json(&["upgrade", "--yes"])["upgradeable"], false);
    chain.refusal(&["upgrade"]);
}

/// The manifest's hashes are those of the deployed code, by the gateway; a changed one is found.
#[test]
fn a_manifest_is_verified() {
    let chain = LocalChain::start();
    chain.text(&["deploy"]);
    let manifest = chain.text(&["manifest"]);
    let file = chain.folder.path().join("contracts.json");
    std::fs::write(&file, &manifest).unwrap();
    let told = chain.text(&["verify", file.to_str().unwrap()]);
    assert_eq!(told.lines().count(), 2, "{told}");
    let entries: Value = serde_json::from_str(&manifest).unwrap();
    let hash = entries[0]["codeHash"].as_str().unwrap();
    let other = hash.replace(&hash[..4], "0000");
    std::fs::write(&file, manifest.replace(hash, &other)).unwrap();
    let refused = chain.refusal(&["verify", file.to_str().unwrap()]);
    has(&refused, "the code is ");
}

/// A call that the contract would refuse isn't sent, and no call has more than twice the gas that it
/// uses: the network would keep the rest.
#[test]
fn gas_is_estimated() {
    let chain = LocalChain::open();
    let commands = "join, join -w carol, move 1 e4, draw 1, draw 1 -w carol";
    for command in commands.split(", ") {
        chain.text(&words(command));
    }
    let sent = chain.chain.transactions(usize::MAX, |_| true);
    assert_eq!(sent.len(), 9);
    for record in &sent {
        let limit = record.transaction.gas_limit;
        let used = record.gas_used;
        // the same gas is used with a higher limit, so nothing was lost
        assert!(used < limit && limit < 2 * used, "{limit} for {used}");
    }
    let fees = chain.fees("carol");
    let refused = chain.refusal(&["resign", "1", "-w", "carol"]);
    assert_eq!(refused, "error: resign failed: the game is over\n");
    assert_eq!(chain.fees("carol"), fees);
    // the user's own limit is used, and a refused call then costs its fee
    let refused = chain.refusal(&["resign", "1", "-w", "carol", "--gas-limit", "8000000"]);
    assert_eq!(refused, "error: resign failed: the game is over\n");
    assert!(chain.fees("carol") > fees);
}

#[test]
fn an_account_is_funded_until_the_chain_goes_back_to_a_snapshot() {
    let chain = LocalChain::start();
    let before = chain.egld("bob");
    assert_eq!(chain.text(&["chain", "snapshot"]), "snapshot 1\n");
    let told = chain.text(&["chain", "fund", &chain.erd("bob"), "2.5"]);
    ends(&told, " has 2.5 EGLD more\n");
    assert_eq!(chain.egld("bob"), &before + 50 * STAKE);
    chain.text(&["chain", "generate-blocks", "3"]);
    chain.refuses(&["chain", "fund", "bob"], "bob isn't an address");
    assert_eq!(chain.json(&["chain", "revert", "1"])["reverted"], 1);
    assert_eq!(chain.egld("bob"), before);
    let refused = chain.refusal(&["chain", "revert", "1"]);
    ends(&refused, "there is no such snapshot\n");
}

/// If a gateway reports another network, test wallets are refused there, and on mainnet the program
/// asks before it sends.
#[test]
fn other_networks_are_careful() {
    let chain = LocalChain::open();
    let pem = chain.folder.path().join("own.pem");
    let key = "4e1c8a2b".repeat(8);
    let own = multiversx_sc_snippets::sdk::wallet::Wallet::from_private_key(&key).unwrap();
    let text = pem::encode(&pem::Pem::new(
        "PRIVATE KEY for own",
        format!("{key}{}", hex::encode(own.to_address().as_bytes())),
    ));
    std::fs::write(&pem, text).unwrap();
    let readable = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(&pem, readable).unwrap();
    let address = own.to_address().to_bech32("erd").bech32;
    chain.text(&["chain", "fund", &address, "1"]);
    let status = chain.json(&["status"]);
    let contracts = ["contract", "views"].map(|name| status[name].as_str().unwrap().to_owned());
    let on = |id: &str, arguments: &[&str]| {
        let renamed = format!("\"erd_chain_id\":\"{id}\"");
        let gateway = gateway::altered(&chain.server.url(), move |_, body| {
            body.replace("\"erd_chain_id\":\"chain\"", &renamed)
        });
        let [contract, views] = &contracts;
        let rest = format!("--gateway {gateway} --contract {contract} --views {views}");
        interaction(&[arguments, &words(&rest)].concat())
    };
    for id in ["D", "T"] {
        let said = on(id, &["join"]);
        has(&said.err, "bob is a test wallet");
        has(&said.err, "--allow-test-wallets");
        // after this the chain itself refuses, since it has another id
        let said = on(id, &["join", "--allow-test-wallets"]);
        has(&said.err, "the gateway refuses");
    }
    let said = on("1", &["join", "--allow-test-wallets"]);
    has(&said.err, "not for mainnet");
    let own = pem.to_str().unwrap();
    let said = on("1", &["join", "--wallet", own]);
    assert_eq!(said.code, 1);
    let warning =
        format!("warning: other users of this machine can read {own} (mode 644): chmod 600\n");
    begins(&said.err, &format!("{warning}mainnet: joinGame to erd1qqq"));
    has(&said.err, ", pays 0.05 EGLD, fee at most 0.000");
    ends(&said.err, "there is no terminal to ask on; give --yes\n");
    let relay = "ws://127.0.0.1:1/play";
    let said = on("1", &["bot", "--relay", relay, "--wallet", own]);
    ends(&said.err, "give --yes\n");
    let only_mine = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(&pem, only_mine).unwrap();
    let said = on("1", &["join", "--wallet", own, "--yes"]);
    begins(&said.err, "error: the gateway refuses");
}

#[test]
fn shells_complete_and_colours_are_chosen() {
    let said = interaction(&["completions", "bash"]);
    has(&said.out, "signal-inactivity");
    let chain = LocalChain::open();
    chain.text(&["join"]);
    chain.text(&["join", "-w", "carol"]);
    for (when, coloured) in [("auto", false), ("always", true), ("never", false)] {
        let board = chain.text(&["board", "1", "--color", when]);
        assert_eq!(board.contains("\x1b["), coloured, "{when}");
    }
}

/// Each error is in the user's words, names the fault, and ends with exit code 1.
#[test]
fn faults_are_named() {
    let chain = LocalChain::open();
    let folder = chain.folder.path();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let gateway = chain.server.url();
    let bob = chain.erd("bob");
    let key = "-----BEGIN KEY-----\nAAAA\n-----END KEY-----\n";
    let garbage = file("garbage.pem", key);
    let text = file("text.pem", "no wallet");
    let json = file("json.json", "{}");
    let config = file("bad.toml", "gateway = 3\n");
    let wallets = "[wallets]\nowner = \"a\"\nwhite = \"b\"\nblack = \"c\"\n";
    let unknown = format!("gateway = \"http://127.0.0.1:1\"\ncolour = 1\n{wallets}");
    let unknown = file("unknown.toml", &unknown);
    let empty = file("empty.json", "[]");
    let status = chain.json(&["status"]);
    let chess = status["contract"].as_str().unwrap();
    let views = status["views"].as_str().unwrap().to_string();
    for wallet in ["grace", "heidi"] {
        chain.text(&["join", "--wallet", wallet]);
    }
    let nothing = "";
    let faults = format!(
        r#"
join --wallet no/such.pem => there is no wallet file no/such.pem: name a PEM file
join --wallet {garbage} => not 64 or 128 hex digits
join --wallet {text} => not a PEM file
join --wallet {json} => not a keystore
challenge --stake 1 --token {nothing} => the token is empty
play-engine --board 6x6 --level 2 => leave out --board 6x6
player-games heidi --before 9 => getPlayerGames failed: no such game
join --config no/such.toml => no/such.toml: No such file or directory
join --config {config} => bad.toml, line 1: invalid type: integer `3`, expected a string
join --config {unknown} => unknown.toml, line 2: unknown field `colour`
move 1 {nothing} => error: "": not a move
game 1 --views erd1x => erd1x isn't an address
game 1 --views {bob} => a wallet's address, not a contract's
game 1 --views {chess} => no views of the chess contract at erd1
verify {json} => json.json: neither what `manifest` prints nor settings
verify {empty} => empty.json: it names no contract
game 4294967296 => there is no game 4294967296
game 9 => error: there is no game 9
move 9 e4 => error: there is no game 9
fen 300 => error: there is no game 300
resign 7 => resign failed: no such game
pause --wallet bob => pause failed: Endpoint can only be called by owner
set-wager 1.5.2 => 1.5.2 isn't an amount
set-wager 1 => setWager failed: the wager is already set
player me => me isn't an address
deploy --yes --artefacts no/such => no/such/onchain-chess.mxsc.json
deploy --yes --wallet dan => deploy isn't sent: the network would fail it: insufficient funds
join --contract {views} => joinGame isn't sent: the network would fail it: invalid function (not found)
"#
    );
    for fault in faults.trim().lines() {
        let (command, wanted) = fault.split_once(" => ").unwrap();
        let said = chain.refusal(&words(command));
        assert!(said.contains("error: "), "{command}: {said}");
        assert!(said.contains(wanted), "{command}: {said}");
        // steps of a deployment may come before it
        let (_, error) = said.rsplit_once("error: ").unwrap();
        assert_eq!(error.lines().count(), 1, "{command}: {said}");
    }

    // without a gateway, or with another kind of server
    let state = folder.join("state.toml");
    let with = |gateway: &str, arguments: &[&str]| {
        let rest = ["--gateway", gateway, "--state", state.to_str().unwrap()];
        interaction(&[arguments, &rest].concat())
    };
    let addresses = ["status", "--contract", &views, "--views", &views];
    let said = with("http://127.0.0.1:1", &addresses);
    assert_eq!(said.code, 1);
    has(&said.err, "cannot reach the gateway http://127.0.0.1:1: ");
    // with and without a known contract
    for arguments in [&addresses[..], &["status"]] {
        let said = with("127.0.0.1:8085", arguments);
        let error =
            "error: 127.0.0.1:8085 isn't a gateway address: it begins with http:// or https://\n";
        assert_eq!(said.err, error);
    }
    let empty = r#"{"data":null,"error":"","code":"successful"}"#;
    let riddle = gateway::altered(&gateway, move |_, _| empty.to_owned());
    let said = with(&riddle, &addresses);
    let error = format!("error: {riddle} does not answer as a MultiversX gateway does");
    begins(&said.err, &error);
    let target = "https://gateway.example";
    let moved = gateway::answering(move |path, _| {
        let elsewhere = [("location", format!("{target}{path}"))];
        (StatusCode::MOVED_PERMANENTLY, elsewhere)
    });
    let said = with(&moved, &addresses);
    let error = format!("error: {moved} redirects to {target}: give that address\n");
    assert_eq!(said.err, error);
    let said = with(&format!("{gateway}/nowhere"), &addresses);
    has(&said.err, "does not answer as a MultiversX gateway does");
    let said = with("http://127.0.0.1:1", &["status"]);
    has(&said.err, "no contract is known at http://127.0.0.1:1");

    // wrong use is exit code 2
    for wrong in "move 1, no-such-command, game one, deploy --rule none".split(", ") {
        assert_eq!(interaction(&words(wrong)).code, 2, "{wrong}");
    }
    assert_eq!(Said::by(&mut chain.command(&["--help"])).code, 0);
}
