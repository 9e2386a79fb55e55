//! Play by signature.

use cozy_chess::Color;

use super::clocks::SIGNED_PLIES;
use super::game::{claim, end_by_board, end_without_repetition, is_legal};
use super::refusal::require;
use super::{Chain, End, Fault, Game, Reason, Refusal, State};
use crate::rules::{Move, Position};
use crate::signing::{Action, Table};
use crate::transcript;

/// What the messages of a call say: by colour, whether there is one, and its action.
type Actions = [Option<Action>; 2];

/// A game that a call brings.
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

    /// Who made the last ply.
    fn maker(&self) -> Option<Color> {
        maker_of(self.plies())
    }

    fn turn(&self) -> Color {
        self.positions[self.plies()].turn
    }

    fn end(&self) -> Option<End> {
        end_by_board(&self.positions)
    }
}

/// Who made a ply; the first is 1.
fn maker_of(ply: usize) -> Option<Color> {
    match (ply, ply % 2) {
        (0, _) => None,
        (_, 1) => Some(Color::White),
        _ => Some(Color::Black),
    }
}

impl Chain {
    pub(super) fn play(
        &mut self,
        id: u32,
        bytes: &[u8],
        messages: [&[u8]; 2],
    ) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.ongoing(id)?;
        let game = self.games[index].clone();
        let table = game.table(self.address).ok_or(Refusal::WithoutKeys)?;
        let moves = transcript::decode(bytes).ok_or(Refusal::BadTranscript)?;
        let brought = self.bring(&game, moves)?;
        let actions = self.read(&game, &brought, &table, messages)?;
        let acts = acting(actions, brought.plies())?;
        if brought.plies() == game.plies() {
            require(acts != Acts::Nobody, Refusal::NoEffect)?;
            return self.act_on_the_same_plies(index, &brought, acts);
        }
        self.require_longer(&game, &brought)?;
        self.take_over(index, brought.moves.clone(), brought.positions.clone());
        self.act_after_new_plies(index, &brought, acts)
    }

    /// Checks the moves that the chain doesn't have yet, or all of them where they differ.
    fn bring(&self, game: &Game, moves: Vec<Move>) -> Result<Brought, Refusal> {
        let (plies, on_chain) = (moves.len(), game.plies());
        require(plies <= SIGNED_PLIES, Refusal::TooLong)?;
        require(plies >= on_chain, Refusal::NotLonger)?;
        let goes_on = moves.starts_with(&game.moves);
        require(plies > on_chain || goes_on, Refusal::SameLengthOtherMoves)?;
        let mut positions = match goes_on {
            true => game.positions.clone(),
            false => vec![Position::start()],
        };
        for m in &moves[positions.len() - 1..] {
            let position = &positions[positions.len() - 1];
            let over = end_without_repetition(position).is_some();
            require(!over, Refusal::AfterTheEnd)?;
            require(is_legal(position, m), Refusal::IllegalMove)?;
            positions.push(position.after(*m));
        }
        Ok(Brought {
            moves,
            positions,
            goes_on,
        })
    }

    /// Checks the messages, and that none is missing.
    fn read(
        &self,
        game: &Game,
        brought: &Brought,
        table: &Table,
        messages: [&[u8]; 2],
    ) -> Result<Actions, Refusal> {
        let plies = brought.plies();
        let mut actions = [None; 2];
        for color in Color::ALL {
            let [number, signature @ ..] = messages[color as usize] else {
                continue;
            };
            require(signature.len() == 64, Refusal::BadMessage)?;
            let action = Action::of(*number).ok_or(Refusal::BadMessage)?;
            let covered = match action {
                Action::Move if brought.maker() != Some(color) => {
                    plies.checked_sub(1).ok_or(Refusal::NoEffect)?
                }
                _ => plies,
            };
            let bytes = transcript::encode(&brought.moves[..covered]);
            let holds = table.verify(color, action, &bytes, signature);
            require(holds, Refusal::BadSignature)?;
            actions[color as usize] = Some(action);
        }
        for color in Color::ALL {
            let first_new = match brought.goes_on || self.fault == Some(Fault::MissingMessage) {
                true => game.plies() + 1,
                false => 1,
            };
            let mut new = first_new..=plies;
            let makes_one = new.any(|ply| maker_of(ply) == Some(color));
            let there = actions[color as usize].is_some();
            require(there || !makes_one, Refusal::MessageMissing)?;
        }
        Ok(actions)
    }

    /// A longer game counts in time alone, and undoes an end only if it is long enough.
    fn require_longer(&self, game: &Game, brought: &Brought) -> Result<(), Refusal> {
        if let Some(open) = game.open_end {
            require(!self.is_window_over(game), Refusal::WindowIsOver)?;
            let longer = match open.end.reason.is_by_the_board() {
                true => 1,
                false => 2,
            };
            require(
                brought.plies() >= game.plies() + longer
                    && self.fault != Some(Fault::FirstEndStands),
                Refusal::EndIsOpen,
            )?;
        }
        require(!self.is_late(game), Refusal::TimeIsOver)
    }

    /// The longer game is the chain's from now on.
    fn take_over(&mut self, index: usize, moves: Vec<Move>, positions: Vec<Position>) {
        self.answer(index);
        self.press(index);
        let game = &mut self.games[index];
        game.moves = moves;
        game.positions = positions;
        game.offer = None;
        game.open_end = None;
    }

    fn act_after_new_plies(
        &mut self,
        index: usize,
        brought: &Brought,
        acts: Acts,
    ) -> Result<(), Refusal> {
        let end = brought.end();
        if let Some(end) = end {
            self.end_or_open(index, end);
        }
        if self.games[index].state != State::Ongoing {
            return Ok(());
        }
        match acts {
            Acts::Nobody => Ok(()),
            Acts::One(color, Action::Ask) => {
                require(end.is_none(), Refusal::CannotAsk)?;
                self.require_may_ask(brought, color)?;
                self.ask(index);
                Ok(())
            }
            Acts::One(color, Action::Resign) => {
                self.resigned(index, color);
                Ok(())
            }
            Acts::One(color, _) => self.drawn_by(index, brought, end, Some(color)),
            Acts::BothDraw => self.drawn_by(index, brought, end, None),
        }
    }

    fn act_on_the_same_plies(
        &mut self,
        index: usize,
        brought: &Brought,
        acts: Acts,
    ) -> Result<(), Refusal> {
        let game = self.games[index].clone();
        match acts {
            Acts::Nobody => Err(Refusal::NoEffect),
            Acts::One(color, Action::Ask) => {
                require(game.open_end.is_none(), Refusal::CannotAsk)?;
                self.require_may_ask(brought, color)?;
                require(game.ask.is_none(), Refusal::AskIsOpen)?;
                self.ask(index);
                Ok(())
            }
            Acts::One(color, Action::Resign) => {
                self.resigned(index, color);
                Ok(())
            }
            Acts::One(..) | Acts::BothDraw => {
                require(!self.is_late(&game), Refusal::TimeIsOver)?;
                let by = match acts {
                    Acts::One(color, _) => Some(color),
                    _ => None,
                };
                let end = game.open_end.map(|open| open.end);
                self.drawn_by(index, brought, end, by)
            }
        }
    }

    fn require_may_ask(&self, brought: &Brought, by: Color) -> Result<(), Refusal> {
        let may = by != brought.turn() && brought.plies() < SIGNED_PLIES;
        require(may, Refusal::CannotAsk)
    }

    /// A draw by one player, or by both: an end by the board acknowledged, a claim, an agreement.
    fn drawn_by(
        &mut self,
        index: usize,
        brought: &Brought,
        end: Option<End>,
        by: Option<Color>,
    ) -> Result<(), Refusal> {
        let drawn = |reason| End {
            winner: None,
            reason,
        };
        if let Some(end) = end {
            // nobody can acknowledge what players made: the messages may be old
            let acknowledged = end.reason.is_by_the_board()
                && end.winner.is_none()
                && by.is_none_or(|color| Some(color) != brought.maker());
            require(acknowledged, Refusal::NoDraw)?;
            self.end(index, end);
            return Ok(());
        }
        let reason = match by {
            None => Reason::Agreement,
            Some(color) => {
                require(color == brought.turn(), Refusal::NoDraw)?;
                claim(&brought.positions).ok_or(Refusal::NoDraw)?
            }
        };
        self.end_or_open(index, drawn(reason));
        Ok(())
    }
}

/// Who acts, besides moving.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Acts {
    Nobody,
    One(Color, Action),
    BothDraw,
}

fn acting(actions: Actions, plies: usize) -> Result<Acts, Refusal> {
    let acts = |color: Color| {
        let action = actions[color as usize];
        action
            .filter(|&action| action != Action::Move)
            .map(|action| (color, action))
    };
    // with no ply there is no move to sign
    let moves = actions.contains(&Some(Action::Move));
    require(plies > 0 || !moves, Refusal::NoEffect)?;
    match (acts(Color::White), acts(Color::Black)) {
        (None, None) => Ok(Acts::Nobody),
        (Some((color, action)), None) | (None, Some((color, action))) => {
            Ok(Acts::One(color, action))
        }
        (Some((_, Action::Draw)), Some((_, Action::Draw))) => Ok(Acts::BothDraw),
        _ => Err(Refusal::BothAct),
    }
}
