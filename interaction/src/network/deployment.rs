//! Deploying and upgrading the contracts on a network.

use std::path::Path;

use chess_record::IllegalMoveRule;
use multiversx_sc_scenario::imports::*;
use multiversx_sc_scenario::multiversx_sc::codec::TopEncodeMulti;
use multiversx_sc_snippets::InteractorIntoSdkTransaction;
use multiversx_sc_snippets::sdk::wallet::Wallet;
use network_transaction::fee;
use onchain_chess::chess_proxy::ChessProxy;

use crate::artefacts::{CONTRACT, VIEW_CONTRACT, read_code};
use crate::network::client::{Client, Contracts};
use crate::network::{Failure, Network, PreparedTransaction, Receipt};

/// A contract's metadata: readable, so that the view contract can read its storage.
///
/// An owner who can replace the code can do anything with the contract's money. So callers forbid it
/// by default.
fn metadata(upgradeable: bool) -> CodeMetadata {
    match upgradeable {
        false => CodeMetadata::READABLE,
        true => CodeMetadata::READABLE | CodeMetadata::UPGRADEABLE,
    }
}

/// Deploys the compiled chess contract in a folder and its view contract. `upgradeable`: the owner
/// can replace the code later. `progress`: receives each step in words.
///
/// # Errors
/// A contract is missing, or the network refuses a step.
pub fn deploy(
    mut network: Network,
    artefacts: &Path,
    owner: &Wallet,
    rule: IllegalMoveRule,
    upgradeable: bool,
    progress: &mut dyn FnMut(&str),
) -> Result<Client, Failure> {
    let file = artefacts.join(CONTRACT);
    let chess = deploy_code(&mut network, &file, &rule, owner, upgradeable, progress)?;
    let file = artefacts.join(VIEW_CONTRACT);
    let views = deploy_code(&mut network, &file, &chess, owner, upgradeable, progress)?;
    let contracts = Contracts { chess, views };
    Ok(Client { network, contracts })
}

/// Replaces the chess contract's code with the compiled contract in a folder; games and money
/// stay. The framework's view contracts can't be upgraded, so it deploys a new one at a new address.
///
/// # Errors
/// A contract is missing or wasn't deployed as upgradeable, or the network refuses a step.
pub fn upgrade(
    client: &mut Client,
    artefacts: &Path,
    owner: &Wallet,
    upgradeable: bool,
    progress: &mut dyn FnMut(&str),
) -> Result<Receipt, Failure> {
    let code = read_code(&artefacts.join(CONTRACT))?;
    let Contracts { chess, .. } = client.contracts.clone();
    progress(&format!("upgrading to {CONTRACT}, {} bytes", code.len()));
    let upgrade = client
        .network
        .tx(owner, deploy_gas(&code))
        .to(chess.clone())
        .typed(ChessProxy)
        .upgrade()
        .code(ManagedBuffer::from(&code[..]))
        .code_metadata(metadata(upgradeable))
        .into_sdk_transaction();
    let upgrade = PreparedTransaction::new(upgrade, "upgrade");
    let upgraded = client.network.send(owner, upgrade)?;
    let file = artefacts.join(VIEW_CONTRACT);
    let network = &mut client.network;
    client.contracts.views = deploy_code(network, &file, &chess, owner, upgradeable, progress)?;
    Ok(upgraded)
}

/// Deploys a compiled contract whose `init` takes `argument`. A view contract's takes the contract
/// whose storage it reads.
///
/// # Errors
/// The contract is missing, or the network refuses it.
pub fn deploy_code(
    network: &mut Network,
    file: &Path,
    argument: &impl TopEncodeMulti,
    owner: &Wallet,
    upgradeable: bool,
    progress: &mut dyn FnMut(&str),
) -> Result<Address, Failure> {
    let code = read_code(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    progress(&format!("deploying {name}, {} bytes", code.len()));
    let deploy = network
        .tx(owner, deploy_gas(&code))
        .raw_deploy()
        .argument(argument)
        .code(ManagedBuffer::from(&code[..]))
        .code_metadata(metadata(upgradeable))
        .into_sdk_transaction();
    let receipt = network.send(owner, PreparedTransaction::new(deploy, "deploy"))?;
    let contract = receipt.new_contract();
    contract.ok_or_else(|| format!("the transaction {} isn't a deployment", receipt.hash).into())
}

/// The gas limit of a deployment or an upgrade if the gateway can't estimate. Each byte of code takes
/// 3,000 for two digits of data, and 300 to compile and store it.
fn deploy_gas(code: &[u8]) -> u64 {
    10_000_000 + (2 * fee::GAS_PER_DATA_BYTE + 300) * code.len() as u64
}
