//! The configuration file, and the state file: which contracts were deployed where.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// `config.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The gateway's address.
    pub gateway: String,
    #[serde(default)]
    pub chain_type: ChainType,
    pub wallets: Wallets,
}

/// Whether blocks come by themselves.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChainType {
    #[default]
    Real,
    /// The official chain simulator, which makes blocks when asked.
    Simulator,
}

/// A wallet for each part: a file, or a public test wallet's name.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wallets {
    pub owner: String,
    pub white: String,
    pub black: String,
}

impl Config {
    /// Reads the file. Wallet files named in it are looked for in its own folder.
    ///
    /// # Errors
    /// Names the file, and the line that can't be read.
    pub fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
        let mut config: Config =
            toml::from_str(&text).map_err(|error| format!("{shown}: {error}"))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let wallets = &mut config.wallets;
        for name in [&mut wallets.owner, &mut wallets.white, &mut wallets.black] {
            let beside = folder.join(&*name);
            if beside.exists() {
                *name = beside.to_string_lossy().into_owned();
            }
        }
        Ok(config)
    }
}

/// The addresses of deployed contracts, as people write them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deployed {
    pub contract: String,
    pub views: String,
}

/// `state.toml`: what was deployed last, for each gateway.
pub struct State {
    path: PathBuf,
    deployed: BTreeMap<String, Deployed>,
}

impl State {
    /// Reads the file; without one nothing was deployed.
    ///
    /// # Errors
    /// Names the file, and the line that can't be read.
    pub fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let deployed = match std::fs::read_to_string(path) {
            Ok(text) => toml::from_str(&text).map_err(|error| format!("{shown}: {error}"))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(format!("{shown}: {error}")),
        };
        Ok(State {
            path: path.into(),
            deployed,
        })
    }

    /// What was deployed by a gateway.
    pub fn of(&self, gateway: &str) -> Option<&Deployed> {
        self.deployed.get(gateway)
    }

    /// Keeps what was deployed by a gateway.
    ///
    /// # Errors
    /// Names the file that can't be written.
    pub fn keep(&mut self, gateway: &str, deployed: Deployed) -> Result<(), String> {
        self.deployed.insert(gateway.into(), deployed);
        let text = toml::to_string(&self.deployed).expect("text is TOML");
        // in the place of the old one at once, so that no other command reads half of it
        let new = self.path.with_extension("new");
        std::fs::write(&new, text)
            .and_then(|()| std::fs::rename(&new, &self.path))
            .map_err(|error| format!("{}: {error}", self.path.display()))
    }
}
