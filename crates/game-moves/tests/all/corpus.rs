//! Replays what fuzzing has collected: `make fuzz` adds to it.

use std::{fs, path::Path};

use crate::decoders;

#[test]
fn the_corpus_of_every_decoder() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let mut inputs = 0;
    for (name, check) in decoders::ALL {
        let packed = fs::read_to_string(corpus.join(format!("{name}.hex"))).unwrap();
        for line in packed.lines() {
            check(&game_moves::hex::decode(line).unwrap());
            inputs += 1;
        }
        assert!(packed.lines().count() >= 5, "{name} has a corpus");
    }
    println!("{inputs} inputs");
}
