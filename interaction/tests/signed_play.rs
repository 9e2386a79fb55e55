//! Play by signature from the command line: two players with their own keys hand a transcript to
//! each other, and submit the game.

mod command;
mod local;

use command::{begins, ends, has, words};
use std::io::{BufRead, BufReader, Read};

use local::{LocalChain, STAKE, until};
use serde_json::{Value, json};

/// A chain with the contract, and a folder of keys for each player.
struct Table {
    chain: LocalChain,
}

impl Table {
    fn open() -> Self {
        let chain = LocalChain::open();
        Table { chain }
    }

    fn text(&self, player: &str, arguments: &[&str]) -> String {
        self.chain.text(&self.chain.by(player, arguments))
    }

    fn json(&self, player: &str, arguments: &[&str]) -> Value {
        self.chain.json(&self.chain.by(player, arguments))
    }

    fn refusal(&self, player: &str, arguments: &[&str]) -> String {
        self.chain.refusal(&self.chain.by(player, arguments))
    }

    /// Bob challenges Carol as White, both with keys. Returns the game's id.
    fn start(&self, offer: &[&str]) -> String {
        let challenge = words("challenge --opponent carol --side white --key");
        let challenge = [&challenge, offer].concat();
        let id = self.json("bob", &challenge)["gameId"].to_string();
        self.text("carol", &["accept", &id, "--key"]);
        id
    }

    /// Signs moves in turn, White's first, into a transcript.
    fn sign(&self, game: &str, moves: &str, transcript: &str) {
        let mut players = ["bob", "carol"].iter().cycle();
        for mv in moves.split_whitespace() {
            let player = players.next().expect("a cycle");
            self.text(player, &["sign", game, mv, "--transcript", transcript]);
        }
    }

    fn game(&self, id: &str) -> Value {
        self.chain.json(&["game", id])
    }
}

const MATE: &str = "f3 e5 g4 Qh4#";

#[test]
fn players_without_a_common_file_play_through_a_relay() {
    let table = Table::open();
    let relay = table.chain.relay();
    let id = table.start(&["--stake", "0.05"]);
    let paid = table.chain.funds("carol");
    let files = ["bob", "carol"].map(|name| table.chain.path(name));
    let say = |player: &str, command: &[&str]| {
        let file = &files[usize::from(player == "carol")];
        let through = ["--transcript", file, "--relay", relay.url()];
        table.json(player, &[command, &through].concat())
    };
    say("bob", &["sign", &id, "f3"]);
    assert_eq!(say("carol", &["sign", &id, "e5"])["moves"], "0d153424");
    let dead = ["sign", &id, "g4", "--relay", "ws://127.0.0.1:9/play"];
    let refused = table.refusal("bob", &dead);
    has(&refused, "cannot reach the relay ws://127.0.0.1:9/play");
    assert_eq!(say("bob", &["sign", &id, "g4"])["plies"], 3);
    // a move that the relay lacks reaches it with the next command
    let [file, copy] = &files;
    std::fs::copy(file, copy).unwrap();
    table.text("carol", &["sign", &id, "Qh4#", "--transcript", copy]);
    assert_eq!(say("bob", &["transcript", &id])["plies"], 3);
    assert_eq!(say("carol", &["transcript", &id])["plies"], 4);
    say("bob", &["sign", &id, "resign"]);

    until("a settlement by the relay", || {
        (table.chain.funds("carol") == &paid + 2 * STAKE).then_some(())
    });
}

#[test]
fn a_mate_is_acknowledged_and_paid_in_one_call() {
    let table = Table::open();
    let token = "WAGER-123456";
    for player in ["bob", "carol"] {
        table.chain.give(player, token, 1_000);
    }
    let id = table.start(&["--stake", "400", "--token", token, "--clock", "5+3"]);
    let file = table.chain.path("game.json");
    let game = table.game(&id);
    assert_eq!(game["stake"]["amount"], "400");
    assert_eq!(game["clock"]["base"], 300);
    assert_eq!(game["clock"]["increment"], 3);
    assert_eq!(game["keys"]["white"].as_str().unwrap().len(), 64);
    let shown = table.text("bob", &["game", &id]);
    for line in [
        "stake  400 WAGER-123456 each\n",
        "clock  5 min + 3 s a move and 3 min more on the chain: White 8:00, Black 8:00\n",
        "play   by signature (sign, submit) or by moves on the chain\n",
        "no clock runs on the chain until White is asked to move\n",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }

    let signed = table.json("bob", &["sign", &id, "f3", "--transcript", &file]);
    assert_eq!(signed["player"], "white");
    assert_eq!(signed["moves"], "0d15");
    let refused = table.refusal("bob", &["sign", &id, "e4", "--transcript", &file]);
    assert_eq!(refused, "error: it is the opponent's turn\n");
    let told = table.text("carol", &["sign", &id, "e5", "--transcript", &file]);
    assert_eq!(told, format!("signed in {file}: 1... e5\n"));
    table.text("bob", &["sign", &id, "g4", "--transcript", &file]);
    table.text("carol", &["sign", &id, "Qh4#", "--transcript", &file]);
    let refused = table.refusal("bob", &["sign", &id, "a3", "--transcript", &file]);
    assert!(
        refused.contains("not a legal move") || refused.contains("over"),
        "{refused}"
    );
    let shown = table.text("bob", &["transcript", &id, "--transcript", &file]);
    has(&shown, "\n1. f3 e5 2. g4 Qh4#\n");
    ends(&shown, "4 plies, of which the chain knows 0\n");
    table.text("bob", &["sign", &id, "resign", "--transcript", &file]);

    // anyone can submit it
    let told = table.text("frank", &["submit", &id, "--transcript", &file]);
    let end = format!("game {id}: Checkmate: Black wins after 2 moves.\n");
    let end = format!("{end}paid: Black 800 WAGER-123456\n");
    begins(&told, &end);
    let held = ["bob", "carol"].map(|name| table.chain.tokens(name, token));
    assert_eq!(held, [600u32, 1_400].map(Into::into));
    assert_eq!(table.game(&id)["moves"], json!(["f3", "e5", "g4", "Qh4#"]));
    let refused = table.refusal("frank", &["submit", &id, "--transcript", &file]);
    assert!(refused.contains("the game is over"), "{refused}");
    let refused = table.refusal("bob", &["sign", &id, "Zz9", "--transcript", &file]);
    let over = format!("error: game {id} is over. Checkmate: Black wins after 2 moves.\n");
    assert_eq!(refused, over);
}

/// A mate that nobody acknowledges is final once no longer game can come.
#[test]
fn an_end_stays_open_for_a_while() {
    let table = Table::open();
    let id = table.start(&[]);
    let file = table.chain.path("game.json");
    table.sign(&id, MATE, &file);
    let told = table.text("carol", &["submit", &id, "--transcript", &file]);
    let open = "Checkmate after 2 moves: Black will have won once the end is final\n\
                a longer game can undo the end; from epoch 2 on signal-inactivity makes it final\n";
    has(&told, open);
    assert_eq!(table.game(&id)["awaits"], "longer_game");
    let mut watch = table.chain.command(&["watch", &id, "--every", "0.02"]);
    let mut watch = watch.stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut watched = BufReader::new(watch.stdout.take().unwrap());
    let mut shown = String::new();
    watched.read_line(&mut shown).unwrap();
    let refused = table.refusal("carol", &["signal-inactivity", &id]);
    assert!(refused.contains("the time isn't over"), "{refused}");
    table.chain.text(&["chain", "advance-epoch", "2"]);
    let told = table.text("carol", &["signal-inactivity", &id]);
    has(&told, "Checkmate: Black wins after 2 moves.\n");
    assert!(watch.wait().unwrap().success());
    watched.read_to_string(&mut shown).unwrap();
    begins(&shown, "2... Qh4#  (Checkmate after 2 moves: ");
    ends(&shown, "Checkmate: Black wins after 2 moves.\n");
}

/// The waiting player asks; the asked player moves on the chain, by a call or by signature.
#[test]
fn a_waiting_player_asks_for_a_move() {
    let table = Table::open();
    let id = table.start(&["--clock", "90s+1"]);
    let file = table.chain.path("game.json");
    let refused = table.refusal("bob", &["sign", &id, "ask", "--transcript", &file]);
    assert_eq!(refused, "error: it is your turn: who waits asks\n");
    table.sign(&id, "e4", &file);
    table.text("bob", &["sign", &id, "ask", "--transcript", &file]);
    let told = table.json("bob", &["submit", &id, "--transcript", &file]);
    assert_eq!(told["game"]["awaits"], "answer");
    assert_eq!(told["game"]["moves"], json!(["e4"]));
    let shown = table.text("carol", &["game", &id]);
    let asked = format!("game {id}: move 1, Black is asked to move on the chain\n");
    begins(&shown, &asked);
    has(&shown, "Black is late after 2");
    // the answer continues from the chain's game, without a transcript
    let other = table.chain.path("other.json");
    table.text("carol", &["sign", &id, "c5", "--transcript", &other]);
    let told = table.json("carol", &["submit", &id, "--transcript", &other]);
    assert_eq!(told["game"]["awaits"], "move");
    assert_eq!(told["game"]["moves"], json!(["e4", "c5"]));
    let refused = table.refusal("carol", &["submit", &id, "--transcript", &other]);
    assert_eq!(refused, "error: the chain knows as much\n");
    // and Bob's transcript adds the chain's move, without Carol's signature
    table.text("bob", &["sign", &id, "Nf3", "--transcript", &file]);
    table.text("bob", &["sign", &id, "ask", "--transcript", &file]);
    let told = table.json("bob", &["submit", &id, "--transcript", &file]);
    assert_eq!(told["game"]["moves"], json!(["e4", "c5", "Nf3"]));
    assert_eq!(told["game"]["awaits"], "answer");
    // nobody answers, and both have moved
    table.chain.text(&["chain", "advance-epoch", "1"]);
    for what in ["d6", "resign"] {
        let refused = table.refusal("carol", &["sign", &id, what, "--transcript", &file]);
        has(&refused, "the time is over on the chain");
    }
    let told = table.text("frank", &["signal-inactivity", &id]);
    has(&told, "Inactivity: White wins after 2 moves.");
    let refused = table.refusal("carol", &["sign", &id, "d6", "--transcript", &file]);
    has(&refused, "Inactivity: White wins");
}

#[test]
fn no_move_is_signed_while_pauses_let_both_take_their_stakes() {
    let table = Table::open();
    let id = table.start(&[]);
    let file = table.chain.path("game.json");
    table.sign(&id, "e4", &file);
    table.chain.text(&["pause"]);
    let reply = ["sign", &id, "e5", "--transcript", &file];
    table.chain.text(&["chain", "advance-epoch", "33"]);
    let refused = table.refusal("carol", &reply);
    has(&refused, "both players can take their stakes back");
    // a game that waits again
    table.text("bob", &["submit", &id, "--transcript", &file]);
    table.text("carol", &reply);
}

#[test]
fn draws_are_agreed_and_claimed() {
    let table = Table::open();
    let agreed = table.start(&[]);
    let file = table.chain.path("agreed.json");
    table.sign(&agreed, "e4 e5", &file);
    table.text("carol", &["sign", &agreed, "draw", "--transcript", &file]);
    // an offer by one player has no effect on the chain
    let told = table.json("bob", &["submit", &agreed, "--transcript", &file]);
    assert_eq!(told["game"]["awaits"], "move");
    table.text("bob", &["sign", &agreed, "draw", "--transcript", &file]);
    let told = table.text("bob", &["submit", &agreed, "--transcript", &file]);
    has(&told, "A draw agreed after 1 move: it will be a draw");

    let claimed = table.start(&[]);
    let file = table.chain.path("claimed.json");
    table.sign(&claimed, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", &file);
    table.text("bob", &["sign", &claimed, "draw", "--transcript", &file]);
    let told = table.json("bob", &["submit", &claimed, "--transcript", &file]);
    assert_eq!(told["game"]["endReason"], "ThreefoldRepetition");
    assert_eq!(told["game"]["awaits"], "longer_game");
}

/// Old states, other moves and lost files: nobody signs two games of one length.
#[test]
fn a_player_signs_one_game() {
    let table = Table::open();
    let id = table.start(&[]);
    let file = table.chain.path("game.json");
    table.sign(&id, "e4 e5", &file);
    // the file is lost, and another first move would be a second game
    let new = table.chain.path("new.json");
    let refused = table.refusal("bob", &["sign", &id, "d4", "--transcript", &new]);
    has(&refused, "you have signed other moves in this game");
    assert!(!std::path::Path::new(&new).exists());
    // the same move again gives the same message
    table.text("bob", &["sign", &id, "e4", "--transcript", &new]);
    // a game that the opponent hasn't signed isn't a proof
    let text = std::fs::read_to_string(&file).unwrap();
    let mut written: Value = serde_json::from_str(&text).unwrap();
    written["messages"].as_array_mut().unwrap().pop();
    std::fs::write(&new, written.to_string()).unwrap();
    let refused = table.refusal("bob", &["sign", &id, "Nf3", "--transcript", &new]);
    let missing = "error: Black's signature of the last move is missing\n";
    assert_eq!(refused, missing);
    let refused = table.refusal("bob", &["submit", &id, "--transcript", &new]);
    assert_eq!(refused, "error: Black's signature of ply 2 is missing\n");
    // nor do own moves that only the opponent has signed
    let mut written: Value = serde_json::from_str(&text).unwrap();
    written["messages"].as_array_mut().unwrap().remove(0);
    std::fs::write(&new, written.to_string()).unwrap();
    let refused = table.refusal("bob", &["sign", &id, "Nf3", "--transcript", &new]);
    assert_eq!(refused, missing.replace("Black", "White"));
    // a move on the chain that differs from the signed game is replaced
    table.text("bob", &["move", &id, "a3"]);
    let told = table.text("bob", &["sign", &id, "Nf3", "--transcript", &file]);
    has(&told, "the chain has other moves");
    let told = table.json("carol", &["submit", &id, "--transcript", &file]);
    assert_eq!(told["game"]["moves"], json!(["e4", "e5", "Nf3"]));
}

#[test]
fn a_move_that_cannot_be_signed_is_named() {
    let table = Table::open();
    let file = table.chain.path("game.json");
    table.text("bob", &words("challenge --opponent carol --side white"));
    let refused = table.refusal("carol", &["accept", "1", "--key"]);
    has(&refused, "the challenger has named no key");
    table.text("carol", &["accept", "1"]);
    let refused = table.refusal("bob", &["sign", "1", "e4", "--transcript", &file]);
    has(&refused, "not both players have named a key");
    let id = table.start(&[]);
    let refused = table.refusal("bob", &["sign", &id, "leave", "--transcript", &file]);
    has(&refused, "only a match can be left");
    let refused = table.refusal("frank", &["sign", &id, "e4", "--transcript", &file]);
    has(&refused, "neither player's key is stored here");
    let refused = table.refusal("bob", &["submit", &id, "--transcript", &file]);
    ends(&refused, "game.json: there is no transcript\n");
    table.text("bob", &["sign", &id, "e4", "--transcript", &file]);
    let other = table.start(&[]);
    let refused = table.refusal("bob", &["sign", &other, "e4", "--transcript", &file]);
    ends(&refused, "game.json: it is another game's\n");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("0c1c", "0c14")).unwrap();
    let refused = table.refusal("carol", &["sign", &id, "e5", "--transcript", &file]);
    has(&refused, "White's message of ply 1: the signature isn't");
}

/// A key's file is only for its owner, and has the signed moves.
#[test]
fn keys_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let table = Table::open();
    let id = table.start(&[]);
    let game = table.game(&id);
    let key = game["keys"]["white"].as_str().unwrap();
    let file = table.chain.path(&format!("keys of bob/{key}.toml"));
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let transcript = table.chain.path("game.json");
    table.text("bob", &["sign", &id, "e4", "--transcript", &transcript]);
    let kept = std::fs::read_to_string(&file).unwrap();
    has(&kept, "signed = \"0c1c\"\n");
    std::fs::write(&file, kept.replace("secret = \"", "secret = \"00")).unwrap();
    let refused = table.refusal("bob", &["sign", &id, "e4", "--transcript", &transcript]);
    has(&refused, "the secret is not 32 bytes of hex");
    // if both keys are stored, the wallet decides who signs
    let both = table.chain.path("both");
    std::fs::create_dir(&both).unwrap();
    std::fs::write(&file, kept).unwrap();
    for player in ["bob", "carol"] {
        for entry in std::fs::read_dir(table.chain.path(&format!("keys of {player}"))).unwrap() {
            let entry = entry.unwrap();
            let copy = format!("{both}/{}", entry.file_name().display());
            std::fs::copy(entry.path(), copy).unwrap();
        }
    }
    let sign = |player: &str, what: &str| {
        let rest = ["--transcript", &transcript, "--keys", &both, "-w", player];
        table.chain.run(&[&["sign", &id, what][..], &rest].concat())
    };
    assert_eq!(sign("carol", "e5").code, 0);
    assert_eq!(sign("bob", "d4").code, 0);
    // a player who joins can also name a key
    for player in ["frank", "grace"] {
        table.text(player, &["join", "--key"]);
    }
    assert_eq!(table.game("2")["keys"]["white"].as_str().unwrap().len(), 64);
    has(&sign("frank", "e5").err, "this wallet plays neither side");
}

#[test]
fn a_whole_game_is_played_by_signature() {
    let table = Table::open();
    let keys = table.chain.path("keys");
    let before = table.chain.egld("bob");
    let signed = |game: &str, more: &[&str]| {
        let play = ["play", game, "--signed", "--keys", &keys];
        table.chain.text(&[&play, more].concat())
    };
    let told = signed("opera", &[]);
    has(&told, "One call submitted all 33 signed plies: ");
    has(&told, "Checkmate: White wins after 17 moves.\n");
    assert_eq!(table.chain.funds("bob"), before + STAKE);
    let is_play = |record: &localnet::Record| record.function == "play";
    let calls = table.chain.chain.transactions(usize::MAX, is_play);
    assert_eq!(calls.len(), 1);
    let limit = calls[0].transaction.gas_limit;
    assert!(calls[0].gas_used < limit && limit < 2 * calls[0].gas_used);
    assert_eq!(std::fs::read_dir(&keys).unwrap().count(), 2);

    // an agreed draw waits for its window; a game without a result continues
    let drawn = command::pgn("drawn", "1. e4 e5 1/2-1/2\n");
    let told = signed(&drawn, &["--json"]);
    let last: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    assert_eq!(last["state"], 0);
    assert_eq!(last["reason"], "Agreement");
    assert!(last["settlement"]["gasUsed"].as_u64().unwrap() > 0);
    let unfinished = command::pgn("unfinished", "1. e4 *\n");
    has(&signed(&unfinished, &[]), "The game is still running.\n");
}
