//! The queue: who joins, waits and leaves.

use chess_rules::Position;

use super::{Game, Scenario};
use crate::call::{Call, Event, call};
use crate::cast::*;
use crate::json::{Logs, Star, Step};

impl Scenario {
    /// The call `joinGame` with the wager.
    pub fn join_call(&self, player: Address) -> Call {
        let call = call(player, "joinGame", &[]);
        match self.wager {
            Wager::Egld => call.egld(EGLD_WAGER),
            Wager::Token => call.token(TOKEN, 0, TOKEN_WAGER),
        }
    }

    /// A player joins, and waits or starts a game.
    pub fn join(&mut self, player: Address) -> &mut Self {
        let call = self.join_call(player);
        let event = match self.waiting.take() {
            None => {
                self.waiting = Some(player);
                Event("queueJoined", vec![player.into()], String::new())
            }
            Some(white) => {
                self.games.push(Game {
                    players: [white, player],
                    position: Position::START,
                    moves: vec![],
                    last_move: self.epoch,
                    last_counted: self.counted(),
                    state: State::Ongoing,
                    reason: Reason::None,
                });
                let id = self.games.len().to_string();
                let topics = vec![id, white.into(), player.into()];
                Event("gameStarted", topics, SINGLE_GAME.into())
            }
        };
        if self.gas && self.next_id.is_none() {
            let kind = if event.0 == "queueJoined" {
                "first"
            } else {
                "second"
            };
            self.id(&format!("joinGame/{kind}"));
        }
        // the token's own transfer may come before
        self.accept(call, vec![event], false)
    }

    /// A contract has joined by a call of its own, and waits.
    pub fn waits(&mut self, player: Address) -> &mut Self {
        self.waiting = Some(player);
        self
    }

    /// Who waits has left the queue by a call that is added by itself.
    pub fn leaves(&mut self, player: Address) {
        assert_eq!(self.waiting.take(), Some(player), "{}", self.name);
    }

    /// A game starts, White named first.
    pub fn start(&mut self, white: Address, black: Address) -> &mut Self {
        self.join(white).join(black)
    }

    /// Like [`Scenario::start`], in few words and with no events: for a great many games.
    pub fn start_quietly(&mut self, white: Address, black: Address) {
        let before = self.steps.len();
        self.start(white, black);
        for step in &mut self.steps[before..] {
            if let Step::ScCall { expect, .. } = step {
                expect.logs = Logs::Any(Star::Star);
            }
        }
    }

    /// The one who waits gets their wager back.
    pub fn leave_queue(&mut self, player: Address) -> &mut Self {
        self.waiting = None;
        let event = Event("queueLeft", vec![player.into()], String::new());
        self.accept(call(player, "leaveQueue", &[]), vec![event], true)
    }
}
