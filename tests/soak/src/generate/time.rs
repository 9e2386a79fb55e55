//! The time until the next block.

use chess_model::chain::{DAY, State};
use chess_model::model::Model;
use chess_model::step::{Step, Time};

use super::Generator;

impl Generator {
    /// Some time passes: often exactly the time that a player has left, or a millisecond more.
    pub(super) fn time(&mut self, model: &Model) -> Step {
        let time = &model.chain.time;
        let edges = edges(model);
        let ms = match self.rng.u32(..10) {
            0..4 if !edges.is_empty() => self.any(&edges) + self.rng.u64(..2),
            4..6 => self.any(&[0, 600, 6_000, 30_000]),
            6 => self.rng.u64(..400_000),
            7 => self.rng.u64(..DAY),
            8 => DAY * self.any(&[1, 2, 5, 8, 31]),
            _ => self.rng.u64(..40 * DAY),
        };
        let epochs = match self.rng.u32(..10) {
            // epochs of another length
            0 => self.any(&[0, 1, 2, 3, 8]),
            1 => self.any(&[1, 2, 5, 31, 1_000]),
            _ => time.days_in(ms),
        };
        Step::Time(Time {
            ms,
            epochs,
            seed: self.rng.u8(..),
        })
    }
}

/// The milliseconds until a player's time is used up, in each game in which time runs.
fn edges(model: &Model) -> Vec<u64> {
    let games = model.chain.games.iter();
    let running = games.filter(|game| {
        game.state == State::Ongoing && game.clock.is_some() && game.does_time_run()
    });
    running
        .filter_map(|game| {
            let allowed = model.chain.allowed_ms(game);
            allowed.checked_sub(model.chain.waited_ms(game))
        })
        .collect()
}
