//! What moves are taken and what refused: castling, en passant, promotion, the king's safety under
//! both rules, and arguments of all sorts.

use super::File;
use super::games::*;
use crate::*;

/// The framework's words for a piece that doesn't exist, and for a number over 32 bits.
const PROMOTION: &str = "argument decode error (promotion): invalid value";
const GAME_ID: &str = "argument decode error (game_id): input too long";

pub fn all() -> Vec<File> {
    let mut files: Vec<File> = vec![
        ("castling".into(), castling()),
        ("castling-refused".into(), castling_refused()),
        ("en-passant".into(), en_passant()),
        ("promotion".into(), promotion()),
        ("moves-in-blocks".into(), moves_in_blocks()),
        ("forfeit".into(), forfeit()),
        ("reject".into(), reject()),
        ("two-bishops-play-on".into(), two_bishops()),
    ];
    for rule in Rule::BOTH {
        files.push((format!("moves-refused-{}", rule.name()), refused(rule)));
    }
    files
}

/// A ready scenario, and how games are started in it.
fn ready(name: &str, rule: Rule) -> Scenario {
    Scenario::ready(name, Wager::Egld, rule)
}

fn castling() -> Scenario {
    let mut s = ready("castling to both sides by both colours", Rule::Forfeit);
    s.start(ALICE, BOB)
        .play(1, "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8");
    s.fen(
        1,
        "rnbq1rk1/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQ1RK1 w - - 4 5",
    );
    s.shows(1);
    s.start(ALICE, BOB)
        .play(2, "d2d4 d7d5 c1f4 c8f5 b1c3 b8c6 d1d2 d8d7 e1c1 e8c8");
    s.fen(
        2,
        "2kr1bnr/pppqpppp/2n5/3p1b2/3P1B2/2N5/PPPQPPPP/2KR1BNR w - - 8 6",
    );
    s.shows(2);
    // the rook may be attacked, and on the long side it may cross an attacked square
    s.start(ALICE, BOB).play(
        3,
        "b2b3 b7b6 c1a3 c8a6 b1c3 b8c6 e2e3 e7e6 d1f3 d8f6 a3f8 a6f1",
    );
    s.play(3, "f3f6 g8f6 f8g7 f1g2 e1c1 h8g8 g7f6 g2h1");
    s.shows(3);
    s.check(6, &[(ALICE, 7), (BOB, 7)], &[]);
    s
}

fn castling_refused() -> Scenario {
    let mut s = ready("each reason to refuse castling", Rule::Forfeit);
    let mut game = 0;
    let mut refuse = |moves: &str, last: &str| {
        game += 1;
        s.start(ALICE, BOB)
            .play(game, moves)
            .refuse_move(game, last, CANNOT_GO);
        s.offer_draw(ALICE, game).accept_draw(BOB, game);
    };
    // pieces between: beside the king, beside the rook
    refuse("", "e1g1");
    refuse("e2e4 e7e5 f1c4 a7a6", "e1g1");
    refuse("d2d4 d7d5 c1f4 c8f5 d1d3 f5d3", "e1c1");
    refuse("d2d4 d7d5 c1f4 c8f5 d1d2 d8d7 a2a3", "e8c8");
    // an enemy's piece between
    refuse(
        "g1f3 a7a6 g2g3 a6a5 f1h3 b7b6 a2a3 c8a6 b2b3 a6e2 b3b4 e2f1",
        "e1g1",
    );
    // the king has moved, and is back
    refuse("g1f3 a7a6 g2g3 a6a5 f1h3 b7b6 e1f1 b6b5 f1e1 c7c6", "e1g1");
    // the rook has moved, and is back
    refuse("g1f3 a7a6 g2g3 a6a5 f1h3 b7b6 h1g1 b6b5 g1h1 c7c6", "e1g1");
    refuse(
        "a2a3 d7d5 a3a4 c8f5 b2b3 b8c6 b3b4 d8d7 c2c3 a8b8 c3c4 b8a8 d2d3",
        "e8c8",
    );
    // the rook was captured, and the other one stands there
    refuse(
        "a2a4 b7b6 h2h4 c8b7 g1f3 b7f3 a1a3 f3g2 a3h3 g2h1 b2b3 h1d5 h3h1 a7a6 f1h3 a6a5",
        "e1g1",
    );
    // in check
    refuse(
        "e2e4 e7e5 g1f3 d7d6 f1b5 c7c6 b5e2 d8a5 d2d3 a7a6 b1d2 b7b6 d2b3",
        "e8c8",
    );
    refuse("e2e4 e7e5 g1f3 d7d6 f1e2 d8h4 d2d3 h4f2", "e1g1");
    // through an attacked square
    refuse("e2e4 b7b6 g1f3 c8a6 f1a6 b8a6 d2d3 a6c5 e4e5 c5d3", "e1g1");
    refuse(
        "g1f3 b7b6 e2e3 c8a6 g2g3 a6f1 h2h3 f1g2 h3h4 g2f1 a2a3 f1a6 f3d4 h7h5",
        "e1g1",
    );
    // into an attacked square
    refuse("d2d4 g7g6 c1f4 f8h6 f4g3 a7a6 b1c3 a6a5 d1d3 a5a4", "e1c1");
    refuse("g1h3 e7e6 f2f4 f8c5 g2g3 a7a6 f1g2 a6a5", "e1g1");
    // the same for the other colour and side
    refuse(
        "g2g3 d7d5 f1h3 c8f5 a2a3 b8c6 b2b3 d8d6 c2c3 f5h3 d2d3 h3c8 c1f4 c8h3 f4d6 h3g4 d6c7",
        "e8c8",
    );
    let points = game as u64;
    s.check(0, &[], &[(ALICE, points), (BOB, points)]);
    s
}

fn en_passant() -> Scenario {
    let mut s = ready(
        "en passant, its expiry, and the king's safety",
        Rule::Forfeit,
    );
    s.start(ALICE, BOB).play(1, "e2e4 a7a6 e4e5 d7d5");
    s.fen(
        1,
        "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    );
    s.refuse_move(1, "e5f6", CANNOT_GO).play(1, "e5d6").shows(1);
    // by Black, to the other side
    s.play(1, "g8f6 d6c7 e7e5 c7b8q f6d5 h2h3 e5e4 f2f4");
    s.fen(
        1,
        "rQbqkb1r/1p3ppp/p7/3n4/4pP2/7P/PPPP2P1/RNBQKBNR b KQkq f3 0 7",
    );
    s.play(1, "e4f3").shows(1);
    // only by the very next move
    s.start(ALICE, BOB).play(2, "e2e4 a7a6 e4e5 d7d5 h2h3 h7h6");
    s.refuse_move(2, "e5d6", CANNOT_GO).play(2, "g2g4");
    // not after a single step to the same place
    s.start(ALICE, BOB).play(3, "e2e4 d7d6 e4e5 a7a6 h2h3 d6d5");
    s.refuse_move(3, "e5d6", CANNOT_GO);
    // not by another piece: the bishop goes there, and the pawn stays
    s.start(ALICE, BOB)
        .play(4, "d2d4 e7e6 c1f4 a7a6 h2h3 c7c5 h3h4 d8f6 f4d6 f6d4");
    s.shows(4);
    // the capturing pawn is pinned: no such capture
    s.start(ALICE, BOB)
        .play(5, "e2e4 e7e5 f2f4 e5f4 e4e5 d8e7 h2h3 d7d5");
    s.fen(
        5,
        "rnb1kbnr/ppp1qppp/8/3pP3/5p2/7P/PPPP2P1/RNBQKBNR w KQkq - 0 5",
    );
    s.refuse_move(5, "e5d6", CANNOT_GO).play(5, "f1e2");
    s.check(10, &[(ALICE, 5), (BOB, 5)], &[]);
    s
}

fn promotion() -> Scenario {
    let mut s = ready("promotion to each piece, by both colours", Rule::Forfeit);
    let white = "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6";
    let black = "h2h3 g7g5 a2a3 g5g4 b2b3 g4h3 c2c3 h3g2 a3a4";
    for (i, piece) in ["q", "r", "b", "n", ""].into_iter().enumerate() {
        let (id, from, to) = ((2 * i + 1).to_string(), "9", "0");
        s.start(ALICE, BOB).play(2 * i + 1, white);
        for promotion in ["5", "9", "255"] {
            let call = call(ALICE, "makeMove", &[&id, from, to, promotion]);
            s.refuse(call, PROMOTION);
        }
        s.play(2 * i + 1, &format!("b7a8{piece}")).shows(2 * i + 1);
        s.start(ALICE, BOB)
            .play(2 * i + 2, black)
            .play(2 * i + 2, &format!("g2h1{piece}"));
        s.shows(2 * i + 2);
        // the piece moves as what it is
        if piece == "n" {
            s.play(2 * i + 2, "b3b4")
                .refuse_move(2 * i + 2, "h1h2", CANNOT_GO)
                .play(2 * i + 2, "h1g3");
        }
        for game in [2 * i + 1, 2 * i + 2] {
            s.offer_draw(ALICE, game).accept_draw(BOB, game);
        }
    }
    s.check(0, &[], &[(ALICE, 10), (BOB, 10)]);
    s
}

fn moves_in_blocks() -> Scenario {
    let name = "no move is lost where one block of moves ends and the next begins";
    let mut s = ready(name, Rule::Reject);
    s.start(ALICE, BOB).play(1, NEARLY_A_BLOCK).shows(1);
    for text in BEYOND_THE_BLOCK {
        s.play(1, text).shows(1);
    }
    s.stores(first_block(1));
    s.offer_draw(BOB, 1).accept_draw(ALICE, 1).shows(1);
    s.check(0, &[], &[(ALICE, 1), (BOB, 1)]);
    s
}

fn forfeit() -> Scenario {
    let name = "rule forfeit: a king left attacked stands until it is called";
    let mut s = ready(name, Rule::Forfeit);
    s.view("getIllegalMoveRule", &[], &[""]);
    // the king stays in check; no king is ever captured; moving on gives the call up
    s.start(ALICE, BOB).play(1, "e2e4 f7f6 d1h5 a7a6").shows(1);
    s.refuse_move(1, "h5e8", CANNOT_GO);
    s.play(1, "h2h3 g7g6");
    s.refuse(call(ALICE, "callIllegalMove", &["1"]), NOT_ATTACKED);
    // castling out of check is no move of the king at all
    s.start(ALICE, BOB)
        .play(2, "e2e4 e7e5 g1f3 d7d6 f1e2 d8h4 d2d3 h4f2");
    s.refuse_move(2, "e1g1", CANNOT_GO).play(2, "h2h3");
    s.call_illegal_move(BOB, 2, State::BlackWon);
    // kings side by side, and neither takes the other
    s.start(ALICE, BOB)
        .play(3, "e2e4 e7e5 e1e2 e8e7 e2e3 e7e6 e3d4 e6d5 a2a3");
    s.refuse_move(3, "d5d4", CANNOT_GO);
    s.call_illegal_move(BOB, 3, State::BlackWon);
    // a mate that leaves the own king attacked ends nothing, and is called
    s.start(ALICE, BOB)
        .play(4, "f2f3 e7e5 b1c3 a7a6 g2g4 h7h6 c3d5 h6h5 d5c7 d8h4");
    s.shows(4).call_illegal_move(ALICE, 4, State::WhiteWon);
    // en passant: of two pawns the pinned one captures
    s.start(ALICE, BOB).play(
        5,
        "e2e4 e7e5 f2f4 e5f4 c2c4 a7a6 c4c5 a6a5 e4e5 d8e7 h2h3 d7d5",
    );
    s.play(5, "e5d6").shows(5);
    s.call_illegal_move(BOB, 5, State::BlackWon);
    s.check(2, &[(ALICE, 7), (BOB, 11)], &[(ALICE, 2), (BOB, 6)]);
    s
}

fn reject() -> Scenario {
    let name = "rule reject: a move that leaves the king attacked is refused";
    let mut s = ready(name, Rule::Reject);
    s.view("getIllegalMoveRule", &[], &["1"]);
    // out of check: not by any other move
    s.start(ALICE, BOB).play(1, "e2e4 f7f6 d1h5");
    s.refuse_move(1, "a7a6", KING_ATTACKED)
        .refuse_move(1, "e8f7", KING_ATTACKED);
    s.play(1, "g7g6").shows(1);
    s.refuse(call(ALICE, "callIllegalMove", &["1"]), NOT_ATTACKED);
    // a pinned piece
    s.start(ALICE, BOB).play(2, "e2e4 e7e5 f1b5 a7a6 b5c6");
    s.play(2, "b7c6 d2d3 f8b4")
        .refuse_move(2, "d3d4", KING_ATTACKED);
    s.refuse_move(2, "g1f3", KING_ATTACKED).play(2, "c2c3");
    // beside the other king
    s.start(ALICE, BOB)
        .play(3, "e2e4 e7e5 e1e2 e8e7 e2d3 e7d6 d3c4");
    s.refuse_move(3, "d6d5", KING_ATTACKED)
        .refuse_move(3, "d6c5", KING_ATTACKED);
    s.play(3, "d6c6").refuse_move(3, "c4b5", KING_ATTACKED);
    // en passant: of two pawns the pinned one may not
    s.start(ALICE, BOB).play(
        4,
        "e2e4 e7e5 f2f4 e5f4 c2c4 a7a6 c4c5 a6a5 e4e5 d8e7 h2h3 d7d5",
    );
    s.refuse_move(4, "e5d6", KING_ATTACKED)
        .play(4, "c5d6")
        .shows(4);
    // castling through check isn't a move of the king at all
    s.start(ALICE, BOB)
        .play(5, "e2e4 e7e5 g1f3 d7d6 f1e2 d8h4 d2d3 h4f2");
    s.refuse_move(5, "e1g1", CANNOT_GO).play(5, "e1f2");
    s.check(10, &[(ALICE, 5), (BOB, 5)], &[]);
    s
}

fn two_bishops() -> Scenario {
    let name = "king and two bishops play on; a bare king's claim is a draw";
    let mut s = ready(name, Rule::Forfeit);
    s.epoch(5).start(ALICE, BOB).play(1, TWO_BISHOPS).shows(1);
    s.play(1, "e6d6 d1d2 d6d5");
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    // White, who could mate, loses on time to a bare king: a draw (FIDE 6.9)
    s.epoch(7);
    s.end_by(BOB, "signalInactivity", 1, State::Drawn, Reason::Inactivity);
    s.shows(1);
    s.check(0, &[], &[(ALICE, 1), (BOB, 1)]);
    // the other way round the one with the bishops wins
    s.start(ALICE, BOB).play(2, TWO_BISHOPS).epoch(9);
    s.end_by(
        ALICE,
        "signalInactivity",
        2,
        State::WhiteWon,
        Reason::Inactivity,
    );
    s.check(0, &[(ALICE, 11), (BOB, 9)], &[(ALICE, 3), (BOB, 1)]);
    s
}

fn refused(rule: Rule) -> Scenario {
    let mut s = ready("moves and arguments that are refused", rule);
    s.start(ALICE, BOB);
    let bad = |s: &mut Scenario, arguments: &[&str], message: &str| {
        s.refuse(call(ALICE, "makeMove", arguments), message);
    };
    // games
    for game in ["0", "", "2", "1000", "4,294,967,295"] {
        bad(&mut s, &[game, "52", "36"], "no such game");
    }
    for game in ["4,294,967,296", "0x0100000001"] {
        bad(&mut s, &[game, "52", "36"], GAME_ID);
    }
    let long = format!("0x{}", "01".repeat(12));
    s.fail(
        call(ALICE, "makeMove", &[&long, "52", "36"]),
        10,
        "argument out of range",
    );
    // squares
    for (from, to) in [
        ("64", "36"),
        ("52", "64"),
        ("255", "36"),
        ("52", "255"),
        ("64", "64"),
    ] {
        bad(
            &mut s,
            &["1", from, to],
            "squares go from 0 (a8) to 63 (h1)",
        );
    }
    bad(
        &mut s,
        &["1", "256", "36"],
        "argument decode error (from): input too long",
    );
    bad(
        &mut s,
        &["1", "52", "0x0124"],
        "argument decode error (to): input too long",
    );
    // how many
    for arguments in [&[][..], &["1"], &["1", "52"]] {
        bad(&mut s, arguments, "too few arguments");
    }
    bad(&mut s, &["1", "52", "36", "0", "1"], "too many arguments");
    // a claim with a move
    let claim = |arguments| call(ALICE, "makeMoveAndClaim", arguments);
    s.refuse(claim(&["1", "52", "36", "0", "1"]), "too many arguments");
    s.refuse(claim(&["1", "52", "36", "5"]), PROMOTION);
    s.refuse(claim(&["1", "52", "36"]), NO_CLAIM);
    let bad = |s: &mut Scenario, arguments: &[&str], message: &str| {
        s.refuse(call(ALICE, "makeMove", arguments), message);
    };
    // promotions where nothing promotes
    for promotion in ["5", "9", "255"] {
        bad(&mut s, &["1", "52", "36", promotion], PROMOTION);
    }
    for promotion in ["1", "4"] {
        bad(
            &mut s,
            &["1", "52", "36", promotion],
            "nothing promotes there",
        );
    }
    bad(
        &mut s,
        &["1", "52", "36", "256"],
        "argument decode error (promotion): input too long",
    );
    // pieces
    bad(&mut s, &["1", "36", "28"], NO_PIECE);
    bad(&mut s, &["1", "12", "28"], NO_PIECE);
    bad(&mut s, &["1", "0", "8"], NO_PIECE);
    bad(&mut s, &["1", "52", "52"], CANNOT_GO);
    for m in [
        "e2e5", "e2d3", "e2f3", "e2e1", "a1a3", "a1b2", "b1d2", "b1b3", "c1a3", "c1c3", "d1d3",
        "d1h5", "d1f2", "e1e2", "e1e3", "e1g1", "e1c1", "h1h2",
    ] {
        s.refuse_move(1, m, CANNOT_GO);
    }
    // players
    s.refuse(call(BOB, "makeMove", &["1", "12", "28"]), "not your turn");
    s.refuse(call(BOB, "makeMove", &["1", "52", "36"]), "not your turn");
    s.refuse(
        call(CAROL, "makeMove", &["1", "52", "36"]),
        "you don't play this game",
    );
    s.refuse(
        call(OWNER, "makeMove", &["1", "52", "36"]),
        "you don't play this game",
    );
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    s.shows(1);
    // further on
    s.play(1, "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5");
    s.refuse(call(BOB, "makeMove", &["1", "28", "52"]), "not your turn");
    for m in ["c3c4", "d2d5", "d2c3", "f1h3"] {
        s.refuse_move(1, m, CANNOT_GO);
    }
    s.play(1, "g1e2");
    for m in ["e5e1", "e5h4", "e5c4"] {
        s.refuse_move(1, m, CANNOT_GO);
    }
    s.play(1, "b8c6");
    // the other endpoints of a game
    for function in [
        "draw",
        "claimDraw",
        "callIllegalMove",
        "signalInactivity",
        "resign",
    ] {
        for game in ["0", "2", "4,294,967,295"] {
            s.refuse(call(ALICE, function, &[game]), "no such game");
        }
        s.refuse(call(ALICE, function, &[]), WRONG_ARGUMENTS);
        s.refuse(call(ALICE, function, &["1", "1"]), WRONG_ARGUMENTS);
        s.refuse(call(ALICE, function, &["0x0100000000"]), GAME_ID);
        let message = match function {
            "signalInactivity" => STILL_TIME,
            _ => "you don't play this game",
        };
        s.refuse(call(CAROL, function, &["1"]), message);
    }
    s.refuse(call(ALICE, "reclaimWager", &["1"]), NO_LONG_PAUSE);
    s.refuse(call(ALICE, "reclaimWager", &[]), WRONG_ARGUMENTS);
    s.refuse(call(ALICE, "signalInactivity", &["1"]), STILL_TIME);
    s.refuse(call(ALICE, "withdraw", &[]), "nothing is owed to you");
    s.refuse(call(ALICE, "withdraw", &["1"]), WRONG_ARGUMENTS);
    s.refuse(call(ALICE, "leaveQueue", &["1"]), WRONG_ARGUMENTS);
    s.fail(
        call(ALICE, "castle", &["1"]),
        1,
        "invalid function (not found)",
    );
    s.shows(1);
    s.check(2, &[(ALICE, 9), (BOB, 9)], &[]);
    s
}
