//! A local chain to try things out: it plays a game and then stays.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use chess_interaction::amount::Amount;
use chess_interaction::local::page::Page;
use chess_interaction::local::port::on_a_port;
use chess_interaction::local::{Artefacts, BLACK, DEFAULT_PORT, Local, OWNER, WHITE};
use chess_interaction::network::simulator::Simulator;
use chess_interaction::output::Output;
use chess_interaction::play::opponents::Opponents;
use chess_interaction::play::signed_opponents::SignedOpponents;
use chess_interaction::signed::Signer;
use chess_interaction::tournament::Tournaments;
use chess_interaction::user_files::deployments::{Addresses, Deployed};
use onchain_chess::chess_proxy::TimeControl;
use serde_json::Value;
use tokio::signal::unix::{SignalKind, signal};

use super::error::CommandError;
use super::output::{display_options, print, progress};
use super::{deploy, games, session, tournament};
use crate::cli::{self, Mode, Settings};

/// The place where `tools/setup.sh python` installs mxpy.
const MXPY: &str = "target/venv/bin/mxpy";

/// The time between two blocks without transactions, which show the contract the time.
const PASSES_EVERY: Duration = Duration::from_secs(2);

/// Starts the chain, plays a game, and runs until the process is ended.
pub fn run(settings: &Settings, options: &cli::Local) -> Result<(), CommandError> {
    end_when_asked()?;
    let game = games::find(&options.show.game)?;
    if let Some(page) = &options.page
        && !page.join("index.html").is_file()
    {
        return Err(format!("{}: no index.html in it", page.display()).into());
    }
    let mut progress = progress(settings.json);
    let artefacts = Artefacts {
        chess: &settings.artefacts,
        minichess: &options.minichess,
        enginechess: &options.enginechess,
        tournament: &options.tournament,
    };
    let mut local = Local::start(options.port, artefacts, &mut progress)?;
    local.write_pems(&options.wallets)?;
    local.start_relay(options.relay_port)?;
    let gateway = local.gateway();
    let mut state = session::state(settings)?;
    state.keep(&gateway, deployed(&local))?;

    let page = match &options.page {
        Some(folder) => Some(serve(folder, &local, options.page_port)?),
        None => None,
    };
    if let Some(page) = &page {
        progress(&format!("the page is at {}", page.url()));
    }
    let (white, black) = (local.wallet(WHITE), local.wallet(BLACK));
    let display = display_options(options.show.delay);
    match options.mode {
        Mode::Signed => {
            // the keys end with the chain
            let keys = [Signer::in_memory(), Signer::in_memory()];
            let mut table = SignedOpponents::new(&mut local.client, white, black, keys);
            table.time = Some(Simulator::at(&gateway));
            games::show(settings.json, &mut table, &game, &display)?;
        }
        Mode::Moves => {
            let mut table = Opponents::new(&mut local.client, white, black);
            games::show(settings.json, &mut table, &game, &display)?;
        }
    }
    if options.exit {
        return Ok(());
    }
    local.start_bots(&options.wallets.join("bots"))?;
    open_tournament(&mut local)?;

    let mut json = local.page_settings();
    if let Some(page) = &page {
        json["page"] = page.url().into();
    }
    let text = greeting(&json, &options.wallets);
    print(settings.json, &Output { text, json })?;
    // a player's time runs out even while nobody sends anything
    loop {
        thread::sleep(PASSES_EVERY);
        local.chain.generate_blocks(1);
    }
}

/// Opens a tournament that starts in ten minutes; the bots enter it.
fn open_tournament(local: &mut Local) -> Result<(), CommandError> {
    let owner = local.wallet(OWNER);
    let address = local.tournaments.clone();
    let mut contract = Tournaments::at(&mut local.client.network, address);
    let (base, increment) = (180, 2);
    let terms = cli::Open {
        format: cli::Format::Swiss,
        players: 8,
        rounds: Some(3),
        fee: "0".into(),
        token: Amount::EGLD.into(),
        sponsor: Some("1".into()),
        clock: TimeControl { base, increment },
        engines: true,
        start: "10m".into(),
        window: None,
        prizes: vec![60.0, 30.0, 10.0],
    };
    tournament::open(&mut contract, &owner, &terms)?;
    Ok(())
}

/// The deployment for the state file.
fn deployed(local: &Local) -> Deployed {
    let bech32 = |address| local.client.network.bech32(address);
    let engines = [("6x6", &local.minichess), ("8x8", &local.enginechess)];
    let engines = engines.map(|(board, it)| {
        let (contract, views) = (bech32(&it.engine), bech32(&it.views));
        (board.into(), Addresses { contract, views })
    });
    Deployed {
        tournaments: Some(bech32(&local.tournaments)),
        engines: engines.into(),
        ..deploy::deployed(&local.client)
    }
}

/// Lets Ctrl-C and SIGTERM end the process successfully at any time: there is nothing to store.
fn end_when_asked() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let entered = runtime.enter();
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    drop(entered);
    std::thread::spawn(move || {
        runtime.block_on(async {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        });
        std::process::exit(0);
    });
    Ok(())
}

fn serve(folder: &Path, local: &Local, port: u16) -> Result<Page, String> {
    let page = on_a_port(port, |port| {
        Page::serve(folder, local.page_settings(), port)
    });
    page.map_err(|error| format!("cannot listen on port {port}: {error}"))
}

/// The addresses of everything, and commands to try. `settings`: the page's.
fn greeting(settings: &Value, wallets: &Path) -> String {
    let of = |name: &str| settings[name].as_str().unwrap_or_default();
    let mut text = String::new();
    if let Some(page) = settings["page"].as_str() {
        let _ = writeln!(
            text,
            "\npage       {page}\n           open it in two tabs, take a ready player in each",
        );
    }
    let (gateway, id) = (of("gateway"), of("chainId"));
    let _ = writeln!(text, "\ngateway    {gateway}  (chain id {id})");
    for (label, setting) in [
        ("relay", "relay"),
        ("contract", "contract"),
        ("views", "views"),
        ("6x6 engine", "minichess"),
        ("  views", "minichessViews"),
        ("8x8 engine", "enginechess"),
        ("  views", "enginechessViews"),
        ("tournament", "tournaments"),
    ] {
        let _ = writeln!(text, "{label:<10} {}", of(setting));
    }
    let _ = writeln!(
        text,
        "\nwallets, as {}/NAME.pem (public test keys: never use them on another network)",
        wallets.display(),
    );
    for wallet in settings["developerWallets"]
        .as_array()
        .into_iter()
        .flatten()
    {
        let of = |name: &str| wallet[name].as_str().unwrap_or_default();
        let (name, address, key) = (of("name"), of("address"), of("secretKey"));
        let _ = writeln!(text, "  {name:<6} {address}  {key}");
    }
    text + &suggestions(settings, wallets) + "\nThe chain stays up until Ctrl-C.\n"
}

/// Commands to try.
fn suggestions(settings: &Value, wallets: &Path) -> String {
    let of = |name: &str| settings[name].as_str().unwrap_or_default();
    let (gateway, relay) = (of("gateway"), of("relay"));
    let flag = match gateway.ends_with(&format!(":{DEFAULT_PORT}")) {
        true => String::new(),
        false => format!(" --gateway {gateway}"),
    };
    let mut text = format!(
        "
try, in another terminal:
  make chess ARGS=\"game 1{flag}\"
  make chess ARGS=\"join --wallet frank{flag}\"
  make chess ARGS=\"play evergreen --relay {relay}{flag}\"
  make chess ARGS=\"tournament show 1{flag}\"
  make chess ARGS=\"chain advance-epoch 2{flag}\"
  make chess ARGS=\"play-engine --level 2{flag}\"
  make chess ARGS=\"play-engine --board 6x6{flag}\"
",
    );
    if Path::new(MXPY).is_file() {
        let (contract, views, wallets) = (of("contract"), of("views"), wallets.display());
        let _ = write!(
            text,
            "  {MXPY} contract query {views} --function getFen --arguments 1 --proxy {gateway}
  {MXPY} contract call {contract} --function joinGame --value 50000000000000000 --gas-limit-multiplier 1.4 --pem {wallets}/grace.pem --proxy {gateway} --send --wait-result
",
        );
    }
    text
}
