//! A local chain for trying: a game is played on it, then it stays.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use chess_interaction::client::Opponents;
use chess_interaction::config::{Deployed, State};
use chess_interaction::local::{BLACK, DEFAULT_PORT, Local, WHITE};
use chess_interaction::page::Page;
use chess_interaction::views::Answer;
use multiversx_sc_scenario::imports::Address;
use tokio::signal::unix::{SignalKind, signal};

use super::{games, progress, say, screen};
use crate::Failed;
use crate::cli::{self, Settings};

/// Starts the chain, plays, and waits to be ended.
pub fn run(settings: &Settings, options: &cli::Local) -> Result<(), Failed> {
    end_when_asked()?;
    let game = games::find(&options.show.game)?;
    if let Some(page) = &options.page
        && !page.join("index.html").exists()
    {
        return Err(format!("{}: no index.html in it", page.display()).into());
    }
    let mut progress = progress(settings.json);
    let artefacts = &settings.artefacts;
    let mut local = Local::start(options.port, artefacts, &options.minichess, &mut progress)?;
    local.write_pems(&options.wallets)?;
    let gateway = local.gateway();
    let mut state = State::read(&settings.state)?;
    let contracts = local.client.contracts.clone();
    let bech32 = |address: &Address| local.client.network.bech32(address);
    let deployed = Deployed {
        contract: bech32(&contracts.chess),
        views: bech32(&contracts.views),
    };
    state.keep(&gateway, deployed)?;

    let page = match &options.page {
        Some(folder) => Some(serve(folder, &local, options.page_port)?),
        None => None,
    };
    if let Some(page) = &page {
        progress(&format!("the page is at {}", page.url()));
    }
    let (white, black) = (local.wallet(WHITE), local.wallet(BLACK));
    let mut table = Opponents::new(&mut local.client, white, black);
    games::show(
        settings.json,
        &mut table,
        &game,
        &screen(options.show.delay),
    )?;
    if options.exit {
        return Ok(());
    }

    let mut json = local.page_settings();
    if let Some(page) = &page {
        json["page"] = page.url().into();
    }
    let text = greeting(&local, page.as_ref(), &options.wallets);
    say(settings.json, &Answer { text, json })?;
    loop {
        std::thread::park();
    }
}

/// Ctrl-C and SIGTERM end the process at any time, as a success: nothing has to be kept.
fn end_when_asked() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let (mut interrupt, mut terminate) = {
        let _entered = runtime.enter();
        (
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
        )
    };
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
    let serve = |port| Page::serve(folder, local.page_settings(), port);
    let page = match serve(port) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => serve(0),
        page => page,
    };
    page.map_err(|error| format!("cannot listen on port {port}: {error}"))
}

/// Where everything is, and what to try.
fn greeting(local: &Local, page: Option<&Page>, wallets: &Path) -> String {
    let gateway = local.gateway();
    let bech32 = |address: &Address| local.client.network.bech32(address);
    let contracts = &local.client.contracts;
    let (contract, views) = (bech32(&contracts.chess), bech32(&contracts.views));
    let (minichess, minichess_views) = (bech32(&local.minichess), bech32(&local.minichess_views));
    let wallets = wallets.canonicalize().unwrap_or_else(|_| wallets.into());
    let wallets = match std::env::current_dir()
        .ok()
        .and_then(|here| wallets.strip_prefix(here).ok().map(Path::to_path_buf))
    {
        Some(relative) => relative,
        None => wallets,
    };
    let mut text = String::new();
    if let Some(page) = page {
        let _ = writeln!(text, "\npage       {}", page.url());
    }
    let _ = writeln!(
        text,
        "\ngateway    {gateway}  (chain id {})\ncontract   {contract}\nviews      {views}\nminichess  {minichess}\n  views    {minichess_views}\n\nwallets (public test keys: never use them on another network), as {}/NAME.pem",
        localnet::CHAIN_ID,
        wallets.display(),
    );
    for name in local.names() {
        let wallet = local
            .chain
            .wallets()
            .iter()
            .find(|wallet| wallet.name == name);
        let wallet = wallet.expect("a name of its own");
        let _ = writeln!(
            text,
            "  {name:<6} {}  {}",
            bech32(&wallet.address),
            wallet.secret_hex()
        );
    }
    let flag = match gateway.ends_with(&format!(":{DEFAULT_PORT}")) {
        true => String::new(),
        false => format!(" --gateway {gateway}"),
    };
    let _ = write!(
        text,
        "
try, in another terminal:
  make chess ARGS=\"game 1{flag}\"
  make chess ARGS=\"join --wallet frank{flag}\"
  make chess ARGS=\"play-engine --minichess {minichess} --minichess-views {minichess_views}{flag}\"
  target/venv/bin/mxpy contract query {views} --function getFen --arguments 1 --proxy {gateway}
  target/venv/bin/mxpy contract call {contract} --function joinGame --value 50000000000000000 --gas-limit 5900000 --pem {}/grace.pem --proxy {gateway} --send --wait-result

The chain stays up until Ctrl-C.
",
        wallets.display(),
    );
    text
}
