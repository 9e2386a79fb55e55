//! The local chain as its own process, for tests.
#![allow(dead_code)] // each test file uses its part

use std::{
    io::{BufRead, BufReader},
    ops::Deref,
    process::{Child, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use localnet::{Address, address};
use serde_json::{Value, json};

use super::http::Client;

/// How long a test waits for an expected event.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program, until this is dropped.
pub struct Process {
    pub child: Child,
    client: Client,
    /// The lines that it prints after its greeting.
    lines: Receiver<String>,
    /// The same, if nobody reads them.
    unread: Option<BufReader<ChildStdout>>,
}

/// The program.
pub fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_localnet"))
}

/// The status and the output of the program with these arguments, which ends alone.
pub fn ended(arguments: &[&str]) -> (Option<i32>, [String; 2]) {
    let output = command().args(arguments).output().unwrap();
    let words = [output.stdout, output.stderr];
    let words = words.map(|text| String::from_utf8(text).unwrap());
    (output.status.code(), words)
}

impl Deref for Process {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Process {
    /// Starts it on a free port and reads all its output.
    pub fn start(arguments: &[&str]) -> Self {
        Self::run(command().args(arguments))
    }

    /// The same without its lines, with blocks made so.
    pub fn quiet(block_time: &str, more: &[&str]) -> Self {
        Self::start(&[&["--quiet", "--block-time", block_time], more].concat())
    }

    /// The same, of a command that becomes the program; `--port 0` is added.
    pub fn run(command: &mut Command) -> Self {
        let mut process = Self::unread(command);
        let (sender, lines) = channel();
        process.lines = lines;
        let reader = process.unread.take();
        std::thread::spawn(move || {
            let lines = reader.into_iter().flat_map(BufRead::lines);
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        process
    }

    /// The same on a terminal that nobody reads.
    pub fn unread(command: &mut Command) -> Self {
        let mut child = command
            .args(["--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        reader.read_line(&mut first).unwrap();
        let start = first
            .find("http://")
            .unwrap_or_else(|| panic!("the chain did not start: {first}"));
        let url = first[start..].split_whitespace().next().unwrap();
        Self {
            child,
            client: Client::of(url),
            lines: channel().1,
            unread: Some(reader),
        }
    }

    /// A transaction's status.
    pub fn status(&self, hash: &str) -> Value {
        let path = format!("/transaction/{hash}/process-status");
        self.data(&path)["status"].clone()
    }

    pub fn nonce(&self, address: &Address) -> u64 {
        let path = format!("/address/{}/nonce", address::encode(address));
        self.data(&path)["nonce"].as_u64().unwrap()
    }

    /// The next printed line that contains all of this.
    pub fn line_with(&self, parts: &[&str]) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left);
            let line = line.unwrap_or_else(|_| panic!("no line with {parts:?} came"));
            if parts.iter().all(|part| line.contains(part)) {
                return line;
            }
        }
    }

    /// Asks it to end, and waits until it has.
    pub fn stop(mut self) -> bool {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").arg(&pid).status().unwrap().success());
        let end = Instant::now() + 2 * PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            assert!(Instant::now() < end, "it doesn't end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Kills without a chance to clean up.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// No body.
pub fn nothing() -> Value {
    json!({})
}
