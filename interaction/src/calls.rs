//! The contract's calls, typed by its generated proxy, for every chain.

use std::path::Path;

use chess_rules::{Move, Square};
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{ChessProxy, ChessProxyMethods};

/// The file of the compiled contract.
pub const CONTRACT: &str = "onchain-chess.mxsc.json";
/// The file of the compiled view contract.
pub const VIEW_CONTRACT: &str = "onchain-chess-views.mxsc.json";

/// The endpoints and views; a call is the `data` of what these methods give.
pub fn calls() -> ChessProxyMethods<ScenarioTxEnvData, (), (), ()> {
    ChessProxy.proxy_methods(Tx::new_with_env(ScenarioTxEnvData::default()))
}

/// The call that plays a move.
pub fn make_move(game_id: usize, m: Move) -> FunctionCall<StaticApi> {
    let promotion = match m.promotion {
        Some(promotion) => OptionalValue::Some(promotion as u8),
        None => OptionalValue::None,
    };
    let [from, to] = [m.from, m.to].map(Square::index_from_a8);
    calls().make_move(game_id, from, to, promotion).data
}

/// The wasm of a compiled contract.
///
/// # Errors
/// Names the file, and what makes it.
pub fn code(path: &Path) -> Result<Vec<u8>, String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|e| format!("{shown}: {e}; make build compiles the contracts"))?;
    let artefact: serde_json::Value =
        serde_json::from_str(&text).map_err(|e| format!("{shown}: {e}"))?;
    let code = artefact["code"]
        .as_str()
        .and_then(|code| hex::decode(code).ok());
    code.ok_or_else(|| format!("{shown}: no contract code in it"))
}
