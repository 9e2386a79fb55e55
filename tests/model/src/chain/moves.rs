//! Moves by a player's account.

use super::event::Topic::{Number, Of};
use super::game::drawn;
use super::refusal::require;
use super::{Account, Chain, Fault, Refusal};
use crate::rules;
use crate::transcript;

impl Chain {
    /// A game in which it is the caller's turn, with time left.
    pub(super) fn on_move(&self, by: Account, id: u32) -> Result<usize, Refusal> {
        let index = self.by_account(id)?;
        let color = self.color(index, by)?;
        let game = &self.games[index];
        require(color == game.turn(), Refusal::NotYourTurn)?;
        require(!self.is_late(game), Refusal::TimeIsOver)?;
        Ok(index)
    }

    pub(super) fn make_move(
        &mut self,
        by: Account,
        id: u32,
        (from, to): (u8, u8),
        promotion: Option<u8>,
        claims: bool,
    ) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.on_move(by, id)?;
        let may_claim = !claims || !self.games[index].is_signed();
        require(may_claim, Refusal::ClaimAfterTheMove)?;
        let position = self.games[index].position().clone();
        let mover = position.turn;
        let squares = rules::square(from).zip(rules::square(to));
        let (from, to) = squares.ok_or(Refusal::NoSuchSquare)?;
        let own = position.at(from).is_some_and(|(_, color)| color == mover);
        require(own, Refusal::NoPieceThere)?;
        require(position.reach(from).has(to), Refusal::CannotGoThere)?;
        let promotion = match (position.promotes(from, to), promotion) {
            (false, None) => None,
            (false, Some(_)) => return Err(Refusal::NothingPromotes),
            (true, number) => rules::promotion(number.unwrap_or(1)),
        };
        let made = rules::made(from, to, promotion);
        let next = position.after(made);
        let leaves_king = next.in_check(mover);
        let allowed = !leaves_king || !self.games[index].rejects;
        require(allowed, Refusal::KingAttacked)?;

        self.charge(index);
        self.begin_wait(index);
        let game = &mut self.games[index];
        let ply = game.plies();
        game.moves.push(made);
        game.positions.push(next);
        if game.offer == Some(!mover) && self.fault != Some(Fault::Offer) {
            game.offer = None;
        }
        let topics = [Of(by), Number(ply as u64)];
        self.tell_of(id, "moveMade", &topics, transcript::encode_move(&made));
        let game = &self.games[index];
        let by_board = game.end_of(&game.positions);
        if let Some(end) = by_board.filter(|_| !leaves_king) {
            self.end_or_open(index, end);
        } else if claims {
            let reason = game.claim().filter(|_| !leaves_king);
            let reason = reason.ok_or(Refusal::NothingToClaim)?;
            self.end_or_open(index, drawn(reason));
        }
        Ok(())
    }
}
