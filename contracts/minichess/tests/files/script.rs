//! One scenario file, step by step.

use chess_engine::{Game, MAX_GAME_BYTES, MAX_STATE_BYTES, Move, Search};
use serde_json::json;

use super::steps::{self, GAS, hex};

/// The nodes of a call that names none.
const DEFAULT_NODES: u32 = 100_000;
/// More nodes than a transaction pays for, few enough for the machines that don't count gas.
const MOST_NODES: u32 = 120_000;

pub struct Played {
    game: Game,
    player: &'static str,
    depth: u8,
    search: Option<Search>,
}

/// A scenario under way, with the games as they must stand.
pub type Script = steps::Script<Played>;

impl Script {
    pub fn new(name: &'static str) -> Self {
        Self::begin("minichess", name)
    }

    pub fn game(&self, id: u32) -> &Game {
        &self.games[&id].game
    }

    pub fn is_thinking(&self, id: u32) -> bool {
        self.games[&id].search.is_some()
    }

    pub fn new_game(&mut self, id: u32, player: &'static str, depth: u8) {
        self.steps.succeed(
            player,
            "newGame",
            &[depth.to_string()],
            20_000_000,
            json!([id.to_string()]),
        );
        self.games.insert(
            id,
            Played {
                game: Game::start(),
                player,
                depth,
                search: None,
            },
        );
        self.check(id);
    }

    /// Puts a game into the contract's storage.
    pub fn set_game(&mut self, id: u32, player: &'static str, depth: u8, fen: &str, plies: u16) {
        let position = Game::from_fen(fen).expect("a FEN").position().clone();
        let game = Game::new(position, plies);
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        let key = format!("str:game|u32:{id}");
        let value = format!("address:{player}|u8:{depth}|0x{}", hex(&bytes[..len]));
        // An update keeps the contract's other storage.
        let mut storage = json!({});
        for (other, played) in &self.games {
            let mut bytes = [0; MAX_GAME_BYTES];
            let len = played.game.encode(&mut bytes);
            storage[format!("str:game|u32:{other}")] = json!(format!(
                "address:{}|u8:{}|0x{}",
                played.player,
                played.depth,
                hex(&bytes[..len])
            ));
        }
        storage[key] = json!(value);
        self.steps.set_storage(storage);
        self.games.insert(
            id,
            Played {
                game,
                player,
                depth,
                search: None,
            },
        );
        self.check(id);
    }

    /// A player's move and the engine's answer in one call.
    pub fn make_move(&mut self, id: u32, mv: Move) {
        let played = self.games.get_mut(&id).expect("a game");
        let code = played.game.position().code(mv.from());
        let mut arguments = vec![
            id.to_string(),
            mv.from().index().to_string(),
            mv.to().index().to_string(),
        ];
        if let Some(promotion) = mv.promotion() {
            assert_eq!(code & 7, 1);
            arguments.push((promotion as u8).to_string());
        }
        played.game.play(mv).expect("a legal move");
        let player = played.player;
        let out = self.search_on(id, DEFAULT_NODES);
        self.steps
            .succeed(player, "makeMove", &arguments, GAS, json!([out]));
        self.check(id);
    }

    /// What the contract's search does in a call, and what it returns.
    fn search_on(&mut self, id: u32, nodes: u32) -> String {
        let played = self.games.get_mut(&id).expect("a game");
        let mut answer = [0; 3];
        let engine_moves = !played.game.position().white_to_move();
        let begun = || Search::new(&played.game, played.depth).filter(|_| engine_moves);
        if let Some(mut search) = played.search.take().or_else(begun) {
            if search.run(nodes, |_| false) {
                answer = parts(
                    played
                        .game
                        .play(search.answer().best)
                        .expect("a legal move"),
                );
            } else {
                played.search = Some(search);
            }
        }
        turn(&played.game, played.search.is_some(), answer)
    }

    pub fn think(&mut self, id: u32, caller: &str, nodes: u32) {
        let out = self.search_on(id, nodes);
        self.steps.succeed(
            caller,
            "think",
            &[id.to_string(), nodes.to_string()],
            GAS,
            json!([out]),
        );
        self.check(id);
    }

    /// A whole search with so much gas and no more: the engine answers only if its nodes are as cheap as they were.
    pub fn think_within(&mut self, id: u32, gas: u64) {
        let out = self.search_on(id, DEFAULT_NODES);
        assert!(!self.is_thinking(id));
        self.steps
            .succeed("carol", "think", &[id.to_string()], gas, json!([out]));
        self.check(id);
    }

    /// `think` where the engine has nothing to think about.
    pub fn think_changes_nothing(&mut self, id: u32) {
        assert!(!self.is_thinking(id));
        let out = turn(self.game(id), false, [0; 3]);
        self.steps
            .succeed("carol", "think", &[id.to_string()], GAS, json!([out]));
        self.check(id);
    }

    pub fn move_now(&mut self, id: u32) {
        let played = self.games.get_mut(&id).expect("a game");
        let search = played.search.take().expect("a search under way");
        let answer = parts(
            played
                .game
                .play(search.answer().best)
                .expect("a legal move"),
        );
        let (out, player) = (turn(&played.game, false, answer), played.player);
        self.steps
            .succeed(player, "moveNow", &[id.to_string()], GAS, json!([out]));
        self.check(id);
    }

    /// A search with all the gas a transaction may have, and no bound but that.
    pub fn think_all_gas(&mut self, id: u32) {
        let arguments = [id.to_string(), MOST_NODES.to_string()];
        self.steps
            .all_gas(&format!("think {id}"), "think", &arguments);
    }

    /// The views show the game as it must stand.
    fn check(&mut self, id: u32) {
        let Played {
            game,
            player,
            depth,
            search,
        } = self.games.get_mut(&id).expect("a game");
        let position = game.position();
        let board = hex(&position.word());
        let info = format!(
            "u32:{id}|address:{player}|u8:{depth}|u8:{}|u8:{}|u8:{}|u8:{}|u16:{}|0x{board}",
            game.outcome().code(),
            position.white_to_move() as u8,
            position.en_passant(),
            position.half_moves(),
            game.plies(),
        );
        let progress = search.as_mut().map(|search| {
            let mut bytes = [0; MAX_STATE_BYTES];
            let len = search.save(game, &mut bytes);
            let answer = search.answer();
            let [from, to, promotion] = parts(answer.best);
            format!(
                "u8:0|u8:{from}|u8:{to}|u8:{promotion}|u16:{}|u8:{}|u32:{}|nested:0x{}",
                answer.score as i16 as u16,
                answer.depth,
                answer.nodes,
                hex(&bytes[..len])
            )
        });
        self.steps
            .query("getGame", &[id.to_string()], json!([info]));
        self.steps
            .query("getBoard", &[id.to_string()], json!([format!("0x{board}")]));
        if let Some(progress) = progress {
            self.steps
                .query("getProgress", &[id.to_string()], json!([progress]));
        }
    }
}

fn parts(mv: Move) -> [u8; 3] {
    [
        mv.from().index(),
        mv.to().index(),
        mv.promotion().map_or(0, |p| p as u8),
    ]
}

fn turn(game: &Game, thinking: bool, answer: [u8; 3]) -> String {
    steps::turn(game.outcome().code(), thinking, answer)
}
