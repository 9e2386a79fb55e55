//! Calls: those in a player's interest, and any endpoint at the wrong time.

use chess_model::chain::{Account, State, Token};
use chess_model::model::Model;
use chess_model::step::{Call, argument};
use num_bigint::BigUint;

use super::Generator;

impl Generator {
    pub(super) fn long_pause(&mut self, model: &Model) -> Call {
        let owed = owed_to(model);
        let (ongoing, open) = (
            games_in(model, State::Ongoing),
            games_in(model, State::Open),
        );
        match (self.rng.u32(..6), model.chain.waiting()) {
            (0, Some(waiting)) => Call::new(waiting, "leaveQueue", vec![]),
            (1, _) if !owed.is_empty() => Call::new(self.any(&owed), "withdraw", vec![]),
            (2, _) if !model.chain.games.is_empty() => {
                let index = self.rng.usize(..model.chain.games.len());
                let player = self.any(&Account::CALLERS);
                self.game_call(model, index, player, "reclaimWager")
            }
            (4, _) if !ongoing.is_empty() => {
                let index = self.any(&ongoing);
                let player = self.player_of(model.game(index));
                match self.rng.u32(..6) {
                    0 => self.game_call(model, index, player, "signalInactivity"),
                    1 => self.game_call(model, index, player, "resign"),
                    _ => self.play(model, index),
                }
            }
            (3, _) if !open.is_empty() => {
                let index = self.any(&open);
                self.cancel(model, index)
            }
            _ if !ongoing.is_empty() => {
                let index = self.any(&ongoing);
                let player = self.player_of(model.game(index));
                self.game_call(model, index, player, "reclaimWager")
            }
            _ => self.any_call(model),
        }
    }

    /// An action in the player's interest, if there is one.
    pub(super) fn opportunity(&mut self, model: &Model) -> Call {
        let chain = &model.chain;
        let mut calls = vec![];
        let mut ends = vec![];
        for (index, game) in chain.games.iter().enumerate() {
            if game.state != State::Ongoing {
                continue;
            }
            let id = || vec![argument(index as u64 + 1)];
            let mut add = |player, function| calls.push(Call::new(player, function, id()));
            let turn = game.turn();
            let (on_move, other) = (game.player(turn), game.player(!turn));
            if chain.is_late(game) {
                add(self.any(&Account::CALLERS), "signalInactivity");
                add(on_move, "claimDraw");
            } else if game.open_end.is_none() {
                if game.claim().is_some() && !(self.shuffles && self.rng.u8(..4) > 0) {
                    add(on_move, "claimDraw");
                }
                if game.position().in_check(!turn) {
                    add(on_move, "callIllegalMove");
                }
            }
            if game.open_end.is_some() {
                ends.push(index);
                add(on_move, "resign");
                add(other, "draw");
            }
            if let Some(color) = game.offer {
                add(game.player(!color), "draw");
                add(game.player(color), "draw");
            }
            let waited = chain.time.epoch - game.start.at_epoch;
            let counted = chain.time.running_epochs() - game.start.epoch;
            if waited - counted > 30 {
                add(on_move, "reclaimWager");
            }
        }
        for player in owed_to(model) {
            calls.push(Call::new(player, "withdraw", vec![]));
        }
        if !ends.is_empty() && self.percent(40) {
            let index = self.any(&ends);
            return self.play(model, index);
        }
        match calls.is_empty() {
            true => self.move_or_join(model),
            false => self.any(&calls),
        }
    }

    /// Any endpoint, mostly at the wrong time.
    pub(super) fn any_call(&mut self, model: &Model) -> Call {
        let from = self.any(&Account::CALLERS);
        if model.chain.games.is_empty() {
            return match self.rng.u32(..3) {
                0 => self.challenge(model),
                1 => self.join(model),
                _ => self.without_a_game(model, from),
            };
        }
        let index = self.rng.usize(..model.chain.games.len());
        let player = match self.percent(80) {
            true => self.player_of(model.game(index)),
            false => from,
        };
        match self.rng.u32(..20) {
            0..5 => self.without_a_game(model, from),
            5 => self.join(model),
            6 => self.challenge(model),
            7 => self.accept(model, index),
            8 => {
                let open = games_in(model, State::Open);
                let index = match open.is_empty() || self.percent(40) {
                    true => index,
                    false => self.any(&open),
                };
                self.cancel(model, index)
            }
            9 => self.game_call(model, index, player, "draw"),
            10 => self.game_call(model, index, player, "claimDraw"),
            11 => self.game_call(model, index, player, "callIllegalMove"),
            12 => self.game_call(model, index, player, "signalInactivity"),
            13 => self.game_call(model, index, player, "resign"),
            14 => self.game_call(model, index, player, "reclaimWager"),
            15..18 => self.play(model, index),
            _ => {
                let (a, b) = (self.rng.u8(..66), self.rng.u8(..66));
                self.move_call(model, index, player, a, b, None)
            }
        }
    }

    fn without_a_game(&mut self, model: &Model, from: Account) -> Call {
        match self.rng.u32(..6) {
            0 => Call::new(self.any(&[from, Account::Owner]), "pause", vec![]),
            1 => Call::new(self.any(&[from, Account::Owner]), "unpause", vec![]),
            2 => self.set_wager(),
            3 => Call::new(from, "leaveQueue", vec![]),
            4 => Call::new(model.chain.waiting().unwrap_or(from), "leaveQueue", vec![]),
            _ => Call::new(from, "withdraw", vec![]),
        }
    }

    pub(super) fn game_call(
        &mut self,
        model: &Model,
        index: usize,
        from: Account,
        function: &'static str,
    ) -> Call {
        let id = self.game_id(model, index);
        Call::new(from, function, vec![id])
    }

    pub(super) fn game_id(&mut self, model: &Model, index: usize) -> Vec<u8> {
        match self.rng.u32(..60) {
            0 => vec![],
            1 => argument(model.chain.games.len() as u64 + 1),
            2 => vec![0xff; 4],
            _ => argument(index as u64 + 1),
        }
    }

    pub(super) fn join(&mut self, model: &Model) -> Call {
        let from = match self.rng.u32(..20) {
            0 => self.any(&Account::CALLERS),
            _ => self.any(&Account::CALLERS[..7]),
        };
        let key = self.key();
        let call = Call::new(from, "joinGame", key.into_iter().collect());
        let Some(wager) = model.chain.wager.clone() else {
            return call;
        };
        let (token, wager) = (wager.token, wager.amount);
        if self.percent(90) {
            return call.paying(token, wager);
        }
        let other = self.any(&Token::ALL);
        match self.rng.u32(..5) {
            0 => call,
            1 => call.paying(token, wager + 1u32),
            2 if wager > BigUint::from(1u32) => call.paying(token, wager - 1u32),
            3 => call.paying(token, wager.clone()).paying(other, wager),
            _ => call.paying(other, wager),
        }
    }
}

/// The games in a state, by their indices.
pub(super) fn games_in(model: &Model, state: State) -> Vec<usize> {
    let games = model.chain.games.iter().enumerate();
    let found = games.filter(|(_, game)| game.state == state);
    found.map(|(index, _)| index).collect()
}

fn owed_to(model: &Model) -> Vec<Account> {
    let credits = model.chain.credits.keys().map(|&(account, _)| account);
    credits.collect()
}
