//! Every view, and what it answers.

use super::File;
use super::games::*;
use crate::*;

pub fn all() -> Vec<File> {
    vec![
        ("views".into(), views()),
        ("players-games".into(), players_games()),
    ]
}

fn views() -> Scenario {
    let mut s = Scenario::ready("every view", Wager::Token, Rule::Forfeit);
    s.epoch(7);
    s.view("isPaused", &[], &[""]);
    s.view("getWagerTokenId", &[], &[&format!("str:{TOKEN}")]);
    s.view("getWagerAmount", &[], &["2,500"]);
    s.view("getIllegalMoveRule", &[], &[""]);
    s.view("getIsPlayerWaitingOpt", &[], &[""]);
    s.view("getGames", &[], &[]);
    s.view("getGameCount", &[], &[""]);
    s.start(ALICE, BOB).shows(1);
    s.fen(
        1,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    );
    s.play(1, BREYER).shows(1);
    s.fen(
        1,
        "r1bq1rk1/2pnbppp/p2p1n2/1p2p3/3PP3/1BP2N1P/PP3PP1/RNBQR1K1 w - - 1 11",
    );
    s.legal_moves(1, BREYER_MOVES);
    // each promotion counts; en passant only if it is legal
    s.start(ALICE, BOB)
        .play(2, "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6");
    s.legal_moves(
        2,
        "b7a8q b7a8r b7a8b b7a8n b2b4 b2b3 c2c4 c2c3 d2d4 d2d3 e2e4 e2e3 f2f4 f2f3 g2g4 g2g3 h2h4 \
         h2h3 a1a8 a1a7 a1a6 a1a5 a1a4 a1a3 a1a2 b1a3 b1c3 g1f3 g1h3",
    );
    s.start(ALICE, BOB).play(3, "e2e4 a7a6 e4e5 d7d5");
    s.legal_moves(
        3,
        "e5d6 e5e6 a2a4 a2a3 b2b4 b2b3 c2c4 c2c3 d2d4 d2d3 f2f4 f2f3 g2g4 g2g3 h2h4 h2h3 b1a3 b1c3 \
         d1h5 d1g4 d1f3 d1e2 e1e2 f1a6 f1b5 f1c4 f1d3 f1e2 g1f3 g1h3 g1e2",
    );
    // out of check
    s.start(ALICE, BOB)
        .play(4, "e2e4 f7f6 d1h5")
        .legal_moves(4, "g7g6");
    s.view("getGameCount", &[], &["4"]);
    let games: Vec<String> = (1..=4).map(|id| s.shown(id)).collect();
    let all: Vec<&str> = games.iter().map(String::as_str).collect();
    s.view("getGames", &[], &all);
    for (first, count, from, to) in [
        ("1", "4", 0, 4),
        ("1", "2", 0, 2),
        ("3", "2", 2, 4),
        ("4", "1,000", 3, 4),
        ("0", "3", 0, 2),
        ("2", "4,294,967,295", 1, 4),
        ("1", "0", 0, 0),
        ("5", "10", 0, 0),
        ("4,294,967,295", "4,294,967,295", 0, 0),
    ] {
        s.view("getGamesPage", &[first, count], &all[from..to]);
    }
    for view in [
        "getGame",
        "getBoard",
        "getDrawOffer",
        "getMoves",
        "getLegalMoves",
        "getFen",
        "getStateHash",
        "getClaims",
    ] {
        for id in ["0", "5", "4,294,967,295"] {
            s.view_fails(view, &[id], "no such game");
        }
        s.view_fails(view, &[], WRONG_ARGUMENTS);
        s.view_fails(view, &["1", "1"], WRONG_ARGUMENTS);
        s.view_fails(
            view,
            &["0x0100000000"],
            "argument decode error (game_id): input too long",
        );
    }
    for view in ["getScore", "getCredit"] {
        s.view(view, &[ALICE], &[""]);
        s.view_fails(
            view,
            &["str:alice"],
            "argument decode error (player): bad array length",
        );
    }
    s.end_by(BOB, "resign", 4, State::WhiteWon, Reason::Resignation);
    s.view("getScore", &[ALICE], &["2"]);
    s.view("getScore", &[BOB], &[""]);
    s.join(CAROL);
    s.check(7, &[(ALICE, 8), (BOB, 6), (CAROL, 9)], &[(ALICE, 2)]);
    s
}

fn players_games() -> Scenario {
    let mut s = Scenario::ready("a player's games, page by page", Wager::Egld, Rule::Forfeit);
    s.start(ALICE, BOB)
        .start(BOB, CAROL)
        .start(CAROL, ALICE)
        .start(ALICE, BOB);
    s.end_by(ALICE, "resign", 3, State::WhiteWon, Reason::Resignation);
    let games: Vec<String> = (1..=4).map(|id| s.shown(id)).collect();
    let page = |s: &mut Scenario, view: &str, args: [&str; 3], next: &str, ids: &[usize]| {
        let mut out = vec![next];
        out.extend(ids.iter().map(|id| games[id - 1].as_str()));
        s.view(view, &args, &out);
    };
    page(&mut s, "getPlayerGames", [ALICE, "0", "10"], "", &[4, 3, 1]);
    page(&mut s, "getPlayerGames", [ALICE, "0", "2"], "3", &[4, 3]);
    page(&mut s, "getPlayerGames", [ALICE, "3", "2"], "", &[1]);
    page(&mut s, "getPlayerGames", [ALICE, "1", "2"], "", &[]);
    page(&mut s, "getPlayerGames", [BOB, "0", "3"], "", &[4, 2, 1]);
    page(&mut s, "getPlayerGames", [CAROL, "0", "10"], "", &[3, 2]);
    page(&mut s, "getPlayerGames", [OWNER, "0", "10"], "", &[]);
    page(&mut s, "getOngoingGames", [ALICE, "0", "10"], "", &[4, 1]);
    page(&mut s, "getOngoingGames", [ALICE, "0", "2"], "3", &[4]);
    page(&mut s, "getOngoingGames", [ALICE, "3", "2"], "", &[1]);
    page(&mut s, "getOngoingGames", [CAROL, "0", "10"], "", &[2]);
    s.view_fails("getPlayerGames", &[ALICE, "9", "2"], "no such game");
    s.check(6, &[(ALICE, 7), (BOB, 7), (CAROL, 10)], &[(CAROL, 2)]);
    s
}
