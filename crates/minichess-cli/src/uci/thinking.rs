//! A running search: it continues in slices, and reads commands in between.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use chess_engine::{MAX_DEPTH, Move, mate_in};

use super::commands::Limits;
use super::input::{Input, Line};
use super::lines::{Found, Lines, Memory};
use crate::variant::Variant;

/// Nodes between two looks at the clock and at the input.
const SLICE: u64 = 1_000;

/// A request of the other program.
enum Told {
    Nothing,
    Stop,
    Quit,
}

/// A running search.
pub struct Thinking<'a, G: Variant, W> {
    out: &'a mut W,
    /// `None` if there is no legal move.
    lines: Option<Lines<G>>,
    limits: Limits,
    begun: Instant,
    /// When its time began to run.
    timed_from: Option<Instant>,
    /// There is only one move to play.
    only_move: bool,
    /// The search has ended, though its answer may have to wait.
    over: bool,
    /// The best move of the last shown line.
    shown: Option<Move>,
}

impl<'a, G: Variant, W: Write> Thinking<'a, G, W> {
    /// Begins to search a game's position for this number of lines.
    pub fn begin(
        game: &G,
        limits: Limits,
        lines: usize,
        memory: Memory,
        out: &'a mut W,
    ) -> io::Result<Self> {
        let legal = game.list();
        let only_move = legal.len() == 1;
        let wanted = match limits.moves.as_slice() {
            [] => legal,
            some => some.to_vec(),
        };
        if wanted.is_empty() {
            let score = if game.board().in_check() {
                "mate"
            } else {
                "cp"
            };
            writeln!(out, "info depth 0 score {score} 0")?;
        }
        let lines = (!wanted.is_empty()).then(|| Lines::begin(game, wanted, lines, memory));
        let begun = Instant::now();
        Ok(Self {
            out,
            over: lines.is_none(),
            lines,
            timed_from: (!limits.ponder).then_some(begun),
            limits,
            begun,
            only_move,
            shown: None,
        })
    }

    /// Searches and answers. Returns whether there may be more commands, and the memory for the
    /// next search.
    pub fn run(mut self, input: &mut Input) -> io::Result<(ControlFlow<()>, Memory)> {
        let mut flow = ControlFlow::Continue(());
        while !(self.over && self.limits.ends_by_itself()) {
            match self.listen(input)? {
                Told::Nothing => self.search()?,
                Told::Stop => break,
                Told::Quit => {
                    flow = ControlFlow::Break(());
                    break;
                }
            }
        }
        self.answer()?;
        let memory = self.lines.map_or_else(Memory::default, Lines::into_memory);
        Ok((flow, memory))
    }

    /// Obeys the commands that a search can obey, and puts off the others. Waits if there is
    /// nothing else to do.
    fn listen(&mut self, input: &mut Input) -> io::Result<Told> {
        loop {
            let line = match self.over {
                true => input.wait(),
                false => match input.look() {
                    Some(line) => line,
                    None => return Ok(Told::Nothing),
                },
            };
            match line {
                Line::Text(text) => match text.split_whitespace().next() {
                    Some("stop") => return Ok(Told::Stop),
                    Some("quit") => return Ok(Told::Quit),
                    Some("isready") => writeln!(self.out, "readyok")?,
                    Some("ponderhit") => {
                        self.limits.ponder = false;
                        self.timed_from.get_or_insert_with(Instant::now);
                        return Ok(Told::Nothing);
                    }
                    _ => input.put_off(Line::Text(text)),
                },
                Line::Unreadable => writeln!(self.out, "info string {}", super::UNREADABLE)?,
                Line::End if self.limits.is_bounded() => return Ok(Told::Nothing),
                Line::End => return Ok(Told::Stop),
            }
            self.out.flush()?;
        }
    }

    /// Searches a slice, and shows the lines that have reached their depth.
    fn search(&mut self) -> io::Result<()> {
        let Some(lines) = self.lines.as_mut().filter(|_| !self.over) else {
            return Ok(());
        };
        let left = self
            .limits
            .nodes
            .unwrap_or(u64::MAX)
            .saturating_sub(lines.nodes());
        if lines.run(left.min(SLICE) as u32) {
            self.show_lines()?;
            self.over = self.is_deep_enough() || !self.lines.as_mut().is_some_and(Lines::deepen);
        }
        let nodes = self.lines.as_ref().map_or(0, Lines::nodes);
        let spent = self.timed_from.map(|from| from.elapsed());
        self.over |= self.limits.nodes.is_some_and(|most| nodes >= most)
            || self
                .limits
                .time
                .zip(spent)
                .is_some_and(|(most, spent)| spent >= most);
        Ok(())
    }

    /// Whether the result of the last depth is enough.
    fn is_deep_enough(&self) -> bool {
        let Some(lines) = &self.lines else {
            return true;
        };
        let limits = &self.limits;
        let is_mate = match limits.mate {
            None => lines.are_mates(),
            Some(most) => {
                let best = lines.found().swap_remove(0);
                mate_in(best.answer.score).is_some_and(|moves| (1..=most).contains(&moves))
            }
        };
        let needs_no_thought = self.only_move && (limits.nodes.is_some() || limits.time.is_some());
        is_mate || needs_no_thought || lines.depth() >= limits.depth.unwrap_or(MAX_DEPTH)
    }

    fn show_lines(&mut self) -> io::Result<()> {
        let found = self.lines.as_ref().map_or(Vec::new(), Lines::found);
        for (number, line) in found.iter().enumerate() {
            let number = (found.len() > 1).then_some(number + 1);
            self.show(line, line.answer.depth, number)?;
        }
        self.shown = found.first().map(|line| line.answer.best);
        self.out.flush()
    }

    fn show(&mut self, line: &Found, depth: u8, number: Option<usize>) -> io::Result<()> {
        let score = match mate_in(line.answer.score) {
            Some(moves) => format!("mate {moves}"),
            None => format!("cp {}", line.answer.score),
        };
        let number = number.map_or(String::new(), |number| format!(" multipv {number}"));
        let nodes = self.lines.as_ref().map_or(0, Lines::nodes);
        let time = self.begun.elapsed();
        let speed = nodes as f64 / time.as_secs_f64().max(0.001);
        let moves: Vec<_> = line.moves.iter().map(|&mv| G::text(mv)).collect();
        writeln!(
            self.out,
            "info depth {depth}{number} score {score} nodes {nodes} nps {speed:.0} time {} pv {}",
            time.as_millis(),
            moves.join(" ")
        )
    }

    /// Reports the best move, after its line if that wasn't shown yet.
    fn answer(&mut self) -> io::Result<()> {
        let found = self.lines.as_ref().map_or(Vec::new(), Lines::found);
        let Some(line) = found.first() else {
            writeln!(self.out, "bestmove (none)")?;
            return self.out.flush();
        };
        if self.shown != Some(line.answer.best) {
            let number = (found.len() > 1).then_some(1);
            self.show(line, line.answer.depth + 1, number)?;
        }
        let mut moves = line.moves.iter().map(|&mv| G::text(mv));
        write!(self.out, "bestmove {}", moves.next().unwrap_or_default())?;
        if let Some(answer) = moves.next() {
            write!(self.out, " ponder {answer}")?;
        }
        writeln!(self.out)?;
        self.out.flush()
    }
}
