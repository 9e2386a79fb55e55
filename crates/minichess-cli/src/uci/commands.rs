//! The commands `position`, `go` and `setoption`.

use std::time::Duration;

use chess_engine::{MAX_DEPTH, MIN_DEPTH, Move};

use crate::variant::Variant;

/// The time that is kept for the way to the program with the clock.
const OVERHEAD: u64 = 30;
/// The number of moves that the remaining time must last for by default.
const MOVES_TO_GO: u64 = 30;

/// The limits of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// From 3 to 20.
    pub depth: Option<u8>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// From the beginning, or from `ponderhit`.
    pub time: Option<Duration>,
    /// A mate in this number of moves ends the search.
    pub mate: Option<i32>,
    /// It lasts until `stop`.
    pub infinite: bool,
    /// It lasts until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The moves to search; all moves if it is empty.
    pub moves: Vec<Move>,
}

impl Limits {
    /// Whether the search ends without a command.
    pub fn ends_by_itself(&self) -> bool {
        !self.infinite && !self.ponder
    }

    /// Whether it ends automatically before the greatest depth.
    pub fn is_bounded(&self) -> bool {
        let by_work = self.depth.is_some() || self.nodes.is_some();
        let is_bounded = by_work || self.time.is_some() || self.mate.is_some();
        is_bounded && self.ends_by_itself()
    }
}

/// The game of a `position` command. A draw that players must claim doesn't end it.
///
/// # Errors
/// The fault.
pub fn position<G: Variant>(rest: &str) -> Result<G, String> {
    let words: Vec<_> = rest.split_whitespace().collect();
    let end = words.iter().position(|word| *word == "moves");
    let (start, moves) = words.split_at(end.unwrap_or(words.len()));
    let mut game = match start {
        ["startpos"] => G::start(),
        ["fen", fen @ ..] => G::from_fen(&fen.join(" "))?,
        _ => return Err("a position is startpos or fen and a FEN".into()),
    };
    game.play_on();
    for text in moves.iter().skip(1) {
        let mv = G::parse(text).ok_or_else(|| format!("'{text}' is no move"))?;
        game.play_move(mv).map_err(|e| format!("{text}: {e}"))?;
        game.play_on();
    }
    Ok(game)
}

/// The limits of a `go` command, for the side to move in `game`. With a clock, a share of the remaining time and most
/// of the increment.
///
/// # Errors
/// The word that is none of the command's, and what is no number or no legal move.
pub fn limits<G: Variant>(rest: &str, game: &G) -> Result<Limits, String> {
    let white = game.white_to_move();
    let mut limits = Limits::default();
    let (mut left, mut increment, mut moves_to_go) = (None, 0, MOVES_TO_GO);
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                let legal = game.list();
                while let Some(mv) = words.peek().and_then(|text| G::parse(text)) {
                    let text = words.next().unwrap_or_default();
                    if !legal.contains(&mv) {
                        return Err(format!("{text} is no legal move"));
                    }
                    if !limits.moves.contains(&mv) {
                        limits.moves.push(mv);
                    }
                }
            }
            _ => {
                let number = words.next().unwrap_or_default();
                let value: i64 = number
                    .parse()
                    .map_err(|_| format!("'{number}' is no number for {word}"))?;
                let value = value.max(0) as u64;
                match word {
                    "depth" => {
                        limits.depth = Some(value.clamp(MIN_DEPTH.into(), MAX_DEPTH.into()) as u8);
                    }
                    "nodes" => limits.nodes = Some(value),
                    "movetime" => limits.time = Some(Duration::from_millis(value)),
                    "mate" => limits.mate = Some(value.clamp(1, 100) as i32),
                    "movestogo" => moves_to_go = value.clamp(1, MOVES_TO_GO),
                    "wtime" if white => left = Some(value),
                    "btime" if !white => left = Some(value),
                    "winc" if white => increment = value,
                    "binc" if !white => increment = value,
                    "wtime" | "btime" | "winc" | "binc" => {}
                    _ => return Err(format!("'{word}' is nothing to go by")),
                }
            }
        }
    }
    if let (None, Some(left)) = (limits.time, left) {
        let share = left / moves_to_go + increment / 4 * 3;
        let time = share.min(left.saturating_sub(OVERHEAD)).max(1);
        limits.time = Some(Duration::from_millis(time));
    }
    Ok(limits)
}

/// The name, in small letters, and the value of a `setoption` command.
pub fn option(rest: &str) -> (String, String) {
    let words: Vec<_> = rest.split_whitespace().collect();
    let end = words.iter().position(|word| *word == "value");
    let (name, value) = words.split_at(end.unwrap_or(words.len()));
    let name = name.strip_prefix(&["name"]).unwrap_or(name);
    let value = value.get(1..).unwrap_or_default();
    (name.join(" ").to_lowercase(), value.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess_engine::{Game, chess};

    #[test]
    fn positions_are_set_up() {
        let refused = position::<Game>("startpos moves e2e4 e5e4");
        assert_eq!(refused.err().unwrap(), "e5e4: illegal move");
        let game = position::<Game>("startpos moves e2e4 b5b3").unwrap();
        assert_eq!(game.plies(), 2);
        let fen = "6/2P3/k5/6/6/4K1 w - - 0 40";
        let game = position::<Game>(&format!("fen {fen}")).unwrap();
        assert_eq!(game.to_fen(), fen);
        assert!(position::<Game>("fen 8/8 w - - 0 1").is_err());
        assert!(position::<Game>("e2e4").is_err());
    }

    #[test]
    fn positions_of_chess_are_set_up() {
        let castled = "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1";
        let game = position::<chess::Game>(castled).unwrap();
        let fen = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4";
        assert_eq!(game.to_fen(), fen);
        let refused = position::<chess::Game>("startpos moves e2e5");
        assert_eq!(refused.err().unwrap(), "e2e5: the piece cannot go there");
    }

    #[test]
    fn drawn_games_are_played_on() {
        let shuffled = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4";
        let game = position::<chess::Game>(shuffled).unwrap();
        assert_eq!(game.list().len(), 20);
        for fen in [
            "7k/8/8/8/8/8/R7/4K3 w - - 100 80",
            "7k/8/8/8/8/8/8/2B1K3 w - - 0 1",
        ] {
            let game = position::<chess::Game>(&format!("fen {fen} moves e1e2 h8h7")).unwrap();
            assert!(!game.list().is_empty(), "{fen}");
        }
        for fen in ["5k/6/6/6/R5/3K2 w - - 100 80", "5k/6/6/6/6/2BK2 w - - 0 1"] {
            let game = position::<Game>(&format!("fen {fen} moves d1d2 f6f5")).unwrap();
            assert!(!game.list().is_empty(), "{fen}");
        }
    }

    #[test]
    fn limits_are_read() {
        let white = chess::Game::start();
        let black = position::<chess::Game>("startpos moves e2e4").unwrap();
        let all = limits("depth 7 nodes 100 movetime 50", &white).unwrap();
        assert_eq!((all.depth, all.nodes), (Some(7), Some(100)));
        assert_eq!(all.time, Some(Duration::from_millis(50)));
        let time = |rest| limits(rest, &black).unwrap().time.unwrap().as_millis();
        assert_eq!(time("wtime 60000 btime 3000 winc 0 binc 100"), 175);
        assert_eq!(time("wtime 60000 btime 3000 movestogo 2"), 1_500);
        assert_eq!(time("wtime 60000 btime 3000 movestogo 1"), 2_970);
        assert_eq!(time("wtime 60000 btime -5"), 1);
        assert!(limits("infinite", &white).unwrap().infinite);
        let few = limits("searchmoves e2e4 d2d4 e2e4 mate 3", &white).unwrap();
        assert_eq!((few.moves.len(), few.mate), (2, Some(3)));
        for bad in ["depth", "depth x", "searchmoves e2e5", "fast"] {
            assert!(limits(bad, &white).is_err(), "{bad}");
        }
    }

    #[test]
    fn options_are_read() {
        let read = |rest| {
            let (name, value) = option(rest);
            (name, value)
        };
        assert_eq!(read("name Hash value 16"), ("hash".into(), "16".into()));
        assert_eq!(
            read("name Clear Hash"),
            ("clear hash".into(), String::new())
        );
    }
}
