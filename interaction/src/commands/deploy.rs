//! Deploying and upgrading.

use chess_interaction::client::Client;
use chess_interaction::deployment::{self, Upgrades};
use chess_interaction::output::Output;
use chess_interaction::state::Deployed;
use onchain_chess::chess_proxy::IllegalMoveRule;
use serde_json::json;

use super::error::CommandError;
use super::output::{print, progress};
use super::receipt::sent;
use super::session::{self, Session};
use crate::cli::{Rule, Settings};

/// Deploys both contracts and keeps their addresses.
pub fn deploy(settings: Settings, rule: Rule, upgradeable: bool) -> Result<(), CommandError> {
    let config = session::config(&settings)?;
    let mut state = session::state(&settings)?;
    let network = session::connect(&settings, &config)?;
    let name = settings.wallet.as_ref().unwrap_or(&config.wallets.owner);
    let owner = session::open_wallet(&settings, name, network.chain_id())?;
    let rule = match rule {
        Rule::Forfeit => IllegalMoveRule::Forfeit,
        Rule::Reject => IllegalMoveRule::Reject,
    };
    let upgrades = upgrades(upgradeable);
    let progress = &mut progress(settings.json);
    let artefacts = &settings.artefacts;
    let client = deployment::deploy(network, artefacts, &owner, rule, upgrades, progress)?;
    let deployed = addresses(&client);
    let output = Output {
        text: format!(
            "contract  {}\nviews     {}\n{}.\nIt is paused. Next: set-wager, then unpause.\n",
            deployed.contract,
            deployed.views,
            code_can_change(upgrades),
        ),
        json: json!({
            "contract": deployed.contract,
            "views": deployed.views,
            "upgradeable": upgradeable,
        }),
    };
    state.keep(&config.gateway, deployed)?;
    print(settings.json, &output)
}

/// Replaces the contract's code and keeps the new view contract's address.
pub fn upgrade(settings: Settings, upgradeable: bool) -> Result<(), CommandError> {
    let mut session = Session::open(settings)?;
    let owner = session.owner()?;
    let settings = &session.settings;
    let upgrades = upgrades(upgradeable);
    let progress = &mut progress(settings.json);
    let client = &mut session.client;
    let receipt = deployment::upgrade(client, &settings.artefacts, &owner, upgrades, progress)?;
    let mut state = session::state(settings)?;
    let deployed = addresses(client);
    let message = format!(
        "the contract is upgraded\nviews     {}, a new one\n{}",
        deployed.views,
        code_can_change(upgrades),
    );
    let mut output = sent(&receipt, message);
    output.json["contract"] = deployed.contract.as_str().into();
    output.json["views"] = deployed.views.as_str().into();
    output.json["upgradeable"] = upgradeable.into();
    state.keep(&session.config.gateway, deployed)?;
    print(settings.json, &output)
}

fn upgrades(allowed: bool) -> Upgrades {
    if allowed {
        Upgrades::Allowed
    } else {
        Upgrades::Forbidden
    }
}

fn code_can_change(upgrades: Upgrades) -> &'static str {
    match upgrades {
        Upgrades::Forbidden => "Its code can never be replaced",
        Upgrades::Allowed => "Its owner can replace its code, and so take its money",
    }
}

fn addresses(client: &Client) -> Deployed {
    Deployed {
        contract: client.network.bech32(&client.contracts.chess),
        views: client.network.bech32(&client.contracts.views),
    }
}
