//! The Universal Chess Interface through pipes: what python-chess, in `uci_python_chess.py`, doesn't ask.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The engine behind pipes.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(board: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_minichess-cli"))
            .args(["--board", board, "uci"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("minichess-cli");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let input = child.stdin.take();
        Self {
            child,
            input,
            output,
        }
    }

    fn send(&mut self, text: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(text.as_ref()).expect("it reads");
        input.write_all(b"\n").expect("it reads");
        input.flush().expect("it reads");
    }

    /// The lines up to the first that begins with a word.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let len = self.output.read_line(&mut line).expect("text");
            assert!(len > 0, "it ended before {word}: {lines:#?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(word) {
                return lines;
            }
        }
    }

    /// Nothing more is sent; the rest of what it says, and whether it ended well.
    fn rest(mut self) -> String {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("text");
        let status = self.child.wait().expect("its end");
        assert!(status.success(), "{status}: {rest}");
        rest
    }
}

/// The text that follows a word in a line.
fn after<'a>(line: &'a str, word: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|next| *next != word);
    words
        .nth(1)
        .unwrap_or_else(|| panic!("no {word} in {line}"))
}

fn moves_of(line: &str) -> Vec<&str> {
    let (_, moves) = line
        .split_once(" pv ")
        .unwrap_or_else(|| panic!("no line in {line}"));
    moves.split(' ').collect()
}

#[test]
fn a_search_hears_what_is_said() {
    let mut engine = Engine::start("8x8");
    engine.send("uci");
    let options = engine.until("uciok").join("\n");
    for name in ["Hash", "MultiPV", "Ponder", "UCI_Variant"] {
        assert!(
            options.contains(&format!("option name {name} type ")),
            "{options}"
        );
    }
    engine.send("position startpos\ngo infinite\nisready");
    engine.until("readyok");
    engine.send("nonsense\nisready");
    engine.until("readyok");
    engine.send("stop");
    let said = engine.until("bestmove");
    assert!(
        said.iter().all(|line| !line.starts_with("readyok")),
        "{said:?}"
    );
    engine.send("isready");
    let said = engine.until("readyok");
    assert!(
        said.contains(&"info string 'nonsense' is no command".into()),
        "{said:?}"
    );
    assert_eq!(engine.rest(), "");
}

#[test]
fn what_is_no_text_is_told() {
    let mut engine = Engine::start("6x6");
    engine.send(b"go depth \xff");
    engine.send("isready");
    assert_eq!(
        engine.until("readyok"),
        ["info string this line is no UTF-8", "readyok"]
    );
    engine.send("position startpos\ngo infinite");
    engine.send(b"\xff");
    engine.until("info string this line is no UTF-8");
    engine.send("stop");
    engine.until("bestmove");
    assert_eq!(engine.rest(), "");
}

#[test]
fn it_quits_at_once_in_a_search() {
    for go in [
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go depth 20",
        "go movetime 60000",
    ] {
        let mut engine = Engine::start("8x8");
        engine.send("position startpos");
        engine.send(go);
        engine.until("info depth");
        let asked = Instant::now();
        engine.send("quit");
        // The input stays open.
        let status = engine.child.wait().expect("its end");
        assert!(
            status.success() && asked.elapsed() < Duration::from_secs(45),
            "{go}"
        );
    }
}

#[test]
fn the_end_of_the_input_ends_what_would_not_end() {
    let mut engine = Engine::start("6x6");
    engine.send("go infinite");
    assert!(engine.rest().contains("bestmove "));
    let mut engine = Engine::start("6x6");
    engine.send("go depth 6");
    let rest = engine.rest();
    let last = rest
        .lines()
        .rfind(|line| line.starts_with("info depth"))
        .unwrap();
    assert_eq!(after(last, "depth"), "6");
}

#[test]
fn infinite_and_ponder_wait_until_told() {
    // Mate in one: the search is over long before.
    let mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let mut engine = Engine::start("8x8");
    engine.send(mate);
    for go in ["go infinite", "go ponder movetime 1", "go infinite depth 3"] {
        engine.send(go);
        engine.until("info depth");
        std::thread::sleep(Duration::from_millis(100));
        engine.send("isready");
        let said = engine.until("readyok");
        assert_eq!(said, ["readyok"], "{go}");
        engine.send(if go.contains("ponder") {
            "ponderhit"
        } else {
            "stop"
        });
        assert_eq!(engine.until("bestmove"), ["bestmove a1a8"], "{go}");
    }
    assert_eq!(engine.rest(), "");
}

#[test]
fn commands_for_later_wait_for_the_search() {
    let mut engine = Engine::start("8x8");
    engine.send("go depth 6\nposition fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo depth 6");
    let first = engine.until("bestmove");
    assert!(
        first.iter().any(|line| line.starts_with("info depth 6 ")),
        "{first:?}"
    );
    let second = engine.until("bestmove");
    assert_eq!(second.last().unwrap(), "bestmove a1a8");
}

#[test]
fn lines_are_whole() {
    for board in ["6x6", "8x8"] {
        let mut engine = Engine::start(board);
        engine.send("go depth 9");
        let said = engine.until("bestmove");
        let last = said
            .iter()
            .rfind(|line| line.starts_with("info depth 9 "))
            .unwrap();
        let moves = moves_of(last);
        assert!(moves.len() >= 5, "{last}");
        let answer = format!("bestmove {} ponder {}", moves[0], moves[1]);
        assert_eq!(said.last().unwrap(), &answer);
        // Legal all of them.
        engine.send(format!(
            "position startpos moves {}\nisready",
            moves.join(" ")
        ));
        assert_eq!(engine.until("readyok"), ["readyok"]);
    }
}

#[test]
fn there_are_no_more_lines_than_moves() {
    let mut engine = Engine::start("8x8");
    engine.send("setoption name MultiPV value 9\nposition fen 7k/8/8/8/8/8/r7/6K1 w - - 0 1");
    engine.send("go depth 4");
    let said = engine.until("bestmove");
    let deepest = said.iter().filter(|line| line.starts_with("info depth 4 "));
    assert_eq!(deepest.count(), 2, "{said:#?}");
}

#[test]
fn only_legal_moves_can_be_asked_for() {
    let mut engine = Engine::start("8x8");
    engine.send("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    engine.send("go depth 5 searchmoves a1b3\nisready");
    let refused = "info string go: a1b3 is no legal move";
    assert_eq!(engine.until("readyok"), [refused, "readyok"]);
}

#[test]
fn what_a_node_limit_finds_is_what_the_contract_plays() {
    use chess_engine::{BoardSearch, MAX_DEPTH, chess};
    let mut search = BoardSearch::new(&chess::Game::start(), MAX_DEPTH).unwrap();
    search.run(26_000, |_| false);
    let best = chess::move_to_rules(search.answer().best);
    let mut engine = Engine::start("8x8");
    engine.send("go nodes 26000");
    let said = engine.until("bestmove");
    assert!(
        said.last()
            .unwrap()
            .starts_with(&format!("bestmove {best}"))
    );
}

#[test]
fn a_larger_table_is_kept_through_a_game() {
    let mut engine = Engine::start("8x8");
    let nodes = |said: Vec<String>| {
        let last = said
            .iter()
            .rfind(|line| line.starts_with("info depth 8 "))
            .unwrap()
            .clone();
        after(&last, "nodes").parse::<u32>().unwrap()
    };
    let mut search = |settings: &str| {
        engine.send(settings);
        engine.send("go depth 8");
        nodes(engine.until("bestmove"))
    };
    let (first, again) = (search("isready"), search("isready"));
    assert_eq!(first, again);
    let large = search("setoption name Hash value 1");
    let kept = search("isready");
    assert!(kept < large / 2, "{kept} {large}");
    assert_eq!(search("ucinewgame"), large);
    assert_eq!(search("setoption name Clear Hash"), large);
    engine.send("setoption name Hash value 100000\nsetoption name Contempt value 3\nisready");
    let said = engine.until("readyok");
    assert_eq!(
        said[..2],
        [
            "info string '100000' is no value of hash",
            "info string no option is named 'contempt'"
        ]
    );
}

#[test]
fn where_there_is_nothing_to_search_it_says_so() {
    let mut engine = Engine::start("8x8");
    engine.send("position fen R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1\ngo depth 5");
    assert_eq!(
        engine.until("bestmove"),
        ["info depth 0 score mate 0", "bestmove (none)"]
    );
    engine.send("position fen 7k/5Q2/8/8/8/8/8/6K1 b - - 0 1\ngo depth 5");
    assert_eq!(
        engine.until("bestmove"),
        ["info depth 0 score cp 0", "bestmove (none)"]
    );
    engine.send("position startpos moves e2e5\ngo depth 5");
    assert_eq!(
        engine.until("bestmove"),
        [
            "info string position: e2e5: the piece cannot go there",
            "info string there is no position to go from",
            "bestmove (none)"
        ]
    );
    engine.send("position startpos\ngo depth 5");
    assert_ne!(engine.until("bestmove").last().unwrap(), "bestmove (none)");
}
