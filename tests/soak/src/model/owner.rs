//! The owner's endpoints.

use num_bigint::BigUint;

use super::arguments::{is_token, number};
use super::refusal::{refuse, require};
use super::{Fault, Model, Refusal};
use crate::cast::Token;

impl Model {
    pub(super) fn deploy(&mut self, arguments: &[Vec<u8>]) -> Result<(), Refusal> {
        let rule = match arguments.first() {
            Some(bytes) => number(bytes, 8, "rule")?,
            None => 0,
        };
        require(rule <= 1, "argument decode error (rule): invalid value")?;
        require(arguments.len() <= 1, "too many arguments")?;
        self.deployed = true;
        self.rejects = rule == 1;
        self.paused_since = Some(self.epoch);
        Ok(())
    }

    pub(super) fn set_wager(&mut self, token: &[u8], amount: &[u8]) -> Result<(), Refusal> {
        require(self.wager.is_none(), "the wager is already set")?;
        require(is_token(token), "not a token identifier")?;
        let amount = BigUint::from_bytes_be(amount);
        let possible = amount > BigUint::ZERO && amount.bits() <= 255 * 8;
        require(possible, "not a possible wager")?;
        // as the network names EGLD among tokens
        let token = match token {
            b"" | b"EGLD" => Token::Egld.identifier().as_bytes(),
            token => token,
        };
        self.event("wagerSet", vec![token.to_vec()], amount.to_bytes_be());
        let token = Token::named(token).expect("histories name tokens that exist");
        self.wager = Some((token, amount));
        Ok(())
    }

    pub(super) fn pause(&mut self) -> Result<(), Refusal> {
        require(self.paused_since.is_none(), "already paused")?;
        self.paused_since = Some(self.epoch);
        self.event("paused", vec![], vec![]);
        Ok(())
    }

    pub(super) fn unpause(&mut self) -> Result<(), Refusal> {
        let Some(since) = self.paused_since else {
            return refuse("not paused");
        };
        require(self.wager.is_some(), "set the wager first")?;
        self.paused_since = None;
        if self.fault != Some(Fault::Clock) {
            self.paused_epochs += self.epoch - since;
        }
        self.event("unpaused", vec![], vec![]);
        Ok(())
    }

    pub fn is_long_pause(&self) -> bool {
        self.paused_since
            .is_some_and(|since| self.epoch - since > 30)
    }
}
