//! Recorded games, one a line: `fen`, the beginning, `moves` and the moves, in the form of a `position` command.

use chess_engine::{Move, Outcome};

use crate::variant::Variant;

/// The searches after which a game's memory has its full size.
const EARLIER: usize = 8;
/// Positions per game.
const EACH: usize = 9;

/// A position in which the engine had to move.
#[derive(Clone)]
pub struct Asked<G> {
    /// The game before the player's move.
    pub before: G,
    /// The player's move.
    pub mv: Move,
    /// The game after it, which continues.
    pub after: G,
    /// The plies of the game up to this position, with those before the record's beginning.
    pub plies: usize,
    /// The engine's positions before, as many as affect its memory, the oldest first.
    pub earlier: Vec<G>,
}

/// Positions of recorded games, from all their phases: nine of each game, grouped by game.
///
/// # Errors
/// The line that is no record.
pub fn read<G: Variant>(records: &str) -> Result<Vec<Asked<G>>, String> {
    let mut all = Vec::new();
    let lines = records.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let asked = of_game::<G>(line).map_err(|error| format!("{error}: {line}"))?;
        let taken = (0..EACH).map(|i| asked.len() * (2 * i + 1) / (2 * EACH));
        let mut taken: Vec<_> = taken.collect();
        taken.dedup();
        all.extend(taken.into_iter().filter_map(|i| asked.get(i).cloned()));
    }
    Ok(all)
}

/// All positions of a game in which the engine can have had to move.
fn of_game<G: Variant>(line: &str) -> Result<Vec<Asked<G>>, String> {
    let (start, moves) = line.split_once(" moves ").ok_or("no moves")?;
    let fen = start.strip_prefix("fen ").ok_or("no fen")?;
    let mut game = G::from_fen(fen)?;
    let number: usize = fen
        .split(' ')
        .next_back()
        .and_then(|word| word.parse().ok())
        .ok_or("no move number")?;
    let begun = 2 * number.saturating_sub(1) + usize::from(!game.white_to_move());
    let (mut asked, mut positions) = (Vec::new(), vec![game.clone()]);
    for (plies, text) in (begun + 1..).zip(moves.split_whitespace()) {
        let mv = G::parse(text).ok_or_else(|| format!("'{text}' is no move"))?;
        let before = game.clone();
        game.play_move(mv)?;
        positions.push(game.clone());
        let is_engines = G::PLAYS_EITHER || !game.white_to_move();
        if is_engines && game.outcome() == Outcome::Ongoing {
            let own = positions.iter().rev().step_by(2);
            let mut earlier: Vec<_> = own.skip(1).take(EARLIER).cloned().collect();
            earlier.reverse();
            asked.push(Asked {
                before,
                mv,
                after: game.clone(),
                plies,
                earlier,
            });
        }
    }
    Ok(asked)
}

/// A number of the recorded positions, evenly spread.
pub fn some<G: Variant>(count: usize) -> Vec<Asked<G>> {
    let all = read::<G>(G::RECORDS).expect("the project's own games");
    let pick = |i: usize| all[i * all.len() / count].clone();
    (0..count).map(pick).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use chess_engine::{Game, chess};

    use super::*;

    fn check<G: Variant>() {
        let all = read::<G>(G::RECORDS).unwrap();
        assert!(all.len() >= 1_000, "{}", all.len());
        let different: BTreeSet<&str> = G::RECORDS.lines().collect();
        let games = G::RECORDS.lines().count();
        assert_eq!(different.len(), games, "a game counts once");
        let pieces = |asked: &Asked<G>| {
            let fen = asked.after.to_fen();
            let (board, _) = fen.split_once(' ').unwrap();
            board.bytes().filter(u8::is_ascii_alphabetic).count()
        };
        let few = all.iter().filter(|asked| pieces(asked) <= 10).count();
        let many = all
            .iter()
            .filter(|asked| pieces(asked) >= usize::from(3 * G::SIZE))
            .count();
        assert!(few > 150 && many > 150, "{few} {many}");
        assert_eq!(some::<G>(25).len(), 25);
    }

    #[test]
    fn the_games_have_all_phases() {
        check::<Game>();
        check::<chess::Game>();
    }

    #[test]
    fn a_bad_record_is_refused() {
        for line in ["x", "fen 8 moves e2e4", "moves e2e4"] {
            assert!(read::<chess::Game>(line).is_err(), "{line}");
        }
    }
}
