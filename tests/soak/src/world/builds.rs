//! The compiled contracts.

use std::path::{Path, PathBuf};

/// The wasm of the contracts.
#[derive(Clone)]
pub struct Builds {
    pub chess: Vec<u8>,
    pub views: Vec<u8>,
    /// The contract with its views in it.
    pub later: Vec<u8>,
    /// The contract that makes several calls in one transaction.
    pub hostile: Vec<u8>,
}

impl Builds {
    /// Reads the contracts that `make build` has compiled.
    ///
    /// # Errors
    /// The file that isn't there.
    pub fn read() -> Result<Self, String> {
        let read = |name: &str| {
            let path = root().join(name);
            let wasm = std::fs::read(&path);
            wasm.map_err(|e| format!("{}: {e}; make build compiles the contracts", path.display()))
        };
        Ok(Builds {
            chess: read("output/onchain-chess.wasm")?,
            views: read("output/onchain-chess-views.wasm")?,
            later: read("tests/later/output/onchain-chess-later.wasm")?,
            hostile: read("tests/hostile/output/chess-hostile.wasm")?,
        })
    }
}

/// The repository's root.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
