//! A tournament as text for people and as JSON for scripts.

use std::fmt::Write as _;

use chess_tournament::tournament_proxy::{Board, BoardState, Format, Phase, Round};
use multiversx_sc_scenario::imports::StaticApi;
use onchain_chess::chess_proxy::TimeControl;
use serde_json::{Value, json};

use super::{Head, Shown};
use crate::output::Output;
use crate::time_control::{date, in_words};

impl Head {
    /// A line of a list.
    pub(super) fn line(&self) -> String {
        let (id, players) = (self.0.id, self.0.terms.players);
        let (entrants, pot) = (self.0.entrants, self.amount(&self.0.pot));
        let (format, standing) = (self.format(), self.standing());
        format!("{id}  {format}, {entrants} of {players} players, {pot}: {standing}\n")
    }

    pub(super) fn json(&self) -> Value {
        let (terms, progress) = (&self.0.terms, &self.0.progress);
        let shares = terms.prizes.iter().collect::<Vec<u16>>();
        json!({
            "id": self.0.id,
            "format": match terms.format { Format::RoundRobin => "round-robin", Format::Swiss => "swiss" },
            "phase": self.phase(),
            "round": progress.round,
            "rounds": self.0.rounds,
            "paired": progress.paired,
            "entrants": self.0.entrants,
            "players": terms.players,
            "token": self.token(),
            "fee": self.amount(&terms.fee).amount.to_string(),
            "pot": self.amount(&self.0.pot).amount.to_string(),
            "clock": {"base": terms.base, "increment": terms.increment},
            "engines": terms.engines,
            "start": terms.start,
            "window": terms.window,
            "prizes": shares,
        })
    }

    fn phase(&self) -> String {
        format!("{:?}", self.0.progress.phase).to_lowercase()
    }

    fn format(&self) -> &'static str {
        match self.0.terms.format {
            Format::RoundRobin => "round robin",
            Format::Swiss => "Swiss",
        }
    }

    fn standing(&self) -> String {
        let progress = &self.0.progress;
        match progress.phase {
            Phase::Entering => format!("starts {}", date(self.0.terms.start)),
            Phase::Running => {
                let until = date(progress.paired + self.0.terms.window);
                let (round, rounds) = (progress.round, self.0.rounds);
                format!("round {round} of {rounds}, until {until}")
            }
            Phase::Ended | Phase::Cancelled => self.phase(),
        }
    }
}

impl Shown {
    /// The seeds in order: more points first, then the lower seed.
    pub(super) fn order(&self, points: &[u8]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by_key(|&seed| (u8::MAX - points[seed], seed));
        order
    }

    /// As text and as JSON.
    pub fn output(&self) -> Output {
        let mut json = self.head.json();
        let points: Vec<u8> = self.players.iter().map(|(.., it)| it.points).collect();
        let seeds = (1..).zip(&self.players);
        let players = seeds.map(|(seed, (address, entrant, standing))| {
            json!({
                "seed": seed,
                "player": address,
                "rating": (entrant.rating != 0).then_some(entrant.rating),
                "points": f32::from(standing.points) / 2.0,
            })
        });
        json["standings"] = players.collect();
        let rounds = self.rounds.iter().map(|round| {
            let boards = round.boards.iter().map(|board| self.board_json(&board));
            let bye = round.bye.map(|seed| &self.players[usize::from(seed)].0);
            json!({"bye": bye, "boards": boards.collect::<Vec<_>>()})
        });
        json["pairings"] = rounds.collect();
        Output {
            text: self.text(&points),
            json,
        }
    }

    fn board_json(&self, board: &Board) -> Value {
        json!({
            "white": self.players[usize::from(board.white)].0,
            "black": self.players[usize::from(board.black)].0,
            "state": state(board.state),
            "game": (board.game != 0).then_some(board.game),
            "whitePoints": f32::from(board.white_points) / 2.0,
            "blackPoints": f32::from(board.black_points) / 2.0,
        })
    }

    fn text(&self, points: &[u8]) -> String {
        let terms = &self.head.0.terms;
        let clock = in_words(TimeControl {
            base: terms.base,
            increment: terms.increment,
        });
        let [fee, pot] = [&terms.fee, &self.head.0.pot].map(|amount| self.head.amount(amount));
        let shares = terms.prizes.iter();
        let shares = shares.map(|share| format!("{}%", f32::from(share) / 100.0));
        let mut text = format!(
            "tournament {}\nclock   {clock}\nfee     {fee}\nprizes  {pot}: {}\n",
            self.head.line().trim_end(),
            shares.collect::<Vec<_>>().join(", "),
        );
        if terms.engines {
            text += "help    players may use a chess program\n";
        }
        for (place, seed) in self.order(points).into_iter().enumerate() {
            let (address, entrant, _) = &self.players[seed];
            let (place, points) = (place + 1, f32::from(points[seed]) / 2.0);
            let rating = match entrant.rating {
                0 => String::new(),
                rating => format!("  {rating}"),
            };
            let _ = writeln!(text, "{place:>3}  {points:>4.1}  {address}{rating}");
        }
        if let Some(round) = self.rounds.last() {
            self.round_text(round, &mut text);
        }
        text
    }

    fn round_text(&self, round: &Round<StaticApi>, text: &mut String) {
        let _ = writeln!(text, "round {}", self.rounds.len());
        let name = |seed: u8| &self.players[usize::from(seed)].0;
        for (at, board) in round.boards.iter().enumerate() {
            let (white, black) = (name(board.white), name(board.black));
            let has = match (board.state, board.game) {
                (BoardState::Done, _) => {
                    let points =
                        [board.white_points, board.black_points].map(|it| f32::from(it) / 2.0);
                    format!("{} : {}", points[0], points[1])
                }
                (BoardState::Empty, _) => "no game yet".into(),
                (other, game) => format!("{}, game {game}", state(other)),
            };
            let _ = writeln!(
                text,
                "{:>3}  White {white}\n     Black {black}  {has}",
                at + 1
            );
        }
        if let Some(bye) = round.bye {
            let _ = writeln!(text, "bye  {}", name(bye));
        }
    }
}

fn state(state: BoardState) -> String {
    format!("{state:?}").to_lowercase()
}
