//! What is told of a transaction that was carried out.

use chess_interaction::amount::Amount;
use chess_interaction::network::Receipt;
use chess_interaction::output::Output;
use chess_interaction::words;
use onchain_chess::chess_proxy::{Awaits, EndReason, GameState};
use serde_json::json;

use super::error::CommandError;
use super::output::board_style;
use super::session::Session;

/// What is told of a transaction: a message, its gas and its fee.
pub fn sent(receipt: &Receipt, message: String) -> Output {
    let fee = Amount {
        token: Amount::EGLD.into(),
        amount: receipt.fee.clone(),
    };
    let text = format!(
        "{message}\ntransaction {}, {} gas, fee {fee}\n",
        receipt.hash, receipt.gas_used
    );
    let json = json!({
        "transaction": receipt.hash,
        "gasUsed": receipt.gas_used,
        "fee": receipt.fee.to_string(),
    });
    Output { text, json }
}

/// What is told of a call in a game: `message` where the game goes on, else how it ended or will
/// end, and what is owed to whom because it couldn't be paid out.
pub fn game_output(
    session: &Session,
    game: usize,
    receipt: &Receipt,
    message: &str,
) -> Result<Output, CommandError> {
    let client = &session.client;
    let snapshot = client.snapshot(game, 0)?;
    let view = &snapshot.game;
    let mut message = match (view.state, view.awaits) {
        (GameState::Ongoing, Awaits::Move | Awaits::Answer) | (GameState::Open, _) => {
            message.to_owned()
        }
        (GameState::NoResult, _) if view.end_reason == EndReason::Cancelled => message.to_owned(),
        _ => format!("game {game}: {}", words::standing(view)),
    };
    if view.awaits != Awaits::Move
        && let Some(deadline) = words::deadline(view)
    {
        message += &format!("\n{deadline}");
    }
    let mut owed = vec![];
    for player in receipt.credited() {
        for amount in client.credits(&player)? {
            let player = client.network.bech32(&player);
            message += &format!("\n{amount} could not be paid out: {player} can withdraw it");
            owed.push(json!({
                "player": player,
                "token": amount.token,
                "amount": amount.amount.to_string(),
            }));
        }
    }
    if let Some(reason) = &receipt.returned {
        message += &format!("\na payout came back: {reason}");
    }
    let mut output = sent(receipt, message);
    output.json["game"] = client.describe(&snapshot, board_style())?.json;
    output.json["owed"] = owed.into();
    output.json["returned"] = json!(receipt.returned);
    Ok(output)
}
