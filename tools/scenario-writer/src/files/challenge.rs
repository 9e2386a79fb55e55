//! Challenges: for any stake, with or without a named opponent and a clock.

use super::File;
use super::games::*;
use crate::*;

pub fn all() -> Vec<File> {
    vec![
        ("challenges".into(), challenges()),
        ("clocks".into(), clocks()),
        ("queue-seat-expires".into(), seat_expires()),
    ]
}

const ANYONE: &str = "";
const NOBODY: &str = "0x0000000000000000000000000000000000000000000000000000000000000000";

pub(super) fn started(game: &str, white: Address, black: Address) -> Event {
    Event(
        "gameStarted",
        vec![game.into(), white.into(), black.into()],
        SINGLE_GAME.into(),
    )
}

fn challenges() -> Scenario {
    let name = "challenges for EGLD, a token and nothing";
    let mut s = Scenario::ready(name, Wager::Egld, Rule::Forfeit);
    let challenge = |arguments: &[&str]| call(ALICE, "challenge", arguments);
    // what is refused
    let alice = format!("1|{ALICE}");
    s.refuse(
        challenge(&[&alice, "", "", "1", ""]),
        "you can't play yourself",
    );
    for clock in [
        "1|u32:29|u32:0",
        "1|u32:2592001|u32:0",
        "1|u32:30|u32:86401",
    ] {
        s.refuse(
            challenge(&[ANYONE, "", clock, "1", ""]),
            "30 s to 30 days, increment up to 1 day",
        );
    }
    // a value that is there is a 1 and its bytes
    let short = format!("1|{}", &NOBODY[..64]);
    let tagged = format!("2|{BOB}");
    for (opponent, clock, why) in [
        (short.as_str(), "", "(opponent): input too short"),
        (&tagged, "", "(opponent): invalid value"),
        (ANYONE, "1|u32:60", "(clock): input too short"),
        (ANYONE, "0|u32:60|u32:0", "(clock): input too long"),
    ] {
        s.refuse(
            challenge(&[opponent, "", clock, "1", ""]),
            &format!("argument decode error {why}"),
        );
    }
    for key in ["0x00", NOBODY] {
        s.refuse(
            challenge(&[ANYONE, "", "", "1", "", key]),
            "not a key of your own",
        );
    }
    for rounds in ["", "101"] {
        s.refuse(challenge(&[ANYONE, "", "", rounds, ""]), "1 to 100 rounds");
    }
    s.refuse(
        challenge(&[ANYONE, "", "", "1", "2"]),
        "argument decode error (engines): invalid value",
    );
    s.refuse(challenge(&[ANYONE, "", "", "2", ""]), "a match needs a key");
    s.refuse(
        challenge(&[ANYONE, "", "", "2", ""]).egld(5),
        "pay the same for each round",
    );
    // anyone may accept; the challenger is Black
    let opened = |game: &str, opponent: &str| {
        Event(
            "challenged",
            vec![game.into(), ALICE.into(), opponent.into()],
            String::new(),
        )
    };
    s.accept(
        challenge(&[ANYONE, "1", "", "1", ""]).egld(5),
        vec![opened("1", NOBODY)],
        false,
    );
    s.refuse(call(CAROL, "resign", &["1"]), "the game hasn't started");
    s.refuse(
        call(ALICE, "accept", &["1"]).egld(5),
        "you can't play yourself",
    );
    s.refuse(call(BOB, "accept", &["1"]).egld(4), "pay exactly the stake");
    s.refuse(call(BOB, "accept", &["1"]), "pay exactly the stake");
    s.refuse(
        call(BOB, "accept", &["1"]).token(TOKEN, 0, 5),
        "pay exactly the stake",
    );
    s.accept(
        call(BOB, "accept", &["1"]).egld(5),
        vec![started("1", BOB, ALICE)],
        false,
    );
    s.refuse(
        call(CAROL, "accept", &["1"]).egld(5),
        "not an open challenge",
    );
    // the named opponent alone, for a token; declined, taken back
    let bob = format!("1|{BOB}");
    for (game, by) in [("2", BOB), ("3", ALICE)] {
        s.accept(
            challenge(&[&bob, "", "", "1", ""]).token(TOKEN, 0, 7),
            vec![opened(game, BOB)],
            false,
        );
        s.refuse(
            call(CAROL, "accept", &[game]).token(TOKEN, 0, 7),
            "the challenge isn't yours",
        );
        s.refuse(
            call(CAROL, "cancelChallenge", &[game]),
            "the challenge isn't yours",
        );
        let cancelled = Event(
            "challengeCancelled",
            vec![game.into(), by.into()],
            String::new(),
        );
        s.accept(call(by, "cancelChallenge", &[game]), vec![cancelled], true);
        s.refuse(
            call(ALICE, "cancelChallenge", &[game]),
            "not an open challenge",
        );
    }
    // for nothing, and both may use a program: it follows `reject`, and scores nothing
    s.accept(
        challenge(&[&bob, "", "", "1", "1"]),
        vec![opened("4", BOB)],
        false,
    );
    let Event(name, topics, _) = started("4", ALICE, BOB);
    let with_programs = Event(name, topics, "u16:1|u8:1|u32:0|u32:0".into());
    s.accept(call(BOB, "accept", &["4"]), vec![with_programs], false);
    // e2e4 f7f6 d1h5: out of check, and not by any other move
    for (player, from, to) in [(ALICE, "52", "36"), (BOB, "13", "21"), (ALICE, "59", "31")] {
        s.accept_any(call(player, "makeMove", &["4", from, to]));
    }
    s.refuse(call(BOB, "makeMove", &["4", "8", "16"]), KING_ATTACKED);
    let ended = |game: &str, white: Address, black: Address, state, reason| {
        Event(
            "gameEnded",
            vec![game.into(), white.into(), black.into()],
            game_end(state, reason),
        )
    };
    s.accept(
        call(BOB, "resign", &["4"]),
        vec![ended("4", ALICE, BOB, State::WhiteWon, Reason::Resignation)],
        false,
    );
    s.view("getScore", &[ALICE], &[""]);
    s.accept(
        call(BOB, "resign", &["1"]),
        vec![ended("1", BOB, ALICE, State::BlackWon, Reason::Resignation)],
        true,
    );
    s.view("getScore", &[ALICE], &["2"]);
    s.view("getCredits", &[ALICE], &[]);
    // by lot: the block's seed and the game's id decide
    for (game, seed, white, black) in [("5", 1, ALICE, BOB), ("6", 1, BOB, ALICE)] {
        s.accept(
            challenge(&[ANYONE, "2", "", "1", ""]),
            vec![opened(game, NOBODY)],
            false,
        );
        let open = format!("u64:{game}|{ALICE}|u8:0|u8:2|u32:0|u32:0|u8:0|u32:0|u16:1|u8:0");
        s.view("getOpenChallenges", &["0", "1"], &[game, &open]);
        s.view_any("getSnapshot", &[game, "0"]);
        s.seed(seed);
        let start = vec![started(game, white, black)];
        s.accept(call(BOB, "accept", &[game]), start, false);
    }
    s.view("getOpenChallenges", &["0", "2"], &["5"]);
    s.view_any("getSnapshot", &["1", "0"]);
    s
}

fn clocks() -> Scenario {
    let name = "a Fischer clock: in time, out of time, aborted";
    let mut s = Scenario::ready(name, Wager::Egld, Rule::Forfeit);
    let start = |s: &mut Scenario, game: &str| {
        let clock = "1|u32:60|u32:2";
        let challenge = call(ALICE, "challenge", &[ANYONE, "", clock, "1", ""]);
        s.accept_any(challenge.egld(5));
        let stake = "u32:11|str:EGLD-000000|u32:1|u8:5";
        let open =
            format!("u64:{game}|{ALICE}|u8:0|u8:0|{stake}|u8:1|u32:60|u32:2|u32:0|u16:1|u8:0");
        let next = if game == "1" { "" } else { game };
        s.view("getOpenChallenges", &["0", "1"], &[next, &open]);
        let Event(name, topics, _) = started(game, ALICE, BOB);
        let with_clock = Event(name, topics, "u16:1|u8:0|u32:60|u32:2".into());
        let accept = call(BOB, "accept", &[game]).egld(5);
        s.accept(accept, vec![with_clock], false);
    };
    let end = |s: &mut Scenario, game: &str, state, reason, paid: bool| {
        let ended = Event(
            "gameEnded",
            vec![game.into(), ALICE.into(), BOB.into()],
            game_end(state, reason),
        );
        let call = call(CAROL, "signalInactivity", &[game]);
        s.accept(call, vec![ended], paid);
    };
    s.seconds(1_000);
    start(&mut s, "1");
    s.seconds(1_060);
    s.refuse(call(BOB, "signalInactivity", &["1"]), STILL_TIME);
    s.accept_any(call(ALICE, "makeMove", &["1", "52", "36"]));
    s.seconds(1_121);
    s.refuse(
        call(BOB, "makeMove", &["1", "12", "28"]),
        "your time is over",
    );
    // not both have moved: no result
    end(&mut s, "1", State::NoResult, Reason::Aborted, true);
    s.view("getScore", &[ALICE], &[""]);
    // White keeps the two seconds that the first move added
    start(&mut s, "2");
    s.seconds(1_181);
    s.accept_any(call(ALICE, "makeMove", &["2", "52", "36"]));
    s.accept_any(call(BOB, "makeMove", &["2", "12", "28"]));
    s.seconds(1_183);
    s.refuse(call(BOB, "signalInactivity", &["2"]), STILL_TIME);
    s.seconds(1_184);
    end(&mut s, "2", State::BlackWon, Reason::Inactivity, true);
    s.view("getScore", &[BOB], &["2"]);
    // the shortest clock, and the longest
    for clock in ["1|u32:30|u32:86400", "1|u32:2592000|u32:86400"] {
        s.accept_any(call(ALICE, "challenge", &[ANYONE, "", clock, "1", ""]));
    }
    s
}

fn seat_expires() -> Scenario {
    let name = "who has waited for more than seven epochs makes room";
    let mut s = Scenario::ready(name, Wager::Egld, Rule::Forfeit);
    s.epoch(10).join(ALICE).epoch(17);
    s.refuse(s.join_call(ALICE), "you are already waiting");
    s.epoch(18);
    let events = vec![
        Event("queueLeft", vec![ALICE.into()], String::new()),
        Event("queueJoined", vec![BOB.into()], String::new()),
    ];
    s.leaves(ALICE);
    s.accept(s.join_call(BOB), events, true);
    s.waits(BOB);
    s.check(1, &[(BOB, 9)], &[]);
    s.epoch(25).join(CAROL);
    s.check(2, &[(BOB, 9), (CAROL, 9)], &[]);
    s
}
