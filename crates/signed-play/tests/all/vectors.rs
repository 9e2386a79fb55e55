//! The files in `vectors/` are what the crate makes, and the crate judges them as they say.

use std::{fs, path::Path};

use chess_rules::{Color, Outcome, Position};
use serde_json::Value;
use signed_play::{ArgumentError, Game, SignedAction, VerifyError, count_plies};

use crate::vector_files::{self, hex};

fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    fs::read_to_string(folder.join(name)).unwrap_or_default()
}

pub fn read(name: &str) -> Value {
    serde_json::from_str(&text(name)).expect("JSON")
}

/// The bytes of a field in hex.
pub fn bytes(value: &Value) -> Vec<u8> {
    let digits = value.as_str().expect("hex").as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    digits
        .map(|pair| byte(pair).expect("two hex digits"))
        .collect()
}

fn array(value: &Value) -> [u8; 32] {
    bytes(value).try_into().expect("32 bytes")
}

fn number(value: &Value) -> u16 {
    value.as_u64().expect("a number") as u16
}

#[test]
fn the_files_are_what_the_crate_makes() {
    for (name, content) in vector_files::all() {
        assert!(
            text(name) == content,
            "vectors/{name} differs; `cargo run -p signed-play --example signed-play-vectors` writes it anew"
        );
    }
}

#[test]
fn every_message_is_judged_as_the_file_says() {
    let file = read("messages.json");
    let cases = file["cases"].as_array().expect("a list");
    for case in cases {
        let game = Game {
            contract: &array(&case["contract"]),
            id: case["gameId"].as_u64().expect("a number") as u32,
            white_key: &array(&case["whiteKey"]),
            black_key: &array(&case["blackKey"]),
            round: number(&case["round"]),
            points: number(&case["points"]),
        };
        let signer = match case["signer"].as_str() {
            Some("white") => Color::White,
            _ => Color::Black,
        };
        let moves = bytes(&case["moves"]);
        let reason = match SignedAction::from_argument(&bytes(&case["argument"])) {
            Err(ArgumentError::Length) => Some("length"),
            Err(ArgumentError::Action) => Some("action"),
            Ok(None) => panic!("{}: nothing is signed", case["name"]),
            Ok(Some(signed)) => match game.verify(signer, &signed, &moves) {
                Ok(()) => None,
                Err(VerifyError::Moves(_)) => Some("moves"),
                Err(VerifyError::NoMove) => Some("no move"),
                Err(VerifyError::Signature) => Some("signature"),
            },
        };
        assert_eq!(reason, case["reason"].as_str(), "{}", case["name"]);
        assert_eq!(reason.is_none(), case["valid"], "{}", case["name"]);
    }
    assert!(cases.len() > 70, "{} cases", cases.len());
}

#[test]
fn every_transcript_is_a_legal_game_signed_ply_by_ply() {
    let file = read("transcripts.json");
    let mut outcomes = vec![];
    for transcript in file.as_array().expect("a list") {
        let game = Game {
            contract: &array(&transcript["contract"]),
            id: transcript["gameId"].as_u64().expect("a number") as u32,
            white_key: &array(&transcript["whiteKey"]),
            black_key: &array(&transcript["blackKey"]),
            round: number(&transcript["round"]),
            points: number(&transcript["points"]),
        };
        let mut position = Position::START;
        for m in transcript["moves"]
            .as_str()
            .expect("moves")
            .split_whitespace()
        {
            let m = m.parse().expect("a move");
            assert!(position.is_legal(m), "{m}");
            position.apply(m);
        }
        outcomes.push(position.outcome());

        let play = &transcript["play"];
        let whole = bytes(&play["moves"]);
        assert_eq!(count_plies(&whole), Ok(position.ply() as usize));
        for message in transcript["messages"].as_array().expect("a list") {
            let signer = match message["signer"].as_str() {
                Some("white") => Color::White,
                _ => Color::Black,
            };
            let signed = SignedAction::from_argument(&bytes(&message["argument"]));
            let signed = signed.expect("65 bytes").expect("something");
            let moves = bytes(&message["moves"]);
            assert_eq!(game.verify(signer, &signed, &moves), Ok(()));
            assert_eq!(
                message["message"],
                hex(&game.message(signed.action, &moves))
            );
        }
        for (color, name) in [(Color::White, "white"), (Color::Black, "black")] {
            match SignedAction::from_argument(&bytes(&play[name])) {
                Ok(Some(signed)) => assert_eq!(game.verify(color, &signed, &whole), Ok(())),
                none => assert_eq!(none, Ok(None)),
            }
        }
    }
    assert!(outcomes.contains(&Outcome::Checkmate) && outcomes.contains(&Outcome::Ongoing));
}
