//! Faults of the chain's own: panics of its code, caught and put into words.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs something; returns the message of its panic. The panic hook prints its place. Everything
/// that `run` changes must be whole afterwards, or thrown away.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()))
            .unwrap_or_default()
    })
}

/// Fails in tests if a transaction's data asks for it.
pub(crate) fn on_purpose(place: &str, data: &[u8]) {
    if cfg!(test) && data.starts_with(place.as_bytes()) {
        panic!("it fails on purpose");
    }
}

#[cfg(test)]
mod tests {
    use std::{
        path::Path,
        time::{Duration, Instant},
    };

    use crate::{
        Blocks, Chain, Config, Record, StartError, Transaction, Wallet, blocks::journal::Step,
    };
    use num_bigint::BigUint;
    use serde_json::{Value, json};

    fn start(folder: &Path, blocks: Blocks) -> Chain {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let config = Config {
                blocks,
                state_file: Some(folder.join("state")),
                ..Config::default()
            };
            match Chain::start(config) {
                // the thread that made blocks is about to end
                Err(StartError::InUse(_)) if Instant::now() < until => std::thread::yield_now(),
                started => return started.unwrap(),
            }
        }
    }

    /// A payment of 7 with this data.
    fn payment(from: &Wallet, nonce: u64, to: &Wallet, data: &str) -> Transaction {
        Transaction::new(&from.address, nonce, &to.address)
            .value(7u32)
            .data(data.as_bytes(), 1_000)
            .sign(&from.key)
    }

    /// The balances of all accounts and all paid fees.
    fn money(chain: &Chain) -> BigUint {
        let addresses = chain.addresses();
        let balances = addresses
            .iter()
            .map(|address| chain.account(address).balance);
        let records = chain.transactions(usize::MAX, |_| true);
        let fees = records
            .iter()
            .map(|record| record.fee.parse::<BigUint>().unwrap());
        balances.chain(fees).sum()
    }

    /// That it has failed at the fault, and says so.
    fn assert_failed(record: &Record) {
        assert_eq!(record.process_status(), "fail", "{record:?}");
        let words = record.reason();
        let expected = "a fault of the local chain while it executed this: it fails on purpose";
        assert!(words.contains(expected), "{words}");
    }

    /// A start from the state file finds the chain as it is, and nothing left to do.
    fn assert_kept(chain: Chain, folder: &Path) -> Chain {
        let seen = |chain: &Chain| {
            let accounts: Vec<_> = chain.addresses().iter().map(|a| chain.account(a)).collect();
            (
                chain.transactions(usize::MAX, |_| true),
                accounts,
                chain.events(0, usize::MAX, |_| true),
            )
        };
        let before = seen(&chain);
        drop(chain);
        let chain = start(folder, Blocks::OnDemand);
        assert_eq!(seen(&chain), before);
        assert!(chain.lock().deaths.is_empty());
        assert!(chain.pending().is_empty());
        assert!(!chain.lock().has_work());
        chain
    }

    #[test]
    fn it_fails_its_transaction_and_nothing_else_of_the_block() {
        let folder = tempfile::tempdir().unwrap();
        let chain = start(folder.path(), Blocks::OnDemand);
        let before = money(&chain);
        let [alice, bob, carol] = [0, 1, 2].map(|index| chain.wallets()[index].clone());
        let sent = [
            payment(&alice, 0, &alice, "before"),
            payment(&bob, 0, &bob, "faultHere"),
            payment(&bob, 1, &bob, "the same sender"),
            payment(&carol, 0, &carol, "behind"),
        ];
        let hashes = sent.map(|tx| chain.submit(&tx).unwrap());
        chain.generate_blocks(1);
        let check = |chain: &Chain| {
            let [first, failed, next, last] = hashes
                .each_ref()
                .map(|hash| chain.transaction(hash).unwrap());
            assert_failed(&failed);
            assert_eq!(failed.gas_used, failed.transaction.gas_limit);
            for other in [first, next, last] {
                assert!(other.succeeded(), "{other:?}");
                assert_eq!(other.block, failed.block);
            }
            assert_eq!(chain.account(&bob.address).nonce, 2);
            assert_eq!(money(chain), before);
        };
        check(&chain);
        let chain = assert_kept(chain, folder.path());
        check(&chain);
        let after = chain.submit(&payment(&bob, 2, &alice, "later")).unwrap();
        chain.generate_blocks(2);
        assert!(chain.transaction(&after).unwrap().succeeded());
    }

    #[test]
    fn a_failure_in_another_shard_returns_the_value() {
        let folder = tempfile::tempdir().unwrap();
        let chain = start(folder.path(), Blocks::OnDemand);
        let before = money(&chain);
        let [alice, bob] = [0, 1].map(|index| chain.wallets()[index].clone());
        assert_ne!(chain.shard_of(&alice.address), chain.shard_of(&bob.address));
        let funds = chain.account(&bob.address).balance;
        let hash = chain
            .submit(&payment(&alice, 0, &bob, "faultThere"))
            .unwrap();
        chain.generate_blocks(1);
        drop(chain);
        let chain = start(folder.path(), Blocks::OnDemand);
        assert_eq!(
            chain.transaction(&hash).unwrap().process_status(),
            "pending"
        );
        chain.generate_blocks(2);
        let check = |chain: &Chain| {
            assert_failed(&chain.transaction(&hash).unwrap());
            assert_eq!(chain.account(&bob.address).balance, funds);
            assert_eq!(money(chain), before);
        };
        check(&chain);
        let chain = assert_kept(chain, folder.path());
        check(&chain);
    }

    #[test]
    fn it_fails_immediately_even_after_the_process_has_died_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let chain = start(folder.path(), Blocks::OnDemand);
        let alice = chain.wallets()[0].clone();
        let hash = chain
            .submit(&payment(&alice, 0, &alice, "faultHere"))
            .unwrap();
        // the file of a process that was killed while it wrote ends like this
        chain.lock().write(&Step {
            begun: Some(hash.clone()),
            ..Step::default()
        });
        drop(chain);
        let chain = start(folder.path(), Blocks::OnDemand);
        assert_eq!(chain.lock().deaths[&hash], 1);
        chain.generate_blocks(1);
        assert_failed(&chain.transaction(&hash).unwrap());
        let chain = assert_kept(chain, folder.path());
        assert_eq!(chain.account(&alice.address).nonce, 1);
    }

    #[test]
    fn blocks_continue_in_every_mode() {
        let folder = tempfile::tempdir().unwrap();
        let chain = start(folder.path(), Blocks::OnArrival);
        let [alice, bob] = [0, 1].map(|index| chain.wallets()[index].clone());
        for (nonce, data) in [(0, "faultHere"), (1, "faultThere")] {
            let hash = chain.submit(&payment(&alice, nonce, &bob, data)).unwrap();
            assert_failed(&chain.transaction(&hash).unwrap());
        }
        chain.set_blocks(Blocks::Every(Duration::from_millis(1)));
        for (nonce, data) in [(2, "faultHere"), (3, "faultThere"), (4, "nothing")] {
            let hash = chain.submit(&payment(&alice, nonce, &bob, data)).unwrap();
            let until = Instant::now() + Duration::from_secs(20);
            while chain.transaction(&hash).unwrap().process_status() == "pending" {
                assert!(Instant::now() < until, "it stays pending");
                std::thread::sleep(Duration::from_millis(1));
            }
            let record = chain.transaction(&hash).unwrap();
            match data {
                "nothing" => assert!(record.succeeded()),
                _ => assert_failed(&record),
            }
        }
        chain.set_blocks(Blocks::OnDemand);
        let simulated = chain
            .simulate(&payment(&alice, 5, &bob, "faultHere"))
            .unwrap();
        assert!(simulated.failure.is_some());
        assert_eq!(chain.transaction_count(), 5);
        assert_kept(chain, folder.path());
    }

    #[test]
    fn a_state_that_would_be_a_fault_later_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let chain = start(folder.path(), Blocks::OnDemand);
        let [alice, bob] = [0, 1].map(|index| chain.wallets()[index].clone());
        chain.submit(&payment(&alice, 0, &bob, "")).unwrap();
        chain.generate_blocks(1);
        let dump = String::from_utf8(chain.dump()).unwrap();
        let load = |change: fn(&mut Value)| {
            let mut step = serde_json::from_str(&dump[9..]).unwrap();
            change(&mut step);
            let line = format!(
                "{:08x} {step}\n",
                crc32fast::hash(step.to_string().as_bytes())
            );
            chain
                .load(line.as_bytes())
                .map_err(|error| error.to_string())
        };
        load(|_| ()).unwrap();
        let refused = load(|step| step["sent"][0]["transaction"] = "00".repeat(32).into());
        let words = refused.unwrap_err();
        assert!(
            words.contains("a message of a transaction that isn't there"),
            "{words}"
        );
        let refused = load(|step| {
            step["tokens"] = json!([{"identifier": "GOLD-123456", "name": "Gold", "ticker": "GOLD",
                "kind": "FungibleESDT", "owner": "nobody", "supply": [], "decimals": 2,
                "properties": {}, "paused": false, "wiped": 0}]);
        });
        let words = refused.unwrap_err();
        assert!(words.contains("line 1: bad hex"), "{words}");
        chain.generate_blocks(1);
        assert!(chain.transactions(1, |_| true)[0].succeeded());
    }
}
