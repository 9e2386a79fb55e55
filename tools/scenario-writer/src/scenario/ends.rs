//! Ends of a game, and draw offers.

use super::Scenario;
use crate::call::{Event, call};
use crate::cast::*;

impl Scenario {
    /// A game is over; the event that says so.
    pub fn ended(&mut self, game: usize, state: State, reason: Reason) -> Event {
        let entry = &mut self.games[game - 1];
        (entry.state, entry.reason) = (state, reason);
        let mut topics = vec![game.to_string()];
        topics.extend(entry.players.map(String::from));
        Event("gameEnded", topics, game_end(state, reason))
    }

    /// A call of an endpoint that takes a game's id alone and ends the game.
    pub fn end_by(
        &mut self,
        from: Address,
        function: &str,
        game: usize,
        state: State,
        reason: Reason,
    ) -> &mut Self {
        let event = self.ended(game, state, reason);
        self.accept(
            call(from, function, &[&game.to_string()]),
            vec![event],
            true,
        )
    }

    pub fn call_illegal_move(&mut self, player: Address, game: usize, state: State) -> &mut Self {
        self.end_by(player, "callIllegalMove", game, state, Reason::IllegalMove)
    }

    pub fn offer_draw(&mut self, player: Address, game: usize) -> &mut Self {
        let id = game.to_string();
        let event = Event(
            "drawOffered",
            vec![id.clone(), player.into()],
            String::new(),
        );
        self.accept(call(player, "draw", &[&id]), vec![event], false)
    }

    pub fn accept_draw(&mut self, player: Address, game: usize) -> &mut Self {
        self.end_by(player, "draw", game, State::Drawn, Reason::Agreement)
    }
}
