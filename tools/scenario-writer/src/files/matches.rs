//! Matches: many rounds of the same two players, one settlement.

use signed_play::Action;

use super::File;
use super::games::*;
use super::whole_games::MATE_IN_EIGHTY_PLIES;
use crate::signed::*;
use crate::*;

pub fn all() -> Vec<File> {
    vec![
        ("match-left".into(), left()),
        ("match-rounds".into(), rounds()),
        ("match-ends".into(), ends()),
        ("match-last-round".into(), last_round()),
        ("match-clock".into(), with_clock()),
        ("match-ply-limit".into(), ply_limit()),
        ("gas/match".into(), gas()),
    ]
}

const WRONG_ROUND: &str = "the chain is not before that round";
const WRONG_POINTS: &str = "these can't be the points";
const RESIGNED: &str = "only a later round undoes a resignation";
const NO_EFFECT: &str = "it has no effect";

/// The fool's mate: Black wins.
const MATE: &str = "f2f3 e7e5 g2g4 d8h4";

fn ended(state: State, reason: Reason, rounds: u16, points: u16, alice_is_white: bool) -> Event {
    let (white, black) = match alice_is_white {
        true => (ALICE, BOB),
        false => (BOB, ALICE),
    };
    Event(
        "gameEnded",
        vec!["1".into(), white.into(), black.into()],
        match_end(state, reason, rounds, points),
    )
}

fn begun(round: &str, points: &str) -> Event {
    Event("roundBegun", vec!["1".into(), round.into()], points.into())
}

/// `play` in which both leave before this round, with these points.
fn leave(keys: &Keys) -> Call {
    let (white, black) = (keys.white(Action::Leave, ""), keys.black(Action::Leave, ""));
    keys.play("", &white, &black)
}

fn left() -> Scenario {
    let mut s = Scenario::ready("both leave a match", Wager::Egld, Rule::Forfeit);
    let keys = start_match(&mut s, 1, "", 4);
    s.check_played(8, &[(ALICE, 6, 0), (BOB, 6, 0)]);
    // by account nobody can say which round they mean
    for (player, function, arguments) in [
        (ALICE, "makeMove", &["1", "52", "36"][..]),
        (BOB, "draw", &["1"]),
        (ALICE, "claimDraw", &["1"]),
        (BOB, "resign", &["1"]),
    ] {
        let call = call(player, function, arguments);
        s.refuse(call, "in a match, play by signature");
    }
    // not before a round that is over or never comes, nor with points that can't be
    s.refuse(leave(&keys), WRONG_ROUND);
    s.refuse(leave(&keys.in_round(5, 0)), WRONG_ROUND);
    s.refuse(leave(&keys.in_round(3, 7)), WRONG_POINTS);
    // both, and no moves
    let three = keys.in_round(3, 5);
    let (white, black) = (
        three.white(Action::Leave, ""),
        three.black(Action::Leave, ""),
    );
    s.refuse(three.play("", &white, ""), "a signature is missing");
    s.refuse(three.play("", "", &black), "a signature is missing");
    let ask = three.black(Action::Ask, "");
    s.refuse(three.play("", &white, &ask), "only one player may act");
    let begin = three.black(Action::Move, "");
    s.refuse(three.play("", &white, &begin), "only one player may act");
    s.refuse(three.play("e2e4", &white, &black), NO_EFFECT);
    // each with a signature of this round and these points
    let two = keys.in_round(2, 4);
    let other = two.play("", &white, &black);
    s.fail(other, 10, ANY_MESSAGE);

    // three rounds, five points of Alice's: 4 + 5 - 3 stakes, and 4 - 5 + 3
    let end = ended(State::WhiteWon, Reason::Left, 3, 5, true);
    s.accept(leave(&three), vec![end], true);
    s.check_played(0, &[(ALICE, 12, 5), (BOB, 8, 1)]);
    s.refuse(leave(&keys.in_round(4, 5)), "the game is over");

    // a single game can't be left
    let single = start(&mut s, 2);
    s.refuse(leave(&single.in_round(1, 1)), "only a match can be left");
    s
}

fn rounds() -> Scenario {
    let mut s = Scenario::ready("rounds of a match", Wager::Egld, Rule::Forfeit);
    let keys = start_match(&mut s, 1, "", 5);
    s.accept_any(keys.moves("e2e4 e7e5"));
    // the same round has no other points, an earlier one is over, the sixth never comes
    let other = keys.in_round(0, 1);
    s.refuse(other.play("e2e4", "", ""), WRONG_POINTS);
    s.refuse(keys.in_round(5, 2).moves("d2d4"), WRONG_ROUND);
    s.refuse(keys.in_round(2, 5).moves("d2d4"), WRONG_POINTS);

    // round 2: the colours are those of round 0 again; both begin it, without moves
    let two = keys.in_round(2, 3);
    let (white, black) = (two.white(Action::Move, ""), two.black(Action::Move, ""));
    s.refuse(two.play("", &white, ""), "a signature is missing");
    s.refuse(two.play("", "", &black), "a signature is missing");
    s.accept(two.play("", &white, &black), vec![begun("2", "3")], true);
    s.view("getMoves", &["1"], &[""]);
    s.refuse(two.play("", &white, &black), NO_EFFECT);
    s.refuse(keys.moves("e2e4 e7e5 g1f3"), WRONG_ROUND);
    // within the round as in a single game
    let (first, more) = ("d2d4 d7d5", "d2d4 d7d5 c2c4");
    s.accept(two.moves(first), vec![played("1", "", first)], true);
    s.accept(two.moves(more), vec![played("1", "2", "c2c4")], true);

    // round 3 with one move: Bob is White, Alice has begun it
    let three = keys.in_round(3, 3);
    let one = "c2c4";
    let events = vec![begun("3", "3"), played("1", "", one)];
    s.accept(three.moves(one), events, true);
    s.view("getMoves", &["1"], &[&argument(one)]);
    let ask = three.white(Action::Ask, one);
    let asked = Event("moveAsked", vec!["1".into(), BOB.into()], String::new());
    s.accept(three.play(one, &ask, ""), vec![asked], true);
    // an ask of round 3 falls with round 4
    let four = keys.in_round(4, 5);
    let begin = four.moves("e2e4 c7c5");
    let events = vec![begun("4", "5"), played("1", "", "e2e4 c7c5")];
    s.accept(begin, events, true);
    // and in the last round a resignation is final: Bob's
    let resigns = four.black(Action::Resign, "e2e4 c7c5");
    let end = ended(State::WhiteWon, Reason::Resignation, 5, 7, true);
    s.accept(four.play("e2e4 c7c5", "", &resigns), vec![end], true);
    s.check_played(0, &[(ALICE, 12, 7), (BOB, 8, 3)]);
    s
}

/// Before the last round every end is open first.
fn ends() -> Scenario {
    let mut s = Scenario::ready("open ends of a match", Wager::Egld, Rule::Forfeit);
    let keys = start_match(&mut s, 1, "", 4);
    // a mate, also if it is acknowledged in the same call: then it is a resignation
    s.accept_any(keys.moves(MATE));
    let resigns = keys.white(Action::Resign, MATE);
    s.accept(keys.play(MATE, &resigns, ""), vec![opened("1", "2")], true);
    // which no longer game undoes, and no second resignation replaces
    let again = keys.black(Action::Resign, MATE);
    s.refuse(keys.play(MATE, "", &again), RESIGNED);
    let longer = "f2f3 e7e5 g2g4 d7d5 a2a3";
    s.refuse(keys.moves(longer), RESIGNED);
    s.refuse(call(CAROL, "signalInactivity", &["1"]), STILL_TIME);
    // a later round does
    let one = keys.in_round(1, 0);
    s.accept(
        one.moves("e2e4"),
        vec![begun("1", "0"), played("1", "", "e2e4")],
        true,
    );

    // a resignation of a running game is open, too
    let resigns = one.black(Action::Resign, "e2e4");
    s.accept(one.play("e2e4", "", &resigns), vec![opened("1", "2")], true);
    s.refuse(one.moves("e2e4 e7e5"), RESIGNED);
    let two = keys.in_round(2, 0);
    s.accept_any(two.moves(""));
    // a mate is undone by a longer game within the round
    s.accept(
        two.moves(MATE),
        vec![played("1", "", MATE), opened("1", "1")],
        true,
    );
    s.accept(two.moves(longer), vec![played("1", "", longer)], true);
    // an agreement by two more plies
    let (white, black) = (
        two.white(Action::Draw, longer),
        two.black(Action::Draw, longer),
    );
    s.accept(
        two.play(longer, &white, &black),
        vec![opened("1", "11")],
        true,
    );
    let more = format!("{longer} a7a6");
    s.refuse(two.moves(&more), "two more plies undo this end");
    // a longer game that ends on the board, acknowledged in the same call: that end is open then
    let shuffles = " b8c6 b1c3 c6b8 c3b1".repeat(4);
    let fifth = format!("{longer}{shuffles}");
    let (white, black) = (
        two.white(Action::Move, &fifth),
        two.black(Action::Draw, &fifth),
    );
    s.accept(
        two.play(&fifth, &white, &black),
        vec![played("1", "5", shuffles.trim()), opened("1", "7")],
        true,
    );
    s.refuse(two.play(&fifth, "", &black), NO_EFFECT);
    // and undone; an agreement once more
    let longer = &format!("{fifth} a7a6 b2b3");
    let (white, black) = (
        two.white(Action::Draw, longer),
        two.black(Action::Draw, longer),
    );
    s.accept(
        two.play(longer, &white, &black),
        vec![played("1", "21", "a7a6 b2b3"), opened("1", "11")],
        true,
    );
    // leaving is possible in the meantime; and an end that nobody undoes ends the match
    s.refuse(leave(&keys.in_round(2, 0)), WRONG_ROUND);
    s.epoch(2);
    let end = ended(State::BlackWon, Reason::Agreement, 3, 1, true);
    s.accept(call(CAROL, "signalInactivity", &["1"]), vec![end], true);
    // 4 + 1 - 3 stakes for Alice, 4 - 1 + 3 for Bob
    s.check_played(0, &[(ALICE, 8, 1), (BOB, 12, 5)]);
    s
}

/// In the last round ends are as in a single game.
fn last_round() -> Scenario {
    let mut s = Scenario::ready("the last round of a match", Wager::Egld, Rule::Forfeit);
    let keys = start_match(&mut s, 1, "", 2);
    let one = keys.in_round(1, 1);
    // Bob is White of round 1, is mated, and acknowledges it
    s.accept(
        one.moves(MATE),
        vec![begun("1", "1"), played("1", "", MATE), opened("1", "1")],
        true,
    );
    let resigns = one.white(Action::Resign, MATE);
    let end = ended(State::BlackWon, Reason::Checkmate, 2, 3, false);
    s.accept(one.play(MATE, &resigns, ""), vec![end], true);
    s.check_played(0, &[(ALICE, 11, 3), (BOB, 9, 1)]);

    // left while an end is open: all rounds were played
    let keys = start_match(&mut s, 2, "", 2);
    let one = keys.in_round(1, 1);
    s.accept_any(one.moves(MATE));
    s.refuse(leave(&keys.in_round(2, 4)), WRONG_POINTS);
    let end = Event(
        "gameEnded",
        vec!["2".into(), BOB.into(), ALICE.into()],
        match_end(State::Drawn, Reason::Left, 2, 2),
    );
    s.accept(leave(&keys.in_round(2, 2)), vec![end], true);
    s.check_played(0, &[(ALICE, 11, 5), (BOB, 9, 3)]);
    s
}

/// Clocks start again with each round, and a round in which not both have moved has no result.
fn with_clock() -> Scenario {
    let mut s = Scenario::ready("a match with a clock", Wager::Egld, Rule::Forfeit);
    s.seconds(1_000);
    let keys = start_match(&mut s, 1, "1|u32:60|u32:0", 3);
    s.accept_any(keys.moves("e2e4 e7e5 g1f3"));
    let ask = keys.white(Action::Ask, "e2e4 e7e5 g1f3");
    s.accept_any(keys.play("e2e4 e7e5 g1f3", &ask, ""));
    // 240 s and ten rounds of the network
    s.seconds(1_301);
    let one = keys.in_round(1, 2);
    s.refuse(one.moves("d2d4"), "your time is over");
    let end = ended(State::WhiteWon, Reason::Inactivity, 1, 2, true);
    s.accept(call(CAROL, "signalInactivity", &["1"]), vec![end], true);
    s.check_played(0, &[(ALICE, 11, 2), (BOB, 9, 0)]);

    // Alice wins round 0; in round 1, in which she is Black, Bob never moves
    let keys = start_match(&mut s, 2, "1|u32:60|u32:0", 3);
    let one = keys.in_round(1, 2);
    s.accept_any(one.moves(""));
    s.accept_any(one.play("", "", &one.black(Action::Ask, "")));
    s.seconds(1_602);
    let end = Event(
        "gameEnded",
        vec!["2".into(), BOB.into(), ALICE.into()],
        match_end(State::BlackWon, Reason::Aborted, 1, 2),
    );
    s.accept(call(CAROL, "signalInactivity", &["2"]), vec![end], true);
    s.check_played(0, &[(ALICE, 12, 4), (BOB, 8, 0)]);
    s
}

/// A round that reaches ply 1,000 is drawn; open like other ends.
fn ply_limit() -> Scenario {
    let mut s = Scenario::ready("a round of 1,000 plies", Wager::Egld, Rule::Forfeit);
    let keys = start_match(&mut s, 1, "", 2);
    let moves = thousand_plies();
    s.accept(
        keys.moves(&moves),
        vec![played("1", "", &moves), opened("1", "16")],
        true,
    );
    let (more, black) = (format!("{moves} g1f3"), keys.black(Action::Move, &moves));
    s.refuse(keys.play(&more, "", &black), "signed play ends at ply 1000");
    s.epoch(2);
    let end = ended(State::Drawn, Reason::PlyLimit, 1, 1, true);
    s.accept(call(CAROL, "signalInactivity", &["1"]), vec![end], true);
    s.check_played(0, &[(ALICE, 10, 1), (BOB, 10, 1)]);
    s
}

/// Knights go out and home, and a pawn of each side steps before 75 moves are over, last of all at
/// plies 999 and 1,000.
fn thousand_plies() -> String {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let files = "abcdegh".chars(); // on the f-file pawns would stand in the knights' way
    let pawns = [('2', '3', '7', '6'), ('3', '4', '6', '5')]
        .into_iter()
        .flat_map(|step| files.clone().map(move |file| (file, step)));
    let mut moves = Vec::new();
    for (i, (file, (from, to, reply_from, reply_to))) in pawns.enumerate() {
        let shuffles = if i == 0 { 9 } else { 18 };
        moves.extend(std::iter::repeat_n(shuffle.to_string(), shuffles));
        moves.push(format!(
            "{file}{from}{file}{to} {file}{reply_from}{file}{reply_to}"
        ));
    }
    moves.join(" ")
}

/// What `make gas` measures: a match of ten games from its challenge to the settlement that both
/// sign, and one that the chain follows into a later round.
fn gas() -> Scenario {
    let mut s = Scenario::gas("matches");
    let stakes = EGLD_WAGER / 10;
    for id in [1, 2] {
        let keys = Keys::of(id);
        let challenge = ["", "", "1|u32:180|u32:2", "10", "", &keys.white_key()];
        s.id("challenge/match of ten")
            .accept_any(call(ALICE, "challenge", &challenge).egld(stakes));
        let accept = call(BOB, "accept", &[&id.to_string(), &keys.black_key()]);
        s.id("accept/match of ten").accept_any(accept.egld(stakes));
    }
    s.id("play/both leave a match")
        .accept_any(leave(&Keys::of(1).in_round(10, 11)));
    let last = Keys::of(2).in_round(9, 10);
    let (moves, mate) = (MATE_IN_EIGHTY_PLIES, last.moves(MATE_IN_EIGHTY_PLIES));
    let (mated, other) = (last.white(Action::Resign, moves), &mate.arguments[5]);
    s.id("play/last round of a match, 80 plies, mate")
        .accept_any(last.play(moves, &mated, other));
    s
}
