//! `/events`: the chain's events as they come, server-sent.

use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::State,
    http::HeaderMap,
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
    routing::get,
};
use futures_util::stream;
use serde::{Deserialize, Deserializer};
use serde_json::json;
use tokio::sync::watch;

use super::{
    ask::on_thread,
    extract::{UrlQuery, number},
    reply::Reply,
};
use crate::{address, blocks::event_log::LoggedEvent, chain::Chain, narrate::Narrator};

/// The number of events taken from the chain at a time.
const AT_ONCE: usize = 100;

/// How often a silent stream says that it is alive.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

pub fn routes() -> Router<Chain> {
    Router::new().route("/events", get(events))
}

/// The parameters of a stream; an empty list wants all.
#[derive(Deserialize)]
struct Wanted {
    #[serde(default, rename = "address", deserialize_with = "list")]
    addresses: Vec<String>,
    #[serde(default, rename = "name", deserialize_with = "list")]
    names: Vec<String>,
    /// The number of the last event that isn't wanted.
    #[serde(default, deserialize_with = "number")]
    after: Option<u64>,
}

impl Wanted {
    fn wants(&self, logged: &LoggedEvent) -> bool {
        let (names, event) = (&self.names, &logged.event);
        let is_named = || {
            names.contains(&event.identifier)
                || logged.name().is_some_and(|name| names.contains(&name))
        };
        (self.addresses.is_empty() || self.addresses.contains(&event.address))
            && (names.is_empty() || is_named())
    }
}

/// Reads a list with commas.
fn list<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let text = String::deserialize(from)?;
    let parts = text.split(',').filter(|_| !text.is_empty());
    Ok(parts.map(str::to_string).collect())
}

async fn events(
    State(chain): State<Chain>,
    UrlQuery(wanted): UrlQuery<Wanted>,
    headers: HeaderMap,
) -> Response {
    for text in &wanted.addresses {
        if let Err(error) = address::decode(text) {
            return Reply::bad_request(format!("invalid address {text}: {error}")).into_response();
        }
    }
    // A browser that connects again sends the number of the last event that it got.
    let last = match headers.get("last-event-id") {
        None => wanted.after,
        Some(text) => match text.to_str().ok().and_then(|text| text.parse().ok()) {
            Some(id) => Some(id),
            None => return Reply::bad_request("Last-Event-ID is a number").into_response(),
        },
    };
    let asked = chain.clone();
    let (changes, cuts, count) = on_thread(move || {
        let changes = asked.event_changes();
        let cuts = changes.borrow().len();
        (changes, cuts, asked.event_count())
    })
    .await;
    let follow = Follow {
        narrator: Arc::new(Narrator::new(&chain)),
        chain,
        wanted: Arc::new(wanted),
        after: last.unwrap_or(count),
        changes,
        cuts,
        found: VecDeque::new(),
    };
    let stream = stream::unfold(follow, |mut follow| async move {
        let next = follow.next().await?;
        Some((Ok::<_, Infallible>(next), follow))
    });
    Sse::new(stream)
        .keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
        .into_response()
}

/// A stream's place in the chain's events.
struct Follow {
    chain: Chain,
    narrator: Arc<Narrator>,
    wanted: Arc<Wanted>,
    /// The number of the last event that was looked at.
    after: u64,
    changes: watch::Receiver<Vec<u64>>,
    /// The number of cuts of the events that the stream has reported.
    cuts: usize,
    found: VecDeque<LoggedEvent>,
}

impl Follow {
    /// The next event; `None` when the chain is gone.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(logged) = self.found.pop_front() {
                return Some(self.told(logged).await);
            }
            let cut = {
                let cuts = self.changes.borrow_and_update();
                let new = cuts.get(self.cuts..).unwrap_or_default();
                let least = new.iter().min().copied();
                self.cuts = cuts.len();
                least
            };
            if let Some(kept) = cut {
                self.after = self.after.min(kept);
                let data = json!({"last": kept}).to_string();
                let id = self.after.to_string();
                return Some(Event::default().event("reverted").id(id).data(data));
            }
            let (chain, wanted, after) = (self.chain.clone(), self.wanted.clone(), self.after);
            let (count, found) = on_thread(move || {
                let count = chain.event_count();
                let wanted = |logged: &LoggedEvent| wanted.wants(logged);
                (count, chain.events(after, AT_ONCE, wanted))
            })
            .await;
            match found.last() {
                Some(last) => self.after = last.id,
                None => {
                    self.after = self.after.max(count);
                    self.changes.changed().await.ok()?;
                }
            }
            self.found.extend(found);
        }
    }

    async fn told(&self, logged: LoggedEvent) -> Event {
        let (chain, narrator) = (self.chain.clone(), self.narrator.clone());
        on_thread(move || {
            let id = logged.id.to_string();
            let address = address::decode(&logged.event.address);
            let mut json = json!(logged);
            json["name"] = json!(logged.name());
            json["text"] = json!(narrator.event(&logged.event));
            json["shard"] = json!(address.map_or(0, |address| chain.shard_of(&address)));
            Event::default().id(id).data(json.to_string())
        })
        .await
    }
}
