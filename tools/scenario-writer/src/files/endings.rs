//! Every way in which a game can end, in EGLD and in a token.

use super::File;
use super::games::*;
use crate::*;

pub fn all() -> Vec<File> {
    let mut files = vec![];
    for wager in Wager::BOTH {
        let mut add = |name: &str, s| files.push((format!("end-by-{name}-{}", wager.name()), s));
        add("checkmate", checkmate(wager));
        add("resignation", resignation(wager));
        add("inactivity", inactivity(wager));
        add("illegal-move", illegal_move(wager));
        add("stalemate", stalemate(wager));
        add("fivefold-repetition", fivefold_repetition(wager));
        add("threefold-repetition", threefold_repetition(wager));
        add("agreement", agreement(wager));
        add("pause", pause(wager));
    }
    // long games, with one wager each
    for (name, s) in [
        ("dead-position", dead_position(Wager::Egld)),
        ("fifty-moves", fifty_moves(Wager::Egld)),
        ("seventy-five-moves", seventy_five_moves(Wager::Token)),
    ] {
        files.push((format!("end-by-{name}"), s));
    }
    files
}

fn checkmate(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("checkmate by either colour", wager, Rule::Forfeit);
    s.start(ALICE, BOB).play(1, "f2f3 e7e5 g2g4");
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    s.play_last(1, "d8h4", State::BlackWon, Reason::Checkmate);
    s.fen(
        1,
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    );
    s.shows(1);
    s.check(0, &[(ALICE, 9), (BOB, 11)], &[(BOB, 2)]);

    s.start(ALICE, BOB).play(2, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6");
    s.play_last(2, "h5f7", State::WhiteWon, Reason::Checkmate);
    s.shows(2);
    is_over(&mut s, 2, BOB, ALICE);
    s.check(0, &[], &[(ALICE, 2), (BOB, 2)]);
    s
}

/// Nothing can be done any more in a game that is over.
fn is_over(s: &mut Scenario, game: usize, on_move: Address, other: Address) {
    let id = game.to_string();
    for function in ["draw", "claimDraw", "callIllegalMove", "resign"] {
        s.refuse(call(on_move, function, &[&id]), "the game is over");
    }
    s.refuse(
        call(on_move, "makeMove", &[&id, "8", "16"]),
        "the game is over",
    );
    s.refuse(call(other, "signalInactivity", &[&id]), "the game is over");
    s.view("getLegalMoves", &[&id], &[]);
    s.view("getClaims", &[&id], &["u8:0|u8:0|u8:0"]);
}

fn resignation(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("resignation, also out of turn", wager, Rule::Forfeit);
    s.start(ALICE, BOB).play(1, "e2e4");
    s.end_by(ALICE, "resign", 1, State::BlackWon, Reason::Resignation);
    s.shows(1);
    s.check(0, &[(ALICE, 9), (BOB, 11)], &[(BOB, 2)]);
    s.start(CAROL, BOB);
    s.end_by(BOB, "resign", 2, State::WhiteWon, Reason::Resignation);
    s.shows(2);
    is_over(&mut s, 2, CAROL, BOB);
    s.check(0, &[(ALICE, 9), (CAROL, 11)], &[(BOB, 2), (CAROL, 2)]);
    s
}

fn inactivity(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("a full epoch without a move", wager, Rule::Forfeit);
    s.epoch(100).start(ALICE, BOB);
    s.refuse(call(BOB, "signalInactivity", &["1"]), STILL_TIME);
    s.epoch(101);
    s.refuse(call(BOB, "signalInactivity", &["1"]), STILL_TIME);
    s.play(1, "e2e4").shows(1);
    s.epoch(102);
    s.refuse(call(ALICE, "signalInactivity", &["1"]), STILL_TIME);
    s.view("getClaims", &["1"], &["u8:0|u8:0|u8:0"]);
    s.epoch(103);
    s.view("getClaims", &["1"], &["u8:0|u8:0|u8:1"]);
    // late: whoever is faster, the time is over
    s.refuse_move(1, "e7e5", "your time is over");
    s.refuse(call(BOB, "claimDraw", &["1"]), "your time is over");
    s.refuse(call(BOB, "callIllegalMove", &["1"]), "your time is over");
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    s.end_by(
        ALICE,
        "signalInactivity",
        1,
        State::WhiteWon,
        Reason::Inactivity,
    );
    s.shows(1);
    is_over(&mut s, 1, BOB, ALICE);
    s.check(0, &[(ALICE, 11), (BOB, 9)], &[(ALICE, 2)]);

    // White never moves, many epochs go by
    s.start(BOB, CAROL).epoch(500);
    s.end_by(
        CAROL,
        "signalInactivity",
        2,
        State::BlackWon,
        Reason::Inactivity,
    );
    s.check(
        0,
        &[(ALICE, 11), (BOB, 8), (CAROL, 11)],
        &[(ALICE, 2), (CAROL, 2)],
    );

    // who is late can offer a draw and resign, but not accept
    s.start(ALICE, BOB).offer_draw(BOB, 3).epoch(600);
    s.refuse(call(ALICE, "draw", &["3"]), "your time is over");
    s.start(ALICE, BOB).epoch(602);
    s.offer_draw(ALICE, 4).accept_draw(BOB, 4);
    s.end_by(ALICE, "resign", 3, State::BlackWon, Reason::Resignation);
    s.check(
        0,
        &[(ALICE, 10), (BOB, 9), (CAROL, 11)],
        &[(ALICE, 3), (BOB, 3), (CAROL, 2)],
    );
    s
}

fn illegal_move(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("an illegal move is called", wager, Rule::Forfeit);
    s.start(ALICE, BOB).play(1, "e2e4 e7e5 d1h5 b8c6 f1c4");
    s.refuse(call(BOB, "callIllegalMove", &["1"]), NOT_ATTACKED);
    // the f-pawn is pinned
    s.play(1, "f7f6 a2a3");
    // White has moved, which gives the call up; and now it is Black's turn
    s.refuse(call(ALICE, "callIllegalMove", &["1"]), "not your turn");
    s.refuse(call(BOB, "callIllegalMove", &["1"]), NOT_ATTACKED);
    // Black leaves the king attacked once more
    s.play(1, "a7a6");
    s.refuse(call(BOB, "callIllegalMove", &["1"]), "not your turn");
    s.refuse(
        call(CAROL, "callIllegalMove", &["1"]),
        "you don't play this game",
    );
    s.view("getClaims", &["1"], &["u8:0|u8:1|u8:0"]);
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    s.call_illegal_move(ALICE, 1, State::WhiteWon);
    s.shows(1);
    is_over(&mut s, 1, ALICE, BOB);
    s.check(0, &[(ALICE, 11), (BOB, 9)], &[(ALICE, 2)]);

    // by White: the king walks into an attack
    s.start(ALICE, BOB)
        .play(2, "e2e4 d7d5 e1e2 d5e4 d2d3 c8g4 e2e3");
    s.refuse(call(BOB, "callIllegalMove", &["2"]), NOT_ATTACKED);
    s.play(2, "a7a6 e3e4 g8f6 e4d5");
    s.call_illegal_move(BOB, 2, State::BlackWon);
    s.shows(2);
    s.check(0, &[], &[(ALICE, 2), (BOB, 2)]);
    s
}

fn stalemate(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("the shortest stalemate", wager, Rule::Forfeit);
    s.start(ALICE, BOB).play(1, STALEMATE);
    s.play_last(1, "c8e6", State::Drawn, Reason::Stalemate);
    s.fen(
        1,
        "5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10",
    );
    s.shows(1);
    is_over(&mut s, 1, BOB, ALICE);
    s.check(0, &[], &[(ALICE, 1), (BOB, 1)]);
    s
}

fn dead_position(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("too little material for a mate", wager, Rule::Forfeit);
    for (i, (moves, last)) in [KINGS, BISHOP, KNIGHT, BISHOPS_OF_A_COLOUR]
        .into_iter()
        .enumerate()
    {
        let game = i + 1;
        s.start(ALICE, BOB).play(game, moves);
        s.play_last(game, last, State::Drawn, Reason::DeadPosition);
        s.shows(game);
        let points = game as u64;
        s.check(0, &[], &[(ALICE, points), (BOB, points)]);
    }
    s
}

fn fivefold_repetition(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("fivefold repetition ends by itself", wager, Rule::Forfeit);
    s.start(ALICE, BOB);
    for _ in 0..3 {
        s.play(1, "g1f3 g8f6 f3g1 f6g8");
    }
    s.play(1, "g1f3 g8f6 f3g1");
    s.play_last(1, "f6g8", State::Drawn, Reason::FivefoldRepetition);
    s.shows(1);
    is_over(&mut s, 1, ALICE, BOB);
    s.check(0, &[], &[(ALICE, 1), (BOB, 1)]);
    s
}

fn seventy_five_moves(wager: Wager) -> Scenario {
    let mut s = Scenario::ready(
        "75 moves without capture or pawn move",
        wager,
        Rule::Forfeit,
    );
    s.start(ALICE, BOB).play(1, "a2a4 a7a5");
    let walk = rook_walk(150);
    s.play(1, &walk[..149].join(" "));
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    s.play_last(1, &walk[149], State::Drawn, Reason::SeventyFiveMoves);
    s.shows(1);
    s.check(0, &[], &[(ALICE, 1), (BOB, 1)]);
    s
}

fn threefold_repetition(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("threefold repetition is claimed", wager, Rule::Forfeit);
    let out_and_back = "g1f3 g8f6 f3g1 f6g8";
    s.start(ALICE, BOB);
    s.refuse(call(ALICE, "claimDraw", &["1"]), NO_CLAIM);
    s.play(1, out_and_back);
    s.refuse(call(ALICE, "claimDraw", &["1"]), NO_CLAIM);
    s.play(1, out_and_back);
    s.view("getClaims", &["1"], &["u8:1|u8:0|u8:0"]);
    s.refuse(call(BOB, "claimDraw", &["1"]), "not your turn");
    s.refuse(call(CAROL, "claimDraw", &["1"]), "you don't play this game");
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    s.end_by(
        ALICE,
        "claimDraw",
        1,
        State::Drawn,
        Reason::ThreefoldRepetition,
    );
    s.shows(1);
    s.check(0, &[], &[(ALICE, 1), (BOB, 1)]);

    // Black claims; the board of before the kings' move doesn't count, when they could castle
    let kings = "e1e2 e8e7 e2e1 e7e8";
    s.start(ALICE, BOB).play(2, "e2e4 e7e5").play(2, kings);
    s.play(2, kings);
    s.refuse(call(ALICE, "claimDraw", &["2"]), NO_CLAIM);
    s.play(2, "e1e2");
    s.refuse(call(BOB, "claimDraw", &["2"]), NO_CLAIM);
    s.play(2, "e8e7 e2e1");
    s.end_by(
        BOB,
        "claimDraw",
        2,
        State::Drawn,
        Reason::ThreefoldRepetition,
    );
    s.shows(2);
    s.check(0, &[], &[(ALICE, 2), (BOB, 2)]);

    // Black claims with the move that repeats the position; not with the one before
    s.start(ALICE, BOB).play(3, "g1f3 g8f6 f3g1 f6g8 g1f3");
    let early = call(BOB, "makeMoveAndClaim", &["3", "6", "21"]);
    s.refuse(early, NO_CLAIM);
    s.play(3, "g8f6 f3g1");
    s.play_and_claim(3, "f6g8", Reason::ThreefoldRepetition);
    s.shows(3);
    s.check(0, &[], &[(ALICE, 3), (BOB, 3)]);
    s
}

fn fifty_moves(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("50 moves are claimed", wager, Rule::Forfeit);
    s.start(ALICE, BOB).play(1, "a2a4 a7a5");
    let walk = rook_walk(100);
    s.play(1, &walk[..99].join(" "));
    s.refuse(call(BOB, "claimDraw", &["1"]), NO_CLAIM);
    s.view("getClaims", &["1"], &["u8:0|u8:0|u8:0"]);
    s.play(1, &walk[99]);
    s.view("getClaims", &["1"], &["u8:1|u8:0|u8:0"]);
    s.end_by(ALICE, "claimDraw", 1, State::Drawn, Reason::FiftyMoves);
    s.shows(1);
    s.check(0, &[], &[(ALICE, 1), (BOB, 1)]);
    s
}

fn agreement(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("a draw offered and accepted", wager, Rule::Forfeit);
    s.start(ALICE, BOB).play(1, "e2e4");
    s.view("getDrawOffer", &["1"], &[""]);
    s.refuse(call(CAROL, "draw", &["1"]), "you don't play this game");
    s.offer_draw(ALICE, 1);
    s.view("getDrawOffer", &["1"], &[&format!("1|{ALICE}")]);
    s.refuse(
        call(ALICE, "draw", &["1"]),
        "you have already offered a draw",
    );
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    s.accept_draw(BOB, 1).shows(1);
    s.view("getDrawOffer", &["1"], &[""]);
    is_over(&mut s, 1, BOB, ALICE);
    s.check(0, &[], &[(ALICE, 1), (BOB, 1)]);

    // Black offers on their own turn; the offer stands while they move themselves
    s.start(ALICE, BOB)
        .play(2, "e2e4")
        .offer_draw(BOB, 2)
        .play(2, "e7e5");
    s.view("getDrawOffer", &["2"], &[&format!("1|{BOB}")]);
    // and falls when White moves
    s.play(2, "g1f3");
    s.view("getDrawOffer", &["2"], &[""]);
    s.offer_draw(ALICE, 2).play(2, "b8c6");
    s.view("getDrawOffer", &["2"], &[""]);
    // so this is an offer of its own
    s.offer_draw(BOB, 2);
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[(ALICE, 1), (BOB, 1)]);
    s.accept_draw(ALICE, 2);
    s.check(0, &[], &[(ALICE, 2), (BOB, 2)]);
    s
}

fn pause(wager: Wager) -> Scenario {
    let mut s = Scenario::ready("a pause that outlasts 30 epochs", wager, Rule::Forfeit);
    s.epoch(10)
        .start(ALICE, BOB)
        .play(1, "e2e4")
        .start(BOB, CAROL)
        .join(ALICE);
    s.refuse(call(ALICE, "reclaimWager", &["1"]), NO_LONG_PAUSE);
    s.pause().epoch(40);
    s.refuse(call(ALICE, "reclaimWager", &["1"]), NO_LONG_PAUSE);
    s.refuse(call(ALICE, "leaveQueue", &[]), PAUSED);
    s.refuse(call(ALICE, "withdraw", &[]), PAUSED);
    s.check(5, &[(ALICE, 8), (BOB, 8), (CAROL, 9)], &[]);
    s.epoch(41);
    s.refuse(
        call(CAROL, "reclaimWager", &["1"]),
        "you don't play this game",
    );
    s.refuse(call(CAROL, "reclaimWager", &["3"]), "no such game");
    s.refuse(call(ALICE, "withdraw", &[]), "nothing is owed to you");
    s.refuse(call(BOB, "leaveQueue", &[]), "you are not waiting");
    // time stands still; all else stays closed
    s.refuse(
        call(ALICE, "signalInactivity", &["1"]),
        "the time isn't over",
    );
    s.refuse(s.join_call(BOB), PAUSED);
    s.leave_queue(ALICE);
    s.end_by(BOB, "reclaimWager", 1, State::Drawn, Reason::Pause);
    s.shows(1);
    s.refuse(call(ALICE, "reclaimWager", &["1"]), "the game is over");
    s.check(2, &[(BOB, 9), (CAROL, 9)], &[(ALICE, 1), (BOB, 1)]);

    // what pauses took adds up: 31 epochs of the other game's time, also after the pause
    s.unpause().epoch(42).shows(2).play(2, "d2d4").shows(2);
    s.refuse(call(BOB, "reclaimWager", &["2"]), NO_LONG_PAUSE);
    s.epoch(46).pause().epoch(56).unpause();
    s.epoch(61).pause().epoch(72).unpause();
    s.epoch(77).pause().epoch(84);
    s.refuse(call(CAROL, "reclaimWager", &["2"]), NO_LONG_PAUSE);
    s.epoch(86).unpause();
    // between the pauses Carol ran out of time
    let (state, reason) = (State::WhiteWon, Reason::Inactivity);
    s.end_by(BOB, "reclaimWager", 2, state, reason);
    s.check(0, &[(BOB, 11), (CAROL, 9)], &[(ALICE, 1), (BOB, 3)]);
    s
}
