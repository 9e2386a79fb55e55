//! The sets of rules that are explored: those of the specification in several bounds, and each known
//! fault.

use crate::board::Board;
use crate::line::Kind::{self, Claimable, Dead, Fivefold, Mate, Quiet};
use crate::properties::Law;
use crate::rules::{Looks, Reclaim, Rules};

const MATES: Board = Board::Any(&[Quiet, Mate]);
const ENDS: Board = Board::Any(&[Quiet, Mate, Dead]);
const CLAIMS: Board = Board::Any(&[Quiet, Claimable, Mate]);
const CLAIMS_AND_ENDS: Board = Board::Any(&[Quiet, Claimable, Mate, Dead]);
const REPETITIONS: Board = Board::Any(&[Quiet, Fivefold, Mate]);
const EVERY_KIND: Board = Board::Any(&[Quiet, Claimable, Fivefold, Mate, Dead]);
const SHORT: Board = Board::Any(&[Mate, Dead] as &'static [Kind]);

/// An exploration of all states.
pub struct Run {
    pub rules: Rules,
    /// The most transactions that the honest player may have to send.
    pub bound: u8,
    /// The lowest depth of `make protocol` at which it is run; the tests run 1.
    pub depth: u8,
}

/// A known fault.
pub struct Fault {
    pub name: &'static str,
    pub rules: Rules,
    /// The law that it breaks.
    pub law: Law,
}

/// The number of transactions that a game of L plies can force: ⌈3L/2⌉ + 1.
pub const fn bound(plies: usize) -> u8 {
    (3 * plies).div_ceil(2) as u8 + 1
}

fn with(mut rules: Rules, change: impl FnOnce(&mut Rules)) -> Rules {
    change(&mut rules);
    rules
}

/// A match of mates and moves whose transactions are counted.
pub fn counted_match(rounds: u8, plies: usize) -> Rules {
    with(Rules::of_match(rounds, plies, MATES), |rules| {
        (rules.counts, rules.player.resigns) = (true, false);
    })
}

/// A single game of mates and moves.
pub fn mates(plies: usize) -> Rules {
    Rules::single(plies, MATES)
}

fn without_clock(rules: Rules) -> Rules {
    with(rules, |rules| rules.clock = false)
}

fn paused(rules: Rules) -> Rules {
    with(rules, |rules| {
        // each pause can cost a transaction, and the owner may pause forever
        (rules.owner_helps, rules.counts) = (true, false);
    })
}

fn by_account(rules: Rules) -> Rules {
    with(rules, |rules| {
        (rules.player.draws_by_account, rules.counts) = (true, false);
    })
}

fn seen_always(rules: Rules) -> Rules {
    with(rules, |rules| rules.player.looks = Looks::Always)
}

fn nobody_resigns(rules: Rules) -> Rules {
    with(rules, |rules| rules.player.resigns = false)
}

/// Single games by the specification.
pub fn singles() -> Vec<Run> {
    let single = Rules::single;
    [
        (1, single(4, ENDS)),
        (1, single(3, EVERY_KIND)),
        (1, without_clock(single(4, MATES))),
        (1, without_clock(single(3, CLAIMS))),
        (1, by_account(single(3, CLAIMS))),
        (1, paused(single(3, REPETITIONS))),
        (2, paused(single(4, MATES))),
        (1, paused(without_clock(single(3, MATES)))),
        (2, single(4, EVERY_KIND)),
        (2, without_clock(single(4, CLAIMS_AND_ENDS))),
        (2, single(5, ENDS)),
        (2, single(6, MATES)),
        (2, by_account(single(4, CLAIMS_AND_ENDS))),
        (2, paused(single(3, EVERY_KIND))),
        (3, single(5, EVERY_KIND)),
        (3, paused(single(4, EVERY_KIND))),
    ]
    .map(|(depth, rules)| Run {
        rules,
        bound: bound(rules.plies),
        depth,
    })
    .into()
}

/// Matches by the specification.
pub fn matches() -> Vec<Run> {
    let of = Rules::of_match;
    [
        (1, of(2, 1, SHORT)),
        (1, seen_always(without_clock(of(2, 1, SHORT)))),
        (2, nobody_resigns(of(2, 2, MATES))),
        (2, nobody_resigns(of(3, 1, Board::Any(&[Mate])))),
        (2, of(2, 2, MATES)),
        (2, without_clock(of(2, 2, MATES))),
        (2, nobody_resigns(of(2, 2, CLAIMS))),
        (2, paused(of(2, 1, SHORT))),
        (2, of(3, 1, SHORT)),
        (3, of(2, 2, ENDS)),
        (3, seen_always(nobody_resigns(of(2, 3, MATES)))),
        (3, seen_always(nobody_resigns(of(3, 2, MATES)))),
    ]
    .map(|(depth, rules)| Run {
        rules,
        bound: u8::MAX,
        depth,
    })
    .into()
}

/// Each known fault, in the smallest bounds that show it.
pub fn faults() -> Vec<Fault> {
    let fault = |name, law, rules: Rules, change: fn(&mut Rules)| Fault {
        name,
        rules: with(rules, change),
        law,
    };
    let single = || Rules::single(3, MATES);
    let two_rounds = || Rules::of_match(2, 2, ENDS);
    vec![
        fault("draw offered on move", Law::Won, single(), |rules| {
            rules.player.faults.offers_on_move = true
        }),
        fault(
            "draw offered on move by account",
            Law::Won,
            by_account(single()),
            |rules| rules.contract.mover_may_offer = true,
        ),
        fault(
            "fifth repetition looked for only in the last position",
            Law::Won,
            Rules::single(3, REPETITIONS),
            |rules| rules.contract.looks_for_fifth_before_last = false,
        ),
        fault(
            "reclaimWager as before",
            Law::Won,
            paused(single()),
            |rules| {
                rules.contract.reclaim = Reclaim::AtOnce;
                rules.contract.open_in_long_pause = false;
            },
        ),
        fault(
            "reclaimWager two epochs later for open ends alone",
            Law::Won,
            paused(single()),
            |rules| rules.contract.reclaim = Reclaim::OpenEndsLater,
        ),
        fault(
            "reclaimWager in a second pause",
            Law::Won,
            paused(single()),
            |rules| rules.contract.reclaim = Reclaim::Later,
        ),
        fault(
            "makeMove claims a draw",
            Law::Won,
            Rules::single(3, CLAIMS),
            |rules| rules.contract.claims_with_moves = true,
        ),
        fault("own old asks not met", Law::Won, single(), |rules| {
            rules.player.faults.leaves_own_asks = true
        }),
        fault("looking seldom", Law::InTime, single(), |rules| {
            rules.player.looks = Looks::Seldom
        }),
        fault("leaving all to the relay", Law::InTime, single(), |rules| {
            rules.player.leaves_to_relay = true
        }),
        fault(
            "ends of all rounds final at once",
            Law::Won,
            two_rounds(),
            |rules| rules.contract.ends_open_first = false,
        ),
        fault(
            "leave counts for this round",
            Law::InTime,
            without_clock(two_rounds()),
            |rules| rules.contract.leaves_this_round = true,
        ),
        fault("signs first as drafted", Law::Won, two_rounds(), |rules| {
            rules.player.faults.begins_carelessly = true
        }),
        fault(
            "resign by account without a round",
            Law::Won,
            two_rounds(),
            |rules| {
                rules.contract.resigns_by_account_in_match = true;
                rules.player.faults.resigns_by_account = true;
            },
        ),
        fault(
            "open resignation undone by plies",
            Law::Won,
            two_rounds(),
            |rules| rules.contract.ply_undoes_resignation = true,
        ),
        fault(
            "late resignation opens a round again",
            Law::LateIsFinal,
            Rules::of_match(2, 1, SHORT),
            |rules| rules.contract.resigns_late = true,
        ),
    ]
}

/// The choices that the specification leaves to the players.
pub fn no_promises() -> Vec<Fault> {
    [
        ("a resignation in one's hands wins", Law::Resignation),
        ("a draw that both have signed isn't lost", Law::Agreement),
    ]
    .map(|(name, law)| Fault {
        name,
        rules: Rules::single(3, EVERY_KIND),
        law,
    })
    .into()
}
