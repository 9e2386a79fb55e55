//! The contents of `vectors/`: single messages good and bad, whole games, and rounds of matches.

use chess_rules::Color;
use game_moves::{GameMove as _, chess};
use serde_json::{Value, json};
use signed_play::{Action, Game, PlayKey, SignedAction, covered_moves};

use crate::lax;

const CONTRACT: [u8; 32] = [
    0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0x9c, 0x4b, 0x1e, 0x6f, 0xd2, 0x77, 0x31, 0xa8, 0x50, 0xc3, 0x8d,
    0x12, 0xee, 0x04, 0xb9, 0x66, 0x2a, 0xf5, 0x73, 0xd8, 0x41, 0x00,
];
const ID: u32 = 0x0001_0007;
const WHITE_SECRET: [u8; 32] = [0x57; 32];
const BLACK_SECRET: [u8; 32] = [0x42; 32];

const SCHOLARS_MATE: &str = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7";
const UNDERPROMOTION: &str = "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 b8c6 b7a8n";

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Moves in the notation of chess engines as canonical binary.
pub fn binary(text: &str) -> Vec<u8> {
    let mut bytes = vec![];
    for m in text.split_whitespace() {
        let m: chess_rules::Move = m.parse().expect("a move");
        chess::Move::try_from(m)
            .expect("two squares")
            .append_to(&mut bytes);
    }
    bytes
}

struct Players {
    white: PlayKey,
    black: PlayKey,
}

impl Players {
    /// The players of round 0.
    fn new() -> Self {
        Players::of(0)
    }

    /// The players by the colours that they have in a round.
    fn of(round: u16) -> Self {
        let [white, black] = Players::secrets(round);
        Players {
            white: PlayKey::from_secret(&white),
            black: PlayKey::from_secret(&black),
        }
    }

    fn secrets(round: u16) -> [[u8; 32]; 2] {
        match round % 2 {
            0 => [WHITE_SECRET, BLACK_SECRET],
            _ => [BLACK_SECRET, WHITE_SECRET],
        }
    }

    fn key(&self, color: Color) -> &PlayKey {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The files' names and contents.
pub fn all() -> [(&'static str, String); 2] {
    let pretty = |value: Value| serde_json::to_string_pretty(&value).expect("JSON") + "\n";
    [
        ("messages.json", pretty(messages())),
        ("transcripts.json", pretty(transcripts())),
    ]
}

/// One message as someone receives it. `moves` are the whole game's, as `play` takes them.
struct Received<'a> {
    game: Game<'a>,
    signer: Color,
    moves: Vec<u8>,
    argument: Vec<u8>,
}

fn messages() -> Value {
    let players = Players::new();
    let (white_key, black_key) = (players.white.public(), players.black.public());
    let game = Game {
        contract: &CONTRACT,
        id: ID,
        white_key: &white_key,
        black_key: &black_key,
        round: 0,
        points: 0,
    };
    let (white, black) = (Color::White, Color::Black);
    // what a player really signed: an action over moves
    let signed = |color: Color, action, moves: &str| {
        let signed = players.key(color).sign(&game, action, &binary(moves));
        signed.expect("the player's own to sign").to_argument()
    };
    let received = |signer, moves: &str, argument: &[u8]| Received {
        game,
        signer,
        moves: binary(moves),
        argument: argument.into(),
    };
    let raw = signed_raw;
    let argument = |action, signature| SignedAction { action, signature }.to_argument();

    let (first, second, third) = ("e2e4", "e2e4 e7e5", "e2e4 e7e5 g1f3");
    let mut cases = vec![];
    let mut case = |name: &str, reason: Option<&str>, received: &Received| {
        cases.push(as_json(name, reason, received));
    };

    // what holds
    let good = [
        ("White's first move", white, Action::Move, first, first),
        ("Black's reply", black, Action::Move, second, second),
        (
            "White's move, when Black has replied",
            white,
            Action::Move,
            first,
            second,
        ),
        (
            "Black's move, when White has replied",
            black,
            Action::Move,
            second,
            third,
        ),
        (
            "White resigns before the first move",
            white,
            Action::Resign,
            "",
            "",
        ),
        (
            "Black resigns after an own move",
            black,
            Action::Resign,
            second,
            second,
        ),
        (
            "White offers a draw after Black's move",
            white,
            Action::Draw,
            second,
            second,
        ),
        (
            "Black agrees after Black's move",
            black,
            Action::Draw,
            second,
            second,
        ),
        ("Black asks for the first move", black, Action::Ask, "", ""),
        (
            "White asks after an own move",
            white,
            Action::Ask,
            third,
            third,
        ),
        (
            "three bytes for a promotion",
            white,
            Action::Move,
            UNDERPROMOTION,
            UNDERPROMOTION,
        ),
        (
            "the mated player acknowledges",
            black,
            Action::Resign,
            SCHOLARS_MATE,
            SCHOLARS_MATE,
        ),
    ];
    for (name, signer, action, over, moves) in good {
        case(
            name,
            None,
            &received(signer, moves, &signed(signer, action, over)),
        );
    }
    let thousand = "g1f3 g8f6 f3g1 f6g8 ".repeat(250);
    let at_limit = signed(black, Action::Move, &thousand);
    case(
        "a thousand plies",
        None,
        &received(black, &thousand, &at_limit),
    );

    // signatures that a lax library takes
    let reply = signed(black, Action::Move, second);
    let message = game.message(Action::Move, &binary(second));
    let torsion = argument(Action::Move, lax::with_torsion(&BLACK_SECRET, &message));
    let larger_s: [u8; 64] = reply[1..].try_into().expect("64 bytes");
    let larger_s = argument(Action::Move, lax::with_larger_s(larger_s));
    let bad = Some("signature");
    case(
        "R with a part of small order",
        bad,
        &received(black, second, &torsion),
    );
    case(
        "S with the group's order added",
        bad,
        &received(black, second, &larger_s),
    );

    // signatures of something else
    let mut elsewhere = CONTRACT;
    elsewhere[31] ^= 1;
    let other = |name: &str,
                 contract: &[u8; 32],
                 id,
                 keys: [&[u8; 32]; 2],
                 cases: &mut dyn FnMut(&str, Option<&str>, &Received)| {
        let game = Game {
            contract,
            id,
            white_key: keys[0],
            black_key: keys[1],
            ..game
        };
        cases(
            name,
            bad,
            &Received {
                game,
                signer: black,
                moves: binary(second),
                argument: reply.into(),
            },
        );
    };
    let keys = [&white_key, &black_key];
    other("another contract", &elsewhere, ID, keys, &mut case);
    other("another game", &CONTRACT, ID + 1, keys, &mut case);
    other(
        "the game's id little-endian",
        &CONTRACT,
        ID.swap_bytes(),
        keys,
        &mut case,
    );
    let stranger = PlayKey::from_secret(&[9; 32]).public();
    other(
        "another opponent",
        &CONTRACT,
        ID,
        [&stranger, &black_key],
        &mut case,
    );
    let swapped = Game {
        white_key: &black_key,
        black_key: &white_key,
        ..game
    };
    case(
        "the keys swapped",
        bad,
        &Received {
            game: swapped,
            signer: white,
            moves: binary(second),
            argument: argument(
                Action::Resign,
                raw(
                    &BLACK_SECRET,
                    &game.message(Action::Resign, &binary(second)),
                ),
            )
            .into(),
        },
    );
    case(
        "the other player's signature",
        bad,
        &received(white, second, &signed(black, Action::Draw, second)),
    );
    let mut domain = message.clone();
    domain[19] = b'1';
    case(
        "another version of the domain",
        bad,
        &received(
            black,
            second,
            &argument(Action::Move, raw(&BLACK_SECRET, &domain)),
        ),
    );
    let flipped = {
        let mut flipped = reply;
        flipped[40] ^= 1;
        flipped
    };
    case(
        "one bit of the signature changed",
        bad,
        &received(black, second, &flipped),
    );

    // signatures of other moves
    case(
        "the last two plies missing",
        bad,
        &received(
            black,
            second,
            &signed(black, Action::Move, "e2e4 e7e5 g1f3 b8c6"),
        ),
    );
    case(
        "two plies more",
        bad,
        &received(black, "e2e4 e7e5 g1f3 b8c6", &reply),
    );
    case("another move", bad, &received(black, "e2e4 e7e6", &reply));
    case(
        "the moves in another order",
        bad,
        &received(
            black,
            "g1f3 e7e5 e2e4 b8c6",
            &signed(black, Action::Move, "e2e4 e7e5 g1f3 b8c6"),
        ),
    );
    case(
        "another promotion",
        bad,
        &received(
            white,
            &UNDERPROMOTION.replace("b7a8n", "b7a8q"),
            &signed(white, Action::Move, UNDERPROMOTION),
        ),
    );
    case(
        "a resignation two plies ago",
        bad,
        &received(
            white,
            "e2e4 e7e5 g1f3",
            &signed(white, Action::Resign, first),
        ),
    );

    // another action than the signed one
    for (name, action) in [
        ("a move shown as a resignation", 1),
        ("a move shown as a draw", 2),
        ("a move shown as an ask", 3),
    ] {
        let mut changed = reply;
        changed[0] = action;
        case(name, bad, &received(black, second, &changed));
    }
    let mut changed = signed(black, Action::Ask, second);
    changed[0] = 2;
    case(
        "an ask shown as a draw",
        bad,
        &received(black, second, &changed),
    );

    // another coverage: action 0 of who didn't make the last ply covers all but that one
    let all_of_it = raw(&BLACK_SECRET, &game.message(Action::Move, &binary(third)));
    case(
        "a move signed over the opponent's reply too",
        bad,
        &received(black, third, &argument(Action::Move, all_of_it)),
    );
    let without_last = raw(&BLACK_SECRET, &game.message(Action::Draw, &binary(second)));
    case(
        "a draw signed before the last ply",
        bad,
        &received(black, third, &argument(Action::Draw, without_last)),
    );
    let nothing = raw(&BLACK_SECRET, &game.message(Action::Move, &[]));
    case(
        "a move of who has made none",
        Some("no move"),
        &received(black, first, &argument(Action::Move, nothing)),
    );
    let nothing = raw(&WHITE_SECRET, &game.message(Action::Move, &[]));
    case(
        "a move where nobody has moved",
        Some("no move"),
        &received(white, "", &argument(Action::Move, nothing)),
    );

    // arguments of another form
    case(
        "a signature without its action",
        Some("length"),
        &received(black, second, &reply[1..]),
    );
    case(
        "a byte too many",
        Some("length"),
        &received(black, second, &[&reply[..], &[0]].concat()),
    );
    case(
        "an action alone",
        Some("length"),
        &received(black, second, &[1]),
    );
    let unknown = {
        let mut unknown = reply;
        unknown[0] = 5;
        unknown
    };
    case(
        "an unknown action",
        Some("action"),
        &received(black, second, &unknown),
    );

    // moves of another form, each really signed by Black
    for (name, moves) in [
        (
            "a byte after the last move",
            [&binary(second)[..], &[12]].concat(),
        ),
        (
            "a promotion without its piece",
            [&binary(first)[..], &[8, 0x40]].concat(),
        ),
        (
            "a promotion to piece 4",
            [&binary(first)[..], &[8, 0x40, 4]].concat(),
        ),
        (
            "three bytes where nothing promotes",
            [&binary(first)[..], &[52, 36 | 0x40, 0]].concat(),
        ),
        (
            "a reserved bit set",
            [&binary(first)[..], &[52, 36 | 0x80]].concat(),
        ),
        (
            "a square beyond the board",
            [&binary(first)[..], &[64, 36]].concat(),
        ),
        (
            "from a square to itself",
            [&binary(first)[..], &[52, 52]].concat(),
        ),
        ("more than a thousand plies", binary(&(thousand + "g1f3"))),
    ] {
        let signature = raw(&BLACK_SECRET, &game.message(Action::Draw, &moves));
        case(
            name,
            Some("moves"),
            &Received {
                game,
                signer: black,
                moves,
                argument: argument(Action::Draw, signature).into(),
            },
        );
    }
    match_messages(&players, &mut cases);
    json!({
        "whiteSecret": hex(&WHITE_SECRET),
        "blackSecret": hex(&BLACK_SECRET),
        "cases": cases,
    })
}

/// Messages in a match. The players change colours with every round, and their keys with them.
fn match_messages(players: &Players, cases: &mut Vec<Value>) {
    let keys = [players.white.public(), players.black.public()];
    let at = |round: u16, points| Game {
        contract: &CONTRACT,
        id: ID,
        white_key: &keys[usize::from(round % 2)],
        black_key: &keys[usize::from((round + 1) % 2)],
        round,
        points,
    };
    let key_of = |color: Color, round: u16| match (color as u16 + round) % 2 {
        0 => &players.white,
        _ => &players.black,
    };
    let signed = |game: &Game, color, action, over: &str| {
        let signed = key_of(color, game.round).sign(game, action, &binary(over));
        signed.expect("the player's own to sign").to_argument()
    };
    let mut case =
        |name: &str, reason: Option<&str>, game, signer, moves: &str, argument: &[u8]| {
            let received = Received {
                game,
                signer,
                moves: binary(moves),
                argument: argument.into(),
            };
            cases.push(as_json(name, reason, &received));
        };
    let (white, black) = (Color::White, Color::Black);
    let (first, second) = ("e2e4", "e2e4 e7e5");
    let (begin, leave) = (Action::Move, Action::Leave);
    let round_1 = at(1, 2);

    // name, round and points, signer, action, the moves it is over, the moves of the call
    let good = [
        ("White begins round 1", round_1, white, begin, "", ""),
        ("Black begins round 1", round_1, black, begin, "", ""),
        (
            "Black's begin, when White has moved",
            round_1,
            black,
            begin,
            "",
            first,
        ),
        (
            "White's first move in round 1",
            round_1,
            white,
            Action::Move,
            first,
            first,
        ),
        (
            "Black's reply in round 1",
            round_1,
            black,
            Action::Move,
            second,
            second,
        ),
        (
            "White's move in round 1, when Black has replied",
            round_1,
            white,
            Action::Move,
            first,
            second,
        ),
        (
            "Black resigns round 1 before the first move",
            round_1,
            black,
            Action::Resign,
            "",
            "",
        ),
        (
            "White begins round 2, with the keys of round 0",
            at(2, 3),
            white,
            begin,
            "",
            "",
        ),
        (
            "Black begins the last of a hundred rounds",
            at(99, 198),
            black,
            begin,
            "",
            "",
        ),
        ("White leaves before round 1", round_1, white, leave, "", ""),
        ("Black leaves before round 1", round_1, black, leave, "", ""),
        (
            "White leaves after a hundred rounds",
            at(100, 101),
            white,
            leave,
            "",
            "",
        ),
    ];
    for (name, game, signer, action, over, moves) in good {
        let argument = signed(&game, signer, action, over);
        case(name, None, game, signer, moves, &argument);
    }

    // what was signed in one game of the match, and is shown in another
    let whites_begin = signed(&round_1, white, begin, "");
    let blacks_begin = signed(&round_1, black, begin, "");
    let blacks_reply = signed(&round_1, black, Action::Move, second);
    let bad = Some("signature");
    let round_0_keys = Game {
        white_key: &keys[0],
        black_key: &keys[1],
        ..round_1
    };
    let round_0 = Game {
        round: 0,
        points: 0,
        ..round_1
    };
    let elsewhere = [
        ("another round", at(3, 2), black, second, blacks_reply),
        (
            "the same moves in a single game",
            round_0,
            black,
            second,
            blacks_reply,
        ),
        ("other points", at(1, 1), black, second, blacks_reply),
        (
            "round and points swapped",
            at(2, 1),
            white,
            second,
            blacks_reply,
        ),
        (
            "the points little-endian",
            at(1, 0x0200),
            black,
            second,
            blacks_reply,
        ),
        (
            "the keys not changed with the colours",
            round_0_keys,
            white,
            second,
            blacks_reply,
        ),
        (
            "a begin of another round",
            at(3, 2),
            white,
            "",
            whites_begin,
        ),
        (
            "a begin with other points",
            at(1, 0),
            black,
            first,
            blacks_begin,
        ),
        (
            "White's begin, when White has moved",
            round_1,
            white,
            first,
            whites_begin,
        ),
        (
            "Black's begin, when Black has replied",
            round_1,
            black,
            second,
            blacks_begin,
        ),
        (
            "a leave before another round",
            at(3, 2),
            white,
            "",
            signed(&round_1, white, leave, ""),
        ),
        (
            "a leave with other points",
            at(1, 1),
            black,
            "",
            signed(&round_1, black, leave, ""),
        ),
    ];
    for (name, game, signer, moves, argument) in elsewhere {
        case(name, bad, game, signer, moves, &argument);
    }
    for (name, action, argument) in [
        ("a begin shown as a leave", Action::Leave, blacks_begin),
        (
            "a leave shown as a begin",
            Action::Move,
            signed(&round_1, black, leave, ""),
        ),
        (
            "a leave shown as a resignation",
            Action::Resign,
            signed(&round_1, black, leave, ""),
        ),
    ] {
        let mut changed = argument;
        changed[0] = action as u8;
        case(name, bad, round_1, black, "", &changed);
    }
    let begin_in_round_0 = signed_raw(&WHITE_SECRET, &at(0, 0).message(begin, &[]));
    let argument = SignedAction {
        action: begin,
        signature: begin_in_round_0,
    }
    .to_argument();
    case(
        "a begin of round 0",
        Some("no move"),
        at(0, 0),
        white,
        "",
        &argument,
    );
    case(
        "a begin without its action",
        Some("length"),
        round_1,
        white,
        "",
        &whites_begin[1..],
    );
    let mut unknown = whites_begin;
    unknown[0] = 5;
    case(
        "an unknown action in a match",
        Some("action"),
        round_1,
        white,
        "",
        &unknown,
    );
}

/// A signature of any bytes.
fn signed_raw(secret: &[u8; 32], message: &[u8]) -> [u8; 64] {
    use ed25519_dalek::{Signer, SigningKey};
    SigningKey::from_bytes(secret).sign(message).to_bytes()
}

/// `message`: the bytes that the signature must be of, where it comes to that.
fn as_json(name: &str, reason: Option<&str>, received: &Received) -> Value {
    let Received {
        game,
        signer,
        moves,
        argument,
    } = received;
    let read = SignedAction::from_argument(argument).ok().flatten();
    let message = read.and_then(|signed| {
        let covered = covered_moves(signed.action, *signer, game.round, moves).ok()??;
        Some(hex(&game.message(signed.action, covered)))
    });
    json!({
        "name": name,
        "valid": reason.is_none(),
        "reason": reason,
        "contract": hex(game.contract),
        "gameId": game.id,
        "whiteKey": hex(game.white_key),
        "blackKey": hex(game.black_key),
        "round": game.round,
        "points": game.points,
        "signer": self::name(*signer),
        "moves": hex(moves),
        "argument": hex(argument),
        "message": message,
    })
}

fn transcripts() -> Value {
    let (white, black) = (Color::White, Color::Black);
    let after_mate = [(black, Action::Resign)];
    let agreed = [(black, Action::Draw), (white, Action::Draw)];
    let asked = [(black, Action::Ask)];
    let left = [(black, Action::Leave), (white, Action::Leave)];
    let transcripts = [
        (
            "a mate that the mated player acknowledges",
            ID,
            0,
            0,
            SCHOLARS_MATE,
            &after_mate[..],
        ),
        (
            "a promotion, then a draw by agreement",
            ID + 1,
            0,
            0,
            UNDERPROMOTION,
            &agreed,
        ),
        ("Black asks for the first move", ID + 2, 0, 0, "", &asked),
        (
            "the second round of a match, after a win of who was White",
            ID + 3,
            1,
            2,
            SCHOLARS_MATE,
            &after_mate,
        ),
        (
            "a third round that is begun without moves",
            ID + 3,
            2,
            2,
            "",
            &[],
        ),
        (
            "both leave the match after three rounds",
            ID + 3,
            3,
            3,
            "",
            &left,
        ),
    ];
    transcripts
        .into_iter()
        .map(|(name, id, round, points, moves, actions)| {
            let players = Players::of(round);
            let game = Game {
                contract: &CONTRACT,
                id,
                white_key: &players.white.public(),
                black_key: &players.black.public(),
                round,
                points,
            };
            transcript(name, &game, &players, moves, actions)
        })
        .collect()
}

/// A round from its first message to its last, and the arguments of `play` that bring it to the
/// chain: the last message of each player.
fn transcript(
    name: &str,
    game: &Game,
    players: &Players,
    game_text: &str,
    actions: &[(Color, Action)],
) -> Value {
    let texts: Vec<&str> = game_text.split_whitespace().collect();
    let moves = binary(game_text);
    let leaves = actions.iter().any(|(_, action)| *action == Action::Leave);
    let begins: &[Color] = match game.round == 0 || leaves {
        true => &[],
        false => &[Color::Black, Color::White],
    };
    let begins = begins.iter().map(|&color| (color, Action::Move, vec![]));
    let plies = (1..=texts.len()).map(|ply| {
        let mover = if ply % 2 == 1 {
            Color::White
        } else {
            Color::Black
        };
        (mover, Action::Move, binary(&texts[..ply].join(" ")))
    });
    let actions = actions
        .iter()
        .map(|&(signer, action)| (signer, action, moves.clone()));
    let mut last = [String::new(), String::new()];
    let mut messages = vec![];
    for (signer, action, moves) in begins.chain(plies).chain(actions) {
        let signed = players.key(signer).sign(game, action, &moves);
        let argument = hex(&signed.expect("the player's own to sign").to_argument());
        last[signer as usize].clone_from(&argument);
        messages.push(json!({
            "signer": self::name(signer),
            "action": action as u8,
            "moves": hex(&moves),
            "message": hex(&game.message(action, &moves)),
            "argument": argument,
        }));
    }
    let [white, black] = last;
    let [white_secret, black_secret] = Players::secrets(game.round);
    json!({
        "name": name,
        "contract": hex(&CONTRACT),
        "gameId": game.id,
        "whiteSecret": hex(&white_secret),
        "blackSecret": hex(&black_secret),
        "whiteKey": hex(game.white_key),
        "blackKey": hex(game.black_key),
        "round": game.round,
        "points": game.points,
        "moves": game_text,
        "messages": messages,
        "play": {
            "gameId": game.id,
            "round": game.round,
            "points": game.points,
            "moves": hex(&moves),
            "white": white,
            "black": black,
        },
    })
}
