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
    let (game, call, message) = match command {
        CallCommand::SetWager { amount, token } => return set_wager(session, &amount, &token),
        CallCommand::Pause => {
            return owner_call(session, proxy().pause().data, "the contract is paused");
        }
        CallCommand::Unpause => {
            return owner_call(session, proxy().unpause().data, "the contract is open");
        }

        CallCommand::Join { key } => return join(session, key),
        CallCommand::Leave => return leave(session),
        CallCommand::Challenge(offer) => return challenge(session, offer),
        CallCommand::Accept { game, key } => return accept(session, game, key),
        CallCommand::Submit { game, transcript } => {
            return signed::submit(session, game, transcript);
        }
        CallCommand::Move { game, mv, claim } => return make_move(session, game, &mv, claim),
        CallCommand::Withdraw => return withdraw(session),

        CallCommand::Decline { game } => {
            let message = "the challenge is cancelled; the stake went back";
            (game, proxy().cancel_challenge(game).data, message)
        }
        CallCommand::Draw { game } => (game, proxy().draw(game).data, "you offer a draw"),
        CallCommand::Resign { game } => (game, proxy().resign(game).data, "you resigned"),
        CallCommand::ClaimDraw { game } => (game, proxy().claim_draw(game).data, ""),
        CallCommand::CallIllegalMove { game } => (game, proxy().call_illegal_move(game).data, ""),
        CallCommand::SignalInactivity { game } => (game, proxy().signal_inactivity(game).data, ""),
        CallCommand::ReclaimWager { game } => (game, proxy().reclaim_wager(game).data, ""),
    };
    game_call(session, game, call, message)
}

fn set_wager(session: &mut Session, amount: &str, token: &str) -> Result<Output, CommandError> {
    let owner = session.owner()?;
    let wager = Amount::parse(amount, token)?;
    require_token(session, token)?;
    let receipt = session.client.set_wager(&owner, &wager)?;
    Ok(sent(&receipt, format!("the wager is {wager}")))
}

/// Asks before it sets a wager in a token that isn't a fungible token of the network: nobody could ever
/// join.
fn require_token(session: &Session, token: &str) -> Result<(), CommandError> {
    if Amount::is_egld(token) || session.client.network.has_fungible_token(token)? {
        return Ok(());
    }
    let question = format!(
        "the network has no fungible token {token}, and a wager can never be changed. Set it anyway?"
    );
    Ok(session.settings.confirm(&question)?)
}

/// Plays a move in a player's notation, and claims a draw with it if `claim`.
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

/// Withdraws the amounts owed to the player.
fn withdraw(session: &mut Session) -> Result<Output, CommandError> {
    let player = session.player()?;
    let receipt = session.client.call(&player, proxy().withdraw().data)?;
    if receipt.credited().is_empty() {
        return Ok(sent(&receipt, "what was owed to you is paid".into()));
    }
    Err(came_back(session, &player.to_address(), &receipt)?.into())
}

/// Words for a withdrawal that came back, with the amounts that are still owed.
fn came_back(
    session: &Session,
    player: &Address,
    receipt: &Receipt,
) -> Result<String, CommandError> {
    let owed = session.client.credits(player)?;
    let owed: Vec<String> = owed.iter().map(Amount::to_string).collect();
    let reason = receipt.returned.as_deref().unwrap_or("no reason is given");
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

/// Names the configuration's wallet, if the contract says that it doesn't play this game.
fn not_in_game(session: &Session, game: usize, failure: Failure) -> CommandError {
    match (&failure, &session.settings.wallet) {
        (Failure::Refused { message, .. }, None) if message == "you don't play this game" => {
            let name = &session.config.wallets.white;
            format!("{name} (no --wallet given) doesn't play game {game}").into()
        }
        _ => failure.into(),
    }
}

fn join(session: &mut Session, with_key: bool) -> Result<Output, CommandError> {
    let player = session.player()?;
    session.config.allow(Some(&session.client.wager()?))?;
    let key = session.new_key(with_key)?;
    let receipt = session.client.join(&player, key.as_ref())?;
    let id = receipt.game_id("gameStarted");
    let message = match id {
        Some(id) => format!("game {id} has begun; you are Black"),
        None => "you wait for an opponent and will be White".into(),
    };
    let mut output = sent(&receipt, message);
    output.json["gameId"] = json!(id);
    Ok(output)
}

fn leave(session: &mut Session) -> Result<Output, CommandError> {
    let player = session.player()?;
    let receipt = session.client.call(&player, proxy().leave_queue().data)?;
    let message = "you no longer wait; the wager came back";
    Ok(sent(&receipt, message.into()))
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
    let offered = offered.ok_or_else(|| format!("game {game} isn't an open challenge"))?;
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
