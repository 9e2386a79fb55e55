//! The crate reads, writes, judges and hashes according to the files in `vectors/`.

use std::{fs, path::Path};

use game_moves::{
    Algorithm, Game, GameMove, Outcome, backgammon, checkers, chess, dominos, hex, ludo, record,
    seed,
};
use serde_json::Value;

fn read(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let text = fs::read_to_string(folder.join(format!("{name}.json")));
    serde_json::from_str(&text.expect("a file")).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    let list = value.as_array().expect("a list");
    assert!(!list.is_empty());
    list
}

fn texts<'a, const N: usize>(of: &'a Value, names: [&str; N]) -> [&'a str; N] {
    names.map(|name| of[name].as_str().expect("a text"))
}

fn moves<M: GameMove>(file: &Value) {
    for vector in list(&file["goodMoves"]) {
        let [binary, spelled, json] = texts(vector, ["binary", "hex", "json"]);
        let mv = M::from_hex(spelled).expect(spelled);
        assert_eq!(
            M::from_bytes(&hex::decode(binary).unwrap()).as_ref(),
            Ok(&mv)
        );
        assert_eq!(M::from_json(json).as_ref(), Ok(&mv));
        let written = [hex::encode(&mv.to_bytes()), mv.to_hex(), mv.to_json()];
        assert_eq!(written, [binary, spelled, json]);
    }
    for vector in list(&file["badMoves"]) {
        let [format, input, field] = texts(vector, ["format", "input", "field"]);
        let named = match format {
            "binary" => M::from_bytes(&hex::decode(input).unwrap()).map_err(|e| e.field.into()),
            "hex" => M::from_hex(input).map_err(|e| e.field.into()),
            _ => M::from_json(input).map_err(|e| e.field),
        };
        assert_eq!(named, Err(String::from(field)), "{format} {input}");
    }
}

fn states<G: Game>(file: &Value) {
    for vector in list(&file["goodStates"]) {
        let [json, outcome] = texts(vector, ["json", "outcome"]);
        let state = G::from_json(json).expect(json);
        assert_eq!(state.to_json(), json);
        let stands = match state.outcome() {
            Outcome::Ongoing => "ongoing".into(),
            Outcome::Won(player) => format!("won by {player}"),
            Outcome::Drawn => "drawn".into(),
        };
        assert_eq!(stands, outcome, "{json}");
        assert_eq!(state.must_roll(), vector["mustRoll"], "{json}");
        assert_eq!(state.turn(), vector["turn"], "{json}");
        let legal: Vec<_> = state.legal_moves().iter().map(GameMove::to_hex).collect();
        assert_eq!(vector["legalMoves"], Value::from(legal), "{json}");
        hashes(vector, |algorithm| state.hash(algorithm));
    }
    for vector in list(&file["badStates"]) {
        let [json, field] = texts(vector, ["json", "field"]);
        let error = G::from_json(json).expect_err(json);
        assert_eq!(error.field, field, "{error} in {json}");
    }
    for game in list(&file["games"]) {
        let lines = list(game).iter().map(|line| line.as_str().expect("a line"));
        let text = lines.collect::<Vec<_>>().join("\n");
        let summary = record::replay(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(summary.game, G::ID);
    }
}

fn hashes(vector: &Value, hash: impl Fn(Algorithm) -> [u8; 32]) {
    let [sha256, poseidon] = texts(vector, ["sha256", "poseidon"]);
    assert_eq!(hex::encode(&hash(Algorithm::Sha256)), sha256);
    assert_eq!(hex::encode(&hash(Algorithm::Poseidon)), poseidon);
}

fn game<G: Game>() {
    let file = read(G::ID.name());
    assert_eq!(file["gameId"], G::ID as u8);
    moves::<G::Move>(&file);
    states::<G>(&file);
}

#[test]
fn every_game() {
    game::<chess::State>();
    game::<checkers::State>();
    game::<backgammon::State>();
    game::<ludo::State>();
    game::<dominos::State>();
}

/// Messages with lengths around the hashes' blocks.
#[test]
fn hashes_of_messages() {
    for vector in list(&read("hashes")) {
        let [message] = texts(vector, ["message"]);
        hashes(vector, |algorithm| {
            algorithm.hash(&hex::decode(message).unwrap())
        });
    }
}

#[test]
fn dice_of_seeds() {
    for vector in list(&read("seeds")) {
        let mut number = vector["seed"].as_u64().expect("a number") as u32;
        let next = list(&vector["next"]);
        for (die, next) in list(&vector["dice"]).iter().zip(next) {
            let thrown = seed::roll_die(number);
            number = thrown.1;
            assert_eq!((die, next), (&thrown.0.into(), &thrown.1.into()));
        }
    }
}
