//! The gas scenarios that are written from bundled games.

mod command;

use std::path::Path;

use chess_interaction::play::scenario::scenario;
use command::{interaction, pgn};

/// The bundled games whose scenarios are committed: three of grandmasters, and two for the
/// moves that these don't have.
const WRITTEN: [&str; 5] = [
    "botvinnik-capablanca-1938",
    "fischer-petrosian-1959",
    "carlsen-nepomniachtchi-2021",
    "en-passant-mate",
    "stalemate",
];

#[test]
fn the_committed_scenarios_are_those_that_are_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios/gas");
    for name in WRITTEN {
        let path = folder.join(format!("{name}.scen.json"));
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        let bundled = chess_interaction::pgn::games::BUNDLED
            .iter()
            .find(|b| b.name == name);
        let written = scenario(&bundled.expect("a bundled game").game()).unwrap();
        assert!(
            committed == written,
            "{} isn't what is written: run `make scenarios`",
            path.display()
        );
    }
}

#[test]
fn every_kind_of_move_is_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios/gas");
    let mut all = String::new();
    for name in WRITTEN {
        all += &std::fs::read_to_string(folder.join(format!("{name}.scen.json"))).unwrap();
    }
    for kind in [
        "opening",
        "middle game",
        "endgame",
        "castling",
        "en passant",
        "promotion",
        "check",
        "mate",
        "draw",
    ] {
        assert!(all.contains(&format!("\"makeMove/{kind}/")), "{kind}");
    }
}

#[test]
fn a_game_that_goes_on_after_its_end_is_refused() {
    let repeated =
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8";
    let file = pgn("repeated", &format!("{repeated} 9. e4 *"));
    let to = format!("{}/repeated.scen.json", env!("CARGO_TARGET_TMPDIR"));
    let said = interaction(&["scenario", &file, "--output", &to]);
    assert!(
        said.err
            .contains("9. e4: the game is over before this move"),
        "{}",
        said.err
    );
    assert_eq!(said.code, 1);
    let said = interaction(&["scenario", "opera", "--output", "no/such/folder.scen.json"]);
    assert!(
        said.err.contains("no/such/folder.scen.json: "),
        "{}",
        said.err
    );
    assert_eq!(said.code, 1);
}
