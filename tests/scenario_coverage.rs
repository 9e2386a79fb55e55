//! The scenarios leave nothing out: every endpoint and view, every error, every way a game can end,
//! every event.

mod files;

use std::fs;
use std::path::Path;

use chess_record::EndReason;
use files::files_in;
use multiversx_sc_scenario::multiversx_sc::contract_base::ContractAbiProvider;

/// The text of every scenario.
fn scenarios() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = files_in(&root.join("scenarios"), ".json").into_iter();
    let read = |path| fs::read_to_string(path).expect("a scenario");
    files.map(read).collect()
}

/// The texts that are in no scenario.
fn missing(texts: impl IntoIterator<Item = String>) -> Vec<String> {
    let scenarios = scenarios();
    let texts: Vec<String> = texts.into_iter().collect();
    assert!(!texts.is_empty());
    let is_missing = |text: &String| !scenarios.contains(text);
    texts.into_iter().filter(is_missing).collect()
}

/// The texts between two marks, everywhere in a text.
fn between(text: &str, before: &str, after: &str) -> Vec<String> {
    let parts = text.split(before).skip(1);
    parts
        .filter_map(|part| Some(part.split_once(after)?.0.to_string()))
        .collect()
}

#[test]
fn every_error_is_met() {
    let errors = between(include_str!("../src/errors.rs"), " = \"", "\";");
    let messages = errors.iter().map(|error| format!("\"str:{error}\""));
    assert_eq!(missing(messages), Vec::<String>::new());
}

#[test]
fn every_event_is_checked() {
    let events = between(include_str!("../src/events.rs"), "#[event(\"", "\")]");
    let topics = events
        .iter()
        .map(|event| format!("\"topics\": [\"str:{event}\""));
    assert_eq!(missing(topics), Vec::<String>::new());
}

#[test]
fn every_endpoint_and_view_is_called() {
    let abi = onchain_chess::AbiProvider::abi();
    let endpoints = abi.endpoints.iter();
    // nobody can call a callback
    let called =
        endpoints.filter(|endpoint| !endpoint.labels.iter().any(|label| *label == "callback"));
    let names = called.map(|endpoint| endpoint.name.as_str());
    let calls = names.map(|name| format!("\"function\": \"{name}\""));
    assert_eq!(missing(calls), Vec::<String>::new());
}

/// Each reason in some event, and those that win a game for both colours.
#[test]
fn every_way_to_end_is_there() {
    let scenarios = scenarios();
    let lacking: Vec<EndReason> = EndReason::all()
        .filter(|&reason| reason != EndReason::None && !reason.is_of_challenge())
        .filter(|&reason| {
            let event = |state: u8| format!("\"u8:{state}|u8:{}|", reason as u8);
            [1, 2, 3, 5]
                .into_iter()
                .all(|state| !scenarios.contains(&event(state)))
        })
        .collect();
    assert_eq!(lacking, []);
    let won = (1..=4).flat_map(|reason| [(1, reason), (2, reason)]);
    for (state, reason) in won.chain([(3, 3)]) {
        assert!(
            scenarios.contains(&format!("\"u8:{state}|u8:{reason}|")),
            "{state} {reason}"
        );
    }
}
