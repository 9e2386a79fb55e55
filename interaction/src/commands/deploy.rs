//! Deploying and upgrading.

use std::collections::BTreeMap;

use chess_interaction::network::client::Client;
use chess_interaction::network::deployment::{self, Upgrades};
use chess_interaction::output::Output;
use chess_interaction::user_files::deployments::{Addresses, Deployed};
use chess_record::IllegalMoveRule;
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
    let chess = addresses(&client);
    let output = Output {
        text: format!(
            "contract  {}\nviews     {}\n{}.\nIt is paused. Next: set-wager, then unpause.\n",
            chess.contract,
            chess.views,
            code_can_change(upgrades),
        ),
        json: json!({
            "contract": chess.contract,
            "views": chess.views,
            "upgradeable": upgradeable,
        }),
    };
    state.keep(&config.gateway, with_engines_as_they_were(chess))?;
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
    let chess = addresses(client);
    let message = format!(
        "the contract is upgraded\nviews     {}, a new one\n{}",
        chess.views,
        code_can_change(upgrades),
    );
    let mut output = sent(&receipt, message);
    output.json["contract"] = chess.contract.as_str().into();
    output.json["views"] = chess.views.as_str().into();
    output.json["upgradeable"] = upgradeable.into();
    state.keep(&session.config.gateway, with_engines_as_they_were(chess))?;
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

fn addresses(client: &Client) -> Addresses {
    Addresses {
        contract: client.network.bech32(&client.contracts.chess),
        views: client.network.bech32(&client.contracts.views),
    }
}

/// What the state file is told: of engines nothing.
fn with_engines_as_they_were(chess: Addresses) -> Deployed {
    Deployed {
        chess,
        engines: BTreeMap::new(),
    }
}
