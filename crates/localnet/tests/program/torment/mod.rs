//! A hostile time: random requests and contracts, promises between shards, kill −9, a full disk,
//! torn files, a terminal that nobody reads. The program never ends alone and never hangs, no
//! acknowledged transaction is lost, no message in flight between shards is lost or arrives twice,
//! and no EGLD or token comes from nowhere or goes there.
//!
//! Less than a minute in `cargo test`; `make stress WHAT=localnet MINUTES=60` for longer, with SEED=n the same again.

mod books;
mod contracts;
mod junk;
mod life;
mod promises;

use std::{
    env,
    io::Write,
    path::PathBuf,
    time::{Duration, Instant},
};

use fastrand::Rng;
use localnet::{Address, Transaction, Wallet, address};
use multiversx_chain_core::std::new_address::compute_new_address;
use serde_json::{Value, json};

use self::{books::Books, life::Life, promises::Promises};
use crate::common::{GAS, issue};

/// The default duration.
const SECONDS: u64 = 45;

/// The most steps of one life of the program.
const STEPS: usize = 150;

const WALLETS: usize = 6;

const MANAGER: &str = "erd1qqqqqqqqqqqqqqqpqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzllls8a5w6u";

/// The torment of the program, and the properties that must hold afterwards.
struct Torment {
    rng: Rng,
    dir: tempfile::TempDir,
    wallets: Vec<Wallet>,
    nonces: Vec<u64>,
    contracts: Vec<Address>,
    tokens: Vec<String>,
    books: Books,
    promises: Promises,
    steps: usize,
    lives: usize,
    refused: usize,
}

#[test]
fn a_hostile_time() {
    let number = |name: &str| {
        env::var(name)
            .ok()
            .and_then(|text| text.parse::<f64>().ok())
    };
    let minutes = number("TORMENT_MINUTES");
    let time = minutes.map_or(Duration::from_secs(SECONDS), |minutes| {
        Duration::from_secs_f64(minutes * 60.0)
    });
    let seed = number("TORMENT_SEED").map_or_else(|| fastrand::u64(..1 << 50), |seed| seed as u64);
    println!("seed {seed}");
    let end = Instant::now() + time;
    let mut torment = Torment {
        rng: Rng::with_seed(seed),
        dir: tempfile::tempdir().unwrap(),
        wallets: Wallet::funded(WALLETS),
        nonces: vec![0; WALLETS],
        contracts: vec![],
        tokens: vec![],
        books: Books::default(),
        promises: Promises::default(),
        steps: 0,
        lives: 0,
        refused: 0,
    };
    let mut told = Instant::now();
    while Instant::now() < end {
        torment.live(end);
        if told.elapsed() > Duration::from_secs(60) {
            torment.tell();
            told = Instant::now();
        }
    }
    torment.tell();
}

impl Torment {
    fn tell(&self) {
        println!(
            "{} lives, {} steps, {} transactions acknowledged, {} refused, {} contracts, {} tokens, {} \
             promises answered, {} messages under way at a kill",
            self.lives,
            self.steps,
            self.books.acknowledged.len(),
            self.refused,
            self.contracts.len(),
            self.tokens.len(),
            self.promises.answered,
            self.promises.under_way
        );
    }

    fn state(&self) -> PathBuf {
        self.dir.path().join("state")
    }

    /// One life of the program, from its start to an end that it didn't choose.
    fn live(&mut self, end: Instant) {
        self.lives += 1;
        let modes = ["0", "0", "30", "manual"];
        let mode = modes[self.rng.usize(..modes.len())];
        let reads = self.rng.bool();
        let mut life = Life::start(self.dir.path(), mode, reads);
        if mode == "manual" {
            // Nothing has gone on since the kill.
            self.books.check(&life);
        }
        self.settle(&mut life);
        self.look_up(&life);
        self.prepare(&life);
        life.mode(mode);
        let steps = self.rng.usize(10..STEPS);
        for _ in 0..steps {
            self.step(&mut life);
            assert!(life.is_alive(), "it ended by itself: {}", life.last_words());
            self.steps += 1;
            if Instant::now() > end {
                break;
            }
        }
        self.settle(&mut life);
        match self.rng.u8(..5) {
            0 => life.stop(),
            1 | 2 => self.kill_between_shards(life),
            _ => self.kill_while_it_works(life),
        }
        self.damage();
    }

    /// Has it do everything that it can, and checks that everything is there.
    fn settle(&mut self, life: &mut Life) {
        life.settle();
        assert_eq!(self.books.check(life), 0, "messages that never arrive");
        self.check_promises(life);
    }

    /// Nonces, contracts and tokens as the chain has them.
    fn look_up(&mut self, life: &Life) {
        for (wallet, nonce) in self.wallets.iter().zip(&mut self.nonces) {
            let path = format!("/address/{}/nonce", address::encode(&wallet.address));
            *nonce = life.get(&path)["nonce"].as_u64().unwrap();
        }
        let issued = life.get("/network/esdts")["tokens"].clone();
        let issued = issued.as_array().cloned().unwrap_or_default();
        let names = issued.iter().filter_map(Value::as_str);
        self.tokens = names.map(str::to_string).collect();
    }

    fn step(&mut self, life: &mut Life) {
        match self.rng.u8(..26) {
            0..=3 => self.pay(life),
            4 | 5 => self.deploy(life),
            6..=9 => self.call(life),
            10 => self.token(life),
            11 => self.fund(life),
            12 | 13 => junk::request(&mut self.rng, life, &self.contracts),
            14 => junk::bytes(&mut self.rng, life),
            15 => self.view(life),
            16 => self.ahead(life),
            17 => self.control(life),
            18 => self.go_back(life),
            19 => self.full_disk(life),
            20 => self.hold_back(life),
            21 | 22 => self.game(life),
            _ => self.promise(life),
        }
    }

    fn send(&mut self, life: &Life, who: usize, tx: Transaction) -> bool {
        let signed = tx.sign(&self.wallets[who].key);
        let Ok((status, answer)) = life.post("/transaction/send", &json!(signed)) else {
            return false;
        };
        if status == 200 {
            let hash = answer["data"]["txHash"].as_str().unwrap();
            self.books.acknowledged.push(hash.to_string());
        } else {
            self.refused += 1;
        }
        status == 200
    }

    fn transaction(&mut self, to: &Address) -> (usize, Transaction) {
        let who = self.rng.usize(..WALLETS);
        let nonce = self.nonces[who];
        (who, Transaction::new(&self.wallets[who].address, nonce, to))
    }

    /// Sends it with the sender's next nonce.
    fn send_next(&mut self, life: &Life, who: usize, tx: Transaction) -> bool {
        let sent = self.send(life, who, tx);
        if sent {
            self.nonces[who] += 1;
        } else {
            // It may be that blocks are missing, or that a nonce is used.
            let path = format!(
                "/address/{}/nonce",
                address::encode(&self.wallets[who].address)
            );
            let known = life.try_get(&path).and_then(|data| data["nonce"].as_u64());
            if let Some(nonce) = known.filter(|nonce| *nonce > self.nonces[who]) {
                self.nonces[who] = nonce;
            }
        }
        sent
    }

    fn anybody(&mut self) -> Address {
        match self.rng.u8(..8) {
            0 => Address::from(std::array::from_fn(|_| self.rng.u8(..))),
            1 if !self.contracts.is_empty() => self.contract(),
            _ => self.wallets[self.rng.usize(..WALLETS)].address.clone(),
        }
    }

    fn contract(&mut self) -> Address {
        self.contracts[self.rng.usize(..self.contracts.len())].clone()
    }

    fn pay(&mut self, life: &Life) {
        let to = self.anybody();
        let (who, tx) = self.transaction(&to);
        let value = 10u128.pow(self.rng.u32(..26));
        let data = junk::text(&mut self.rng);
        let gas = self.rng.u64(..2_000_000);
        self.send_next(life, who, tx.value(value).data(data.as_bytes(), gas));
    }

    fn deploy(&mut self, life: &Life) {
        let code = contracts::random(&mut self.rng);
        let (who, tx) = self.transaction(&Address::zero());
        let address = compute_new_address(&self.wallets[who].address, self.nonces[who]);
        let metadata = self.rng.u16(..) & 0x0507;
        let arguments = junk::arguments(&mut self.rng, &self.contracts);
        let tx = tx.deploy(&code, metadata.to_be_bytes(), &arguments, 60_000_000);
        if self.send_next(life, who, tx) {
            self.contracts.push(address);
        }
    }

    fn call(&mut self, life: &Life) {
        if self.contracts.is_empty() {
            return self.deploy(life);
        }
        let to = self.contract();
        let (who, tx) = self.transaction(&to);
        let function = contracts::function(&mut self.rng);
        let arguments = junk::arguments(&mut self.rng, &self.contracts);
        let gas = [GAS, 1_200_000, 60_000_000][self.rng.usize(..3)];
        let mut tx = tx.call(function, &arguments, gas);
        if self.rng.u8(..4) == 0 {
            tx = tx.value(self.rng.u64(..));
        }
        self.send_next(life, who, tx);
    }

    fn token(&mut self, life: &Life) {
        let manager = address::decode(MANAGER).unwrap();
        let receiver = self.anybody();
        let (who, tx) = self.transaction(&receiver);
        let tx = if self.tokens.len() < 5 {
            let tx = Transaction::new(&self.wallets[who].address, tx.nonce, &manager);
            issue(tx, &["canFreeze", "canPause"])
        } else {
            let token = self.tokens[self.rng.usize(..self.tokens.len())].clone();
            let amount = junk::small(&mut self.rng);
            let mut arguments = vec![token.into_bytes(), amount];
            if self.rng.bool() {
                arguments.push(contracts::function(&mut self.rng).as_bytes().to_vec());
            }
            tx.call("ESDTTransfer", &arguments, GAS)
        };
        self.send_next(life, who, tx);
    }

    fn fund(&mut self, life: &Life) {
        let receiver = Address::from(std::array::from_fn(|at| {
            if at < 10 { 7 } else { self.rng.u8(..) }
        }));
        let amount = self.rng.u64(1..);
        let body = json!({"receiver": address::encode(&receiver), "value": amount});
        let answer = life.post("/transaction/send-user-funds", &body);
        let acknowledged = answer.is_ok_and(|(status, _)| status == 200);
        self.books.funded.push((receiver, amount, acknowledged));
    }

    fn view(&mut self, life: &Life) {
        if self.contracts.is_empty() {
            return;
        }
        let contract = address::encode(&self.contract());
        let arguments = junk::arguments(&mut self.rng, &self.contracts);
        let arguments: Vec<String> = arguments.iter().map(hex::encode).collect();
        let function = contracts::function(&mut self.rng);
        let body = json!({"scAddress": contract, "funcName": function, "args": arguments});
        let (status, _) = life.post("/vm-values/query", &body).unwrap();
        assert_eq!(status, 200);
    }

    /// A transaction before the one whose turn it is.
    fn ahead(&mut self, life: &Life) {
        let to = self.anybody();
        let (who, tx) = self.transaction(&to);
        let mut later = tx.clone();
        later.nonce += 1;
        if self.send(life, who, later) && self.send(life, who, tx) {
            self.nonces[who] += 2;
        }
    }

    fn control(&mut self, life: &Life) {
        let path = match self.rng.u8(..6) {
            0 => format!("generate-blocks/{}", self.rng.u8(1..40)),
            1 => "force-epoch-change".to_string(),
            2 => format!("increase-time/{}", self.rng.u32(..1_000_000_000)),
            3 => format!("next-block-time/{}", self.rng.u64(..)),
            _ => format!("block-time/{}", ["0", "25", "manual"][self.rng.usize(..3)]),
        };
        life.post(&format!("/simulator/{path}"), &json!({}))
            .unwrap();
    }

    /// A snapshot, some steps, and back; or the whole state, out and in again.
    fn go_back(&mut self, life: &mut Life) {
        if self.rng.bool() {
            life.mode("manual");
            let dump = life.dump();
            assert_eq!(life.load(&dump), 200);
            return;
        }
        life.settle();
        let taken = life.post("/simulator/snapshot", &json!({})).unwrap().1["data"].clone();
        let before = (
            self.books.clone(),
            self.nonces.clone(),
            self.contracts.clone(),
            self.promises.clone(),
        );
        for _ in 0..self.rng.usize(..6) {
            self.pay(life);
            self.call(life);
            self.promise(life);
        }
        let path = format!("/simulator/revert/{}", taken["snapshot"]);
        let (status, answer) = life.post(&path, &json!({})).unwrap();
        if status == 200 {
            (self.books, self.nonces, self.contracts, self.promises) = before;
        } else {
            panic!("a revert was refused: {answer}");
        }
    }

    /// The state file can't grow for a while.
    fn full_disk(&mut self, life: &mut Life) {
        if self.rng.u8(..3) > 0 {
            return;
        }
        life.limit_files(Some(self.rng.u64(..4_000)));
        for _ in 0..self.rng.usize(1..8) {
            self.pay(life);
            self.fund(life);
            assert!(life.try_get("/network/config").is_some());
        }
        if self.rng.u8(..4) == 0 {
            // It dies before there is room again.
            let mut other = Life::start(&self.dir.path().join("elsewhere"), "0", true);
            std::mem::swap(life, &mut other);
            other.kill();
            let mut again = Life::start(self.dir.path(), "manual", true);
            std::mem::swap(life, &mut again);
            again.kill();
        } else {
            life.limit_files(None);
        }
        self.settle(life);
        self.look_up(life);
    }

    /// Kills it while transactions come in.
    fn kill_while_it_works(&mut self, life: Life) {
        life.mode(["0", "10"][self.rng.usize(..2)]);
        let moment = Duration::from_micros(self.rng.u64(..30_000));
        let pid = life.pid();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(moment);
            life::kill_now(pid);
        });
        // The state file may say more than was acknowledged.
        for _ in 0..200 {
            let before = self.books.acknowledged.len();
            match self.rng.u8(..6) {
                0 => self.call(&life),
                1 => self.fund(&life),
                2 | 3 => self.promise(&life),
                _ => self.pay(&life),
            }
            if self.books.acknowledged.len() == before && !life.answers() {
                break;
            }
        }
        killer.join().unwrap();
        life.kill();
    }

    /// Damages the file as a faulty disk or an editor would.
    fn damage(&mut self) {
        let whole = std::fs::read(self.state()).unwrap();
        match self.rng.u8(..4) {
            0 => {
                let mut file = std::fs::OpenOptions::new()
                    .append(true)
                    .open(self.state())
                    .unwrap();
                let torn = junk::small(&mut self.rng);
                let torn: Vec<u8> = torn.into_iter().filter(|byte| *byte != b'\n').collect();
                file.write_all(&torn).unwrap();
            }
            1 => {
                let lines = whole.iter().filter(|byte| **byte == b'\n').count();
                let last = whole.iter().rposition(|byte| *byte == b'\n').unwrap();
                let at = self.rng.usize(..last);
                let mut damaged = whole.clone();
                damaged[at] ^= 1 << self.rng.u8(..7);
                if damaged[at] == b'\n' || whole[at] == b'\n' {
                    return;
                }
                std::fs::write(self.state(), &damaged).unwrap();
                let said = life::refused_start(self.dir.path());
                assert!(
                    said.contains("line ") || said.contains("not a local chain's state file"),
                    "of {lines} lines one was damaged at {at}: {said}"
                );
                assert!(std::fs::read(self.state()).unwrap() == damaged);
                std::fs::write(self.state(), &whole).unwrap();
            }
            _ => (),
        }
    }
}
