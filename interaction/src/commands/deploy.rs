//! Deploying and upgrading.

use chess_interaction::network::Network;
use chess_interaction::network::client::Client;
use chess_interaction::network::deployment;
use chess_interaction::output::Output;
use chess_interaction::user_files::deployments::{Addresses, Deployed};
use chess_record::IllegalMoveRule;
use serde_json::json;

use super::error::CommandError;
use super::output::progress;
use super::receipt::sent;
use super::session::{self, Session};
use crate::cli::{Rule, Settings};

/// Deploys both contracts and stores their addresses.
pub fn deploy(settings: &Settings, rule: Rule, upgradeable: bool) -> Result<Output, CommandError> {
    let config = session::config(settings)?;
    let mut state = session::state(settings)?;
    let network = session::connect(settings, &config)?;
    let name = settings.wallet.as_ref().unwrap_or(&config.wallets.owner);
    let owner = session::open_wallet(settings, name, network.chain_id())?;
    let before = state.of(&config.gateway);
    confirm_another(settings, &network, before.map(|kept| &kept.chess.contract))?;
    let rule = match rule {
        Rule::Forfeit => IllegalMoveRule::Forfeit,
        Rule::Reject => IllegalMoveRule::Reject,
    };
    let progress = &mut progress(settings.json);
    let artefacts = &settings.artefacts;
    let client = deployment::deploy(network, artefacts, &owner, rule, upgradeable, progress)?;
    let deployed = deployed(&client);
    let Addresses { contract, views } = &deployed.chess;
    let output = Output {
        text: format!(
            "contract  {contract}\nviews     {views}\n{}.\nIt is paused. Next: set-wager, then unpause.\n",
            code_can_change(upgradeable),
        ),
        json: json!({"contract": contract, "views": views, "upgradeable": upgradeable}),
    };
    state.keep(&config.gateway, deployed)?;
    Ok(output)
}

/// Asks before another contract takes the place of one that is still on the chain.
pub fn confirm_another(
    settings: &Settings,
    network: &Network,
    before: Option<&String>,
) -> Result<(), String> {
    let Some(before) = before.filter(|before| is_there(network, before)) else {
        return Ok(());
    };
    settings.confirm(&format!(
        "{before} was deployed here before, and would no longer be the contract of the other commands. \
         Deploy another one?"
    ))
}

/// Whether a contract is still on the chain: a local chain may have started again.
fn is_there(network: &Network, contract: &str) -> bool {
    let address = session::parse_contract_address(contract);
    address.is_ok_and(|address| matches!(network.code(&address), Ok(Some(_))))
}

/// Replaces the contract's code and stores the new view contract's address.
pub fn upgrade(session: &mut Session, upgradeable: bool) -> Result<Output, CommandError> {
    let owner = session.owner()?;
    let settings = &session.settings;
    let progress = &mut progress(settings.json);
    let client = &mut session.client;
    let code = client.network.code(&client.contracts.chess)?;
    if code.is_some_and(|code| !code.is_upgradeable) {
        let words = "the contract was deployed with a fixed code, which nobody can replace";
        return Err(words.to_string().into());
    }
    if !upgradeable {
        settings.confirm(
            "without --upgradeable this is the last upgrade: nobody can ever replace the code again. Upgrade?",
        )?;
    }
    let receipt = deployment::upgrade(client, &settings.artefacts, &owner, upgradeable, progress)?;
    let mut state = session::state(settings)?;
    let deployed = deployed(client);
    let Addresses { contract, views } = &deployed.chess;
    let code = code_can_change(upgradeable);
    let message = format!("the contract is upgraded\nviews     {views}, a new one\n{code}");
    let mut output = sent(&receipt, message);
    output.json["contract"] = contract.as_str().into();
    output.json["views"] = views.as_str().into();
    output.json["upgradeable"] = upgradeable.into();
    state.keep(&session.config.gateway, deployed)?;
    Ok(output)
}

fn code_can_change(upgradeable: bool) -> &'static str {
    match upgradeable {
        false => "Its code can never be replaced",
        true => "Its owner can replace its code, and so take its money",
    }
}

/// The deployment for the state file, without engines and tournaments.
pub fn deployed(client: &Client) -> Deployed {
    Deployed {
        chess: Addresses {
            contract: client.network.bech32(&client.contracts.chess),
            views: client.network.bech32(&client.contracts.views),
        },
        ..Deployed::default()
    }
}
