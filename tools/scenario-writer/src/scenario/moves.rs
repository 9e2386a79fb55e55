//! Moves, in the notation of chess engines: `e2e4`, `e7e8q`; `e7e8` leaves the piece out.

use chess_rules::Move;

use super::Scenario;
use super::shown::encoded;
use crate::call::{Call, Event, call};
use crate::cast::*;
use crate::json::Step;
use crate::text::hex;

impl Scenario {
    /// The call of a move.
    pub fn move_call(&self, game: usize, text: &str) -> Call {
        let m: Move = text.parse().expect("a move");
        let [from, to] = [m.from, m.to].map(|square| square.index_from_a8().to_string());
        let id = game.to_string();
        let mut arguments = vec![&*id, &*from, &*to];
        let promotion = m.promotion.map(|p| (p as u8).to_string());
        arguments.extend(promotion.as_deref());
        call(self.mover(game), "makeMove", &arguments)
    }

    /// Moves that the game continues after.
    pub fn play(&mut self, game: usize, moves: &str) -> &mut Self {
        for text in moves.split_whitespace() {
            self.make_move(game, text, None);
        }
        self
    }

    /// A move that ends the game.
    pub fn play_last(&mut self, game: usize, text: &str, state: State, reason: Reason) {
        self.make_move(game, text, Some((state, reason)));
    }

    /// A move with which a draw is claimed.
    pub fn play_and_claim(&mut self, game: usize, text: &str, reason: Reason) {
        let mut call = self.move_call(game, text);
        call.function = "makeMoveAndClaim".into();
        self.carry_out(call, game, text, Some((State::Drawn, reason)));
    }

    /// A move that is refused with these words.
    pub fn refuse_move(&mut self, game: usize, text: &str, message: &str) -> &mut Self {
        self.next_id = Some(format!("refused: {}", self.move_id(game, text)));
        let call = self.move_call(game, text);
        let id = self.next_id.take();
        self.refuse_named(id, call, message)
    }

    fn refuse_named(&mut self, id: Option<String>, call: Call, message: &str) -> &mut Self {
        self.refuse(call, message);
        if let (Some(id), Some(Step::ScCall { id: last, .. })) = (id, self.steps.last_mut()) {
            *last = id;
        }
        self
    }

    pub(super) fn move_id(&self, game: usize, text: &str) -> String {
        let ply = self.game(game).position.ply();
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        format!("game {game}: {}{dots} {text}", ply / 2 + 1)
    }

    fn make_move(&mut self, game: usize, text: &str, end: Option<(State, Reason)>) {
        let call = self.move_call(game, text);
        self.carry_out(call, game, text, end);
    }

    fn carry_out(&mut self, call: Call, game: usize, text: &str, end: Option<(State, Reason)>) {
        let id = self.move_id(game, text);
        let mut m: Move = text.parse().expect("a move");
        let position = &self.game(game).position;
        assert!(
            position.is_pseudo_legal(m.from, m.to),
            "{id} of {}",
            self.name
        );
        if m.promotion.is_none() && position.promotes(m.from, m.to) {
            m.promotion = Some(chess_rules::Promotion::Queen);
        }
        let kind = crate::kind::of_move(position, m, end.map(|(state, _)| state));
        let (epoch, counted) = (self.epoch, self.counted());
        let entry = &mut self.games[game - 1];
        entry.position.apply(m);
        entry.moves.push(m);
        entry.last_move = epoch;
        entry.last_counted = counted;

        let ply = entry.moves.len() - 1;
        let topics = vec![game.to_string(), call.from.into(), ply.to_string()];
        let mut events = vec![Event("moveMade", topics, hex(&encoded(m)))];
        if let Some((state, reason)) = end {
            events.push(self.ended(game, state, reason));
        }
        if self.next_id.is_none() {
            self.next_id = Some(match self.gas {
                true => format!("makeMove/{kind}/{}", id.replace('/', " ")),
                false => id,
            });
        }
        self.accept(call, events, end.is_some());
    }
}
