//! Contracts that nobody would write.

use std::{fmt::Write, sync::LazyLock};

use fastrand::Rng;

use crate::common::{self_caller, wasm};

/// The table of the functions that a contract may import.
const HOOKS: &str = include_str!("../../../src/vm/hooks.rs");

/// The functions that random contracts have, and some that others have.
const FUNCTIONS: [&str; 14] = [
    "a", "b", "c", "d", "sync", "async", "promise", "loop", "joinGame", "makeMove", "getGames",
    "pause", "callBack", "nothing",
];

/// An import: its name, the types of its parameters, and its result's.
struct Hook {
    name: &'static str,
    parameters: Vec<&'static str>,
    result: Option<&'static str>,
}

static TABLE: LazyLock<Vec<Hook>> = LazyLock::new(|| {
    let hooks: Vec<Hook> = HOOKS.lines().filter_map(hook).collect();
    assert!(hooks.len() > 150, "{} hooks", hooks.len());
    hooks
});

/// A line of the table: `"name" method(argument: Type, …) -> type;`.
fn hook(line: &'static str) -> Option<Hook> {
    let (name, rest) = line.trim().strip_prefix('"')?.split_once('"')?;
    let (_, rest) = rest.split_once('(')?;
    let (parameters, result) = rest.strip_suffix(';')?.split_once(')')?;
    let types = parameters
        .split(',')
        .filter_map(|parameter| parameter.split_once(':'));
    Some(Hook {
        name,
        parameters: types.map(|(_, of)| wasm_type(of.trim())).collect(),
        result: result.trim().strip_prefix("-> ").map(wasm_type),
    })
}

fn wasm_type(of: &str) -> &'static str {
    if of == "i64" { "i64" } else { "i32" }
}

pub fn function(rng: &mut Rng) -> &'static str {
    FUNCTIONS[rng.usize(..FUNCTIONS.len())]
}

/// The code of some contract, or of none.
pub fn random(rng: &mut Rng) -> Vec<u8> {
    match rng.u8(..10) {
        0 => wasm("onchain-chess.wasm"),
        1 => {
            let mut code = wasm("onchain-chess.wasm");
            for _ in 0..rng.usize(1..6) {
                let at = rng.usize(..code.len());
                code[at] = rng.u8(..);
            }
            code
        }
        2 => (0..rng.usize(..300)).map(|_| rng.u8(..)).collect(),
        3 => self_caller(),
        _ => wat::parse_str(hooked(rng)).unwrap(),
    }
}

/// A contract that calls hooks with random arguments.
fn hooked(rng: &mut Rng) -> String {
    let mut text = String::from("(module\n");
    let hooks: Vec<&Hook> = (0..rng.usize(1..16))
        .map(|_| &TABLE[rng.usize(..TABLE.len())])
        .collect();
    for (index, hook) in hooks.iter().enumerate() {
        let parameters = hook.parameters.join(" ");
        let result = hook
            .result
            .map_or(String::new(), |of| format!("(result {of})"));
        let _ = writeln!(
            text,
            "(import \"env\" \"{}\" (func $h{index} (param {parameters}) {result}))",
            hook.name
        );
    }
    text.push_str("(memory (export \"memory\") 2)\n(global $g (mut i32) (i32.const 0))\n");
    text.push_str("(func (export \"init\"))\n(func (export \"callBack\"))\n");
    for name in ["a", "b", "c", "d"] {
        let _ = writeln!(text, "(func (export \"{name}\")");
        let looped = rng.u8(..4) == 0;
        if looped {
            text.push_str("(loop $l\n");
        }
        for _ in 0..rng.usize(1..20) {
            let index = rng.usize(..hooks.len());
            let hook = hooks[index];
            let arguments: Vec<String> =
                hook.parameters.iter().map(|of| argument(rng, of)).collect();
            let call = format!("(call $h{index} {})", arguments.join(" "));
            let kept = rng.bool();
            let line = match hook.result {
                Some("i32") if kept => format!("(global.set $g {call})"),
                Some(_) => format!("(drop {call})"),
                None => call,
            };
            let _ = writeln!(text, "{line}");
        }
        if looped {
            text.push_str("(br $l))");
        }
        text.push_str(")\n");
    }
    text.push(')');
    text
}

fn argument(rng: &mut Rng, of: &str) -> String {
    let number = match rng.u8(..8) {
        0 => -i64::from(rng.u8(..30)),
        1 => i64::from(rng.i32(..)),
        2 => i64::from(i32::MAX),
        3 => i64::from(i32::MIN),
        4 if of == "i64" => rng.i64(..),
        5 if of == "i32" => return "(global.get $g)".to_string(),
        _ => i64::from(rng.u8(..40)),
    };
    format!("({of}.const {number})")
}
