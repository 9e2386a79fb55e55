//! A NATS server of a test's own, on loopback, with a folder of its own.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Nothing takes so long, however busy the machine.
const LONG: Duration = Duration::from_secs(60);

/// Ended when it is dropped, also if the test has failed.
pub struct Nats {
    child: Child,
    port: u16,
    /// What it has on its disk.
    pub folder: TempDir,
}

/// A port that was free a moment ago: the server is to have the same one again after a restart.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

fn start(port: u16, folder: &Path) -> Child {
    // Debian's package puts it where only root looks
    let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
    let child = Command::new("nats-server")
        .env("PATH", path)
        .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
        .args(["--jetstream", "--store_dir"])
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let child = child.unwrap_or_else(|error| {
        panic!("nats-server: {error}; tools/setup.sh nats installs it");
    });
    let start = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < LONG, "nats-server doesn't listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

impl Nats {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let child = start(port, folder.path());
        Nats {
            child,
            port,
            folder,
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

    /// After [`Nats::kill`]: with what it had on its disk.
    pub fn restart(&mut self) {
        self.child = start(self.port, self.folder.path());
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // it may have ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
