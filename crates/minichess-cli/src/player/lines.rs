//! The output of a program, line by line, with a bound on each wait.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// The most bytes of a line that are read: the longest lines of programs list all their variants.
const MAX_LINE_LEN: usize = 16 << 10;

/// The number of lines that can wait; a program that writes more is blocked.
const WAITING: usize = 256;

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLine {
    /// It did not come in time.
    Late,
    /// The program has ended, or closed its output.
    Ended,
}

/// A program's lines.
pub struct Lines(Receiver<String>);

impl Lines {
    /// Starts a reader on a separate thread, which ends with the program's output, or soon after
    /// this value is dropped.
    pub fn of(output: impl Read + Send + 'static) -> Self {
        let (sender, lines) = sync_channel(WAITING);
        thread::spawn(move || read(BufReader::new(output), &sender));
        Lines(lines)
    }

    /// The next line, without its end.
    pub fn next(&self, until: Instant) -> Result<String, NoLine> {
        let patience = until.saturating_duration_since(Instant::now());
        self.0.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Late,
            RecvTimeoutError::Disconnected => NoLine::Ended,
        })
    }
}

/// Reads until nobody wants more lines.
fn read(mut output: impl BufRead, lines: &SyncSender<String>) {
    loop {
        let mut line = vec![];
        let mut start = output.by_ref().take(MAX_LINE_LEN as u64);
        let is_whole = match start.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => line.ends_with(b"\n") || line.len() < MAX_LINE_LEN,
        };
        let text = String::from_utf8_lossy(&line);
        if lines.send(text.trim_end().to_owned()).is_err() {
            return;
        }
        // drop the end of a line that is too long
        if !is_whole && output.skip_until(b'\n').is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::time::Duration;

    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    #[test]
    fn lines_come_one_by_one_and_long_ones_are_cut() {
        let long = "x".repeat(MAX_LINE_LEN + 1);
        let whole = "y".repeat(MAX_LINE_LEN - 1);
        let text = format!("uciok\r\n{long}\n{whole}\n\nbestmove e2e4");
        let lines = Lines::of(io::Cursor::new(text));
        for wanted in ["uciok", &long[1..], &whole, "", "bestmove e2e4"] {
            assert_eq!(lines.next(soon()).as_deref(), Ok(wanted));
        }
        assert_eq!(lines.next(soon()), Err(NoLine::Ended));
    }

    #[test]
    fn a_line_without_an_end_is_cut_and_nobody_waits_for_its_end() {
        let lines = Lines::of(io::repeat(b'x'));
        assert_eq!(lines.next(soon()).unwrap().len(), MAX_LINE_LEN);
        let now = Instant::now();
        assert_eq!(lines.next(now), Err(NoLine::Late));
    }
}
