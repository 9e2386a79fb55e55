//! The commands that send a transaction to the contract.

use chess_interaction::amount::Amount;
use chess_interaction::calls::{self, proxy};
use chess_interaction::challenge::Terms;
use chess_interaction::describe::require_ongoing;
use chess_interaction::network::{Failure, Receipt};
use chess_interaction::output::Output;
use chess_interaction::pgn::notation::read_move;
use chess_interaction::views::{fen_of, stake};
use multiversx_sc_scenario::imports::{Address, FunctionCall, StaticApi};
use onchain_chess::chess_proxy::Side;
use serde_json::json;

use super::error::CommandError;
use super::receipt::{game_output, sent};
use super::session::Session;
use super::signed;
use crate::cli::{self, CallCommand, Offer};

/// Sends the transaction that a command asks for.
pub fn send(session: &mut Session, command: CallCommand) -> Result<Output, CommandError> {
    match command {
        CallCommand::SetWager { amount, token } => {
            let owner = session.owner()?;
            let wager = Amount::parse(&amount, &token)?;
            require_token(session, &token)?;
            let receipt = session.client.set_wager(&owner, &wager)?;
            Ok(sent(&receipt, format!("the wager is {wager}")))
        }
        CallCommand::Pause => owner_call(session, proxy().pause().data, "the contract is paused"),
        CallCommand::Unpause => owner_call(session, proxy().unpause().data, "the contract is open"),

        CallCommand::Join { key } => {
            let player = session.player()?;
            session.config.allow(Some(&session.client.wager()?))?;
            let key = session.new_key(key)?;
            Ok(joined(&session.client.join(&player, key.as_ref())?))
        }
        CallCommand::Challenge(offer) => challenge(session, offer),
        CallCommand::Accept { game, key } => accept(session, game, key),
        CallCommand::Decline { game } => {
            let call = proxy().cancel_challenge(game).data;
            let message = "the challenge is cancelled; the stake went back";
            game_call(session, game, call, message)
        }
        CallCommand::Submit { game, transcript } => signed::submit(session, game, transcript),
        CallCommand::Leave => {
            let player = session.player()?;
            let receipt = session.client.call(&player, proxy().leave_queue().data)?;
            let message = "you no longer wait; the wager came back";
            Ok(sent(&receipt, message.into()))
        }
        CallCommand::Move { game, mv, claim } => make_move(session, game, &mv, claim),
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
        CallCommand::Withdraw => withdraw(session),
    }
}

/// Asks before a wager in a token that the network doesn't know as fungible: nobody could ever join.
fn require_token(session: &Session, token: &str) -> Result<(), CommandError> {
    if Amount::is_egld(token) || session.client.network.has_fungible_token(token)? {
        return Ok(());
    }
    let question = format!(
        "the network has no fungible token {token}, and a wager can never be changed. Set it all the same?"
    );
    Ok(session.settings.confirm(&question)?)
}

/// Plays a move that is written as players do, and claims a draw with it if that is wished.
fn make_move(
    session: &mut Session,
    game: usize,
    mv: &str,
    claim: bool,
) -> Result<Output, CommandError> {
    let snapshot = session.client.snapshot(game, 0)?;
    require_ongoing(&snapshot.game)?;
    let m = read_move(mv, &fen_of(&snapshot)?)?;
    let data = match claim {
        true => calls::make_move_and_claim(game, m),
        false => calls::make_move(game, m),
    };
    game_call(session, game, data, &format!("{mv} is played"))
}

/// Fetches what is owed to the player.
fn withdraw(session: &mut Session) -> Result<Output, CommandError> {
    let player = session.player()?;
    let receipt = session.client.call(&player, proxy().withdraw().data)?;
    if receipt.credited().is_empty() {
        return Ok(sent(&receipt, "what was owed to you is paid".into()));
    }
    Err(came_back(session, &player.to_address(), &receipt)?.into())
}

/// In words, that a withdrawal came back, and what is owed then.
fn came_back(
    session: &Session,
    player: &Address,
    receipt: &Receipt,
) -> Result<String, CommandError> {
    let owed = session.client.credits(player)?;
    let owed: Vec<String> = owed.iter().map(Amount::to_string).collect();
    let reason = receipt.returned.as_deref().unwrap_or("no reason is told");
    Ok(format!(
        "withdraw came back from your shard ({reason}): {} is still owed to you; transaction {}",
        owed.join(", "),
        receipt.hash
    ))
}

fn owner_call(
    session: &mut Session,
    call: FunctionCall<StaticApi>,
    message: &str,
) -> Result<Output, CommandError> {
    let owner = session.owner()?;
    Ok(sent(&session.client.call(&owner, call)?, message.into()))
}

/// A player's call in a game; `message` is for a running game.
fn game_call(
    session: &mut Session,
    game: usize,
    call: FunctionCall<StaticApi>,
    message: &str,
) -> Result<Output, CommandError> {
    let player = session.player()?;
    let called = session.client.call(&player, call);
    let receipt = called.map_err(|failure| not_in_game(session, game, failure))?;
    game_output(session, game, &receipt, message)
}

/// Names the wallet that the configuration chose, where the contract says that it plays no such game.
fn not_in_game(session: &Session, game: usize, failure: Failure) -> CommandError {
    match (&failure, &session.settings.wallet) {
        (Failure::Refused { message, .. }, None) if message == "you don't play this game" => {
            let name = &session.config.wallets.white;
            format!("{name} (no --wallet given) doesn't play game {game}").into()
        }
        _ => failure.into(),
    }
}

fn joined(receipt: &Receipt) -> Output {
    let id = receipt.game_id("gameStarted");
    let mut output = match id {
        Some(id) => sent(receipt, format!("game {id} has begun; you are Black")),
        None => sent(receipt, "you wait for an opponent and will be White".into()),
    };
    output.json["gameId"] = json!(id);
    output
}

/// Opens a challenge.
fn challenge(session: &mut Session, offer: Offer) -> Result<Output, CommandError> {
    let stake = offer.stake.map(|stake| Amount::parse(&stake, &offer.token));
    let opponent = offer.opponent.map(|player| session.address(&player));
    let terms = Terms {
        opponent: opponent.transpose()?,
        side: match offer.side {
            cli::Side::White => Side::White,
            cli::Side::Black => Side::Black,
            cli::Side::Drawn => Side::Drawn,
        },
        clock: offer.clock,
        stake: stake.transpose()?,
        rounds: offer.rounds,
        engines: offer.engines,
    };
    if terms.rounds > 1 && !offer.key {
        return Err("a match is played by signature: name a key too (--key)".into());
    }
    session.config.allow(terms.payment().as_ref())?;
    let player = session.player()?;
    let key = session.new_key(offer.key)?;
    let receipt = session.client.challenge(&player, &terms, key.as_ref())?;
    let id = receipt.game_id("challenged");
    let id = id.ok_or_else(|| format!("the transaction {} opened no challenge", receipt.hash))?;
    let mut output = sent(&receipt, format!("game {id} waits for its second player"));
    output.json["gameId"] = json!(id);
    Ok(output)
}

/// Accepts a challenge with the stake that it names, for all its rounds.
fn accept(session: &mut Session, game: usize, with_key: bool) -> Result<Output, CommandError> {
    let offered = session.client.snapshot(game, 0)?.challenge;
    let offered = offered.ok_or_else(|| format!("game {game} is no open challenge"))?;
    if with_key && offered.key.is_empty() {
        return Err("the challenger has named no key, so yours would be of no use".into());
    }
    let stake = stake(&offered.token, &offered.stake);
    let payment = stake.map(|stake| stake.times(offered.rounds.into()));
    session.config.allow(payment.as_ref())?;
    let player = session.player()?;
    let key = session.new_key(with_key)?;
    let client = &mut session.client;
    let receipt = client.accept(&player, game, payment.as_ref(), key.as_ref())?;
    let white = client.snapshot(game, 0)?.game.white_player.to_address();
    let is_white = white == player.to_address();
    let color = if is_white { "White" } else { "Black" };
    let message = format!("game {game} has begun; you are {color}");
    game_output(session, game, &receipt, &message)
}
