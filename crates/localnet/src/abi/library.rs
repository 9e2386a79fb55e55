//! The ABIs that a chain knows, and which contracts they are of.

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use multiversx_chain_core::std::code_hash;
use thiserror::Error;

use super::schema::Abi;

const SUFFIX: &str = ".abi.json";

/// A fault of an ABI file or of a folder of them.
#[derive(Debug, Error)]
pub enum AbiError {
    #[error("cannot read {}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("{} isn't an ABI: {error}", path.display())]
    Format {
        path: PathBuf,
        error: serde_json::Error,
    },
    #[error("there is no ABI (*{SUFFIX}) in {}", .0.display())]
    Empty(PathBuf),
}

/// The ABIs that a chain knows. An ABI belongs to the contracts whose code is that of the wasm file
/// of the same name beside it. If there is no such file, it belongs to every contract that has no
/// other ABI.
#[derive(Clone, Debug, Default)]
pub struct Abis {
    by_code: HashMap<Vec<u8>, Arc<Abi>>,
    others: Vec<Arc<Abi>>,
}

impl Abis {
    /// Reads ABI files, and those in folders.
    ///
    /// # Errors
    /// A file that can't be read.
    pub fn load(paths: &[PathBuf]) -> Result<Self, AbiError> {
        let mut abis = Self::default();
        for path in paths {
            let files = match path.is_dir() {
                true => abi_files(path)?,
                false => vec![path.clone()],
            };
            if files.is_empty() {
                return Err(AbiError::Empty(path.clone()));
            }
            for file in files {
                abis.add(file)?;
            }
        }
        Ok(abis)
    }

    fn add(&mut self, path: PathBuf) -> Result<(), AbiError> {
        let name = path.to_string_lossy().into_owned();
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) => return Err(AbiError::Read { path, error }),
        };
        let abi = match serde_json::from_slice(&text) {
            Ok(abi) => Arc::new(abi),
            Err(error) => return Err(AbiError::Format { path, error }),
        };
        let stem = name.strip_suffix(SUFFIX);
        match stem.and_then(|stem| std::fs::read(format!("{stem}.wasm")).ok()) {
            Some(code) => {
                self.by_code.insert(code_hash(&code).to_vec(), abi);
            }
            None => self.others.push(abi),
        }
        Ok(())
    }

    /// The ABIs that a contract of this code may have, the likeliest first.
    pub(crate) fn of_code(&self, code: &[u8]) -> Vec<Arc<Abi>> {
        if code.is_empty() || self.by_code.is_empty() && self.others.is_empty() {
            return vec![];
        }
        match self.by_code.get(code_hash(code).as_slice()) {
            Some(abi) => vec![abi.clone()],
            None => self.others.clone(),
        }
    }
}

fn abi_files(folder: &Path) -> Result<Vec<PathBuf>, AbiError> {
    let failed = |error| AbiError::Read {
        path: folder.to_path_buf(),
        error,
    };
    let mut files = vec![];
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.to_string_lossy().ends_with(SUFFIX) && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
