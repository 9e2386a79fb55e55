//! Deploying, the endpoints and the views.

use chess_interaction::calls::{self, calls};
use chess_interaction::client::Client;
use chess_interaction::config::{Deployed, State};
use chess_interaction::network::Receipt;
use chess_interaction::notation::read_move;
use chess_interaction::views::Answer;
use chess_interaction::wager::Amount;
use multiversx_sc_scenario::imports::{Address, FunctionCall, StaticApi, TopDecode};
use multiversx_sc_snippets::sdk::wallet::Wallet;
use onchain_chess::chess_proxy::IllegalMoveRule;
use serde_json::json;

use super::session::{self, Session};
use super::{look, progress, say};
use crate::Failed;
use crate::cli::{Command, Rule, Settings};

/// Deploys both contracts and keeps their addresses.
pub fn deploy(settings: Settings, rule: Rule) -> Result<(), Failed> {
    let config = session::config(&settings)?;
    let mut state = State::read(&settings.state)?;
    let network = session::connect(&config)?;
    let name = settings.wallet.as_ref().unwrap_or(&config.wallets.owner);
    let owner = session::open(&settings, name, network.chain_id())?;
    let rule = match rule {
        Rule::Forfeit => IllegalMoveRule::Forfeit,
        Rule::Reject => IllegalMoveRule::Reject,
    };
    let progress = &mut progress(settings.json);
    let client = Client::deploy(network, &settings.artefacts, &owner, rule, progress)?;
    let deployed = deployed(&client);
    let answer = Answer {
        text: format!(
            "contract  {}\nviews     {}\nIt is paused. Next: set-wager, then unpause.\n",
            deployed.contract, deployed.views
        ),
        json: json!({"contract": deployed.contract, "views": deployed.views}),
    };
    state.keep(&config.gateway, deployed)?;
    say(settings.json, &answer)
}

fn upgrade(session: &mut Session) -> Result<Answer, Failed> {
    let owner = session.owner()?;
    let settings = &session.settings;
    let progress = &mut progress(settings.json);
    let receipt = session
        .client
        .upgrade(&settings.artefacts, &owner, progress)?;
    let mut state = State::read(&settings.state)?;
    let deployed = deployed(&session.client);
    let told = format!(
        "the contract is upgraded\nviews     {}, a new one",
        deployed.views
    );
    let mut answer = done(&receipt, told);
    answer.json["contract"] = deployed.contract.as_str().into();
    answer.json["views"] = deployed.views.as_str().into();
    state.keep(&session.config.gateway, deployed)?;
    Ok(answer)
}

fn deployed(client: &Client) -> Deployed {
    Deployed {
        contract: client.network.bech32(&client.contracts.chess),
        views: client.network.bech32(&client.contracts.views),
    }
}

/// Carries out a command that needs the deployed contracts.
pub fn answer(session: &mut Session, command: Command) -> Result<Answer, Failed> {
    let client = &session.client;
    Ok(match command {
        Command::Status => client.show_status()?,
        Command::Game { game } => client.show_game(game, look())?,
        Command::Board { game } => client.show_board(game, look())?,
        Command::Fen { game } => client.show_fen(game)?,
        Command::StateHash { game } => client.show_state_hash(game)?,
        Command::Moves { game } => client.show_moves(game)?,
        Command::LegalMoves { game } => client.show_legal_moves(game)?,
        Command::DrawOffer { game } => client.show_draw_offer(game)?,
        Command::Claims { game } => client.show_claims(game)?,
        Command::Games {
            first: None,
            count: None,
        } => client.show_games(None)?,
        Command::Games { first, count } => {
            let page = (first.unwrap_or(1), count.unwrap_or(100));
            client.show_games(Some(page))?
        }
        Command::Player { address } => client.show_player(&player(session, address)?)?,
        Command::PlayerGames {
            address,
            ongoing,
            before,
            count,
        } => {
            let player = player(session, address)?;
            client.show_player_games(&player, ongoing, before, count)?
        }

        Command::Upgrade => upgrade(session)?,
        Command::SetWager { amount, token } => {
            let owner = session.owner()?;
            let wager = Amount::parse(&amount, &token)?;
            let receipt = session.client.set_wager(&owner, &wager)?;
            done(&receipt, format!("the wager is {wager}"))
        }
        Command::Pause => owner_calls(session, calls().pause().data, "the contract is paused")?,
        Command::Unpause => owner_calls(session, calls().unpause().data, "the contract is open")?,

        Command::Join => {
            let player = session.player()?;
            joined(&session.client.join(&player)?)
        }
        Command::Leave => calls_it(
            session,
            calls().leave_queue().data,
            "you wait no longer, the wager came back",
        )?,
        Command::Move { game, mv } => {
            let m = read_move(&mv, &session.client.fen(game)?)?;
            let player = session.player()?;
            let receipt = session.client.call(&player, calls::make_move(game, m))?;
            after(session, &receipt, game, &format!("{mv} is played"))?
        }
        Command::Draw { game } => ends(session, game, calls().draw(game).data, "you offer a draw")?,
        Command::Resign { game } => ends(session, game, calls().resign(game).data, "you resigned")?,
        Command::ClaimDraw { game } => ends(session, game, calls().claim_draw(game).data, "")?,
        Command::CallIllegalMove { game } => {
            ends(session, game, calls().call_illegal_move(game).data, "")?
        }
        Command::SignalInactivity { game } => {
            ends(session, game, calls().signal_inactivity(game).data, "")?
        }
        Command::ReclaimWager { game } => {
            ends(session, game, calls().reclaim_wager(game).data, "")?
        }
        Command::Withdraw => calls_it(
            session,
            calls().withdraw().data,
            "what was owed to you is paid",
        )?,

        Command::Deploy { .. }
        | Command::Watch { .. }
        | Command::Play { .. }
        | Command::PlayEngine { .. }
        | Command::Local(_)
        | Command::PgnGames
        | Command::Replay { .. }
        | Command::Scenario { .. } => unreachable!("carried out without a session"),
    })
}

/// A player by address, or the wallet's.
fn player(session: &Session, address: Option<String>) -> Result<Address, Failed> {
    match address {
        Some(text) => Ok(session::address(&text)?),
        None => Ok(session.player()?.to_address()),
    }
}

fn owner_calls(
    session: &mut Session,
    call: FunctionCall<StaticApi>,
    told: &str,
) -> Result<Answer, Failed> {
    let owner = session.owner()?;
    Ok(done(&session.client.call(&owner, call)?, told.into()))
}

fn calls_it(
    session: &mut Session,
    call: FunctionCall<StaticApi>,
    told: &str,
) -> Result<Answer, Failed> {
    let player = session.player()?;
    Ok(done(&session.client.call(&player, call)?, told.into()))
}

/// A call that may end a game; `told` is said where it goes on.
fn ends(
    session: &mut Session,
    game: usize,
    call: FunctionCall<StaticApi>,
    told: &str,
) -> Result<Answer, Failed> {
    let player: Wallet = session.player()?;
    let receipt = session.client.call(&player, call)?;
    after(session, &receipt, game, told)
}

/// What a call made of a game.
fn after(session: &Session, receipt: &Receipt, game: usize, told: &str) -> Result<Answer, Failed> {
    let shown = session.client.show_game(game, look())?;
    let is_over = shown.json["state"] != "ongoing";
    let told = match is_over {
        true => shown.text.lines().next().unwrap_or_default().to_string(),
        false => told.to_string(),
    };
    let mut answer = done(receipt, told);
    answer.json["game"] = shown.json;
    Ok(answer)
}

fn joined(receipt: &Receipt) -> Answer {
    let started = receipt.event("gameStarted");
    let id = started.and_then(|topics| usize::top_decode(topics.first()?.as_slice()).ok());
    let mut answer = match id {
        Some(id) => done(receipt, format!("game {id} has begun; you are Black")),
        None => done(receipt, "you wait for an opponent and will be White".into()),
    };
    answer.json["gameId"] = json!(id);
    answer
}

fn done(receipt: &Receipt, told: String) -> Answer {
    let fee = Amount {
        token: Amount::EGLD.into(),
        amount: receipt.fee.clone(),
    };
    let text = format!(
        "{told}\ntransaction {}, {} gas, fee {fee}\n",
        receipt.hash, receipt.gas_used
    );
    Answer {
        text,
        json: receipt_json(receipt),
    }
}

fn receipt_json(receipt: &Receipt) -> serde_json::Value {
    json!({
        "transaction": receipt.hash,
        "gasUsed": receipt.gas_used,
        "fee": receipt.fee.to_string(),
    })
}
