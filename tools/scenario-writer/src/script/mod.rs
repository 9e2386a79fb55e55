//! A scenario under construction: plain steps, for which the model of the contract gives the
//! expected results. README.md has the language.

mod accounts;
mod call;
mod cast;
mod checks;
mod kind;
mod moves;
mod set_up;
mod signed;
mod time;
mod views;
mod written;

use std::collections::BTreeMap;

use chess_model::chain::{Account, Token};
use chess_model::model::Model;
use chess_model::scenario::{self, Value, json};
use chess_model::step::Step;

pub use cast::{CHESS_CODE, EGLD_WAGER, FUNDS, TOKEN, TOKEN_WAGER, VIEWS_CODE, account};
pub use set_up::{file_name, name, world};
use signed::Keys;

/// A scenario file under construction.
pub struct Script {
    pub name: String,
    steps: Vec<Value>,
    ids: BTreeMap<String, usize>,
    next_id: Option<String>,
    /// Whether ids show the gas report the kind of each call.
    gas: bool,
    /// Whether more events may follow each call's own, and a first ply of 0 is omitted.
    pub is_match: bool,
    pub model: Model,
    pub wager: Token,
    cast: Vec<(Account, &'static str)>,
    /// The path from the file to the repository's root.
    up: String,
}

impl Script {
    /// A scenario in an empty world.
    pub fn new(name: &str, wager: Token) -> Self {
        let cast = cast::PLAYERS.to_vec();
        Script {
            name: name.into(),
            steps: vec![],
            ids: BTreeMap::new(),
            next_id: None,
            gas: false,
            is_match: false,
            model: cast::model(&cast),
            wager,
            cast,
            up: "..".into(),
        }
    }

    /// The same world for a scenario of another name, which begins with the steps of a file.
    pub fn after(self, name: &str, path: String) -> Self {
        Script {
            name: name.into(),
            steps: vec![json!({"step": "externalSteps", "path": path})],
            ids: BTreeMap::new(),
            ..self
        }
    }

    /// The finished file; a set-up's has no name.
    pub fn file(&self) -> String {
        let name = (!self.name.is_empty()).then_some(&*self.name);
        scenario::file(name, &self.steps)
    }

    /// The id of the next step; steps without one are named after their action.
    pub fn id(&mut self, id: &str) -> &mut Self {
        self.next_id = Some(id.into());
        self
    }

    fn take_id(&mut self, default: String) -> String {
        let id = self.next_id.take().unwrap_or(default);
        let count = self.ids.entry(id.clone()).or_default();
        *count += 1;
        match count {
            1 => id,
            n if self.gas => format!("{id}/{n}"),
            n => format!("{id} ({n})"),
        }
    }

    /// The model takes a step that no scenario file has a call for.
    pub fn takes(&mut self, step: &Step) -> &mut Self {
        let taken = self.model.take(step);
        assert!(taken.is_ok(), "{}: {step}", self.name);
        self
    }

    /// Takes steps, one a line or with semicolons between; `each A B: …` takes a line for each item.
    ///
    /// # Panics
    /// A step that isn't in the language, or isn't refused or taken as it says.
    pub fn run(&mut self, text: &str) -> &mut Self {
        for line in text
            .lines()
            .map(str::trim)
            .filter(|line| !line.starts_with("//"))
        {
            let Some((items, line)) = line.strip_prefix("each ").and_then(|l| l.split_once(": "))
            else {
                self.steps_of(line);
                continue;
            };
            for item in items.split(' ') {
                let mut line = line.to_owned();
                for (part, number) in item.split('/').zip(1..) {
                    line = line.replace(&format!("${number}"), part);
                }
                self.steps_of(&line.replace('$', &item.replace('/', " ")));
            }
        }
        self
    }

    fn steps_of(&mut self, line: &str) {
        let steps = line.split(';').map(str::trim);
        steps
            .filter(|step| !step.is_empty())
            .for_each(|step| self.step(step));
    }

    fn step(&mut self, text: &str) {
        let mut text = text;
        if let Some((id, rest)) = text
            .strip_prefix('[')
            .and_then(|text| text.split_once("] "))
        {
            self.id(id);
            text = rest;
        }
        let marked = text.starts_with(['!', '~', '+', '=', '-', '^']);
        let (mark, text) = text.split_at(usize::from(marked));
        let mark = mark.chars().next();
        let (text, given) = match text.split_once(" =>") {
            Some((text, given)) => (text, Some(given.trim())),
            None => (text, None),
        };
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        let number = || words[0].parse().unwrap_or_else(|_| panic!("{text}"));
        match first {
            "epoch" => self.epoch(number()),
            "seconds" => self.seconds(number()),
            "seed" => self.seed(number() as u8),
            "start" | "join" => words.iter().for_each(|player| self.join(mark, player)),
            "claims" => self.moves(mark, words[0], &words[1..], "makeMoveAndClaim"),
            "signed" => self.start_signed(&words),
            "signs" => self.signs(mark, words[0], &words[1..], given),
            "shows" => words.iter().for_each(|game| self.shows(game)),
            "check" => self.check(),
            "played" => self.check_played(),
            "holds" => self.holds(),
            "stores" => self.stores(words[0], words[1], &words[2..]),
            "over" => self.is_over(words[0], words[1], words[2]),
            "enters" => self.one_more_enters(words[0], words[1]),
            "pauseToken" | "freeToken" => self.set_paused(first == "pauseToken"),
            _ if first.starts_with("sc:") => {
                self.asks(first, words[0], &words[1..], given.unwrap_or_default())
            }
            _ if first.ends_with(':') => self.moves(mark, first, &words, "makeMove"),
            _ if first.starts_with("get") || first.starts_with("is") => {
                self.view(mark, first, &words, given);
            }
            _ => self.said(mark, first, &words, given),
        }
    }
}
