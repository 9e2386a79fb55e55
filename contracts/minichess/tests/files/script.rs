//! One scenario file, step by step.

use std::collections::BTreeMap;

use minichess_engine::{Game, MAX_GAME_BYTES, MAX_STATE_BYTES, Move, Search};
use serde_json::{Value, json};

/// What a transaction may use on mainnet.
const GAS: u64 = 600_000_000;

/// The nodes of a call that names none.
const DEFAULT_NODES: u32 = 100_000;
/// More nodes than a transaction pays for, few enough for the machines that don't count gas.
const MOST_NODES: u32 = 120_000;

struct Played {
    game: Game,
    player: &'static str,
    depth: u8,
    search: Option<Search>,
}

/// A scenario under way, with the games as they must stand.
pub struct Script {
    steps: Vec<Value>,
    games: BTreeMap<u32, Played>,
    name: &'static str,
}

impl Script {
    pub fn new(name: &'static str) -> Self {
        let account = json!({ "nonce": "0", "balance": "0" });
        let steps = vec![
            json!({
                "step": "setState",
                "accounts": { "address:owner": account, "address:alice": account, "address:bob": account, "address:carol": account },
                "newAddresses": [
                    { "creatorAddress": "address:owner", "creatorNonce": "0", "newAddress": "sc:minichess" },
                    { "creatorAddress": "address:owner", "creatorNonce": "1", "newAddress": "sc:minichess-views" }
                ]
            }),
            deploy("minichess", &[]),
            deploy("minichess-views", &["sc:minichess"]),
        ];
        Self {
            steps,
            games: BTreeMap::new(),
            name,
        }
    }

    pub fn finish(self) -> String {
        let file = json!({ "name": self.name, "gasSchedule": "v4", "steps": self.steps });
        serde_json::to_string_pretty(&file).expect("JSON") + "\n"
    }

    pub fn game(&self, id: u32) -> &Game {
        &self.games[&id].game
    }

    pub fn is_thinking(&self, id: u32) -> bool {
        self.games[&id].search.is_some()
    }

    fn call(&mut self, from: &str, function: &str, arguments: &[String], gas: u64, expect: Value) {
        let id = format!("{} {function} {}", self.steps.len(), arguments.join(" "));
        self.steps.push(json!({
            "step": "scCall",
            "id": id,
            "tx": {
                "from": format!("address:{from}"), "to": "sc:minichess", "function": function,
                "arguments": arguments, "gasLimit": gas.to_string(), "gasPrice": "0"
            },
            "expect": expect
        }));
    }

    fn succeed(&mut self, from: &str, function: &str, arguments: &[String], gas: u64, out: Value) {
        let expect = json!({ "out": out, "status": "0", "logs": "*", "gas": "*", "refund": "*" });
        self.call(from, function, arguments, gas, expect);
    }

    pub fn refuse(&mut self, from: &str, function: &str, arguments: &[&str], message: &str) {
        let arguments: Vec<_> = arguments.iter().map(|a| a.to_string()).collect();
        let expect = json!({ "out": [], "status": "4", "message": format!("str:{message}"), "logs": "*", "gas": "*", "refund": "*" });
        self.call(from, function, &arguments, GAS, expect);
    }

    /// A question that is refused.
    pub fn refuse_view(&mut self, function: &str, arguments: &[&str], message: &str) {
        let arguments: Vec<_> = arguments.iter().map(|a| a.to_string()).collect();
        let id = format!("{} {function} {}", self.steps.len(), arguments.join(" "));
        self.steps.push(json!({
            "step": "scQuery",
            "id": id,
            "tx": { "to": "sc:minichess-views", "function": function, "arguments": arguments },
            "expect": { "out": [], "status": "4", "message": format!("str:{message}") }
        }));
    }

    pub fn new_game(&mut self, id: u32, player: &'static str, depth: u8) {
        self.succeed(
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
        self.steps.push(json!({
            "step": "setState",
            "accounts": { "sc:minichess": { "nonce": "0", "balance": "0", "storage": storage, "code": "mxsc:../output/minichess.mxsc.json", "owner": "address:owner" } }
        }));
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
        self.succeed(player, "makeMove", &arguments, GAS, json!([out]));
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
        self.succeed(
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
        self.succeed("carol", "think", &[id.to_string()], gas, json!([out]));
        self.check(id);
    }

    /// `think` where the engine has nothing to think about.
    pub fn think_changes_nothing(&mut self, id: u32) {
        assert!(!self.is_thinking(id));
        let out = turn(self.game(id), false, [0; 3]);
        self.succeed("carol", "think", &[id.to_string()], GAS, json!([out]));
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
        self.succeed(player, "moveNow", &[id.to_string()], GAS, json!([out]));
        self.check(id);
    }

    /// A search with all the gas a transaction may have, and no bound but that.
    pub fn think_all_gas(&mut self, id: u32) {
        self.steps.push(json!({
            "step": "scCall",
            "id": format!("{} think {id}", self.steps.len()),
            "tx": {
                "from": "address:carol", "to": "sc:minichess", "function": "think",
                "arguments": [id.to_string(), MOST_NODES.to_string()], "gasLimit": GAS.to_string(), "gasPrice": "0"
            },
            "expect": { "out": "*", "status": "0", "logs": "*", "gas": "*", "refund": "*" }
        }));
    }

    pub fn games(&mut self, player: &str, skip: u32, count: u32, ids: &[u32]) {
        let ids: Vec<_> = ids.iter().map(|id| format!("u32:{id}")).collect();
        self.query(
            "getGames",
            &[
                format!("address:{player}"),
                skip.to_string(),
                count.to_string(),
            ],
            json!([ids.join("|")]),
        );
    }

    fn query(&mut self, function: &str, arguments: &[String], out: Value) {
        self.steps.push(json!({
            "step": "scQuery",
            "id": format!("{} {function} {}", self.steps.len(), arguments.join(" ")),
            "tx": { "to": "sc:minichess-views", "function": function, "arguments": arguments },
            "expect": { "out": out, "status": "0" }
        }));
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
        self.query("getGame", &[id.to_string()], json!([info]));
        self.query("getBoard", &[id.to_string()], json!([format!("0x{board}")]));
        if let Some(progress) = progress {
            self.query("getProgress", &[id.to_string()], json!([progress]));
        }
    }
}

fn deploy(contract: &str, arguments: &[&str]) -> Value {
    json!({
        "step": "scDeploy",
        "id": format!("deploy {contract}"),
        "tx": {
            "from": "address:owner", "contractCode": format!("mxsc:../output/{contract}.mxsc.json"), "arguments": arguments,
            "gasLimit": "100,000,000", "gasPrice": "0"
        },
        "expect": { "out": [], "status": "0", "logs": [], "gas": "*", "refund": "*" }
    })
}

fn parts(mv: Move) -> [u8; 3] {
    [
        mv.from().index(),
        mv.to().index(),
        mv.promotion().map_or(0, |p| p as u8),
    ]
}

fn turn(game: &Game, thinking: bool, [from, to, promotion]: [u8; 3]) -> String {
    format!(
        "0x{}",
        hex(&[game.outcome().code(), thinking as u8, from, to, promotion])
    )
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
