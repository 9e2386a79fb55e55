//! Games whose messages were signed in advance, so that the players' own work doesn't count.

#[expect(dead_code, reason = "tests alone play matches")]
#[path = "../../../crates/relay/tests/server/harness/chess.rs"]
mod chess;

use relay::protocol::Request;

use chess::{Match, first, random_game, split};

/// A game with the texts of its messages.
pub struct Prepared {
    /// The message that enters its room.
    pub enter: String,
    /// A message for each move, White's first.
    pub plays: Vec<String>,
}

/// A game of random moves up to its end, with at most `plies` plies.
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
