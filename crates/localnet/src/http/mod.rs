//! The chain over HTTP.

mod api;
mod body;
mod gateway;
mod json;
mod reply;
mod simulator;

use std::{
    future::poll_fn,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    pin::Pin,
    time::Duration,
};

use axum::{
    Router,
    body::HttpBody,
    extract::{DefaultBodyLimit, Request},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use tokio::{net::TcpListener, runtime::Runtime};
use tower_http::cors::CorsLayer;

use crate::chain::Chain;
use reply::Reply;

/// The largest request body that is read. A transaction's data ends at 1 MiB,
/// so that 16 MiB take in any bulk of transactions a client would send.
const MAX_BODY: usize = 16 << 20;

/// Requests that use the chain at once; others wait their turn.
const CHAIN_THREADS: usize = 16;

/// The port of the official chain simulator.
pub const DEFAULT_PORT: u16 = 8085;

/// Where a chain is served.
#[derive(Clone, Copy, Debug)]
pub struct ServeOptions {
    pub host: IpAddr,
    /// 0 for any free port.
    pub port: u16,
}

impl Default for ServeOptions {
    /// Loopback, [`DEFAULT_PORT`].
    fn default() -> Self {
        Self {
            host: Ipv4Addr::LOCALHOST.into(),
            port: DEFAULT_PORT,
        }
    }
}

/// A chain being served, until this is dropped.
pub struct Server {
    address: SocketAddr,
    runtime: Option<Runtime>,
}

impl Server {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The gateway address to give to tools, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(1));
        }
    }
}

/// Serves a chain on threads of its own.
///
/// ```
/// use localnet::{serve, Chain, Config, ServeOptions};
///
/// let chain = Chain::start(Config::default())?;
/// let server = serve(chain, ServeOptions { port: 0, ..ServeOptions::default() }).unwrap();
/// println!("mxpy … --proxy {}", server.url());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the port can't be listened on.
pub fn serve(chain: Chain, options: ServeOptions) -> io::Result<Server> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(CHAIN_THREADS)
        .enable_all()
        .thread_name("http")
        .build()?;
    let wanted = SocketAddr::new(options.host, options.port);
    let listener = runtime.block_on(TcpListener::bind(wanted))?;
    let address = listener.local_addr()?;
    runtime.spawn(async move { axum::serve(listener, router(chain)).await });
    Ok(Server {
        address,
        runtime: Some(runtime),
    })
}

/// All of the chain's routes.
fn router(chain: Chain) -> Router {
    Router::new()
        .merge(gateway::routes())
        .merge(simulator::routes())
        .merge(api::routes())
        .fallback(not_found)
        .method_not_allowed_fallback(not_found)
        .layer(middleware::from_fn(read_whole))
        .layer(CorsLayer::permissive())
        // read_whole has the only limit
        .layer(DefaultBodyLimit::disable())
        .with_state(chain)
}

/// Reads a request's body before it is answered, also where the answer doesn't need it:
/// a connection with an unread body is closed, and the client's next request on it lost.
/// Of a body that is too large the rest is thrown away, so that the client gets to read why.
async fn read_whole(request: Request, next: Next) -> Response {
    let (parts, mut body) = request.into_parts();
    let mut bytes = Vec::new();
    let mut length = 0;
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let data = match frame.map(|frame| frame.into_data()) {
            Ok(data) => data.unwrap_or_default(),
            Err(error) => {
                return Reply::too_large(format!("validation error: {error}")).into_response();
            }
        };
        length += data.len();
        if length <= MAX_BODY {
            bytes.extend_from_slice(&data);
        } else if length > 4 * MAX_BODY {
            break;
        }
    }
    if length > MAX_BODY {
        let error = "validation error: length limit exceeded".to_owned();
        return Reply::too_large(error).into_response();
    }
    next.run(Request::from_parts(parts, bytes.into())).await
}

async fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "404 page not found").into_response()
}

/// Uses the chain away from the threads that serve connections.
async fn on_chain<T: Send + 'static>(
    chain: Chain,
    use_chain: impl FnOnce(&Chain) -> T + Send + 'static,
) -> T {
    tokio::task::spawn_blocking(move || use_chain(&chain))
        .await
        .expect("the chain doesn't panic")
}
