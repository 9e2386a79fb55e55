//! Payments and calls by promise between the shards, and games with stakes in a token, which the
//! chess contract pays out by promise. No kill loses what is pending, and each promise is answered
//! once.

use localnet::{Address, Transaction, address};
use multiversx_chain_core::std::new_address::compute_new_address;
use serde_json::json;

use super::{Torment, junk, life::Life};
use crate::common::{GAS, NOT_PAYABLE, PAYABLE, number, wasm};

const PAYER: &str = include_str!("../../common/payer.wat");

/// The payers: the account that deploys one, and whether users can pay it. Each is in another
/// shard.
const PAYERS: [(usize, [u8; 2]); 3] = [(0, PAYABLE), (1, NOT_PAYABLE), (2, [5, 6])];

const EGLD: &str = "EGLD-000000";

/// The stake of each game, in a token's smallest unit.
const STAKE: u64 = 5;

/// The contracts that pay by promise, and their payments.
#[derive(Clone, Default)]
pub struct Promises {
    payers: Vec<Address>,
    /// The chess contract and the one with its views.
    chess: Option<[Address; 2]>,
    /// Challenges that were sent.
    games: u64,
    /// Promises of the payers, all answered, when it was looked last.
    pub answered: u64,
    /// Messages that were pending when it was killed.
    pub under_way: usize,
}

impl Torment {
    /// Deploys the contracts, once.
    pub fn prepare(&mut self, life: &Life) {
        if self.promises.chess.is_some() {
            return;
        }
        let code = wat::parse_str(PAYER).unwrap();
        for (who, metadata) in PAYERS {
            let payer = self.must_deploy(life, who, &code, metadata, &[]);
            self.promises.payers.push(payer);
        }
        let chess = self.must_deploy(life, 0, &wasm("onchain-chess.wasm"), NOT_PAYABLE, &[]);
        let target = [chess.to_vec()];
        let views = self.must_deploy(
            life,
            0,
            &wasm("onchain-chess-views.wasm"),
            NOT_PAYABLE,
            &target,
        );
        for (function, arguments) in [
            ("setWager", vec![EGLD.as_bytes().to_vec(), number(STAKE)]),
            ("unpause", vec![]),
        ] {
            let sender = &self.wallets[0].address;
            let tx = Transaction::new(sender, self.nonces[0], &chess);
            assert!(self.send_next(life, 0, tx.call(function, &arguments, GAS)));
        }
        self.promises.chess = Some([chess, views]);
    }

    fn must_deploy(
        &mut self,
        life: &Life,
        who: usize,
        code: &[u8],
        metadata: [u8; 2],
        arguments: &[Vec<u8>],
    ) -> Address {
        let sender = &self.wallets[who].address;
        let contract = compute_new_address(sender, self.nonces[who]);
        let tx = Transaction::new(sender, self.nonces[who], &Address::zero());
        let tx = tx.deploy(code, metadata, arguments, 60_000_000);
        assert!(self.send_next(life, who, tx), "a contract is missing");
        contract
    }

    fn payer(&mut self) -> Address {
        let payers = &self.promises.payers;
        payers[self.rng.usize(..payers.len())].clone()
    }

    fn some_token(&mut self) -> String {
        match self.tokens.len() {
            0 => EGLD.to_string(),
            count => self.tokens[self.rng.usize(..count)].clone(),
        }
    }

    /// A payer pays someone or calls another one, or is given funds.
    pub fn promise(&mut self, life: &Life) {
        let payer = self.payer();
        let (who, tx) = self.transaction(&payer);
        let token = match self.rng.bool() {
            true => EGLD.to_string(),
            false => self.some_token(),
        };
        let tx = match self.rng.u8(..8) {
            0 => tx.call("take", &[], GAS).value(self.rng.u64(..1_000_000)),
            1 => {
                let arguments = [self.some_token().into_bytes(), junk::small(&mut self.rng)];
                let call = [&arguments[..], &[b"take".to_vec()]].concat();
                tx.call("ESDTTransfer", &call, GAS)
            }
            2..=4 => {
                let to = self.wallets[self.rng.usize(..self.wallets.len())]
                    .address
                    .to_vec();
                let amount = number(self.rng.u64(1..100));
                tx.call("pay", &[to, token.into_bytes(), amount], 3 * GAS)
            }
            5 => {
                let to = self.payer().to_vec();
                let amount = number(self.rng.u64(1..100));
                tx.call("give", &[to, token.into_bytes(), amount], 3 * GAS)
            }
            _ => {
                let function = ["take", "refuse", "nothing"][self.rng.usize(..3)];
                let to = self.payer().to_vec();
                let value = number(self.rng.u64(1..100));
                let arguments = [to, function.as_bytes().to_vec(), value];
                tx.call("ask", &arguments, 3 * GAS)
            }
        };
        self.send_next(life, who, tx);
    }

    /// Something in a game whose stakes are tokens.
    pub fn game(&mut self, life: &Life) {
        let Some([chess, _]) = self.promises.chess.clone() else {
            return;
        };
        let (who, tx) = self.transaction(&chess);
        let token = self.some_token().into_bytes();
        let least = self.promises.games.saturating_sub(6).max(1);
        let game = number(self.rng.u64(least..=self.promises.games.max(1)));
        let staked = |function: &str, arguments: &[Vec<u8>]| {
            let stake = [token.clone(), number(STAKE), function.as_bytes().to_vec()];
            [&stake[..], arguments].concat()
        };
        let kind = self.rng.u8(..8);
        let tx = match kind {
            0..=2 => {
                // no opponent, White, no clock, one round, no engines
                let terms = [vec![], vec![], vec![], vec![1], vec![]];
                tx.call("ESDTTransfer", &staked("challenge", &terms), GAS)
            }
            3..=5 => tx.call("ESDTTransfer", &staked("accept", &[game]), GAS),
            6 => tx.call("resign", &[game], 2 * GAS),
            _ => tx.call("cancelChallenge", &[game], 2 * GAS),
        };
        if self.send_next(life, who, tx) && kind <= 2 {
            self.promises.games += 1;
        }
    }

    /// The owner of a token, or someone else, freezes an account or pauses the token, or undoes it.
    pub fn hold_back(&mut self, life: &Life) {
        let manager = address::decode(super::MANAGER).unwrap();
        let (who, tx) = self.transaction(&manager);
        let token = self.some_token().into_bytes();
        let mut accounts: Vec<Address> = self.wallets.iter().map(|w| w.address.clone()).collect();
        accounts.extend(self.promises.payers.iter().cloned());
        accounts.extend(self.promises.chess.iter().flatten().cloned());
        let account = accounts[self.rng.usize(..accounts.len())].to_vec();
        let tx = match self.rng.u8(..6) {
            0..=1 => tx.call("freeze", &[token, account], 3 * GAS),
            2..=3 => tx.call("unFreeze", &[token, account], 3 * GAS),
            4 => tx.call("pause", &[token], 3 * GAS),
            _ => tx.call("unPause", &[token], 3 * GAS),
        };
        self.send_next(life, who, tx);
    }

    /// Kills it again and again while messages are in flight between shards.
    pub fn kill_between_shards(&mut self, mut life: Life) {
        life.mode("manual");
        for _ in 0..self.rng.usize(2..12) {
            match self.rng.u8(..4) {
                0 => self.game(&life),
                1 => self.call(&life),
                _ => self.promise(&life),
            }
        }
        for _ in 0..self.rng.usize(1..5) {
            life.post("/simulator/generate-blocks/1", &json!({}))
                .unwrap();
            let before = self.books.check(&life);
            life.kill();
            life = Life::start(self.dir.path(), "manual", true);
            let after = self.books.check(&life);
            assert_eq!(after, before, "messages under way, after a kill and before");
            self.promises.under_way += before;
        }
        life.kill();
    }

    /// With nothing pending: each promise was answered once, and the chess contract has exactly the
    /// amount that it owes.
    pub fn check_promises(&mut self, life: &Life) {
        let mut answered = 0;
        for payer in &self.promises.payers {
            let payer = address::encode(payer);
            let kept = |key: &str| {
                let key = hex::encode(key.as_bytes());
                let path = format!("/address/{payer}/key/{key}");
                let value = life.get(&path)["value"].as_str().unwrap().to_string();
                u64::from_str_radix(&format!("0{value}"), 16).unwrap()
            };
            assert_eq!(kept("made"), kept("answered"), "promises of {payer}");
            answered += kept("made");
        }
        self.promises.answered = answered;
        let Some([_, views]) = &self.promises.chess else {
            return;
        };
        let tokens = self.tokens.iter().map(String::as_str);
        for token in tokens.chain([EGLD]) {
            let query = json!({
                "scAddress": address::encode(views),
                "funcName": "getSurplus",
                "args": [hex::encode(token.as_bytes())],
            });
            let (_, answer) = life.post("/vm-values/query", &query).unwrap();
            let data = &answer["data"]["data"];
            assert_eq!(data["returnCode"], "ok", "{answer}");
            assert_eq!(data["returnData"], json!([""]), "surplus of {token}");
        }
    }
}
