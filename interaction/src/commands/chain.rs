//! The commands of a local chain: time that passes, money for an account.

use chess_interaction::amount::Amount;
use chess_interaction::describe::counted;
use chess_interaction::network::simulator::Simulator;
use chess_interaction::output::Output;
use serde_json::{Value, json};

use super::error::CommandError;
use super::session;
use crate::cli::{ChainCommand, Settings};

/// Executes a command of `chain`.
pub fn run(settings: &Settings, command: ChainCommand) -> Result<Output, CommandError> {
    let config = session::config(settings)?;
    let chain = Simulator::at(&config.gateway);
    let (text, json) = match command {
        ChainCommand::Epoch => epoch(chain.epoch()?),
        ChainCommand::AdvanceEpoch { epochs } => epoch(chain.advance_epochs(epochs)?),
        ChainCommand::GenerateBlocks { count } => {
            chain.generate_blocks(count)?;
            let text = format!("{} made\n", counted(count as usize, "block"));
            (text, json!({"blocks": count}))
        }
        ChainCommand::Snapshot => {
            let number = chain.snapshot()?;
            let text = format!("snapshot {number}\n");
            (text, json!({"snapshot": number}))
        }
        ChainCommand::Revert { snapshot } => {
            chain.revert(snapshot)?;
            let text = format!("the chain has the state of snapshot {snapshot} again\n");
            (text, json!({"reverted": snapshot}))
        }
        ChainCommand::Fund { address, amount } => {
            // the request has it as text, so it is checked here
            session::parse_address(&address)?;
            let amount = Amount::parse(&amount, Amount::EGLD)?;
            chain.fund(&address, &amount.amount)?;
            let text = format!("{address} has {amount} more\n");
            let amount = amount.amount.to_string();
            (text, json!({"address": address, "amount": amount}))
        }
    };
    Ok(Output { text, json })
}

fn epoch(epoch: u64) -> (String, Value) {
    (format!("epoch {epoch}\n"), json!({"epoch": epoch}))
}
