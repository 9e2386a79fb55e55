//! Writes the scenario files: whole games as the engine plays them natively, so that the three machines must play the same.

mod board;
#[path = "../../../enginechess/tests/files/script.rs"]
mod script;
#[path = "../../../enginechess/tests/files/steps.rs"]
mod steps;

use board::Script;
use chess_engine::{Game, Outcome, Search};

/// The engine's own choice at a depth.
pub fn choose(game: &Game, depth: u8) -> chess_engine::Answer {
    let mut search = Search::new(game, depth).expect("a game that goes on");
    search.run(u32::MAX, |_| false);
    search.answer()
}

/// All files: name and text.
pub fn all() -> Vec<(&'static str, String)> {
    vec![
        ("player-mates", player_mates()),
        ("engine-mates", engine_mates()),
        ("draws", draws()),
        ("thinking-goes-on", thinking_goes_on()),
        ("refused-calls", refused_calls()),
        ("games-of-a-player", games_of_a_player()),
        ("costly-positions", costly_positions()),
        ("price-of-a-node", price_of_a_node()),
    ]
}

/// Plays on until the game is over, the player searching to a depth, or with `worst` playing the worst move at depth 3.
fn play_out(script: &mut Script, id: u32, depth: u8, worst: bool) -> Outcome {
    while script.game(id).outcome() == Outcome::Ongoing {
        let game = script.game(id).clone();
        let mv = if worst {
            worst_move(&game)
        } else {
            choose(&game, depth).best
        };
        script.make_move(id, &mv.to_string());
    }
    script.game(id).outcome()
}

fn worst_move(game: &Game) -> chess_engine::Move {
    let value = |mv: &&chess_engine::Move| {
        let mut after = game.clone();
        after.play(**mv).expect("a legal move");
        match after.outcome() {
            Outcome::Ongoing => choose(&after, 3).score,
            _ => i32::MIN,
        }
    };
    let moves = game.legal_moves();
    *moves.as_slice().iter().max_by_key(value).expect("a move")
}

fn player_mates() -> String {
    let mut script = Script::new("the player, seven plies deep, mates the engine at depth 3");
    script.new_game(1, "alice", 3);
    assert_eq!(play_out(&mut script, 1, 7, false), Outcome::WhiteWins);
    script.refuse("alice", "makeMove", &["1", "18", "26"], "the game is over");
    script.refuse("alice", "moveNow", &["1"], "the game is over");
    script.think_changes_nothing(1);
    script.finish()
}

fn engine_mates() -> String {
    let mut script = Script::new("the engine at depth 4 mates a player who plays the worst moves");
    script.new_game(1, "alice", 4);
    assert_eq!(play_out(&mut script, 1, 3, true), Outcome::BlackWins);
    script.finish()
}

fn draws() -> String {
    let mut script = Script::new("every way a game is drawn");
    let mut id = 0;
    let mut from = |script: &mut Script, fen: &str, plies: u16, moves: &[&str], outcome: u8| {
        id += 1;
        script.set_fen(id, "alice", 3, fen, plies);
        for text in moves {
            script.make_move(id, text);
        }
        assert_eq!(script.game(id).outcome().code(), outcome, "{fen}");
    };
    // stalemate by the player's move
    from(&mut script, "k5/6/3Q2/6/6/4K1 w - - 0 30", 58, &["d4c5"], 3);
    // the last pawn is captured: bare kings
    from(&mut script, "4k1/6/6/1p4/K5/6 w - - 0 30", 58, &["a2b3"], 4);
    // the engine's king has two squares: a position for the third time
    let shuffle = ["f1f2", "f2f1", "f1f2", "f2f1"];
    from(&mut script, "k5/4R1/6/6/6/2R2K w - - 0 30", 58, &shuffle, 5);
    // the hundredth ply without a capture or a pawn move
    from(
        &mut script,
        "1k4/6/6/6/6/R4K w - - 99 100",
        198,
        &["f1f2"],
        6,
    );
    // the four hundredth ply
    from(
        &mut script,
        "1k4/6/6/6/1P4/R4K w - - 3 200",
        399,
        &["a1a3"],
        7,
    );
    script.finish()
}

fn thinking_goes_on() -> String {
    let message = "the engine moves next: call think or moveNow";
    let anothers = "this game belongs to another player";
    let mut script = Script::new("a search goes on in calls by anyone");
    let after = |text: &str| {
        let mut game = Game::start();
        let mv = chess_engine::Move::parse(text.as_bytes()).expect("a move");
        game.play(mv).expect("a legal move");
        game.fen().to_string()
    };
    script.set_fen(1, "alice", 14, &after("e2e4"), 1);
    script.set_fen(2, "bob", 20, &after("e1d3"), 1);
    script.refuse("alice", "makeMove", &["1", "17", "25"], message);
    script.refuse("bob", "moveNow", &["1"], anothers);
    // games side by side
    for nodes in [1, 1_000, 7, 3_000] {
        script.think(1, "carol", nodes);
    }
    script.think(2, "alice", 500);
    loop {
        script.think(1, "bob", 10_000);
        if !script.is_thinking(1) {
            break;
        }
    }
    // the second think in one block finds nothing to do
    script.think_changes_nothing(1);
    script.move_now(2);
    script.finish()
}

fn refused_calls() -> String {
    let mut script = Script::new("calls that are refused, word for word");
    let depth = "the depth is a number from 3 to 20";
    let none = "there is no game with this id";
    let anothers = "this game belongs to another player";
    let piece = "no piece of yours stands there";
    let illegal = "illegal move";
    let promotion = "the promotion is a number from 1 to 4";
    let nothing = "this move does not promote";
    let state = "this state belongs to another search";
    let from = "from is no square (a1 = 14, f6 = 49)";
    let to = "to is no square (a1 = 14, f6 = 49)";
    for number in ["0", "2", "21", "255"] {
        script.refuse("alice", "newGame", &[number], depth);
    }
    let too_long = "argument decode error (depth): input too long";
    script.refuse("alice", "newGame", &["256"], too_long);
    script.new_game(1, "alice", 3);
    script.refuse("alice", "makeMove", &["2", "18", "26"], none);
    script.refuse("bob", "makeMove", &["1", "18", "26"], anothers);
    script.refuse("alice", "makeMove", &["1", "7", "26"], from);
    script.refuse("alice", "makeMove", &["1", "64", "26"], from);
    script.refuse("alice", "makeMove", &["1", "18", "0"], to);
    script.refuse("alice", "makeMove", &["1", "18", "255"], to);
    script.refuse("alice", "makeMove", &["1", "26", "34"], piece);
    script.refuse("alice", "makeMove", &["1", "42", "34"], piece);
    script.refuse("alice", "makeMove", &["1", "18", "42"], illegal);
    script.refuse("alice", "makeMove", &["1", "18", "26", "1"], nothing);
    script.refuse("alice", "makeMove", &["1", "18", "26", "0"], promotion);
    script.refuse("alice", "makeMove", &["1", "18", "26", "5"], promotion);
    script.refuse_what_is_no_players();
    script.refuse_payments(&[("newGame", &["3"]), ("think", &["1"])]);
    script.refuse_view("getBoard", &["9"], none);
    script.refuse_view("suggestMove", &["1", "2", "100"], depth);
    script.refuse_view("suggestMove", &["1", "3", "100", "0x0102"], state);
    let start = "0x0000000003256430011111100000000000000000099999900badecb000000001";
    let no_kings = "0x0000000000000000000000000000000000000000000000000000000000000001";
    let kings = "each side needs exactly one king";
    let no_pawn = "no pawn has just stepped over the en passant square";
    let no_board = "argument decode error (board): bad array length";
    for (board, en_passant, message) in [
        (no_kings, "0", kings),
        (start, "30", no_pawn),
        ("0x00", "0", no_board),
    ] {
        let arguments = [board, en_passant, "0", "3", "100"];
        script.refuse_view("suggestMoveFor", &arguments, message);
    }
    script.think_changes_nothing(1);
    // the king may not stay attacked
    script.set_fen(2, "alice", 3, "k5/6/3r2/6/6/3K2 w - - 0 30", 58);
    script.refuse("alice", "makeMove", &["2", "11", "19"], illegal);
    script.finish()
}

fn games_of_a_player() -> String {
    let mut script = Script::new("many games side by side, each player's own");
    for id in 1..=7 {
        script.new_game(id, if id % 3 == 0 { "bob" } else { "alice" }, 3 + id as u8);
    }
    script.games("alice", 0, 10, &[7, 5, 4, 2, 1]);
    script.games("alice", 1, 2, &[5, 4]);
    script.games("alice", 4, 2, &[1]);
    script.games("alice", 5, 2, &[]);
    script.games("bob", 0, 10, &[6, 3]);
    script.games("carol", 0, 10, &[]);
    script.finish()
}

/// Positions that cost much gas a node: open boards full of pieces, the most moves first. Each search is given a whole
/// transaction's gas and more nodes than that pays for.
fn costly_positions() -> String {
    let mut script = Script::new("no call runs out of gas, whatever the position and the depth");
    let mut id = 0;
    for fen in BUSIEST {
        for depth in [3, 20] {
            id += 1;
            script.set_fen(id, "alice", depth, &format!("{fen} b - - 0 1"), 1);
            script.think_all_gas(id);
            if depth == 20 {
                script.think_all_gas(id);
            }
        }
    }
    for (fen, depth) in COSTLIEST {
        id += 1;
        script.set_fen(id, "alice", depth, &format!("{fen} b - - 0 1"), 1);
        script.think_all_gas(id);
        script.think_all_gas(id);
    }
    script.finish()
}

/// Gas of a search at depth 7, as measured on the production VM: what the call used, and the reserve at which the engine stops.
/// The searches are so short that they reserve no gas to store them.
/// A change that makes a node one percent more expensive fails here: the engine does not answer in the call.
const PRICES: [(&str, u64); 2] = [
    ("rbqknr/pppppp/6/3P2/PPP1PP/RBQKNR b - - 0 1", 88_500_000),
    ("3k2/1pr2p/p1n1p1/P1P3/1P2NP/2RK2 b - - 0 15", 61_300_000),
];

fn price_of_a_node() -> String {
    let mut script = Script::new("a node costs no more than it did");
    for ((fen, gas), id) in PRICES.into_iter().zip(1..) {
        script.set_fen(id, "alice", 7, fen, 1);
        script.think_within(id, gas);
    }
    script.finish()
}

/// Boards full of pieces. Each had the most moves for Black among 20,000 random placements of its
/// pieces.
const BUSIEST: [&str; 6] = [
    "Qq2Q1/qQ1qQK/2q3/4Q1/kq4/2Qq2",
    "qQQq2/Q1q1Qq/Q2Q2/qqqQ1Q/kq1qQK/1q1qQQ",
    "kqqRR1/4q1/qRq3/2qR2/5q/1K2RR",
    "NNN2k/2NnN1/nnnN2/nn1nNn/NNnNn1/1N1n1K",
    "3q2/1p3p/Q1Pq1p/QK1PPP/P1p1kp/1Q2q1",
    "2r3/pBbRPq/PPP1Pr/Qp1Knk/PpNppp/2R3",
];

/// The positions that hill climbing found to use the most gas between two checks of the gas, with the depth.
const COSTLIEST: [(&str, u8); 6] = [
    ("Q5/Qn1k2/1RR3/Q2n2/n1R1Q1/QK1RQN", 20),
    ("4KQ/N5/3qQ1/QBk3/4Q1/2NQ2", 20),
    ("1b2n1/PkPRK1/R5/QnrqQp/1Q1pRr/qbNqBB", 20),
    ("1Q1N2/1Rb1k1/Q1BR2/QQQ1q1/Q4Q/1K4", 20),
    ("Rqq1B1/R1BPnK/BqkN1b/Q2N1n/2r1Qp/rR1r2", 3),
    ("RR1rBr/1PRb1r/1k1Kp1/2RnQp/Qrb2N/Q1rbN1", 8),
];
