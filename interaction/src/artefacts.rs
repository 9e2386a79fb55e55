//! The files of the compiled contracts.

use std::path::Path;

use crate::user_files;

/// The file of the compiled contract.
pub const CONTRACT: &str = "onchain-chess.mxsc.json";
/// The file of the compiled view contract.
pub const VIEW_CONTRACT: &str = "onchain-chess-views.mxsc.json";

/// Reads a compiled contract's wasm.
///
/// # Errors
/// Names the file, and the command that makes it.
pub fn read_code(path: &Path) -> Result<Vec<u8>, String> {
    let shown = path.display();
    let text = user_files::read(path)
        .map_err(|error| format!("{error}; make build compiles the contracts"))?;
    let artefact: serde_json::Value =
        serde_json::from_str(&text).map_err(|e| format!("{shown}: {e}"))?;
    let code = artefact["code"]
        .as_str()
        .and_then(|code| hex::decode(code).ok());
    code.ok_or_else(|| format!("{shown}: no contract code in it"))
}
