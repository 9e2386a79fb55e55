//! Calls: what a player would be glad to do, and any endpoint at the wrong time.

use num_bigint::BigUint;

use super::Generator;
use crate::cast::{Account, Token};
use crate::model::Model;
use crate::step::{Call, Step, argument};

impl Generator {
    pub(super) fn long_pause(&mut self, model: &Model) -> Call {
        let owed: Vec<Account> = model.credits.keys().copied().collect();
        let ongoing: Vec<usize> = self.ongoing(model);
        match self.rng.u32(..4) {
            0 if model.waiting.is_some() => Call::new(
                model.waiting.unwrap_or(Account::Alice),
                "leaveQueue",
                vec![],
            ),
            1 if !owed.is_empty() => Call::new(self.any(&owed), "withdraw", vec![]),
            2 if !model.games.is_empty() => {
                let index = self.rng.usize(..model.games.len());
                let player = self.any(&Account::CALLERS);
                self.game_call(model, index, player, "reclaimWager")
            }
            _ if !ongoing.is_empty() => {
                let index = self.any(&ongoing);
                let player = self.any(&model.games[index].players);
                self.game_call(model, index, player, "reclaimWager")
            }
            _ => self.any_call(model),
        }
    }

    pub(super) fn ongoing(&self, model: &Model) -> Vec<usize> {
        let ongoing = |&index: &usize| model.games[index].is_ongoing();
        (0..model.games.len()).filter(ongoing).collect()
    }

    /// What a player would be glad to do, if there is anything.
    pub(super) fn opportunity(&mut self, model: &Model) -> Call {
        let mut calls = vec![];
        for (index, game) in model.games.iter().enumerate() {
            if !game.is_ongoing() {
                continue;
            }
            let mut add = |player, function| {
                calls.push(Call::new(
                    player,
                    function,
                    vec![argument(index as u64 + 1)],
                ));
            };
            let (on_move, other) = (game.on_move(), game.player(!game.position.turn));
            if model.is_late(game) {
                add(other, "signalInactivity");
                add(on_move, "claimDraw");
            } else {
                if game.claim().is_some() && !(self.shuffles && self.rng.u8(..4) > 0) {
                    add(on_move, "claimDraw");
                }
                if game.position.in_check(!game.position.turn) {
                    add(on_move, "callIllegalMove");
                }
            }
            if let Some(color) = game.offer {
                add(game.player(!color), "draw");
                add(game.player(color), "draw");
            }
        }
        for &player in model.credits.keys() {
            calls.push(Call::new(player, "withdraw", vec![]));
        }
        match calls.is_empty() {
            true => self.move_or_join(model),
            false => self.any(&calls),
        }
    }

    /// Any endpoint, mostly at the wrong time.
    pub(super) fn any_call(&mut self, model: &Model) -> Call {
        let from = self.any(&Account::CALLERS);
        let index = match model.games.len() {
            0 => 0,
            games => self.rng.usize(..games),
        };
        let player = match model.games.get(index) {
            Some(game) if self.percent(80) => self.any(&game.players),
            _ => from,
        };
        match self.rng.u32(..14) {
            0 => Call::new(self.any(&[from, Account::Owner]), "pause", vec![]),
            1 => Call::new(self.any(&[from, Account::Owner]), "unpause", vec![]),
            2 => match self.set_wager(false) {
                Step::Call(call) => call,
                _ => Call::new(from, "setWager", vec![]),
            },
            3 => Call::new(from, "leaveQueue", vec![]),
            4 => match model.waiting {
                Some(waiting) => Call::new(waiting, "leaveQueue", vec![]),
                None => Call::new(from, "leaveQueue", vec![]),
            },
            5 => Call::new(from, "withdraw", vec![]),
            6 => self.join(model),
            7 => self.game_call(model, index, player, "draw"),
            8 => self.game_call(model, index, player, "claimDraw"),
            9 => self.game_call(model, index, player, "callIllegalMove"),
            10 => self.game_call(model, index, player, "signalInactivity"),
            11 => self.game_call(model, index, player, "resign"),
            12 => self.game_call(model, index, player, "reclaimWager"),
            _ => {
                let (a, b) = (self.rng.u8(..66), self.rng.u8(..66));
                self.move_call(model, index, player, a, b, None)
            }
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
            1 => argument(model.games.len() as u64 + 1),
            2 => vec![0xff; 4],
            _ => argument(index as u64 + 1),
        }
    }

    pub(super) fn join(&mut self, model: &Model) -> Call {
        let from = match self.rng.u32(..20) {
            0 => self.any(&Account::CALLERS),
            _ => self.any(&Account::CALLERS[..5]),
        };
        let call = Call::new(from, "joinGame", vec![]);
        let Some((token, wager)) = model.wager.clone() else {
            return call;
        };
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
