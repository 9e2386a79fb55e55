//! The accuracy of a side's moves in a game, by the formulas that lichess has published
//! (<https://lichess.org/page/accuracy>).

use chess_rules::Move;
use serde::Serialize;

/// The highest value, which a mate also has, in hundredths of a pawn.
pub const MOST: i32 = 1_000;

/// The least and the most positions in a window of a game's volatility, which has a tenth of all
/// positions.
const WINDOW: (usize, usize) = (2, 8);

/// The least and the greatest weight of a move, which is the volatility of the game around it.
const WEIGHT: (f64, f64) = (0.5, 12.0);

/// A judge's verdict on a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// Its value to White in hundredths of a pawn, from −1,000 to 1,000.
    pub worth: i32,
    /// The move that the judge would play; `None` if the game is over there, or unjudged.
    pub best: Option<Move>,
    /// The judge failed here: the value is that of the position before.
    pub unjudged: bool,
}

/// The accuracy of a side's moves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Side {
    /// From 0 to 100.
    pub accuracy: f64,
    /// The average loss of a move, in hundredths of a pawn.
    pub average_loss: f64,
    /// The number of moves that were the judge's first choice.
    pub first_choices: u32,
    /// The number of moves, at least one.
    pub moves: u32,
}

/// The chance to win, in percent, with this advantage in hundredths of a pawn.
pub fn win_percent(centipawns: i32) -> f64 {
    let centipawns = f64::from(centipawns.clamp(-MOST, MOST));
    50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * centipawns).exp()) - 1.0)
}

/// A move's accuracy by the mover's chances before and after it, from 0 to 100.
pub fn of_move(win_before: f64, win_after: f64) -> f64 {
    let accuracy = 103.1668 * (-0.043_54 * (win_before - win_after)).exp() - 3.1669;
    accuracy.clamp(0.0, 100.0)
}

/// The accuracy of White's and Black's moves in a whole game. `judged`: the verdict on each position, one
/// more than moves. A move next to an unjudged position does not count. `None` for a side without
/// moves that count.
pub fn sides(judged: &[Judgement], moves: &[Move]) -> [Option<Side>; 2] {
    let wins: Vec<f64> = judged.iter().map(|one| win_percent(one.worth)).collect();
    let weights = weights(&wins);
    [0, 1].map(|side| {
        let sign = 1 - 2 * side as i32;
        let steps = judged.windows(2).zip(moves).zip(wins.windows(2));
        let steps = steps.zip(&weights).skip(side).step_by(2);
        let steps =
            steps.filter(|(((positions, _), _), _)| positions.iter().all(|it| !it.unjudged));
        let counted = steps.map(|(((positions, played), wins), weight)| Counted {
            accuracy: match side {
                0 => of_move(wins[0], wins[1]),
                _ => of_move(100.0 - wins[0], 100.0 - wins[1]),
            },
            weight: *weight,
            loss: f64::from(0.max(sign * (positions[0].worth - positions[1].worth))),
            is_first_choice: positions[0].best == Some(*played),
        });
        of_side(&counted.collect::<Vec<_>>())
    })
}

/// A move that counts.
struct Counted {
    accuracy: f64,
    weight: f64,
    /// In hundredths of a pawn.
    loss: f64,
    is_first_choice: bool,
}

/// A game's accuracy lies halfway between the mean by weight and the harmonic mean.
fn of_side(moves: &[Counted]) -> Option<Side> {
    let count = moves.len() as f64;
    let sum = |part: fn(&Counted) -> f64| moves.iter().map(part).sum::<f64>();
    let weighted = sum(|one| one.accuracy * one.weight) / sum(|one| one.weight);
    let harmonic = count / sum(|one| 1.0 / one.accuracy.max(1.0));
    (!moves.is_empty()).then(|| Side {
        accuracy: (weighted + harmonic) / 2.0,
        average_loss: sum(|one| one.loss) / count,
        first_choices: moves.iter().filter(|one| one.is_first_choice).count() as u32,
        moves: moves.len() as u32,
    })
}

/// Each move's weight: the variation of White's chances in the window of positions that ends with the
/// move. The first moves share the first window.
fn weights(wins: &[f64]) -> Vec<f64> {
    let moves = wins.len().saturating_sub(1);
    let size = (moves / 10).clamp(WINDOW.0, WINDOW.1);
    let weight = |at: usize| {
        let window = &wins[(at + 2).saturating_sub(size)..];
        let window = &window[..size.min(window.len())];
        let count = window.len() as f64;
        let mean = window.iter().sum::<f64>() / count;
        let squares = window.iter().map(|win| (win - mean).powi(2));
        let deviation = (squares.sum::<f64>() / count).sqrt();
        deviation.clamp(WEIGHT.0, WEIGHT.1)
    };
    (0..moves).map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, want: f64) {
        assert!((found - want).abs() < 5e-4, "{found} isn't {want}");
    }

    /// By hand: 100 / (1 + e^(-0.00368208 · 100)) and so on.
    #[test]
    fn chances_and_accuracies() {
        near(win_percent(0), 50.0);
        near(win_percent(100), 59.1026);
        near(win_percent(-100), 40.8974);
        near(win_percent(30_000), 97.5447);
        near(of_move(50.0, 50.0), 99.9999);
        near(of_move(50.0, 40.0), 63.5826);
        near(of_move(40.0, 50.0), 100.0);
        near(of_move(97.5, 2.5), 0.0);
    }

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ').map(|mv| mv.parse().unwrap()).collect()
    }

    #[test]
    fn each_side_has_its_own_moves() {
        let best = |text: &str| text.parse().ok();
        let judged = [(20, "e2e4"), (20, "e7e5"), (-80, "g1f3"), (-30, "b8c6")];
        let judged = judged.map(|(worth, mv)| Judgement {
            worth,
            best: best(mv),
            unjudged: false,
        });
        // White: nothing lost, then 0 again; Black: 0
        let [white, black] = sides(&judged, &moves("e2e4 g7g5 g1f3"));
        let (white, black) = (white.unwrap(), black.unwrap());
        assert_eq!((white.moves, white.first_choices), (2, 2));
        assert_eq!((black.moves, black.first_choices), (1, 0));
        near(white.average_loss, 0.0);
        near(white.accuracy, 100.0);
        near(black.average_loss, 0.0);
        let [white, black] = sides(&judged[1..], &moves("e2e4 e7e5"));
        assert_eq!(white.unwrap().average_loss, 100.0);
        assert_eq!(black.unwrap().average_loss, 50.0);
        assert_eq!(sides(&judged[..1], &[]), [None, None]);
        // both moves next to an unjudged position don't count
        let mut judged = judged;
        judged[2].unjudged = true;
        let [white, black] = sides(&judged, &moves("e2e4 g7g5 g1f3"));
        assert_eq!((white.map(|side| side.moves), black), (Some(1), None));
    }

    /// The page's computation reads the same file (dapp/src/analysis/stockfish/accuracy.test.ts).
    #[test]
    fn a_whole_game_has_the_pages_accuracy() {
        let game: serde_json::Value =
            serde_json::from_str(include_str!("accuracy.json")).expect("JSON");
        let judged = game["judged"].as_array().unwrap().iter();
        let judged = judged.map(|one| Judgement {
            worth: one["worth"].as_i64().unwrap() as i32,
            best: one["best"].as_str().map(|best| best.parse().unwrap()),
            unjudged: false,
        });
        let moves = moves(game["moves"].as_str().unwrap());
        let found = sides(&judged.collect::<Vec<_>>(), &moves);
        for (found, wanted) in found.iter().zip(game["sides"].as_array().unwrap()) {
            let found = serde_json::json!(found);
            for (name, wanted) in wanted.as_object().unwrap() {
                let (found, wanted) = (found[name].as_f64(), wanted.as_f64().unwrap());
                assert!((found.unwrap() - wanted).abs() < 1e-9, "{name}");
            }
        }
    }
}
