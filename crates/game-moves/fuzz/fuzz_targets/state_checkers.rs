#![no_main]

#[allow(dead_code)]
#[path = "../../tests/all/decoders.rs"]
mod decoders;

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoders::state::<game_moves::checkers::State>(input));
