//! Matches between two players from random openings.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use chess_engine::{BoardSearch, Outcome};

use crate::output::say;
use crate::player::{Choice, Player, Record, Seat};
use crate::random::Random;
use crate::variant::Variant;

/// The result of a match, as the first player sees it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The nodes of each of the first player's moves.
    pub nodes: [Vec<u32>; 2],
}

impl Score {
    /// The games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points per game: a draw is half a point.
    pub fn share(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// The variance of a game's points.
    fn variance(&self) -> f64 {
        let share = self.share();
        let squares = f64::from(self.wins) * (1.0 - share).powi(2)
            + f64::from(self.draws) * (0.5 - share).powi(2)
            + f64::from(self.losses) * share.powi(2);
        squares / f64::from(self.games().max(1))
    }

    /// The Elo difference that the share of points stands for, and the half width of its 95 % interval.
    pub fn elo(&self) -> (f64, f64) {
        let games = f64::from(self.games());
        let share = self.share();
        let error = 1.96 * (self.variance() / games).sqrt();
        let elo = |share: f64| -400.0 * (1.0 / share - 1.0).log10();
        let clamp = |share: f64| share.clamp(0.5 / games, 1.0 - 0.5 / games);
        (
            elo(clamp(share)),
            (elo(clamp(share + error)) - elo(clamp(share - error))) / 2.0,
        )
    }
}

/// Openings are searched to this depth.
const OPENING_DEPTH: u8 = 5;

/// Games from seeded random openings that are about even, each opening played twice with colours changed. `visit` hears of the
/// score after each pair of games, and says whether the match goes on.
///
/// # Errors
/// Where a program can't be asked, or plays an illegal move.
pub fn play_match<G: Variant>(
    a: &Player,
    b: &Player,
    games: u32,
    seed: u64,
    visit: impl FnMut(&Score) -> bool,
) -> Result<Score, String> {
    play_games::<G>([a, b], games, seed, visit, |_| Ok(()))
}

/// The same; `keep` gets each game that was played.
fn play_games<G: Variant>(
    players: [&Player; 2],
    games: u32,
    seed: u64,
    mut visit: impl FnMut(&Score) -> bool,
    mut keep: impl FnMut(&Record<G>) -> Result<(), String>,
) -> Result<Score, String> {
    let [a, b] = players;
    let mut seats = [Seat::take::<G>(a)?, Seat::take::<G>(b)?];
    let mut random = Random::new(seed);
    let mut score = Score::default();
    let mut opening = G::start();
    for i in 0..games {
        if i % 2 == 0 {
            if !visit(&score) {
                break;
            }
            opening = even_opening(&mut random);
        }
        seats.iter_mut().for_each(Seat::begin_game);
        let a_is_white = i % 2 == 0;
        let mut record = Record::new(opening.clone());
        while record.game().outcome() == Outcome::Ongoing {
            let a_moves = record.game().white_to_move() == a_is_white;
            let seat = usize::from(!a_moves);
            let Choice { mv, nodes, .. } = seats[seat].choose(&record)?;
            score.nodes[seat].push(nodes);
            record.play(mv)?;
        }
        match (record.game().outcome(), a_is_white) {
            (Outcome::WhiteWins, true) | (Outcome::BlackWins, false) => score.wins += 1,
            (Outcome::WhiteWins | Outcome::BlackWins, _) => score.losses += 1,
            _ => score.draws += 1,
        }
        keep(&record)?;
    }
    Ok(score)
}

fn even_opening<G: Variant>(random: &mut Random) -> G {
    loop {
        let game = G::opened(G::OPENING.into(), random);
        if let Some(mut search) = BoardSearch::new(&game, OPENING_DEPTH) {
            search.run(u32::MAX, |_| false);
            if search.answer().score.abs() <= G::BALANCE {
                return game;
            }
        }
    }
}

/// A sequential probability ratio test: whether the first player is better by this Elo difference or
/// equal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt(pub f64);

impl Sprt {
    /// Where the log likelihood ratio decides, with errors of 5 % on either side: ln 19.
    pub const BOUND: f64 = 2.944;

    /// The log likelihood ratio of a score, by the normal approximation.
    pub fn ratio(self, score: &Score) -> f64 {
        let games = f64::from(score.games());
        let share = score.share();
        let variance = score.variance();
        if games == 0.0 || variance <= 0.0 {
            return 0.0;
        }
        let (low, high) = (0.5, 1.0 / (1.0 + 10f64.powf(-self.0 / 400.0)));
        (high - low) * (2.0 * share - low - high) / (2.0 * variance / games)
    }
}

/// Plays a match and prints how it went. With `sprt` it ends as soon as that has decided. Writes the games into `file`.
///
/// # Errors
/// As [`play_match`], for a match without games, and where the file can't be written.
pub fn run<G: Variant>(
    a: &Player,
    b: &Player,
    games: u32,
    seed: u64,
    sprt: Option<Sprt>,
    file: Option<&Path>,
) -> Result<(), String> {
    if games == 0 {
        return Err("a match has at least one game".into());
    }
    let create =
        |file: &Path| File::create(file).map_err(|error| format!("{}: {error}", file.display()));
    let mut out = file.map(create).transpose()?;
    let goes_on = |score: &Score| sprt.is_none_or(|sprt| sprt.ratio(score).abs() < Sprt::BOUND);
    let keep = |record: &Record<G>| match &mut out {
        Some(out) => writeln!(out, "{}", record.text()).map_err(|error| error.to_string()),
        None => Ok(()),
    };
    let score = play_games([a, b], games, seed, goes_on, keep)?;
    let (elo, error) = score.elo();
    say(format_args!(
        "{a} against {b}: {} games from random openings, seed {seed}",
        score.games()
    ));
    say(format_args!(
        "  {} won, {} drawn, {} lost: {:.1} %, {elo:+.0} ± {error:.0} Elo",
        score.wins,
        score.draws,
        score.losses,
        100.0 * score.share()
    ));
    if let Some(sprt) = sprt {
        let ratio = sprt.ratio(&score);
        let verdict = match ratio {
            r if r >= Sprt::BOUND => "taken",
            r if r <= -Sprt::BOUND => "refused",
            _ => "open",
        };
        say(format_args!(
            "  {} Elo rather than 0: {verdict} (ratio {ratio:.2})",
            sprt.0
        ));
    }
    for (player, mut nodes) in [a, b].into_iter().zip(score.nodes) {
        nodes.sort_unstable();
        if let (Some(worst), Some(median)) = (nodes.last(), nodes.get(nodes.len() / 2))
            && *worst > 0
        {
            say(format_args!(
                "  {player}: median {median} nodes a move, worst {worst}"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_test_decides_for_the_nearer_hypothesis() {
        let sprt = Sprt(20.0);
        let score = |wins, losses| Score {
            wins,
            draws: 100,
            losses,
            ..Score::default()
        };
        assert!(sprt.ratio(&score(900, 600)) > Sprt::BOUND);
        assert!(sprt.ratio(&score(700, 800)) < -Sprt::BOUND);
        assert_eq!(sprt.ratio(&Score::default()), 0.0);
    }
}
