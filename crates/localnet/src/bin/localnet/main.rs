//! The local chain's command.

mod console;
mod start_up;

use std::{
    io::{self, Write},
    net::IpAddr,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::mpsc::sync_channel,
    time::Duration,
};

use clap::{Parser, Subcommand};
use localnet::{
    AbiError, Abis, BigUint, Blocks, Chain, Config, DEFAULT_PORT, Narrator, Record, ServeOptions,
    Server, Shards, Wallet, parse_egld, serve, serve_api, vm::TrieDepth,
};
use tokio::{
    runtime::Runtime,
    signal::unix::{SignalKind, signal},
};

/// A file has reached the size that the process may write; the number is the same on Linux and
/// macOS.
const SIGXFSZ: i32 = 25;

/// The folder of the project's built contracts and their ABIs.
const BUILT: &str = "output";

/// The number of lines that wait for a slow terminal.
const LINES_KEPT: usize = 10_000;

/// A local MultiversX chain: the framework's VM behind the gateway's HTTP dialect.
#[derive(Parser)]
#[command(name = "localnet", version)]
#[command(args_conflicts_with_subcommands = true)]
struct Options {
    #[command(subcommand)]
    command: Option<Other>,

    /// The port to listen on; 0 for any free one
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,

    /// The address to listen on; anything but loopback lets others use the chain and its wallets
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,

    /// Milliseconds between blocks; 0 makes a block for each transaction, "manual" only when asked for
    #[arg(long, default_value = "600")]
    block_time: Blocks,

    /// Blocks in an epoch
    #[arg(long, default_value_t = Config::default().epoch_length, value_parser = clap::value_parser!(u64).range(1..))]
    epoch_length: u64,

    /// The time between blocks that contracts and clients are shown, in milliseconds; 600 on the
    /// network. Default: that of --block-time
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    round_time: Option<u64>,

    /// Shards: 3, as on the network, or 1, which carries out every call immediately
    #[arg(long, default_value = "3", value_parser = shards)]
    shards: Shards,

    /// The depth of contracts' storage tries, which sets the price of storage loads: "grow", with the
    /// number of keys as on the network, or 0 to 20 for every key
    #[arg(long, default_value = "grow", value_parser = trie_depth)]
    trie_depth: TrieDepth,

    /// The file that stores the state; made if it is missing
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Begin with this state, a dump or a state file, instead of the chain's
    #[arg(long, value_name = "FILE")]
    load_state: Option<PathBuf>,

    /// Write the whole state to this file at the end
    #[arg(long, value_name = "FILE")]
    dump_state: Option<PathBuf>,

    /// Funded wallets of a new chain
    #[arg(long, value_name = "COUNT", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    accounts: u16,

    /// The balance of each of them, in EGLD
    #[arg(long, value_name = "EGLD", default_value = "1000000", value_parser = balance)]
    balance: BigUint,

    /// English words that the wallets are derived from, as the network's wallets do; without it the
    /// test wallets that the SDKs publish
    #[arg(long, value_name = "WORDS")]
    mnemonic: Option<String>,

    /// Write the addresses and keys that a script needs to this file, as JSON, once the chain listens
    #[arg(long, value_name = "FILE")]
    config_out: Option<PathBuf>,

    /// Ignore transactions' signatures, so that anyone can send for every account; the official
    /// simulator has this option too
    #[arg(long)]
    bypass_txs_signature: bool,

    /// An ABI, or a folder of ABIs, that describes calls and events; may be repeated. Default: those
    /// in ./output, if there are any
    #[arg(long, value_name = "FILE")]
    abi: Vec<PathBuf>,

    /// Also show contracts' calls of contracts, and events that no ABI has
    #[arg(short, long)]
    verbose: bool,

    /// Print only the address that the chain listens on
    #[arg(long)]
    quiet: bool,
}

fn shards(text: &str) -> Result<Shards, String> {
    let count = text.parse().ok();
    count
        .and_then(Shards::new)
        .ok_or_else(|| "give 1 or 3".to_string())
}

/// The other command.
#[derive(Subcommand)]
enum Other {
    /// Answer pages like an API, in front of any gateway, such as the official simulator's
    Api {
        /// The gateway's address, such as http://localhost:8085
        #[arg(long, value_name = "URL")]
        gateway: String,

        /// The port to listen on; 0 for any free one
        #[arg(long, default_value_t = DEFAULT_PORT + 1)]
        port: u16,

        /// The address to listen on
        #[arg(long, default_value = "127.0.0.1")]
        host: IpAddr,
    },
}

fn run_api(gateway: &str, host: IpAddr, port: u16) -> Result<(), String> {
    if !gateway.starts_with("http://") {
        return Err(format!(
            "{gateway} isn't a gateway's address: give http://…"
        ));
    }
    let server = listen(host, port, |at| serve_api(gateway, at))?;
    say(&server.url());
    wait_for_the_end(&runtime()?)
}

/// Serves something at an address.
fn listen(
    host: IpAddr,
    port: u16,
    serve: impl FnOnce(ServeOptions) -> io::Result<Server>,
) -> Result<Server, String> {
    let at = ServeOptions {
        host,
        port,
        ..ServeOptions::default()
    };
    serve(at).map_err(|error| format!("cannot listen on {host}:{port}: {error}"))
}

fn runtime() -> Result<Runtime, String> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot wait for signals: {error}"))
}

/// The ABIs that are named, or those of the project that this is started in.
fn abis(named: &[PathBuf]) -> Result<Abis, String> {
    if !named.is_empty() {
        return Abis::load(named).map_err(|error| error.to_string());
    }
    match Abis::load(&[PathBuf::from(BUILT)]) {
        Ok(abis) => return Ok(abis),
        Err(AbiError::Empty(_)) => {}
        Err(_) if !Path::new(BUILT).is_dir() => {}
        Err(error) => eprintln!("localnet: calls are shown without the ABIs of {BUILT}: {error}"),
    }
    Ok(Abis::default())
}

fn trie_depth(text: &str) -> Result<TrieDepth, String> {
    match text.parse() {
        _ if text == "grow" => Ok(TrieDepth::Grow),
        Ok(depth @ 0..=20) => Ok(TrieDepth::Fixed(depth)),
        _ => Err("give grow, or a depth of 0 to 20".to_string()),
    }
}

fn balance(text: &str) -> Result<BigUint, String> {
    parse_egld(text).ok_or_else(|| "give an amount of EGLD, such as 1000 or 0.5".to_string())
}

fn wallets(options: &Options) -> Result<Vec<Wallet>, String> {
    let count = usize::from(options.accounts);
    match &options.mnemonic {
        None => Ok(Wallet::funded(count)),
        Some(words) => Wallet::of_mnemonic(words, count)
            .map_err(|error| format!("the mnemonic is invalid: {error}")),
    }
}

fn run(options: Options) -> Result<(), String> {
    let runtime = runtime()?;
    let in_runtime = runtime.enter();
    // If a file may not grow any further the system sends a signal that ends the process, unless
    // the process handles it: then the state file's write fails, and the chain reports that.
    let _outgrown = signal(SignalKind::from_raw(SIGXFSZ));
    let wallets = wallets(&options)?;
    let chain = Chain::start(Config {
        blocks: options.block_time,
        epoch_length: options.epoch_length,
        round_time: options.round_time.map(Duration::from_millis),
        bypass_signatures: options.bypass_txs_signature,
        shards: options.shards,
        trie_depth: options.trie_depth,
        state_file: options.state,
        abis: abis(&options.abi)?,
        wallets,
        wallet_balance: options.balance,
    })
    .map_err(|error| error.to_string())?;
    if let Some(path) = &options.load_state {
        let dump = std::fs::read(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        chain
            .load(&dump)
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let server = listen(options.host, options.port, |at| serve(chain.clone(), at))?;

    if let Some(path) = &options.config_out {
        write_whole(path, start_up::json(&chain, &server).as_bytes())?;
    }
    if options.quiet {
        say(&server.url());
    } else {
        narrate(&chain, &server, options.verbose);
    }
    drop(in_runtime);
    wait_for_the_end(&runtime)?;
    if let Some(path) = &options.dump_state {
        write_whole(path, &chain.dump())?;
    }
    chain
        .sync()
        .map_err(|error| format!("cannot write the state file: {error}"))
}

/// Greets, and shows each transaction.
fn narrate(chain: &Chain, server: &Server, detail: bool) {
    let (lines, records) = sync_channel::<Record>(LINES_KEPT);
    // Before the greeting: it says where the chain is, and the first transaction can come right
    // after it.
    chain.listen(move |record| {
        // Lines beyond those that are kept are lost.
        let _ = lines.try_send(record.clone());
    });
    say(&console::greeting(chain, server.address()));
    let narrator = Narrator::new(chain);
    // A terminal that nobody reads stops this thread and nothing else.
    std::thread::spawn(move || {
        for record in records {
            say(&console::lines(&narrator, &record, detail).join("\n"));
        }
    });
}

/// Writes a file in one step: a reader sees all of it or nothing.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let new = path.with_added_extension("new");
    std::fs::write(&new, bytes)
        .and_then(|()| std::fs::rename(&new, path))
        .map_err(|error| {
            let _ = std::fs::remove_file(&new);
            format!("cannot write {}: {error}", path.display())
        })
}

/// Prints a line immediately, even into a pipe; a closed pipe is no reason to stop the chain.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

fn wait_for_the_end(runtime: &Runtime) -> Result<(), String> {
    runtime
        .block_on(async {
            let mut end = signal(SignalKind::terminate())?;
            tokio::select! {
                _ = tokio::signal::ctrl_c() => (),
                _ = end.recv() => (),
            }
            Ok(())
        })
        .map_err(|error: io::Error| format!("cannot wait for signals: {error}"))
}

fn main() -> ExitCode {
    let options = Options::parse();
    // The VM panics on unsupported things; the chain turns that into a failed transaction and
    // continues, so that one line is enough.
    std::panic::set_hook(Box::new(|panic| {
        // not eprintln, which panics if standard error is a file on a full disk
        writeln!(std::io::stderr(), "localnet: {panic}").ok();
    }));
    let done = match &options.command {
        Some(Other::Api {
            gateway,
            port,
            host,
        }) => run_api(gateway, *host, *port),
        None => run(options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("localnet: {reason}");
            ExitCode::FAILURE
        }
    }
}
