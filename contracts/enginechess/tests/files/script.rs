//! One scenario file, step by step.

use chess_engine::chess::{Game, MAX_GAME_BYTES, Search, move_to_rules};
use chess_engine::{MAX_DEPTH, MAX_STATE_BYTES, memory_of};
use chess_rules::Move;
use enginechess::levels::nodes_of;
use game_moves::{Algorithm, chess as canonical};
use serde_json::json;

use super::steps::{self, GAS, hex};

pub struct Played {
    game: Game,
    player: &'static str,
    /// The player's: 0 White, 1 Black.
    side: u8,
    level: u8,
    moves: Vec<u8>,
    search: Option<Box<Search>>,
    /// What the last search left.
    memory: Vec<u8>,
}

impl Played {
    fn is_engine_to_move(&self) -> bool {
        self.game.outcome().code() == 0 && self.game.white_to_move() != (self.side == 0)
    }

    /// A search for the next move, which remembers the last one.
    fn begin(&self) -> Box<Search> {
        let mut search = Search::new(&self.game, MAX_DEPTH).expect("a game that goes on");
        if !self.memory.is_empty() {
            search.remember(&self.memory).expect("a memory");
        }
        Box::new(search)
    }

    /// Plays what a search has found, and keeps what it leaves.
    fn answer(&mut self, search: &Search) -> [u8; 3] {
        let mut bytes = [0; MAX_STATE_BYTES];
        let memory = memory_of(nodes_of(self.level).expect("a level"));
        let len = search.leave(memory, &mut bytes);
        let mv = move_to_rules(search.answer().best);
        self.play(mv);
        if self.game.outcome().code() == 0 {
            self.memory = bytes[..len].to_vec();
        }
        parts(mv)
    }

    fn play(&mut self, mv: Move) {
        let played = self.game.play(mv).expect("a legal move");
        let encoded = canonical::Move::of_legal(played).encode();
        self.moves.extend_from_slice(encoded.as_bytes());
    }
}

/// A scenario under way, with the games as they must stand.
pub type Script = steps::Script<Played>;

impl Script {
    pub fn new(name: &'static str) -> Self {
        Self::begin("enginechess", name)
    }

    pub fn game(&self, id: u32) -> &Game {
        &self.games[&id].game
    }

    pub fn is_thinking(&self, id: u32) -> bool {
        self.games[&id].search.is_some()
    }

    /// Begins a game from a FEN, or from the start of chess where that is empty.
    pub fn new_game(&mut self, id: u32, player: &'static str, level: u8, side: u8, fen: &str) {
        let mut arguments = vec![level.to_string(), side.to_string()];
        let game = if fen.is_empty() {
            Game::start()
        } else {
            arguments.push(format!("str:{fen}"));
            Game::new(fen.parse().expect("a FEN"))
        };
        let played = Played {
            game,
            player,
            side,
            level,
            moves: vec![],
            search: None,
            memory: vec![],
        };
        self.games.insert(id, played);
        let out = self.search_on(id, u32::MAX);
        self.steps.succeed(
            player,
            "newGame",
            &arguments,
            GAS,
            json!([id.to_string(), out]),
        );
        self.check(id);
    }

    /// A game in which the engine is to move and has not begun to think: the player's move is in storage.
    pub fn set_thinking(&mut self, id: u32, player: &'static str, level: u8, fen: &str, mv: &str) {
        let mut played = Played {
            game: Game::new(fen.parse().expect("a FEN")),
            player,
            side: 0,
            level,
            moves: vec![],
            search: None,
            memory: vec![],
        };
        played.play(mv.parse().expect("a move"));
        self.games.insert(id, played);
        self.store(id);
    }

    /// The same in a game that goes on, with what the engine remembers of it.
    pub fn set_thinking_on(&mut self, id: u32, mv: &str) {
        let played = self.games.get_mut(&id).expect("a game");
        played.play(mv.parse().expect("a move"));
        self.store(id);
    }

    /// Puts all games into the contract's storage.
    fn store(&mut self, id: u32) {
        // An update keeps nothing of the contract's other storage.
        let mut storage = json!({});
        for (id, played) in &mut self.games {
            let mut bytes = [0; MAX_GAME_BYTES];
            let len = played.game.encode(&mut bytes);
            storage[format!("str:game|u32:{id}")] = json!(format!(
                "address:{}|u8:{}|u8:{}|0x{}",
                played.player,
                played.side,
                played.level,
                hex(&bytes[..len])
            ));
            storage[format!("str:moves|u32:{id}")] = json!(format!("0x{}", hex(&played.moves)));
            if let Some(search) = &mut played.search {
                let mut bytes = [0; MAX_STATE_BYTES];
                let len = search.save(&played.game, &mut bytes);
                storage[format!("str:search|u32:{id}")] =
                    json!(format!("0x{}", hex(&bytes[..len])));
            }
            if !played.memory.is_empty() {
                storage[format!("str:memory|u32:{id}")] =
                    json!(format!("0x{}", hex(&played.memory)));
            }
        }
        self.steps.set_storage(storage);
        self.check(id);
    }

    /// A player's move and the engine's answer in one call.
    pub fn make_move(&mut self, id: u32, text: &str) {
        let mv: Move = text.parse().expect("a move");
        let played = self.games.get_mut(&id).expect("a game");
        let [from, to, promotion] = parts(mv);
        let mut arguments = vec![id.to_string(), from.to_string(), to.to_string()];
        if promotion != 0 {
            arguments.push(promotion.to_string());
        }
        played.play(mv);
        let player = played.player;
        let out = self.search_on(id, u32::MAX);
        self.steps
            .succeed(player, "makeMove", &arguments, GAS, json!([out]));
        self.check(id);
    }

    /// What the contract's search does in a call, and what it returns.
    fn search_on(&mut self, id: u32, nodes: u32) -> String {
        let played = self.games.get_mut(&id).expect("a game");
        let mut answer = [0; 3];
        if played.is_engine_to_move() {
            let mut search = played.search.take().unwrap_or_else(|| played.begin());
            let in_all = nodes_of(played.level).expect("a level");
            search.run(nodes.min(in_all - search.answer().nodes), |_| false);
            let found = search.answer();
            if found.done || found.nodes >= in_all {
                answer = played.answer(&search);
            } else {
                played.search = Some(search);
            }
        }
        turn(played, answer)
    }

    pub fn think(&mut self, id: u32, caller: &str, nodes: u32) {
        let out = self.search_on(id, nodes);
        let arguments = [id.to_string(), nodes.to_string()];
        self.steps
            .succeed(caller, "think", &arguments, GAS, json!([out]));
        self.check(id);
    }

    /// A whole search with so much gas and no more: the engine answers only if its nodes are as cheap as they were.
    pub fn think_within(&mut self, id: u32, gas: u64) {
        let out = self.search_on(id, u32::MAX);
        assert!(!self.is_thinking(id));
        let arguments = [id.to_string()];
        self.steps
            .succeed("carol", "think", &arguments, gas, json!([out]));
        self.check(id);
    }

    /// `think` where the engine has nothing to think about.
    pub fn think_changes_nothing(&mut self, id: u32) {
        assert!(!self.is_thinking(id));
        let out = turn(&self.games[&id], [0; 3]);
        self.steps
            .succeed("carol", "think", &[id.to_string()], GAS, json!([out]));
        self.check(id);
    }

    pub fn move_now(&mut self, id: u32) {
        let played = self.games.get_mut(&id).expect("a game");
        let mut search = played.search.take().expect("a search under way");
        search.run(500u32.saturating_sub(search.answer().nodes), |_| false);
        let answer = played.answer(&search);
        let (out, player) = (turn(played, answer), played.player);
        self.steps
            .succeed(player, "moveNow", &[id.to_string()], GAS, json!([out]));
        self.check(id);
    }

    /// A game from a position in which the engine is to move, and searches with all the gas that a transaction may have.
    pub fn think_all_gas(&mut self, level: u8, fen: &str) {
        let side = u8::from(fen.contains(" w "));
        let arguments = [level.to_string(), side.to_string(), format!("str:{fen}")];
        let id = format!("newGame {level} {fen}");
        self.steps.all_gas(&id, "newGame", &arguments);
    }

    /// The views show the game as it must stand.
    fn check(&mut self, id: u32) {
        let played = self.games.get_mut(&id).expect("a game");
        let Played {
            game,
            player,
            side,
            level,
            moves,
            search,
            ..
        } = played;
        let rules = game.rules();
        let info = format!(
            "u32:{id}|address:{player}|u8:{side}|u8:{level}|u8:{}|u8:{}|u8:{}|u16:{}|0x{}",
            game.outcome().code(),
            game.white_to_move() as u8,
            rules.half_move_clock(),
            rules.ply(),
            hex(rules.board()),
        );
        let progress = search.as_mut().map(|search| {
            let mut bytes = [0; MAX_STATE_BYTES];
            let len = search.save(game, &mut bytes);
            let answer = search.answer();
            let [from, to, promotion] = parts(move_to_rules(answer.best));
            format!(
                "u8:0|u8:{from}|u8:{to}|u8:{promotion}|u16:{}|u8:{}|u32:{}|nested:0x{}",
                answer.score as i16 as u16,
                answer.depth,
                answer.nodes,
                hex(&bytes[..len])
            )
        });
        let fen = format!("str:{}", rules.fen());
        let mut json = vec![];
        canonical::write_json(rules, &mut |piece: &[u8]| json.extend_from_slice(piece));
        let hash = format!("0x{}", hex(&Algorithm::Sha256.hash(&json)));
        let moves = format!("0x{}", hex(moves));
        let arguments = [id.to_string()];
        self.steps.query("getGame", &arguments, json!([info]));
        self.steps.query("getFen", &arguments, json!([fen]));
        self.steps.query("getMoves", &arguments, json!([moves]));
        self.steps.query("getStateHash", &arguments, json!([hash]));
        if let Some(progress) = progress {
            self.steps
                .query("getProgress", &arguments, json!([progress]));
        }
    }
}

fn parts(mv: Move) -> [u8; 3] {
    [
        mv.from.index_from_a8(),
        mv.to.index_from_a8(),
        mv.promotion.map_or(0, |p| p as u8),
    ]
}

fn turn(played: &Played, answer: [u8; 3]) -> String {
    let outcome = played.game.outcome().code();
    steps::turn(outcome, played.is_engine_to_move(), answer)
}
