//! Shrinks a history with a difference to the fewest steps that still show it.

use chess_model::chain::Fault;
use chess_model::step::Step;

use crate::bench::{Bench, Difference};

/// The players' calls that may end a game.
const ENDS: [&str; 6] = [
    "makeMove",
    "makeMoveAndClaim",
    "callIllegalMove",
    "claimDraw",
    "signalInactivity",
    "draw",
];

/// The shortest part of a history that still has a difference: steps are omitted, first in halves,
/// at last one by one, and then in pairs, as moves go back and forth.
pub fn shrink(bench: &mut Bench, steps: &[Step], fault: Option<Fault>) -> (Vec<Step>, Difference) {
    let difference = bench.replay(steps, fault);
    let difference = difference.expect_err("a history with a difference");
    let mut least = (steps[..=difference.step].to_vec(), difference);
    let mut size = least.0.len().div_ceil(2);
    loop {
        let mut shorter = false;
        let mut end = least.0.len();
        while end > 0 {
            let start = end.saturating_sub(size);
            shorter |= leave_out(bench, &mut least, fault, |at| (start..end).contains(&at));
            end = start.min(least.0.len());
        }
        if !shorter && size == 1 {
            shorter |= resign_instead(bench, &mut least, fault);
            for gap in 1..=4 {
                let mut first = least.0.len();
                while first > 0 {
                    first = (first - 1).min(least.0.len());
                    let pair = [first, first + gap];
                    shorter |= leave_out(bench, &mut least, fault, |at| pair.contains(&at));
                }
            }
        }
        match (shorter, size) {
            (false, 1) => return least,
            (false, _) => size = size.div_ceil(2),
            _ => {}
        }
    }
}

/// Ends the history with a resignation instead of the call that ended a game, if it still has a
/// difference: then the moves before it are no longer needed.
fn resign_instead(
    bench: &mut Bench,
    least: &mut (Vec<Step>, Difference),
    fault: Option<Fault>,
) -> bool {
    let mut steps = least.0.clone();
    match steps.last_mut() {
        Some(Step::Call(call)) if ENDS.contains(&call.function) => {
            call.function = "resign";
            call.arguments.truncate(1);
        }
        _ => return false,
    }
    shows(bench, least, fault, steps)
}

/// Omits steps if there is still a difference.
fn leave_out(
    bench: &mut Bench,
    least: &mut (Vec<Step>, Difference),
    fault: Option<Fault>,
    out: impl Fn(usize) -> bool,
) -> bool {
    let kept = least.0.iter().enumerate().filter(|(at, _)| !out(*at));
    let kept: Vec<Step> = kept.map(|(_, step)| step.clone()).collect();
    kept.len() < least.0.len() && shows(bench, least, fault, kept)
}

/// Takes these steps instead, up to the difference, if there still is one.
fn shows(
    bench: &mut Bench,
    least: &mut (Vec<Step>, Difference),
    fault: Option<Fault>,
    mut steps: Vec<Step>,
) -> bool {
    let Err(difference) = bench.replay(&steps, fault) else {
        return false;
    };
    steps.truncate(difference.step + 1);
    *least = (steps, difference);
    true
}
