//! Play by signature: signatures that don't hold, clocks and windows, pauses, and what happens on
//! the chain in the meantime.

use signed_play::Action;

use super::File;
use super::challenge::started;
use super::games::*;
use crate::signed::*;
use crate::*;

pub fn all() -> Vec<File> {
    vec![
        ("signed-play-forged".into(), forged()),
        ("signed-play-clocks".into(), clocks()),
        ("signed-play-windows".into(), windows()),
        ("signed-play-on-chain-meanwhile".into(), meanwhile()),
        ("challenges-paused".into(), paused()),
        ("challenge-by-lot".into(), contract_by_lot()),
        ("lot-and-gas".into(), lot_and_gas()),
    ]
}

/// The status of a call that the virtual machine itself ends.
const EXECUTION_FAILED: u64 = 10;

fn ended(game: &str, state: State, reason: Reason) -> Event {
    Event(
        "gameEnded",
        vec![game.into(), ALICE.into(), BOB.into()],
        game_end(state, reason),
    )
}

fn forged() -> Scenario {
    let name = "signatures that don't hold, wherever they are from";
    let mut s = Scenario::ready(name, Wager::Egld, Rule::Forfeit);
    let keys = start(&mut s, 1);
    let other_game = start(&mut s, 2);
    let moves = "e2e4 e7e5";
    let (white, black) = (
        keys.white(Action::Move, "e2e4"),
        keys.black(Action::Move, moves),
    );
    let fails = |s: &mut Scenario, white: &str, black: &str| {
        s.fail(
            keys.play(moves, white, black),
            EXECUTION_FAILED,
            ANY_MESSAGE,
        );
    };
    // another game's, the opponent's, an older one, another action's, a byte changed
    fails(&mut s, &other_game.white(Action::Move, "e2e4"), &black);
    fails(&mut s, &black, &white);
    let mut changed = keys.black(Action::Resign, moves);
    changed.replace_range(2..4, "00");
    fails(&mut s, &white, &changed);
    let mut changed = black.clone();
    let last = changed.len() - 1;
    let flipped = if changed.ends_with('0') { "1" } else { "0" };
    changed.replace_range(last.., flipped);
    fails(&mut s, &white, &changed);
    // given though not needed: checked all the same
    s.accept_any(keys.play("e2e4", &white, ""));
    fails(&mut s, &black, &black);
    s.accept_any(keys.play(moves, &white, &black));
    // beside an ask at the same ply the other's last move is checked without that ply
    let ask = keys.black(Action::Ask, moves);
    fails(&mut s, &keys.black(Action::Move, moves), &ask);
    s.accept_any(keys.play(moves, &white, &ask));

    // a promotion that isn't named, and the same with its piece
    let promoting = "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8";
    s.refuse(other_game.moves(promoting), CANNOT_GO);
    s.accept_any(other_game.moves(&format!("{promoting}n")));
    s.view(
        "getFen",
        &["2"],
        &["str:Nn1qkbnr/2ppppp1/7p/8/8/8/1PPPPPPP/RNBQKBNR b KQk - 0 5"],
    );
    s
}

fn clocks() -> Scenario {
    let name = "asks in games with a clock: in time, too late, before both have moved";
    let mut s = Scenario::ready(name, Wager::Egld, Rule::Forfeit);
    // 60 s and 2 s a move, and 3 minutes more on the chain
    let clock = "1|u32:60|u32:2";
    s.seconds(1_000);
    let keys = start_with_clock(&mut s, 1, clock);
    // no time runs before someone asks
    s.seconds(100_000);
    s.refuse(call(CAROL, "signalInactivity", &["1"]), STILL_TIME);
    s.accept_any(keys.moves("e2e4 e7e5 g1f3"));
    let white = keys.white(Action::Ask, "e2e4 e7e5 g1f3");
    s.accept_any(keys.play("e2e4 e7e5 g1f3", &white, ""));
    // 240 s, and ten rounds of 6 s that don't count
    s.seconds(100_300);
    s.refuse(call(ALICE, "signalInactivity", &["1"]), STILL_TIME);
    let moves = "e2e4 e7e5 g1f3 b8c6";
    s.accept_any(keys.play(moves, "", &keys.black(Action::Move, moves)));
    // Black has 4 s left, which two moves added, and again ten rounds
    let moves = format!("{moves} f1c4");
    s.accept_any(keys.play(&moves, &keys.white(Action::Ask, &moves), ""));
    s.seconds(100_300 + 4 + 60);
    s.refuse(call(ALICE, "signalInactivity", &["1"]), STILL_TIME);
    s.seconds(100_300 + 4 + 60 + 1);
    s.refuse(
        call(BOB, "makeMove", &["1", "5", "26"]),
        "your time is over",
    );
    s.accept(
        call(CAROL, "signalInactivity", &["1"]),
        vec![ended("1", State::WhiteWon, Reason::Inactivity)],
        true,
    );
    // before both have moved the game is aborted
    let keys = start_with_clock(&mut s, 2, clock);
    s.accept_any(keys.moves("e2e4"));
    let white = keys.white(Action::Ask, "e2e4");
    s.accept_any(keys.play("e2e4", &white, ""));
    s.seconds(101_000);
    s.accept(
        call(ALICE, "signalInactivity", &["2"]),
        vec![ended("2", State::NoResult, Reason::Aborted)],
        true,
    );
    s.view("getScore", &[ALICE], &["2"]);
    // what increments add beyond base and reserve doesn't make the wait longer
    let keys = start_with_clock(&mut s, 3, "1|u32:60|u32:1000");
    s.accept_any(keys.moves("e2e4 e7e5 g1f3"));
    let white = keys.white(Action::Ask, "e2e4 e7e5 g1f3");
    s.accept_any(keys.play("e2e4 e7e5 g1f3", &white, ""));
    s.seconds(101_300);
    s.refuse(call(ALICE, "signalInactivity", &["3"]), STILL_TIME);
    s.seconds(101_301);
    s.accept(
        call(ALICE, "signalInactivity", &["3"]),
        vec![ended("3", State::WhiteWon, Reason::Inactivity)],
        true,
    );
    // a draw that two more plies undo: who was asked before it has used 40 s beside the ten rounds
    let keys = start_with_clock(&mut s, 4, clock);
    s.accept_any(keys.moves("e2e4 e7e5 g1f3"));
    let white = keys.white(Action::Ask, "e2e4 e7e5 g1f3");
    s.accept_any(keys.play("e2e4 e7e5 g1f3", &white, ""));
    s.seconds(101_401);
    s.accept_any(call(ALICE, "draw", &["4"]));
    s.accept_any(call(BOB, "draw", &["4"]));
    let moves = "e2e4 e7e5 g1f3 b8c6 f1c4";
    s.accept_any(keys.moves(moves));
    s.accept_any(keys.play(moves, &keys.white(Action::Ask, moves), ""));
    s.seconds(101_401 + 204 + 60);
    s.refuse(call(ALICE, "signalInactivity", &["4"]), STILL_TIME);
    s.seconds(101_401 + 204 + 60 + 1);
    s.accept(
        call(ALICE, "signalInactivity", &["4"]),
        vec![ended("4", State::WhiteWon, Reason::Inactivity)],
        true,
    );
    s
}

fn windows() -> Scenario {
    let name = "the window of an open end: at least three minutes, at most a day";
    let mut s = Scenario::ready(name, Wager::Egld, Rule::Forfeit);
    let mate = "f2f3 e7e5 g2g4 d8h4";
    let mut now = 1_800_000_000; // in January 2027
    for (i, (base, window)) in [(60, 180), (600, 600), (2_592_000, 86_400)]
        .into_iter()
        .enumerate()
    {
        let id = i as u32 + 1;
        s.seconds(now);
        let keys = start_with_clock(&mut s, id, &format!("1|u32:{base}|u32:0"));
        s.accept_any(keys.moves(mate));
        let id = id.to_string();
        now += window;
        s.seconds(now);
        s.refuse(call(BOB, "signalInactivity", &[&id]), STILL_TIME);
        now += 1;
        s.seconds(now);
        let settled = vec![ended(&id, State::BlackWon, Reason::Checkmate)];
        s.accept(call(CAROL, "signalInactivity", &[&id]), settled, true);
    }
    s
}

fn meanwhile() -> Scenario {
    let name = "calls on the chain beside play by signature";
    let mut s = Scenario::ready(name, Wager::Egld, Rule::Forfeit);
    s.epoch(10);
    // an offer on the chain falls with the next moves
    let keys = start(&mut s, 1);
    s.accept_any(call(BOB, "draw", &["1"]));
    s.view("getDrawOffer", &["1"], &[&format!("1|{BOB}")]);
    s.accept_any(keys.moves("e2e4 e7e5"));
    s.view("getDrawOffer", &["1"], &[""]);
    // an agreement on the chain stays open; either may still resign
    s.refuse(
        call(ALICE, "draw", &["1"]),
        "offer a draw after your own move",
    );
    s.accept_any(call(BOB, "draw", &["1"]));
    let agreed = Event("endOpened", vec!["1".into()], "11".into());
    s.accept(call(ALICE, "draw", &["1"]), vec![agreed], false);
    let resigned = vec![ended("1", State::BlackWon, Reason::Resignation)];
    s.accept(call(ALICE, "resign", &["1"]), resigned, true);
    // a mate by makeMove stays open; the mated acknowledges it by `resign`
    let keys = start(&mut s, 2);
    s.accept_any(keys.moves("f2f3 e7e5 g2g4"));
    let opened = |game: &str| Event("endOpened", vec![game.into()], "1".into());
    let moved = Event(
        "moveMade",
        vec!["2".into(), BOB.into(), "3".into()],
        argument("d8h4"),
    );
    s.accept(
        call(BOB, "makeMove", &["2", "3", "39"]),
        vec![moved, opened("2")],
        false,
    );
    s.refuse(
        call(ALICE, "makeMove", &["2", "52", "36"]),
        "an end is open",
    );
    s.accept(
        call(ALICE, "resign", &["2"]),
        vec![ended("2", State::BlackWon, Reason::Checkmate)],
        true,
    );
    // a claim with a move could undo a mate that the opponent has signed in reply
    let keyed = start(&mut s, 3);
    s.refuse(
        call(ALICE, "makeMoveAndClaim", &["3", "52", "36"]),
        "with keys, claim before your move",
    );
    s.accept_any(keyed.play("", &keyed.white(Action::Resign, ""), ""));
    // a long pause: what is open becomes final, two epochs after it could be undone
    let keys = start(&mut s, 4);
    s.accept_any(keys.moves("f2f3 e7e5 g2g4 d8h4"));
    s.epoch(11).pause().epoch(43);
    s.refuse(call(ALICE, "reclaimWager", &["4"]), NO_LONG_PAUSE);
    s.epoch(44);
    s.accept(
        call(ALICE, "reclaimWager", &["4"]),
        vec![ended("4", State::BlackWon, Reason::Checkmate)],
        true,
    );
    // and two epochs after the pause
    s.unpause().epoch(46);
    let keys = start(&mut s, 5);
    s.accept_any(keys.moves("e2e4 e7e5"));
    s.epoch(50).pause().epoch(81).unpause();
    s.refuse(call(BOB, "reclaimWager", &["5"]), NO_LONG_PAUSE);
    s.epoch(82);
    s.refuse(call(BOB, "reclaimWager", &["5"]), NO_LONG_PAUSE);
    s.epoch(83);
    s.accept(
        call(BOB, "reclaimWager", &["5"]),
        vec![ended("5", State::Drawn, Reason::Pause)],
        true,
    );
    s
}

fn paused() -> Scenario {
    let name = "a pause stops challenges and play by signature";
    let mut s = Scenario::ready(name, Wager::Token, Rule::Forfeit);
    s.epoch(10);
    let waiting = call(ALICE, "challenge", &["", "", "", "1", ""]);
    s.accept_any(waiting.clone().token(TOKEN, 0, 3));
    s.accept_any(waiting.clone().token(TOKEN, 0, 4));
    s.pause().epoch(40);
    s.refuse(waiting, PAUSED);
    s.refuse(call(BOB, "accept", &["1"]).token(TOKEN, 0, 3), PAUSED);
    s.refuse(call(BOB, "play", &["1", "", "", "", "", ""]), PAUSED);
    s.refuse(call(ALICE, "cancelChallenge", &["1"]), PAUSED);
    s.epoch(41);
    let cancelled = Event(
        "challengeCancelled",
        vec!["1".into(), ALICE.into()],
        String::new(),
    );
    s.accept(
        call(ALICE, "cancelChallenge", &["1"]),
        vec![cancelled],
        true,
    );
    // a pause of more than 30 epochs doesn't stop it any more
    s.refuse(
        call(BOB, "play", &["2", "", "", "", "", ""]),
        "the game hasn't started",
    );
    s.unpause();
    s.accept_any(call(BOB, "accept", &["2"]).token(TOKEN, 0, 4));
    let drawn = Event("drawOffered", vec!["2".into(), ALICE.into()], String::new());
    s.accept(call(ALICE, "draw", &["2"]), vec![drawn], false);
    s.accept(
        call(BOB, "draw", &["2"]),
        vec![ended("2", State::Drawn, Reason::Agreement)],
        true,
    );
    s
}

fn contract_by_lot() -> Scenario {
    let name = "no contract may have its side drawn";
    let mut s = Scenario::ready(name, Wager::Egld, Rule::Forfeit);
    s.set_accounts(
        "a contract as a player",
        vec![(
            super::production_vm::MACHINE,
            super::production_vm::machine(1),
        )],
    );
    s.accept_any(call(ALICE, "challenge", &["", "2", "", "1", ""]));
    s.refuse(
        call(super::production_vm::MACHINE, "accept", &["1"]),
        "a contract can't draw sides",
    );
    // it could take back the challenge whose lot it doesn't like
    s.refuse(
        call(
            super::production_vm::MACHINE,
            "challenge",
            &["", "2", "", "1", ""],
        ),
        "a contract can't draw sides",
    );
    s.accept_any(call(
        super::production_vm::MACHINE,
        "challenge",
        &["", "1", "", "1", ""],
    ));
    s
}

/// With every pair of keys a lot that makes the challenger White and one that makes them Black. On
/// the production VM both take the same gas, as a test of tools/vm-go compares: otherwise a gas
/// limit between the two would choose.
fn lot_and_gas() -> Scenario {
    let mut s = Scenario::ready("what a lot takes", Wager::Egld, Rule::Forfeit);
    s.start(ALICE, BOB); // both have played before, as in all games after it
    let mut id = 1;
    for keys in ["none", "the challenger's", "the accepter's", "both"] {
        for (color, bit) in [("White", 0), ("Black", 1)] {
            id += 1;
            let of_game = Keys::of(id);
            let (mut challenge, mut accept) = (vec!["", "2", "", "1", ""], vec![]);
            let (id_text, challengers, accepters) =
                (id.to_string(), of_game.white_key(), of_game.black_key());
            accept.push(id_text.as_str());
            if keys != "none" && keys != "the accepter's" {
                challenge.push(&challengers);
            }
            if keys != "none" && keys != "the challenger's" {
                accept.push(&accepters);
            }
            s.accept_any(call(ALICE, "challenge", &challenge));
            s.seed((id & 1) as u8 ^ bit);
            let (white, black) = match bit {
                0 => (ALICE, BOB),
                _ => (BOB, ALICE),
            };
            s.id(&format!("keys: {keys}, the challenger is {color}"));
            s.accept(
                call(BOB, "accept", &accept),
                vec![started(&id_text, white, black)],
                false,
            );
        }
    }
    s
}
