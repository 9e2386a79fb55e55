//! Random steps, with an eye on the model: mostly what players would do, so that games get
//! somewhere and end in every way, and among it every wrong thing.

mod beginnings;
mod calls;
mod choice;
mod lines;
mod moves;
mod owner;
mod spoil;

use fastrand::Rng;

use crate::cast::Account;
use crate::model::Model;
use crate::step::{Build, Call, Step};

pub use beginnings::Goal;
use lines::LINES;

/// How a history goes.
pub struct Generator {
    rng: Rng,
    line: Option<Vec<&'static str>>,
    /// Pieces go back where they came from.
    shuffles: bool,
}

impl Generator {
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let line = rng.u8(..3) > 0;
        let line = line.then(|| LINES[rng.usize(..LINES.len())].split(' ').collect());
        Generator {
            shuffles: line.is_none() && rng.bool(),
            line,
            rng,
        }
    }

    /// A generator of random numbers of its own.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    fn percent(&mut self, chance: u32) -> bool {
        self.rng.u32(..100) < chance
    }

    fn any<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.rng.usize(..of.len())].clone()
    }

    /// A next step.
    pub fn step(&mut self, model: &Model) -> Step {
        if !model.deployed {
            return self.deploy();
        }
        if model.wager.is_none() && self.percent(60) {
            return self.set_wager(false);
        }
        let call = match model.paused_since {
            Some(_) => match self.rng.u32(..100) {
                0..40 => Call::new(Account::Owner, "unpause", vec![]),
                40..50 => return self.epochs(),
                50..55 => return Step::Epochs(31),
                55..80 if model.is_long_pause() => self.long_pause(model),
                _ => self.any_call(model),
            },
            None => match self.rng.u32(..100) {
                0..20 => self.opportunity(model),
                20..25 => self.any_call(model),
                25..27 => return self.epochs(),
                27 => return self.freeze(model),
                28 if self.percent(50) => return Step::Upgrade(self.any(&Build::ALL)),
                28 => Call::new(Account::Owner, "pause", vec![]),
                _ => self.move_or_join(model),
            },
        };
        Step::Call(self.spoiled(call))
    }
}
