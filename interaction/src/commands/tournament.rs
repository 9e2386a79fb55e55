//! The commands of tournaments.

use std::path::Path;

use chess_interaction::amount::Amount;
use chess_interaction::network::Receipt;
use chess_interaction::network::deployment::deploy_code;
use chess_interaction::output::Output;
use chess_interaction::time_control;
use chess_interaction::tournament::{self, Tournaments};
use chess_tournament::tournament_proxy::{self, Terms};
use multiversx_sc_scenario::imports::{
    Address, BigUint, FunctionCall, OptionalValue, StaticApi, TokenId,
};
use multiversx_sc_snippets::sdk::wallet::Wallet;
use serde_json::json;

use super::deploy::{confirm_another, deployed};
use super::error::CommandError;
use super::output::progress;
use super::receipt::sent;
use super::session::{self, Session};
use crate::cli::{Format, Open, Tournament, TournamentCall, TournamentCommand};

const MINUTE_MILLIS: u64 = 60_000;

/// Executes a command of `tournament`.
pub fn run(session: &mut Session, options: Tournament) -> Result<Output, CommandError> {
    match options.command {
        TournamentCommand::Deploy { folder } => {
            deploy(session, &folder.join("chess-tournament.mxsc.json"))
        }
        TournamentCommand::Call(command) => send(session, options.at, command),
        TournamentCommand::Show { tournament, trf } => {
            let shown = contract(session, options.at)?.show(tournament)?;
            if !trf {
                return Ok(shown.output());
            }
            let text = shown.trf();
            let json = json!({"trf": text});
            Ok(Output { text, json })
        }
        TournamentCommand::List => Ok(contract(session, options.at)?.list()?),
    }
}

/// Sends the transaction that a command asks for.
fn send(
    session: &mut Session,
    at: Option<String>,
    command: TournamentCall,
) -> Result<Output, CommandError> {
    let address = address(session, at)?;
    let wallet = session.player()?;
    let mut contract = Tournaments::at(&mut session.client.network, address);
    let claimed = match command {
        TournamentCall::Claim { tournament } => {
            Some(contract.claim(tournament, &wallet.to_address())?)
        }
        _ => None,
    };
    let (call, payment, message) = call(&contract, command)?;
    session.config.allow(payment.as_ref())?;
    let receipt = contract.call(&wallet, call, payment.as_ref())?;
    let opened = receipt.game_id("opened");
    let amount = claimed.or(payment);
    let message = match (opened, &amount) {
        (Some(id), _) => format!("tournament {id} is open"),
        (_, Some(amount)) => format!("{message}: {amount}"),
        _ => message.into(),
    };
    let mut output = sent(&receipt, message);
    if let Some(amount) = amount {
        output.json["amount"] = amount.amount.to_string().into();
    }
    if let Some(id) = opened {
        output.json["tournament"] = id.into();
    }
    Ok(output)
}

/// Opens a tournament.
pub fn open(
    contract: &mut Tournaments,
    wallet: &Wallet,
    open: &Open,
) -> Result<Receipt, CommandError> {
    let (terms, payment) = terms(open)?;
    let call = tournament::proxy().open(terms).data;
    Ok(contract.call(wallet, call, payment.as_ref())?)
}

/// A command's call, its payment, and the words for its success.
fn call(
    contract: &Tournaments,
    command: TournamentCall,
) -> Result<(FunctionCall<StaticApi>, Option<Amount>, &'static str), CommandError> {
    let proxy = tournament::proxy();
    let (call, message) = match command {
        TournamentCall::Open(open) => {
            let (terms, payment) = terms(&open)?;
            return Ok((proxy.open(terms).data, payment, "the tournament is open"));
        }
        TournamentCall::Enter { tournament, rating } => {
            let fee = contract.get(tournament)?.fee();
            let enter = proxy.enter(tournament, OptionalValue::from(rating));
            return Ok((enter.data, fee, "you have entered"));
        }
        TournamentCall::Sponsor { tournament, amount } => {
            let token = contract.get(tournament)?.token();
            let amount = Amount::parse(&amount, &token)?;
            let sponsor = proxy.sponsor(tournament).data;
            return Ok((sponsor, Some(amount), "you have added to the prizes"));
        }
        TournamentCall::Leave { tournament } => (proxy.leave(tournament).data, "you have left"),
        TournamentCall::Next { tournament } => {
            (proxy.next(tournament).data, "the tournament has moved on")
        }
        TournamentCall::Report {
            tournament,
            board,
            game,
        } => {
            let report = proxy.report(tournament, board, game);
            (report.data, "the game is reported")
        }
        TournamentCall::Claim { tournament } => {
            (proxy.claim(tournament).data, "your claim is paid")
        }
    };
    Ok((call, None, message))
}

fn contract(session: &mut Session, flag: Option<String>) -> Result<Tournaments<'_>, CommandError> {
    let address = address(session, flag)?;
    Ok(Tournaments::at(&mut session.client.network, address))
}

/// The contract of tournaments: the flag's, or the one that the state file names.
pub fn address(session: &Session, flag: Option<String>) -> Result<Address, CommandError> {
    let gateway = &session.config.gateway;
    let state = session::state(&session.settings)?;
    let kept = state.of(gateway).and_then(|kept| kept.tournaments.clone());
    let text = flag.or(kept).ok_or_else(|| {
        format!(
            "no tournament contract is known at {gateway}: give its address, as in `tournament --at \
             CONTRACT` or `bot --tournaments CONTRACT`, or `tournament deploy`"
        )
    })?;
    Ok(session::parse_contract_address(&text)?)
}

fn deploy(session: &mut Session, file: &Path) -> Result<Output, CommandError> {
    let owner = session.owner()?;
    let mut state = session::state(&session.settings)?;
    let gateway = &session.config.gateway;
    let chess = session.client.contracts.chess.clone();
    let progress = &mut progress(session.settings.json);
    let network = &mut session.client.network;
    let before = state.of(gateway).and_then(|kept| kept.tournaments.as_ref());
    confirm_another(&session.settings, network, before)?;
    let contract = deploy_code(network, file, &chess, &owner, false, progress)?;
    let contract = network.bech32(&contract);
    let mut deployed = deployed(&session.client);
    deployed.tournaments = Some(contract.clone());
    state.keep(gateway, deployed)?;
    let text = format!("tournaments {contract}\nIts code can never be replaced.\n");
    let json = json!({"tournaments": contract});
    Ok(Output { text, json })
}

/// The terms of `open`, and the first contribution.
fn terms(open: &Open) -> Result<(Terms<StaticApi>, Option<Amount>), String> {
    let amount = |text: &str| Amount::parse(text, &open.token);
    let fee = amount(&open.fee)?;
    let is_swiss = open.format == Format::Swiss;
    let clock = open.clock;
    let least = 4_000 * u64::from(clock.base) + 160_000 * u64::from(clock.increment);
    let shares = open.prizes.iter().map(|percent| match percent {
        0.0..=100.0 => Ok((percent * 100.0).round() as u16),
        _ => Err(format!(
            "{percent} isn't a share: give percents, as 60,30,10"
        )),
    });
    let shares = shares.collect::<Result<Vec<u16>, _>>()?;
    if shares.iter().map(|share| u32::from(*share)).sum::<u32>() != 10_000 {
        return Err("the shares, with two decimals, must add up to 100 percent".into());
    }
    let terms = Terms {
        format: match is_swiss {
            true => tournament_proxy::Format::Swiss,
            false => tournament_proxy::Format::RoundRobin,
        },
        players: open.players,
        rounds: open.rounds.unwrap_or(if is_swiss { 5 } else { 1 }),
        token: TokenId::from(fee.token.as_str()),
        fee: BigUint::from_bytes_be(&fee.amount.to_bytes_be()),
        base: clock.base,
        increment: clock.increment,
        engines: open.engines,
        start: start(&open.start)?,
        window: match &open.window {
            Some(window) => millis(window)?,
            None => least + 10 * MINUTE_MILLIS,
        },
        prizes: shares.into_iter().collect(),
    };
    let payment = open.sponsor.as_deref().map(amount).transpose()?;
    Ok((terms, payment))
}

/// Reads a time from now, or a date, as milliseconds since 1970.
fn start(text: &str) -> Result<u64, String> {
    if let Some(date) = time_control::millis_of_date(text) {
        return Ok(date);
    }
    let from_now = millis(text).map_err(|words| words + ", or a date, as 2026-12-24T18:00:00Z")?;
    Ok(time_control::now_millis() + from_now)
}

/// Reads a length of time, written as a clock's base: 10m, 2d.
fn millis(text: &str) -> Result<u64, String> {
    let time = time_control::parse(text)
        .ok()
        .filter(|time| time.increment == 0);
    let time = time.ok_or_else(|| format!("{text} isn't a time: give 10m, 2h or 3d"))?;
    Ok(u64::from(time.base) * 1_000)
}
