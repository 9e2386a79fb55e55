//! What the owner does: deploys, sets the wager, pauses.

use super::Scenario;
use super::calls::expect;
use crate::call::{Event, GAS_LIMIT, call};
use crate::cast::*;
use crate::json::*;
use crate::text::number;

impl Scenario {
    /// Deploys one of the contracts; `folder` leads from the scenario to the artefacts.
    pub fn deploy(&mut self, code: &str, arguments: &[&str], refusal: Option<(u64, &str)>) {
        let id = self.take_id(format!("deploy {code}"));
        let (status, message) = refusal.unwrap_or((0, ""));
        self.steps.push(Step::ScDeploy {
            id,
            tx: Tx {
                from: Some(OWNER.into()),
                contract_code: Some(format!("mxsc:{code}")),
                arguments: arguments.iter().map(|a| a.to_string()).collect(),
                gas_limit: Some(GAS_LIMIT.into()),
                gas_price: Some("0".into()),
                ..Tx::default()
            },
            expect: expect(status, message, Out::These(vec![]), Logs::Any(Star::Star)),
        });
        if refusal.is_none() && code.ends_with(CHESS_CODE) {
            self.paused_since = Some(self.epoch);
            self.has_started = false;
        }
    }

    pub fn set_wager(&mut self, wager: Wager) -> &mut Self {
        self.wager = wager;
        let token = format!("str:{}", wager.identifier());
        let amount = number(wager.amount());
        let event = Event("wagerSet", vec![token.clone()], amount.clone());
        self.accept(
            call(OWNER, "setWager", &[&token, &amount]),
            vec![event],
            false,
        )
    }

    pub fn pause(&mut self) -> &mut Self {
        self.paused_since = Some(self.epoch);
        let event = Event("paused", vec![], String::new());
        self.accept(call(OWNER, "pause", &[]), vec![event], false)
    }

    pub fn unpause(&mut self) -> &mut Self {
        let since = self.paused_since.take().expect("paused");
        // a new contract's start isn't the end of a pause
        if self.has_started {
            self.stopped += self.epoch - since + 1;
            self.resume = self.epoch + 1;
        }
        self.has_started = true;
        let event = Event("unpaused", vec![], String::new());
        self.accept(call(OWNER, "unpause", &[]), vec![event], false)
    }
}
