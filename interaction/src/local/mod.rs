//! A local chain with the contracts deployed and ready for players.

pub mod page;
pub mod port;
pub mod relay_server;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use chess_record::IllegalMoveRule;
use localnet::{Blocks, Chain, Config, ServeOptions, Server, serve};
use multiversx_sc_scenario::imports::Address;
use multiversx_sc_snippets::sdk::wallet::Wallet;
use relay::BotName;
use serde_json::{Value, json};

use crate::amount::Amount;
use crate::bot::{self, Bot, Brain};
use crate::calls::proxy;
use crate::engine::opponent::Contracts;
use crate::local::port::on_a_port;
use crate::local::relay_server::LocalRelay;
use crate::network::account::DeployedCode;
use crate::network::client::Client;
use crate::network::deployment::{deploy, deploy_code};
use crate::network::{Failure, Network};
use crate::signed::KeyFolder;
use crate::time_control;

/// The port of a local chain, and of the official chain simulator.
pub const DEFAULT_PORT: u16 = localnet::DEFAULT_PORT;

/// The wager of a local chain, in EGLD.
const WAGER: &str = "0.05";

/// The names of the funded wallets: the contracts' owner, and the players.
pub const OWNER: &str = "alice";
pub const WHITE: &str = "bob";
pub const BLACK: &str = "carol";
/// The account that pays for the relay's calls.
const RELAY: &str = "heidi";

/// The bots' wallets, the levels of the built-in engine that they play at, and their clocks.
const BOTS: [(&str, &str, &[&str]); 3] = [
    ("user7", "1", &["3+2", "10+5"]),
    ("user8", "3", &["1+0", "5+3", "15+10"]),
    // in tournaments alone
    ("user9", "2", &[]),
];

/// The rounds of a bot's challenges.
const BOTS_ROUNDS: u16 = 10;

/// The number of games that a bot plays at the same time.
const BOTS_GAMES: usize = 20;

/// The folders with the compiled contracts.
#[derive(Clone, Copy)]
pub struct Artefacts<'a> {
    pub chess: &'a Path,
    pub minichess: &'a Path,
    pub enginechess: &'a Path,
    pub tournament: &'a Path,
}

/// A chain that listens on loopback, until this is dropped.
pub struct Local {
    pub chain: Chain,
    pub client: Client,
    /// The 6×6 engine.
    pub minichess: Contracts,
    /// The 8×8 engine.
    pub enginechess: Contracts,
    /// The contract of tournaments.
    pub tournaments: Address,
    /// The relay of signed moves, if it was started. Dropped before the chain.
    relay: Option<LocalRelay>,
    server: Server,
}

impl Local {
    /// Starts a chain that makes a block for each transaction, deploys all contracts, sets the
    /// wager and opens the game. If the port is taken it takes a free one.
    ///
    /// # Errors
    /// A contract is missing, or the chain refuses a step.
    pub fn start(
        port: u16,
        artefacts: Artefacts,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Self, Failure> {
        let chain = Chain::start(Config {
            blocks: Blocks::OnArrival,
            wallets: localnet::Wallet::funded(9),
            ..Config::default()
        });
        let chain = chain.map_err(|error| Failure::Network(error.to_string()))?;
        let server = on_a_port(port, |port| {
            let options = ServeOptions {
                port,
                ..ServeOptions::default()
            };
            serve(chain.clone(), options)
        });
        let server = server.map_err(|error| format!("cannot listen on port {port}: {error}"))?;
        let url = server.url();
        if port != 0 && !url.ends_with(&format!(":{port}")) {
            progress(&format!("port {port} is taken, the chain is at {url}"));
        }
        let owner = wallet(&chain, OWNER);
        let network = Network::connect(&url, false)?;
        let rule = IllegalMoveRule::Forfeit;
        let mut client = deploy(network, artefacts.chess, &owner, rule, false, progress)?;
        let wager = Amount::parse(WAGER, Amount::EGLD).expect("an amount");
        client.set_wager(&owner, &wager)?;
        client.call(&owner, proxy().unpause().data)?;

        let network = &mut client.network;
        let mut deploy_engine = |folder: &Path, name: &str| {
            let file = folder.join(format!("{name}.mxsc.json"));
            let engine = deploy_code(network, &file, &(), &owner, false, progress)?;
            let file = folder.join(format!("{name}-views.mxsc.json"));
            let views = deploy_code(network, &file, &engine, &owner, false, progress)?;
            Ok::<_, Failure>(Contracts { engine, views })
        };
        let minichess = deploy_engine(artefacts.minichess, "minichess")?;
        let enginechess = deploy_engine(artefacts.enginechess, "enginechess")?;
        let file = artefacts.tournament.join("chess-tournament.mxsc.json");
        let chess = &client.contracts.chess;
        let tournaments = deploy_code(network, &file, chess, &owner, false, progress)?;
        Ok(Local {
            chain,
            client,
            minichess,
            enginechess,
            tournaments,
            relay: None,
            server,
        })
    }

    /// Starts a relay of the chess contract's games. If the port is taken it takes a free one.
    ///
    /// # Errors
    /// In words, why it can't listen.
    pub fn start_relay(&mut self, port: u16) -> Result<&str, String> {
        let contract = *self.client.contracts.chess.as_array();
        let tournaments = Some(*self.tournaments.as_array());
        let wallet = self.wallet(RELAY);
        let (gateway, bots) = (self.gateway(), self.bots());
        let relay = LocalRelay::start(&gateway, contract, tournaments, wallet, &bots, port);
        let said = |error| format!("the relay cannot listen on port {port}: {error}");
        let relay = relay.map_err(said)?;
        Ok(self.relay.insert(relay).url())
    }

    /// The bots, as a relay and a page name them.
    fn bots(&self) -> Vec<BotName> {
        let bots = BOTS.map(|(name, level, _)| BotName {
            address: self.client.network.bech32(&self.wallet(name).to_address()),
            name: format!("Level {level}"),
        });
        bots.to_vec()
    }

    /// Starts the bots, which play through the relay until the process ends. `keys`: the folder for the
    /// keys of their games.
    ///
    /// # Errors
    /// In words, why a bot can't play.
    pub fn start_bots(&self, keys: &Path) -> Result<(), String> {
        let relay = self.relay().ok_or("bots play through a relay")?;
        let bots = BOTS.map(|(name, ..)| self.wallet(name).to_address());
        for (name, level, clocks) in BOTS {
            let clocks: Result<Vec<_>, _> = clocks.iter().map(|c| time_control::parse(c)).collect();
            let clocks = clocks?;
            let contracts = self.client.contracts.clone();
            let brain = Brain::new(level, &clocks, BOTS_GAMES)?;
            let options = bot::Options {
                gateway: self.gateway(),
                relay: relay.into(),
                clocks,
                stake: None,
                rounds: BOTS_ROUNDS,
                engines: false,
                games: BOTS_GAMES,
                begins_after: bot::BEGINS_AFTER,
                tournaments: Some(bot::Enters {
                    contract: self.tournaments.clone(),
                    most: Amount::egld(0u32),
                }),
            };
            let (wallet, keys) = (self.wallet(name), KeyFolder::at(keys.join(name)));
            let (bots, log) = (Some(bots.to_vec()), Arc::new(|_: &str| {}));
            let thread = thread::Builder::new().name(format!("bot {name}"));
            let started = thread.spawn(move || {
                // a connection can't move to another thread; the chain in this process always answers
                if let Ok(network) = Network::connect(&options.gateway, false) {
                    let client = Client { network, contracts };
                    Bot::new(client, wallet, keys, brain, options, bots, log).run();
                }
            });
            started.map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// The relay's address, if there is one.
    pub fn relay(&self) -> Option<&str> {
        self.relay.as_ref().map(LocalRelay::url)
    }

    /// The gateway's address.
    pub fn gateway(&self) -> String {
        self.server.url()
    }

    /// A funded wallet.
    pub fn wallet(&self, name: &str) -> Wallet {
        wallet(&self.chain, name)
    }

    /// The funded wallets except the bots', the players' first.
    pub fn wallets(&self) -> Vec<&localnet::Wallet> {
        let is_bot = |name: &str| BOTS.iter().any(|(bot, ..)| *bot == name);
        let wallets = self.chain.wallets().iter();
        let mut wallets: Vec<_> = wallets.filter(|wallet| !is_bot(&wallet.name)).collect();
        wallets.sort_by_key(|wallet| (wallet.name == OWNER, &wallet.name));
        wallets
    }

    /// The page's settings (`settings.json`): the addresses of the chain, the contracts and the relay, and
    /// wallets to try.
    pub fn page_settings(&self) -> Value {
        let bech32 = |address| self.client.network.bech32(address);
        let wallets = self.wallets().into_iter().map(|wallet| {
            let (name, address) = (&wallet.name, bech32(&wallet.address));
            json!({"name": name, "address": address, "secretKey": wallet.secret_hex()})
        });
        let contracts = [&self.client.contracts.chess, &self.client.contracts.views];
        let codes = contracts.into_iter().filter_map(|address| {
            let code = self.client.network.code(address).ok()??;
            Some(DeployedCode::new(bech32(address), &code.hash))
        });
        let mut settings = json!({
            "contracts": codes.collect::<Vec<_>>(),
            "network": "local",
            "chainId": localnet::CHAIN_ID,
            "gateway": self.gateway(),
            "api": self.gateway(),
            "contract": bech32(&self.client.contracts.chess),
            "views": bech32(&self.client.contracts.views),
            "minichess": bech32(&self.minichess.engine),
            "minichessViews": bech32(&self.minichess.views),
            "enginechess": bech32(&self.enginechess.engine),
            "enginechessViews": bech32(&self.enginechess.views),
            "tournaments": bech32(&self.tournaments),
            "developerWallets": wallets.collect::<Vec<_>>(),
        });
        if let Some(relay) = self.relay() {
            settings["relay"] = relay.into();
            settings["bots"] = json!(self.bots());
        }
        settings
    }

    /// Writes the funded wallets as `NAME.pem` into a folder.
    ///
    /// # Errors
    /// Names the file that can't be written.
    pub fn write_pems(&self, folder: &Path) -> Result<(), String> {
        let written = |path: &Path| {
            let shown = path.display().to_string();
            move |error: io::Error| format!("{shown}: {error}")
        };
        std::fs::create_dir_all(folder).map_err(written(folder))?;
        for wallet in self.chain.wallets() {
            let path = folder.join(format!("{}.pem", wallet.name));
            std::fs::write(&path, wallet.pem()).map_err(written(&path))?;
        }
        Ok(())
    }
}

fn wallet(chain: &Chain, name: &str) -> Wallet {
    let wallet = chain.wallets().iter().find(|wallet| wallet.name == name);
    let key = wallet.expect("a funded wallet").secret_hex();
    Wallet::from_private_key(&key).expect("a secret key")
}
