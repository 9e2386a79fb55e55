//! The compiled contract as the ground of the adversary's games: every call is made in it and in
//! the model, and compared.

use chess_model::adversary::Ground;
use chess_model::chain::{Account, Call, Chain, Refusal, Stake};
use chess_model::model::written;
use chess_model::step::{Step, argument};

use crate::bench::{Bench, Point};
use crate::coverage::Coverage;
use crate::world::Builds;

/// The contract and its model.
pub struct ContractBesideModel {
    bench: Bench,
    coverage: Coverage,
    /// A contract just deployed, by its rule for illegal moves.
    deployed: [Option<Point>; 2],
}

impl ContractBesideModel {
    /// # Errors
    /// The contract isn't compiled.
    pub fn new() -> Result<Self, String> {
        Ok(ContractBesideModel {
            bench: Bench::new(Builds::read()?),
            coverage: Coverage::default(),
            deployed: [None, None],
        })
    }
}

impl Ground for ContractBesideModel {
    fn begin(&mut self, rejects: bool, round_ms: u64) {
        match &self.deployed[usize::from(rejects)] {
            Some(point) => self.bench.go_to(point),
            None => {
                self.bench.clear(None);
                let deploy = Step::Deploy(vec![argument(rejects.into())]);
                let taken = self.bench.take(&deploy, &mut self.coverage);
                assert_eq!(taken, Ok(()), "a deployment");
                self.deployed[usize::from(rejects)] = Some(self.bench.point());
            }
        }
        self.bench.set_round(round_ms);
    }

    fn chain(&self) -> &Chain {
        &self.bench.model.chain
    }

    fn call(
        &mut self,
        by: Account,
        call: &Call,
        payments: &[Stake],
    ) -> Result<Result<(), Refusal>, String> {
        let address = |account| self.bench.model.address(account);
        let mut call_of_step = written(by, call, address);
        for Stake { token, amount } in payments {
            call_of_step = call_of_step.paying(*token, amount.clone());
        }
        // what the model alone would say
        let told = self.chain().clone().call(by, call, payments).map(|_| ());
        self.bench
            .take(&Step::Call(call_of_step), &mut self.coverage)?;
        Ok(told)
    }

    fn take(&mut self, step: &Step) -> Result<(), String> {
        self.bench.take(step, &mut self.coverage)
    }
}
