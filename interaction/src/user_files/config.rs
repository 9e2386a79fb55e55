//! The configuration file.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use jiff::Timestamp;
use serde::Deserialize;

use crate::amount::Amount;
use crate::user_files::{self, launch_limit::LaunchLimit, toml_file};

/// The configuration of users without their own.
const BUNDLED: &str = include_str!("../../config.toml");

/// The program's name in the folders of the user's configuration and state.
const PROGRAM: &str = "chess-interaction";

/// `config.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The gateway's address.
    pub gateway: String,
    #[serde(default)]
    pub chain_type: ChainType,
    pub wallets: Wallets,
    /// `None` for a network without a limit.
    pub launch_limit: Option<LaunchLimit>,
}

/// Whether the chain makes blocks automatically.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChainType {
    #[default]
    Real,
    /// The official chain simulator, which makes blocks on request.
    Simulator,
}

/// A wallet for each role: a file, or a public test wallet's name.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wallets {
    pub owner: String,
    pub white: String,
    pub black: String,
}

impl Config {
    /// Reads a file; without one the user's own configuration, or the bundled one if there is none.
    /// Wallet files named in a file may be in its folder.
    ///
    /// # Errors
    /// Names the file, and the line that can't be read.
    pub fn read(file: Option<&Path>) -> Result<Self, String> {
        let own = user_file();
        let file = file.or_else(|| own.as_deref().filter(|own| own.is_file()));
        let Some(file) = file else {
            return toml_file::parse(BUNDLED, Path::new("the bundled configuration"));
        };
        let mut config: Config = toml_file::parse(&user_files::read(file)?, file)?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let wallets = &mut config.wallets;
        for name in [&mut wallets.owner, &mut wallets.white, &mut wallets.black] {
            let beside = folder.join(&*name);
            if beside.is_file() {
                *name = beside.to_string_lossy().into_owned();
            }
        }
        Ok(config)
    }

    /// Checks a payment by the launch limit, if there is one.
    ///
    /// # Errors
    /// As [`LaunchLimit::check`].
    pub fn allow(&self, payment: Option<&Amount>) -> Result<(), String> {
        match (&self.launch_limit, payment) {
            (Some(limit), Some(payment)) => limit.check(payment, Timestamp::now()),
            _ => Ok(()),
        }
    }
}

/// The place of the user's own configuration; `None` for a user without a home folder.
pub fn user_file() -> Option<PathBuf> {
    Some(project_dirs()?.config_dir().join("config.toml"))
}

/// The place of the state file; `None` for a user without a home folder.
pub fn state_file() -> Option<PathBuf> {
    let folders = project_dirs()?;
    let folder = folders.state_dir().unwrap_or(folders.data_local_dir());
    Some(folder.join("state.toml"))
}

fn project_dirs() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", PROGRAM)
}
