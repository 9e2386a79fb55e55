//! The programs that are measured: started, and what they take.

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a server may take to listen.
const STARTED: Duration = Duration::from_secs(30);

/// The relay's file, in a separate folder.
const STORE: &str = "games";

/// The relay's options: any free port, and no limit that these programs would meet.
const OPTIONS: &str =
    "--port 0 --max-rate 1000000 --max-burst 1000000 --max-connections 20000 --idle 86400";

/// A program that listens on loopback, until this is dropped.
pub struct Process {
    child: Child,
    /// Where.
    pub url: String,
    folder: tempfile::TempDir,
}

impl Process {
    /// Starts the relay with these options more, and with a separate store, unless they name a NATS
    /// server.
    pub fn relay(program: &Path, more: &[&str]) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", program.display());
        let folder = tempfile::tempdir().map_err(failed)?;
        let file = folder.path().join(STORE).display().to_string();
        let store: &[&str] = match more.contains(&"--nats") {
            true => &[],
            false => &["--store", &file],
        };
        let mut child = Command::new(program)
            .args(OPTIONS.split(' '))
            .args(more)
            .args(store)
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let log = child.stderr.take().ok_or("it has no standard error")?;
        let mut lines = BufReader::new(log).lines();
        let url = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, url) = line.split_once("event=listening url=")?;
            Some(url.split(' ').next()?.to_string())
        });
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Process {
            child,
            url: url.ok_or("it doesn't listen")?,
            folder,
        })
    }

    /// Starts `nats-server` with a folder of its own.
    pub fn nats() -> Result<Self, String> {
        let failed = |error: std::io::Error| {
            format!("nats-server: {error}; tools/setup.sh nats installs it")
        };
        let folder = tempfile::tempdir().map_err(failed)?;
        let free = TcpListener::bind("127.0.0.1:0").map_err(failed)?;
        let address = free.local_addr().map_err(failed)?;
        drop(free);
        // Debian's package puts it where only root looks
        let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
        let child = Command::new("nats-server")
            .env("PATH", path)
            .args(["--addr", "127.0.0.1", "--port", &address.port().to_string()])
            .args(["--jetstream", "--store_dir"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let server = Process {
            child,
            url: format!("nats://{address}"),
            folder,
        };
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            if start.elapsed() > STARTED {
                return Err("nats-server doesn't listen".into());
            }
            sleep(Duration::from_millis(20));
        }
        Ok(server)
    }

    /// The processor time that it has taken, by all of its threads.
    pub fn processor_time(&self) -> Result<Duration, String> {
        // utime and stime, in hundredths of a second, after the name in parentheses
        let stat = read(&format!("/proc/{}/stat", self.child.id()))?;
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
        match (ticks(11), ticks(12)) {
            (Some(user), Some(system)) => Ok(Duration::from_millis((user + system) * 10)),
            _ => Err("/proc/PID/stat without times".into()),
        }
    }

    /// How long the relay's file is, in bytes.
    pub fn stored(&self) -> Result<u64, String> {
        let file = self.folder.path().join(STORE);
        let length = std::fs::metadata(&file).map(|file| file.len());
        length.map_err(|error| format!("{}: {error}", file.display()))
    }

    /// The memory that it has, in bytes.
    pub fn memory(&self) -> Result<u64, String> {
        let status = read(&format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes =
            line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        Ok(kilobytes.ok_or("/proc/PID/status without VmRSS")? * 1024)
    }
}

/// The processor time of this thread.
pub fn own_time() -> Result<Duration, String> {
    let stat = read("/proc/thread-self/schedstat")?;
    let nanos = stat.split(' ').next().and_then(|nanos| nanos.parse().ok());
    Ok(Duration::from_nanos(
        nanos.ok_or("/proc/thread-self/schedstat without a time")?,
    ))
}

fn read(file: &str) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))
}

impl Drop for Process {
    fn drop(&mut self) {
        // it may have ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
