//! Every target: the decoder with the target's name.

#![no_main]

#[path = "../../tests/all/decoders.rs"]
mod decoders;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let target = env!("CARGO_BIN_NAME");
    let decoder = decoders::ALL.iter().find(|(name, _)| *name == target);
    decoder.expect("a target has a decoder's name").1(input)
});
