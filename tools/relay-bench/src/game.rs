//! Games whose messages were signed beforehand, so that the players' own work doesn't count.

#[expect(dead_code, reason = "tests alone play matches")]
#[path = "../../../crates/relay/tests/server/harness/chess.rs"]
mod chess;

use relay::protocol::Request;

use chess::{Match, first, random_game, split};

/// A game with the text of every message.
pub struct Prepared {
    /// The message that enters its room.
    pub enter: String,
    /// A move each, White's first.
    pub plays: Vec<String>,
}

/// A game of random moves, as long as it lasts and `plies` at most.
pub fn prepare(id: u32, plies: usize) -> Prepared {
    let game = Match::new(id);
    let moves = random_game(id.into(), plies);
    let plays = 1..=split(&moves).len();
    let plays = plays.map(|plies| text(&game.last_move(first(&moves, plies))));
    Prepared {
        enter: text(&game.enter()),
        plays: plays.collect(),
    }
}

fn text(request: &Request) -> String {
    serde_json::to_string(request).unwrap_or_default()
}
