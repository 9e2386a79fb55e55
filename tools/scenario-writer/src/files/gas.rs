//! The calls that `make gas` measures beside whole games: every endpoint and view, every kind of
//! move, by players without and with earlier games.

use super::File;
use super::games::*;
use crate::*;

pub fn all() -> Vec<File> {
    vec![
        ("gas/endpoints".into(), endpoints()),
        ("gas/moves".into(), moves()),
        ("gas/views".into(), views()),
    ]
}

fn endpoints() -> Scenario {
    let mut s = Scenario::gas("every endpoint, by fresh players and by ones with earlier games");
    s.epoch(100);
    // the first round is Alice's and Bob's first game
    for round in 0..2 {
        let game = |n: usize| round * 6 + n;
        s.start(ALICE, BOB).play(game(1), "e2e4 e7e5 f1c4");
        s.id("draw/offer").offer_draw(BOB, game(1));
        s.id("draw/accept").accept_draw(ALICE, game(1));
        s.start(BOB, CAROL).play(game(2), "d2d4");
        s.id("resign/out of turn");
        s.end_by(BOB, "resign", game(2), State::BlackWon, Reason::Resignation);
        s.start(CAROL, ALICE).play(game(3), "g1f3 d7d5");
        s.id("resign/on the own turn");
        s.end_by(
            CAROL,
            "resign",
            game(3),
            State::BlackWon,
            Reason::Resignation,
        );
        s.start(ALICE, BOB).play(game(4), "e2e4 f7f6 d1h5 a7a6");
        s.id("callIllegalMove/called");
        s.call_illegal_move(ALICE, game(4), State::WhiteWon);
        s.start(BOB, CAROL);
        s.play(game(5), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
        s.id("claimDraw/threefold repetition");
        s.end_by(
            BOB,
            "claimDraw",
            game(5),
            State::Drawn,
            Reason::ThreefoldRepetition,
        );
        s.start(CAROL, ALICE).play(game(6), "c2c4");
        s.epoch(102 + 10 * round as u64);
        s.id("signalInactivity/won");
        s.end_by(
            CAROL,
            "signalInactivity",
            game(6),
            State::WhiteWon,
            Reason::Inactivity,
        );
        s.join(CAROL).leave_queue(CAROL);
    }
    s.start(ALICE, BOB).start(BOB, CAROL);
    s.play(14, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    s.id("makeMoveAndClaim/threefold repetition");
    s.play_and_claim(14, "f6g8", Reason::ThreefoldRepetition);
    s.pause().epoch(200);
    s.end_by(ALICE, "reclaimWager", 13, State::Drawn, Reason::Pause);
    s.unpause();
    s
}

fn moves() -> Scenario {
    let mut s = Scenario::gas("every kind of move");
    // castling, check and mate by either colour
    s.start(ALICE, BOB)
        .play(1, "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8");
    s.start(ALICE, BOB)
        .play(2, "d2d4 d7d5 c1f4 c8f5 b1c3 b8c6 d1d2 d8d7 e1c1 e8c8");
    s.start(ALICE, BOB).play(3, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6");
    s.play_last(3, "h5f7", State::WhiteWon, Reason::Checkmate);
    s.start(ALICE, BOB).play(4, "f2f3 e7e5 g2g4");
    s.play_last(4, "d8h4", State::BlackWon, Reason::Checkmate);
    s.start(ALICE, BOB).play(
        5,
        "e2e4 d7d5 f1b5 c7c6 b5c6 b8c6 e4d5 d8d5 d1h5 d5e4 g1e2 e4e2",
    );
    // en passant by either colour, promotion to each piece
    s.start(ALICE, BOB)
        .play(6, "e2e4 a7a6 e4e5 d7d5 e5d6 g7g5 h2h3 g5g4 f2f4 g4f3");
    for (i, piece) in ["q", "r", "b", "n"].into_iter().enumerate() {
        let game = 7 + i;
        s.start(CAROL, BOB)
            .play(game, "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6");
        s.play(game, &format!("b7a8{piece}"));
        s.offer_draw(CAROL, game).accept_draw(BOB, game);
    }
    // the draws that end a game by themselves
    s.start(ALICE, BOB).play(11, STALEMATE);
    s.play_last(11, "c8e6", State::Drawn, Reason::Stalemate);
    s.start(ALICE, BOB);
    for _ in 0..3 {
        s.play(12, "g1f3 g8f6 f3g1 f6g8");
    }
    s.play(12, "g1f3 g8f6 f3g1");
    s.play_last(12, "f6g8", State::Drawn, Reason::FivefoldRepetition);
    s
}

fn views() -> Scenario {
    let mut s = Scenario::gas("every view");
    s.start(ALICE, BOB).play(1, BREYER);
    s.offer_draw(ALICE, 1).shows(1);
    s.view("getDrawOffer", &["1"], &[&format!("1|{ALICE}")]);
    s.legal_moves(1, BREYER_MOVES);
    s.view("getClaims", &["1"], &["u8:0|u8:0|u8:0"]);
    s.start(BOB, ALICE);
    s.view_any("getSnapshot", &["1", "0"]);
    s.view("getCredits", &[ALICE], &[]);
    s.join(CAROL);
    s.view("getIsPlayerWaitingOpt", &[], &[&format!("1|{CAROL}")]);
    s.view("isPaused", &[], &[""]);
    s.view("getWagerTokenId", &[], &["str:EGLD-000000"]);
    s.view("getWagerAmount", &[], &[&number(EGLD_WAGER)]);
    s.view("getScore", &[ALICE], &[""]);
    s.view("getCredit", &[ALICE], &[""]);
    s.view("getIllegalMoveRule", &[], &[""]);
    s.view("getGameCount", &[], &["2"]);
    let (first, second) = (s.shown(1), s.shown(2));
    s.view("getGames", &[], &[&first, &second]);
    s.view("getGamesPage", &["1", "10"], &[&first, &second]);
    s.view("getPlayerGames", &[BOB, "0", "10"], &["", &second, &first]);
    s.view(
        "getOngoingGames",
        &[ALICE, "0", "10"],
        &["", &second, &first],
    );
    s.accept_any(call(
        ALICE,
        "challenge",
        &["", "", "1|u32:180|u32:2", "1", ""],
    ));
    s.view_any("getOpenChallenges", &["0", "1"]);
    s.accept_any(call(ALICE, "cancelChallenge", &["3"]));
    s
}
