//! Play by signature: the whole game in one call, ends that stay open, asks.

use signed_play::Action;

use super::File;
use super::games::*;
use super::whole_games::*;
use crate::signed::*;
use crate::*;

pub fn all() -> Vec<File> {
    vec![
        ("signed-play".into(), plays()),
        ("signed-play-ends".into(), ends()),
        ("signed-play-asks".into(), asks()),
        ("signed-play-blocks".into(), blocks()),
        ("signed-play-limits".into(), limits()),
        ("gas/signed-play".into(), gas()),
    ]
}

fn ready(name: &str) -> Scenario {
    Scenario::ready(name, Wager::Egld, Rule::Forfeit)
}

const ITALIAN: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";

fn plays() -> Scenario {
    let mut s = ready("a game played by signature, and what is refused");
    let keys = start(&mut s, 1);
    let none = "";
    let refuse = |s: &mut Scenario, call: Call, message: &str| {
        s.refuse(call, message);
    };
    // what isn't a message, or moves
    refuse(&mut s, keys.play("e2e4", "0x00", none), "not a message");
    let mut ninth = keys.white(Action::Move, "e2e4");
    ninth.replace_range(2..4, "05");
    refuse(&mut s, keys.play("e2e4", &ninth, none), "not a message");
    let mut odd = keys.moves("e2e4");
    // cut off, a byte more, a bit more in either square, no such piece
    for moves in [
        "0x0c", "0x0c1c0c", "0x4c1c", "0x401c", "0x0c9c", "0x0c80", "0x0c5c04",
    ] {
        odd.arguments[3] = moves.into();
        refuse(&mut s, odd.clone(), "not canonical moves");
    }
    // no other round, and nothing to leave
    for (argument, message) in [
        (1, "the chain is not before that round"),
        (2, "these can't be the points"),
    ] {
        let mut other = keys.moves("e2e4");
        other.arguments[argument] = "1".into();
        refuse(&mut s, other, message);
    }
    let leaves = [
        keys.white(Action::Leave, none),
        keys.black(Action::Leave, none),
    ];
    refuse(
        &mut s,
        keys.play(none, &leaves[0], &leaves[1]),
        "only a match can be left",
    );
    // one move needs its maker's signature alone
    refuse(
        &mut s,
        keys.play("e2e4", none, none),
        "a signature is missing",
    );
    refuse(&mut s, keys.play("", none, none), "it has no effect");
    s.accept(keys.moves("e2e4"), vec![played("1", "0", "e2e4")], false);
    refuse(&mut s, keys.moves("e2e4"), "it has no effect");
    refuse(&mut s, keys.moves("d2d4"), "the chain knows as much");
    refuse(&mut s, keys.play("", none, none), "the chain knows as much");
    // illegal moves
    refuse(&mut s, keys.moves("e2e4 e7e4"), CANNOT_GO);
    refuse(&mut s, keys.moves("e2e4 f7f6 d1h5 a7a6"), KING_ATTACKED);
    // longer, from there; then another game from the first move on, which both signed
    s.accept(
        keys.moves(ITALIAN),
        vec![played("1", "1", "e7e5 g1f3 b8c6 f1c4 f8c5")],
        false,
    );
    s.view("getMoves", &["1"], &[&argument(ITALIAN)]);
    let other = "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5";
    s.accept(keys.moves(other), vec![played("1", "0", other)], false);
    s.view("getMoves", &["1"], &[&argument(other)]);
    s.view(
        "getFen",
        &["1"],
        &["str:rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 3 4"],
    );
    refuse(&mut s, keys.moves(ITALIAN), "the chain knows as much");
    // only one acts; an account can still move
    let (white, black) = (
        keys.white(Action::Resign, other),
        keys.black(Action::Draw, other),
    );
    refuse(
        &mut s,
        keys.play(other, &white, &black),
        "only one player may act",
    );
    refuse(
        &mut s,
        keys.play(other, none, &black),
        "neither a threefold repetition nor 50 moves",
    );
    s.accept_any(call(BOB, "makeMove", &["1", "5", "12"]));
    // a resignation is final at once
    let more = format!("{other} f8e7");
    let black = keys.black(Action::Resign, &more);
    let ended = Event(
        "gameEnded",
        vec!["1".into(), ALICE.into(), BOB.into()],
        game_end(State::WhiteWon, Reason::Resignation),
    );
    s.accept(keys.play(&more, none, &black), vec![ended], true);
    s.view("getScore", &[ALICE], &["2"]);
    refuse(&mut s, keys.play(&more, none, &black), "the game is over");
    // games without keys, with White's alone and with Black's alone
    for (id, of_white, of_black) in [(2, false, false), (3, true, false), (4, false, true)] {
        let keys = Keys::of(id);
        let (white, black) = (keys.white_key(), keys.black_key());
        let (challenged, number) = (["", "", "", "1", "", &white], id.to_string());
        let accepted = [number.as_str(), &black];
        s.accept_any(call(
            ALICE,
            "challenge",
            &challenged[..5 + usize::from(of_white)],
        ));
        s.accept_any(call(BOB, "accept", &accepted[..1 + usize::from(of_black)]));
        refuse(
            &mut s,
            keys.moves("e2e4"),
            "the players haven't both named a key",
        );
    }
    // a game from the queue
    let keys = Keys::of(5);
    for (player, key) in [(ALICE, keys.white_key()), (BOB, keys.black_key())] {
        let mut join = s.join_call(player);
        join.arguments.push(key);
        s.accept_any(join);
    }
    s.accept_any(keys.moves(ITALIAN));
    s
}

fn ends() -> Scenario {
    let mut s = ready("ends that stay open until they are acknowledged, undone or final");
    s.epoch(10);
    // a mate, acknowledged in the same call
    let keys = start(&mut s, 1);
    let black = keys.black(Action::Move, FOOLS_MATE);
    let white = keys.white(Action::Resign, FOOLS_MATE);
    let ended = |game: &str, state, reason| {
        Event(
            "gameEnded",
            vec![game.into(), ALICE.into(), BOB.into()],
            game_end(state, reason),
        )
    };
    s.accept(
        keys.play(FOOLS_MATE, &white, &black),
        vec![
            played("1", "0", FOOLS_MATE),
            ended("1", State::BlackWon, Reason::Checkmate),
        ],
        true,
    );
    // a mate that isn't: open, undone by a longer game, and another one final after a full epoch
    let keys = start(&mut s, 2);
    s.accept(
        keys.moves(FOOLS_MATE),
        vec![played("2", "0", FOOLS_MATE), opened("2", "1")],
        false,
    );
    s.refuse(call(BOB, "signalInactivity", &["2"]), STILL_TIME);
    for function in ["draw", "claimDraw", "callIllegalMove"] {
        s.refuse(call(ALICE, function, &["2"]), "an end is open");
    }
    let white = keys.white(Action::Ask, FOOLS_MATE);
    s.refuse(keys.play(FOOLS_MATE, &white, ""), "you can't ask now");
    let white = keys.white(Action::Draw, FOOLS_MATE);
    s.refuse(keys.play(FOOLS_MATE, &white, ""), "it has no effect");
    s.epoch(11);
    s.accept_any(keys.moves(ITALIAN));
    s.view("getMoves", &["2"], &[&argument(ITALIAN)]);
    // an agreement is undone by two more plies, not by one
    let (white, black) = (
        keys.white(Action::Draw, ITALIAN),
        keys.black(Action::Draw, ITALIAN),
    );
    s.accept(
        keys.play(ITALIAN, &white, &black),
        vec![opened("2", "11")],
        false,
    );
    let one = format!("{ITALIAN} c2c3");
    s.refuse(keys.moves(&one), "two more plies undo this end");
    s.accept_any(keys.moves(&format!("{one} g8f6")));
    let mut knights = format!("{one} g8f6");
    for _ in 0..2 {
        knights.push_str(" f3g1 f6g8 g1f3 g8f6");
    }
    s.accept_any(keys.moves(&knights));
    // a claim, not by the player who has moved, but by the player to move; final after a full epoch
    let black = keys.black(Action::Draw, &knights);
    s.refuse(
        keys.play(&knights, "", &black),
        "neither a threefold repetition nor 50 moves",
    );
    let white = keys.white(Action::Draw, &knights);
    s.accept(
        keys.play(&knights, &white, ""),
        vec![opened("2", "9")],
        false,
    );
    s.epoch(12);
    s.refuse(call(CAROL, "signalInactivity", &["2"]), STILL_TIME);
    s.epoch(13);
    s.refuse(
        keys.moves(&format!("{knights} d2d3 d7d6")),
        "your time is over",
    );
    s.accept(
        call(CAROL, "signalInactivity", &["2"]),
        vec![ended("2", State::Drawn, Reason::ThreefoldRepetition)],
        true,
    );
    // a stalemate by an account's move, which the other acknowledges
    let keys = start(&mut s, 3);
    s.accept_any(keys.moves(STALEMATE));
    s.accept_any(call(ALICE, "makeMove", &["3", "2", "20"]));
    let moves = format!("{STALEMATE} c8e6");
    let white = keys.white(Action::Draw, &moves);
    s.refuse(keys.play(&moves, &white, ""), "it has no effect");
    let after = format!("{moves} a7a6");
    s.refuse(keys.moves(&after), CANNOT_GO);
    let black = keys.black(Action::Draw, &moves);
    s.accept(
        keys.play(&moves, "", &black),
        vec![ended("3", State::Drawn, Reason::Stalemate)],
        true,
    );
    s
}

fn asks() -> Scenario {
    let mut s = ready("a player asks for a move on the chain");
    s.epoch(10);
    let keys = start(&mut s, 1);
    let asked =
        |player: Address| Event("moveAsked", vec!["1".into(), player.into()], String::new());
    // no time runs before
    s.epoch(50);
    s.refuse(call(ALICE, "signalInactivity", &["1"]), STILL_TIME);
    let black = keys.black(Action::Ask, "");
    s.accept(keys.play("", "", &black), vec![asked(BOB)], false);
    s.refuse(keys.play("", "", &black), "you can't ask now");
    let white = keys.white(Action::Ask, "");
    s.refuse(keys.play("", &white, ""), "you can't ask now");
    s.epoch(51);
    s.accept_any(call(ALICE, "makeMove", &["1", "52", "36"]));
    // answered: time stands again; the next ask, with the move that it follows
    s.epoch(60);
    s.refuse(call(BOB, "signalInactivity", &["1"]), STILL_TIME);
    let moves = "e2e4 e7e5 g1f3";
    let white = keys.white(Action::Ask, moves);
    let black = keys.black(Action::Move, "e2e4 e7e5");
    s.accept(
        keys.play(moves, &white, &black),
        vec![played("1", "1", "e7e5 g1f3"), asked(ALICE)],
        false,
    );
    s.epoch(62);
    s.refuse(keys.moves("e2e4 e7e5 g1f3 b8c6"), "your time is over");
    s.refuse(
        call(BOB, "makeMove", &["1", "1", "18"]),
        "your time is over",
    );
    let ended = Event(
        "gameEnded",
        vec!["1".into(), ALICE.into(), BOB.into()],
        game_end(State::WhiteWon, Reason::Inactivity),
    );
    s.accept(call(CAROL, "signalInactivity", &["1"]), vec![ended], true);
    s
}

/// `play` splits the history as `makeMove` does.
fn blocks() -> Scenario {
    let mut s = ready("a game by signature is kept in the same blocks as one on the chain");
    let keys = start(&mut s, 1);
    let all = [&[NEARLY_A_BLOCK], &BEYOND_THE_BLOCK[..]]
        .concat()
        .join(" ");
    s.accept_any(keys.moves(&all));
    s.view("getMoves", &["1"], &[&argument(&all)]);
    s.stores(first_block(1));
    // on the chain to the block's end, and by signature from there
    let keys = start(&mut s, 2);
    let [last_of_block, beyond @ ..] = BEYOND_THE_BLOCK;
    let full = format!("{NEARLY_A_BLOCK} {last_of_block}");
    s.accept_any(keys.moves(NEARLY_A_BLOCK));
    s.accept_any(call(ALICE, "makeMove", &["2", "47", "39"]));
    s.accept_any(keys.moves(&format!("{full} {}", beyond.join(" "))));
    s.view("getMoves", &["2"], &[&argument(&all)]);
    s.stores(first_block(2));
    // later blocks are as long as the first: 31 moves of two bytes
    let keys = start(&mut s, 3);
    let long = long_game(144);
    s.accept_any(keys.moves(&long));
    let plies: Vec<&str> = long.split(' ').collect();
    for (block, plies) in plies.chunks_exact(31).enumerate() {
        let stored = argument(&plies.join(" "));
        s.stores((format!("str:moves|u32:3|u32:{block}"), stored));
    }
    s
}

/// So many plies, with a pawn move by each player before 75 moves are over.
fn long_game(plies: usize) -> String {
    let mut moves = vec![];
    for file in ["a", "b", "c", "d", "e", "g", "h"] {
        for _ in 0..35 {
            moves.extend(["g1f3", "g8f6", "f3g1", "f6g8"].map(String::from));
        }
        moves.extend([format!("{file}2{file}3"), format!("{file}7{file}6")]);
    }
    moves.extend(["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"].map(String::from));
    moves.truncate(plies);
    moves.join(" ")
}

fn limits() -> Scenario {
    let mut s = ready("moves after the end, and a thousand plies");
    let unsigned = format!("0x{}", "00".repeat(65));
    let keys = start(&mut s, 1);
    let (moves, last) = KINGS;
    let dead = format!("{moves} {last}");
    s.refuse(
        keys.play(&format!("{dead} c2c1"), &unsigned, &unsigned),
        "a move after the end",
    );
    s.accept_any(keys.moves(&dead));
    s.view("getScore", &[ALICE], &[""]);
    // 75 moves by each player without a capture or a pawn move end a game, too, though the last of
    // them repeats no position
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle();
    let beyond = ["b1c3", "b8c6", "c3b1"];
    let moves: Vec<&str> = knights.take(148).chain(beyond).collect();
    s.refuse(
        keys.play(&moves.join(" "), &unsigned, &unsigned),
        "a move after the end",
    );
    let keys = start(&mut s, 2);
    s.refuse(
        keys.play(&long_game(1_001), &unsigned, &unsigned),
        "signed play ends at ply 1000",
    );
    s.accept_any(keys.moves(&long_game(1_000)));
    s.view("getMoves", &["2"], &[&argument(&long_game(1_000))]);
    // from there the chain's time runs
    s.epoch(2);
    s.refuse(
        call(ALICE, "makeMove", &["2", "62", "45"]),
        "your time is over",
    );
    s
}

fn gas() -> Scenario {
    let mut s = Scenario::gas("play by signature");
    s.id("challenge/with a key");
    let keys = start(&mut s, 1);
    s.id("play/2 plies").accept_any(keys.moves("e2e4 e7e5"));
    s.id("play/single ply")
        .accept_any(keys.moves("e2e4 e7e5 g1f3"));
    let black = keys.black(Action::Move, "e2e4 e7e5 g1f3 b8c6");
    let white = keys.white(Action::Ask, "e2e4 e7e5 g1f3");
    s.id("play/ask")
        .accept_any(keys.play("e2e4 e7e5 g1f3", &white, ""));
    let moves = "e2e4 e7e5 g1f3 b8c6";
    s.accept_any(keys.play(moves, "", &black));
    let (white, black) = (
        keys.white(Action::Draw, moves),
        keys.black(Action::Draw, moves),
    );
    s.id("play/draw")
        .accept_any(keys.play(moves, &white, &black));
    let keys = start(&mut s, 2);
    let white = keys.white(Action::Resign, "");
    s.id("play/resignation")
        .accept_any(keys.play("", &white, ""));
    // whole games in one call
    let keys = start(&mut s, 3);
    s.id("play/80 plies")
        .accept_any(keys.moves(&first_plies("botvinnik-capablanca-1938", 80)));
    let keys = start(&mut s, 4);
    let mate = keys.moves(MATE_IN_EIGHTY_PLIES);
    let white = keys.white(Action::Resign, MATE_IN_EIGHTY_PLIES);
    let mated = keys.play(MATE_IN_EIGHTY_PLIES, &white, &mate.arguments[5]);
    s.id("play/80 plies, mate").accept_any(mated);
    let keys = start(&mut s, 5);
    s.id("play/271 plies")
        .accept_any(keys.moves(&first_plies("carlsen-nepomniachtchi-2021", 271)));
    // by the queue, so that a whole game's fee can be told
    for (id, player, key) in [
        ("joinGame/first, with a key", ALICE, keys.white_key()),
        ("joinGame/second, with a key", BOB, keys.black_key()),
    ] {
        let mut join = s.join_call(player);
        join.arguments.push(key);
        s.id(id).accept_any(join);
    }
    s
}
