//! One run of the program, which may end badly.

use std::{cell::RefCell, fs::File, net::TcpStream, path::Path, process::Command};

use serde_json::{Value, json};

use crate::process::{Process, command, ended};

/// The most memory that the program may use, in KiB.
const MEMORY: u64 = 4 << 20;

/// The state file's epochs.
const EPOCHS: [&str; 2] = ["--epoch-length", "50"];

/// Half requests that are left open at the same time.
const OPEN: usize = 50;

pub struct Life {
    process: Process,
    errors: std::path::PathBuf,
    /// Connections that have become silent.
    open: RefCell<Vec<TcpStream>>,
}

/// Its error when it may not start.
pub fn refused_start(folder: &Path) -> String {
    let state = folder.join("state");
    let state = state.to_str().unwrap();
    let arguments = [&["--port", "0", "--state", state], &EPOCHS[..]].concat();
    let (code, [_, error]) = ended(&arguments);
    assert_eq!(code, Some(1), "it started");
    error
}

pub fn kill_now(pid: u32) {
    let killed = Command::new("kill").args(["-9", &pid.to_string()]).status();
    assert!(killed.unwrap().success());
}

fn last_words_in(errors: &Path) -> String {
    let text = std::fs::read_to_string(errors).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(5)..].join("\n")
}

impl Life {
    /// Starts it with its state in a folder.
    pub fn start(folder: &Path, mode: &str, reads: bool) -> Self {
        std::fs::create_dir_all(folder).unwrap();
        let errors = folder.join("errors");
        let mut command = command();
        command.args(["--block-time", mode]).args(EPOCHS);
        command.arg("--state").arg(folder.join("state"));
        command.stderr(File::create(&errors).unwrap());
        let process = match reads {
            true => Process::run(&mut command),
            false => Process::unread(&mut command),
        };
        Self {
            process,
            errors,
            open: RefCell::default(),
        }
    }

    pub fn url(&self) -> &str {
        &self.process.url
    }

    pub fn pid(&self) -> u32 {
        self.process.child.id()
    }

    pub fn is_alive(&mut self) -> bool {
        self.process.child.try_wait().unwrap().is_none()
    }

    pub fn last_words(&self) -> String {
        last_words_in(&self.errors)
    }

    /// A request's status and answer, or why there is none and the program's last output.
    pub fn ask(&self, path: &str, body: Option<&[u8]>) -> Result<(u16, Vec<u8>), String> {
        let url = format!("{}{path}", self.url());
        let answer = match body {
            None => self.process.agent.get(&url).call(),
            Some(body) => self.process.agent.post(&url).send(body),
        };
        let read = answer.and_then(|mut answer| {
            let status = answer.status().as_u16();
            let body = answer.body_mut().with_config().limit(1 << 30);
            Ok((status, body.read_to_vec()?))
        });
        if let Err(ureq::Error::Timeout(what)) = read {
            panic!("{path} hangs ({what}): {}", self.last_words());
        }
        read.map_err(|error| format!("{path} has no answer: {error}\n{}", self.last_words()))
    }

    pub fn post(&self, path: &str, body: &Value) -> Result<(u16, Value), String> {
        let (status, text) = self.ask(path, Some(body.to_string().as_bytes()))?;
        Ok((status, serde_json::from_slice(&text).unwrap_or_default()))
    }

    pub fn try_get(&self, path: &str) -> Option<Value> {
        self.data(path).ok()
    }

    pub fn get(&self, path: &str) -> Value {
        self.data(path).unwrap()
    }

    fn data(&self, path: &str) -> Result<Value, String> {
        let (_, text) = self.ask(path, None)?;
        let answer: Value = serde_json::from_slice(&text).unwrap_or_default();
        Ok(answer["data"].clone())
    }

    /// Whether it still listens.
    pub fn answers(&self) -> bool {
        self.try_get("/network/config").is_some()
    }

    pub fn mode(&self, mode: &str) {
        let path = format!("/simulator/block-time/{mode}");
        let (status, answer) = self.post(&path, &json!({})).unwrap();
        assert_eq!(status, 200, "{answer}: {}", self.last_words());
    }

    /// Lets it do everything that it can.
    pub fn settle(&mut self) {
        let memory = self.memory();
        assert!(memory < MEMORY, "it uses {memory} KiB");
        self.mode("0");
    }

    fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.pid());
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next());
        number.and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    pub fn dump(&self) -> Vec<u8> {
        let (status, dump) = self.ask("/simulator/dump-state", None).unwrap();
        assert_eq!(status, 200);
        dump
    }

    pub fn load(&self, dump: &[u8]) -> u16 {
        let answer = self.ask("/simulator/load-state", Some(dump));
        answer.unwrap().0
    }

    /// Lets the state file grow by at most this number of bytes, or without a limit.
    pub fn limit_files(&self, more: Option<u64>) {
        let state = self.errors.with_file_name("state");
        let limit = match more {
            None => "unlimited".to_string(),
            Some(more) => {
                let size = std::fs::metadata(state).unwrap().len();
                format!("{}:unlimited", size + more)
            }
        };
        let pid = self.pid().to_string();
        let done = Command::new("prlimit")
            .args(["--pid", &pid, &format!("--fsize={limit}")])
            .status();
        assert!(done.unwrap().success());
    }

    /// Keeps a connection open that says nothing more.
    pub fn leave_open(&self, stream: TcpStream) {
        let mut open = self.open.borrow_mut();
        if open.len() >= OPEN {
            open.clear();
        }
        open.push(stream);
    }

    /// Asks it to end.
    pub fn stop(self) {
        let Life {
            process, errors, ..
        } = self;
        assert!(process.stop(), "{}", last_words_in(&errors));
    }

    /// Kills without a chance to clean up.
    pub fn kill(self) {
        self.process.kill();
    }
}
