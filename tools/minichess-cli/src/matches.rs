//! Matches between two depths, or against document 002's algorithm.

use std::fmt;
use std::str::FromStr;

use minichess_engine::{Game, MAX_DEPTH, MIN_DEPTH, Move, Outcome, Search};

use crate::greedy;

/// Who plays: `5` is the engine at depth 5, `greedy:20` document 002's algorithm at depth 20.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// The engine at a depth.
    Engine(u8),
    /// Document 002's algorithm at a depth.
    Greedy(u8),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, digits): (fn(u8) -> Self, _) = match text.strip_prefix("greedy:") {
            Some(digits) => (Self::Greedy, digits),
            None => (Self::Engine, text),
        };
        match digits.parse() {
            Ok(depth) if (MIN_DEPTH..=MAX_DEPTH).contains(&depth) => Ok(kind(depth)),
            _ => Err(format!(
                "a player is a depth from {MIN_DEPTH} to {MAX_DEPTH}, or greedy: and a depth, not '{text}'"
            )),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Engine(depth) => write!(f, "depth {depth}"),
            Self::Greedy(depth) => write!(f, "document 002's algorithm at depth {depth}"),
        }
    }
}

impl Player {
    /// The move it plays, and the nodes it took (0 for document 002's algorithm).
    fn choose(self, game: &Game) -> (Move, u32) {
        match self {
            Self::Engine(depth) => {
                let mut search = Search::new(game, depth).expect("a game that goes on");
                search.run(u32::MAX, || false);
                (search.answer().best, search.answer().nodes)
            }
            Self::Greedy(depth) => (greedy::choose(game, depth), 0),
        }
    }
}

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
    /// Points per game: a draw is half a point.
    pub fn share(&self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games)
    }

    /// The Elo difference that the share of points stands for, and the half width of its 95 % interval.
    pub fn elo(&self) -> (f64, f64) {
        let games = f64::from(self.wins + self.draws + self.losses);
        let share = self.share();
        let squares = f64::from(self.wins) * (1.0 - share).powi(2)
            + f64::from(self.draws) * (0.5 - share).powi(2)
            + f64::from(self.losses) * share.powi(2);
        let error = 1.96 * (squares / games / games).sqrt();
        let elo = |share: f64| -400.0 * (1.0 / share - 1.0).log10();
        let clamp = |share: f64| share.clamp(0.5 / games, 1.0 - 0.5 / games);
        (
            elo(clamp(share)),
            (elo(clamp(share + error)) - elo(clamp(share - error))) / 2.0,
        )
    }
}

/// Random plies before the players take over.
const OPENING: u32 = 4;
/// An opening is used if a search of this depth values it within [`BALANCE`].
const OPENING_DEPTH: u8 = 5;
const BALANCE: i32 = 150;

/// Games from seeded random openings that are about even, each opening played twice with colours changed.
pub fn play_match(a: Player, b: Player, games: u32, seed: u64) -> Score {
    let mut random = seed;
    let mut score = Score::default();
    let mut opening = Game::start();
    for i in 0..games {
        if i % 2 == 0 {
            opening = even_opening(&mut random);
        }
        let a_is_white = i % 2 == 0;
        let mut game = opening.clone();
        while game.outcome() == Outcome::Ongoing {
            let a_moves = game.position().white_to_move() == a_is_white;
            let (mv, nodes) = if a_moves { a } else { b }.choose(&game);
            score.nodes[usize::from(!a_moves)].push(nodes);
            game.play(mv).expect("a legal move");
        }
        match (game.outcome(), a_is_white) {
            (Outcome::WhiteWins, true) | (Outcome::BlackWins, false) => score.wins += 1,
            (Outcome::WhiteWins | Outcome::BlackWins, _) => score.losses += 1,
            _ => score.draws += 1,
        }
    }
    score
}

fn even_opening(random: &mut u64) -> Game {
    loop {
        let mut game = Game::start();
        for _ in 0..OPENING {
            let moves = game.legal_moves();
            let moves = moves.as_slice();
            if moves.is_empty() {
                break;
            }
            game.play(moves[next(random) as usize % moves.len()])
                .expect("a legal move");
        }
        if let Some(mut search) = Search::new(&game, OPENING_DEPTH) {
            search.run(u32::MAX, || false);
            if search.answer().score.abs() <= BALANCE {
                return game;
            }
        }
    }
}

/// splitmix64: the same seed gives the same openings everywhere.
fn next(random: &mut u64) -> u64 {
    *random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*random ^ *random >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Plays a match and prints how it went.
pub fn run(a: Player, b: Player, games: u32, seed: u64) -> Result<(), String> {
    if games == 0 {
        return Err("a match has at least one game".into());
    }
    let score = play_match(a, b, games, seed);
    let (elo, error) = score.elo();
    println!("{a} against {b}: {games} games from random openings, seed {seed}");
    println!(
        "  {} won, {} drawn, {} lost: {:.1} %, {elo:+.0} ± {error:.0} Elo",
        score.wins,
        score.draws,
        score.losses,
        100.0 * score.share()
    );
    for (player, mut nodes) in [a, b].into_iter().zip(score.nodes) {
        nodes.sort_unstable();
        if let (Some(worst), median) = (nodes.last(), nodes[nodes.len() / 2])
            && *worst > 0
        {
            println!("  {player}: median {median} nodes a move, worst {worst}");
        }
    }
    Ok(())
}
