//! The measured relay: its start, and the resources of programs.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The relay's file, in a separate folder.
const STORE: &str = "games";

/// The relay's options: any free port, and no limit that these programs would meet.
const OPTIONS: &str =
    "--port 0 --max-rate 1000000 --max-burst 1000000 --max-connections 20000 --idle 86400";

/// A relay that listens on loopback, until this is dropped.
pub struct Process {
    pub child: Child,
    /// Its address.
    pub url: String,
    folder: tempfile::TempDir,
}

impl Process {
    /// Starts the relay with these additional options, and with a separate store, unless they name
    /// a NATS server.
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

    /// The length of the relay's file, in bytes.
    pub fn stored(&self) -> Result<u64, String> {
        let file = self.folder.path().join(STORE);
        let length = std::fs::metadata(&file).map(|file| file.len());
        length.map_err(|error| format!("{}: {error}", file.display()))
    }

    /// The memory in use, in bytes.
    pub fn memory(&self) -> Result<u64, String> {
        let status = read(&format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes =
            line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        Ok(kilobytes.ok_or("/proc/PID/status without VmRSS")? * 1024)
    }
}

/// The processor time of a program, in all of its threads.
pub fn processor_time(program: &Child) -> Result<Duration, String> {
    // utime and stime, in hundredths of a second, after the name in parentheses
    let stat = read(&format!("/proc/{}/stat", program.id()))?;
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
    match (ticks(11), ticks(12)) {
        (Some(user), Some(system)) => Ok(Duration::from_millis((user + system) * 10)),
        _ => Err("/proc/PID/stat without times".into()),
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
