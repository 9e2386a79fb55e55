//! The state file: the addresses of the deployed contracts.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::user_files::{self, toml_file};

/// The addresses of a deployed contract and of its view contract, as people write them.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Addresses {
    pub contract: String,
    pub views: String,
}

/// The deployments through a gateway.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deployed {
    #[serde(flatten)]
    pub chess: Addresses,
    /// The contract of tournaments for games of this chess contract.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournaments: Option<String>,
    /// The contracts of tournaments that were deployed before, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_tournaments: Vec<String>,
    /// The engines' contracts, by their board: `6x6`, `8x8`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub engines: BTreeMap<String, Addresses>,
    /// The chess contracts that were deployed before, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Addresses>,
}

/// `state.toml`: the last deployments through each gateway.
pub struct State {
    path: PathBuf,
    deployed: BTreeMap<String, Deployed>,
}

impl State {
    /// Reads the file; if there is none, nothing was deployed.
    ///
    /// # Errors
    /// Names the file, and the line that can't be read.
    pub fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let deployed = match std::fs::read_to_string(path) {
            Ok(text) => toml_file::parse(&text, path)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(format!("{shown}: {error}")),
        };
        Ok(State {
            path: path.into(),
            deployed,
        })
    }

    /// The deployments through a gateway.
    pub fn of(&self, gateway: &str) -> Option<&Deployed> {
        self.deployed.get(gateway)
    }

    /// Stores the deployments through a gateway. Engines that `deployed` doesn't name, and contracts that
    /// were deployed before, stay.
    ///
    /// # Errors
    /// Names the file that can't be written.
    pub fn keep(&mut self, gateway: &str, mut deployed: Deployed) -> Result<(), String> {
        if let Some(before) = self.deployed.remove(gateway) {
            if deployed.chess.contract == before.chess.contract {
                deployed.tournaments = deployed.tournaments.or(before.tournaments.clone());
            }
            deployed.earlier_tournaments = before.earlier_tournaments;
            if before.tournaments != deployed.tournaments {
                deployed.earlier_tournaments.extend(before.tournaments);
            }
            deployed.earlier = before.earlier;
            if before.chess.contract != deployed.chess.contract {
                deployed.earlier.push(before.chess);
            }
            for (board, engine) in before.engines {
                deployed.engines.entry(board).or_insert(engine);
            }
        }
        self.deployed.insert(gateway.into(), deployed);
        let text = toml::to_string(&self.deployed).expect("text is TOML");
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let made = std::fs::create_dir_all(folder);
        made.map_err(|error| format!("{}: {error}", self.path.display()))?;
        user_files::write(&self.path, &text)
    }
}
