//! The commands, as they come in: a search looks for them without waiting.

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// A line of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Text.
    Text(String),
    /// Bytes that are no UTF-8.
    Unreadable,
    /// The end: there are no more lines.
    End,
}

/// The lines of the input. Lines that a running search can't obey wait until it has ended.
pub struct Input {
    lines: Receiver<Line>,
    put_off: VecDeque<Line>,
}

impl Input {
    /// Reads in a separate thread.
    pub fn read(mut input: impl BufRead + Send + 'static) -> Self {
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            while input.read_until(b'\n', &mut bytes).is_ok_and(|len| len > 0) {
                let line = String::from_utf8(std::mem::take(&mut bytes));
                if sender
                    .send(line.map_or(Line::Unreadable, Line::Text))
                    .is_err()
                {
                    break;
                }
            }
        });
        let put_off = VecDeque::new();
        Self { lines, put_off }
    }

    /// The next line, first those that were put off.
    pub fn next(&mut self) -> Line {
        match self.put_off.pop_front() {
            Some(line) => line,
            None => self.wait(),
        }
    }

    /// Waits for a new line.
    pub fn wait(&self) -> Line {
        self.lines.recv().unwrap_or(Line::End)
    }

    /// A new line, if there is one now.
    pub fn look(&self) -> Option<Line> {
        match self.lines.try_recv() {
            Ok(line) => Some(line),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Line::End),
        }
    }

    /// Puts off a line for [`Input::next`].
    pub fn put_off(&mut self, line: Line) {
        self.put_off.push_back(line);
    }
}
