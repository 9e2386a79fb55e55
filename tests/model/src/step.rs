//! The steps of a history. They are independent: if any of them are omitted, the rest is still a
//! history.

use std::fmt;

pub use crate::chain::argument;
use crate::chain::{Account, Token};
use num_bigint::BigUint;

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The owner deploys the contract; the first that succeeds counts, later ones aren't tried.
    Deploy(Vec<Vec<u8>>),
    Call(Call),
    /// The hostile contract makes the same call several times in one transaction of a stranger's.
    Attack(Attack),
    /// A next block.
    Time(Time),
    /// The token's manager freezes or frees an account's tokens.
    Freeze(Account, Token, bool),
    /// The token's manager pauses it, or lets it continue.
    PauseToken(Token, bool),
    /// The token's manager limits it to accounts with a role, which nobody has, or frees it.
    LimitToken(Token, bool),
    /// Messages between shards arrive.
    Arrive,
    /// The owner upgrades the contract, to the same code or to a later build.
    Upgrade(Build),
}

/// The steps to a contract that players can join.
pub fn ready(rejects: bool, wager: Token, amount: Vec<u8>) -> [Step; 3] {
    let wager = vec![wager.identifier().into(), amount];
    [
        Step::Deploy(vec![argument(rejects.into())]),
        Step::Call(Call::new(Account::Owner, "setWager", wager)),
        Step::Call(Call::new(Account::Owner, "unpause", vec![])),
    ]
}

/// A build of the contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    This,
    /// The same source with the views in it.
    Later,
}

impl Build {
    pub const ALL: [Build; 2] = [Build::This, Build::Later];
}

/// The time until the next block, and its random seed's first byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time {
    pub ms: u64,
    pub epochs: u64,
    pub seed: u8,
}

/// A call of the contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub from: Account,
    pub function: &'static str,
    pub arguments: Vec<Vec<u8>>,
    /// EGLD alone, or any number of tokens.
    pub payments: Vec<(Token, BigUint)>,
}

impl Call {
    pub fn new(from: Account, function: &'static str, arguments: Vec<Vec<u8>>) -> Self {
        Call {
            from,
            function,
            arguments,
            payments: vec![],
        }
    }

    pub fn paying(mut self, token: Token, amount: BigUint) -> Self {
        self.payments.push((token, amount));
        self
    }
}

/// Several calls in one transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    pub times: u32,
    /// Whether it continues after refusals; otherwise one of them undoes all.
    pub insists: bool,
    /// The hostile contract's call. A stranger pays its payment once for each call.
    pub call: Call,
}

impl Attack {
    /// The transaction's endpoint at the hostile contract.
    pub fn function(&self) -> &'static str {
        match self.insists {
            true => "insist",
            false => "attack",
        }
    }

    pub fn arguments(&self) -> Vec<Vec<u8>> {
        let mut arguments = vec![argument(self.times.into()), self.call.function.into()];
        arguments.extend(self.call.arguments.clone());
        arguments
    }

    pub fn payments(&self) -> Vec<(Token, BigUint)> {
        let payments = self.call.payments.iter();
        payments
            .map(|(token, amount)| (*token, amount * self.times))
            .collect()
    }
}

/// Bytes as scenario files have them.
pub fn hexadecimal(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return String::new();
    }
    format!("0x{}", hex::encode(bytes))
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Deploy(arguments) => write!(f, "deploy({})", listed(arguments)),
            Step::Time(Time { ms, epochs, seed }) => {
                write!(f, "{ms} ms, {epochs} epochs, seed {seed}")
            }
            Step::Freeze(account, token, true) => write!(f, "freeze {account}'s {token:?}"),
            Step::Freeze(account, token, false) => write!(f, "free {account}'s {token:?}"),
            Step::PauseToken(token, true) => write!(f, "pause {token:?}"),
            Step::PauseToken(token, false) => write!(f, "unpause {token:?}"),
            Step::LimitToken(token, true) => write!(f, "limit {token:?}"),
            Step::LimitToken(token, false) => write!(f, "let {token:?} go everywhere"),
            Step::Arrive => write!(f, "messages between shards arrive"),
            Step::Upgrade(build) => write!(f, "upgrade to {build:?}"),
            Step::Call(call) => write!(f, "{call}"),
            Step::Attack(attack) => {
                write!(
                    f,
                    "{} {} times: {}",
                    attack.function(),
                    attack.times,
                    attack.call
                )
            }
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments = listed(&self.arguments);
        write!(f, "{} {}({arguments})", self.from, self.function)?;
        for (token, amount) in &self.payments {
            write!(f, " paying {amount} {}", token.identifier())?;
        }
        Ok(())
    }
}

fn listed(bytes: &[Vec<u8>]) -> String {
    let shown: Vec<String> = bytes.iter().map(|bytes| hexadecimal(bytes)).collect();
    shown.join(", ")
}
