//! The crate signs and judges messages as the files in `vectors/` say.

use std::{fs, path::Path};

use chess_rules::{Color, Outcome, Position};
use serde_json::Value;
use signed_play::{
    Action, ArgumentError, Game, PlayKey, SignedAction, VerifyError, count_plies, covered_moves,
};

pub fn read(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let text = fs::read_to_string(folder.join(name)).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

/// The bytes of a field in hex.
pub fn bytes(value: &Value) -> Vec<u8> {
    let digits = value.as_str().expect("hex").as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    digits
        .map(|pair| byte(pair).expect("two hex digits"))
        .collect()
}

fn arrays<const N: usize>(of: &Value, names: [&str; N]) -> [[u8; 32]; N] {
    names.map(|name| bytes(&of[name]).try_into().expect("32 bytes"))
}

fn number(value: &Value) -> u16 {
    value.as_u64().expect("a number") as u16
}

const FIELDS: [&str; 3] = ["contract", "whiteKey", "blackKey"];
const SECRETS: [&str; 2] = ["whiteSecret", "blackSecret"];

/// The game of a message or a transcript, with its [`FIELDS`].
fn game<'a>([contract, white_key, black_key]: &'a [[u8; 32]; 3], of: &Value) -> Game<'a> {
    Game {
        contract,
        id: of["gameId"].as_u64().expect("a number") as u32,
        white_key,
        black_key,
        round: number(&of["round"]),
        points: number(&of["points"]),
    }
}

fn signer(of: &Value) -> Color {
    match of["signer"].as_str() {
        Some("white") => Color::White,
        _ => Color::Black,
    }
}

/// The message of the player of a colour, as an argument of `play`.
fn sign(
    secrets: &[[u8; 32]; 2],
    game: &Game,
    color: Color,
    action: Action,
    moves: &[u8],
) -> Vec<u8> {
    let public = [game.white_key, game.black_key][color as usize];
    let mut keys = secrets.iter().map(PlayKey::from_secret);
    let key = keys.find(|key| key.public() == *public).expect("a player");
    let signed = key.sign(game, action, moves);
    let signed = signed.expect("the player's own to sign");
    signed.to_argument().to_vec()
}

#[test]
fn every_message_is_judged_as_the_file_says() {
    let file = read("messages.json");
    let secrets = arrays(&file, SECRETS);
    let cases = file["cases"].as_array().expect("a list");
    for case in cases {
        let (name, fields) = (&case["name"], arrays(case, FIELDS));
        let (game, signer) = (game(&fields, case), signer(case));
        let (moves, argument) = (bytes(&case["moves"]), bytes(&case["argument"]));
        let read = SignedAction::from_argument(&argument);
        let reason = match &read {
            Err(ArgumentError::Length) => Some("length"),
            Err(ArgumentError::Action) => Some("action"),
            Ok(None) => panic!("{name}: nothing is signed"),
            Ok(Some(signed)) => match game.verify(signer, signed, &moves) {
                Ok(()) => None,
                Err(VerifyError::Moves(_)) => Some("moves"),
                Err(VerifyError::NoMove) => Some("no move"),
                Err(VerifyError::Signature) => Some("signature"),
            },
        };
        assert_eq!(reason, case["reason"].as_str(), "{name}");
        assert_eq!(reason.is_none(), case["valid"], "{name}");
        let covered = read.ok().flatten().and_then(|signed| {
            let covered = covered_moves(signed.action, signer, game.round, &moves);
            Some((signed.action, covered.ok()??))
        });
        let message = covered.map(|(action, covered)| game.message(action, covered));
        let expected = case["message"].as_str().map(|_| bytes(&case["message"]));
        assert_eq!(message, expected, "{name}");
        if let (None, Some((action, covered))) = (reason, covered) {
            let signed = sign(&secrets, &game, signer, action, covered);
            assert_eq!(signed, argument, "{name}");
        }
    }
    assert!(cases.len() > 70, "{} cases", cases.len());
}

#[test]
fn every_transcript_is_a_legal_game_signed_ply_by_ply() {
    let file = read("transcripts.json");
    let mut outcomes = vec![];
    for transcript in file.as_array().expect("a list") {
        let (fields, secrets) = (arrays(transcript, FIELDS), arrays(transcript, SECRETS));
        let game = game(&fields, transcript);
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
        let mut last = [vec![], vec![]];
        for message in transcript["messages"].as_array().expect("a list") {
            let (signer, argument) = (signer(message), bytes(&message["argument"]));
            let moves = bytes(&message["moves"]);
            let signed = SignedAction::from_argument(&argument);
            let signed = signed.expect("65 bytes").expect("something");
            assert_eq!(game.verify(signer, &signed, &moves), Ok(()));
            let text = game.message(signed.action, &moves);
            assert_eq!(bytes(&message["message"]), text);
            assert_eq!(
                sign(&secrets, &game, signer, signed.action, &moves),
                argument
            );
            last[signer as usize] = argument;
        }
        assert_eq!(last, ["white", "black"].map(|name| bytes(&play[name])));
        for (color, name) in [(Color::White, "white"), (Color::Black, "black")] {
            match SignedAction::from_argument(&bytes(&play[name])) {
                Ok(Some(signed)) => assert_eq!(game.verify(color, &signed, &whole), Ok(())),
                none => assert_eq!(none, Ok(None)),
            }
        }
    }
    assert!(outcomes.contains(&Outcome::Checkmate) && outcomes.contains(&Outcome::Ongoing));
}
