//! The evaluation of a thin endgame.

/// A thin endgame: the side ahead gains by kings that are near each other.
pub(super) fn thin(value: i32, [black, white]: [u8; 2]) -> i32 {
    let rows = (white >> 3).abs_diff(black >> 3);
    let files = (white & 7).abs_diff(black & 7);
    value + (10 - rows as i32 - files as i32) * 4 * value.signum()
}

#[cfg(test)]
mod tests {
    use super::super::position::Position;

    #[test]
    fn the_start_has_all_pieces_and_the_full_phase() {
        let sum = Position::start().sum();
        assert_eq!((sum.count(), sum.phase()), (24, 16));
    }

    /// The same board with colours and sides exchanged has the same value to the side to move.
    #[test]
    fn both_sides_are_valued_alike() {
        let white = super::super::Game::from_fen("1k4/p1n3/6/3R2/PP4/K5 w - - 0 1").unwrap();
        let black = super::super::Game::from_fen("k5/pp4/3r2/6/P1N3/1K4 b - - 0 1").unwrap();
        let value = |game: &super::super::Game| {
            let position = game.position();
            position.evaluate(position.side, position.sum())
        };
        assert_eq!(value(&white), value(&black));
    }
}
