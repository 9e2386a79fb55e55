//! Play by signature: single games, and the rounds of a match.

use cozy_chess::Color;

use super::event::Topic::{Number, Of};
use super::event::argument;
use super::game::{SIGNED_PLIES, claim, drawn, is_fifth};
use super::refusal::require;
use super::{Chain, End, Fault, Game, Reason, Refusal};
use crate::rules::{Move, Position};
use crate::signing::{Action, Table, covered, maker_of};
use crate::transcript;

/// The messages of a call: by colour, the action where there is a message.
type Actions = [Option<Action>; 2];

/// A game that a call submits.
struct Brought {
    moves: Vec<Move>,
    positions: Vec<Position>,
    /// Whether the chain's game is the beginning of it.
    goes_on: bool,
}

impl Brought {
    fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The player who made the last ply.
    fn maker(&self) -> Option<Color> {
        maker_of(self.plies())
    }

    fn turn(&self) -> Color {
        self.positions[self.plies()].turn
    }

    /// Whether the last ply follows a fifth repetition.
    fn follows_a_fifth(&self) -> bool {
        let before = self.positions.split_last();
        before.is_some_and(|(_, before)| is_fifth(before))
    }
}

impl Chain {
    pub(super) fn play(
        &mut self,
        id: u32,
        (round, points): (u16, u16),
        bytes: &[u8],
        messages: [&[u8]; 2],
    ) -> Result<(), Refusal> {
        self.require_running_or_long_pause()?;
        let index = self.ongoing(id)?;
        let before = self.games[index].clone();
        require(before.is_signed(), Refusal::WithoutKeys)?;
        let actions = [action_of(messages[0])?, action_of(messages[1])?];
        if actions.contains(&Some(Action::Leave)) {
            return self.leave_match(index, (round, points), bytes, messages, actions);
        }
        let may = (before.round..before.rounds).contains(&round);
        require(may, Refusal::WrongRound)?;
        let possible = before.possible_points(round);
        require(possible.contains(&points), Refusal::WrongPoints)?;
        let is_later_round = round > before.round;
        let is_in_time = !is_later_round || !self.is_late(&before);
        require(is_in_time, Refusal::TimeIsOver)?;
        let game = match is_later_round {
            true => before.in_round(round, points),
            false => before.clone(),
        };
        let table = game.table(self.address).ok_or(Refusal::WithoutKeys)?;
        let brought = bring(&game, bytes)?;
        let is_more = brought.plies() > game.plies();
        let after_the_end = is_more && brought.follows_a_fifth();
        require(!after_the_end, Refusal::AfterTheEnd)?;
        let is_longer = is_later_round || is_more;
        let is_no_other = brought.plies() == game.plies() && brought.goes_on;
        require(is_longer || is_no_other, Refusal::NotLonger)?;
        let by_both = is_later_round && self.fault != Some(Fault::RoundByOne);
        self.check_signatures(&game, &brought, &table, (messages, actions), by_both)?;
        let acts = acting(actions)?;
        // what an ask has taken so far
        self.charge_for_the_ask(index);
        let mut end = before.open_end;
        if is_later_round {
            self.begin_round(index, &game);
            end = None;
        }
        if is_longer {
            if !is_later_round {
                self.require_may_go_on(&game, &brought)?;
            }
            self.take_over(index, &game, &brought);
            end = game.end_of(&brought.positions);
        }
        self.act(index, &game, &brought, acts, end, is_longer)
    }

    /// Both have signed that the match ended before a round, with these points of White of round 0.
    fn leave_match(
        &mut self,
        index: usize,
        (round, points): (u16, u16),
        bytes: &[u8],
        messages: [&[u8]; 2],
        actions: Actions,
    ) -> Result<(), Refusal> {
        let game = &self.games[index];
        require(game.is_match(), Refusal::NotAMatch)?;
        let by_both = actions.iter().all(Option::is_some);
        require(by_both, Refusal::MessageMissing)?;
        require(actions == [Some(Action::Leave); 2], Refusal::BothAct)?;
        require(bytes.is_empty(), Refusal::NoEffect)?;
        let may = game.round < round && round <= game.rounds;
        require(may, Refusal::WrongRound)?;
        let possible = game.possible_points(round);
        require(possible.contains(&points), Refusal::WrongPoints)?;
        let table = game.table_of(self.address, round, points);
        let table = table.ok_or(Refusal::WithoutKeys)?;
        for color in Color::ALL {
            let signature = &messages[color as usize][1..];
            let holds = table.verify(color, Action::Leave, &[], signature);
            require(holds, Refusal::BadSignature)?;
        }
        self.over(index, Reason::Left, round, points);
        Ok(())
    }

    /// The chain goes to a later round, whose game is at its start.
    fn begin_round(&mut self, index: usize, game: &Game) {
        self.games[index] = game.clone();
        self.begin_wait(index);
        let topics = [Number(game.round.into())];
        self.tell_of(game.id, "roundBegun", &topics, argument(game.points.into()));
    }

    fn check_signatures(
        &self,
        game: &Game,
        brought: &Brought,
        table: &Table,
        (messages, actions): ([&[u8]; 2], Actions),
        by_both: bool,
    ) -> Result<(), Refusal> {
        let plies = brought.plies();
        for color in Color::ALL {
            let Some(action) = actions[color as usize] else {
                let first_new = match brought.goes_on || self.fault == Some(Fault::MissingMessage) {
                    true => game.plies() + 1,
                    false => 1,
                };
                let mut new = first_new..=plies;
                let makes_one = new.any(|ply| maker_of(ply) == Some(color));
                require(!makes_one && !by_both, Refusal::MessageMissing)?;
                continue;
            };
            let covered = &brought.moves[..covered(color, action, plies)];
            let bytes = transcript::encode(covered);
            let signature = &messages[color as usize][1..];
            let holds = table.verify(color, action, &bytes, signature);
            require(holds, Refusal::BadSignature)?;
        }
        Ok(())
    }

    /// A longer game counts only in time, and undoes an end only if it is long enough.
    fn require_may_go_on(&self, game: &Game, brought: &Brought) -> Result<(), Refusal> {
        require(!self.is_late(game), Refusal::TimeIsOver)?;
        let Some(open) = game.open_end else {
            return Ok(());
        };
        let longer = match open.reason {
            _ if open.is_by_the_board() => 1,
            // before a match's last round
            Reason::Resignation if self.fault != Some(Fault::ResignationTakenBack) => {
                return Err(Refusal::Resigned);
            }
            _ => 2,
        };
        let undoes = brought.plies() - game.plies() >= longer;
        let may = undoes && self.fault != Some(Fault::FirstEndStands);
        require(may, Refusal::NotLongEnough)
    }

    /// The longer game is the chain's from now on.
    fn take_over(&mut self, index: usize, before: &Game, brought: &Brought) {
        self.begin_wait(index);
        let game = &mut self.games[index];
        game.moves.clone_from(&brought.moves);
        game.positions.clone_from(&brought.positions);
        game.offer = None;
        let first_ply = if brought.goes_on { before.plies() } else { 0 };
        let moves = transcript::encode(&brought.moves[first_ply..]);
        if !moves.is_empty() {
            let topics = [Number(first_ply as u64)];
            self.tell_of(before.id, "movesPlayed", &topics, moves);
        }
    }

    /// `before`: the chain's game before the call, or at the beginning of a later round. `end`: how
    /// the game ends on the board, or the end that is open.
    fn act(
        &mut self,
        index: usize,
        before: &Game,
        brought: &Brought,
        acts: Acts,
        end: Option<End>,
        is_longer: bool,
    ) -> Result<(), Refusal> {
        match acts {
            Acts::Nobody => {
                require(is_longer, Refusal::NoEffect)?;
                if let Some(end) = end {
                    self.end_or_open(index, end);
                }
                Ok(())
            }
            Acts::One(color, Action::Ask) => {
                let may = end.is_none()
                    && (is_longer || !before.is_asked)
                    && color != brought.turn()
                    && brought.plies() < SIGNED_PLIES;
                require(may, Refusal::CannotAsk)?;
                self.begin_wait(index);
                self.games[index].is_asked = true;
                let game = &self.games[index];
                let (id, by) = (game.id, game.player(color));
                self.tell_of(id, "moveAsked", &[Of(by)], vec![]);
                Ok(())
            }
            Acts::One(color, Action::Resign) => {
                // two resignations can't replace each other forever
                let is_open = end.is_some_and(|end| end.reason == Reason::Resignation);
                require(!is_open, Refusal::NoEffect)?;
                let may = before.is_last_round()
                    || !self.is_late(before)
                    || self.fault == Some(Fault::LateResignation);
                require(may, Refusal::TimeIsOver)?;
                self.resigned(index, color, end)
            }
            Acts::One(color, _) => self.drawn_by(index, before, brought, end, Some(color)),
            Acts::BothDraw => self.drawn_by(index, before, brought, end, None),
        }
    }

    /// A draw by one player, or by both: an end by the board acknowledged, a claim, an agreement.
    fn drawn_by(
        &mut self,
        index: usize,
        before: &Game,
        brought: &Brought,
        end: Option<End>,
        by: Option<Color>,
    ) -> Result<(), Refusal> {
        if let Some(end) = end {
            // nobody can acknowledge an end that players made: the messages may be old
            let acknowledged = end.is_by_the_board()
                && end.winner.is_none()
                && by.is_none_or(|color| Some(color) != brought.maker());
            require(acknowledged, Refusal::NoEffect)?;
            return self.end_at_once(index, end);
        }
        require(!self.is_late(before), Refusal::TimeIsOver)?;
        let reason = match by {
            None => Reason::Agreement,
            Some(color) => claim(&brought.positions)
                .filter(|_| color == brought.turn())
                .ok_or(Refusal::NothingToClaim)?,
        };
        self.end_or_open(index, drawn(reason));
        Ok(())
    }
}

/// The action of a message, if there is one.
fn action_of(message: &[u8]) -> Result<Option<Action>, Refusal> {
    match message {
        [] => Ok(None),
        [number, signature @ ..] if signature.len() == 64 => {
            let action = Action::of(*number).ok_or(Refusal::BadMessage)?;
            Ok(Some(action))
        }
        _ => Err(Refusal::BadMessage),
    }
}

/// Checks the moves that the chain doesn't have yet, or all of them if they differ.
fn bring(game: &Game, bytes: &[u8]) -> Result<Brought, Refusal> {
    let known = transcript::encode(&game.moves);
    let goes_on = bytes.starts_with(&known);
    let (mut moves, mut positions, mut rest) = match bytes.strip_prefix(&*known) {
        Some(rest) => (game.moves.clone(), game.positions.clone(), rest),
        None => (vec![], vec![Position::start()], bytes),
    };
    while !rest.is_empty() {
        let position = &positions[moves.len()];
        require(moves.len() < SIGNED_PLIES, Refusal::TooLong)?;
        // after mate and stalemate there is no move that could be legal
        let over = position.is_dead() || position.half_moves >= 150;
        require(!over, Refusal::AfterTheEnd)?;
        let (m, after) = transcript::decode_first(rest).ok_or(Refusal::BadTranscript)?;
        let reaches = position.reach(m.from).has(m.to);
        let promotes = reaches && position.promotes(m.from, m.to);
        let can_go = reaches && promotes == m.promotion.is_some();
        require(can_go, Refusal::CannotGoThere)?;
        let next = position.after(m);
        require(!next.in_check(position.turn), Refusal::KingAttacked)?;
        moves.push(m);
        positions.push(next);
        rest = after;
    }
    Ok(Brought {
        moves,
        positions,
        goes_on,
    })
}

/// The player who acts, other than by a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Acts {
    Nobody,
    One(Color, Action),
    BothDraw,
}

fn acting(actions: Actions) -> Result<Acts, Refusal> {
    let [white, black] = actions.map(|action| action.filter(|&action| action != Action::Move));
    match (white, black) {
        (None, None) => Ok(Acts::Nobody),
        (Some(action), None) => Ok(Acts::One(Color::White, action)),
        (None, Some(action)) => Ok(Acts::One(Color::Black, action)),
        (Some(Action::Draw), Some(Action::Draw)) => Ok(Acts::BothDraw),
        _ => Err(Refusal::BothAct),
    }
}
