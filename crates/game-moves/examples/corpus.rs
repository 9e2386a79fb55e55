//! The fuzz targets' inputs: `unpack` writes a folder of files for each target, out of the kept corpus and of seeded random
//! games; `pack` keeps such folders as `fuzz/corpus/TARGET.hex`, an input a line.
//!
//!     cargo run -p game-moves --example corpus -- unpack FOLDER
//!     cargo run -p game-moves --example corpus -- pack FOLDER

#[allow(dead_code)]
#[path = "../tests/all/decoders.rs"]
mod decoders;
#[path = "../tests/all/random.rs"]
mod random;

use std::{
    collections::BTreeSet,
    env, fs, io,
    path::{Path, PathBuf},
};

use game_moves::{GameMove, backgammon, checkers, chess, dominos, hex, ludo};
use random::{Start, random_game};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match &arguments[..] {
        [command, folder] if command == "unpack" => unpack(Path::new(folder)),
        [command, folder] if command == "pack" => pack(Path::new(folder)),
        _ => Err(io::Error::other("usage: corpus unpack|pack FOLDER")),
    }
}

fn kept(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fuzz/corpus/{target}.hex"))
}

fn unpack(folder: &Path) -> io::Result<()> {
    let mut inputs = BTreeSet::new();
    for (target, _) in decoders::ALL {
        for line in fs::read_to_string(kept(target)).unwrap_or_default().lines() {
            let input = hex::decode(line).map_err(io::Error::other)?;
            inputs.insert((target.to_owned(), input));
        }
    }
    seeds::<chess::State>(&mut inputs);
    seeds::<checkers::State>(&mut inputs);
    seeds::<backgammon::State>(&mut inputs);
    seeds::<ludo::State>(&mut inputs);
    seeds::<dominos::State>(&mut inputs);
    for (number, (target, input)) in inputs.iter().enumerate() {
        fs::create_dir_all(folder.join(target))?;
        fs::write(folder.join(target).join(number.to_string()), input)?;
    }
    Ok(())
}

fn seeds<G: Start>(inputs: &mut BTreeSet<(String, Vec<u8>)>) {
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
    if let Ok(record) = game_moves::record::complete(&format!(
        "{{\"game\":\"{}\",\"state\":{}}}",
        G::ID,
        G::start(0).to_json()
    )) {
        inputs.insert(("game_file".to_owned(), record.into_bytes()));
    }
}

fn pack(folder: &Path) -> io::Result<()> {
    for (target, _) in decoders::ALL {
        let mut lines = BTreeSet::new();
        for entry in fs::read_dir(folder.join(target))? {
            lines.insert(hex::encode(&fs::read(entry?.path())?) + "\n");
        }
        let mut lines: Vec<String> = lines.into_iter().collect();
        lines.sort_by_key(String::len);
        fs::write(kept(target), lines.concat())?;
    }
    Ok(())
}
