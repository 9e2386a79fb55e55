//! Writes the first inputs of the fuzz targets, a folder of files for each:
//!
//!     cargo run -p game-moves --example corpus -- FOLDER

#[path = "../tests/all/inputs.rs"]
mod inputs;
#[path = "../tests/all/random.rs"]
mod random;

use std::{env, fs, io, path::Path};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder] = &arguments[..] else {
        return Err(io::Error::other("usage: corpus FOLDER"));
    };
    for (number, (target, input)) in inputs::all().iter().enumerate() {
        let folder = Path::new(folder).join(target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(format!("game-{number}")), input)?;
    }
    Ok(())
}
