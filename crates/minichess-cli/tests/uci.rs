//! The Universal Chess Interface through pipes: the cases that python-chess, in `uci_python_chess.py`,
//! doesn't cover.

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

    /// Sends a text. Returns the lines up to the first that begins with a word.
    fn ask(&mut self, text: impl AsRef<[u8]>, word: &str) -> Vec<String> {
        self.send(text);
        self.until(word)
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

    /// Closes the input. Returns the rest of the output, and whether the program succeeded.
    fn rest(mut self) -> String {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("text");
        let status = self.child.wait().expect("its end");
        assert!(status.success(), "{status}: {rest}");
        rest
    }
}

/// The last of some lines with this beginning.
fn last<'a>(said: &'a [String], start: &str) -> &'a str {
    let found = said.iter().rfind(|line| line.starts_with(start));
    found.unwrap_or_else(|| panic!("no {start} in {said:#?}"))
}

/// The text that follows some words in a line.
fn after<'a>(line: &'a str, words: &str) -> &'a str {
    let found = line.split_once(words);
    found.unwrap_or_else(|| panic!("no {words} in {line}")).1
}

#[test]
fn a_search_reads_commands() {
    let mut engine = Engine::start("8x8");
    let options = engine.ask("uci", "uciok");
    for name in ["Hash", "MultiPV", "Ponder", "UCI_Variant"] {
        last(&options, &format!("option name {name} type "));
    }
    engine.ask("position startpos\ngo infinite\nisready", "readyok");
    engine.ask("nonsense\nisready", "readyok");
    let said = engine.ask("stop", "bestmove");
    let is_ready = |line: &String| line.starts_with("readyok");
    assert!(!said.iter().any(is_ready), "{said:?}");
    let said = engine.ask("isready", "readyok");
    last(&said, "info string 'nonsense' is no command");
    assert_eq!(engine.rest(), "");
}

#[test]
fn bytes_that_are_no_text_are_reported() {
    let mut engine = Engine::start("6x6");
    engine.send(b"go depth \xff");
    let unreadable = "info string this line is no UTF-8";
    assert_eq!(engine.ask("isready", "readyok"), [unreadable, "readyok"]);
    engine.send("position startpos\ngo infinite");
    engine.ask(b"\xff", unreadable);
    engine.ask("stop", "bestmove");
    assert_eq!(engine.rest(), "");
}

#[test]
fn it_quits_immediately_in_a_search() {
    for go in [
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go depth 20",
        "go movetime 60000",
    ] {
        let mut engine = Engine::start("8x8");
        engine.ask(format!("position startpos\n{go}"), "info depth");
        let asked = Instant::now();
        engine.send("quit");
        // The input stays open.
        let is_good = engine.child.wait().expect("its end").success();
        assert!(is_good && asked.elapsed() < Duration::from_secs(45), "{go}");
    }
}

#[test]
fn the_end_of_the_input_ends_an_endless_search() {
    let mut engine = Engine::start("6x6");
    engine.send("go infinite");
    assert!(engine.rest().contains("bestmove "));
    let mut engine = Engine::start("6x6");
    engine.send("go depth 6");
    let rest: Vec<_> = engine.rest().lines().map(String::from).collect();
    assert!(last(&rest, "info depth").starts_with("info depth 6 "));
}

#[test]
fn infinite_and_ponder_wait_for_their_command() {
    // Mate in one: the search has ended long before.
    let mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let mut engine = Engine::start("8x8");
    engine.send(mate);
    for go in ["go infinite", "go ponder movetime 1", "go infinite depth 3"] {
        engine.ask(go, "info depth");
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "{go}");
        let end = match go.contains("ponder") {
            true => "ponderhit",
            false => "stop",
        };
        assert_eq!(engine.ask(end, "bestmove"), ["bestmove a1a8"], "{go}");
    }
    assert_eq!(engine.rest(), "");
}

#[test]
fn commands_for_later_wait_for_the_search() {
    let mut engine = Engine::start("8x8");
    let later = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo depth 6";
    let first = engine.ask(format!("go depth 6\n{later}"), "bestmove");
    last(&first, "info depth 6 ");
    assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove a1a8");
}

#[test]
fn lines_are_whole() {
    for board in ["6x6", "8x8"] {
        let mut engine = Engine::start(board);
        let said = engine.ask("go depth 9", "bestmove");
        let line = after(last(&said, "info depth 9 "), " pv ");
        let moves: Vec<_> = line.split(' ').collect();
        assert!(moves.len() >= 5, "{line}");
        let answer = format!("bestmove {} ponder {}", moves[0], moves[1]);
        assert_eq!(said.last().unwrap(), &answer);
        // All of them are legal.
        let position = format!("position startpos moves {line}\nisready");
        assert_eq!(engine.ask(position, "readyok"), ["readyok"]);
    }
}

#[test]
fn there_are_no_more_lines_than_moves() {
    let mut engine = Engine::start("8x8");
    engine.send("setoption name MultiPV value 9\nposition fen 7k/8/8/8/8/8/r7/6K1 w - - 0 1");
    let said = engine.ask("go depth 4", "bestmove");
    let deepest = said.iter().filter(|line| line.starts_with("info depth 4 "));
    assert_eq!(deepest.count(), 2, "{said:#?}");
}

#[test]
fn only_legal_moves_can_be_searched() {
    let mut engine = Engine::start("8x8");
    engine.send("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let said = engine.ask("go depth 5 searchmoves a1b3\nisready", "readyok");
    assert_eq!(said, ["info string go: a1b3 is no legal move", "readyok"]);
}

#[test]
fn a_node_limit_finds_the_contracts_move() {
    use chess_engine::{BoardSearch, MAX_DEPTH, chess};
    let mut search = BoardSearch::new(&chess::Game::start(), MAX_DEPTH).unwrap();
    search.run(26_000, |_| false);
    let best = chess::move_to_rules(search.answer().best);
    let mut engine = Engine::start("8x8");
    let said = engine.ask("go nodes 26000", "bestmove");
    last(&said, &format!("bestmove {best}"));
}

#[test]
fn a_larger_table_lasts_through_a_game() {
    let mut engine = Engine::start("8x8");
    let mut search = |settings: &str| {
        let said = engine.ask(format!("{settings}\ngo depth 8"), "bestmove");
        let nodes = after(last(&said, "info depth 8 "), " nodes ");
        nodes.split(' ').next().unwrap().parse::<u32>().unwrap()
    };
    let (first, again) = (search("isready"), search("isready"));
    assert_eq!(first, again);
    let large = search("setoption name Hash value 1");
    let kept = search("isready");
    assert!(kept < large / 2, "{kept} {large}");
    assert_eq!(search("ucinewgame"), large);
    assert_eq!(search("setoption name Clear Hash"), large);
    engine.send("setoption name Hash value 100000\nsetoption name Contempt value 3");
    let said = engine.ask("isready", "readyok");
    assert_eq!(said[0], "info string '100000' is no value of hash");
    assert_eq!(said[1], "info string no option is named 'contempt'");
}

#[test]
fn it_reports_that_there_is_nothing_to_search() {
    let mut engine = Engine::start("8x8");
    let mut go = |position: &str| {
        let said = engine.ask(format!("position {position}\ngo depth 5"), "bestmove");
        said.join("|")
    };
    let mated = go("fen R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1");
    assert_eq!(mated, "info depth 0 score mate 0|bestmove (none)");
    let stalemate = go("fen 7k/5Q2/8/8/8/8/8/6K1 b - - 0 1");
    assert_eq!(stalemate, "info depth 0 score cp 0|bestmove (none)");
    let illegal = "info string position: e2e5: the piece cannot go there";
    let told = "info string there is no position to go from|bestmove (none)";
    let said = go("startpos moves e2e5");
    assert_eq!(said, format!("{illegal}|{told}"));
    assert!(!go("startpos").ends_with("bestmove (none)"));
}
