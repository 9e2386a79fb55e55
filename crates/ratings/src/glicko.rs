//! A rating, and how the results of a period change it.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// Below this deviation a rating isn't provisional; lichess's number.
const PROVISIONAL: f64 = 110.0;

/// The lowest and the highest rating, as on lichess.
const RATINGS: (f64, f64) = (400.0, 4_000.0);

/// The highest volatility, as on lichess.
const VOLATILITY: f64 = 0.1;

/// The system's constants by Glickman's example.
const CONFIG: Glicko2Config = Glicko2Config {
    tau: 0.5,
    convergence_tolerance: 0.000_001,
};

/// A player's strength by Glicko-2.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// From 400 to 4000.
    #[serde(with = "bits")]
    pub rating: f64,
    /// In about 95 of 100 cases the strength is within twice this of the rating; at most 350.
    #[serde(with = "bits")]
    pub deviation: f64,
    /// How much the strength is expected to change; at most 0.1.
    #[serde(with = "bits")]
    pub volatility: f64,
}

impl Rating {
    /// Before the first game.
    pub const NEW: Rating = Rating {
        rating: 1_500.0,
        deviation: 350.0,
        volatility: 0.06,
    };

    /// Whether too few games stand behind it: it is shown with a question mark.
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// After a period of `rounds` rounds against one opponent in which the player scored `points`
    /// points: a win counts 2, a draw 1. `points` is at most twice the rounds.
    ///
    /// In a period the results against one opponent count by their sum alone, so the fewest
    /// draws possible are assumed.
    pub fn after(&self, opponent: &Rating, rounds: u16, points: u16) -> Rating {
        let (rounds, points) = (usize::from(rounds), usize::from(points));
        let (wins, draws) = (points / 2, points % 2);
        let losses = rounds.saturating_sub(wins + draws);
        let opponent = opponent.as_glicko();
        let results: Vec<_> = [
            (Outcomes::WIN, wins),
            (Outcomes::DRAW, draws),
            (Outcomes::LOSS, losses),
        ]
        .into_iter()
        .flat_map(|(outcome, count)| std::iter::repeat_n((opponent, outcome), count))
        .collect();
        let new = glicko2_rating_period(&self.as_glicko(), &results, &CONFIG);
        Rating {
            rating: new.rating.clamp(RATINGS.0, RATINGS.1),
            deviation: new.deviation.min(Rating::NEW.deviation),
            volatility: new.volatility.min(VOLATILITY),
        }
    }

    fn as_glicko(&self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
        }
    }
}

/// Numbers are stored to the last bit, so that every reader has the same.
mod bits {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
        number.to_bits().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        u64::deserialize(from).map(f64::from_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rating: f64, deviation: f64) -> Rating {
        Rating {
            rating,
            deviation,
            ..Rating::NEW
        }
    }

    /// The player of Glickman's example, one period a game: a win against 1400/30, a loss against
    /// 1550/100, a loss against 1700/300. The numbers are those of tests/glicko2.py, which follows
    /// the paper's steps and gives the paper's own results for its one period of three games.
    #[test]
    fn glickmans_player_game_by_game() {
        let table = include_str!("../tests/glicko2.csv").lines().skip(1);
        let mut player = of(1_500.0, 200.0);
        let mut games = 0;
        for line in table {
            let numbers: Vec<f64> = line.split(',').map(|n| n.parse().unwrap()).collect();
            let [rating, deviation, rounds, points, want @ ..] = &numbers[..] else {
                panic!("{line}");
            };
            player = player.after(&of(*rating, *deviation), *rounds as u16, *points as u16);
            let found = [player.rating, player.deviation, player.volatility];
            for (found, want) in found.iter().zip(want) {
                assert!((found - want).abs() < 1e-6, "{line}: {player:?}");
            }
            assert_eq!(want.len(), 3);
            games += 1;
        }
        assert_eq!(games, 5);
    }

    #[test]
    fn how_a_matchs_points_came_about_makes_no_difference() {
        let (player, opponent) = (of(1_620.0, 90.0), of(1_480.0, 60.0));
        let period = |results: &[Outcomes]| {
            let opponent = opponent.as_glicko();
            let results: Vec<_> = results.iter().map(|result| (opponent, *result)).collect();
            glicko2_rating_period(&player.as_glicko(), &results, &CONFIG)
        };
        let few_draws = player.after(&opponent, 4, 5);
        let many_draws = period(&[
            Outcomes::DRAW,
            Outcomes::WIN,
            Outcomes::DRAW,
            Outcomes::DRAW,
        ]);
        assert!((few_draws.rating - many_draws.rating).abs() < 1e-9);
        assert!((few_draws.deviation - many_draws.deviation).abs() < 1e-9);
        assert!((few_draws.volatility - many_draws.volatility).abs() < 1e-9);
    }

    #[test]
    fn numbers_stay_where_the_formulas_have_values() {
        let (mut high, mut low) = (Rating::NEW, Rating::NEW);
        for _ in 0..300 {
            let fresh = Rating::NEW;
            (high, low) = (high.after(&low, 100, 200), low.after(&fresh, 100, 0));
        }
        for rating in [
            high,
            low,
            high.after(&low, 100, 0),
            low.after(&high, 100, 200),
        ] {
            assert!((400.0..=4_000.0).contains(&rating.rating), "{rating:?}");
            assert!((0.1..=350.0).contains(&rating.deviation), "{rating:?}");
            assert!((0.0..=0.1).contains(&rating.volatility), "{rating:?}");
        }
        assert_eq!(low.rating, 400.0);
    }

    #[test]
    fn a_rating_is_provisional_until_it_is_known_well() {
        assert!(Rating::NEW.is_provisional());
        assert!(!of(1_500.0, 110.0).is_provisional());
    }
}
