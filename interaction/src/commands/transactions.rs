//! The commands that send a transaction to the contract.

use chess_interaction::amount::Amount;
use chess_interaction::calls::{self, proxy};
use chess_interaction::network::Receipt;
use chess_interaction::notation::read_move;
use chess_interaction::output::Output;
use multiversx_sc_scenario::imports::{FunctionCall, StaticApi, TopDecode};
use serde_json::json;

use super::error::CommandError;
use super::output::board_style;
use super::session::Session;
use crate::cli::CallCommand;

/// Sends the transaction that a command asks for.
pub fn send(session: &mut Session, command: CallCommand) -> Result<Output, CommandError> {
    match command {
        CallCommand::SetWager { amount, token } => {
            let owner = session.owner()?;
            let wager = Amount::parse(&amount, &token)?;
            let receipt = session.client.set_wager(&owner, &wager)?;
            Ok(sent(&receipt, format!("the wager is {wager}")))
        }
        CallCommand::Pause => owner_call(session, proxy().pause().data, "the contract is paused"),
        CallCommand::Unpause => owner_call(session, proxy().unpause().data, "the contract is open"),

        CallCommand::Join => {
            let player = session.player()?;
            Ok(joined(&session.client.join(&player, None)?))
        }
        CallCommand::Leave => player_call(
            session,
            proxy().leave_queue().data,
            "you no longer wait; the wager came back",
        ),
        CallCommand::Move { game, mv } => {
            let m = read_move(&mv, &session.client.fen(game)?)?;
            game_call(
                session,
                game,
                calls::make_move(game, m),
                &format!("{mv} is played"),
            )
        }
        CallCommand::Draw { game } => {
            game_call(session, game, proxy().draw(game).data, "you offer a draw")
        }
        CallCommand::Resign { game } => {
            game_call(session, game, proxy().resign(game).data, "you resigned")
        }
        CallCommand::ClaimDraw { game } => {
            game_call(session, game, proxy().claim_draw(game).data, "")
        }
        CallCommand::CallIllegalMove { game } => {
            game_call(session, game, proxy().call_illegal_move(game).data, "")
        }
        CallCommand::SignalInactivity { game } => {
            game_call(session, game, proxy().signal_inactivity(game).data, "")
        }
        CallCommand::ReclaimWager { game } => {
            game_call(session, game, proxy().reclaim_wager(game).data, "")
        }
        CallCommand::Withdraw => player_call(
            session,
            proxy().withdraw().data,
            "what was owed to you is paid",
        ),
    }
}

fn owner_call(
    session: &mut Session,
    call: FunctionCall<StaticApi>,
    message: &str,
) -> Result<Output, CommandError> {
    let owner = session.owner()?;
    Ok(sent(&session.client.call(&owner, call)?, message.into()))
}

fn player_call(
    session: &mut Session,
    call: FunctionCall<StaticApi>,
    message: &str,
) -> Result<Output, CommandError> {
    let player = session.player()?;
    Ok(sent(&session.client.call(&player, call)?, message.into()))
}

/// A player's call in a game; `message` is for a game that goes on, one that is over says so
/// itself.
fn game_call(
    session: &mut Session,
    game: usize,
    call: FunctionCall<StaticApi>,
    message: &str,
) -> Result<Output, CommandError> {
    let player = session.player()?;
    let receipt = session.client.call(&player, call)?;
    let shown = session.client.show_game(game, board_style())?;
    let is_over = shown.json["state"] != "ongoing";
    let message = if is_over {
        shown.text.lines().next().unwrap_or_default()
    } else {
        message
    };
    let mut output = sent(&receipt, message.into());
    output.json["game"] = shown.json;
    Ok(output)
}

fn joined(receipt: &Receipt) -> Output {
    let started = receipt.event("gameStarted");
    let id = started.and_then(|topics| usize::top_decode(topics.first()?.as_slice()).ok());
    let mut output = match id {
        Some(id) => sent(receipt, format!("game {id} has begun; you are Black")),
        None => sent(receipt, "you wait for an opponent and will be White".into()),
    };
    output.json["gameId"] = json!(id);
    output
}

/// What is told of a transaction that was carried out.
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
