//! A TCP connection to a relay with a deadline for reading and writing.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// A TCP connection with a deadline, however slowly the bytes come.
#[derive(Debug)]
pub struct Line {
    tcp: TcpStream,
    /// The deadline; `None`: none.
    pub until: Option<Instant>,
}

impl Line {
    /// Connects before a time, which is also the deadline after that.
    pub fn connect(place: &SocketAddr, until: Instant) -> io::Result<Self> {
        let tcp = TcpStream::connect_timeout(place, left_until(until)?)?;
        tcp.set_nodelay(true)?;
        let until = Some(until);
        Ok(Line { tcp, until })
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        self.until.map(left_until).transpose()
    }
}

/// The time left until then. A deadline in the past is reported like a timeout.
fn left_until(until: Instant) -> io::Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    match left.is_zero() {
        true => Err(io::ErrorKind::WouldBlock.into()),
        false => Ok(left),
    }
}

impl Read for Line {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.tcp.set_read_timeout(self.left()?)?;
        self.tcp.read(bytes)
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.tcp.set_write_timeout(self.left()?)?;
        self.tcp.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tcp.flush()
    }
}
