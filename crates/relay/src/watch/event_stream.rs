//! The local chain's event stream, which reports a contract's event immediately. The watch still reads
//! the events from the blocks, as on every other network: nothing depends on the stream, and without
//! it only the wait for a block is longer.

use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use ureq::Agent;

use crate::lock::lock;
use crate::stop::Stop;

/// How long to wait after the stream was lost.
const PAUSE: Duration = Duration::from_secs(2);

/// How long the gateway may take to say whether it has a stream.
const PATIENCE: Duration = Duration::from_secs(10);

/// Tells whoever waits that something has happened.
#[derive(Clone, Default)]
pub struct EventStream(Arc<(Mutex<bool>, Condvar)>);

impl EventStream {
    fn tell(&self) {
        let (has_come, heard) = &*self.0;
        *lock(has_come) = true;
        heard.notify_all();
    }

    /// Waits this long, or until something comes. Returns whether it has since the last time.
    pub fn wait(&self, at_most: Duration) -> bool {
        let (has_come, heard) = &*self.0;
        let waited = heard.wait_timeout_while(lock(has_come), at_most, |has_come| !*has_come);
        std::mem::take(&mut *waited.unwrap_or_else(PoisonError::into_inner).0)
    }

    /// Follows the events of a gateway's stream, on a separate thread that ends where the gateway
    /// has none. Nobody need wait for it: it may be reading when the program ends.
    ///
    /// # Errors
    /// As the system has them.
    pub fn follow(&self, url: String, stop: Stop) -> std::io::Result<()> {
        let events = self.clone();
        let thread = std::thread::Builder::new().name("events".into());
        thread.spawn(move || {
            while !matches!(events.listen(&url, &stop), Ok(false)) && !stop.sleep(PAUSE) {}
        })?;
        Ok(())
    }

    /// Passes on the stream's events until it ends. False if there is no stream.
    fn listen(&self, url: &str, stop: &Stop) -> Result<bool, ureq::Error> {
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
            self.tell();
        }
        Ok(true)
    }
}
