//! Challenges and their acceptance.

use chess_model::chain::{Account, Game, Token};
use chess_model::model::Model;
use chess_model::step::{Call, argument};
use num_bigint::BigUint;

use super::Generator;

impl Generator {
    pub(super) fn challenge(&mut self, model: &Model) -> Call {
        let from = self.any(&Account::CALLERS[..7]);
        let opponent = match self.rng.u32(..20) {
            0 => Some([vec![1], vec![0; 32]].concat()),
            1 => Some(vec![1]),
            2 => Some([vec![1], model.address(Account::Chess)].concat()),
            3..11 => {
                let named = self.any(&Account::CALLERS[..7]);
                Some([vec![1], model.address(named)].concat())
            }
            _ => None,
        };
        let side = match self.rng.u32(..30) {
            0 => 3,
            1 => 255,
            _ => self.rng.u64(..3),
        };
        let seconds = |number: u32| number.to_be_bytes();
        let base = match self.rng.u32(..12) {
            0 => 29,
            1 => 2_592_001,
            2 => 2_592_000,
            3..6 => 30,
            6 => 180,
            _ => self.rng.u32(30..1_000),
        };
        let increment = match self.rng.u32(..12) {
            0 => 86_401,
            1 => 86_400,
            2..6 => 0,
            _ => self.rng.u32(..60),
        };
        let clock = match self.rng.u32(..20) {
            0 => vec![1, 0],
            1 => vec![0],
            2..13 => [&[1][..], &seconds(base), &seconds(increment)].concat(),
            _ => vec![],
        };
        let rounds: u16 = match self.rng.u32(..40) {
            0 => self.any(&[0, 101, u16::MAX]),
            1 => 100,
            2..18 => self.rng.u16(2..5),
            _ => 1,
        };
        let engines = match self.rng.u32(..40) {
            0 => 2,
            _ => self.rng.u64(..2),
        };
        let mut arguments = vec![opponent.unwrap_or_default(), argument(side), clock];
        arguments.extend([argument(rounds.into()), argument(engines)]);
        let key = match rounds > 1 && self.percent(90) {
            true => Some(self.good_key()),
            false => self.key(),
        };
        arguments.extend(key);
        let call = Call::new(from, "challenge", arguments);
        if self.percent(25) {
            return call;
        }
        let token = match self.rng.u32(..20) {
            0 => Token::Collectible,
            _ => self.any(&Token::FUNGIBLE),
        };
        let amount = match self.rng.u32(..12) {
            // times the rounds up to the longest amount and beyond
            0 => BigUint::from(1u32) << self.rng.u32(755..775),
            _ => BigUint::from(self.rng.u64(1..1_000_000)),
        };
        let amount = match self.percent(90) {
            true => amount * rounds.max(1),
            false => amount,
        };
        match self.rng.u32(..40) {
            0 => call
                .paying(token, amount.clone())
                .paying(Token::Other, amount),
            _ => call.paying(token, amount),
        }
    }

    pub(super) fn accept(&mut self, model: &Model, index: usize) -> Call {
        let game = model.game(index).clone();
        let from = match game.named {
            Some(named) if named != Account::Chess && self.percent(90) => named,
            _ => self.any(&Account::CALLERS[..7]),
        };
        let mut arguments = vec![self.game_id(model, index)];
        // usually by signature, if the challenger has a key
        let challengers = game.keys.iter().flatten().next().cloned();
        let key = match (&challengers, self.rng.u32(..12)) {
            (Some(key), 0) => Some(key.clone()),
            (Some(key), 1..9) => Some(self.other_key(key)),
            _ => self.key(),
        };
        arguments.extend(key);
        let call = Call::new(from, "accept", arguments);
        self.staked(call, &game)
    }

    /// A call that pays a game's stake, or sometimes something else.
    fn staked(&mut self, call: Call, game: &Game) -> Call {
        match (&game.stake_of_all(), self.rng.u32(..20)) {
            (None, 0) => call.paying(Token::Egld, 1u32.into()),
            (None, _) | (Some(_), 0) => call,
            (Some(stake), 1) => call.paying(stake.token, &stake.amount + 1u32),
            (Some(stake), 2) => {
                let token = self.any(&Token::ALL);
                call.paying(token, stake.amount.clone())
            }
            (Some(stake), _) => call.paying(stake.token, stake.amount.clone()),
        }
    }

    pub(super) fn cancel(&mut self, model: &Model, index: usize) -> Call {
        let game = model.game(index);
        let from = match (game.challenger, game.named, self.rng.u32(..5)) {
            (Some(challenger), _, 0..2) => challenger,
            (_, Some(named), 2..4) if named != Account::Chess => named,
            _ => self.any(&Account::CALLERS),
        };
        let id = self.game_id(model, index);
        Call::new(from, "cancelChallenge", vec![id])
    }
}
