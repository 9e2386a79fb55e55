//! FIDE's tournament report (TRF16), which pairing programs read.

use std::fmt::Write as _;

use chess_tournament::tournament_proxy::{BoardState, Format};

use super::Shown;

/// The width of a name in the report.
const NAME: usize = 33;

/// A player's points, and a cell for each round.
type Row = (u8, String);

impl Shown {
    /// The report of the finished rounds. A player's name is the shortened address.
    pub fn trf(&self) -> String {
        let head = &self.head.0;
        let mut rows: Vec<Row> = vec![(0, String::new()); self.players.len()];
        for round in 0..self.rounds.len() {
            self.add_round(round, &mut rows);
        }
        let points: Vec<u8> = rows.iter().map(|(points, _)| *points).collect();
        let order = self.order(&points);
        let format = match head.terms.format {
            Format::RoundRobin => "Round Robin",
            Format::Swiss => "Swiss System (Monrad)",
        };
        let mut report = format!(
            "012 Tournament {}\n062 {}\n092 Individual: {format}\n122 {}+{} seconds\nXXR {}\n",
            head.id,
            self.players.len(),
            head.terms.base,
            head.terms.increment,
            head.rounds,
        );
        for (seed, (address, entrant, _)) in self.players.iter().enumerate() {
            let place = order.iter().position(|&other| other == seed).unwrap_or(0) + 1;
            let (points, games) = &rows[seed];
            let (number, points) = (seed + 1, f32::from(*points) / 2.0);
            let (rating, name) = (entrant.rating, shortened(address));
            let _ = writeln!(
                report,
                "001 {number:>4}      {name:<NAME$} {rating:>4} {:27}{points:>4.1} {place:>4}{games}",
                "",
            );
        }
        report
    }

    /// Adds a round to the rows, if all its boards have their results.
    fn add_round(&self, round: usize, rows: &mut [Row]) {
        let round = &self.rounds[round];
        let mut boards = round.boards.iter();
        if boards.any(|board| board.state != BoardState::Done) {
            return;
        }
        for board in round.boards.iter() {
            let sides = [
                (board.white, board.black, 'w', board.white_points),
                (board.black, board.white, 'b', board.black_points),
            ];
            for (seed, other, color, points) in sides {
                let result = match (board.game, points) {
                    (0, 0) => '-',
                    (0, _) => '+',
                    (_, points) => ['0', '=', '1'][usize::from(points.min(2))],
                };
                let row = &mut rows[usize::from(seed)];
                row.0 += points;
                let _ = write!(row.1, "  {:>4} {color} {result}", other + 1);
            }
        }
        if let Some(seed) = round.bye {
            let row = &mut rows[usize::from(seed)];
            let (points, result) = match self.head.0.terms.format {
                Format::Swiss => (2, 'U'),
                Format::RoundRobin => (0, 'Z'),
            };
            row.0 += points;
            let _ = write!(row.1, "  0000 - {result}");
        }
    }
}

fn shortened(address: &str) -> String {
    let end = address.len().saturating_sub(14);
    match (address.get(..14), address.get(end..)) {
        (Some(first), Some(last)) if address.len() > NAME => format!("{first}..{last}"),
        _ => address.into(),
    }
}
