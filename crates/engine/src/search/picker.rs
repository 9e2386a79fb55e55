//! The move picker: a node's moves in order, the most promising first.

use super::frame::Stage;
use super::purpose::Purpose;
use super::tree::{FRAMES, GENERATED, Search};
use crate::board::Board;
use crate::mv::{Move, NO_MOVE, Writer};
use crate::piece::{QUEEN, WHITE};
use crate::position::Position;
use crate::see::see_at_least;
use crate::sum::middle;

/// Kinds by value, for MVV-LVA: the most valuable victim first, by the least valuable attacker.
const ORDER: [u8; 8] = [0, 1, 3, 4, 2, 5, 6, 0];
const TABLE_MOVE: u32 = 65_535;
const QUEENING: u32 = 60_000;
const CAPTURE: u32 = 50_000;
const KILLER: u32 = 49_000;
const QUIET: i32 = 24_000;
pub(super) const LEAST_QUIET: i32 = 1_100;
const MOST_QUIET: i32 = 48_000;
/// Captures that lose material and underpromotions have less than [`LEAST_QUIET`].
const LOSING: u32 = 500;

impl<B: Board, P: Purpose> Search<B, P> {
    /// Takes the next move of the node on top of the stack; it is pseudo-legal.
    pub(super) fn pick(&mut self) -> Option<Move> {
        loop {
            let frame = self.top();
            match frame.stage {
                Stage::TableMove => {
                    let mv = frame.table_move;
                    self.top_mut().stage = Stage::Captures;
                    if mv != NO_MOVE && !self.top().needs_check() && self.board.is_quiet(mv) {
                        return Some(self.take_extra(mv));
                    }
                }
                Stage::Captures => {
                    self.top_mut().stage = Stage::GoodCaptures;
                    let only_checks = self.top().needs_check();
                    self.generate(only_checks, |board, writer| board.captures(writer));
                }
                Stage::GoodCaptures => match self.take_best(LEAST_QUIET as u32) {
                    None => self.top_mut().stage = Stage::FirstKiller,
                    taken => return taken,
                },
                Stage::FirstKiller => {
                    self.top_mut().stage = Stage::SecondKiller;
                    if let Some(mv) = self.killer(0) {
                        return Some(self.take_extra(mv));
                    }
                }
                Stage::SecondKiller => {
                    self.top_mut().stage = Stage::Quiets;
                    if let Some(mv) = self.killer(1) {
                        return Some(self.take_extra(mv));
                    }
                }
                Stage::Quiets => {
                    self.top_mut().stage = Stage::Rest;
                    self.generate_quiets();
                }
                Stage::Rest => return self.take_best(0),
            }
        }
    }

    /// A killer move of this ply that can be played here and was not tried yet.
    fn killer(&self, number: usize) -> Option<Move> {
        let mv = self.killers[self.ply % FRAMES][number];
        let frame = self.top();
        let fresh =
            mv != NO_MOVE && mv != frame.table_move && !frame.skip_quiets && !frame.needs_check();
        (fresh && self.board.is_quiet(mv)).then_some(mv)
    }

    /// Adds a move that is on no list to the moves taken.
    fn take_extra(&mut self, mv: Move) -> Move {
        let frame = &mut self.frames[self.ply % FRAMES];
        let (next, end) = (frame.next as usize, frame.end as usize);
        if let Some(list) = self.moves.get_mut(next..=end) {
            let last = list.len() - 1;
            list[last] = mv;
            list.swap(0, last);
            frame.next += 1;
            frame.end += 1;
        }
        mv
    }

    /// Takes the move with the best score, if that is at least this one.
    #[inline(never)] // two callers
    fn take_best(&mut self, least: u32) -> Option<Move> {
        let frame = &mut self.frames[self.ply % FRAMES];
        let list = self
            .moves
            .get_mut(frame.next as usize..frame.end as usize)?;
        let (first, rest) = list.split_first_mut()?;
        // all entries differ, so the list's own order doesn't matter
        let mut best = first.0;
        let mut place = None;
        for entry in rest {
            if entry.0 > best {
                best = entry.0;
                place = Some(entry);
            }
        }
        if Move(best).score() < least {
            return None;
        }
        if let Some(entry) = place {
            core::mem::swap(entry, first);
        }
        frame.next += 1;
        Some(first.bare())
    }

    /// Generates the quiet moves, or only those that may give check if others are futile.
    fn generate_quiets(&mut self) {
        let frame = self.top_mut();
        if frame.skip_quiets {
            return;
        }
        let mut only_checks = frame.needs_check();
        if let (true, Some(optimistic)) = (frame.may_prune(), frame.futile::<B>()) {
            frame.best = frame.best.max(optimistic);
            frame.skip_quiets = true;
            only_checks = true;
        }
        if only_checks {
            self.generate(true, |board, writer| board.quiets(writer));
        } else {
            self.generate_all_quiets();
        }
    }

    /// Generates moves after the moves left, with scores for their order. It skips quiet moves that were tried before,
    /// and with `only_checks` also those that give no check.
    #[inline(never)] // three callers
    pub(super) fn generate(&mut self, only_checks: bool, write: fn(&Position<B>, &mut Writer)) {
        let ply = self.ply % FRAMES;
        let start = self.frames[ply].end as usize;
        let mut writer = Writer::new(&mut self.moves, start);
        write(&self.board, &mut writer);
        let written = writer.end;
        let table_move = self.frames[ply].table_move;
        let [first, second] = self.killers[ply];
        let untried = self.frames[ply].check || self.frames[ply].needs_check();
        let discoverers = self.frames[ply].discoverers;
        let mut kept = start;
        for i in start..written {
            let Some(&mv) = self.moves.get(i) else { break };
            if only_checks && !self.board.may_check(mv, discoverers) {
                continue;
            }
            let noisy = self.board.is_noisy(mv);
            let tried = mv == table_move || mv == first || mv == second;
            if !noisy && tried && !untried {
                continue;
            }
            let score = if mv == table_move {
                TABLE_MOVE
            } else if noisy {
                self.noisy_score(mv)
            } else if tried {
                KILLER + (mv == first) as u32
            } else {
                self.quiet_score(mv)
            };
            if let Some(entry) = self.moves.get_mut(kept) {
                *entry = mv.with_score(score);
            }
            kept += 1;
        }
        self.frames[ply].end = kept as u32;
    }

    /// The same for all quiet moves of a side that is not in check. This is the search's longest loop, so it does no
    /// more than necessary.
    fn generate_all_quiets(&mut self) {
        let ply = self.ply % FRAMES;
        let start = self.frames[ply].end as usize;
        let mut writer = Writer::new(&mut self.moves, start);
        self.board.quiets(&mut writer);
        let written = writer.end;
        self.work += (written - start) as u64 * GENERATED;
        let table_move = self.frames[ply].table_move;
        let [first, second] = self.killers[ply];
        let mut kept = start;
        for i in start..written {
            let Some(&mv) = self.moves.get(i) else { break };
            if mv == table_move || mv == first || mv == second {
                continue;
            }
            let score = self.quiet_score(mv);
            if let Some(entry) = self.moves.get_mut(kept) {
                *entry = mv.with_score(score);
            }
            kept += 1;
        }
        self.frames[ply].end = kept as u32;
    }

    /// The score of a quiet move: its history, and its piece's gain from the new square.
    #[inline(always)] // two loops
    fn quiet_score(&self, mv: Move) -> u32 {
        let code = self.board.cell(mv.origin());
        let gain = middle(B::packed_gain(code, mv.origin(), mv.target()));
        let gain = if self.board.side == WHITE {
            gain
        } else {
            -gain
        };
        let score = QUIET + self.history.of(code, mv) + gain * B::NUMBERS.square_gain / 16;
        score.clamp(LEAST_QUIET, MOST_QUIET) as u32
    }

    /// The score of a capture or promotion.
    fn noisy_score(&self, mv: Move) -> u32 {
        let code = self.board.cell(mv.origin());
        let victim = self.board.victim(mv);
        let order = ORDER[(victim & 7) as usize] as u32 * 8;
        if mv.kind() != 0 {
            return if mv.kind() == QUEEN {
                QUEENING + order
            } else {
                LOSING
            };
        }
        let order = order - ORDER[(code & 7) as usize] as u32 + 8;
        let may_lose = B::gain(code & 7) > B::gain(victim);
        if may_lose && !see_at_least(&self.board, mv, 0) {
            LOSING + order
        } else {
            CAPTURE + order
        }
    }

    /// Drops the remaining quiet moves, except those that may give check.
    pub(super) fn drop_quiets(&mut self) {
        let frame = &mut self.frames[self.ply % FRAMES];
        frame.skip_quiets = true;
        let first = frame.next as usize;
        let mut kept = first;
        for i in first..frame.end as usize {
            let Some(&entry) = self.moves.get(i) else {
                break;
            };
            let mv = entry.bare();
            if self.board.is_noisy(mv) || self.board.may_check(mv, frame.discoverers) {
                if let Some(place) = self.moves.get_mut(kept) {
                    *place = entry;
                }
                kept += 1;
            }
        }
        frame.end = kept as u32;
    }
}
