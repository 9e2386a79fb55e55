//! Writes the scenario files: whole games as the engine plays them natively, so that the three machines must play the same.

mod board;
mod script;
mod steps;

use board::Script;
use chess_engine::Outcome;
use chess_engine::chess::{Game, Search, move_to_rules};

/// All files: name and text.
pub fn all() -> Vec<(&'static str, String)> {
    vec![
        ("player-mates", player_mates()),
        ("engine-plays-white", engine_plays_white()),
        ("special-moves", special_moves()),
        ("draws", draws()),
        ("thinking-goes-on", thinking_goes_on()),
        ("refused-calls", refused_calls()),
        ("games-and-levels", games_and_levels()),
        ("costly-positions", costly_positions()),
        ("price-of-a-node", price_of_a_node()),
    ]
}

/// The engine's own choice with this number of nodes.
fn choose(game: &Game, nodes: u32) -> String {
    let mut search = Search::new(game, chess_engine::MAX_DEPTH).expect("a game that goes on");
    search.run(nodes, |_| false);
    move_to_rules(search.answer().best).to_string()
}

/// Plays to the end of the game; the player searches `nodes` nodes a move.
fn play_out(script: &mut Script, id: u32, nodes: u32) -> Outcome {
    while script.game(id).outcome() == Outcome::Ongoing {
        let mv = choose(script.game(id), nodes);
        script.make_move(id, &mv);
    }
    script.game(id).outcome()
}

fn player_mates() -> String {
    let mut script = Script::new("the player mates the engine at level 1");
    let fen = "3k4/8/8/8/8/8/4Q3/R3K3 w Q - 0 1";
    script.new_game(1, "alice", 1, 0, fen);
    assert_eq!(play_out(&mut script, 1, 4_000), Outcome::WhiteWins);
    let over = "the game is over";
    script.refuse("alice", "makeMove", &["1", "60", "61"], over);
    script.refuse("alice", "moveNow", &["1"], over);
    script.think_changes_nothing(1);
    script.finish()
}

fn engine_plays_white() -> String {
    let mut script = Script::new("the engine has White, begins at once and mates");
    script.new_game(1, "alice", 1, 1, "");
    for _ in 0..4 {
        let mv = choose(script.game(1), 200);
        script.make_move(1, &mv);
    }
    script.new_game(2, "bob", 2, 1, "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
    assert_eq!(play_out(&mut script, 2, 100), Outcome::WhiteWins);
    script.finish()
}

fn special_moves() -> String {
    let mut script = Script::new("castling, en passant and promotion, by both sides");
    script.new_game(1, "alice", 1, 0, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    script.make_move(1, "e1c1");
    script.new_game(2, "alice", 1, 1, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    script.make_move(2, "e8g8");
    script.new_game(3, "alice", 1, 0, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    script.make_move(3, "e5d6");
    script.new_game(4, "alice", 1, 0, "4k3/P7/8/8/8/8/p6P/4K3 w - - 0 1");
    script.make_move(4, "a7a8n");
    // the engine's pawn also promotes
    script.new_game(5, "bob", 1, 0, "8/8/4k3/8/8/8/p6P/4K3 w - - 0 1");
    script.make_move(5, "h2h3");
    assert!(script.game(5).rules().fen().to_string().contains('q'));
    // named or not, a queen
    script.new_game(6, "bob", 1, 0, "8/P7/4k3/8/8/8/7P/4K3 w - - 0 1");
    script.make_move(6, "a7a8q");
    script.finish()
}

fn draws() -> String {
    let mut script = Script::new("every way a game is drawn");
    let mut id = 0;
    let mut from = |script: &mut Script, fen: &str, moves: &[&str], outcome: u8| {
        id += 1;
        script.new_game(id, "alice", 1, 0, fen);
        for mv in moves {
            script.make_move(id, mv);
        }
        assert_eq!(script.game(id).outcome().code(), outcome, "{fen}");
    };
    from(&mut script, "k7/8/1K6/8/8/8/2Q5/8 w - - 0 60", &["c2c7"], 3);
    from(&mut script, "7k/8/8/8/8/8/r7/1K6 w - - 0 60", &["b1a2"], 4);
    from(&mut script, "7k/8/8/8/8/8/R7/4K3 w - - 99 90", &["a2a3"], 6);
    // a rook down, the engine comes back to a position for the third time
    let shuffle = ["e1e2", "e2e1", "e1e2", "e2e1", "e1e2", "e2e1"];
    script.new_game(4, "bob", 1, 0, "k7/8/8/8/8/8/1R6/4K3 w - - 0 60");
    for mv in shuffle.iter().cycle().take(12) {
        if script.game(4).outcome() == Outcome::Ongoing {
            script.make_move(4, mv);
        }
    }
    assert_eq!(script.game(4).outcome().code(), 5);
    script.finish()
}

fn thinking_goes_on() -> String {
    let anothers = "this game belongs to another player";
    let mut script = Script::new("a search goes on in calls by anyone");
    let fen = "r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6";
    // the engine searches while the gas lasts: on machines that don't count it, to the end
    script.new_game(1, "alice", 2, 0, fen);
    script.make_move(1, "f1d3");
    script.new_game(2, "bob", 3, 0, fen);
    script.make_move(2, "a2a3");
    script.refuse("bob", "makeMove", &["1", "51", "35"], anothers);
    script.set_thinking(3, "alice", 4, fen, "c4d5");
    let message = "the engine moves next: call think or moveNow";
    script.refuse("alice", "makeMove", &["3", "51", "35"], message);
    script.refuse("bob", "moveNow", &["3"], anothers);
    for nodes in [1, 1_000, 7, 3_000] {
        script.think(3, "carol", nodes);
    }
    script.set_thinking(4, "bob", 5, fen, "b2b3");
    script.think(4, "alice", 700);
    while script.is_thinking(3) {
        script.think(3, "bob", 8_000);
    }
    script.think_changes_nothing(3);
    script.move_now(4);
    // with what the last search of the game found
    let mv = choose(script.game(3), 500);
    script.set_move(3, &mv);
    for nodes in [900, 3, 5_000] {
        script.think(3, "bob", nodes);
    }
    script.think(3, "carol", 30_000);
    script.think_changes_nothing(3);
    script.finish()
}

fn refused_calls() -> String {
    let mut script = Script::new("calls that are refused, word for word");
    let level = "there is no such level: see getLevels";
    let side = "the side is 0 (White) or 1 (Black)";
    let fen = "the position is no FEN of a legal position";
    let anothers = "this game belongs to another player";
    let nothing = "this move does not promote";
    let away = "the piece cannot go there";
    let from = "from is no square (a8 = 0, h1 = 63)";
    let to = "to is no square (a8 = 0, h1 = 63)";
    let promotion = "the promotion is a number from 1 to 4";
    let piece = "no piece of yours stands there";
    let none = "there is no game with this id";
    for number in ["0", "7", "255"] {
        script.refuse("alice", "newGame", &[number, "0"], level);
    }
    script.refuse("alice", "newGame", &["1", "2"], side);
    for text in [
        "str:8/8 w - - 0 1",
        "0xff",
        // the side to move could capture the king
        "str:4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "str:4k3/8/8/8/8/8/8/8 w - - 0 1",
        // more pieces than any game has
        "str:6bk/6pp/QQQQQQQQ/QQQQQQQQ/Q7/8/8/K7 w - - 0 1",
    ] {
        script.refuse("alice", "newGame", &["1", "0", text], fen);
    }
    let over = "the game would be over in this position";
    let bare = ["1", "0", "str:4k3/8/8/8/8/8/8/4K3 w - - 0 1"];
    script.refuse("alice", "newGame", &bare, over);
    script.new_game(1, "alice", 1, 0, "");
    script.refuse("alice", "makeMove", &["2", "52", "36"], none);
    script.refuse("bob", "makeMove", &["1", "52", "36"], anothers);
    script.refuse("alice", "makeMove", &["1", "64", "36"], from);
    script.refuse("alice", "makeMove", &["1", "52", "255"], to);
    script.refuse("alice", "makeMove", &["1", "36", "28"], piece);
    script.refuse("alice", "makeMove", &["1", "12", "28"], piece);
    script.refuse("alice", "makeMove", &["1", "52", "28"], away);
    script.refuse("alice", "makeMove", &["1", "52", "36", "1"], nothing);
    script.refuse("alice", "makeMove", &["1", "52", "36", "5"], promotion);
    script.refuse_what_is_no_players();
    script.refuse_payments(&[("newGame", &["1", "0"]), ("think", &["1"])]);
    script.refuse_view("getFen", &["9"], none);
    script.refuse_view("suggestMove", &["1", "9", "100"], level);
    let state = "this state belongs to another search";
    script.refuse_view("suggestMove", &["1", "1", "100", "0x0102"], state);
    script.refuse_view("suggestMoveFor", &["str:x", "1", "100"], fen);
    script.think_changes_nothing(1);
    // the king may not stay attacked
    script.new_game(2, "alice", 1, 0, "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 30");
    let attacked = "your king would be attacked";
    script.refuse("alice", "makeMove", &["2", "60", "51"], attacked);
    script.finish()
}

fn games_and_levels() -> String {
    let mut script = Script::new("games side by side, each player's own, and the levels");
    for id in 1..=5 {
        let player = if id % 3 == 0 { "bob" } else { "alice" };
        script.new_game(id, player, id as u8, 0, "");
    }
    script.games("alice", 0, 10, &[5, 4, 2, 1]);
    script.games("alice", 1, 2, &[4, 2]);
    script.games("bob", 0, 10, &[3]);
    script.games("carol", 0, 10, &[]);
    let levels = enginechess::levels::NODES.map(|nodes| nodes.to_string());
    script.query("getLevels", &[], serde_json::json!(levels));
    script.finish()
}

/// Positions that cost much gas a node: open boards full of pieces, the most moves first. Each search is given a whole
/// transaction's gas and more nodes than that pays for.
fn costly_positions() -> String {
    let mut script = Script::new("no call runs out of gas, whatever the position and the level");
    for fen in [
        // 218 moves
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        "qqqqqqqk/qpppppp1/8/8/8/8/PPPPPPPQ/KQQQQQQQ b - - 0 1",
        "k1q1q1q1/1q1q1q1q/q1q1q3/8/8/3Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1K b - - 0 1",
        "r1n1k1n1/1n1n1n1n/n1n1n1n1/8/8/N1N1N1N1/1N1N1N1N/R1N1K1N1 b - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    ] {
        for level in [1, 6] {
            script.think_all_gas(level, fen);
        }
    }
    script.finish()
}

/// Gas of a search at level 3 (4,000 nodes) after a move, as measured on the production VM: what the call used, and the reserve at
/// which the engine stops. A change that makes a node one percent more expensive fails here: the engine does not answer in the call.
const PRICES: [(&str, &str, u64); 3] = [
    (
        "r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6",
        "f1d3",
        111_500_000,
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "e1g1",
        112_500_000,
    ),
    (
        "8/5pk1/4p1p1/1p1pP3/3P1P2/1P4P1/r4K2/4R3 w - - 0 40",
        "f2f3",
        105_500_000,
    ),
];

fn price_of_a_node() -> String {
    let mut script = Script::new("a node costs no more than it did");
    for ((fen, mv, gas), id) in PRICES.into_iter().zip(1..) {
        script.set_thinking(id, "alice", 3, fen, mv);
        script.think_within(id, gas);
    }
    // Level 4 takes most of a call's gas, and what is left would not pay for keeping the search: it is not cut off to be kept.
    let [(fen, mv, _), ..] = PRICES;
    script.set_thinking(PRICES.len() as u32 + 1, "alice", 4, fen, mv);
    script.think_within(PRICES.len() as u32 + 1, 600_000_000);
    script.finish()
}
