//! The chain over HTTP.

mod api;
pub(crate) mod ask;
mod bodies;
mod body;
mod connections;
mod control;
mod events;
pub(crate) mod extract;
mod gateway;
mod json;
pub(crate) mod own_pages;
mod page;
mod reply;
pub(crate) mod sdk_dapp;
mod simulator;

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    panic::AssertUnwindSafe,
    time::Duration,
};

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request},
    http::{Method, StatusCode},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use futures_util::FutureExt;
use tokio::{net::TcpListener, runtime::Runtime};
use tower_http::cors::CorsLayer;

use crate::chain::Chain;
use bodies::Bodies;
use reply::Reply;

/// Requests that use the chain at the same time; others wait their turn.
const CHAIN_THREADS: usize = 16;

/// The port of the official chain simulator.
pub const DEFAULT_PORT: u16 = 8085;

/// The address and the options of a server.
#[derive(Clone, Copy, Debug)]
pub struct ServeOptions {
    pub host: IpAddr,
    /// 0 for any free port.
    pub port: u16,
    /// How long a request's head and its body may each take to arrive, and a connection may
    /// be idle.
    pub patience: Duration,
    /// Bytes of requests' bodies that may be in memory at the same time.
    pub body_room: usize,
}

impl Default for ServeOptions {
    /// A free port of loopback, half a minute, 2 GiB.
    fn default() -> Self {
        Self {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            patience: Duration::from_secs(30),
            body_room: 2 << 30,
        }
    }
}

/// A chain being served, until this is dropped.
pub struct Server {
    address: SocketAddr,
    runtime: Option<Runtime>,
}

impl Server {
    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The gateway's address for tools, without a slash at the end.
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

/// Serves a chain on new threads.
///
/// ```
/// use localnet::{serve, Chain, Config, ServeOptions};
///
/// let chain = Chain::start(Config::default())?;
/// let server = serve(chain, ServeOptions::default()).unwrap();
/// println!("mxpy … --proxy {}", server.url());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the port can't be listened on.
pub fn serve(chain: Chain, options: ServeOptions) -> io::Result<Server> {
    serve_router(router(chain), options)
}

/// Serves a router, with the limits on connections and bodies.
pub(crate) fn serve_router(router: Router, options: ServeOptions) -> io::Result<Server> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(CHAIN_THREADS)
        .enable_all()
        .thread_name("http")
        .thread_stack_size(crate::vm::STACK)
        .build()?;
    let wanted = SocketAddr::new(options.host, options.port);
    let listener = runtime.block_on(TcpListener::bind(wanted))?;
    let address = listener.local_addr()?;
    let router = router
        .layer(middleware::from_fn_with_state(
            Bodies::new(options.patience, options.body_room),
            bodies::read_in_time,
        ))
        // `bodies` has the only limit
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn(tell_faults));
    runtime.spawn(connections::accept(listener, router, options.patience));
    Ok(Server {
        address,
        runtime: Some(runtime),
    })
}

/// All of the chain's routes.
fn router(chain: Chain) -> Router {
    // A page in someone's browser may use the chain, but not reset it.
    let for_pages = Router::new()
        .merge(gateway::routes())
        .merge(api::routes())
        .merge(events::routes())
        // before the layer, which wraps the routes added so far: browsers ask by OPTIONS
        .method_not_allowed_fallback(not_allowed)
        .layer(CorsLayer::permissive());
    Router::new()
        .merge(for_pages)
        .merge(page::routes())
        .merge(simulator::routes().layer(middleware::from_fn(own_pages::only)))
        .fallback(not_found)
        .method_not_allowed_fallback(not_allowed)
        .with_state(chain)
}

async fn not_found() -> Reply {
    let reason = "there is no such route: see the list in the local chain's README";
    Reply::failed(StatusCode::NOT_FOUND, reason)
}

/// The header `Allow` names the methods that there are.
async fn not_allowed(method: Method) -> Reply {
    let reason = format!("this route doesn't take {method}");
    Reply::failed(StatusCode::METHOD_NOT_ALLOWED, reason)
}

/// Reports a fault of the chain's own to the client as well; the terminal shows the cause.
async fn tell_faults(request: Request, next: Next) -> Response {
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    answered.unwrap_or_else(|_| {
        Reply::internal("a fault of the local chain: its terminal says more").into_response()
    })
}
