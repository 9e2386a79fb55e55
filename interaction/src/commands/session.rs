//! What most commands begin with: the configuration, the gateway, the contracts, a wallet.

use chess_interaction::client::{Client, Contracts};
use chess_interaction::config::{ChainType, Config, State};
use chess_interaction::network::Network;
use chess_interaction::wallets;
use multiversx_sc_scenario::imports::{Address, Bech32Address};
use multiversx_sc_snippets::sdk::wallet::Wallet;

use crate::Failed;
use crate::cli::Settings;

/// Mainnet's chain id.
const MAINNET: &str = "1";

/// The deployed contracts, by the settings.
pub struct Session {
    pub settings: Settings,
    pub config: Config,
    pub client: Client,
}

/// Reads the configuration; the gateway by the flag, if it is given.
pub fn config(settings: &Settings) -> Result<Config, Failed> {
    let mut config = Config::read(&settings.config)?;
    if let Some(gateway) = &settings.gateway {
        config.gateway = gateway.clone();
    }
    config
        .gateway
        .truncate(config.gateway.trim_end_matches('/').len());
    Ok(config)
}

pub fn connect(config: &Config) -> Result<Network, Failed> {
    let is_simulator = config.chain_type == ChainType::Simulator;
    Ok(Network::connect(&config.gateway, is_simulator)?)
}

impl Session {
    /// Connects to the contracts that the flags or the state file name.
    pub fn open(settings: Settings) -> Result<Self, Failed> {
        let config = config(&settings)?;
        let state = State::read(&settings.state)?;
        let kept = state.of(&config.gateway);
        let address = |flag: &Option<String>, kept: Option<&String>, what: &str, name: &str| {
            let text = flag.as_ref().or(kept).ok_or_else(|| {
                format!(
                    "no {what} is known at {}: deploy it, or give its address with {name}",
                    config.gateway
                )
            })?;
            contract(text)
        };
        let contracts = Contracts {
            chess: address(
                &settings.contract,
                kept.map(|kept| &kept.contract),
                "contract",
                "--contract",
            )?,
            views: address(
                &settings.views,
                kept.map(|kept| &kept.views),
                "view contract",
                "--views",
            )?,
        };
        let network = connect(&config)?;
        let client = Client { network, contracts };
        Ok(Session {
            settings,
            config,
            client,
        })
    }

    /// The owner's wallet.
    pub fn owner(&self) -> Result<Wallet, Failed> {
        self.wallet(&self.config.wallets.owner)
    }

    /// The player's wallet.
    pub fn player(&self) -> Result<Wallet, Failed> {
        self.wallet(&self.config.wallets.white)
    }

    fn wallet(&self, configured: &str) -> Result<Wallet, Failed> {
        let name = self.settings.wallet.as_deref().unwrap_or(configured);
        open(&self.settings, name, self.client.network.chain_id())
    }
}

/// Opens a wallet for a chain.
pub fn open(settings: &Settings, name: &str, chain_id: &str) -> Result<Wallet, Failed> {
    let password = || match &settings.password_file {
        Some(file) => {
            let text = std::fs::read_to_string(file);
            let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
            Ok(text.trim_end_matches(['\r', '\n']).to_owned())
        }
        None => rpassword::prompt_password(format!("password of {name}: ")).map_err(|_| {
            "it needs a password, and there is no terminal to ask for it: give --password-file"
                .to_owned()
        }),
    };
    let wallet = wallets::open(name, password)?;
    if chain_id == MAINNET && wallets::is_public(&wallet) {
        return Err(
            format!("{name} is a test wallet whose key everyone knows: not for mainnet").into(),
        );
    }
    Ok(wallet)
}

/// Reads an address.
pub fn address(text: &str) -> Result<Address, String> {
    let address = Bech32Address::try_from_bech32_string(text.into());
    let address = address.map_err(|error| format!("{text} is no address: {error}"))?;
    match address.hrp.as_str() {
        "erd" => Ok(address.into_address()),
        other => Err(format!(
            "{text} is no address: it begins with {other}, not with erd"
        )),
    }
}

/// Reads a contract's address.
pub fn contract(text: &str) -> Result<Address, String> {
    let address = address(text)?;
    match address.is_smart_contract_address() {
        true => Ok(address),
        false => Err(format!("{text} is a wallet's address, not a contract's")),
    }
}
