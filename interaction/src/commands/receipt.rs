//! The report of an executed transaction.

use chess_interaction::amount::Amount;
use chess_interaction::chess_table::{SnapshotView, shares};
use chess_interaction::describe::{self, color_name};
use chess_interaction::network::Receipt;
use chess_interaction::output::Output;
use chess_interaction::views::stake;
use chess_record::{Awaits, GameState};
use chess_rules::Color;
use multiversx_sc_scenario::imports::Address;
use serde_json::{Value, json};

use super::error::CommandError;
use super::output::board_style;
use super::session::Session;

/// The report of a transaction: a message, its gas and its fee.
pub fn sent(receipt: &Receipt, message: String) -> Output {
    let fee = Amount::egld(receipt.fee.clone());
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

/// The report of a call in a game: `message` if the game continues, otherwise its end, and the amounts
/// owed because they couldn't be paid out.
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
        (GameState::NoResult, _) if view.end_reason.is_of_challenge() => message.to_owned(),
        _ => format!("game {game}: {}", describe::standing(view)),
    };
    if view.awaits != Awaits::Move
        && let Some(deadline) = describe::deadline(view)
    {
        message += &format!("\n{deadline}");
    }
    let credited = receipt.credited();
    // a returned payout wasn't paid, and the receipt doesn't always name its player
    let paid = match receipt.returned {
        None => payouts(&snapshot, &credited),
        Some(_) => vec![],
    };
    if !paid.is_empty() {
        let paid: Vec<_> = paid
            .iter()
            .map(|(color, amount)| format!("{} {amount}", color_name(*color)))
            .collect();
        message += &format!("\npaid: {}", paid.join(", "));
    }
    let mut owed = vec![];
    for player in credited {
        for amount in client.credits(&player)? {
            let player = client.network.bech32(&player);
            message += &format!("\n{amount} could not be paid out: {player} can withdraw it");
            owed.push(payment(&player, &amount));
        }
    }
    if let Some(reason) = &receipt.returned {
        message += &format!("\na payout came back: {reason}");
    }
    let mut output = sent(receipt, message);
    output.json["game"] = client.describe(&snapshot, board_style())?.json;
    output.json["paid"] = paid
        .iter()
        .map(|(color, amount)| payment(&color_name(*color).to_lowercase(), amount))
        .collect();
    output.json["owed"] = owed.into();
    output.json["returned"] = json!(receipt.returned);
    Ok(output)
}

/// An amount that a player is paid or owed.
fn payment(player: &str, amount: &Amount) -> Value {
    json!({"player": player, "token": amount.token, "amount": amount.amount.to_string()})
}

/// The payouts of a finished game, except amounts that were credited instead.
fn payouts(snapshot: &SnapshotView, credited: &[Address]) -> Vec<(Color, Amount)> {
    let game = &snapshot.game;
    let stake = stake(&snapshot.token, &snapshot.stake);
    let Some((stake, [white, black])) = stake.zip(shares(game)) else {
        return vec![];
    };
    let players = [
        (Color::White, white, &game.white_player),
        (Color::Black, black, &game.black_player),
    ];
    let paid = players
        .into_iter()
        .filter(|(_, share, player)| share.stakes > 0 && !credited.contains(&player.to_address()));
    paid.map(|(color, share, _)| (color, stake.times(share.stakes.into())))
        .collect()
}
