//! A history beside the model: the same outcome, events, views and money after every step.

use std::fmt;

use num_bigint::BigUint;

use crate::cast::{Account, Token};
use crate::coverage::Coverage;
use crate::model::{Event, Fault, Model, Refusal};
use crate::step::Step;
use crate::views::{self, Asked};
use crate::world::{Builds, Snapshot, World};

/// A history that the contract doesn't take as the model does.
#[derive(Debug)]
pub struct Difference {
    /// Which step it is, from 0.
    pub step: usize,
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step + 1, self.what)
    }
}

/// What every account has of each token at first: more than any history can pay.
pub fn funds() -> BigUint {
    BigUint::from(1u32) << (256 * 8)
}

/// The compiled contract and its model, at the same point of a history.
pub struct Bench {
    pub world: World,
    pub model: Model,
    empty: (Snapshot, Model),
    steps: usize,
}

/// A point of a history that can be gone back to.
#[derive(Clone)]
pub struct Point {
    snapshot: Snapshot,
    model: Model,
}

impl Bench {
    /// A bench with a world without the contract.
    pub fn new(builds: Builds) -> Self {
        let world = World::new(builds, &funds());
        let model = Model::new(world.addresses(), &funds());
        Bench {
            empty: (world.snapshot(), model.clone()),
            world,
            model,
            steps: 0,
        }
    }

    /// Goes back to the world without the contract, with or without a fault in the model.
    pub fn clear(&mut self, fault: Option<Fault>) {
        self.world.restore(&self.empty.0);
        self.model = self.empty.1.clone();
        self.model.fault = fault;
        self.steps = 0;
    }

    pub fn point(&self) -> Point {
        Point {
            snapshot: self.world.snapshot(),
            model: self.model.clone(),
        }
    }

    pub fn go_to(&mut self, point: &Point) {
        self.world.restore(&point.snapshot);
        self.model = point.model.clone();
        self.steps = 0;
    }

    /// Whether a step can be taken: before the deployment there is nothing to call, and there
    /// is one deployment.
    pub fn is_possible(&self, step: &Step) -> bool {
        match step {
            Step::Deploy(_) => !self.model.deployed,
            Step::Call(_) | Step::Upgrade(_) => self.model.deployed,
            Step::Epochs(_) | Step::Freeze(..) => true,
        }
    }

    /// Takes a step in both.
    ///
    /// # Errors
    /// How they differ.
    pub fn take(&mut self, step: &Step, coverage: &mut Coverage) -> Result<(), String> {
        let games: Vec<(usize, bool, bool)> = self.touchable();
        let expected = self.model.take(step);
        let actual = self.world.take(step);
        coverage.record(step, &expected);
        if actual != expected {
            return Err(format!(
                "{step}: the contract gave {}, the model {}",
                shown(&actual),
                shown(&expected)
            ));
        }
        self.steps += 1;
        self.compare_money()
            .map_err(|what| format!("{step}: {what}"))?;
        if expected.is_ok() && !matches!(step, Step::Freeze(..)) {
            let asked = self.changed(&games, step)?;
            self.compare_views(asked)
                .map_err(|what| format!("{step}: {what}"))?;
        }
        Ok(())
    }

    fn touchable(&self) -> Vec<(usize, bool, bool)> {
        let games = self.model.games.iter();
        games
            .map(|game| (game.moves.len(), game.is_ongoing(), game.offer.is_some()))
            .collect()
    }

    /// The questions whose answers the step may have changed.
    fn changed(&self, before: &[(usize, bool, bool)], step: &Step) -> Result<Vec<Asked>, String> {
        let mut asked = vec![];
        let now = self.touchable();
        let upgraded = matches!(step, Step::Upgrade(_));
        for (index, game) in now.iter().enumerate() {
            if before.get(index) != Some(game) || upgraded {
                asked.push(views::game(&self.model, index));
                // the others in turn
                asked.push(views::detail(&self.model, index, self.steps + index)?);
                if !game.1 {
                    for player in self.model.games[index].players {
                        asked.extend(views::player(&self.model, player));
                    }
                }
            }
        }
        let of_settings = |wanted: &[&str]| {
            let mut settings = views::settings(&self.model);
            settings.retain(|question| wanted.contains(&question.function));
            settings
        };
        match step {
            Step::Call(call) => match call.function {
                "pause" | "unpause" => asked.extend(of_settings(&["isPaused"])),
                "setWager" => asked.extend(of_settings(&["getWagerTokenId", "getWagerAmount"])),
                "joinGame" => {
                    asked.extend(of_settings(&["getIsPlayerWaitingOpt", "getGameCount"]));
                }
                "leaveQueue" => {
                    asked.extend(of_settings(&["getIsPlayerWaitingOpt"]));
                    asked.extend(views::player(&self.model, call.from));
                }
                "withdraw" => asked.extend(views::player(&self.model, call.from)),
                _ => {}
            },
            Step::Deploy(_) | Step::Upgrade(_) => asked.extend(views::settings(&self.model)),
            Step::Epochs(_) | Step::Freeze(..) => {}
        }
        Ok(asked)
    }

    /// Every question that there is.
    ///
    /// # Errors
    /// How the answers differ.
    pub fn compare_all_views(&mut self) -> Result<(), String> {
        if !self.model.deployed {
            return Ok(());
        }
        let mut asked = views::settings(&self.model);
        asked.extend(views::lists(&self.model));
        for account in Account::CALLERS {
            asked.extend(views::player(&self.model, account));
        }
        for index in 0..self.model.games.len() {
            asked.push(views::game(&self.model, index));
            for which in 0..views::DETAILS {
                asked.push(views::detail(&self.model, index, which)?);
            }
        }
        self.compare_views(asked)
    }

    fn compare_views(&mut self, asked: Vec<Asked>) -> Result<(), String> {
        for Asked {
            function,
            arguments,
            answer,
        } in asked
        {
            let answered = self.world.view(function, &arguments);
            if answered.as_ref() != Ok(&answer) {
                let hexed = |values: &[Vec<u8>]| -> Vec<String> {
                    values.iter().map(hex::encode).collect()
                };
                let shown = answered.map(|values| hexed(&values));
                return Err(format!(
                    "the view {function}({:?}) gave {shown:?}, the model {:?}",
                    hexed(&arguments),
                    hexed(&answer)
                ));
            }
        }
        Ok(())
    }

    /// The contract has what it owes to the unit, and everybody what the model says.
    fn compare_money(&self) -> Result<(), String> {
        let held = self.model.held();
        for token in Token::ALL {
            let own = match &self.model.wager {
                Some((wager, _)) if *wager == token => held.clone(),
                _ => BigUint::ZERO,
            };
            let has = self.world.balance(Account::Chess, token);
            if has != own {
                return Err(format!(
                    "the contract has {has} of {token:?} and owes {own}"
                ));
            }
            for account in Account::CALLERS {
                let (has, should) = (
                    self.world.balance(account, token),
                    self.model.balance(account, token),
                );
                if has != should {
                    return Err(format!(
                        "{account} has {has} of {token:?} and should have {should}"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Takes a history from the beginning; steps that aren't possible are left out.
    ///
    /// # Errors
    /// The first difference.
    pub fn replay(&mut self, steps: &[Step], fault: Option<Fault>) -> Result<(), Difference> {
        self.clear(fault);
        let mut coverage = Coverage::default();
        for (number, step) in steps.iter().enumerate() {
            if self.is_possible(step) {
                let taken = self.take(step, &mut coverage);
                taken.map_err(|what| Difference { step: number, what })?;
            }
        }
        self.compare_all_views().map_err(|what| Difference {
            step: steps.len().saturating_sub(1),
            what,
        })
    }
}

fn shown(outcome: &Result<Vec<Event>, Refusal>) -> String {
    match outcome {
        Err(refusal) => format!("`{}` (status {})", refusal.message, refusal.status),
        Ok(events) => {
            let event = |(topics, data): &Event| {
                let name = String::from_utf8_lossy(&topics[0]).into_owned();
                let topics: Vec<String> = topics[1..].iter().map(hex::encode).collect();
                format!("{name}({}; {})", topics.join(", "), hex::encode(data))
            };
            let events: Vec<String> = events.iter().map(event).collect();
            format!("success with the events [{}]", events.join(", "))
        }
    }
}
