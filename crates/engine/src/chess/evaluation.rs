//! The evaluation of a thin endgame.

/// A side without pawns that is ahead by less than this does not win by material.
const NO_WIN: i32 = 400;

/// A thin endgame: the side ahead gains by kings that are near each other and by the other king near the edge, and does
/// not win with a minor piece alone.
pub(super) fn thin(
    value: i32,
    [black, white]: [u8; 2],
    [black_pawns, white_pawns]: [u64; 2],
) -> i32 {
    let pawns = if value > 0 { white_pawns } else { black_pawns };
    if value.abs() < NO_WIN && pawns == 0 {
        return value / 8;
    }
    let rows = (white >> 3).abs_diff(black >> 3);
    let files = (white & 7).abs_diff(black & 7);
    let far = |place: u8| (2 * place as i32 - 7).abs();
    let behind = if value > 0 { black } else { white };
    let edge = far(behind >> 3) + far(behind & 7);
    value + ((14 - rows as i32 - files as i32) * 6 + edge * 6) * value.signum()
}

#[cfg(test)]
mod tests {
    use super::super::Game;
    use super::super::geometry::Position;
    use crate::root::Root;

    #[test]
    fn the_start_has_all_pieces_and_the_full_phase() {
        let game = Game::start();
        let sum = game.board().sum();
        assert_eq!((sum.count(), sum.phase()), (32, 24));
        assert_eq!(Position::correction(&game.board().network()), 0);
    }

    /// The same board with colours and sides exchanged has the same value to the side to move.
    #[test]
    fn both_sides_are_valued_alike() {
        for (white, black) in [
            (
                "r1bq1rk1/pp3ppp/2n1pn2/2bp4/8/1P2PN2/PB1P1PPP/RN1QKB1R w KQ - 0 8",
                "rn1qkb1r/pb1p1ppp/1p2pn2/8/2BP4/2N1PN2/PP3PPP/R1BQ1RK1 b kq - 0 8",
            ),
            (
                "8/5k2/1P4p1/8/4K3/7r/1R6/8 w - - 0 1",
                "8/1r6/7R/4k3/8/1p4P1/5K2/8 b - - 0 1",
            ),
        ] {
            let value = |fen: &str| {
                let game = Game::new(fen.parse().unwrap());
                let board = game.board();
                let sum = board.sum().plus(Position::correction(&board.network()));
                board.evaluate(board.side, sum)
            };
            assert_eq!(value(white), value(black));
        }
    }
}
