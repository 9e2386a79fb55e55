//! The relay's command.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use relay::{Chain, Limits, Origins, Rooms, ServeOptions, Store, log, serve};
use tokio::signal::unix::{SignalKind, signal};

/// Carries signed moves of on-chain chess between players, and keeps them in a file.
#[derive(Parser)]
#[command(name = "relay", version)]
struct Options {
    /// The port to listen on; 0 for any free one
    #[arg(long, default_value_t = 8090)]
    port: u16,

    /// The address to listen on; loopback unless a TLS proxy is elsewhere
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,

    /// The file that keeps the games; made if it isn't there
    #[arg(long, value_name = "FILE", default_value = "relay.redb")]
    store: PathBuf,

    /// A page that may connect, as https://chess.example, or *; several times. Without it: pages of this machine
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<String>,

    /// A gateway of the chain, as https://gateway.multiversx.com: only its games and their keys are taken. Without it: whatever clients name
    #[arg(long, value_name = "URL")]
    gateway: Option<String>,

    /// Connections at once
    #[arg(long, default_value_t = Limits::default().connections)]
    max_connections: usize,

    /// Connections in one room at once
    #[arg(long, default_value_t = Limits::default().room_connections)]
    max_room_connections: usize,

    /// Games in the store
    #[arg(long, default_value_t = Limits::default().kept_rooms)]
    max_games: u64,

    /// Messages a second from one connection
    #[arg(long, default_value_t = Limits::default().messages_per_second, value_parser = clap::value_parser!(u32).range(1..))]
    max_rate: u32,

    /// Messages at once from one connection
    #[arg(long, default_value_t = Limits::default().burst, value_parser = clap::value_parser!(u32).range(1..))]
    max_burst: u32,

    /// Seconds without a sign of life after which a connection is closed
    #[arg(long, default_value_t = Limits::default().idle.as_secs(), value_parser = clap::value_parser!(u64).range(1..=86_400))]
    idle: u64,
}

impl Options {
    fn limits(&self) -> Limits {
        let defaults = Limits::default();
        Limits {
            connections: self.max_connections,
            room_connections: self.max_room_connections,
            kept_rooms: self.max_games,
            messages_per_second: self.max_rate,
            burst: self.max_burst,
            idle: Duration::from_secs(self.idle),
            // three pings before silence counts
            ping: Duration::from_millis(self.idle * 1_000 / 3),
            ..defaults
        }
    }
}

async fn run(options: Options) -> Result<(), String> {
    let limits = options.limits();
    // before anybody can be told that the relay is there
    let cannot_wait = |error| format!("cannot wait for signals: {error}");
    let mut terminate = signal(SignalKind::terminate()).map_err(cannot_wait)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(cannot_wait)?;

    let store = Store::open(&options.store, limits.kept_rooms)
        .map_err(|error| format!("{}: {error}", options.store.display()))?;
    let games = store.rooms();
    let address = SocketAddr::new(options.host, options.port);
    let serve_options = ServeOptions {
        address,
        origins: Origins::new(options.allow_origin),
    };
    let cannot_listen = |error| format!("cannot listen on {address}: {error}");
    let chain = options.gateway.as_deref().map(Chain::new);
    let server = serve(Rooms::new(store, chain, limits), serve_options)
        .await
        .map_err(cannot_listen)?;
    let address = server.address().map_err(cannot_listen)?;
    let url = format!("ws://{address}/play");
    log::event("listening", &[("url", &url), ("games", &games)]);
    server
        .run(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            log::event("stopping", &[]);
        })
        .await
        .map_err(|error| error.to_string())?;
    log::event("stopped", &[]);
    Ok(())
}

fn main() -> ExitCode {
    let options = Options::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let result = match runtime {
        Ok(runtime) => runtime.block_on(run(options)),
        Err(error) => Err(error.to_string()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("relay: {reason}");
            ExitCode::FAILURE
        }
    }
}
