//! The relay on a socket.

use std::future::{Future, IntoFuture};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use axum::Router;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::connection;
use crate::limits::MAX_MESSAGE_LEN;
use crate::metrics::{Metrics, count};
use crate::origin::Origins;
use crate::rooms::Rooms;

/// How long connections may take to end when the relay stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// Where and for whom.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The address to listen on; port 0 for any free one.
    pub address: SocketAddr,
    /// From which pages browsers may connect.
    pub origins: Origins,
}

/// What of a connection is read at once, in bytes.
const READ_BUFFER_LEN: usize = 4 * 1024;

struct Relay {
    rooms: Arc<Rooms>,
    origins: Origins,
    next_connection: AtomicU64,
    stop: watch::Receiver<bool>,
}

/// A relay that listens. [`Server::run`] serves.
pub struct Server {
    listener: TcpListener,
    relay: Arc<Relay>,
    stop: watch::Sender<bool>,
}

/// Listens. Connections wait until [`Server::run`].
///
/// # Errors
/// The address can't be listened on.
pub async fn serve(rooms: Rooms, options: ServeOptions) -> io::Result<Server> {
    let listener = TcpListener::bind(options.address).await?;
    let (stop, stopped) = watch::channel(false);
    let relay = Arc::new(Relay {
        rooms: Arc::new(rooms),
        origins: options.origins,
        next_connection: AtomicU64::new(1),
        stop: stopped,
    });
    Ok(Server {
        listener,
        relay,
        stop,
    })
}

impl Server {
    /// Where it listens.
    ///
    /// # Errors
    /// As the system has them.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `end`. Then messages that were taken are acknowledged, every client is told, and
    /// connections have 5 seconds to close.
    ///
    /// # Errors
    /// As the system has them.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Server {
            listener,
            relay,
            stop,
        } = self;
        let router = Router::new()
            .route("/play", get(play))
            .route("/health", get(health))
            .route("/metrics", get(metrics))
            .with_state(relay.clone());
        let mut stopping = relay.stop.clone();
        let served = axum::serve(listener, router).with_graceful_shutdown(async move {
            end.await;
            let _ = stop.send(true);
        });
        // axum doesn't wait for connections that were upgraded, and waits for half a request for ever
        let closed = async {
            let _ = stopping.wait_for(|stop| *stop).await;
            while relay.rooms.metrics().connections() > 0 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        let late = async {
            let _ = relay.stop.clone().wait_for(|stop| *stop).await;
            sleep(FAREWELL).await;
        };
        tokio::select! {
            (result, ()) = async { tokio::join!(served.into_future(), closed) } => result,
            () = late => Ok(()),
        }
    }
}

/// A connection in the count of those that are open.
struct Counted(Arc<Relay>);

impl Drop for Counted {
    fn drop(&mut self) {
        count(&self.0.rooms.metrics().connections_closed);
    }
}

async fn play(
    State(relay): State<Arc<Relay>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let origin = headers.get(header::ORIGIN);
    // an origin that isn't text is nobody's
    let origin = origin.map(|origin| origin.to_str().unwrap_or("null"));
    if !relay.origins.allow(origin) {
        return (StatusCode::FORBIDDEN, "this page may not connect\n").into_response();
    }
    let mut nonce = [0; 32];
    if getrandom::fill(&mut nonce).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let metrics: &Metrics = relay.rooms.metrics();
    if metrics.connections() >= relay.rooms.limits().connections as u64 {
        count(&metrics.connections_refused);
        return (StatusCode::SERVICE_UNAVAILABLE, "too many connections\n").into_response();
    }
    count(&metrics.connections_opened);
    let counted = Counted(relay);
    upgrade
        .max_message_size(MAX_MESSAGE_LEN)
        .max_frame_size(MAX_MESSAGE_LEN)
        // the library's default of 128 KiB would be most of what an idle connection takes
        .read_buffer_size(READ_BUFFER_LEN)
        .on_upgrade(move |socket| async move {
            let relay = &counted.0;
            let id = relay.next_connection.fetch_add(1, Relaxed);
            connection::serve(id, socket, relay.rooms.clone(), nonce, relay.stop.clone()).await;
        })
}

async fn health(State(relay): State<Arc<Relay>>) -> Response {
    match relay.rooms.store().works() {
        true => "ok\n".into_response(),
        false => (StatusCode::SERVICE_UNAVAILABLE, "the store fails\n").into_response(),
    }
}

async fn metrics(State(relay): State<Arc<Relay>>) -> Response {
    let text = relay
        .rooms
        .metrics()
        .text(relay.rooms.open(), relay.rooms.store().rooms());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
