//! A program that speaks UCI.

use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use super::lines::{Lines, NoLine};
use super::{Choice, Worth, last};
use crate::variant::Variant;

/// How long a program may take to answer `uci` or `isready`.
const READY: Duration = Duration::from_secs(10);

/// How much longer than its search time a program may take for a move: machines can be busy.
const MARGIN: Duration = Duration::from_secs(30);

/// How long a program may search without a given time: slow machines take long for many nodes.
const LONGEST_SEARCH: Duration = Duration::from_secs(10 * 60);

/// A running program that speaks UCI.
pub struct Program {
    command: String,
    name: Option<String>,
    child: Child,
    input: ChildStdin,
    lines: Lines,
    /// The commands that are sent once, and as the last one the command for each move.
    commands: String,
    is_stopped: bool,
    /// The time for the answers to `uci` and `isready`, and for a move.
    patience: [Duration; 2],
}

impl Drop for Program {
    fn drop(&mut self) {
        // whether it reads its input or not
        let _ = self.send("quit");
        self.stop();
    }
}

/// The program and the arguments of a command. A file's path may have blanks; anything else is
/// split as a shell does, quotes included.
fn words(command: &str) -> Result<Vec<String>, String> {
    let path = command.trim();
    if Path::new(path).is_file() {
        return Ok(vec![path.into()]);
    }
    shlex::split(path).ok_or_else(|| format!("{path}: a quote has no end"))
}

/// The time of a program for a move.
fn patience(go: &str) -> Duration {
    let after = |name: &str| {
        let mut words = go.split_whitespace().skip_while(|word| *word != name);
        words.nth(1)?.parse::<u64>().ok().map(Duration::from_millis)
    };
    let most = |names: [&str; 2]| names.into_iter().filter_map(after).max();
    let clock = || Some(most(["wtime", "btime"])? + most(["winc", "binc"]).unwrap_or_default());
    match after("movetime").or_else(clock) {
        Some(told) => told + MARGIN,
        None => LONGEST_SEARCH,
    }
}

impl Program {
    /// Starts a program. `commands`: all but the last are sent once; the last one is sent for each
    /// move.
    ///
    /// # Errors
    /// Where it can't be started or does not speak UCI.
    pub fn start<G: Variant>(command: &str, commands: &str) -> Result<Self, String> {
        let patience = [READY, patience(last(commands))];
        Self::start_with::<G>(command, commands, patience)
    }

    fn start_with<G: Variant>(
        command: &str,
        commands: &str,
        patience: [Duration; 2],
    ) -> Result<Self, String> {
        let words = words(command)?;
        let (program, arguments) = words.split_first().ok_or("a program needs a name")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err(format!("{program}: no input or output"));
        };
        let mut this = Self {
            command: command.trim().into(),
            name: None,
            child,
            input,
            lines: Lines::of(output),
            commands: commands.into(),
            is_stopped: false,
            patience,
        };
        this.greet::<G>()?;
        for command in commands.split(';') {
            if command.trim() != last(commands) {
                this.send(command.trim())?;
            }
        }
        this.ready()?;
        Ok(this)
    }

    /// Reads its name, and sets it up for the game.
    fn greet<G: Variant>(&mut self) -> Result<(), String> {
        self.send("uci")?;
        let (mut fairy, mut name) = (false, None);
        self.until("uciok", |line| {
            fairy |= line.contains("option name VariantPath");
            if let Some(told) = line.strip_prefix("id name ") {
                name = Some(told.trim().to_owned());
            }
        })?;
        self.name = name;
        if let (true, Some(definition)) = (fairy, G::DEFINITION) {
            let path = std::env::temp_dir().join(format!("minichess-{}.ini", self.child.id()));
            let shown = |e| format!("{}: {e}", path.display());
            std::fs::write(&path, definition).map_err(shown)?;
            self.send(&format!(
                "setoption name VariantPath value {}",
                path.display()
            ))?;
            self.send(&format!("setoption name UCI_Variant value {}", G::NAME))?;
            self.send("setoption name Use NNUE value false")?;
            self.ready()?;
            std::fs::remove_file(&path).map_err(shown)?;
        }
        Ok(())
    }

    /// Waits until it has executed all commands.
    fn ready(&mut self) -> Result<(), String> {
        self.send("isready")?;
        self.until("readyok", |_| ()).map(drop)
    }

    /// Stops a program that has ended: the next request starts it again.
    fn send(&mut self, line: &str) -> Result<(), String> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|error| {
            self.stop();
            format!("the program {} does not listen: {error}", self.command)
        })
    }

    /// Reads lines up to one that begins with a word, and returns that line. A program that
    /// doesn't write it in time is stopped, so that its answer isn't taken for a later one's. The next
    /// request starts it again.
    fn until(&mut self, word: &str, mut visit: impl FnMut(&str)) -> Result<String, String> {
        let [ready, search] = self.patience;
        let patience = if word == "bestmove" { search } else { ready };
        let end = Instant::now() + patience;
        loop {
            let line = self.lines.next(end).map_err(|error| {
                let command = &self.command;
                match error {
                    NoLine::Ended => format!("the program {command} ended without '{word}'"),
                    NoLine::Late => format!(
                        "the program {command} did not answer '{word}' within {} seconds",
                        patience.as_secs()
                    ),
                }
            });
            let line = line.inspect_err(|_| self.stop())?;
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
            visit(&line);
        }
    }

    /// Ends it, if it hasn't ended already.
    fn stop(&mut self) {
        let stopped = self.child.kill().and_then(|()| self.child.wait());
        if stopped.is_err() {
            eprintln!("a program did not end");
        }
        self.is_stopped = true;
    }

    /// Its own name and version.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Begins another game; the program forgets the last one.
    ///
    /// # Errors
    /// Where it ends, or does not answer.
    pub fn begin_game(&mut self) -> Result<(), String> {
        self.send("ucinewgame")?;
        self.ready()
    }

    /// Its move in a position, in the form of a `position` command, and its value of the position.
    ///
    /// # Errors
    /// Where it ends, does not answer, or answers with what is no move.
    pub fn choose<G: Variant>(&mut self, position: &str) -> Result<Choice, String> {
        if self.is_stopped {
            let (command, commands) = (self.command.clone(), self.commands.clone());
            *self = Self::start_with::<G>(&command, &commands, self.patience)?;
        }
        self.send(&format!("position {position}"))?;
        let go = last(&self.commands).to_owned();
        self.send(&go)?;
        let (mut nodes, mut worth) = (0, None);
        let line = self.until("bestmove", |line| {
            let after = |name: &'static str| {
                let mut words = line
                    .split_whitespace()
                    .skip_while(move |word| *word != name);
                words.next().map(|_| words)
            };
            let told = after("nodes").and_then(|mut words| words.next()?.parse().ok());
            nodes = told.unwrap_or(nodes);
            // a bound isn't a value
            if line.contains("bound") {
                return;
            }
            let told = after("score").and_then(|mut words| Some((words.next()?, words.next()?)));
            if let Some((unit, number)) = told {
                let kind = match unit {
                    "cp" => Worth::Centipawns,
                    _ => Worth::Mate,
                };
                worth = number.parse().ok().map(kind);
            }
        })?;
        let text = line.split_whitespace().nth(1).unwrap_or_default();
        let mv = G::parse(text).or_else(|| G::parse(&text.to_lowercase()));
        let command = &self.command;
        let mv = mv.ok_or_else(|| format!("the program {command} answered '{text}', no move"))?;
        Ok(Choice { mv, nodes, worth })
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use chess_engine::chess::Game;

    use super::*;

    const SHORT: Duration = Duration::from_millis(500);

    /// A shell script as a program.
    struct Script(PathBuf);

    impl Script {
        fn new(name: &str, text: &str) -> Self {
            let name = format!("minichess-{}-{name}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            std::fs::create_dir(&folder).unwrap();
            std::fs::write(folder.join("script"), text).unwrap();
            Script(folder)
        }

        fn start(&self, patience: [Duration; 2]) -> Result<Program, String> {
            let command = format!("sh {}", self.0.join("script").display());
            let started = Program::start_with::<Game>(&command, "go depth 9", patience);
            started.map_err(|error| error.replace(&*command, "PROGRAM"))
        }
    }

    impl Drop for Script {
        fn drop(&mut self) {
            std::fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn a_program_that_does_not_answer_is_given_up() {
        let refused = |name: &str, text: &str, patience| {
            let script = Script::new(name, text);
            script.start(patience).map(drop).unwrap_err()
        };
        let words = "the program PROGRAM did not answer 'uciok' within 0 seconds";
        assert_eq!(refused("silent", "exec sleep 60", [SHORT, READY]), words);
        // the same for a program that writes other lines forever
        let talks = "while :; do echo info; sleep 0.01; done";
        assert_eq!(refused("talker", talks, [SHORT, READY]), words);
        let short = refused("short", "echo uciok", [READY, READY]);
        assert!(short.starts_with("the program PROGRAM "), "{short}");
    }

    #[test]
    fn a_path_with_blanks_is_a_program_and_quotes_hold_words_together() {
        let script = Script::new("my engine", "");
        let path = script.0.join("script").display().to_string();
        assert_eq!(words(&path), Ok(vec![path.clone()]));
        let quoted = words(&format!("sh '{path}' -a \"b c\"")).unwrap();
        assert_eq!(quoted, ["sh", &*path, "-a", "b c"]);
        assert!(words("sh 'x").unwrap_err().contains("a quote has no end"));
    }

    #[test]
    fn a_program_that_was_too_slow_starts_again() {
        // it has no answer the first time
        let text = "if [ -e $0.was ]; then was=1; fi
            touch $0.was
            echo uciok; echo readyok
            if [ $was ]; then echo bestmove e2e4; fi
            exec sleep 60";
        let script = Script::new("slow", text);
        let mut program = script.start([READY, SHORT]).unwrap();
        let first = program.choose::<Game>("startpos").map(drop).unwrap_err();
        assert!(
            first.contains("did not answer 'bestmove' within"),
            "{first}"
        );
        program.patience = [READY, READY];
        let second = program.choose::<Game>("startpos").unwrap();
        assert_eq!(Game::text(second.mv), "e2e4");
    }

    #[test]
    fn a_promotion_in_capitals_is_read() {
        let script = Script::new(
            "capitals",
            "echo uciok; echo readyok; echo bestmove b7a8Q; exec sleep 60",
        );
        let mut program = script.start([READY, READY]).unwrap();
        let choice = program.choose::<Game>("startpos").unwrap();
        assert_eq!(Game::text(choice.mv), "b7a8q");
    }

    #[test]
    fn a_program_that_ended_between_two_moves_starts_again() {
        let text = "echo uciok; echo readyok; echo bestmove e2e4
            read uci; read isready; read position; read go";
        let script = Script::new("ended", text);
        let mut program = script.start([READY, READY]).unwrap();
        program.choose::<Game>("startpos").unwrap();
        program.child.wait().unwrap();
        // the next request finds that it has ended
        let _ = program.choose::<Game>("startpos");
        program.choose::<Game>("startpos").unwrap();
    }

    #[test]
    fn a_program_has_more_time_than_its_search() {
        let told = |millis| Duration::from_millis(millis) + MARGIN;
        for (go, wanted) in [
            ("go movetime 1500", told(1_500)),
            ("go depth 20 movetime 700", told(700)),
            (
                "go wtime 60000 btime 90000 winc 1000 binc 2000",
                told(92_000),
            ),
            ("go btime 5000", told(5_000)),
            ("go nodes 3000", LONGEST_SEARCH),
            ("go depth 12", LONGEST_SEARCH),
            ("go movetime", LONGEST_SEARCH),
        ] {
            assert_eq!(patience(go), wanted, "{go}");
        }
    }
}
