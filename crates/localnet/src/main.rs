//! The local chain's command.

mod console;

use std::{
    io::Write, net::IpAddr, path::PathBuf, process::ExitCode, sync::mpsc::sync_channel,
    time::Duration,
};

use clap::Parser;
use localnet::{
    AbiError, Abis, Blocks, Chain, Config, DEFAULT_PORT, Narrator, Record, ServeOptions, Shards,
    serve,
};

/// Where the project's contracts are built to, with their ABIs.
const BUILT: &str = "output";

/// How many lines wait for a slow terminal.
const LINES_KEPT: usize = 10_000;

/// A local MultiversX chain: the framework's VM behind the gateway's HTTP dialect.
#[derive(Parser)]
#[command(name = "localnet", version)]
struct Options {
    /// The port to listen on; 0 for any free one
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,

    /// The address to listen on; anything but loopback lets others use the chain and its wallets
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,

    /// Milliseconds between blocks; 0 makes a block for each transaction, "manual" only when asked for
    #[arg(long, default_value = "600", value_parser = blocks)]
    block_time: Blocks,

    /// Blocks in an epoch
    #[arg(long, default_value_t = Config::default().epoch_length, value_parser = clap::value_parser!(u64).range(1..))]
    epoch_length: u64,

    /// Milliseconds between blocks that contracts and clients are told, 600 or 6000 as on the network;
    /// those of --block-time if it isn't given
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    round_time: Option<u64>,

    /// Shards: 3, as on the network, or 1, where every call is carried out at once
    #[arg(long, default_value = "3", value_parser = shards)]
    shards: Shards,

    /// The file that keeps the state; made if it isn't there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Take transactions whatever their signatures, so that anybody can send for every account, as
    /// the official simulator can be told to
    #[arg(long)]
    bypass_txs_signature: bool,

    /// An ABI, or a folder of ABIs, to tell calls and events by; as often as needed. Without it those
    /// in ./output are taken, where there are any
    #[arg(long, value_name = "FILE")]
    abi: Vec<PathBuf>,

    /// Tell also the calls of contracts by contracts, and events that no ABI tells of
    #[arg(short, long)]
    verbose: bool,

    /// Say nothing but where the chain listens
    #[arg(long)]
    quiet: bool,
}

fn blocks(text: &str) -> Result<Blocks, String> {
    match text {
        "manual" => Ok(Blocks::OnDemand),
        "0" => Ok(Blocks::OnArrival),
        _ => match text.parse::<u64>() {
            Ok(time @ 10..=3_600_000) => Ok(Blocks::Every(Duration::from_millis(time))),
            _ => Err("give 0, manual, or 10 to 3600000 milliseconds".to_string()),
        },
    }
}

fn shards(text: &str) -> Result<Shards, String> {
    let count = text.parse().ok();
    count
        .and_then(Shards::new)
        .ok_or_else(|| "give 1 or 3".to_string())
}

/// The ABIs that are named, or those of the project that this is started in.
fn abis(named: &[PathBuf]) -> Result<Abis, String> {
    let built = PathBuf::from(BUILT);
    if named.is_empty() && !built.is_dir() {
        return Ok(Abis::default());
    }
    if !named.is_empty() {
        return Abis::load(named).map_err(|error| error.to_string());
    }
    match Abis::load(&[built]) {
        Ok(abis) => Ok(abis),
        Err(AbiError::Empty(_)) => Ok(Abis::default()),
        Err(error) => {
            eprintln!("localnet: calls are not told by the ABIs of {BUILT}: {error}");
            Ok(Abis::default())
        }
    }
}

fn run(options: Options) -> Result<(), String> {
    let chain = Chain::start(Config {
        blocks: options.block_time,
        epoch_length: options.epoch_length,
        round_time: options.round_time.map(Duration::from_millis),
        bypass_signatures: options.bypass_txs_signature,
        shards: options.shards,
        state_file: options.state,
        abis: abis(&options.abi)?,
        ..Config::default()
    })
    .map_err(|error| error.to_string())?;
    let server = serve(
        chain.clone(),
        ServeOptions {
            host: options.host,
            port: options.port,
            ..ServeOptions::default()
        },
    )
    .map_err(|error| {
        format!(
            "cannot listen on {}:{}: {error}",
            options.host, options.port
        )
    })?;

    if options.quiet {
        say(&server.url());
    } else {
        say(&console::greeting(&chain, server.address()));
        let narrator = Narrator::new(&chain);
        let detail = options.verbose;
        // A terminal that nobody reads stops this thread and nothing else.
        let (lines, records) = sync_channel::<Record>(LINES_KEPT);
        std::thread::spawn(move || {
            for record in records {
                say(&console::lines(&narrator, &record, detail).join("\n"));
            }
        });
        chain.listen(move |record| {
            // Lines beyond those that are kept are lost.
            let _ = lines.try_send(record.clone());
        });
    }
    wait_for_the_end()?;
    chain
        .sync()
        .map_err(|error| format!("cannot write the state file: {error}"))
}

/// Prints a line at once, also into a pipe; a closed pipe is no reason to stop the chain.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

fn wait_for_the_end() -> Result<(), String> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .and_then(|runtime| {
            runtime.block_on(async {
                let mut end =
                    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
                tokio::select! {
                    _ = tokio::signal::ctrl_c() => (),
                    _ = end.recv() => (),
                }
                Ok(())
            })
        })
        .map_err(|error| format!("cannot wait for signals: {error}"))
}

fn main() -> ExitCode {
    let options = Options::parse();
    // The VM panics on what it doesn't support; the chain turns that into a failed
    // transaction and goes on, so that one line says enough.
    std::panic::set_hook(Box::new(|panic| eprintln!("localnet: {panic}")));
    match run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("localnet: {reason}");
            ExitCode::FAILURE
        }
    }
}
