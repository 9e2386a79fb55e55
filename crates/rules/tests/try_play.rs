//! Why a move isn't legal, in each case.

use chess_rules::{IllegalMove, Position};

fn refusal(fen: &str, m: &str) -> IllegalMove {
    let mut position: Position = fen.parse().expect("a position");
    let before = position.clone();
    let error = position.try_play(m.parse().expect("a move"));
    assert_eq!(position, before, "{m}");
    error.expect_err("an illegal move")
}

#[test]
fn each_reason() {
    let pinned = "4r2k/P7/8/8/8/8/4N3/4K3 w - - 0 1";
    for (m, expected) in [
        ("e4e5", IllegalMove::NoPiece),
        ("e8e7", IllegalMove::NoPiece),
        ("e1e3", IllegalMove::CannotGo),
        ("a7b8q", IllegalMove::CannotGo),
        ("a7a8", IllegalMove::PromotionMissing),
        ("e1d1q", IllegalMove::NoPromotion),
        ("e2c3", IllegalMove::KingAttacked),
    ] {
        assert_eq!(refusal(pinned, m), expected, "{m}");
    }
}

#[test]
fn each_reason_is_said() {
    for (error, words) in [
        (IllegalMove::NoPiece, "no piece"),
        (IllegalMove::CannotGo, "can't go"),
        (IllegalMove::PromotionMissing, "q, r, b or n"),
        (IllegalMove::NoPromotion, "nothing promotes"),
        (IllegalMove::KingAttacked, "king"),
    ] {
        assert!(error.to_string().contains(words), "{error}");
    }
}
