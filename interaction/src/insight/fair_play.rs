//! Compares the players' moves in finished games with a chess program's.

use std::fmt::Write as _;

use chess_record::GameState;
use chess_rules::{Move, Position};
use multiversx_sc_scenario::imports::Address;
use serde_json::{Value, json};

use super::accuracy::{self, Side};
use super::judge::Judge;
use crate::chess_table::GameView;
use crate::describe::{counted, round};
use crate::network::Failure;
use crate::network::client::Client;
use crate::output::Output;
use crate::views::game::moves_of;

/// The note in every report.
const EVIDENCE: &str = "This is evidence and no verdict: good moves are also found without help, \
                        and a few games say little.";

/// A player's games to be judged.
pub struct OfPlayer {
    /// The finished games with moves that forbid programs, the oldest first.
    pub games: Vec<usize>,
    /// The number of games that are skipped because programs were allowed.
    pub with_engines: usize,
}

/// Finds a player's games.
///
/// # Errors
/// The network's error.
pub fn games_of(client: &Client, player: &Address) -> Result<OfPlayer, Failure> {
    let mut games = client.all_games_of(player)?;
    games.retain(|game| is_over(game) && game.plies > 0);
    let (with_engines, without): (Vec<_>, Vec<_>) = games.iter().partition(|game| game.engines);
    let mut ids: Vec<_> = without.iter().map(|game| game.game_id as usize).collect();
    ids.sort_unstable();
    Ok(OfPlayer {
        games: ids,
        with_engines: with_engines.len(),
    })
}

fn is_over(game: &GameView) -> bool {
    !matches!(game.state, GameState::Ongoing | GameState::Open)
}

/// A game that was judged.
pub struct Report {
    game: GameView,
    /// Their addresses, White's first.
    players: [String; 2],
    sides: [Option<Side>; 2],
    /// The number of moves before the first that left the mover's own king attacked.
    judged_plies: usize,
    /// The positions that the judge failed at. The moves beside them don't count.
    unjudged: usize,
}

/// Judges a game.
///
/// # Errors
/// The game isn't over, or the network or the judge fails.
pub fn judge(client: &Client, judge: &mut Judge, id: usize) -> Result<Report, Failure> {
    let snapshot = client.snapshot(id, 0)?;
    if !is_over(&snapshot.game) {
        let words = format!("game {id} isn't over: what a program says of it before would be help");
        return Err(words.into());
    }
    let moves = legal(moves_of(&snapshot)?.into_iter().map(|(mv, _)| mv));
    let judged = judge.judge(id, &moves)?;
    let game = snapshot.game;
    let players = [&game.white_player, &game.black_player];
    Ok(Report {
        players: players.map(|player| client.network.bech32(&player.to_address())),
        sides: accuracy::sides(&judged, &moves),
        judged_plies: moves.len(),
        unjudged: judged.iter().filter(|one| one.unjudged).count(),
        game,
    })
}

fn legal(moves: impl Iterator<Item = Move>) -> Vec<Move> {
    let mut position = Position::START;
    let played = moves.map_while(|mv| {
        let legal = position.is_legal(mv).then_some(mv)?;
        position.apply(legal);
        Some(legal)
    });
    played.collect()
}

/// Shows the reports, with the total of a player's games if a player is given.
pub fn show(judge: &Judge, reports: &[Report], player: Option<(&str, &OfPlayer)>) -> Output {
    let mut text = format!("judged by {}\n", judge.words());
    for report in reports {
        text += &report.text();
    }
    let mut json = json!({
        "judge": judge.json(),
        "games": reports.iter().map(Report::json).collect::<Vec<_>>(),
        "note": EVIDENCE,
    });
    if let Some((player, found)) = player {
        let sides = reports.iter().flat_map(|report| report.side_of(player));
        let total = total(sides);
        let words = total.as_ref().map_or("no moves".into(), words);
        let games = counted(reports.len(), "game");
        let _ = writeln!(text, "{player} in {games}:\n  {words}");
        if found.with_engines > 0 {
            let skipped = counted(found.with_engines, "game");
            let _ = writeln!(text, "skipped {skipped} with programs allowed");
        }
        json["player"] = player.into();
        json["total"] = json!(total);
        json["leftOut"] = found.with_engines.into();
    }
    let _ = writeln!(text, "{EVIDENCE}");
    Output { text, json }
}

impl Report {
    fn side_of(&self, player: &str) -> Option<Side> {
        let side = self.players.iter().position(|one| one == player)?;
        self.sides[side]
    }

    fn text(&self) -> String {
        let game = &self.game;
        let mut text = format!("game {}", game.game_id);
        if game.rounds > 1 {
            let _ = write!(text, ", round {}", round(game));
        }
        if game.engines {
            text += ", programs allowed";
        }
        if self.judged_plies < usize::from(game.plies) {
            let plies = counted(self.judged_plies, "ply");
            text += &format!(", up to an illegal move after {plies}");
        }
        if self.unjudged > 0 {
            let _ = write!(text, ", {} not judged", counted(self.unjudged, "position"));
        }
        text += "\n";
        let sides = ["White", "Black"].into_iter().zip(&self.players);
        for ((color, player), side) in sides.zip(&self.sides) {
            let words = side.as_ref().map_or("no moves".into(), words);
            let _ = writeln!(text, "  {color}  {player}\n         {words}");
        }
        text
    }

    fn json(&self) -> Value {
        let side = |at: usize| {
            let mut json = self.sides[at].map_or(json!({}), |side| json!(side));
            json["player"] = self.players[at].as_str().into();
            json
        };
        json!({
            "game": self.game.game_id,
            "rounds": self.game.rounds,
            "round": self.game.round,
            "engines": self.game.engines,
            "judgedPlies": self.judged_plies,
            "unjudgedPositions": self.unjudged,
            "white": side(0),
            "black": side(1),
        })
    }
}

/// The total of several games' sides: each move counts the same.
fn total(sides: impl Iterator<Item = Side>) -> Option<Side> {
    sides.reduce(|one, other| {
        let moves = one.moves + other.moves;
        let mean = |a: f64, b: f64| {
            (a * f64::from(one.moves) + b * f64::from(other.moves)) / f64::from(moves)
        };
        Side {
            accuracy: mean(one.accuracy, other.accuracy),
            average_loss: mean(one.average_loss, other.average_loss),
            first_choices: one.first_choices + other.first_choices,
            moves,
        }
    })
}

fn words(side: &Side) -> String {
    let (accuracy, average_loss) = (side.accuracy, side.average_loss);
    let (first_choices, moves) = (side.first_choices, side.moves);
    let share = 100.0 * f64::from(first_choices) / f64::from(moves);
    format!(
        "accuracy {accuracy:.1}, average loss {average_loss:.0} centipawns, first choice in \
         {first_choices} of {moves} moves ({share:.0}%)"
    )
}
