//! The commands of tournaments.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use chess_interaction::amount::Amount;
use chess_interaction::network::Receipt;
use chess_interaction::network::deployment::deploy_code;
use chess_interaction::output::Output;
use chess_interaction::time_control;
use chess_interaction::tournament::{self, Shown, Tournaments};
use chess_tournament::tournament_proxy::{self, Terms};
use multiversx_sc_scenario::imports::{
    Address, BigUint, FunctionCall, OptionalValue, StaticApi, TokenId,
};
use multiversx_sc_snippets::sdk::wallet::Wallet;
use serde_json::json;

use super::error::CommandError;
use super::output::{print, progress};
use super::receipt::sent;
use super::session::{self, Session};
use crate::cli::{Format, Open, Settings, Tournament, TournamentCommand};

const MINUTE_MILLIS: u64 = 60_000;

/// Carries a command of `tournament` out.
pub fn run(settings: Settings, options: Tournament) -> Result<(), CommandError> {
    let mut session = Session::open(settings)?;
    if let TournamentCommand::Deploy { folder } = &options.command {
        let file = folder.join("chess-tournament.mxsc.json");
        return deploy(session, &file);
    }
    let address = address(&session, options.at)?;
    let contract = Tournaments::at(&mut session.client.network, address.clone());
    if let Some(output) = asked(&contract, &options.command)? {
        return print(session.settings.json, &output);
    }
    let wallet = session.player()?;
    let mut contract = Tournaments::at(&mut session.client.network, address);
    let claimed = match options.command {
        TournamentCommand::Claim { tournament } => {
            Some(contract.claim(tournament, &wallet.to_address())?)
        }
        _ => None,
    };
    let (call, payment, message) = call(&contract, options.command)?;
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
    print(session.settings.json, &output)
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

/// What a command sends: the call, its payment, and the words for its success.
fn call(
    contract: &Tournaments,
    command: TournamentCommand,
) -> Result<(FunctionCall<StaticApi>, Option<Amount>, &'static str), CommandError> {
    let proxy = tournament::proxy();
    let free = |call, message| (call, None, message);
    let call = match command {
        TournamentCommand::Open(open) => {
            let (terms, payment) = terms(&open)?;
            (proxy.open(terms).data, payment, "the tournament is open")
        }
        TournamentCommand::Enter { tournament, rating } => {
            let fee = contract.get(tournament)?.fee();
            let enter = proxy.enter(tournament, OptionalValue::from(rating));
            (enter.data, fee, "you have entered")
        }
        TournamentCommand::Leave { tournament } => {
            free(proxy.leave(tournament).data, "you have left")
        }
        TournamentCommand::Sponsor { tournament, amount } => {
            let token = contract.get(tournament)?.token();
            let amount = Amount::parse(&amount, &token)?;
            let sponsor = proxy.sponsor(tournament);
            (sponsor.data, Some(amount), "you have added to the prizes")
        }
        TournamentCommand::Next { tournament } => {
            free(proxy.next(tournament).data, "the tournament has moved on")
        }
        TournamentCommand::Report {
            tournament,
            board,
            game,
        } => free(
            proxy.report(tournament, board, game).data,
            "the game is reported",
        ),
        TournamentCommand::Claim { tournament } => {
            free(proxy.claim(tournament).data, "your claim is paid")
        }
        TournamentCommand::Deploy { .. }
        | TournamentCommand::Show { .. }
        | TournamentCommand::List => return Err("this command sends nothing".into()),
    };
    Ok(call)
}

/// The answer of a command that sends nothing.
fn asked(
    contract: &Tournaments,
    command: &TournamentCommand,
) -> Result<Option<Output>, CommandError> {
    let output = match command {
        TournamentCommand::Show { tournament, trf } => {
            let shown: Shown = contract.show(*tournament)?;
            match trf {
                true => {
                    let text = shown.trf();
                    let json = json!({"trf": text});
                    Output { text, json }
                }
                false => shown.output(),
            }
        }
        TournamentCommand::List => contract.list()?,
        _ => return Ok(None),
    };
    Ok(Some(output))
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

fn deploy(mut session: Session, file: &Path) -> Result<(), CommandError> {
    let owner = session.owner()?;
    let chess = session.client.contracts.chess.clone();
    let progress = &mut progress(session.settings.json);
    let network = &mut session.client.network;
    let contract = deploy_code(network, file, &chess, &owner, false, progress)?;
    let contract = network.bech32(&contract);
    let mut state = session::state(&session.settings)?;
    let gateway = &session.config.gateway;
    let mut deployed = super::deploy::deployed(&session.client);
    deployed.tournaments = Some(contract.clone());
    state.keep(gateway, deployed)?;
    let text = format!("tournaments {contract}\nIts code can never be replaced.\n");
    let json = json!({"tournaments": contract});
    print(session.settings.json, &Output { text, json })
}

/// What `open` sends: the terms and the first contribution.
fn terms(open: &Open) -> Result<(Terms<StaticApi>, Option<Amount>), String> {
    let amount = |text: &str| Amount::parse(text, &open.token);
    let fee = amount(&open.fee)?;
    let is_swiss = open.format == Format::Swiss;
    let clock = open.clock;
    let least = 4_000 * u64::from(clock.base) + 160_000 * u64::from(clock.increment);
    let shares = open.prizes.iter().map(|percent| match percent {
        0.0..=100.0 => Ok((percent * 100.0).round() as u16),
        _ => Err(format!("{percent} is no share: give percents, as 60,30,10")),
    });
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
        prizes: shares
            .collect::<Result<Vec<u16>, _>>()?
            .into_iter()
            .collect(),
    };
    let payment = open.sponsor.as_deref().map(amount).transpose()?;
    Ok((terms, payment))
}

/// A moment as milliseconds: from now, or a date.
fn start(text: &str) -> Result<u64, String> {
    if let Some(date) = time_control::millis_of_date(text) {
        return Ok(date);
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    Ok(now.unwrap_or_default().as_millis() as u64 + millis(text)?)
}

/// A length of time as a clock's base is written: 10m, 2d.
fn millis(text: &str) -> Result<u64, String> {
    let time = time_control::parse(text)
        .ok()
        .filter(|time| time.increment == 0);
    let time = time.ok_or_else(|| format!("{text} is no time: give 10m, 2h or 3d"))?;
    Ok(u64::from(time.base) * 1_000)
}
