//! A NATS server for one test, on loopback, with its own folder.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Nothing takes this long, however busy the machine.
const LONG: Duration = Duration::from_secs(60);

/// Ended when it is dropped, even if the test has failed.
pub struct Nats {
    pub child: Child,
    port: u16,
    /// The contents of its disk.
    pub folder: TempDir,
    /// The options of a cluster's member.
    member: Vec<String>,
}

/// A port that is free at this moment: the server needs the same one again after a restart.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// A server that listens, and its port.
fn start(folder: &Path, member: &[String], port: impl Fn() -> u16) -> (Child, u16) {
    let begun = Instant::now();
    loop {
        let port = port();
        if let Some(child) = try_start(port, folder, member) {
            return (child, port);
        }
        assert!(begun.elapsed() < LONG, "nats-server ends");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// `None` if it has ended: another program may have the port by now.
fn try_start(port: u16, folder: &Path, member: &[String]) -> Option<Child> {
    // Debian's package puts it into a folder that only root searches
    let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
    let child = Command::new("nats-server")
        .env("PATH", path)
        .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
        .args(["--jetstream", "--store_dir"])
        .arg(folder)
        .args(member)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.unwrap_or_else(|error| {
        panic!("nats-server: {error}; tools/setup.sh nats installs it");
    });
    let start = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        if child.try_wait().unwrap().is_some() {
            return None;
        }
        assert!(start.elapsed() < LONG, "nats-server doesn't listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(child)
}

impl Nats {
    pub fn start() -> Self {
        Nats::member(vec![])
    }

    /// Three servers that replicate their streams.
    pub fn cluster() -> [Self; 3] {
        let ports = [free_port(), free_port(), free_port()];
        let routes = ports.map(|port| format!("nats://127.0.0.1:{port}"));
        [0, 1, 2].map(|index| {
            let name = format!("server-{index}");
            let of = ["--name", &name, "--cluster_name", "cluster"];
            let at = ["--cluster", &routes[index], "--routes", &routes.join(",")];
            Nats::member([of, at].concat().into_iter().map(String::from).collect())
        })
    }

    fn member(member: Vec<String>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (child, port) = start(folder.path(), &member, free_port);
        Nats {
            child,
            port,
            folder,
            member,
        }
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// As `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// After [`Nats::kill`]: with the data on its disk.
    pub fn restart(&mut self) {
        (self.child, self.port) = start(self.folder.path(), &self.member, || self.port);
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // it may have ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
