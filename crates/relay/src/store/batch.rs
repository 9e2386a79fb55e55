//! The unit of storage, which relays pass to one another.

use chess_player::Clocks;
use chess_record::GameClock;
use chess_rules::Move;
use game_moves::chess;
use serde::{Deserialize, Serialize};
use signed_play::{Action, Entry, Standing, Transcript};

/// The known part of a room's messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Their number.
    pub count: u32,
    /// The number of the last one in the stream; 0 if there is none, or no stream.
    pub last: u64,
}

/// The board after a batch, for the lobbies of relays that don't have the game in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Board {
    /// The round of a match, from 0.
    pub round: u16,
    /// The points before it of the player who was White in round 0; the total once the game is
    /// over.
    pub points: u16,
    /// The number of moves.
    pub plies: usize,
    /// The position.
    pub fen: String,
    /// The move that led to it, as in `e2e4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_move: Option<String>,
    /// Whether the players or the board have ended the round.
    pub ended: bool,
    /// Whether it ended by a resignation that came when that player's time had run out.
    pub on_time: bool,
}

/// Whether a player resigned with no time left on the clock, by the times at which the moves arrived.
fn is_loss_on_time(round: &Transcript, clock: &GameClock) -> bool {
    let mut said = round.said().iter();
    let resigned = said.find(|said| said.signed.action == Action::Resign);
    let times = round.times().iter().copied().map(Some);
    let clocks = Clocks::of((clock.base.get(), clock.increment.get()), times);
    resigned.is_some_and(|said| clocks.is_loss_on_time(said.color, said.at))
}

impl Board {
    /// The board of a round of a game with this clock.
    pub fn of(round: &Transcript, clock: Option<&GameClock>) -> Self {
        Self {
            round: round.round(),
            points: round.points(),
            plies: round.plies(),
            fen: round.position().fen().to_string(),
            last_move: round.line().last().map(|mv| mv.to_string()),
            ended: round.standing() != Standing::GoesOn,
            on_time: clock.is_some_and(|clock| is_loss_on_time(round, clock)),
        }
    }
}

/// Canonical moves that were checked; a value that is no move ends them.
pub fn moves_in(mut bytes: &[u8]) -> impl Iterator<Item = Move> {
    std::iter::from_fn(move || {
        let (mv, used) = chess::Move::decode(bytes).ok()?;
        bytes = &bytes[used..];
        Some(mv.into())
    })
}

/// A room's messages that are kept together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// The number of messages before it.
    pub first: u32,
    /// The messages.
    pub entries: Vec<Entry>,
    /// Whether the relay that settles must look at the game.
    pub is_due: bool,
    /// If there are new moves.
    pub board: Option<Board>,
}

impl Batch {
    /// The room's number of messages with it.
    pub fn count(&self) -> u32 {
        self.first + self.entries.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess_rules::Color;
    use signed_play::{Match, SignedAction};

    /// A game of e4, e5 and Nf3, a minute of thought each, in which `loser` resigns at `at`.
    fn resigned(plies: usize, loser: Color, at: u64) -> Match {
        const MOVES: [[u8; 2]; 3] = [[12, 28], [52, 36], [6, 21]];
        let signed = |action| SignedAction {
            action,
            signature: [0; 64],
        };
        let by = |color: Color, signed, new_moves: Vec<u8>, at| Entry {
            at,
            round: 0,
            points: 0,
            first: None,
            new_moves,
            white: (color == Color::White).then_some(signed),
            black: (color == Color::Black).then_some(signed),
        };
        let mut game = Match::default();
        for ply in 1..=plies {
            let color = [Color::Black, Color::White][ply % 2];
            let at = 60_000 * (ply as u64 - 1);
            let entry = by(color, signed(Action::Move), MOVES[ply - 1].to_vec(), at);
            game.add(&entry).unwrap();
        }
        let said = by(loser, signed(Action::Resign), vec![], at);
        game.add(&said).unwrap();
        game
    }

    fn on_time(plies: usize, loser: Color, at: u64) -> bool {
        let mut clock = GameClock::empty();
        clock.base.set(180);
        clock.increment.set(2);
        let game = resigned(plies, loser, at);
        let board = Board::of(game.current(), Some(&clock));
        assert!(board.ended);
        board.on_time
    }

    #[test]
    fn a_resignation_without_time_is_a_loss_on_time() {
        assert!(!on_time(2, Color::White, 60_000 + 180_000));
        assert!(on_time(2, Color::White, 60_000 + 181_000));
    }
}
