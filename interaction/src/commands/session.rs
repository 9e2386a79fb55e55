//! The beginning of most commands: the configuration, the gateway, the contracts, a wallet.

use std::io::{IsTerminal, Write};
use std::path::Path;

use chess_interaction::network::client::{Client, Contracts};
use chess_interaction::network::{Network, PreparedTransaction, gateway};
use chess_interaction::signed::KeyFolder;
use chess_interaction::user_files::config::{self, ChainType, Config};
use chess_interaction::user_files::deployments::State;
use multiversx_sc_scenario::imports::{Address, Bech32Address};
use multiversx_sc_snippets::sdk::wallet::Wallet;
use signed_play::KEY_LEN;
use wallet_file::MAINNET;

use super::error::CommandError;
use super::output::progress;
use crate::cli::Settings;

/// The deployed contracts according to the settings.
pub struct Session {
    pub settings: Settings,
    pub config: Config,
    pub client: Client,
}

/// Reads the configuration, with the gateway of the flag if it is given.
pub fn config(settings: &Settings) -> Result<Config, CommandError> {
    let mut config = Config::read(settings.config.as_deref())?;
    if let Some(gateway) = &settings.gateway {
        config.gateway = gateway.clone();
    }
    config
        .gateway
        .truncate(config.gateway.trim_end_matches('/').len());
    gateway::check_address(&config.gateway)?;
    Ok(config)
}

/// Reads the state file: the flag's, or the user's own.
pub fn state(settings: &Settings) -> Result<State, CommandError> {
    let file = settings.state.clone().or_else(config::state_file);
    let file = file.ok_or("there is no home folder to keep the state in: give --state")?;
    Ok(State::read(&file)?)
}

/// The folder of the keys for play by signature: the flag's, or `keys` next to the configuration.
pub fn keys(settings: &Settings) -> Result<KeyFolder, CommandError> {
    let beside = |config: &Path| config.parent().unwrap_or(Path::new("")).join("keys");
    let folder = match (&settings.keys, &settings.config) {
        (Some(folder), _) => Some(folder.clone()),
        (None, Some(config)) => Some(beside(config)),
        (None, None) => config::user_file().as_deref().map(beside),
    };
    let folder = folder.ok_or("there is no home folder to keep keys in: give --keys")?;
    Ok(KeyFolder::at(folder))
}

/// Connects to the gateway. On mainnet it asks before it sends a transaction.
pub fn connect(settings: &Settings, config: &Config) -> Result<Network, CommandError> {
    let is_simulator = config.chain_type == ChainType::Simulator;
    let mut network = Network::connect(&config.gateway, is_simulator)?;
    network.gas_limit = settings.gas_limit;
    if network.chain_id() == MAINNET && !settings.yes {
        network.confirm = Some(Box::new(ask));
    }
    Ok(network)
}

/// Shows a transaction and its highest cost on the terminal, and asks whether to send it.
fn ask(prepared: &PreparedTransaction) -> Result<(), String> {
    let payment = match &prepared.payment {
        None => String::new(),
        Some(amount) => format!(", pays {amount}"),
    };
    confirm(&format!(
        "mainnet: {} to {}{payment}, fee at most {}. Send it?",
        prepared.function,
        prepared.transaction.receiver,
        prepared.highest_fee(),
    ))
}

/// Asks on the terminal whether to continue.
///
/// # Errors
/// In words: the answer is no, or there is no terminal.
pub fn confirm(question: &str) -> Result<(), String> {
    let words = question;
    let mut question = std::io::stderr().lock();
    write!(question, "{words} [y/N] ")
        .and_then(|()| question.flush())
        .map_err(|error| error.to_string())?;
    let input = std::io::stdin();
    if !input.is_terminal() {
        let _ = writeln!(question);
        return Err("nothing was sent: there is no terminal to ask on; give --yes".into());
    }
    let mut answer = String::new();
    input
        .read_line(&mut answer)
        .map_err(|error| error.to_string())?;
    match answer.trim() {
        "y" | "Y" | "yes" => Ok(()),
        _ => Err("nothing was sent".into()),
    }
}

impl Settings {
    /// Asks before a step that can't be undone, unless `--yes` is given.
    ///
    /// # Errors
    /// As [`confirm`].
    pub fn confirm(&self, question: &str) -> Result<(), String> {
        match self.yes {
            true => Ok(()),
            false => confirm(question),
        }
    }
}

impl Session {
    /// Connects to the contracts that the flags or the state file name.
    pub fn open(settings: Settings) -> Result<Self, CommandError> {
        let config = config(&settings)?;
        let state = state(&settings)?;
        let kept = state.of(&config.gateway).map(|kept| &kept.chess);
        let (chess, views) = (kept.map(|it| &it.contract), kept.map(|it| &it.views));
        let address = |flag: &Option<String>, kept: Option<&String>, what: &str, name: &str| {
            let text = flag.as_ref().or(kept).ok_or_else(|| {
                format!(
                    "no {what} is known at {}: deploy it, or give its address with {name}",
                    config.gateway
                )
            })?;
            parse_contract_address(text)
        };
        let contracts = Contracts {
            chess: address(&settings.contract, chess, "contract", "--contract")?,
            views: address(&settings.views, views, "view contract", "--views")?,
        };
        let network = connect(&settings, &config)?;
        let client = Client { network, contracts };
        Ok(Session {
            settings,
            config,
            client,
        })
    }

    /// The owner's wallet.
    pub fn owner(&self) -> Result<Wallet, CommandError> {
        self.wallet(&self.config.wallets.owner)
    }

    /// The player's wallet.
    pub fn player(&self) -> Result<Wallet, CommandError> {
        self.wallet(&self.config.wallets.white)
    }

    /// Reads a player's address, or on local chains a public test wallet's name.
    pub fn address(&self, text: &str) -> Result<Address, String> {
        let is_local = wallet_file::is_local(self.client.network.chain_id());
        match wallet_file::public(text).filter(|_| is_local) {
            Some(wallet) => Ok(wallet.to_address()),
            None => parse_address(text),
        }
    }

    /// Makes and stores a key for play by signature, if one is wanted.
    pub fn new_key(&self, wanted: bool) -> Result<Option<[u8; KEY_LEN]>, CommandError> {
        if !wanted {
            return Ok(None);
        }
        Ok(Some(keys(&self.settings)?.make()?.public()))
    }

    fn wallet(&self, configured: &str) -> Result<Wallet, CommandError> {
        let name = self.settings.wallet.as_deref().unwrap_or(configured);
        open_wallet(&self.settings, name, self.client.network.chain_id())
    }
}

/// Opens a wallet for a chain. Test wallets are for local chains: anyone can take their money.
pub fn open_wallet(
    settings: &Settings,
    name: &str,
    chain_id: &str,
) -> Result<Wallet, CommandError> {
    let password = || wallet_file::password(name, settings.password_file.as_deref());
    let wallet = wallet_file::open(name, password)?;
    wallet_file::require_own(&wallet, name, chain_id, settings.allow_test_wallets)?;
    let mode = wallet_file::readable_by_others(Path::new(name));
    if let Some(mode) = mode.filter(|_| !wallet_file::is_public(&wallet)) {
        progress(settings.json)(&format!(
            "warning: other users of this machine can read {name} (mode {mode}): chmod 600"
        ));
    }
    Ok(wallet)
}

/// Reads an address.
pub fn parse_address(text: &str) -> Result<Address, String> {
    let address = Bech32Address::try_from_bech32_string(text.into());
    let address = address.map_err(|_| {
        format!("{text} isn't an address: it is erd1 and 58 more characters, with a checksum")
    })?;
    match address.hrp.as_str() {
        "erd" => Ok(address.into_address()),
        other => Err(format!(
            "{text} isn't an address: it begins with {other}, not with erd"
        )),
    }
}

/// Reads a contract's address.
pub fn parse_contract_address(text: &str) -> Result<Address, String> {
    let address = parse_address(text)?;
    if !address.is_smart_contract_address() {
        return Err(format!("{text} is a wallet's address, not a contract's"));
    }
    Ok(address)
}
