//! The command line: its output and its errors.

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use crate::recorded::{bare_record, steps};
use game_moves::{Algorithm, Game, checkers, chess, dominos, hex, ludo};

fn run(arguments: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_game-moves"))
        .args(arguments.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // a program that reads no input may have ended already
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[track_caller]
fn prints(arguments: &str, input: &str) -> String {
    let output = run(arguments, input);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn fails(arguments: &str, input: &str) -> String {
    let output = run(arguments, input);
    assert!(
        !output.status.success() && output.stdout.is_empty(),
        "{output:?}"
    );
    String::from_utf8(output.stderr).unwrap()
}

/// `apply`, and the file with the start of chess; each test has a separate file.
fn apply_to_start(name: &str) -> (String, PathBuf) {
    let name = format!("game-moves-{name}-{}.json", std::process::id());
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, chess::State::new().to_json()).unwrap();
    let apply = format!("apply --game chess --state {}", file.display());
    (apply, file)
}

#[test]
fn encode_and_decode() {
    let moves =
        "{\"from\": [4, 1], \"to\": [4, 3]}\n\n{\"from\":[4,6],\"promotion\":\"q\",\"to\":[4,7]}\n";
    assert_eq!(prints("encode --game chess", moves), "0x0C1C00\n0x343C01\n");
    let canonical = "{\"from\":[4,1],\"promotion\":null,\"to\":[4,3]}\n{\"from\":[4,6],\"promotion\":\"q\",\"to\":[4,7]}\n";
    assert_eq!(prints("decode --game 1", "0x0C1C00\n0x343C01\n"), canonical);
    assert_eq!(
        run("encode --game chess --to binary", moves).stdout,
        [12, 28, 52, 124, 0]
    );
    assert_eq!(
        prints("decode --game chess --from binary", "\x0C\x1C\x34\x7C\x00"),
        canonical
    );
}

#[test]
fn states_from_the_start_to_their_hash() {
    let start = prints("new --game ludo --players 3 --seed 4", "");
    let mut state = ludo::State::new(3, 4).unwrap();
    assert_eq!(start, state.to_json() + "\n");
    while state.must_roll() {
        state = state.roll_dice().unwrap().1;
    }
    let legal: String = state
        .legal_moves()
        .iter()
        .map(|mv| game_moves::GameMove::to_hex(mv) + "\n")
        .collect();
    let json = state.to_json();
    assert_eq!(prints("legal --game ludo --to hex", &json), legal);
    let sha = hex::encode(&state.hash(Algorithm::Sha256)) + "\n";
    let poseidon = hex::encode(&state.hash(Algorithm::Poseidon)) + "\n";
    assert_eq!(prints("hash --game 5", &json), sha);
    assert_eq!(
        prints("hash --game 5 --algorithm poseidon", &json),
        poseidon
    );
}

#[test]
fn apply() {
    let (apply, file) = apply_to_start("plain");
    let moves = "0x0C1C00\n{\"from\":[4,6],\"to\":[4,4]}\n";
    let after = prints(&apply, moves);
    let illegal = fails(&apply, "0x0C1C00\n0x0C1C00\n");
    std::fs::remove_file(&file).unwrap();
    let state = chess::State::from_json(after.trim_end()).unwrap();
    assert_eq!(
        state.position().fen().to_string(),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    );
    assert_eq!(illegal, "game-moves: line 2: the move is not legal here\n");
}

/// Chess players write e2e4 and a7a8q.
#[test]
fn chess_moves_in_coordinates() {
    let (apply, file) = apply_to_start("coordinates");
    let start = std::fs::read_to_string(&file).unwrap() + "\n";
    assert_eq!(prints("new --game chess", ""), start);
    assert_eq!(
        prints(&apply, "e2e4\ne7e5\n"),
        prints(&apply, "0x0C1C00\n0x342400\n")
    );
    std::fs::remove_file(&file).unwrap();
    assert_eq!(
        prints("encode --game chess", "e2e4\na7a8q\n"),
        "0x0C1C00\n0x303801\n"
    );
}

/// Document 004's first step of validation: whether it is this player's turn.
#[test]
fn a_move_can_name_its_player() {
    let (apply, file) = apply_to_start("players");
    let told = prints(&apply, "player 0 e2e4\nplayer 1 0x342400\n");
    let wrong = fails(&apply, "e2e4\nplayer 0 e7e5\n");
    let nameless = fails(&apply, "player e2e4\n");
    assert_eq!(told, prints(&apply, "e2e4\ne7e5\n"));
    std::fs::remove_file(&file).unwrap();
    assert_eq!(wrong, "game-moves: line 2: it is player 1's turn\n");
    let message = "game-moves: line 1: player: a player's number and a move belong here, as in player 0 e2e4\n";
    assert_eq!(nameless, message);
}

#[test]
fn states_are_shown() {
    let show = |game, players| {
        let new = format!("new --game {game} --players {players} --seed 4");
        prints(&format!("show --game {game}"), &prints(&new, ""))
    };
    assert_eq!(
        show("chess", "2"),
        "8  r n b q k b n r\n7  p p p p p p p p\n6  . . . . . . . .\n5  . . . . . . . .\n4  . . . . . . . .\n\
         3  . . . . . . . .\n2  P P P P P P P P\n1  R N B Q K B N R\n   a b c d e f g h\nplayer 0 to move\n"
    );
    assert_eq!(
        show("checkers", "2"),
        "7  . x . x . x . x\n6  x . x . x . x .\n5  . x . x . x . x\n4  . . . . . . . .\n3  . . . . . . . .\n\
         2  o . o . o . o .\n1  . o . o . o . o\n0  o . o . o . o .\n   0 1 2 3 4 5 6 7\n\
         o, O player 0's men and kings; x, X player 1's\nplayer 0 to move\n"
    );
    let backgammon = show("backgammon", "2");
    let points = "  12  13  14  15  16  17  18  19  20  21  22  23\n";
    assert!(backgammon.starts_with(points), "{backgammon}");
    let checkers = "  -5   .   .   .  +3   .  +5   .   .   .   .  -2\n";
    assert!(backgammon.contains(checkers), "{backgammon}");
    assert!(backgammon.ends_with(" to move\n"), "{backgammon}");
    let ludo = show("ludo", "3");
    assert_eq!(ludo.matches("base base base base\n").count(), 3);
    assert!(ludo.ends_with("player 0 to roll\n"), "{ludo}");
    let dominos = show("dominos", "4");
    assert!(
        dominos.starts_with("board nothing\nplayer 0: "),
        "{dominos}"
    );
    // a hand of five tiles, the hand without one tile, and the rest
    assert_eq!(dominos.matches('-').count(), 28, "{dominos}");
    assert!(fails("show --game chess", "{}").starts_with("game-moves: "));
}

#[test]
fn an_agreed_draw() {
    let (start, steps) = steps::<checkers::State>(8, 12);
    let bare = bare_record(&start, &steps) + "{\"draw\":\"agreed\"}\n";
    let whole = prints("complete", &bare);
    let told = prints("replay", &whole);
    let steps = steps.len() + 1;
    assert!(
        told.starts_with(&format!("checkers: {steps} steps, drawn\n")),
        "{told}"
    );
    let over = fails("complete", &format!("{bare}{{\"draw\":\"agreed\"}}\n"));
    assert_eq!(
        over,
        format!("game-moves: line {}: the game is over\n", steps + 2)
    );
    let otherwise = fails("complete", &bare.replace("agreed", "claimed"));
    assert!(otherwise.contains("draw: "), "{otherwise}");
    let (start, none) = self::steps::<ludo::State>(8, 0);
    let ludo = bare_record(&start, &none) + "{\"draw\":\"agreed\"}\n";
    let told = "game-moves: line 2: the players of this game cannot agree on a draw\n";
    assert_eq!(fails("complete", &ludo), told);
}

#[test]
fn recorded_games() {
    let (start, steps) = steps::<dominos::State>(8, 100);
    let whole = prints("complete", &bare_record(&start, &steps));
    let told = prints("replay", &whole);
    let (_, last) = &steps[steps.len() - 1];
    assert!(
        told.starts_with(&format!("dominos: {} steps, ", steps.len())),
        "{told}"
    );
    assert!(
        told.contains(&hex::encode(&last.hash(Algorithm::Sha256))),
        "{told}"
    );

    let forged = whole.replacen("\"moveCount\":0", "\"moveCount\":1", 1);
    assert!(fails("replay", &forged).starts_with("game-moves: line 1: state.moveCount: "));
    let cut: String = whole
        .lines()
        .take(3)
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(
        fails("replay", &cut),
        "game-moves: line 4: the game's last line, with its chain, is missing\n"
    );
    assert_eq!(
        fails("replay", ""),
        "game-moves: line 1: a game and its state belong here\n"
    );
}

#[test]
fn errors_name_the_place_and_the_fault() {
    assert_eq!(
        fails("decode --game chess", "0x0C1C00\n0x0c1c00\n"),
        "game-moves: line 2: hex: not a hex digit 0-9 or A-F\n"
    );
    assert_eq!(
        fails("encode --game ludo", r#"{"steps":9,"tokenIndex":0}"#),
        "game-moves: line 1: steps: must be 0 to 6\n"
    );
    assert_eq!(
        fails(
            "encode --game ludo",
            "{\"steps\":4,\"tokenIndex\":0}\n{\"steps\":1.5,\"tokenIndex\":0}"
        ),
        "game-moves: line 2: invalid type: floating point `1.5`, expected an integer or another JSON value without fractions, at column 12\n"
    );
    assert_eq!(
        fails("decode --game chess --from binary", "\x0C\x1C\x0C"),
        "game-moves: move 2 at byte 2: to: missing, the input ends too early\n"
    );
    assert_eq!(
        fails("legal --game ludo", "{}"),
        "game-moves: playerCount: missing\n"
    );
    assert_eq!(
        fails("new --game ludo --players 5", ""),
        "game-moves: playerCount: two to four can play\n"
    );
    assert_eq!(
        fails("new --game chess --players 3", ""),
        "game-moves: players: two play this game\n"
    );
    assert!(fails("hash --game ludo no-such-file", "").starts_with("game-moves: no-such-file: "));
    let unknown = fails("legal --game poker", "");
    assert!(
        unknown.contains("no such game; there are chess (1), dominos (2)"),
        "{unknown}"
    );
}
