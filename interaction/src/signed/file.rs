//! Transcripts in files, which the players hand to each other.
//!
//! ```json
//! {
//!   "contract": "erd1…",
//!   "gameId": 7,
//!   "whiteKey": "c840…",
//!   "blackKey": "2152…",
//!   "round": 0,
//!   "points": 0,
//!   "moves": "0c1c3424",
//!   "messages": [
//!     {"signer": "white", "plies": 1, "argument": "00a4…"},
//!     {"signer": "black", "plies": 2, "argument": "005f…"}
//!   ]
//! }
//! ```
//!
//! Round and points are 0 in a single game. Keys, moves (canonical binary) and arguments (as the
//! endpoint `play` takes them) are hex.

use std::fs;
use std::io;
use std::path::Path;

use multiversx_sc_scenario::imports::{Address, Bech32Address};
use relay::protocol::Side;
use serde::{Deserialize, Serialize};
use signed_play::{KEY_LEN, SignedAction};

use super::game::SignedGame;
use super::transcript::{Message, Transcript};
use crate::user_files;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    contract: String,
    game_id: u32,
    white_key: String,
    black_key: String,
    #[serde(default)]
    round: u16,
    #[serde(default)]
    points: u16,
    moves: String,
    messages: Vec<WrittenMessage>,
}

/// A player's message in files and in answers for scripts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenMessage {
    // the relay's words for the colours, which files share
    signer: Side,
    plies: usize,
    argument: String,
}

/// Reads a transcript and checks all its moves and signatures; `None` if there is no file.
///
/// # Errors
/// Names the file and its fault.
pub fn read(file: &Path) -> Result<Option<Transcript>, String> {
    let said = |error: String| format!("{}: {error}", file.display());
    match fs::read_to_string(file) {
        Ok(text) => parse(&text).map(Some).map_err(said),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(said(error.to_string())),
    }
}

/// Writes a transcript in one step.
///
/// # Errors
/// Names the file that can't be written.
pub fn write(transcript: &Transcript, file: &Path) -> Result<(), String> {
    user_files::write(file, &text(transcript))
}

fn parse(text: &str) -> Result<Transcript, String> {
    let written: Written =
        serde_json::from_str(text).map_err(|error| format!("it isn't a transcript: {error}"))?;
    let contract = Bech32Address::try_from_bech32_string(written.contract.clone());
    let contract = contract.map_err(|_| format!("{} isn't an address", written.contract))?;
    let game = SignedGame {
        contract: *contract.into_address().as_array(),
        id: written.game_id,
        keys: [key(&written.white_key)?, key(&written.black_key)?],
        round: written.round,
        points: written.points,
    };
    let messages = written.messages.into_iter().map(|message| {
        let argument = hex::decode(&message.argument).map_err(|_| "a message is not hex")?;
        let signed = SignedAction::from_argument(&argument).map_err(|error| error.to_string())?;
        let signed = signed.ok_or("a message is empty")?;
        Ok(Message {
            signer: message.signer.into(),
            plies: message.plies,
            signed,
        })
    });
    let messages = messages.collect::<Result<_, String>>()?;
    let moves = hex::decode(&written.moves).map_err(|_| "the moves are not hex")?;
    Transcript::check(game, &moves, messages)
}

fn key(text: &str) -> Result<[u8; KEY_LEN], String> {
    let mut key = [0; KEY_LEN];
    hex::decode_to_slice(text, &mut key)
        .map_err(|_| format!("{text} isn't a key: a key is 32 bytes of hex"))?;
    Ok(key)
}

/// A transcript's messages.
pub fn messages(transcript: &Transcript) -> Vec<WrittenMessage> {
    let messages = transcript.messages().iter().map(|message| WrittenMessage {
        signer: message.signer.into(),
        plies: message.plies,
        argument: hex::encode(message.signed.to_argument()),
    });
    messages.collect()
}

fn text(transcript: &Transcript) -> String {
    let game = &transcript.game;
    let [white_key, black_key] = &game.keys;
    let written = Written {
        contract: Address::from(game.contract).to_bech32_default().bech32,
        game_id: game.id,
        white_key: hex::encode(white_key),
        black_key: hex::encode(black_key),
        round: game.round,
        points: game.points,
        moves: hex::encode(transcript.line().bytes()),
        messages: messages(transcript),
    };
    let text = serde_json::to_string_pretty(&written).expect("text is JSON");
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::keys::Signer as Key;
    use super::super::transcript::shown_at_start;
    use super::*;
    use chess_rules::Color;
    use signed_play::Action;

    fn game() -> (Transcript, Key, Key) {
        let (white, black) = (Key::in_memory(), Key::in_memory());
        let game = SignedGame::new([5; 32], 7, [white.public(), black.public()]);
        (Transcript::new(game), white, black)
    }

    /// 1. e4 e5, and White's key.
    fn two_moves() -> (Transcript, Key) {
        let (mut transcript, mut white, mut black) = game();
        for (played, key, color) in [
            ("e2e4", &mut white, Color::White),
            ("e7e5", &mut black, Color::Black),
        ] {
            transcript
                .sign_move(played.parse().unwrap(), key, &shown_at_start(color))
                .unwrap();
        }
        (transcript, white)
    }

    #[test]
    fn a_written_transcript_is_read_again() {
        let (empty, ..) = game();
        assert_eq!(parse(&text(&empty)), Ok(empty));
        let (mut transcript, mut white) = two_moves();
        transcript
            .sign_action(Action::Resign, &mut white, &shown_at_start(Color::White))
            .unwrap();
        assert_eq!(parse(&text(&transcript)), Ok(transcript));
    }

    #[test]
    fn an_invalid_transcript_is_refused_with_its_fault() {
        let good = text(&two_moves().0);
        let faults = r#"
0c1c3424 | 0c1c342c | Black's message of ply 2: the signature
0c1c3424 | 0c1c342 | not hex
0c1c3424 | 0c1c0c1c | ply 2, e2e4: no piece
0c1c3424 | 0c1c34 | the bytes of ply 2
"gameId": 7 | "gameId": 8 | White's message of ply 1: the signature isn't
"plies": 2 | "plies": 1 | Black's message of ply 1: there is no such move
"plies": 2 | "plies": 4 | Black's message of ply 4: there is no such move
"signer": "white" | "signer": "red" | unknown variant
"argument": "00 | "argument": "05 | the action is 0
"round": 0 | "round": 1 | White's message of ply 1: the signature isn't
"argument": "00 | "argument": "04 | White's message of ply 1: only a match can be left
erd1 | erd2 | isn't an address
"moves" | "move" | unknown field
"#;
        for fault in faults.trim().lines() {
            let [from, to, words] = fault.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{fault}");
            };
            let bad = good.replacen(from, to, 1);
            assert_ne!(bad, good, "{from}");
            let error = parse(&bad).unwrap_err();
            assert!(error.contains(words), "{to}: {error}");
        }
    }
}
