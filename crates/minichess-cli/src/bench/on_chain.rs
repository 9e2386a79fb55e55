//! Games in the engines' contracts on the production VM, by means of scenario files.

use std::path::Path;
use std::process::Command;

use chess_engine::{Game, MAX_GAME_BYTES, chess};

use super::games::Asked;
use crate::native::Remembering;
use crate::variant::Variant;

/// The gas of a transaction.
pub const GAS: u64 = 600_000_000;

/// A game in the form in which its contract stores it.
pub trait Stored: Variant {
    /// The contract's name.
    const CONTRACT: &str;
    /// The bytes of a move in the list of moves.
    const BYTES_A_MOVE: usize;

    /// The number of nodes of a search that uses the memory, if the contract stores one.
    fn remembering(strength: u8) -> Option<u32>;
    /// The game's terms, which the contract stores before the game, in a scenario's notation. `strength`: the depth or
    /// the level.
    fn terms(strength: u8, player_is_white: bool) -> String;
}

impl Stored for Game {
    const CONTRACT: &str = "minichess";
    const BYTES_A_MOVE: usize = 0;

    fn remembering(_: u8) -> Option<u32> {
        None
    }

    fn terms(depth: u8, _: bool) -> String {
        format!("u8:{depth}")
    }
}

impl Stored for chess::Game {
    const CONTRACT: &str = "enginechess";
    const BYTES_A_MOVE: usize = 2;

    fn remembering(level: u8) -> Option<u32> {
        chess::levels::nodes_of(level)
    }

    fn terms(level: u8, player_is_white: bool) -> String {
        let side = u8::from(!player_is_white);
        format!("u8:{side}|u8:{level}")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A scenario: in each game the engine thinks at a depth or a level, in `calls` calls with a whole transaction's gas.
/// The file must be next to the contract's `output`.
pub fn thinking<G: Stored>(games: &[G], strength: u8, calls: u32) -> String {
    let mut scenario = Scenario::default();
    for game in games {
        let id = scenario.store(game, strength, !game.white_to_move(), 0);
        for _ in 0..calls {
            scenario.call(id, "think", "");
        }
    }
    scenario.finish::<G>()
}

/// The same, but the player moves first. The engine searches in that call and in the requested number of further ones,
/// with its memory of the recorded game.
pub fn moving<G: Stored>(asked: &[Asked<G>], strength: u8, calls: u32) -> String {
    let mut scenario = Scenario::default();
    for asked in asked {
        let (before, plies) = (&asked.before, asked.plies - 1);
        let id = scenario.store(before, strength, before.white_to_move(), plies);
        if let Some(nodes) = G::remembering(strength) {
            scenario.remember(id, &mut Remembering::new(nodes), &asked.earlier);
        }
        let [from, to, promotion] = G::numbers(asked.mv);
        let promotion = match promotion {
            0 => String::new(),
            number => format!(r#","{number}""#),
        };
        scenario.call(id, "makeMove", &format!(r#","{from}","{to}"{promotion}"#));
        for _ in 1..calls {
            scenario.call(id, "think", "");
        }
    }
    scenario.finish::<G>()
}

/// A scenario in progress.
#[derive(Default)]
struct Scenario {
    storage: Vec<String>,
    calls: Vec<(usize, String)>,
    games: usize,
}

impl Scenario {
    /// Stores a game, with room for the moves of this number of plies, and returns its number.
    fn store<G: Stored>(
        &mut self,
        game: &G,
        strength: u8,
        player_is_white: bool,
        plies: usize,
    ) -> usize {
        let id = self.games;
        self.games += 1;
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        let (terms, bytes) = (G::terms(strength, player_is_white), hex(&bytes[..len]));
        self.storage.push(format!(
            r#""str:game|u32:{id}":"address:owner|{terms}|0x{bytes}""#
        ));
        if G::BYTES_A_MOVE * plies > 0 {
            let moves = "00".repeat(G::BYTES_A_MOVE * plies);
            self.storage
                .push(format!(r#""str:moves|u32:{id}":"0x{moves}""#));
        }
        id
    }

    /// Stores in a game the memory of searches in some positions, made natively.
    fn remember<G: Stored>(&mut self, id: usize, engine: &mut Remembering, positions: &[G]) {
        for game in positions {
            engine.search(game);
        }
        let memory = hex(engine.memory());
        if !memory.is_empty() {
            let stored = format!(r#""str:memory|u32:{id}":"0x{memory}""#);
            self.storage.push(stored);
        }
    }

    fn call(&mut self, id: usize, function: &str, arguments: &str) {
        let arguments = format!(r#""function":"{function}","arguments":["{id}"{arguments}]"#);
        self.calls.push((id, arguments));
    }

    fn finish<G: Stored>(self) -> String {
        let contract = G::CONTRACT;
        let storage = self.storage.join(",");
        let mut steps = vec![format!(
            r#"{{"step":"setState","accounts":{{"address:owner":{{"nonce":"0","balance":"0"}},"sc:{contract}":{{"nonce":"0","balance":"0","storage":{{{storage}}},"code":"mxsc:../output/{contract}.mxsc.json","owner":"address:owner"}}}}}}"#
        )];
        for (number, (id, call)) in self.calls.iter().enumerate() {
            steps.push(format!(
                r#"{{"step":"scCall","id":"game {id} {number}","tx":{{"from":"address:owner","to":"sc:{contract}",{call},"gasLimit":"{GAS}","gasPrice":"0"}},"expect":{{"out":"*","status":"*","message":"*","logs":"*","gas":"*","refund":"*"}}}}"#
            ));
        }
        format!(
            r#"{{"name":"gas of the engine","gasSchedule":"v4","steps":[{}]}}"#,
            steps.join(",\n")
        )
    }
}

/// The cost of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// The number of the game in the scenario.
    pub game: usize,
    /// The gas; all of the call's if it was refused.
    pub gas: u64,
    /// Whether it was refused with a message.
    pub refused: bool,
}

/// Runs a scenario with `vm`, the runner of scenario files, in the folder of the contract's code.
///
/// # Errors
/// A call that fails for another reason than the contract's refusal, or can't be run.
pub fn run<G: Stored>(vm: &Path, scenario: &str) -> Result<Vec<Call>, String> {
    let folder = Path::new("contracts").join(G::CONTRACT).join("output");
    let file = folder.join(format!("{}.scen.json", std::process::id()));
    let shown = |path: &Path, error| format!("{}: {error}", path.display());
    std::fs::write(&file, scenario).map_err(|error| shown(&file, error))?;
    let output = Command::new(vm).args(["run", "--json"]).arg(&file).output();
    std::fs::remove_file(&file).map_err(|error| shown(&file, error))?;
    let output = output.map_err(|error| shown(vm, error))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let calls = text.lines().filter(|line| line.starts_with('{'));
    let calls =
        calls.map(|line| call(line).ok_or_else(|| format!("the production VM says {line}")));
    match calls.collect::<Result<Vec<_>, _>>() {
        Ok(calls) if calls.is_empty() => Err(format!("no call was run: {text}{errors}")),
        calls => calls,
    }
}

fn call(line: &str) -> Option<Call> {
    let refused = !line.contains("\"returnCode\":\"ok\"");
    let game = field(line, "\"id\":\"game ")? as usize;
    let gas = field(line, "\"gas\":")?;
    let fits = !refused || line.contains("user error");
    fits.then_some(Call { game, gas, refused })
}

/// The number behind a key.
fn field(call: &str, key: &str) -> Option<u64> {
    let at = call.find(key)? + key.len();
    let digits = call[at..].split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read() {
        let line = r#"{"id":"game 3 1","returnCode":"ok","gas":1234}"#;
        let read = call(line).unwrap();
        assert_eq!((read.game, read.gas, read.refused), (3, 1_234, false));
        let line = r#"{"id":"game 3 1","returnCode":"user error","gas":5}"#;
        assert!(call(line).unwrap().refused);
        let line = r#"{"id":"game 3 1","returnCode":"execution failed","gas":5}"#;
        assert_eq!(call(line), None);
    }
}
