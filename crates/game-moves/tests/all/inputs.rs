//! Inputs for every decoder from seeded random games: good ones, and the same with a fault. The fuzz targets begin
//! with them, and a test runs them all.

use std::collections::BTreeSet;

use crate::random::{Choices, Start, random_game};
use game_moves::{GameMove, backgammon, checkers, chess, dominos, ludo, record};

/// A decoder's name and an input.
pub type Inputs = BTreeSet<(String, Vec<u8>)>;

/// Every input: the good ones, and for each some with a fault.
pub fn all() -> Inputs {
    let mut inputs = Inputs::new();
    of_game::<chess::State>(&mut inputs);
    of_game::<checkers::State>(&mut inputs);
    of_game::<backgammon::State>(&mut inputs);
    of_game::<ludo::State>(&mut inputs);
    of_game::<dominos::State>(&mut inputs);
    let mut choices = Choices(1);
    let faulty: Vec<_> = inputs
        .iter()
        .flat_map(|(decoder, input)| {
            let faulty = with_fault(input, &mut choices);
            faulty.map(|input| (decoder.clone(), input))
        })
        .collect();
    inputs.extend(faulty);
    inputs
}

fn of_game<G: Start>(inputs: &mut Inputs) {
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
    let start = G::start(0).to_json();
    let bare = format!("{{\"game\":\"{}\",\"state\":{start}}}", G::ID);
    let whole = record::complete(&bare).expect("a game without a step");
    inputs.insert(("game_file".to_owned(), whole.into_bytes()));
}

/// A shortened input, one with an extra byte, one with another byte, and one with two exchanged
/// bytes.
fn with_fault(input: &[u8], choices: &mut Choices) -> [Vec<u8>; 4] {
    let mut at = || choices.below(input.len().max(1));
    let cut = input[..at().min(input.len())].to_vec();
    let mut longer = input.to_vec();
    longer.insert(at().min(input.len()), b"0,]}\"-"[at() % 6]);
    let (mut other, mut exchanged) = (input.to_vec(), input.to_vec());
    if !input.is_empty() {
        other[at()] ^= 1 << (at() % 7);
        exchanged.swap(at(), at());
    }
    [cut, longer, other, exchanged]
}
