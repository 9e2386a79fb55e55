//! Both players' messages of a game, or of a match's last round, as a key's file keeps it.

use relay::protocol::Side;
use serde::{Deserialize, Serialize};
use signed_play::{Entry, Match, SignedAction};

use chess_rules::Color;

/// Moves and messages are hex, messages as the endpoint `play` takes them, or empty.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    round: u16,
    points: u16,
    moves: String,
    /// When the last message arrived, in milliseconds since 1970.
    at: u64,
    /// The players' last moves.
    white: String,
    black: String,
    /// Their messages since.
    said: Vec<(Side, String)>,
    /// Their messages about the next round.
    next: Option<OfNext>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OfNext {
    round: u16,
    points: u16,
    white: String,
    black: String,
}

fn written(signed: Option<&SignedAction>) -> String {
    signed.map_or(String::new(), |signed| hex::encode(signed.to_argument()))
}

fn read(text: &str) -> Result<Option<SignedAction>, String> {
    let argument = hex::decode(text).map_err(|_| "a message is not hex")?;
    SignedAction::from_argument(&argument).map_err(|error| error.to_string())
}

impl Proof {
    /// Of all that is known of a game.
    pub fn of(game: &Match) -> Self {
        let current = game.current();
        let said = current.said().iter();
        let next = game.next().map(|next| {
            let [white, black] = [Color::White, Color::Black]
                .map(|color| written(next.said[color as usize].as_ref()));
            OfNext {
                round: next.round,
                points: next.points,
                white,
                black,
            }
        });
        Proof {
            round: current.round(),
            points: current.points(),
            moves: hex::encode(current.moves()),
            at: game.last_entry_at(),
            white: written(current.last_move(Color::White)),
            black: written(current.last_move(Color::Black)),
            said: said
                .map(|said| (said.color.into(), written(Some(&said.signed))))
                .collect(),
            next,
        }
    }

    /// The game. Its own file is trusted: signatures aren't looked at. `now`: in milliseconds since
    /// 1970.
    ///
    /// # Errors
    /// In words: it can't be read.
    pub fn game(&self, now: u64) -> Result<Match, String> {
        let mut game = Match::default();
        let entry = |white, black| Entry {
            at: self.at.min(now),
            round: self.round,
            points: self.points,
            first: None,
            new_moves: vec![],
            white,
            black,
        };
        let mut add = |entry: Entry| game.add(&entry).map_err(|error| error.to_string());
        let new_moves = hex::decode(&self.moves).map_err(|_| "the moves are not hex")?;
        // the round begins, whoever has signed that
        add(Entry {
            new_moves,
            ..entry(None, None)
        })?;
        add(entry(read(&self.white)?, read(&self.black)?))?;
        for (side, said) in &self.said {
            let said = read(said)?;
            add(match side {
                Side::White => entry(said, None),
                Side::Black => entry(None, said),
            })?;
        }
        if let Some(next) = &self.next {
            add(Entry {
                round: next.round,
                points: next.points,
                ..entry(read(&next.white)?, read(&next.black)?)
            })?;
        }
        Ok(game)
    }
}
