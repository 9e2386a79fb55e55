//! A history as a scenario file: the model's outcomes, views and balances are what each step
//! must bring about, so that the file fails where the contract differs.

use std::collections::BTreeMap;

use chess_model::chain::{Account, Fault, Token};
use chess_model::model::Model;
use chess_model::refusal::Refusal;
use chess_model::scenario::{self, Value, failure, json, present, success};
use chess_model::step::{Build, Call, Step, hexadecimal};
use chess_model::views::{self, Asked};
use num_bigint::BigUint;

/// The states that a file can't express: the contract's own account frozen, a token paused or limited.
const UNSAID: &str = " (without what no scenario file can say of tokens)";

const VIEWS: &str = "sc:chess-views#01";

/// Milliseconds between two blocks, as scenario files take it for granted.
const ROUND_MS: u64 = 6_000;

/// The file of a history; `up` leads from its folder to the repository's root. A fault in the
/// model is the file's as well.
pub fn file(
    steps: &[Step],
    addresses: &BTreeMap<Account, Vec<u8>>,
    up: &str,
    fault: Option<Fault>,
) -> String {
    let mut writer = Writer {
        up,
        model: Model::new(addresses.clone(), &funds(steps), ROUND_MS),
        steps: vec![],
        owner_nonce: 1,
    };
    writer.model.chain.fault = fault;
    writer.accounts();
    for step in steps {
        writer.step(step);
    }
    writer.check();
    let is_unsaid = |step: &Step| {
        matches!(
            step,
            Step::Freeze(Account::Chess, ..) | Step::PauseToken(..) | Step::LimitToken(..)
        )
    };
    let unsaid = if steps.iter().any(is_unsaid) {
        UNSAID
    } else {
        ""
    };
    scenario::file(Some(&format!("a history{unsaid}")), &writer.steps)
}

/// A thousand times the most that is paid at once.
fn funds(steps: &[Step]) -> BigUint {
    let payments = steps.iter().filter_map(|step| match step {
        Step::Call(call) => call.payments.iter().map(|(_, amount)| amount).max(),
        Step::Attack(attack) => attack.call.payments.iter().map(|(_, amount)| amount).max(),
        _ => None,
    });
    payments.max().cloned().unwrap_or_default() * 1_000u32 + 1_000u32
}

struct Writer<'a> {
    up: &'a str,
    model: Model,
    steps: Vec<Value>,
    owner_nonce: usize,
}

impl Writer<'_> {
    fn id(&self, text: impl std::fmt::Display) -> String {
        format!("{}: {text}", self.steps.len() + 1)
    }

    /// The compiled contract at a path below the repository's root.
    fn code(&self, path: &str) -> String {
        format!("mxsc:{}/{path}.mxsc.json", self.up)
    }

    /// Everybody with their funds, and the contract that holds the views.
    fn accounts(&mut self) {
        let account = |account: Account| (account.expression(), self.account(account));
        let accounts: BTreeMap<_, _> = Account::CALLERS.into_iter().map(account).collect();
        let step = json!({
            "step": "setState",
            "id": self.id("accounts"),
            "accounts": accounts,
            "newAddresses": [Self::new_address(1, VIEWS)],
            "currentBlockInfo": self.block_info(),
        });
        self.steps.push(step);
        let code = self.code("output/onchain-chess-views");
        self.deploy(code, vec![Account::Chess.expression().into()], &Ok(()));
    }

    fn new_address(nonce: usize, address: &str) -> Value {
        let creator = Account::Owner.expression();
        let nonce = nonce.to_string();
        json!({"creatorAddress": creator, "creatorNonce": nonce, "newAddress": address})
    }

    fn block_info(&self) -> Value {
        let chain = &self.model.chain;
        let mut seed = [0; 48];
        seed[0] = chain.seed;
        json!({
            "blockEpoch": chain.time.epoch.to_string(),
            "blockTimestampMs": chain.time.now_ms.to_string(),
            "blockRandomSeed": hexadecimal(&seed),
        })
    }

    /// An account's balance of each token, and whether the token is frozen there.
    fn tokens(&self, account: Account, with_none: bool) -> Option<BTreeMap<String, Value>> {
        let tokens = [Token::Chess, Token::Other, Token::Collectible].into_iter();
        let held = tokens.filter_map(|token| {
            let balance = self.model.chain.balance(account, token);
            let frozen = self.model.chain.frozen.contains(&(account, token));
            let instance = json!({
                "nonce": token.nonce().to_string(),
                "balance": balance.to_string(),
            });
            let held = json!({"instances": [instance], "frozen": frozen.then_some("1")});
            let is_held = with_none || balance != BigUint::ZERO;
            is_held.then(|| (format!("str:{}", token.identifier()), present(held)))
        });
        let held: BTreeMap<_, _> = held.collect();
        (!held.is_empty()).then_some(held)
    }

    fn balance(&self, account: Account) -> String {
        self.model.chain.balance(account, Token::Egld).to_string()
    }

    /// An account as it is.
    fn account(&self, account: Account) -> Value {
        let nonce = if account == Account::Owner {
            self.owner_nonce
        } else {
            1
        };
        let metadata = account.code_metadata();
        let is_hostile = account == Account::Hostile;
        let code = match account {
            Account::Hostile => self.code("tests/hostile/output/chess-hostile"),
            _ => "str:code".into(),
        };
        let chess = Account::Chess.expression();
        present(json!({
            "nonce": nonce.to_string(),
            "balance": self.balance(account),
            "esdt": self.tokens(account, true),
            "code": metadata.map(|_| code),
            "codeMetadata": metadata.map(|metadata| hexadecimal(&metadata)),
            "storage": is_hostile.then(|| json!({"str:chess": chess})),
        }))
    }

    fn deploy(&mut self, code: String, arguments: Vec<String>, outcome: &Result<(), Refusal>) {
        self.owner_nonce += 1;
        let from = Account::Owner.expression();
        let tx = json!({"from": from, "contractCode": code, "arguments": arguments});
        let expect = expect(outcome, "*".into());
        self.steps
            .push(scenario::step("scDeploy", self.id("deploy"), tx, expect));
    }

    fn set_state(&mut self, text: impl std::fmt::Display, key: &str, value: Value) {
        let step = json!({"step": "setState", "id": self.id(text), key: value});
        self.steps.push(step);
    }

    fn step(&mut self, step: &Step) {
        let deployed = self.model.deployed;
        match step {
            Step::Deploy(..) if deployed => return,
            Step::Call(_) | Step::Attack(_) | Step::Upgrade(_) if !deployed => return,
            _ => {}
        }
        let outcome = self.model.take(step).map(|_| ());
        while !self.model.chain.on_the_way.is_empty() {
            self.model.chain.messages_arrive();
        }
        let written = |arguments: &[Vec<u8>]| arguments.iter().map(|a| hexadecimal(a)).collect();
        match step {
            Step::Time(_) => self.set_state(step, "currentBlockInfo", self.block_info()),
            Step::Freeze(Account::Chess, ..) => {}
            Step::Freeze(account, ..) => {
                let accounts = json!({account.expression(): self.account(*account)});
                self.set_state(step, "accounts", accounts);
            }
            // what goes to another shard arrives at once
            Step::Arrive => {}
            // no scenario file can say it
            Step::PauseToken(..) | Step::LimitToken(..) => {}
            Step::Deploy(arguments) => {
                let address = Self::new_address(self.owner_nonce, Account::Chess.expression());
                self.set_state("the contract's address", "newAddresses", json!([address]));
                let code = self.code("output/onchain-chess");
                self.deploy(code, written(arguments), &outcome);
            }
            Step::Upgrade(build) => {
                let code = self.code(match build {
                    Build::This => "output/onchain-chess",
                    Build::Later => "tests/later/output/onchain-chess-later",
                });
                let call = Call::new(Account::Owner, "upgradeContract", vec![]);
                let arguments = vec![code, "0x0500".into()];
                self.call(step, Account::Chess, &call, arguments, &outcome);
            }
            Step::Call(call) => {
                let arguments = written(&call.arguments);
                self.call(step, Account::Chess, call, arguments, &outcome);
            }
            Step::Attack(attack) => {
                let call = Call {
                    from: Account::Stranger,
                    function: attack.function(),
                    arguments: vec![],
                    payments: attack.payments(),
                };
                let arguments = written(&attack.arguments());
                self.call(step, Account::Hostile, &call, arguments, &outcome);
            }
        }
    }

    fn call(
        &mut self,
        step: &Step,
        to: Account,
        call: &Call,
        arguments: Vec<String>,
        outcome: &Result<(), Refusal>,
    ) {
        self.owner_nonce += (call.from == Account::Owner) as usize;
        let (egld, tokens) = match &*call.payments {
            [(Token::Egld, amount)] => (Some(amount.to_string()), &[][..]),
            tokens => (None, tokens),
        };
        let payment = |(token, amount): &(Token, BigUint)| {
            present(json!({
                "tokenIdentifier": format!("str:{}", token.identifier()),
                "nonce": (token.nonce() > 0).then(|| token.nonce().to_string()),
                "value": amount.to_string(),
            }))
        };
        let payments: Vec<Value> = tokens.iter().map(payment).collect();
        let tx = json!({
            "from": call.from.expression(),
            "to": to.expression(),
            "egldValue": egld,
            "esdtValue": (!payments.is_empty()).then_some(payments),
            "function": call.function,
            "arguments": arguments,
        });
        let expect = expect(outcome, json!([]));
        self.steps
            .push(scenario::step("scCall", self.id(step), tx, expect));
    }

    /// Everybody's money, and every view.
    fn check(&mut self) {
        let mut accounts = BTreeMap::new();
        for account in Account::CALLERS.into_iter().chain([Account::Chess]) {
            if account == Account::Chess && !self.model.deployed {
                continue;
            }
            let stores = matches!(account, Account::Chess | Account::Hostile);
            let check = present(json!({
                "nonce": "*",
                "balance": self.balance(account),
                "esdt": self.tokens(account, false),
                "storage": stores.then(|| json!({"+": ""})),
                "code": account.is_contract().then_some("*"),
            }));
            accounts.insert(account.expression(), check);
        }
        let views = json!({"nonce": "*", "balance": "0", "storage": {"+": ""}, "code": "*"});
        accounts.insert(VIEWS, views);
        let id = self.id("everybody's money");
        self.steps
            .push(json!({"step": "checkState", "id": id, "accounts": accounts}));
        if !self.model.deployed {
            return;
        }
        let mut asked = views::settings(&self.model);
        for index in 0..self.model.chain.games.len() {
            // moves, where the model itself is in doubt, are left out
            asked.extend(views::snapshot(&self.model, index, 0));
            let details =
                (0..views::DETAILS).flat_map(|which| views::detail(&self.model, index, which));
            asked.extend(details);
        }
        for account in Account::CALLERS {
            asked.extend(views::player(&self.model, account));
        }
        for question in asked {
            self.view(question);
        }
    }

    fn view(&mut self, asked: Asked) {
        let shown = |values: &[Vec<u8>]| -> Vec<String> {
            values.iter().map(|value| hexadecimal(value)).collect()
        };
        let arguments = shown(&asked.arguments);
        let tx = json!({"to": VIEWS, "function": asked.function, "arguments": arguments});
        let expect = success(json!(shown(&asked.answer)), "*".into());
        self.steps.push(scenario::step(
            "scQuery",
            self.id(asked.function),
            tx,
            expect,
        ));
    }
}

fn expect(outcome: &Result<(), Refusal>, out: Value) -> Value {
    match outcome {
        Ok(()) => success(out, "*".into()),
        Err(refusal) => failure(refusal.status, &refusal.message),
    }
}
