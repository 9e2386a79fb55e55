//! Writes inputs for the fuzz targets to begin with: moves and states of seeded random games.
//!
//!     cargo run -p game-moves --example fuzz-seeds -- FOLDER

#[path = "../tests/common/mod.rs"]
mod common;

use std::{collections::BTreeSet, fs, path::Path};

use common::{Start, random_game};
use game_moves::{GameMove, backgammon, checkers, chess, dominos, ludo};

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).expect("usage: fuzz-seeds FOLDER");
    let folder = Path::new(&folder);
    seeds::<chess::State>(folder)?;
    seeds::<checkers::State>(folder)?;
    seeds::<backgammon::State>(folder)?;
    seeds::<ludo::State>(folder)?;
    seeds::<dominos::State>(folder)
}

fn seeds<G: Start>(folder: &Path) -> std::io::Result<()> {
    let mut inputs = BTreeSet::new();
    for seed in 0..6 {
        let mut plies = 0;
        random_game::<G>(seed, 1000, |state, legal| {
            plies += 1;
            if plies % 17 == 1 {
                inputs.insert((format!("state_{}", G::ID), state.to_json().into_bytes()));
            }
            for mv in legal.iter().step_by(19) {
                inputs.insert(("moves_binary".to_owned(), mv.to_bytes()));
                inputs.insert(("moves_hex".to_owned(), mv.to_hex().into_bytes()));
                inputs.insert(("moves_json".to_owned(), mv.to_json().into_bytes()));
            }
        });
    }
    for (number, (target, input)) in inputs.iter().enumerate() {
        fs::create_dir_all(folder.join(target))?;
        fs::write(
            folder.join(target).join(format!("{}-{number}", G::ID)),
            input,
        )?;
    }
    Ok(())
}
