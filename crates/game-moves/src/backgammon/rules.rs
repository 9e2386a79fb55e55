//! The moves of checkers with dice.

use alloc::vec::Vec;

use super::{Move, Origin, Target};

/// The checkers on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// Player 0's checkers count up from 0, player 1's down.
    pub points: [i8; 24],
    pub bar: [u8; 2],
    pub bear_off: [u8; 2],
}

impl Board {
    pub fn start() -> Self {
        let mut points = [0; 24];
        for (point, count) in [(5, 5), (7, 3), (12, 5), (23, 2)] {
            points[point] = count;
            points[23 - point] = -count;
        }
        Self {
            points,
            bar: [0; 2],
            bear_off: [0; 2],
        }
    }

    /// The number of a player's checkers on a point.
    pub fn count(&self, player: u8, point: u8) -> u8 {
        let signed = self.points[usize::from(point)];
        if player == 0 {
            signed.max(0) as u8
        } else {
            signed.min(0).unsigned_abs()
        }
    }

    /// Whether this player has borne off all fifteen.
    pub fn is_won_by(&self, player: u8) -> bool {
        self.bear_off[usize::from(player)] == 15
    }

    fn blocked(&self, player: u8, point: u8) -> bool {
        self.count(1 - player, point) >= 2
    }

    /// The point that is `pips` away from bearing off: 1 to 24, 25 being the bar.
    fn at(player: u8, pips: u8) -> u8 {
        if player == 0 { pips - 1 } else { 24 - pips }
    }

    /// The moves with one die, regardless of the other dice.
    pub fn moves_with(&self, player: u8, die: u8) -> Vec<Move> {
        let to = |pips: u8| Self::at(player, pips);
        if self.bar[usize::from(player)] > 0 {
            let entry = to(25 - die);
            let enter = Move::legal(Origin::Bar, Target::Point(entry), die);
            return if self.blocked(player, entry) {
                Vec::new()
            } else {
                [enter].into()
            };
        }
        // the farthest checker: all are at home if it is at most six pips away
        let farthest = (1..=24)
            .rev()
            .find(|pips| self.count(player, to(*pips)) > 0)
            .unwrap_or(0);
        let mut moves = Vec::new();
        for pips in (1..=farthest).filter(|pips| self.count(player, to(*pips)) > 0) {
            let from = Origin::Point(to(pips));
            if pips > die {
                let target = to(pips - die);
                if !self.blocked(player, target) {
                    moves.push(Move::legal(from, Target::Point(target), die));
                }
            } else if farthest <= 6 && (pips == die || pips == farthest) {
                moves.push(Move::legal(from, Target::Off, die));
            }
        }
        moves
    }

    /// The board after one of `moves_with`.
    pub fn after(mut self, player: u8, mv: &Move) -> Self {
        let own: i8 = if player == 0 { 1 } else { -1 };
        match mv.from() {
            Origin::Bar => self.bar[usize::from(player)] -= 1,
            Origin::Point(point) => self.points[usize::from(point)] -= own,
        }
        match mv.to() {
            Target::Off => self.bear_off[usize::from(player)] += 1,
            Target::Point(point) => {
                let target = &mut self.points[usize::from(point)];
                if *target == -own {
                    // a blot is hit
                    *target = 0;
                    self.bar[usize::from(1 - player)] += 1;
                }
                *target += own;
            }
        }
        self
    }

    /// The number of `dice` that can be played in a row. Winning counts as playing them all.
    fn longest(&self, player: u8, dice: &[u8]) -> usize {
        let mut longest = 0;
        for (die, rest) in each_die(dice) {
            for mv in self.moves_with(player, die) {
                longest = longest.max(self.after(player, &mv).played(player, &rest));
                if longest == dice.len() {
                    return longest;
                }
            }
        }
        longest
    }

    /// The played die and the dice of `rest` that can follow it.
    fn played(&self, player: u8, rest: &[u8]) -> usize {
        1 + if self.is_won_by(player) {
            rest.len()
        } else {
            self.longest(player, rest)
        }
    }

    /// The legal moves, unordered: those that let the most dice be played. If only one of two different dice can be
    /// played, it must be the higher one if possible.
    pub fn legal_moves(&self, player: u8, dice: &[u8]) -> Vec<Move> {
        let mut longest = 1;
        let mut legal: Vec<Move> = Vec::new();
        for (die, rest) in each_die(dice) {
            for mv in self.moves_with(player, die) {
                let played = self.after(player, &mv).played(player, &rest);
                if played > longest {
                    longest = played;
                    legal.clear();
                }
                if played == longest {
                    legal.push(mv);
                }
            }
        }
        if longest == 1
            && dice.len() == 2
            && let Some(higher) = legal.iter().map(Move::die).max()
        {
            legal.retain(|mv| mv.die() == higher);
        }
        legal
    }
}

/// Each different die, with the dice that remain after it.
fn each_die(dice: &[u8]) -> impl Iterator<Item = (u8, Vec<u8>)> {
    let first = |index: &usize| !dice[..*index].contains(&dice[*index]);
    (0..dice.len()).filter(first).map(|index| {
        let mut rest = dice.to_vec();
        (rest.remove(index), rest)
    })
}
