//! Both players' messages of a game, or of a match's last round, in a key's file.

use relay::protocol::{Hex, Side};
use serde::{Deserialize, Serialize};
use signed_play::{Entry, Match, SignedAction};

use chess_rules::Color;

/// Messages are as the endpoint `play` takes them, or empty.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    round: u16,
    points: u16,
    moves: Hex,
    /// When the last message arrived, in milliseconds since 1970.
    at: u64,
    /// The players' last moves.
    white: Hex,
    black: Hex,
    /// Their messages since.
    said: Vec<(Side, Hex)>,
    /// Their messages about the next round.
    next: Option<OfNext>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OfNext {
    round: u16,
    points: u16,
    white: Hex,
    black: Hex,
}

fn written(signed: Option<&SignedAction>) -> Hex {
    signed.map_or(Hex::default(), |signed| Hex(signed.to_argument().to_vec()))
}

fn read(argument: &Hex) -> Result<Option<SignedAction>, String> {
    SignedAction::from_argument(&argument.0).map_err(|error| error.to_string())
}

impl Proof {
    /// The messages that are known of a game.
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
            moves: Hex(current.moves().to_vec()),
            at: game.last_entry_at(),
            white: written(current.last_move(Color::White)),
            black: written(current.last_move(Color::Black)),
            said: said
                .map(|said| (said.color.into(), written(Some(&said.signed))))
                .collect(),
            next,
        }
    }

    /// The game of these messages. Signatures aren't checked, since the file is the program's own.
    /// `now`: in milliseconds since 1970.
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
        // the round begins, even if nobody has signed that
        add(Entry {
            new_moves: self.moves.0.clone(),
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
