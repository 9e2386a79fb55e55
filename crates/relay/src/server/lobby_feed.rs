//! The lobby as server-sent events.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::room::Shared;

/// How long changes are gathered before they are sent: a game that changes more often is sent once.
const GATHERED: Duration = Duration::from_millis(250);

/// How often readers learn how many pages are open, if that has changed.
const ONLINE_EVERY: Duration = Duration::from_secs(2);

/// One reader of the lobby. `kept` lives as long as the reader.
struct Reader<T> {
    shared: Arc<Shared>,
    changed: watch::Receiver<u64>,
    stop: watch::Receiver<bool>,
    seen: u64,
    /// Up to which version all games are sent before `ready`; `None` after it.
    ready_at: Option<u64>,
    events: VecDeque<Event>,
    /// The number of pages that are open, and the one that was sent last.
    pages: (Arc<AtomicU64>, u64),
    _kept: T,
}

/// The bots in JSON, all games of the lobby, then `ready`, then each game that changes, until `stop`
/// turns true; `online` with the number of open pages, whenever that changes.
pub fn feed<T: Send + 'static>(
    shared: Arc<Shared>,
    bots: String,
    pages: Arc<AtomicU64>,
    stop: watch::Receiver<bool>,
    kept: T,
) -> Sse<impl Stream<Item = Result<Event, Infallible>> + Send> {
    let changed = shared.lobby.watch();
    let ready_at = Some(*changed.borrow());
    let reader = Reader {
        shared,
        changed,
        stop,
        seen: 0,
        ready_at,
        events: VecDeque::from([event(("bots", bots))]),
        pages: (pages, 0),
        _kept: kept,
    };
    let stream = unfold(reader, async |mut reader| {
        let event = reader.next().await?;
        Some((Ok(event), reader))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}

fn event((name, json): (&'static str, String)) -> Event {
    Event::default().event(name).data(json)
}

impl<T> Reader<T> {
    fn count_pages(&mut self) {
        let (pages, sent) = &mut self.pages;
        let now = pages.load(Relaxed);
        if now != *sent {
            *sent = now;
            self.events.push_back(event(("online", now.to_string())));
        }
    }

    /// The next event; `None` when the relay stops.
    async fn next(&mut self) -> Option<Event> {
        while self.events.is_empty() {
            let seen = self.seen;
            if self.ready_at.is_none() {
                tokio::select! {
                    changed = self.changed.wait_for(|version| *version > seen) => changed.ok().map(drop)?,
                    _ = self.stop.wait_for(|stop| *stop) => return None,
                    () = sleep(ONLINE_EVERY) => {}
                }
                self.count_pages();
                if *self.changed.borrow() == seen {
                    continue;
                }
                sleep(GATHERED).await;
            }
            let (games, seen) = self.shared.lobby.since(self.seen);
            self.events.extend(games.into_iter().map(event));
            self.seen = seen;
            if self.ready_at.is_some_and(|at| seen >= at) {
                self.ready_at = None;
                self.count_pages();
                self.events
                    .push_back(Event::default().event("ready").data("{}"));
            }
        }
        self.events.pop_front()
    }
}
