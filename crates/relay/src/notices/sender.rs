//! Sends notices to push services, on separate threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tracing::{error, warn};
use ureq::Agent;
use ureq::http::Uri;
use ureq::unversioned::transport::DefaultConnector;

use super::book::Book;
use super::encryption::encrypt;
use super::endpoint::{self, EndpointError, PublicOnly};
use super::notice::{Claimed, Notice};
use super::queue::{Item, Queue};
use super::subscription::SubscriberId;
use super::vapid::Vapid;
use crate::clock::now_millis;
use crate::signal::Signal;

/// The time limit of a push service's answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The number of messages that are sent at the same time.
const THREADS: usize = 4;

/// When a message is tried again that could not be sent, in seconds; then it is given up.
const AGAIN_SECONDS: [u64; 2] = [5, 60];

/// After how long the sender checks again a notice that another relay has claimed.
const LOOKED_AFTER: Duration = Duration::from_secs(10);

/// A message's place in the queue: by browser, and for turns, asks or open ends.
type Place = (SubscriberId, &'static str);

/// The answer of a push service to a message.
enum Sent {
    Taken,
    /// It was sent, or is no longer needed.
    Done,
    /// Another relay is telling it.
    ByAnother,
    /// The browser is no longer there.
    Gone,
    /// Perhaps later.
    Failed(String),
    Refused(String),
}

/// Sends notices.
pub struct Sender {
    pub vapid: Vapid,
    loopback: bool,
    book: Arc<Book>,
    queue: Queue<Place, Notice>,
    agent: Agent,
    sent: AtomicU64,
    failed: AtomicU64,
}

impl Sender {
    pub fn new(vapid: Vapid, loopback: bool, book: Arc<Book>) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .https_only(!loopback)
            // a redirection could lead anywhere, and a proxy would resolve names on its own
            .max_redirects(0)
            .proxy(None)
            .build();
        let resolver = PublicOnly { loopback };
        Sender {
            agent: Agent::with_parts(config, DefaultConnector::default(), resolver),
            vapid,
            loopback,
            book,
            queue: Queue::default(),
            sent: AtomicU64::new(0),
            failed: AtomicU64::new(0),
        }
    }

    /// The address of an endpoint that messages can be sent to.
    ///
    /// # Errors
    /// It isn't one.
    pub fn endpoint(&self, endpoint: &str) -> Result<Uri, EndpointError> {
        endpoint::read(endpoint, self.loopback)
    }

    /// Has a notice sent. Waits for nothing.
    pub fn send(&self, notice: Notice) {
        // checked when the subscription came
        let uri = self.endpoint(&notice.to.subscription.endpoint).ok();
        let host = uri.and_then(|uri| Some(uri.authority()?.to_string()));
        let item = Item {
            place: (notice.to.id, notice.kind.group()),
            host: host.unwrap_or_default(),
            job: notice,
            attempts: 0,
        };
        if !self.queue.push(item, Instant::now()) {
            self.failed.fetch_add(1, Relaxed);
        }
    }

    /// The number of notices sent, and of those given up.
    pub fn counts(&self) -> (u64, u64) {
        (self.sent.load(Relaxed), self.failed.load(Relaxed))
    }

    /// Starts its threads. They end soon after `stop` is set; nobody need wait for them.
    ///
    /// # Errors
    /// As the system has them.
    pub fn start(self: &Arc<Self>, stop: &Signal) -> std::io::Result<()> {
        for _ in 0..THREADS {
            let (sender, stop) = (self.clone(), stop.clone());
            let thread = std::thread::Builder::new().name("notices".into());
            thread.spawn(move || sender.run(&stop))?;
        }
        Ok(())
    }

    fn run(&self, stop: &Signal) {
        while !stop.is_set() {
            if let Some(item) = self.queue.take(Duration::from_millis(500)) {
                let result = self.claim_and_post(&item.job);
                self.queue.done(&item.host);
                self.note(item, result);
            }
        }
    }

    /// Sends a notice, unless another relay does.
    fn claim_and_post(&self, notice: &Notice) -> Sent {
        match self.book.shelf.claim(notice, now_millis()) {
            Ok(Claimed::Own) => self.post(notice),
            Ok(Claimed::Others) => Sent::ByAnother,
            Ok(Claimed::Done) => Sent::Done,
            Err(error) => Sent::Failed(error.to_string()),
        }
    }

    fn post(&self, notice: &Notice) -> Sent {
        let to = &notice.to.subscription;
        let Ok(uri) = self.endpoint(&to.endpoint) else {
            return Sent::Gone;
        };
        let body = match encrypt(notice.payload(), &to.p256dh, &to.auth) {
            Ok(body) => body,
            Err(error) => return Sent::Refused(error),
        };
        let answer = self
            .agent
            .post(&to.endpoint)
            .header("TTL", notice.ttl.as_secs().to_string())
            .header("Urgency", notice.kind.urgency())
            .header("Topic", notice.topic())
            .header("Content-Encoding", "aes128gcm")
            .header("Content-Type", "application/octet-stream")
            .header("Authorization", self.vapid.authorization(&uri))
            .send(&body[..]);
        match answer.map(|answer| answer.status().as_u16()) {
            Ok(200..=299) => Sent::Taken,
            Ok(404 | 410) => Sent::Gone,
            Ok(status @ (429 | 500..=599)) => Sent::Failed(format!("status {status}")),
            Ok(status) => Sent::Refused(format!("status {status}")),
            Err(error) => Sent::Failed(error.to_string()),
        }
    }

    fn note(&self, mut item: Item<Place, Notice>, result: Sent) {
        let kept = match result {
            Sent::Taken => {
                self.sent.fetch_add(1, Relaxed);
                self.book.shelf.set_told(&item.job.to.id, item.job.to.told)
            }
            Sent::Done => Ok(()),
            Sent::ByAnother => return self.queue.put_back(item, Instant::now() + LOOKED_AFTER),
            Sent::Gone => self.book.remove(&item.job.to.id),
            Sent::Failed(why) => match AGAIN_SECONDS.get(item.attempts as usize) {
                Some(seconds) => {
                    item.attempts += 1;
                    let at = Instant::now() + Duration::from_secs(*seconds);
                    return self.queue.put_back(item, at);
                }
                None => return self.give_up(&item, &why),
            },
            Sent::Refused(why) => return self.give_up(&item, &why),
        };
        if let Err(error) = kept {
            error!(event = %"store-failed", error = ?error.to_string());
        }
    }

    fn give_up(&self, item: &Item<Place, Notice>, why: &str) {
        self.failed.fetch_add(1, Relaxed);
        let about = item.job.kind.group();
        warn!(event = %"notice-failed", host = %item.host, %about, error = ?why);
    }
}
