//! The relay's command.

mod settings;

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, Parser};
use relay::{
    BotName, Chain, FeeLimits, Limits, Notices, Origins, Payer, Purses, Rooms, ServeOptions,
    Standings, Store, Vapid, chain_id, read_address, serve,
};
use tokio::signal::unix::{SignalKind, signal};
use tracing::{info, warn};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// Carries signed moves of on-chain chess between players, and keeps them in a file.
#[derive(Parser)]
#[command(name = "relay", version, args_override_self = true)]
struct Options {
    /// A file with options, as port = 9000 and contract = ["erd1…"]; the command line's own come before
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// The port to listen on; 0 for any free one
    #[arg(long, default_value_t = 8090)]
    port: u16,

    /// The address to listen on; loopback unless a TLS proxy is elsewhere
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,

    /// The file that keeps the games; made if it isn't there
    #[arg(long, value_name = "FILE", default_value = "relay.redb")]
    store: PathBuf,

    /// NATS servers with JetStream that keep the games instead, as nats://127.0.0.1:4222, several with commas: any number of relays serve the same games
    #[arg(long, value_name = "URL", conflicts_with = "store")]
    nats: Option<String>,

    /// The name of the relays' streams on the NATS servers
    #[arg(long, value_name = "NAME", default_value = "relay", requires = "nats")]
    nats_name: String,

    /// A page that may connect, as https://chess.example, or *; several times. Without it: pages of this machine
    #[arg(long, value_name = "ORIGIN", value_parser = Origins::parse)]
    allow_origin: Vec<String>,

    /// A gateway of the chain, as https://gateway.multiversx.com: only its games and their keys are taken. Without it: any games that clients name
    #[arg(long, value_name = "URL", value_parser = gateway)]
    gateway: Option<String>,

    /// A contract's address, erd1…: only its games are taken, and they are watched on the chain; several times
    #[arg(long, value_name = "ADDRESS", requires = "gateway", value_parser = contract)]
    contract: Vec<[u8; 32]>,

    /// The address of a contract of tournaments between such games, erd1…: the relay pays for their reports and rounds; several times
    #[arg(long, value_name = "ADDRESS", requires_all = ["contract", "wallet"], value_parser = contract)]
    tournaments: Vec<[u8; 32]>,

    /// A wallet that pays for submitting games: a PEM file, a keystore, or a test wallet's name on a local chain. Nothing else may send from it. Without it players submit their games themselves
    #[arg(long, value_name = "FILE", requires = "contract")]
    wallet: Option<String>,

    /// A file with the keystore's password. Without it: the terminal asks for it
    #[arg(long, value_name = "FILE", requires = "wallet")]
    password_file: Option<PathBuf>,

    /// A player that is a program, and its name for pages, as "erd1…=Level 3"; several times
    #[arg(long, value_name = "ADDRESS=NAME", value_parser = BotName::parse)]
    bot: Vec<BotName>,

    /// The page that shared links lead to, as https://chess.example/
    #[arg(long, value_name = "URL", value_parser = page)]
    page: Option<String>,

    /// Read the players' ratings, beginning with this block of the contract's shard: that of the contract's deployment or an earlier one, of the oldest contract if there are several. They are stored beside the store. Without it: no ratings
    #[arg(long, value_name = "BLOCK", requires = "contract")]
    ratings_from: Option<u64>,

    #[command(flatten)]
    fees: FeeLimits,

    /// The file with the relay's key for notices (Web Push); made if it is missing. Without it: the store's name with .vapid, with --nats a key that all relays share
    #[arg(long, value_name = "FILE")]
    push_key: Option<PathBuf>,

    /// The relay's operator, for push services: mailto:… or https://…
    #[arg(long, value_name = "URL", value_parser = contact)]
    push_contact: Option<String>,

    /// Send notices even to push services on this machine, and without TLS: for tests
    #[arg(long)]
    push_loopback: bool,

    #[command(flatten)]
    limits: Limits,
}

fn gateway(text: &str) -> Result<String, String> {
    match text.starts_with("http://") || text.starts_with("https://") {
        true => Ok(text.into()),
        false => Err("a gateway's address begins with http:// or https://".into()),
    }
}

fn contract(text: &str) -> Result<[u8; 32], String> {
    let address = read_address(text).ok_or("an address is erd1 and 58 more characters")?;
    // a contract's address begins with 8 bytes of zero
    match address.starts_with(&[0; 8]) {
        true => Ok(address),
        false => Err("a wallet's address, not a contract's".into()),
    }
}

fn page(text: &str) -> Result<String, String> {
    let is_url = text.starts_with("https://") || text.starts_with("http://");
    let is_harmless = |letter: char| letter.is_ascii_alphanumeric() || "-._~:/%[]".contains(letter);
    match is_url && text.ends_with('/') && text.chars().all(is_harmless) {
        true => Ok(text.into()),
        false => Err("a page looks like https://chess.example/, with a slash at the end".into()),
    }
}

fn contact(text: &str) -> Result<String, String> {
    match text.starts_with("mailto:") || text.starts_with("https://") {
        true => Ok(text.into()),
        false => Err("a contact begins with mailto: or https://".into()),
    }
}

impl Options {
    /// Notices to players, if a contract is watched.
    async fn notices(&self, store: &Store) -> Result<Option<Notices>, Box<dyn Error>> {
        if self.contract.is_empty() {
            return Ok(None);
        }
        let contact = self.push_contact.clone();
        let vapid = match (&self.push_key, store.is_shared()) {
            (None, true) => Vapid::shared(store, contact).await?,
            (named, _) => {
                let file = named.clone();
                let file = file.unwrap_or_else(|| self.store.with_extension("vapid"));
                Vapid::open(&file, contact)
                    .map_err(|error| format!("{}: {error}", file.display()))?
            }
        };
        Ok(Some(Notices::new(store, vapid, self.push_loopback).await?))
    }

    /// The players' ratings, if they are read.
    fn standings(&self, purses: Arc<Purses>) -> Option<Standings> {
        let folder = self.store.with_extension("ratings");
        let first = self.ratings_from?;
        Some(Standings::open(
            &self.contract,
            first,
            Some(&folder),
            purses,
        ))
    }

    /// Opens the wallet, if one is named.
    fn payer(&self, chain: Option<&Chain>) -> Result<Option<Payer>, String> {
        let Some((name, chain)) = self.wallet.as_ref().zip(chain) else {
            return Ok(None);
        };
        let password = || wallet_file::password(name, self.password_file.as_deref());
        let wallet = wallet_file::open(name, password)?;
        let mut payer = Payer::new(wallet, self.fees.clone());
        match chain_id(chain) {
            Ok(network) => wallet_file::require_own(&payer.wallet, name, &network, false)?,
            Err(error) => {
                warn!(event = %"gateway-awaited", gateway = %chain.gateway().url(), error = ?error.to_string());
                payer.unchecked = Some(name.clone());
            }
        }
        Ok(Some(payer))
    }

    /// Warns of files with secrets that other users of the machine can read.
    fn warn_of_readable_files(&self) {
        let wallet = self.wallet.as_ref().map(Path::new);
        let files = [
            wallet,
            self.password_file.as_deref(),
            self.push_key.as_deref(),
        ];
        for file in files.into_iter().flatten() {
            if let Some(mode) = wallet_file::readable_by_others(file) {
                warn!(event = %"readable-by-others", ?file, %mode, mend = ?"chmod 600");
            }
        }
    }

    async fn open_store(&self) -> Result<Store, Box<dyn Error>> {
        let (file, most_rooms) = (&self.store, self.limits.kept_rooms);
        if let Some(urls) = &self.nats {
            return Ok(Store::nats(urls, &self.nats_name, most_rooms).await?);
        }
        let opened = Store::open(file, most_rooms);
        Ok(opened.map_err(|error| format!("{}: {error}", file.display()))?)
    }
}

async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    // signals are caught before the relay says that it listens
    let cannot_wait = |error| format!("cannot wait for signals: {error}");
    let mut terminate = signal(SignalKind::terminate()).map_err(cannot_wait)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(cannot_wait)?;

    options.warn_of_readable_files();
    let store = options.open_store().await?;
    let games = store.rooms();
    let address = SocketAddr::new(options.host, options.port);
    let chain = options
        .gateway
        .as_deref()
        .map(|gateway| Chain::new(gateway, options.contract.clone()))
        .map(|chain| chain.with_tournaments(options.tournaments.clone()));
    let payer = options.payer(chain.as_ref())?;
    let settles = payer.is_some();
    let notices = options.notices(&store).await?;
    let purses = Purses::open(&store).await?;
    let standings = options.standings(purses.clone());
    let serve_options = ServeOptions {
        address,
        origins: Origins::new(options.allow_origin),
        payer,
        bots: options.bot,
        page: options.page,
    };
    let cannot_listen = |error| format!("cannot listen on {address}: {error}");
    let rooms = Rooms::new(store, chain, options.limits, settles)
        .with_standings(purses, standings)
        .with_notices(notices);
    let server = serve(rooms, serve_options).await.map_err(cannot_listen)?;
    let address = server.address().map_err(cannot_listen)?;
    let url = format!("ws://{address}/play");
    info!(event = %"listening", %url, %games);
    server
        .run(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            info!(event = %"stopping");
        })
        .await?;
    info!(event = %"stopped");
    Ok(())
}

/// The command line's options, and the file's that it names.
fn options() -> Result<Options, Box<dyn Error>> {
    let arguments = settings::with_file(&Options::command(), std::env::args().collect())?;
    Ok(Options::parse_from(arguments))
}

/// Starts the log: a line for each event on standard error, its time, its
/// level, and `name=value` pairs. RUST_LOG names other
/// levels than `warn,relay=info`. No keys and no signatures are logged.
fn start_log() {
    let named = std::env::var("RUST_LOG")
        .ok()
        .and_then(|named| named.parse().ok());
    let usual = || {
        Targets::new()
            .with_default(tracing::Level::WARN)
            .with_target("relay", tracing::Level::INFO)
    };
    let lines = tracing_subscriber::fmt::layer().with_target(false);
    // a full disk under standard error is no reason to end
    let lines = lines
        .with_writer(std::io::stderr)
        .log_internal_errors(false);
    let lines = lines.with_filter::<Targets>(named.unwrap_or_else(usual));
    tracing_subscriber::registry().with(lines).init();
}

fn main() -> ExitCode {
    start_log();
    // dropped only after the reason is logged: the drop waits for pending reads
    let runtime = tokio::runtime::Runtime::new();
    let result = options().and_then(|options| match &runtime {
        Ok(runtime) => runtime.block_on(run(options)),
        Err(error) => Err(error.to_string().into()),
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("relay: {reason}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gateway_says_how_it_is_spoken_to() {
        for (gateway, is_one) in [("http://127.0.0.1:8085", true), ("foo", false)] {
            let options = Options::try_parse_from(["relay", "--gateway", gateway]);
            assert_eq!(options.is_ok(), is_one, "{gateway}");
        }
    }
}
