//! The local chain's event stream, which reports a contract's event immediately. The watch still reads
//! the events from the blocks, as on every other network: nothing depends on the stream, and without
//! it only the wait for a block is longer.

use std::io::Read;
use std::time::Duration;

use ureq::Agent;

use crate::signal::Signal;

/// How long to wait after the stream was lost.
const PAUSE: Duration = Duration::from_secs(2);

/// The time limit of the gateway's answer whether it has a stream.
const PATIENCE: Duration = Duration::from_secs(10);

/// Follows the events of a gateway's stream, and sets `event` at each, on a separate thread that
/// ends if the gateway has none. Nobody need wait for it: it may be reading when the program ends.
///
/// # Errors
/// As the system has them.
pub fn follow(url: String, event: Signal, stop: Signal) -> std::io::Result<()> {
    let thread = std::thread::Builder::new().name("events".into());
    thread.spawn(move || {
        while !matches!(listen(&url, &event, &stop), Ok(false)) && !stop.wait(PAUSE) {}
    })?;
    Ok(())
}

/// Passes on the stream's events until it ends. False if the chain has no stream.
fn listen(url: &str, event: &Signal, stop: &Signal) -> Result<bool, ureq::Error> {
    let agent: Agent = Agent::config_builder()
        .timeout_connect(Some(PATIENCE))
        .timeout_recv_response(Some(PATIENCE))
        .http_status_as_error(false)
        .build()
        .into();
    let mut answer = agent.get(url).call()?;
    let kind = answer.headers().get("content-type");
    if !kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
        return Ok(false);
    }
    let (mut events, mut read) = (answer.body_mut().as_reader(), [0; 4096]);
    // a sign of life counts too, which costs one look at the chain
    while events.read(&mut read)? > 0 && !stop.is_set() {
        event.set();
    }
    Ok(true)
}
