//! Frames of any text, one a line, as a connection reads them: an answer and never a panic, and
//! nothing is kept that isn't signed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use relay::RoomId;
use relay::protocol::Request;
use signed_play::{Transcript, check};

fuzz_target!(|input: &[u8]| {
    let mut room = None;
    for frame in input.split(|byte| *byte == b'\n') {
        let Ok(text) = std::str::from_utf8(frame) else {
            continue;
        };
        let request = match serde_json::from_str::<Request>(text) {
            Ok(request) => request,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        // a frame that is read is written in a form that is read again
        let written = serde_json::to_string(&request).unwrap();
        assert_eq!(serde_json::from_str::<Request>(&written).unwrap(), request);
        match request {
            Request::Enter {
                contract,
                game,
                white,
                black,
            } => match RoomId::new(&contract, game, &white.0, &black.0) {
                Ok(entered) => {
                    assert_eq!(entered.contract(), contract.to_lowercase());
                    assert_eq!(RoomId::from_bytes(&entered.to_bytes()), entered);
                    room = Some(entered);
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            },
            Request::Play {
                moves,
                white,
                black,
                ..
            } => {
                if let Some(room) = &room {
                    let known = Transcript::default();
                    let refusal = check(&room.game(), &known, &moves.0, &white.0, &black.0, 1);
                    let refusal = refusal.expect_err("nobody's signature");
                    assert!(!refusal.code().is_empty() && !refusal.to_string().is_empty());
                }
            }
            Request::Round { .. }
            | Request::Here { .. }
            | Request::Abort { .. }
            | Request::Ping { .. } => {}
        }
    }
});
