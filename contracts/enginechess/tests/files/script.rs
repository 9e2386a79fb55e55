//! A scenario file in progress, with the games as they must stand: both boards' contracts do the same
//! (`contracts/minichess/tests/files` also includes this file).

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use chess_engine::{BoardGame, BoardSearch, MAX_GAME_BYTES, MAX_STATE_BYTES, Move, Root};
use engine_contract::engine::{Engine, Strength};
use serde_json::{Value, json};

use super::steps::{GAS, Steps, hex};

/// The differences between the boards.
pub trait Board: Engine + Sized {
    /// The contract's name.
    const CONTRACT: &'static str;

    /// The move that a text means.
    fn parse(text: &str) -> Move;
    /// The bytes that a move adds to the history.
    fn recorded(mv: Move) -> Vec<u8>;
    /// The views that show a game's state, and their right answers.
    fn shown(id: u32, played: &Played<Self>) -> Vec<(&'static str, String)>;
}

type Search<B> = BoardSearch<<<B as Engine>::Game as Root>::Board>;

/// A game as it must stand.
pub struct Played<B: Board> {
    pub game: B::Game,
    pub player: &'static str,
    pub terms: B::Terms,
    pub moves: Vec<u8>,
    search: Option<Box<Search<B>>>,
    /// The memory of the last search.
    memory: Vec<u8>,
}

impl<B: Board> Played<B> {
    pub fn new(player: &'static str, terms: B::Terms, game: B::Game) -> Self {
        Self {
            game,
            player,
            terms,
            moves: vec![],
            search: None,
            memory: vec![],
        }
    }

    fn strength(&self) -> Strength {
        B::strength(self.terms).expect("a strength")
    }

    fn is_engine_to_move(&self) -> bool {
        self.game.outcome().code() == 0
            && self.game.white_to_move() != B::player_is_white(self.terms)
    }

    /// A search for the next move, which remembers the last one.
    fn begin(&self) -> Box<Search<B>> {
        let depth = self.strength().depth;
        let mut search = Search::<B>::new(&self.game, depth).expect("a game that goes on");
        if !self.memory.is_empty() {
            search.remember(&self.memory).expect("a memory");
        }
        Box::new(search)
    }

    /// Plays the move that a search has found, and keeps its memory.
    fn answer(&mut self, search: &Search<B>) -> [u8; 3] {
        let mut bytes = [0; MAX_STATE_BYTES];
        let memory = self.strength().memory;
        let len = search.leave(memory, &mut bytes);
        let mv = search.answer().best;
        self.play(mv);
        if self.game.outcome().code() == 0 && memory > 0 {
            self.memory = bytes[..len].to_vec();
        }
        B::Game::numbers(mv)
    }

    /// Plays a legal move without an answer.
    pub fn play(&mut self, mv: Move) {
        let played = self.game.play_move(mv).expect("a legal move");
        self.moves.extend(B::recorded(played));
    }

    /// Its state after a call, as the contract returns it.
    fn turn(&self, [from, to, promotion]: [u8; 3]) -> String {
        let outcome = self.game.outcome().code();
        let thinking = u8::from(self.is_engine_to_move());
        format!("0x{}", hex(&[outcome, thinking, from, to, promotion]))
    }

    /// The game's storage without its keys' numbers: names and values.
    fn stored(&mut self) -> Vec<(&'static str, String)> {
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = self.game.encode(&mut bytes);
        let terms = self.terms.as_ref().iter();
        let terms: String = terms.map(|b| format!("u8:{b}|")).collect();
        let game = hex(&bytes[..len]);
        let game = format!("address:{}|{terms}0x{game}", self.player);
        let mut stored = vec![("game", game)];
        if !self.moves.is_empty() {
            stored.push(("moves", format!("0x{}", hex(&self.moves))));
        }
        if let Some(search) = &mut self.search {
            let mut bytes = [0; MAX_STATE_BYTES];
            let len = search.save(&self.game, &mut bytes);
            stored.push(("search", format!("0x{}", hex(&bytes[..len]))));
        }
        if !self.memory.is_empty() {
            stored.push(("memory", format!("0x{}", hex(&self.memory))));
        }
        stored
    }
}

/// A scenario in progress.
pub struct Script<B: Board> {
    pub steps: Steps,
    games: BTreeMap<u32, Played<B>>,
}

impl<B: Board> Script<B> {
    pub fn new(name: &'static str) -> Self {
        Self {
            steps: Steps::new(B::CONTRACT, name),
            games: BTreeMap::new(),
        }
    }

    pub fn finish(self) -> String {
        self.steps.finish()
    }

    pub fn game(&self, id: u32) -> &B::Game {
        &self.games[&id].game
    }

    pub fn is_thinking(&self, id: u32) -> bool {
        self.games[&id].search.is_some()
    }

    /// Adds a game.
    pub fn add(&mut self, id: u32, played: Played<B>) {
        self.games.insert(id, played);
    }

    pub fn played(&mut self, id: u32) -> &mut Played<B> {
        self.games.get_mut(&id).expect("a game")
    }

    /// Puts all games into the contract's storage, in place of everything there.
    pub fn store(&mut self, id: u32) {
        let mut storage = json!({});
        for (id, played) in &mut self.games {
            for (name, value) in played.stored() {
                storage[format!("str:{name}|u32:{id}")] = json!(value);
            }
        }
        self.steps.set_storage(storage);
        self.check(id);
    }

    /// A player's move and the engine's answer in one call.
    pub fn make_move(&mut self, id: u32, text: &str) {
        let mv = B::parse(text);
        let [from, to, promotion] = B::Game::numbers(mv);
        let mut arguments = vec![id.to_string(), from.to_string(), to.to_string()];
        if promotion != 0 {
            arguments.push(promotion.to_string());
        }
        self.played(id).play(mv);
        let out = self.search_on(id, u32::MAX);
        self.call_by_player(id, "makeMove", &arguments, json!([out]));
    }

    /// Runs the contract's search of one call and returns its result.
    pub fn search_on(&mut self, id: u32, nodes: u32) -> String {
        let played = self.played(id);
        let mut answer = [0; 3];
        if played.is_engine_to_move() {
            let mut search = played.search.take().unwrap_or_else(|| played.begin());
            let in_all = played.strength().nodes;
            search.run(nodes.min(in_all - search.answer().nodes), |_| false);
            let found = search.answer();
            if found.done || found.nodes >= in_all {
                answer = played.answer(&search);
            } else {
                played.search = Some(search);
            }
        }
        played.turn(answer)
    }

    pub fn think(&mut self, id: u32, caller: &str, nodes: u32) {
        let out = self.search_on(id, nodes);
        let arguments = [id.to_string(), nodes.to_string()];
        self.call(id, caller, "think", &arguments, GAS, json!([out]));
    }

    /// A whole search with exactly this gas: the engine answers only if its nodes are as cheap as they were.
    pub fn think_within(&mut self, id: u32, gas: u64) {
        let out = self.search_on(id, u32::MAX);
        assert!(!self.is_thinking(id));
        self.call(id, "carol", "think", &[id.to_string()], gas, json!([out]));
    }

    /// `think` if the engine has nothing to search for.
    pub fn think_changes_nothing(&mut self, id: u32) {
        assert!(!self.is_thinking(id));
        let out = self.played(id).turn([0; 3]);
        self.call(id, "carol", "think", &[id.to_string()], GAS, json!([out]));
    }

    /// The best move so far, after a search of the fewest nodes.
    pub fn move_now(&mut self, id: u32) {
        let played = self.played(id);
        let mut search = played.search.take().expect("a search under way");
        search.run(
            B::FEWEST_NODES.saturating_sub(search.answer().nodes),
            |_| false,
        );
        let answer = played.answer(&search);
        let out = played.turn(answer);
        self.call_by_player(id, "moveNow", &[id.to_string()], json!([out]));
    }

    /// The calls that either board's contract refuses when game 1 is Alice's and there is no game 9.
    pub fn refuse_what_is_no_players(&mut self) {
        let none = "there is no game with this id";
        let others = "this game belongs to another player";
        self.refuse("carol", "think", &["9"], none);
        self.refuse("carol", "think", &["1", "0"], "a search needs a node");
        self.refuse("alice", "moveNow", &["9"], none);
        self.refuse("bob", "moveNow", &["1"], others);
    }

    pub fn call_by_player(&mut self, id: u32, function: &str, arguments: &[String], out: Value) {
        let player = self.played(id).player;
        self.call(id, player, function, arguments, GAS, out);
    }

    /// A call, and a look at the game after it.
    pub fn call(
        &mut self,
        id: u32,
        caller: &str,
        function: &str,
        arguments: &[String],
        gas: u64,
        out: Value,
    ) {
        self.steps.succeed(caller, function, arguments, gas, out);
        self.check(id);
    }

    /// The views show the game as it must stand.
    fn check(&mut self, id: u32) {
        let arguments = [id.to_string()];
        let played = self.played(id);
        let mut shown = B::shown(id, played);
        if let Some(search) = &mut played.search {
            let mut bytes = [0; MAX_STATE_BYTES];
            let len = search.save(&played.game, &mut bytes);
            let answer = search.answer();
            let [from, to, promotion] = B::Game::numbers(answer.best);
            let progress = format!(
                "u8:0|u8:{from}|u8:{to}|u8:{promotion}|u16:{}|u8:{}|u32:{}|nested:0x{}",
                answer.score as i16 as u16,
                answer.depth,
                answer.nodes,
                hex(&bytes[..len])
            );
            shown.push(("getProgress", progress));
        }
        for (view, answer) in shown {
            self.steps.query(view, &arguments, json!([answer]));
        }
    }
}

impl<B: Board> Deref for Script<B> {
    type Target = Steps;

    fn deref(&self) -> &Steps {
        &self.steps
    }
}

impl<B: Board> DerefMut for Script<B> {
    fn deref_mut(&mut self) -> &mut Steps {
        &mut self.steps
    }
}
