//! Games whose messages were signed beforehand, so that the players' own work doesn't count.

use std::ops::ControlFlow;

use chess_rules::{Color, Outcome, Position};
use fastrand::Rng;
use game_moves::chess::Move;
use relay::RoomId;
use relay::protocol::{Hex, Request};
use signed_play::{Action, Game, PlayKey};

/// A contract that no chain is asked about.
const CONTRACT: [u8; 32] = [5; 32];

/// A game with the text of every message.
pub struct Prepared {
    /// The message that enters its room.
    pub enter: String,
    /// A move each, White's first.
    pub plays: Vec<String>,
}

/// A game of random moves, as long as it lasts and `plies` at most.
pub fn prepare(id: u32, plies: usize) -> Prepared {
    let secret = |byte: u8| {
        let mut secret = [byte; 32];
        secret[..4].copy_from_slice(&id.to_be_bytes());
        PlayKey::from_secret(&secret)
    };
    let keys = [secret(1), secret(2)];
    let [white, black] = [keys[0].public(), keys[1].public()];
    let game = Game {
        contract: &CONTRACT,
        id,
        white_key: &white,
        black_key: &black,
        round: 0,
        points: 0,
    };
    let bytes = [&CONTRACT[..], &id.to_be_bytes(), &white, &black].concat();
    let room = bytes.try_into().ok();
    let room = room.and_then(|bytes| RoomId::from_bytes(&bytes));
    let enter = Request::Enter {
        contract: room.map(|room| room.contract()).unwrap_or_default(),
        game: id,
        white: Hex(white.to_vec()),
        black: Hex(black.to_vec()),
    };
    let mut rng = Rng::with_seed(id.into());
    let mut position = Position::START;
    let (mut moves, mut plays) = (vec![], vec![]);
    while position.outcome() == Outcome::Ongoing && plays.len() < plies {
        let mut legal = vec![];
        let _ = position.try_each_legal(|mv| {
            legal.push(mv);
            ControlFlow::<()>::Continue(())
        });
        let Some(mv) = rng.choice(&legal).copied() else {
            break;
        };
        let color = position.turn();
        position.apply(mv);
        moves.extend_from_slice(Move::of_legal(mv).encode().as_bytes());
        let Ok(signed) = keys[color as usize].sign(&game, Action::Move, &moves) else {
            break;
        };
        let argument = Hex(signed.to_argument().to_vec());
        let (white, black) = match color {
            Color::White => (argument, Hex::default()),
            Color::Black => (Hex::default(), argument),
        };
        plays.push(text(&Request::Play {
            round: 0,
            points: 0,
            id: None,
            moves: Hex(moves.clone()),
            white,
            black,
        }));
    }
    Prepared {
        enter: text(&enter),
        plays,
    }
}

fn text(request: &Request) -> String {
    serde_json::to_string(request).unwrap_or_default()
}
