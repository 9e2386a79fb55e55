//! The points of a match. A round gives two to its winner, or one to each player if it is drawn.
//! They are always those of the player who is White in round 0: the other has the rest.

use chess_rules::Color;

/// The most rounds of a match.
pub const MAX_ROUNDS: u16 = 100;

/// The colour in this round of the player who is White in round 0.
pub fn first_color(round: u16) -> Color {
    match round % 2 {
        0 => Color::White,
        _ => Color::Black,
    }
}

/// The points that a round gives; `None`: it is drawn.
pub fn of_round(round: u16, winner: Option<Color>) -> u16 {
    match winner {
        None => 1,
        Some(color) if color == first_color(round) => 2,
        Some(_) => 0,
    }
}

/// Whether a match with the points `before` can have the points `after` when `rounds` more have
/// been played.
pub fn can_become(before: u16, after: u16, rounds: u16) -> bool {
    (before..=before + 2 * rounds).contains(&after)
}

/// A player's share at the end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Their points.
    pub points: u16,
    /// The stakes that they are paid: one for each point, and their own for each round that wasn't
    /// played.
    pub stakes: u16,
}

/// Both players' shares when `played` of a match's `rounds` were played, first that of the player
/// who is White in round 0 and has these points. `points` is at most twice `played`, and `played`
/// at most `rounds`.
pub fn shares(rounds: u16, played: u16, points: u16) -> [Share; 2] {
    [points, 2 * played - points].map(|points| Share {
        points,
        stakes: rounds - played + points,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULTS: [Option<Color>; 3] = [None, Some(Color::White), Some(Color::Black)];

    #[test]
    fn every_match_reaches_the_points_that_can_become_and_no_others() {
        for before in 0..=2 * MAX_ROUNDS {
            // the points that some results of the rounds played so far give
            let mut reached = [false; 4 * MAX_ROUNDS as usize + 3];
            reached[usize::from(before)] = true;
            for rounds in 0..=MAX_ROUNDS {
                for (after, is_reached) in reached.iter().enumerate() {
                    assert_eq!(can_become(before, after as u16, rounds), *is_reached);
                }
                let mut next = [false; 4 * MAX_ROUNDS as usize + 3];
                for points in (0..reached.len()).filter(|points| reached[*points]) {
                    for winner in RESULTS {
                        next[points + usize::from(of_round(rounds, winner))] |= true;
                    }
                }
                if rounds < MAX_ROUNDS {
                    reached = next;
                }
            }
        }
    }

    #[test]
    fn every_share_is_paid_from_the_stakes_and_none_is_left() {
        for rounds in 1..=MAX_ROUNDS {
            for played in 0..=rounds {
                for points in 0..=2 * played {
                    let [first, second] = shares(rounds, played, points);
                    assert_eq!(first.points + second.points, 2 * played);
                    assert_eq!(first.stakes + second.stakes, 2 * rounds);
                    // all that one wins is the other's
                    let won = i32::from(first.stakes) - i32::from(rounds);
                    assert_eq!(2 * won, i32::from(first.points) - i32::from(second.points));
                    assert_eq!(shares(rounds, played, second.points), [second, first]);
                }
            }
        }
    }

    #[test]
    fn a_round_gives_two_points_and_colours_change() {
        for round in 0..MAX_ROUNDS {
            assert_ne!(first_color(round), first_color(round + 1));
            let [drawn, white, black] = RESULTS.map(|winner| of_round(round, winner));
            assert_eq!((drawn, white + black), (1, 2));
            let own = of_round(round, Some(first_color(round)));
            assert_eq!(own, 2);
        }
    }
}
