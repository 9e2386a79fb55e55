//! The ground on which the games are played.

use num_bigint::BigUint;

use crate::chain::{Account, Call, Chain, Fault, Refusal, Stake, Token};

/// A contract to play on, whose state the model knows.
pub trait Ground {
    /// A new contract, which is paused, with everybody's money.
    fn begin(&mut self, rejects: bool, round_ms: u64);

    fn chain(&self) -> &Chain;

    /// Makes a call, with what is paid: the contract's refusal, if it refuses.
    ///
    /// # Errors
    /// The contract differs from the model.
    fn call(
        &mut self,
        by: Account,
        call: &Call,
        payments: &[Stake],
    ) -> Result<Result<(), Refusal>, String>;

    /// Time goes by.
    ///
    /// # Errors
    /// The contract differs from the model.
    fn pass(&mut self, ms: u64) -> Result<(), String>;

    /// The payments between shards reach the next one.
    ///
    /// # Errors
    /// The contract differs from the model.
    fn messages_arrive(&mut self) -> Result<(), String>;

    /// The token's manager pauses it or lets it continue.
    ///
    /// # Errors
    /// The contract differs from the model.
    fn pause_token(&mut self, token: Token, paused: bool) -> Result<(), String>;
}

/// The model, with or without a fault.
pub struct ModelAlone {
    fault: Option<Fault>,
    chain: Chain,
}

impl ModelAlone {
    pub fn new(fault: Option<Fault>) -> Self {
        ModelAlone {
            fault,
            chain: Chain::new(false, 0, &BigUint::ZERO),
        }
    }
}

impl Ground for ModelAlone {
    fn begin(&mut self, rejects: bool, round_ms: u64) {
        self.chain = Chain::new(rejects, round_ms, &(BigUint::from(1u32) << 100));
        self.chain.fault = self.fault;
    }

    fn chain(&self) -> &Chain {
        &self.chain
    }

    fn call(
        &mut self,
        by: Account,
        call: &Call,
        payments: &[Stake],
    ) -> Result<Result<(), Refusal>, String> {
        Ok(self.chain.call(by, call, payments).map(|_| ()))
    }

    fn pass(&mut self, ms: u64) -> Result<(), String> {
        self.chain.time.pass(ms);
        Ok(())
    }

    fn messages_arrive(&mut self) -> Result<(), String> {
        self.chain.messages_arrive();
        Ok(())
    }

    fn pause_token(&mut self, token: Token, paused: bool) -> Result<(), String> {
        match paused {
            true => self.chain.paused.insert(token),
            false => self.chain.paused.remove(&token),
        };
        Ok(())
    }
}
