//! The framework's report of each shipped contract: the data of `sc-meta report`, from the files
//! that the build makes next to the code.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The framework's version of the contracts' interface to the production VM.
const INTERFACE: &str = "1.5";

fn reports() -> Vec<(String, Value)> {
    let mut folders = vec![PathBuf::from(ROOT).join("output")];
    for contract in fs::read_dir(PathBuf::from(ROOT).join("contracts")).unwrap() {
        folders.push(contract.unwrap().path().join("output"));
    }
    let mut reports = vec![];
    for folder in folders {
        for file in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if let Some(name) = name.strip_suffix(".mxsc.json") {
                let text = fs::read_to_string(&path).unwrap();
                let all: Value = serde_json::from_str(&text).unwrap();
                reports.push((name.to_string(), all["report"].clone()));
            }
        }
    }
    reports
}

#[test]
fn no_contract_allocates_grows_its_memory_or_needs_what_the_network_lacks() {
    let reports = reports();
    for (name, report) in &reports {
        let is_known = &report["eiCheck"]["ok"];
        assert_eq!(is_known, true, "{name}: an import is unknown");
        assert_eq!(report["eiCheck"]["eiVersion"], INTERFACE, "{name}");
        assert_eq!(report["isMemGrow"], false, "{name}");
        assert_eq!(report["codeReport"]["hasAllocator"], false, "{name}");
    }
    for name in ["onchain-chess-views", "enginechess", "minichess"] {
        assert!(reports.iter().any(|(found, _)| found == name), "{name}");
    }
}

#[test]
fn the_contract_that_holds_wagers_has_no_panic_in_its_code() {
    let reports = reports();
    let report = reports.iter().find(|(name, _)| name == "onchain-chess");
    let (_, report) = report.expect("output/onchain-chess.mxsc.json");
    assert_eq!(report["codeReport"]["hasPanic"], "None");
}
