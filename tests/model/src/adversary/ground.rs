//! The ground on which the games are played.

use num_bigint::BigUint;

use crate::chain::{Account, Call, Chain, Fault, Refusal, Stake};
use crate::model::put;
use crate::step::{Step, Time};

/// A contract to play on, whose state the model knows.
pub trait Ground {
    /// A new contract, which is paused, and accounts with money.
    fn begin(&mut self, rejects: bool, round_ms: u64);

    fn chain(&self) -> &Chain;

    /// Makes a call with payments. Returns the contract's refusal, if it refuses.
    ///
    /// # Errors
    /// The contract differs from the model.
    fn call(
        &mut self,
        by: Account,
        call: &Call,
        payments: &[Stake],
    ) -> Result<Result<(), Refusal>, String>;

    /// Takes a step that nobody can refuse: time, a paused token, or messages that arrive.
    ///
    /// # Errors
    /// The contract differs from the model.
    fn take(&mut self, step: &Step) -> Result<(), String>;

    /// Time passes.
    ///
    /// # Errors
    /// As [`Ground::take`].
    fn pass(&mut self, ms: u64) -> Result<(), String> {
        let epochs = self.chain().time.days_in(ms);
        self.take(&Step::Time(Time {
            ms,
            epochs,
            seed: 0,
        }))
    }

    /// The payments between shards reach the next one.
    ///
    /// # Errors
    /// As [`Ground::take`].
    fn messages_arrive(&mut self) -> Result<(), String> {
        self.take(&Step::Arrive)
    }
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

    fn take(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Time(time) => self.chain.time.pass(time.ms, time.epochs),
            Step::PauseToken(token, paused) => put(&mut self.chain.paused, *token, *paused),
            _ => drop(self.chain.messages_arrive()),
        }
        Ok(())
    }
}
