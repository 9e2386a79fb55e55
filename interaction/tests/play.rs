//! `local` and `pgn-games`: games on the terminal, on a chain that the command starts.

mod command;
mod local;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chess_interaction::board::BoardStyle;
use chess_interaction::pgn::games::BUNDLED;
use chess_interaction::play::in_process::Chain;
use chess_interaction::play::{DisplayOptions, play};
use command::{Said, begins, ends, has, interaction, pgn, program};
use local::until;
use serde_json::Value;

/// `local` on any free port, with separate files.
fn local(name: &str, arguments: &[&str]) -> Command {
    let folder = format!("{}/local-{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let mut command = program();
    command
        .arg("local")
        .args(arguments)
        .args(["--port", "0", "--page-port", "0", "--relay-port", "0"])
        .args(["--state", &format!("{folder}/state.toml")])
        .args(["--wallets", &format!("{folder}/wallets")]);
    command
}

/// Output that isn't a terminal gets every board, and neither colours nor cursor movements.
#[test]
fn a_game_is_shown_board_by_board() {
    let said = Said::by(&mut local("boards", &["en-passant-mate", "--exit"])).good();
    begins(&said.out, "Gundersen, Gunnar – Faul, Albert: ");
    assert!(!said.out.contains('\x1b'));
    assert_eq!(said.out.matches("a b c d e f g h").count(), 30);
    let board = "15. hxg6#
  8  ♜ · ♝ ♛ · ♜ · ·
  7  ♟ ♟ · · ♞ · · ·
  6  · · · · ♘ · ♙ ♚
  5  · · · ♟ ♙ ♟ · ·
  4  · ♝ · ♞ · · ♕ ·
  3  · · ♘ · · · · ·
  2  ♙ ♙ · · · ♙ ♙ ·
  1  ♖ · ♗ · ♔ · · ♖

     a b c d e f g h

";
    let told = said.out.rfind("One call submitted").unwrap();
    let (shown, told) = said.out.split_at(told);
    ends(shown, board);
    begins(told, "One call submitted all 29 signed plies: ");
    let end = "Checkmate: White wins after 15 moves.
The contract paid White 0.1 EGLD and Black nothing.
r1bq1r2/pp2n3/4N1Pk/3pPp2/1b1n2Q1/2N5/PP3PP1/R1B1K2R b KQ - 0 15
";
    ends(&said.out, end);

    // the same game, each move in a separate call
    let mut moves = local("moves", &["en-passant-mate", "--exit", "--mode", "moves"]);
    let said = Said::by(&mut moves).good();
    ends(&said.out, &format!("{board}{end}"));
}

/// An agreed draw can be undone by a longer game for a while: the chain's time passes.
#[test]
fn a_drawn_game_is_played_to_its_payout() {
    let file = pgn("agreed", "1. e4 e5 1/2-1/2\n\n1. d4 *\n");
    let said = Said::by(&mut local("agreed", &[&file, "--exit"])).good();
    // only a file's first game
    has(&said.out, "1... e5\n");
    assert!(!said.out.contains("d4"), "{}", said.out);
    let end = "A draw agreed: a draw after 1 move.
The contract paid White 0.05 EGLD and Black 0.05 EGLD.
";
    has(&said.out, end);
}

/// The chain keeps running with the page and its settings, until it must end.
#[test]
fn the_chain_stays_up_and_serves_the_page() {
    let page = format!("{}/page", env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&page).unwrap();
    std::fs::write(format!("{page}/index.html"), "<p>chess</p>").unwrap();
    for signal in ["-TERM", "-INT"] {
        let mut child = local("stays", &["stalemate", "--page", &page])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs");
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut value = |name: &str| {
            let line = lines.find(|line| line.as_ref().unwrap().starts_with(name));
            let line = line.unwrap_or_else(|| panic!("{name} is told")).unwrap();
            line.split_whitespace().nth(1).unwrap().to_string()
        };
        let at = value("page ");
        value("           open it in two tabs, take a ready player in each");
        let (gateway, relay, contract) = (value("gateway "), value("relay "), value("contract "));

        let get = |url: &str| ureq::get(url).call().expect(url);
        let settings = get(&format!("{at}/settings.json"));
        assert_eq!(settings.headers()["cache-control"], "no-store");
        let settings = settings.into_body().read_to_string().unwrap();
        let settings: serde_json::Value = serde_json::from_str(&settings).unwrap();
        assert_eq!(settings["network"], "local");
        assert_eq!(settings["gateway"], gateway);
        assert_eq!(settings["contract"], contract);
        assert_eq!(settings["relay"], relay);
        let health = relay
            .replace("ws://", "http://")
            .replace("/play", "/health");
        assert_eq!(get(&health).into_body().read_to_string().unwrap(), "ok\n");
        let wallets = settings["developerWallets"].as_array().unwrap();
        let first = wallets.iter().take(2).map(|wallet| wallet["name"].as_str());
        assert_eq!(first.collect::<Vec<_>>(), [Some("bob"), Some("carol")]);
        assert_eq!(wallets[0]["secretKey"].as_str().unwrap().len(), 64);
        begins(wallets[0]["address"].as_str().unwrap(), "erd1");
        let games = ["contract", "minichess", "enginechess"];
        let views = ["views", "minichessViews", "enginechessViews"];
        for key in games.into_iter().chain(views) {
            let address = settings[key].as_str().unwrap();
            let account = get(&format!("{gateway}/address/{address}"));
            let account = account.into_body().read_to_string().unwrap();
            assert!(!account.contains("\"code\":\"\""), "no code at {key}");
        }
        // time passes while nobody sends anything: a player who is asked for a move runs out of it
        let later = now_millis() + 3_000;
        while last_block(&gateway) < later {
            assert!(now_millis() < later + 60_000, "no block has come");
            std::thread::sleep(Duration::from_millis(200));
        }
        if signal == "-INT" {
            bots_are_there(&gateway);
        }
        let index = get(&at);
        assert_eq!(index.headers()["content-type"], "text/html");
        assert_eq!(index.into_body().read_to_string().unwrap(), "<p>chess</p>");

        let pid = child.id().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status();
        assert!(sent.expect("kill runs").success());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

/// Three bots have entered the tournament, and the challenges of two are in the lobby.
fn bots_are_there(gateway: &str) {
    let state = format!("{}/local-stays/state.toml", env!("CARGO_TARGET_TMPDIR"));
    let list = |words: &str, name: &str, of: &str| {
        let mut command = program();
        command.args(words.split(' ')).args(["--state", &state]);
        let said = Said::by(command.args(["--json", "--gateway", gateway])).good();
        let json: Value = serde_json::from_str(&said.out).unwrap();
        let list = json[name].as_array().unwrap().iter();
        let names = list.map(|it| it[of].as_str().unwrap().to_owned());
        names.collect::<BTreeSet<_>>().len()
    };
    until("three bots in the tournament", || {
        (list("tournament show 1", "standings", "player") == 3).then_some(())
    });
    until("challenges of two bots", || {
        (list("challenges", "challenges", "challenger") == 2).then_some(())
    });
}

/// The time now, in milliseconds since 1970.
fn now_millis() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap().as_millis() as u64
}

/// The time of the chain's last block, in milliseconds since 1970.
fn last_block(gateway: &str) -> u64 {
    let answer = ureq::get(format!("{gateway}/network/status/0")).call();
    let text = answer.unwrap().into_body().read_to_string().unwrap();
    let status: serde_json::Value = serde_json::from_str(&text).unwrap();
    let time = &status["data"]["status"]["erd_block_timestamp_ms"];
    time.as_u64().unwrap()
}

/// A port in use doesn't stop it: the chain reports its other port.
#[test]
fn a_taken_port_is_reported() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let [state, wallets] =
        ["taken.toml", "taken"].map(|file| format!("{}/{file}", env!("CARGO_TARGET_TMPDIR")));
    let local = ["local", "stalemate", "--exit", "--port", &port];
    let files = ["--state", &state, "--wallets", &wallets];
    let said = interaction(&[&local[..], &files].concat()).good();
    let taken = format!("port {port} is taken, the chain is at http://127.0.0.1:");
    has(&said.err, &taken);
}

#[test]
fn a_terminal_is_drawn_over_in_colours() {
    let artefacts = concat!(env!("CARGO_MANIFEST_DIR"), "/../output");
    let mut chain = Chain::start(artefacts.as_ref()).expect("the contracts are built");
    let display = DisplayOptions {
        style: BoardStyle::Colored,
        redraw: true,
        delay: Duration::ZERO,
    };
    let mut out = vec![];
    play(&mut chain, &BUNDLED[7].game(), &display, &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    assert_eq!(out.matches("\x1b[11A\x1b[J").count(), 19);
    has(&out, "\x1b[38;5;");
    has(&out, "Stalemate: a draw after 10 moves.");
    has(&out, "The contract paid White 1 EGLD and Black 1 EGLD.");
}

#[test]
fn a_game_that_cannot_be_played_is_named() {
    let said = interaction(&["local", "nothing-like-it"]);
    has(&said.err, "neither a file nor a bundled game");
    has(&said.err, "opera, immortal");
    assert_eq!(said.code, 1);
    let said = interaction(&["local", "--delay", "1000"]);
    has(&said.err, "from 0 to 60");
    assert_eq!(said.code, 2);
    let said = interaction(&["local", "--page", "no/such/folder"]);
    has(&said.err, "no/such/folder: no index.html in it");
    assert_eq!(said.code, 1);
}

#[test]
fn the_bundled_games_are_listed() {
    let said = interaction(&["pgn-games"]);
    assert_eq!(said.out.lines().count(), BUNDLED.len());
    let first = "opera                         Morphy, Paul – Duke Karl and Count Isouard: ";
    begins(&said.out, first);
}

#[test]
fn it_ends_quietly_when_nobody_reads() {
    let mut child = local("quiet", &["stalemate", "--json", "--exit"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let said = child.wait_with_output().expect("it ends");
    assert_eq!(str::from_utf8(&said.stderr), Ok(""));
    assert!(said.status.success());
}
