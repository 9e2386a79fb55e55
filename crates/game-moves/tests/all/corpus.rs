//! Runs every decoder on the first inputs of the fuzz targets.

use crate::{decoders, inputs};

#[test]
fn the_inputs_of_every_decoder() {
    let inputs = inputs::all();
    for (name, check) in decoders::ALL {
        let own = inputs.iter().filter(|(decoder, _)| decoder == name);
        let mut count = 0;
        for (_, input) in own {
            check(input);
            count += 1;
        }
        assert!(count >= 20, "{name} has {count} inputs");
    }
    println!("{} inputs", inputs.len());
}
