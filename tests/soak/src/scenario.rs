//! A history as a scenario file: the model's outcomes, views and balances are what each step
//! must bring about, so that the file fails where the contract differs.

use std::collections::BTreeMap;

use chess_model::chain::{Account, Fault, Token};
use chess_scenarios::json::{self, *};
use num_bigint::BigUint;

use crate::model::Model;
use crate::refusal::Refusal;
use crate::step::{Build, Call, Step, hexadecimal};
use crate::views::{self, Asked};

/// The states that a file can't express: the contract's own account frozen, a token paused or limited.
const UNSAID: &str = " (without what no scenario file can say of tokens)";

const VIEWS: &str = "sc:chess-views#01";

const GAS_LIMIT: &str = "600,000,000";

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
    json::file(Some(&format!("a history{unsaid}")), &writer.steps)
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
    steps: Vec<json::Step>,
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
        let id = self.id("accounts");
        let account = |account: Account| (account.expression().to_string(), self.account(account));
        self.steps.push(json::Step::SetState {
            id,
            accounts: Account::CALLERS.into_iter().map(account).collect(),
            new_addresses: vec![NewAddress {
                creator_address: Account::Owner.expression().into(),
                creator_nonce: "1".into(),
                new_address: VIEWS.into(),
            }],
            current_block_info: Some(self.block_info()),
        });
        let code = self.code("output/onchain-chess-views");
        self.deploy(code, vec![Account::Chess.expression().into()], &Ok(()));
    }

    fn block_info(&self) -> BlockInfo {
        let chain = &self.model.chain;
        let mut seed = [0; 48];
        seed[0] = chain.seed;
        BlockInfo {
            block_epoch: Some(chain.time.epoch.to_string()),
            block_timestamp_ms: Some(chain.time.now_ms.to_string()),
            block_random_seed: Some(hexadecimal(&seed)),
            ..BlockInfo::default()
        }
    }

    /// An account as it is, with the tokens that are frozen.
    fn account(&self, account: Account) -> json::Account {
        let mut esdt = BTreeMap::new();
        for token in [Token::Chess, Token::Other, Token::Collectible] {
            let frozen = self.model.chain.frozen.contains(&(account, token));
            let instances = vec![Instance {
                nonce: token.nonce().to_string(),
                balance: self.model.chain.balance(account, token).to_string(),
            }];
            let frozen = frozen.then(|| "1".into());
            esdt.insert(
                format!("str:{}", token.identifier()),
                Esdt::Full {
                    instances,
                    frozen,
                    roles: vec![],
                },
            );
        }
        let nonce = if account == Account::Owner {
            self.owner_nonce
        } else {
            1
        };
        let metadata = account.code_metadata();
        json::Account {
            nonce: nonce.to_string(),
            balance: self.model.chain.balance(account, Token::Egld).to_string(),
            esdt,
            code: metadata.map(|_| match account {
                Account::Hostile => self.code("tests/hostile/output/chess-hostile"),
                _ => "str:code".into(),
            }),
            code_metadata: metadata.map(|metadata| hexadecimal(&metadata)),
            storage: match account {
                Account::Hostile => {
                    let chess = Account::Chess.expression().into();
                    [("str:chess".into(), chess)].into()
                }
                _ => BTreeMap::new(),
            },
            ..json::Account::default()
        }
    }

    fn deploy(&mut self, code: String, arguments: Vec<String>, outcome: &Result<(), Refusal>) {
        self.owner_nonce += 1;
        let id = self.id("deploy");
        self.steps.push(json::Step::ScDeploy {
            id,
            tx: Tx {
                from: Some(Account::Owner.expression().into()),
                contract_code: Some(code),
                arguments,
                gas_limit: Some(GAS_LIMIT.into()),
                gas_price: Some("0".into()),
                ..Tx::default()
            },
            expect: expect(outcome, Out::Any(Star::Star)),
        });
    }

    fn set_state(
        &mut self,
        id: String,
        accounts: BTreeMap<String, json::Account>,
        new_addresses: Vec<NewAddress>,
        current_block_info: Option<BlockInfo>,
    ) {
        self.steps.push(json::Step::SetState {
            id,
            accounts,
            new_addresses,
            current_block_info,
        });
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
        match step {
            Step::Time(_) => {
                let (id, block) = (self.id(step), self.block_info());
                self.set_state(id, BTreeMap::new(), vec![], Some(block));
            }
            Step::Freeze(Account::Chess, ..) => {}
            Step::Freeze(account, ..) => {
                let id = self.id(step);
                let accounts = [(account.expression().into(), self.account(*account))].into();
                self.set_state(id, accounts, vec![], None);
            }
            // what goes to another shard arrives at once
            Step::Arrive => {}
            // no scenario file can say it
            Step::PauseToken(..) | Step::LimitToken(..) => {}
            Step::Deploy(arguments) => {
                let id = self.id("the contract's address");
                let address = NewAddress {
                    creator_address: Account::Owner.expression().into(),
                    creator_nonce: self.owner_nonce.to_string(),
                    new_address: Account::Chess.expression().into(),
                };
                self.set_state(id, BTreeMap::new(), vec![address], None);
                let code = self.code("output/onchain-chess");
                let arguments = arguments
                    .iter()
                    .map(|argument| hexadecimal(argument))
                    .collect();
                self.deploy(code, arguments, &outcome);
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
                let arguments = call.arguments.iter().map(|argument| hexadecimal(argument));
                self.call(step, Account::Chess, call, arguments.collect(), &outcome);
            }
            Step::Attack(attack) => {
                let call = Call {
                    from: Account::Stranger,
                    function: attack.function(),
                    arguments: attack.arguments(),
                    payments: attack.payments(),
                };
                let arguments = call.arguments.iter().map(|argument| hexadecimal(argument));
                self.call(step, Account::Hostile, &call, arguments.collect(), &outcome);
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
        let mut tx = Tx {
            from: Some(call.from.expression().into()),
            to: Some(to.expression().into()),
            function: Some(call.function.into()),
            arguments,
            gas_limit: Some(GAS_LIMIT.into()),
            gas_price: Some("0".into()),
            ..Tx::default()
        };
        match &*call.payments {
            [(Token::Egld, amount)] => tx.egld_value = Some(amount.to_string()),
            tokens => {
                for (token, amount) in tokens {
                    tx.esdt_value.push(Payment {
                        token_identifier: format!("str:{}", token.identifier()),
                        nonce: (token.nonce() > 0).then(|| token.nonce().to_string()),
                        value: amount.to_string(),
                    });
                }
            }
        }
        let id = self.id(step);
        self.steps.push(json::Step::ScCall {
            id,
            tx,
            expect: expect(outcome, Out::These(vec![])),
        });
    }

    /// Everybody's money, and every view.
    fn check(&mut self) {
        let mut accounts = BTreeMap::new();
        for account in Account::CALLERS.into_iter().chain([Account::Chess]) {
            if account == Account::Chess && !self.model.deployed {
                continue;
            }
            let state = self.account(account);
            let is_contract = account.is_contract();
            let esdt = state.esdt.into_iter().filter(|(_, esdt)| !is_zero(esdt));
            let check = CheckAccount {
                nonce: "*".into(),
                balance: state.balance,
                esdt: esdt.collect(),
                storage: match account {
                    Account::Chess | Account::Hostile => [("+".into(), String::new())].into(),
                    _ => BTreeMap::new(),
                },
                code: is_contract.then(|| "*".into()),
            };
            accounts.insert(account.expression().to_string(), check);
        }
        let views = CheckAccount {
            nonce: "*".into(),
            balance: "0".into(),
            esdt: BTreeMap::new(),
            storage: [("+".into(), String::new())].into(),
            code: Some("*".into()),
        };
        accounts.insert(VIEWS.into(), views);
        let id = self.id("everybody's money");
        let accounts = accounts.into();
        self.steps.push(json::Step::CheckState { id, accounts });
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
        let id = self.id(asked.function);
        let shown = |values: &[Vec<u8>]| values.iter().map(|value| hexadecimal(value)).collect();
        self.steps.push(json::Step::ScQuery {
            id,
            tx: Tx {
                to: Some(VIEWS.into()),
                function: Some(asked.function.into()),
                arguments: shown(&asked.arguments),
                ..Tx::default()
            },
            expect: expect(&Ok(()), Out::These(shown(&asked.answer))),
        });
    }
}

fn is_zero(esdt: &Esdt) -> bool {
    match esdt {
        Esdt::Fungible(amount) => amount == "0",
        Esdt::Full { instances, .. } => instances.iter().all(|instance| instance.balance == "0"),
    }
}

fn expect(outcome: &Result<(), Refusal>, out: Out) -> Expect {
    let (status, message) = match outcome {
        Ok(()) => (0, None),
        Err(refusal) => (refusal.status, Some(format!("str:{}", refusal.message))),
    };
    Expect {
        out: if status == 0 { out } else { Out::These(vec![]) },
        status: status.to_string(),
        message,
        logs: Logs::Any(Star::Star),
        refund: Star::Star,
    }
}
