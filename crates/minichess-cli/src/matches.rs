//! Matches between two players from random openings.

use chess_engine::{BoardSearch, Outcome};
use clap::Args;

use crate::output::say;
use crate::player::{Choice, Player, Record, Seat};
use crate::random::Random;
use crate::variant::Variant;

/// The result of a match for the first player.
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

    /// Games, points per game and their variance, with a prior of half a win and half a loss. With
    /// the prior neither a match of wins alone nor one of draws alone is certain.
    fn with_prior(&self) -> (f64, f64, f64) {
        let [wins, draws, losses] = [(self.wins, 0.5), (self.draws, 0.0), (self.losses, 0.5)]
            .map(|(n, p)| f64::from(n) + p);
        let games = wins + draws + losses;
        let share = (wins + draws / 2.0) / games;
        let squares =
            wins * (1.0 - share).powi(2) + draws * (0.5 - share).powi(2) + losses * share.powi(2);
        (games, share, squares / games)
    }

    /// The Elo difference for the share of points with the prior, and half the width of its 95 %
    /// interval by Wilson's formula, which is never 0.
    pub fn elo(&self) -> (f64, f64) {
        let (games, share, variance) = self.with_prior();
        let z2 = 1.96_f64.powi(2);
        let centre = (share + z2 / (2.0 * games)) / (1.0 + z2 / games);
        let half =
            (z2 * variance / games + (z2 / (2.0 * games)).powi(2)).sqrt() / (1.0 + z2 / games);
        let elo = |share: f64| -400.0 * (1.0 / share - 1.0).log10();
        (elo(share), (elo(centre + half) - elo(centre - half)) / 2.0)
    }
}

/// The depth of the search that values openings.
const OPENING_DEPTH: u8 = 5;

/// Plays games from seeded random openings that are about even, each opening twice with colours changed. `visit`:
/// receives the score after each pair of games, and returns whether the match continues.
///
/// # Errors
/// If a program can't be started. A bad answer of one loses that game.
pub fn play_match<G: Variant>(
    a: &Player,
    b: &Player,
    games: u32,
    seed: u64,
    mut visit: impl FnMut(&Score) -> bool,
) -> Result<Score, String> {
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
        // whether the first player, or the second, has lost by a bad answer
        let mut forfeit = None;
        while record.game().outcome() == Outcome::Ongoing {
            let a_moves = record.game().white_to_move() == a_is_white;
            let seat = usize::from(!a_moves);
            let played = seats[seat].choose(&record).and_then(|choice| {
                record.play(choice.mv)?;
                Ok(choice)
            });
            match played {
                Ok(Choice { nodes, .. }) => score.nodes[seat].push(nodes),
                Err(error) if matches!(seats[seat], Seat::Program(_)) => {
                    let (game, ply) = (i + 1, record.plies() + 1);
                    eprintln!("game {game}, ply {ply}: {error}: the game is lost");
                    forfeit = Some(a_moves);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        match (record.game().outcome(), a_is_white) {
            _ if forfeit == Some(true) => score.losses += 1,
            _ if forfeit == Some(false) => score.wins += 1,
            (Outcome::WhiteWins, true) | (Outcome::BlackWins, false) => score.wins += 1,
            (Outcome::WhiteWins | Outcome::BlackWins, _) => score.losses += 1,
            _ => score.draws += 1,
        }
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

/// A sequential probability ratio test of two hypotheses: the first player is better by this Elo
/// difference, or both are equal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt(pub f64);

impl Sprt {
    /// The log likelihood ratio that decides, with errors of 5 % on either side: ln 19.
    pub const BOUND: f64 = 2.944;

    /// The log likelihood ratio of a score with the prior, by the normal approximation; 0 without
    /// games.
    pub fn ratio(self, score: &Score) -> f64 {
        if score.games() == 0 {
            return 0.0;
        }
        let (games, share, variance) = score.with_prior();
        let (low, high) = (0.5, 1.0 / (1.0 + 10f64.powf(-self.0 / 400.0)));
        (high - low) * (2.0 * share - low - high) / (2.0 * variance / games)
    }
}

/// A match of two players.
#[derive(Args)]
pub struct Match {
    a: Player,
    b: Player,
    /// Each opening is played twice, colours changed
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// The openings' seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// End as soon as a sequential test has decided between 0 and this Elo difference
    #[arg(long)]
    sprt: Option<f64>,
}

impl Match {
    /// Plays the match and prints its course.
    ///
    /// # Errors
    /// As [`play_match`], and for a match without games or a test of nothing.
    pub fn run<G: Variant>(&self) -> Result<(), String> {
        let Match { a, b, seed, .. } = self;
        if self.games == 0 {
            return Err("a match has at least one game".into());
        }
        if self.sprt.is_some_and(|elo| !elo.is_normal()) {
            return Err("--sprt is a number of Elo other than 0".into());
        }
        let sprt = self.sprt.map(Sprt);
        let goes_on = |score: &Score| sprt.is_none_or(|sprt| sprt.ratio(score).abs() < Sprt::BOUND);
        let score = play_match::<G>(a, b, self.games, *seed, goes_on)?;
        let (elo, error) = score.elo();
        let games = score.games();
        say(format_args!(
            "{a} against {b}: {games} games from random openings, seed {seed}"
        ));
        let (wins, draws, losses) = (score.wins, score.draws, score.losses);
        let percent = 100.0 * score.share();
        say(format_args!(
            "  {wins} won, {draws} drawn, {losses} lost: {percent:.1} %, {elo:+.0} ± {error:.0} Elo"
        ));
        if let Some(sprt) = sprt {
            let ratio = sprt.ratio(&score);
            let verdict = match ratio {
                r if r >= Sprt::BOUND => "taken",
                r if r <= -Sprt::BOUND => "refused",
                _ => "open",
            };
            let elo = sprt.0;
            say(format_args!(
                "  {elo} Elo rather than 0: {verdict} (ratio {ratio:.2})"
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(wins: u32, draws: u32, losses: u32) -> Score {
        Score {
            wins,
            draws,
            losses,
            ..Score::default()
        }
    }

    #[test]
    fn the_ratio_test_decides_for_the_nearer_hypothesis() {
        let sprt = Sprt(20.0);
        assert!(sprt.ratio(&score(900, 100, 600)) > Sprt::BOUND);
        assert!(sprt.ratio(&score(700, 100, 800)) < -Sprt::BOUND);
        assert_eq!(sprt.ratio(&Score::default()), 0.0);
    }

    #[test]
    fn a_test_is_for_a_difference() {
        for elo in [f64::NAN, f64::INFINITY, 0.0] {
            let (a, b) = (Player::Engine(3), Player::Engine(3));
            let (games, seed, sprt) = (2, 1, Some(elo));
            let played = Match {
                a,
                b,
                games,
                seed,
                sprt,
            }
            .run::<chess_engine::Game>();
            assert!(played.is_err_and(|error| error.contains("--sprt")), "{elo}");
        }
    }

    #[test]
    fn a_match_of_one_result_is_decided_and_has_an_interval() {
        let sprt = Sprt(5.0);
        assert!(sprt.ratio(&score(60, 0, 0)) > Sprt::BOUND);
        assert!(sprt.ratio(&score(0, 0, 60)) < -Sprt::BOUND);
        assert!(sprt.ratio(&score(0, 400, 0)) < -Sprt::BOUND);
        assert!(sprt.ratio(&score(1, 0, 0)).abs() < Sprt::BOUND);
        for score in [
            score(1, 0, 0),
            score(60, 0, 0),
            score(0, 20, 0),
            score(0, 0, 9),
        ] {
            let (elo, error) = score.elo();
            assert!(elo.is_finite(), "{score:?}");
            assert!(error.is_finite() && error > 1.0, "{score:?}");
        }
        let (elo, error) = score(80, 40, 80).elo();
        assert!(elo.abs() < 0.01, "{elo}");
        assert!((40.0..46.0).contains(&error), "{error}");
    }
}
