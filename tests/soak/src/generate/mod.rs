//! Random steps, chosen by the model: mostly sensible ones, so that games develop and end in every
//! way, mixed with every wrong one.

mod beginnings;
mod calls;
mod challenges;
mod choice;
mod keys;
mod lines;
mod moves;
mod owner;
mod signed;
mod spoil;
mod time;

use chess_model::chain::Account;
use chess_model::model::Model;
use chess_model::step::{Attack, Build, Call, Step};
use fastrand::Rng;

pub use beginnings::BEGINNINGS;
use lines::LINES;

/// The bytes of moves that the gas of a hostile contract's call suffices for.
const LONG_PLAY: usize = 400;

/// Makes the steps of a history.
pub struct Generator {
    rng: Rng,
    line: Option<Vec<&'static str>>,
    /// Whether pieces mostly go back and forth.
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

    /// The generator's random numbers.
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
        let chain = &model.chain;
        if !model.deployed {
            return self.deploy();
        }
        if chain.wager.is_none() && self.percent(60) {
            return Step::Call(self.set_wager());
        }
        if !chain.on_the_way.is_empty() && self.percent(12) {
            return Step::Arrive;
        }
        let call = match chain.time.is_paused() {
            true => match self.rng.u32(..100) {
                0..40 => Call::new(Account::Owner, "unpause", vec![]),
                40..55 => return self.time(model),
                55..80 if chain.time.is_long_pause() => self.long_pause(model),
                _ => self.any_call(model),
            },
            false => match self.rng.u32(..100) {
                0..18 => self.opportunity(model),
                18..24 => self.any_call(model),
                24..33 => return self.time(model),
                33 => return self.manage(model),
                34 if self.percent(50) => return Step::Upgrade(self.any(&Build::ALL)),
                34 => Call::new(Account::Owner, "pause", vec![]),
                35..38 => return self.attack(model),
                _ => self.move_or_join(model),
            },
        };
        Step::Call(self.spoiled(call))
    }

    /// The hostile contract calls several times in one transaction.
    fn attack(&mut self, model: &Model) -> Step {
        let call = match self.rng.u32(..4) {
            0 => self.any_call(model),
            1 => self.opportunity(model),
            _ => self.move_or_join(model),
        };
        // the hostile contract gives each call a part of the gas
        let call = match call.function == "play" && call.arguments[3].len() > LONG_PLAY {
            true => self.join(model),
            false => call,
        };
        let call = Call {
            from: Account::Hostile,
            ..self.spoiled(call)
        };
        Step::Attack(Attack {
            times: self.rng.u32(1..4),
            insists: self.rng.bool(),
            call,
        })
    }
}
