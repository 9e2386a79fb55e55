//! A history beside the model: the same outcome, events, views and money after every step.

use std::fmt;

use chess_model::chain::{Account, Fault, State, Token};
use chess_model::model::{Event, Model};
use chess_model::refusal::Refusal;
use chess_model::step::Step;
use chess_model::views::{self, Asked};
use num_bigint::BigUint;

use crate::coverage::{self, Coverage};
use crate::world::{Builds, Snapshot, World};

/// A history that the contract doesn't take as the model does.
#[derive(Debug)]
pub struct Difference {
    /// The step's number, from 0.
    pub step: usize,
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step + 1, self.what)
    }
}

/// The funds of every account in each token at first: more than any history can pay.
pub fn funds() -> BigUint {
    BigUint::from(1u32) << (256 * 8)
}

/// Milliseconds between two blocks.
const ROUND_MS: u64 = 6_000;

/// The parts of a game that a step may change, according to its own views.
type Touchable = (usize, u16, State, bool, bool, bool, u64);

/// The compiled contract and its model, at the same point of a history.
pub struct Bench {
    pub world: World,
    pub model: Model,
    empty: (Snapshot, Model),
    steps: usize,
}

/// A point of a history to return to.
#[derive(Clone)]
pub struct Point {
    snapshot: Snapshot,
    model: Model,
}

impl Bench {
    /// A bench with a world without the contract.
    pub fn new(builds: Builds) -> Self {
        let mut world = World::new(builds, &funds());
        let model = Model::new(world.addresses(), &funds(), ROUND_MS);
        let time = &model.chain.time;
        world.begin_at(time.now_ms, time.epoch, time.round_ms);
        Bench {
            empty: (world.snapshot(), model.clone()),
            world,
            model,
            steps: 0,
        }
    }

    /// Returns to the world without the contract, with or without a fault in the model.
    pub fn clear(&mut self, fault: Option<Fault>) {
        self.world.restore(&self.empty.0);
        self.model = self.empty.1.clone();
        self.model.chain.fault = fault;
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

    /// Milliseconds between two blocks, from now on.
    pub fn set_round(&mut self, round_ms: u64) {
        let time = &mut self.model.chain.time;
        time.round_ms = round_ms;
        self.world.begin_at(time.now_ms, time.epoch, round_ms);
    }

    /// Whether a step can be taken: before the deployment there is nothing to call, and there
    /// is one deployment.
    pub fn is_possible(&self, step: &Step) -> bool {
        match step {
            Step::Deploy(..) => !self.model.deployed,
            Step::Call(_) | Step::Attack(_) | Step::Upgrade(_) => self.model.deployed,
            _ => true,
        }
    }

    /// Takes a step in both.
    ///
    /// # Errors
    /// How they differ.
    pub fn take(&mut self, step: &Step, counts: &mut Coverage) -> Result<(), String> {
        let games = self.touchable();
        let mut expected = self.model.take(step);
        let mut actual = self.world.take(step);
        counts.record(step, &expected);
        let withdraws = matches!(step, Step::Call(call) if call.function == "withdraw");
        if withdraws || *step == Step::Arrive {
            // in any order of tokens
            for events in [&mut expected, &mut actual].into_iter().flatten() {
                events.sort();
            }
        }
        if let (Err(told), Err(wanted)) = (&actual, &mut expected)
            && coverage::may_be_named_first(step, &told.message)
        {
            wanted.clone_from(told);
        }
        if actual != expected {
            return Err(format!(
                "{step}: the contract gave {}, the model {}",
                shown(&actual),
                shown(&expected)
            ));
        }
        self.steps += 1;
        let mut compared = self.compare_money();
        if compared.is_ok() && expected.is_ok() {
            let asked = self.changed(&games, step)?;
            compared = self.compare_views(asked);
        }
        compared.map_err(|what| format!("{step}: {what}"))
    }

    fn touchable(&self) -> Vec<Touchable> {
        let touchable = |game: &chess_model::chain::Game| {
            (
                game.plies(),
                game.round,
                game.state,
                game.is_asked,
                game.open_end.is_some(),
                game.offer.is_some(),
                game.start.ms,
            )
        };
        self.model.chain.games.iter().map(touchable).collect()
    }

    /// The questions whose answers the step may have changed.
    fn changed(&self, before: &[Touchable], step: &Step) -> Result<Vec<Asked>, String> {
        let mut asked = vec![];
        let now = self.touchable();
        let is_upgrade = matches!(step, Step::Upgrade(_));
        for (index, game) in now.iter().enumerate() {
            if before.get(index) != Some(game) || is_upgrade {
                let known = self.steps % (game.0 + 1);
                asked.push(views::snapshot(&self.model, index, known)?);
                // the others in turn
                asked.push(views::detail(&self.model, index, self.steps + index)?);
                if game.2 != State::Ongoing {
                    for player in self.model.game(index).players.into_iter().flatten() {
                        asked.extend(views::player(&self.model, player));
                    }
                }
            }
        }
        // a clock runs without a step that names its game
        if matches!(step, Step::Time(_)) && !now.is_empty() {
            let index = self.steps % now.len();
            asked.push(views::snapshot(&self.model, index, usize::from(u16::MAX))?);
        }
        let of_settings = |wanted: &[&str]| {
            let mut settings = views::settings(&self.model);
            settings.retain(|question| wanted.contains(&question.function));
            settings
        };
        let call = match step {
            Step::Call(call) => Some(call),
            Step::Attack(attack) => Some(&attack.call),
            Step::Deploy(..) | Step::Upgrade(_) => {
                asked.extend(views::settings(&self.model));
                None
            }
            Step::Arrive => {
                let asks = self.model.deployed;
                for account in Account::CALLERS.into_iter().filter(|_| asks) {
                    asked.extend(views::player(&self.model, account));
                }
                None
            }
            Step::Time(_) | Step::Freeze(..) | Step::PauseToken(..) | Step::LimitToken(..) => None,
        };
        if let Some(call) = call {
            match call.function {
                "pause" | "unpause" => asked.extend(of_settings(&["isPaused"])),
                "setWager" => asked.extend(of_settings(&["getWagerTokenId", "getWagerAmount"])),
                "joinGame" | "challenge" => {
                    asked.extend(of_settings(&["getIsPlayerWaitingOpt", "getGameCount"]));
                }
                "leaveQueue" => {
                    asked.extend(of_settings(&["getIsPlayerWaitingOpt"]));
                    asked.extend(views::player(&self.model, call.from));
                }
                "withdraw" => asked.extend(views::player(&self.model, call.from)),
                _ => {}
            }
        }
        Ok(asked)
    }

    /// Compares the answers of all views.
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
        for index in 0..self.model.chain.games.len() {
            asked.push(views::snapshot(&self.model, index, 0)?);
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
            mut answer,
            is_of_pairs,
        } in asked
        {
            let mut answered = self.world.view(function, &arguments);
            if is_of_pairs {
                answer = sorted_pairs(&answer);
                answered = answered.map(|values| sorted_pairs(&values));
            }
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

    /// The contract has what it owes, to the unit, and all accounts, and the messages between shards,
    /// what the model says.
    fn compare_money(&self) -> Result<(), String> {
        self.model.chain.check_money()?;
        let on_the_way = self.model.chain.on_the_way.iter();
        let on_the_way: Vec<(Token, BigUint)> = on_the_way
            .map(|payout| (payout.stake.token, payout.stake.amount.clone()))
            .collect();
        // in any order of tokens
        let sorted = |mut list: Vec<(Token, BigUint)>| {
            list.sort();
            list
        };
        let (carried, on_the_way) = (sorted(self.world.carried()), sorted(on_the_way));
        if carried != on_the_way {
            return Err(format!(
                "{carried:?} is between shards and should be {on_the_way:?}"
            ));
        }
        for token in Token::ALL {
            for account in Account::CALLERS.into_iter().chain([Account::Chess]) {
                let has = self.world.balance(account, token);
                let should = self.model.chain.balance(account, token);
                if has != should {
                    return Err(format!(
                        "{account} has {has} of {token:?} and should have {should}"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Takes a history from the beginning; steps that aren't possible are skipped.
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

fn sorted_pairs(values: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut pairs: Vec<&[Vec<u8>]> = values.chunks(2).collect();
    pairs.sort();
    pairs.concat()
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
