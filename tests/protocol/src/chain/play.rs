//! `play`: a game or round that was played by signature comes to the chain.

use super::{Action, Awaits, Chain, Refused, Side, Taken, Why, require};
use crate::line::{Kind, Line};
use crate::rules::Rules;

/// The part of a call other than moves: the action and its side; no side alone if both agree.
type Said = Option<(Action, Option<Side>)>;

/// The meaning of the two messages together.
fn said([honest, cheat]: [Option<Action>; 2]) -> Result<Said, Refused> {
    let acts = |message: Option<Action>| message.filter(|action| *action != Action::Move);
    Ok(match (acts(honest), acts(cheat)) {
        (None, None) => None,
        (Some(Action::Draw), Some(Action::Draw)) => Some((Action::Draw, None)),
        (Some(action), None) => Some((action, Some(Side::Honest))),
        (None, Some(action)) => Some((action, Some(Side::Cheat))),
        _ => return Err(Refused),
    })
}

impl Chain {
    pub(super) fn play(
        &mut self,
        rules: &Rules,
        round: u8,
        points: u8,
        line: Line,
        messages: [Option<Action>; 2],
    ) -> Taken {
        self.require_open(rules)?;
        require((self.round..rules.rounds).contains(&round))?;
        self.require_points(round, points)?;
        let said = said(messages)?;
        let is_later_round = round > self.round;
        let was_late = self.late;
        if is_later_round {
            require(!was_late && messages.iter().all(Option::is_some))?;
            (self.round, self.points, self.line) = (round, points, Line::EMPTY);
            self.offer = None;
            self.wait(Awaits::Move);
        }
        // two resignations can't replace each other forever
        let resigns = matches!(said, Some((Action::Resign, _)));
        require(!(resigns && self.is_resigned()))?;
        self.require_signatures(line, messages)?;
        let is_longer = line.len() > self.line.len() || is_later_round;
        let mut end = self.open_end();
        if is_longer {
            require(!was_late)?;
            if !is_later_round {
                self.require_undone(rules, line)?;
            }
            require(!follows_fivefold(line) || !rules.contract.looks_for_fifth_before_last)?;
            self.line = line;
            self.offer = None;
            self.wait(Awaits::Move);
            end = line.board_end().map(|_| Why::Board);
        }
        self.act(rules, said, is_longer, end)
    }

    /// The line is longer, or the chain's own; the call may lack a player's message only if none of
    /// their plies is new.
    fn require_signatures(&self, line: Line, messages: [Option<Action>; 2]) -> Taken {
        let is_known = line.starts_with(self.line);
        let new_plies = line.len().saturating_sub(self.line.len());
        require(new_plies > 0 || line == self.line)?;
        let last_mover = self.turn_after(line).other();
        for (side, message) in [Side::Honest, Side::Cheat].into_iter().zip(messages) {
            let moves = new_plies > 1 || new_plies == 1 && side == last_mover;
            require(message.is_some() || is_known && !moves)?;
        }
        Ok(())
    }

    /// An end on the board is undone by one ply, one that the players made by two.
    fn require_undone(&self, rules: &Rules, line: Line) -> Taken {
        let new_plies = line.len() - self.line.len();
        let needed = match self.open_end() {
            None | Some(Why::Board) => 1,
            Some(Why::Resigned(_)) if rules.contract.ply_undoes_resignation => 1,
            Some(Why::Resigned(_)) => return Err(Refused),
            Some(_) => 2,
        };
        require(new_plies >= needed)
    }

    fn turn_after(&self, line: Line) -> Side {
        self.mover(self.round, line.len())
    }

    /// `end`: the one that the position has, or the open one if the game isn't longer.
    fn act(&mut self, rules: &Rules, said: Said, is_longer: bool, end: Option<Why>) -> Taken {
        let turn = self.turn();
        let Some((action, side)) = said else {
            require(is_longer)?;
            if end.is_some() {
                self.open(Why::Board);
            }
            return Ok(());
        };
        match action {
            Action::Move | Action::Leave => {
                unreachable!("a message that only moves says nothing besides")
            }
            Action::Resign => {
                let is_last = self.round + 1 == rules.rounds;
                require(!self.late || is_last || rules.contract.resigns_late)?;
                self.end_at_once(rules, Why::Resigned(side.ok_or(Refused)?))
            }
            Action::Draw => self.draw_by_message(rules, side, end),
            Action::Ask => {
                let is_answered = is_longer || self.awaits != Awaits::Answer;
                require(is_answered && end.is_none() && side == Some(turn.other()))?;
                self.wait(Awaits::Answer);
                Ok(())
            }
        }
    }

    /// Agreed, claimed, or acknowledged on the board.
    fn draw_by_message(&mut self, rules: &Rules, side: Option<Side>, end: Option<Why>) -> Taken {
        require(!self.late || end.is_some())?;
        let by_player_to_move = side != Some(self.turn().other());
        let last = self.line.last();
        match (end, side) {
            (Some(Why::Board), _) if by_player_to_move && last != Some(Kind::Mate) => {
                return self.end_at_once(rules, Why::Board);
            }
            (None, None) => self.open(Why::Agreed),
            (None, Some(_)) if by_player_to_move && last == Some(Kind::Claimable) => {
                self.open(Why::Claim);
            }
            _ => return Err(Refused),
        }
        Ok(())
    }
}

/// Whether one ply follows a fifth repetition, whose maker has signed nothing after it.
fn follows_fivefold(line: Line) -> bool {
    let before = line.prefix(line.len().saturating_sub(1));
    before.last() == Some(Kind::Fivefold)
}
