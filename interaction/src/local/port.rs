//! Ports on loopback.

use std::io;

/// Lets something listen on a port, or on a free one if the port is taken.
///
/// # Errors
/// It can't listen.
pub fn on_a_port<T>(port: u16, mut listen: impl FnMut(u16) -> io::Result<T>) -> io::Result<T> {
    match listen(port) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => listen(0),
        listening => listening,
    }
}
