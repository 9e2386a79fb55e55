//! The program, as a user starts it, and the library's server in this process.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;

use relay::{Limits, Origins, Payer, Rooms, ServeOptions, Store, serve};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

use crate::harness::chess::Match;
use crate::harness::client::{Client, LONG, patiently};

pub struct Program {
    pub child: Child,
    pub url: String,
    pub log: Arc<Mutex<Vec<String>>>,
    reader: Option<JoinHandle<()>>,
    folder: Option<TempDir>,
}

impl Program {
    /// Starts it on a store, on any free port, and waits until it listens.
    pub fn start(store: &Path, options: &[impl AsRef<OsStr>]) -> Self {
        let store = ["--store".as_ref(), store.as_os_str()];
        let options = options.iter().map(AsRef::as_ref);
        Program::start_with(&store.into_iter().chain(options).collect::<Vec<_>>())
    }

    /// The same on a separate store.
    pub fn alone(options: &[impl AsRef<OsStr>]) -> Self {
        Program::on(Some(tempfile::tempdir().unwrap()), options)
    }

    /// The same on a store that another one had.
    pub fn on(folder: Option<TempDir>, options: &[impl AsRef<OsStr>]) -> Self {
        let folder = folder.expect("a store of its own");
        let mut program = Program::start(&folder.path().join("games"), options);
        program.folder = Some(folder);
        program
    }

    /// Killed and started again on its own store.
    pub fn again(self, options: &[impl AsRef<OsStr>]) -> Self {
        Program::on(self.kill(), options)
    }

    /// On a separate store without other options.
    pub fn plain() -> Self {
        Program::alone(&[""; 0])
    }

    /// The file of its separate store.
    pub fn store(&self) -> PathBuf {
        self.folder.as_ref().unwrap().path().join("games")
    }

    /// The output of a relay that ends immediately with these options.
    pub fn refusal(options: &[impl AsRef<OsStr>]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_relay"))
            .args(["--port", "0"])
            .args(options)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    }

    /// The same with these options alone.
    pub fn start_with(options: &[impl AsRef<OsStr>]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_relay"))
            .args(["--port", "0"])
            .args(options)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::<Mutex<Vec<String>>>::default();
        let (said, hear) = mpsc::channel();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let kept = log.clone();
        let reader = std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                kept.lock().unwrap().push(line.clone());
                let _ = said.send(line);
            }
        });
        let url = loop {
            let line = hear.recv_timeout(LONG).expect("it listens");
            if let Some((_, url)) = line.split_once("event=listening url=") {
                break url.split(' ').next().unwrap().to_string();
            }
        };
        Program {
            child,
            url,
            log,
            reader: Some(reader),
            folder: None,
        }
    }

    /// Waits until a line of its log contains these words.
    pub async fn until_said(&self, words: &str) {
        let look = async || {
            self.has_said(words)
                .then_some(())
                .ok_or(format!("not said: {words}"))
        };
        patiently(look).await;
    }

    pub fn has_said(&self, words: &str) -> bool {
        let log = self.log.lock().unwrap();
        log.iter().any(|line| line.contains(words))
    }

    /// All that a program which has ended has said.
    pub fn last_words(&mut self) -> String {
        // its answers may be in flight
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        self.log.lock().unwrap().join("\n")
    }

    /// Asks it to end.
    pub fn stop(&self) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status();
        assert!(sent.unwrap().success());
    }

    /// As `kill -9`. Returns its store, if that is separate.
    pub fn kill(mut self) -> Option<TempDir> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.folder.take()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // it may have ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A relay in this process, for limits that the program has no option for.
pub struct Local {
    pub url: String,
    stop: Option<oneshot::Sender<()>>,
    _folder: TempDir,
}

impl Local {
    /// A relay, and a client in a game's room.
    pub async fn room() -> (Self, Match, Client) {
        let (relay, game) = (Local::start(Limits::default()).await, Match::new(1));
        let (client, _) = Client::enter(&relay.url, &game).await;
        (relay, game, client)
    }

    pub async fn start(limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("games"), limits.kept_rooms).unwrap();
        let (url, (stop, _)) = serve_here(Rooms::new(store, None, limits, false), None).await;
        Local {
            url,
            stop: Some(stop),
            _folder: folder,
        }
    }
}

/// For tests that send as much as they can.
pub fn any_rate() -> Limits {
    Limits {
        messages_per_second: 1_000_000,
        burst: 1_000_000,
        ..Limits::default()
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        let _ = self.stop.take().unwrap().send(());
    }
}

/// Tells a relay to stop, and ends when it has.
pub type Stop = (
    oneshot::Sender<()>,
    tokio::task::JoinHandle<std::io::Result<()>>,
);

/// A relay's address in this process, and the signal that stops it.
pub async fn serve_here(rooms: Rooms, payer: Option<Payer>) -> (String, Stop) {
    let options = ServeOptions {
        address: "127.0.0.1:0".parse().unwrap(),
        origins: Origins::default(),
        payer,
        bots: vec![],
        page: None,
    };
    let server = serve(rooms, options).await.unwrap();
    let url = format!("ws://{}/play", server.address().unwrap());
    let (stop, stopped) = oneshot::channel();
    let served = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    (url, (stop, served))
}

/// The host and the port of a relay's address.
pub fn host(url: &str) -> &str {
    let address = url.strip_prefix("ws://").unwrap();
    address.strip_suffix("/play").unwrap()
}

/// A connection to a relay on which these bytes were sent.
pub async fn stream(url: &str, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(host(url)).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream
}

/// A page of the relay over HTTP: status line, headers and body.
pub async fn page(url: &str, request: &str) -> String {
    String::from_utf8(file(url, request).await).unwrap()
}

/// The same for any bytes.
pub async fn file(url: &str, request: &str) -> Vec<u8> {
    let (mut stream, mut answer) = (stream(url, request.as_bytes()).await, vec![]);
    stream.read_to_end(&mut answer).await.unwrap();
    answer
}

/// The request for a page.
pub fn get_request(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: relay\r\nConnection: close\r\n\r\n")
}

pub async fn get(url: &str, path: &str) -> String {
    page(url, &get_request(path)).await
}

/// Waits until a page of a relay is as wanted.
pub async fn until_page_is(url: &str, path: &str, is_there: impl Fn(&str) -> bool) {
    patiently(async || {
        let page = get(url, path).await;
        is_there(&page)
            .then_some(())
            .ok_or(format!("{path}: {page}"))
    })
    .await;
}

/// Waits until it contains these words.
pub async fn until_page(url: &str, path: &str, words: &str) {
    until_page_is(url, path, |page| page.contains(words)).await;
}

/// The relay's metrics have these lines.
pub async fn assert_metrics(url: &str, wanted: &[&str]) {
    let metrics = get(url, "/metrics").await;
    for line in wanted {
        let is_there = metrics.lines().any(|found| found == *line);
        assert!(is_there, "{line}: {metrics}");
    }
}

/// Posts a text as a page does: the status and the words of the answer.
pub async fn post(url: &str, path: &str, body: &str) -> (u16, String) {
    let len = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: relay\r\nOrigin: http://localhost:8080\r\n\
         Content-Type: text/plain\r\nContent-Length: {len}\r\nConnection: close\r\n\r\n{body}"
    );
    let answer = page(url, &request).await;
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    let words = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
    (status, words.trim().to_string())
}
