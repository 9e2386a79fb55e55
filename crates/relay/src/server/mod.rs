//! The relay on a socket: requests of clients and pages come in here, and go to the rooms.

mod bots;
mod connection;
mod line;
mod lobby_feed;
#[cfg(feature = "program")]
mod notice_routes;
mod origin;
mod purse_routes;
mod ratings;
mod share;

use std::future::{Future, IntoFuture};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, watch};
use tokio::time::sleep;

use crate::limits::MAX_MESSAGE_LEN;
use crate::room::{Client, Rooms};
use crate::settle::{Payer, Settlement};
use crate::signal::Signal;
use crate::watch::Watch;

pub use bots::BotName;
use lobby_feed::feed;
pub use origin::Origins;

/// How often the relay's parts are looked at.
const LOOKED_AT: Duration = Duration::from_secs(1);

/// How long connections may take to end when the relay stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// The socket, and the clients that it is open to.
pub struct ServeOptions {
    /// The address to listen on; port 0 for any free one.
    pub address: SocketAddr,
    /// From which pages browsers may connect.
    pub origins: Origins,
    /// The account that pays for submitting games to the chain, if there is one.
    pub payer: Option<Payer>,
    /// Players that are programs.
    pub bots: Vec<BotName>,
    /// The page that shared links lead to, `https://chess.example/`.
    pub page: Option<String>,
}

/// The size of one read from a connection, in bytes.
const READ_BUFFER_LEN: usize = 4 * 1024;

/// The number of clients that may read the lobby at the same time.
const LOBBY_READERS: usize = 1_000;

struct Relay {
    rooms: Arc<Rooms>,
    options: ServeOptions,
    /// A request for a drawing holds one.
    pictures: Semaphore,
    #[cfg(feature = "program")]
    door: notice_routes::Door,
    next_connection: AtomicU64,
    /// The number of connections of browsers.
    pages: Arc<AtomicU64>,
    /// Each reader of the lobby holds one.
    lobby_readers: Arc<Semaphore>,
    stop: watch::Receiver<bool>,
}

/// A relay that listens. [`Server::run`] serves.
pub struct Server {
    listener: TcpListener,
    relay: Arc<Relay>,
    payer: Option<Payer>,
    stop: watch::Sender<bool>,
}

/// Listens. Connections wait until [`Server::run`].
///
/// # Errors
/// The address can't be listened on.
pub async fn serve(rooms: Rooms, mut options: ServeOptions) -> io::Result<Server> {
    let listener = TcpListener::bind(options.address).await?;
    let (stop, stopped) = watch::channel(false);
    let payer = options.payer.take();
    let relay = Arc::new(Relay {
        rooms: Arc::new(rooms),
        options,
        pictures: Semaphore::new(share::AT_ONCE),
        #[cfg(feature = "program")]
        door: Default::default(),
        next_connection: AtomicU64::new(1),
        pages: Arc::default(),
        lobby_readers: Arc::new(Semaphore::new(LOBBY_READERS)),
        stop: stopped,
    });
    Ok(Server {
        listener,
        relay,
        payer,
        stop,
    })
}

impl Server {
    /// The address that it listens on.
    ///
    /// # Errors
    /// As the system has them.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `end`. Then pending messages are acknowledged, every client is notified, and
    /// connections have 5 seconds to close.
    ///
    /// # Errors
    /// As the system has them; or one of the relay's parts has ended, without which games would go
    /// unwatched: the relay must be restarted.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let relay = self.relay;
        let stop_threads = Signal::default();
        let threads = start_threads(&relay.rooms, self.payer, &stop_threads)?;
        let shared = &relay.rooms.shared;
        let feed = shared
            .store
            .follow_others(&relay.rooms, shared.people_changes.clone());
        let ended = async {
            while !threads.iter().any(JoinHandle::is_finished)
                && !feed.iter().any(|task| task.is_finished())
            {
                sleep(LOOKED_AT).await;
            }
            io::Error::other("a part of the relay has ended; start the relay again")
        };
        let router = routes(&relay);
        let mut stopping = relay.stop.clone();
        let served = axum::serve(self.listener, router).with_graceful_shutdown(async move {
            end.await;
            let _ = self.stop.send(true);
        });
        // axum doesn't wait for connections that were upgraded, and waits for half a request
        // forever
        let closed = async {
            let _ = stopping.wait_for(|stop| *stop).await;
            while relay.rooms.shared.metrics.connections.get() > 0 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        let late = async {
            let _ = relay.stop.clone().wait_for(|stop| *stop).await;
            sleep(FAREWELL).await;
        };
        let result = tokio::select! {
            (result, ()) = async { tokio::join!(served.into_future(), closed) } => result,
            () = late => Ok(()),
            error = ended => Err(error),
        };
        stop_threads.set();
        let ended = tokio::task::spawn_blocking(move || {
            for thread in threads {
                // a thread that panicked has said so
                let _ = thread.join();
            }
        });
        let _ = ended.await;
        feed.iter().for_each(|task| task.abort());
        result
    }
}

fn routes(relay: &Arc<Relay>) -> Router {
    let for_pages = Router::new()
        .route("/play", get(play))
        .route("/lobby", get(lobby))
        .route("/bots", get(bots::list))
        .route("/ratings/{contract}/{player}", get(ratings::of_player))
        .merge(purse_routes::routes());
    #[cfg(feature = "program")]
    let for_pages = for_pages.merge(notice_routes::routes());
    for_pages
        .route_layer(from_fn_with_state(relay.clone(), answer_pages))
        .route("/share/{contract}/{game}", get(share::game))
        .route("/health", get(health))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
        .with_state(relay.clone())
}

/// Starts the watch on the chain, if contracts are named, and the settlement, if there is a payer.
fn start_threads(
    rooms: &Arc<Rooms>,
    payer: Option<Payer>,
    stop: &Signal,
) -> io::Result<Vec<JoinHandle<()>>> {
    let runtime = Handle::current();
    let mut threads = vec![];
    let mut start = |name: &str, work: Box<dyn FnOnce() + Send>| {
        let thread = std::thread::Builder::new().name(name.into());
        threads.push(thread.spawn(work)?);
        io::Result::Ok(())
    };
    #[cfg(feature = "program")]
    if let Some(notices) = &rooms.shared.notices {
        notices.sender.start(stop)?;
    }
    let shared = rooms.shared.clone();
    let watched = shared.chain.clone();
    if let Some(chain) = watched.filter(|chain| !chain.contracts.is_empty()) {
        let watch = Watch::new(rooms.clone(), chain, runtime.clone(), stop.clone());
        watch.listen()?;
        start("watch", Box::new(move || watch.run()))?;
    }
    if let Some((standings, chain)) = shared.lobby.standings.clone().zip(shared.chain.clone()) {
        let stop = stop.clone();
        let read = move || {
            standings.run(&chain, &stop, |contract| shared.lobby.rate_again(contract));
        };
        start("ratings", Box::new(read))?;
    }
    if let Some(payer) = payer {
        let settlement = Settlement::new(rooms.clone(), payer, runtime, stop.clone());
        start("settlement", Box::new(move || settlement.run()))?;
    }
    Ok(threads)
}

/// A connection in the counts of those that are open.
struct Counted {
    relay: Arc<Relay>,
    is_page: bool,
}

impl Counted {
    /// `None` if there are as many as there may be.
    fn new(relay: &Arc<Relay>, headers: &HeaderMap) -> Option<Self> {
        let metrics = &relay.rooms.shared.metrics;
        if metrics.connections.get() >= relay.rooms.limits.connections as i64 {
            metrics.connections_refused.inc();
            return None;
        }
        metrics.connections_opened.inc();
        metrics.connections.inc();
        // browsers send one of these
        let is_page =
            headers.contains_key(header::ORIGIN) || headers.contains_key("sec-fetch-mode");
        relay.pages.fetch_add(is_page.into(), Relaxed);
        Some(Counted {
            relay: relay.clone(),
            is_page,
        })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.relay.rooms.shared.metrics.connections.dec();
        self.relay.pages.fetch_sub(self.is_page.into(), Relaxed);
    }
}

/// Answers pages that may connect, and lets them read it. An origin that isn't text is nobody's.
async fn answer_pages(State(relay): State<Arc<Relay>>, asked: Request, next: Next) -> Response {
    let origin = asked.headers().get(header::ORIGIN).cloned();
    let named = origin.as_ref().map(|it| it.to_str().unwrap_or("null"));
    if !relay.options.origins.allow(named) {
        return (StatusCode::FORBIDDEN, "this page may not connect\n").into_response();
    }
    let mut response = next.run(asked).await;
    if let Some(origin) = origin {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::VARY, HeaderValue::from_static("origin"));
    }
    response
}

fn too_many() -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, "too many connections\n").into_response()
}

async fn play(
    State(relay): State<Arc<Relay>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let mut nonce = [0; 32];
    if getrandom::fill(&mut nonce).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let Some(counted) = Counted::new(&relay, &headers) else {
        return too_many();
    };
    upgrade
        .max_message_size(MAX_MESSAGE_LEN)
        .max_frame_size(MAX_MESSAGE_LEN)
        // the library's default of 128 KiB would be most of an idle connection's memory
        .read_buffer_size(READ_BUFFER_LEN)
        .on_upgrade(move |socket| async move {
            let relay = &counted.relay;
            let id = relay.next_connection.fetch_add(1, Relaxed);
            let client = Client { id, nonce };
            connection::serve(client, socket, relay.rooms.clone(), relay.stop.clone()).await;
        })
}

async fn lobby(State(relay): State<Arc<Relay>>, headers: HeaderMap) -> Response {
    let Some(counted) = Counted::new(&relay, &headers) else {
        return too_many();
    };
    let Ok(permit) = relay.lobby_readers.clone().try_acquire_owned() else {
        let words = "too many read the lobby\n";
        return (StatusCode::SERVICE_UNAVAILABLE, words).into_response();
    };
    let shared = relay.rooms.shared.clone();
    let kept = (counted, permit);
    let bots = serde_json::to_string(&relay.options.bots).unwrap_or_default();
    let pages = relay.pages.clone();
    feed(shared, bots, pages, relay.stop.clone(), kept).into_response()
}

async fn health(State(relay): State<Arc<Relay>>) -> Response {
    let (carrying, settling) = relay.rooms.troubles();
    match relay.rooms.shared.store.games().works() {
        true => report("ok", &[carrying, settling].concat()).into_response(),
        false => (StatusCode::SERVICE_UNAVAILABLE, "the store fails\n").into_response(),
    }
}

/// Whether the relay can carry games now. Whether it can submit them to the chain doesn't count.
async fn ready(State(relay): State<Arc<Relay>>) -> Response {
    let (carrying, _) = relay.rooms.troubles();
    match carrying.is_empty() {
        true => "ready\n".into_response(),
        false => {
            let report = report("not ready", &carrying);
            (StatusCode::SERVICE_UNAVAILABLE, report).into_response()
        }
    }
}

/// A first line, and one for each trouble.
fn report(first: &str, troubles: &[String]) -> String {
    let lines = std::iter::once(first).chain(troubles.iter().map(String::as_str));
    lines.map(|line| format!("{line}\n")).collect()
}

async fn metrics(State(relay): State<Arc<Relay>>) -> Response {
    let text = relay.rooms.metrics_text();
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
