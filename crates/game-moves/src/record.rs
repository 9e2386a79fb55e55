//! Games as JSON lines: a line with the game and its state, a line for each step with the hash of the next state, and
//! at the end the commitment to the whole game.
//!
//! ```text
//! {"algorithm":"sha256","game":"checkers","hash":"0x…","state":{…}}
//! {"hash":"0x…","move":{"captures":[],"from":[2,2],"to":[3,3]},"player":0}
//! {"chain":"0x…"}
//! ```
//!
//! In games with dice, a line such as `{"dice":[3,1],"hash":"0x…"}` records a roll, and in ludo
//! `{"eliminate":2,"hash":"0x…"}` an elimination. In checkers the last step may be
//! `{"draw":"agreed","hash":"0x…"}`.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::{error::Error, fmt};

use crate::{
    backgammon, checkers, chess, dominos,
    error::StepError,
    game::{Game, GameId, GameMove, Outcome},
    hash::Algorithm,
    hex,
    json::{JsonError, JsonProblem, Object, Value},
    ludo,
    step::{Chain, Step},
};

/// The result of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The game.
    pub game: GameId,
    /// The number of steps: moves, rolls, eliminations, an agreed draw.
    pub steps: usize,
    /// The outcome at the end.
    pub outcome: Outcome,
    /// The canonical JSON of its last state.
    pub state: String,
    /// That state's hash.
    pub hash: [u8; 32],
    /// The commitment to the whole game.
    pub chain: [u8; 32],
}

/// The fault, and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The fault, in words.
    pub problem: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl Error for RecordError {}

/// The fault of a line.
type Problem = Box<dyn Error>;

/// Checks a whole game: every step, every hash and the chain.
///
/// # Errors
/// The first line that is wrong, or that one is missing.
///
/// ```
/// let steps = r#"{"game":"ludo","state":{"consecutiveSixes":0,"dice":0,"eliminated":[0,0],"moveCount":0,"playerCount":2,
/// "seed":5,"tokens":[[-1,-1,-1,-1],[-1,-1,-1,-1]],"turn":0}}"#.replace('\n', "");
/// let game = game_moves::record::complete(&steps)?;
/// assert_eq!(game_moves::record::replay(&game)?.steps, 0);
///
/// let forged = game.replace("\"seed\":5", "\"seed\":6");
/// assert!(game_moves::record::replay(&forged).unwrap_err().to_string().starts_with("line 1: hash: it is 0x"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replay(text: &str) -> Result<Summary, RecordError> {
    run(text, true).map(|(summary, _)| summary)
}

/// Checks a game that may lack hashes, the chain and the algorithm (SHA-256 then), and returns it with them.
///
/// # Errors
/// The first line that is wrong.
pub fn complete(text: &str) -> Result<String, RecordError> {
    run(text, false).map(|(_, text)| text)
}

fn run(text: &str, strict: bool) -> Result<(Summary, String), RecordError> {
    let mut lines = Lines {
        rest: text.lines(),
        number: 0,
    };
    let result = match lines.next() {
        None => Err("a game and its state belong here".into()),
        Some(line) => by_game(line, &mut lines, strict),
    };
    result.map_err(|problem| RecordError {
        line: lines.number.max(1),
        problem: problem.to_string(),
    })
}

/// Counts.
struct Lines<'a> {
    rest: core::str::Lines<'a>,
    number: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.rest.next()
    }
}

fn by_game(first: &str, lines: &mut Lines, strict: bool) -> Result<(Summary, String), Problem> {
    let header = Value::parse(first)?;
    let fields = header.object("algorithm game hash state")?;
    let play = match fields.field("game", game)? {
        GameId::Chess => play::<chess::State>,
        GameId::Checkers => play::<checkers::State>,
        GameId::Backgammon => play::<backgammon::State>,
        GameId::Ludo => play::<ludo::State>,
        GameId::Dominos => play::<dominos::State>,
    };
    play(fields, lines, strict)
}

/// All fields of a line after the header.
const LINE: &str = "chain dice draw eliminate hash move player";

fn play<G: Game>(
    header: Object,
    lines: &mut Lines,
    strict: bool,
) -> Result<(Summary, String), Problem> {
    let algorithm = match (header.get("algorithm"), strict) {
        (None, false) => Algorithm::Sha256,
        _ => header.field("algorithm", algorithm)?,
    };
    let mut state = header.field("state", G::from_value)?;
    let mut hash = state.hash(algorithm);
    check_hash(header, "hash", hash, strict)?;
    let mut chain = Chain::new(&state, algorithm);
    let mut out = format!(
        "{{\"algorithm\":\"{algorithm}\",\"game\":\"{}\",\"hash\":\"{}\",\"state\":{}}}\n",
        G::ID,
        hex::encode(&hash),
        state.to_json()
    );
    let mut steps = 0;
    let mut ended = false;
    let mut is_drawn = false;
    for line in lines.by_ref() {
        if ended {
            return Err("nothing may follow the line with the chain".into());
        }
        let value = Value::parse(line)?;
        let fields = value.object(LINE)?;
        if fields.get("chain").is_some() {
            let fields = value.object("chain")?;
            check_hash(fields, "chain", chain.value(), true)?;
            ended = true;
            continue;
        }
        let step = read_step::<G>(&value)?;
        if is_drawn {
            return Err(StepError::GameOver.into());
        }
        state = step.apply(&state)?;
        is_drawn = step == Step::Draw;
        hash = state.hash(algorithm);
        check_hash(fields, "hash", hash, strict)?;
        chain.add(&step, &state);
        write_step(&mut out, &step, hash);
        steps += 1;
    }
    if strict && !ended {
        return Err("the game's last line, with its chain, is missing".into());
    }
    out += &format!("{{\"chain\":\"{}\"}}\n", hex::encode(&chain.value()));
    let summary = Summary {
        game: G::ID,
        steps,
        outcome: match is_drawn {
            true => Outcome::Drawn,
            false => state.outcome(),
        },
        state: state.to_json(),
        hash,
        chain: chain.value(),
    };
    Ok((summary, out))
}

fn read_step<G: Game>(value: &Value) -> Result<Step<G::Move>, JsonError> {
    let fields = value.object("dice draw eliminate hash move player")?;
    if fields.get("draw").is_some() {
        let fields = value.object("draw hash")?;
        fields.field("draw", |value| match value {
            Value::String(how) if how == "agreed" => Ok(()),
            _ => Value::error(JsonProblem::Expected("\"agreed\"")),
        })?;
        return Ok(Step::Draw);
    }
    if fields.get("dice").is_some() {
        let fields = value.object("dice hash")?;
        let dice: Vec<u8> =
            fields.field("dice", |value| value.array(|die| Ok(die.int(1, 6)? as u8)))?;
        return Ok(Step::Roll { dice });
    }
    if fields.get("eliminate").is_some() {
        let fields = value.object("eliminate hash")?;
        return Ok(Step::Eliminate {
            player: fields.field("eliminate", |value| value.byte(3))?,
        });
    }
    let player = fields.field("player", |value| value.byte(3))?;
    Ok(Step::Move {
        player,
        mv: fields.field("move", G::Move::from_value)?,
    })
}

fn write_step<M: GameMove>(out: &mut String, step: &Step<M>, hash: [u8; 32]) {
    let hash = hex::encode(&hash);
    *out += &match step {
        Step::Move { player, mv } => {
            format!(
                "{{\"hash\":\"{hash}\",\"move\":{},\"player\":{player}}}\n",
                mv.to_json()
            )
        }
        Step::Roll { dice } => {
            let dice: Vec<String> = dice.iter().map(ToString::to_string).collect();
            format!("{{\"dice\":[{}],\"hash\":\"{hash}\"}}\n", dice.join(","))
        }
        Step::Eliminate { player } => format!("{{\"eliminate\":{player},\"hash\":\"{hash}\"}}\n"),
        Step::Draw => format!("{{\"draw\":\"agreed\",\"hash\":\"{hash}\"}}\n"),
    };
}

/// Reads a name or an id.
fn game(value: &Value) -> Result<GameId, JsonError> {
    let parsed = match value {
        Value::String(name) => name.parse(),
        Value::Int(id) => id.to_string().parse(),
        _ => return Value::error(JsonProblem::Expected("a game's name or id")),
    };
    let all = "chess, dominos, backgammon, checkers or ludo, or 1 to 5";
    parsed.map_err(|_| JsonError::new("", JsonProblem::Expected(all)))
}

fn algorithm(value: &Value) -> Result<Algorithm, JsonError> {
    let parsed = match value {
        Value::String(name) => name.parse().ok(),
        _ => None,
    };
    let both = "\"sha256\" or \"poseidon\"";
    parsed.ok_or(JsonError::new("", JsonProblem::Expected(both)))
}

fn check_hash(
    fields: Object,
    key: &'static str,
    right: [u8; 32],
    required: bool,
) -> Result<(), Problem> {
    if fields.get(key).is_none() && !required {
        return Ok(());
    }
    let same = fields.field(key, |value| match value {
        Value::String(text) => Ok(*text == hex::encode(&right)),
        _ => Value::error(JsonProblem::Expected("0x and 64 hex digits")),
    })?;
    if same {
        Ok(())
    } else {
        Err(format!("{key}: it is {}", hex::encode(&right)).into())
    }
}
