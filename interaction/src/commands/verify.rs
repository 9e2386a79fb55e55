//! The manifest of the deployed contracts (address, version, code hash), and its check against a gateway.

use std::path::Path;

use chess_interaction::artefacts::{CONTRACT, VIEW_CONTRACT};
use chess_interaction::network::account::DeployedCode;
use chess_interaction::output::Output;
use chess_interaction::user_files;
use serde::Deserialize;
use serde_json::json;

use super::error::CommandError;
use super::session::{self, Session, parse_contract_address};
use crate::cli::Settings;

/// Prints the manifest of the contracts in use, with the hashes of the compiled files.
pub fn manifest(session: &Session) -> Result<Output, CommandError> {
    let network = &session.client.network;
    let contracts = &session.client.contracts;
    let mut entries = vec![];
    for (address, file) in [
        (&contracts.chess, CONTRACT),
        (&contracts.views, VIEW_CONTRACT),
    ] {
        let name = file.replace(".mxsc.json", ".codehash.txt");
        let path = session.settings.artefacts.join(name);
        let hash = user_files::read(&path).map_err(|error| format!("{error}: run make build"))?;
        entries.push(DeployedCode::new(network.bech32(address), hash.trim()));
    }
    let text = serde_json::to_string_pretty(&entries)? + "\n";
    let json = json!(entries);
    Ok(Output { text, json })
}

/// A printed manifest, or the `contracts` of a page's settings.
#[derive(Deserialize)]
#[serde(untagged)]
enum Manifest {
    Printed(Vec<DeployedCode>),
    Settings { contracts: Vec<DeployedCode> },
}

/// Compares each contract of a manifest with the gateway's code at its address.
pub fn verify(settings: &Settings, file: &Path) -> Result<Output, CommandError> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = user_files::read(file)?;
    let read: Manifest = serde_json::from_str(&text).map_err(|error| match error.is_data() {
        true => failed(&"neither what `manifest` prints nor settings with `contracts`"),
        false => failed(&error),
    })?;
    let (Manifest::Printed(entries) | Manifest::Settings { contracts: entries }) = read;
    if entries.is_empty() {
        return Err(failed(&"it names no contract").into());
    }
    let config = session::config(settings)?;
    let network = session::connect(settings, &config)?;
    let mut text = String::new();
    for entry in &entries {
        let (address, code_hash) = (&entry.address, &entry.code_hash);
        let found = network.code(&parse_contract_address(address)?)?;
        let found = found.ok_or_else(|| format!("{address}: no contract is there"))?;
        if found.hash != *code_hash {
            let words = format!("{address}: the code is {}, not {code_hash}", found.hash);
            return Err(words.into());
        }
        text += &format!("{address}  {}  {code_hash}\n", entry.version);
    }
    let json = json!(entries);
    Ok(Output { text, json })
}
