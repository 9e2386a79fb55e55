//! A game in the terminal against an engine on chain.

use chess_interaction::engine::board::{OnChain, Wanted};
use chess_interaction::engine::levels;
use chess_interaction::engine::opponent::{Contracts, Engine};
use chess_interaction::output::Output;
use minichess_cli::play;
use serde_json::json;

use super::error::CommandError;
use super::output::progress;
use super::session;
use crate::cli::{BoardSize, PlayEngine, Settings, Side};

/// Starts a game and plays it with the player's wallet.
pub fn play(settings: &Settings, options: &PlayEngine) -> Result<(), CommandError> {
    match options.board {
        BoardSize::Six => {
            if options.side == Side::Black || options.fen.is_some() || options.level.is_some() {
                let why = "--level, --side and --fen are for the 8×8 board; leave out --board 6x6";
                return Err(why.into());
            }
            let depth = options.depth.unwrap_or(5);
            play_on(settings, "6x6", Wanted::at_depth(depth))
        }
        BoardSize::Eight => {
            if options.depth.is_some() {
                return Err("--depth is for the 6×6 board; the 8×8 engine has --level".into());
            }
            let level = levels::find(options.level.unwrap_or(3))?;
            let is_white = match options.side {
                Side::White => true,
                Side::Black => false,
                Side::Drawn => getrandom::u32().map_err(|error| error.to_string())? & 1 == 0,
            };
            let wanted = Wanted::at_level(&level, is_white, options.fen.as_deref())?;
            play_on(settings, "8x8", wanted)
        }
    }
}

/// Lists the 8×8 engine's levels.
pub fn list_levels() -> Output {
    let (text, json) = (levels::table(), json!(levels::all()));
    Output { text, json }
}

fn play_on<G: OnChain>(
    settings: &Settings,
    board_name: &str,
    wanted: Wanted<G>,
) -> Result<(), CommandError> {
    let config = session::config(settings)?;
    let contracts = contracts(settings, &config.gateway, board_name)?;
    let network = session::connect(settings, &config)?;
    let name = settings.wallet.as_ref().unwrap_or(&config.wallets.white);
    let player = session::open_wallet(settings, name, network.chain_id())?;
    let (start, is_white) = (wanted.start.clone(), wanted.player_is_white);
    let mut engine = Engine::start(network, contracts, player, wanted)?;
    progress(settings.json)(&engine.words());
    let (input, out) = (std::io::stdin(), std::io::stdout());
    let (mut input, mut out) = (input.lock(), out.lock());
    play::play(start, is_white, &mut engine, &mut input, &mut out)
}

/// The engine's contract and its views: the flags', or those in the state file.
fn contracts(settings: &Settings, gateway: &str, board: &str) -> Result<Contracts, CommandError> {
    let state = session::state(settings)?;
    let kept = state.of(gateway).and_then(|kept| kept.engines.get(board));
    let (engine, views) = match (&settings.contract, &settings.views, kept) {
        (Some(engine), Some(views), _) => (engine, views),
        (None, None, Some(kept)) => (&kept.contract, &kept.views),
        (None, None, None) => {
            return Err(format!(
                "no {board} engine is known at {gateway}: give its addresses with --contract and --views"
            )
            .into());
        }
        _ => return Err("--contract and --views go together here".into()),
    };
    Ok(Contracts {
        engine: session::parse_contract_address(engine)?,
        views: session::parse_contract_address(views)?,
    })
}
