//! Any call, and any view.

use super::Scenario;
use crate::call::{Call, Event, call, call_id, log};
use crate::cast::*;
use crate::json::{AnyLog, Expect, Log, LogOrMore, Logs, Out, Plus, Star, Step, Tx};
use crate::text::number;

impl Scenario {
    /// A call that goes through. `events` come first, in this order; where `more`, those of the
    /// transfers follow.
    pub fn accept(&mut self, call: Call, events: Vec<Event>, more: bool) -> &mut Self {
        let mut logs: Vec<LogOrMore> = events
            .into_iter()
            .map(|event| LogOrMore::Log(log(&call, event)))
            .collect();
        if more {
            logs.push(LogOrMore::More(Plus::Plus));
        }
        self.goes_through(&call, Logs::These(logs))
    }

    /// A call that goes through; events aren't looked at.
    pub fn accept_any(&mut self, call: Call) -> &mut Self {
        self.goes_through(&call, Logs::Any(Star::Star))
    }

    /// A call that goes through and pays by a promise: the production VM's log says so.
    pub fn accept_promise(&mut self, call: Call, event: Event) -> &mut Self {
        let any = |count| vec!["*".to_string(); count];
        let promise = Log {
            address: call.to.into(),
            endpoint: "str:MultiESDTNFTTransfer".into(),
            topics: any(4),
            data: [vec!["str:AsyncCall".into()], any(6)].concat(),
        };
        let logs = vec![
            LogOrMore::Log(log(&call, event)),
            LogOrMore::Log(promise),
            LogOrMore::More(Plus::Plus),
        ];
        self.goes_through(&call, Logs::These(logs))
    }

    fn goes_through(&mut self, call: &Call, logs: Logs) -> &mut Self {
        let id = self.take_id(call_id(call));
        self.steps.push(Step::ScCall {
            id,
            tx: call.tx(),
            expect: expect(0, "", Out::These(vec![]), logs),
        });
        self
    }

    /// What was owed to a player is paid out; the event follows the transfer.
    pub fn withdraw(&mut self, player: Address, wagers: u128) -> &mut Self {
        let call = call(player, "withdraw", &[]);
        let amount = number(wagers * self.wager.amount());
        let token = format!("str:{}", self.wager.identifier());
        let star = Star::Star;
        let logs = vec![
            LogOrMore::Transfer(AnyLog {
                address: star,
                endpoint: star,
                topics: star,
                data: star,
            }),
            LogOrMore::Log(log(
                &call,
                Event("withdrawn", vec![player.into(), token], amount),
            )),
        ];
        let id = self.take_id(call_id(&call));
        self.steps.push(Step::ScCall {
            id,
            tx: call.tx(),
            expect: expect(0, "", Out::These(vec![]), Logs::These(logs)),
        });
        self
    }

    /// A call that the contract refuses with these words.
    pub fn refuse(&mut self, call: Call, message: &str) -> &mut Self {
        const USER_ERROR: u64 = 4;
        self.fail(call, USER_ERROR, message)
    }

    /// A call that fails with this status.
    pub fn fail(&mut self, call: Call, status: u64, message: &str) -> &mut Self {
        let id = self.take_id(format!("refused: {}", call_id(&call)));
        self.steps.push(Step::ScCall {
            id,
            tx: call.tx(),
            expect: expect(status, message, Out::These(vec![]), Logs::Any(Star::Star)),
        });
        self
    }

    /// A view and its results.
    pub fn view(&mut self, function: &str, args: &[&str], out: &[&str]) -> &mut Self {
        self.view_of(VIEWS, function, args, out)
    }

    /// A view of which only the cost matters.
    pub fn view_any(&mut self, function: &str, args: &[&str]) -> &mut Self {
        self.query(VIEWS, function, args, 0, "", Out::Any(Star::Star))
    }

    /// A view of another view contract, and its results.
    pub fn view_of(
        &mut self,
        of: Address,
        function: &str,
        args: &[&str],
        out: &[&str],
    ) -> &mut Self {
        let out = Out::These(out.iter().map(|o| o.to_string()).collect());
        self.query(of, function, args, 0, "", out)
    }

    /// A view that fails with these words.
    pub fn view_fails(&mut self, function: &str, args: &[&str], message: &str) {
        self.query(VIEWS, function, args, 4, message, Out::These(vec![]));
    }

    fn query(
        &mut self,
        of: Address,
        function: &str,
        arguments: &[&str],
        status: u64,
        message: &str,
        out: Out,
    ) -> &mut Self {
        let id = format!("{function} {}", arguments.join(" "));
        let id = self.take_id(id.trim_end().into());
        self.steps.push(Step::ScQuery {
            id,
            tx: Tx {
                to: Some(of.into()),
                function: Some(function.into()),
                arguments: arguments.iter().map(|a| a.to_string()).collect(),
                ..Tx::default()
            },
            expect: expect(status, message, out, Logs::Any(Star::Star)),
        });
        self
    }
}

/// In place of a message that each virtual machine words in its own way.
pub const ANY_MESSAGE: &str = "*";

pub(super) fn expect(status: u64, message: &str, out: Out, logs: Logs) -> Expect {
    Expect {
        out,
        status: status.to_string(),
        message: match (status, message) {
            (0, _) => None,
            (_, ANY_MESSAGE) => Some(message.into()),
            _ => Some(format!("str:{message}")),
        },
        logs,
        refund: Star::Star,
    }
}
