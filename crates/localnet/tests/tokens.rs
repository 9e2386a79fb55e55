//! The contract that manages tokens: properties, roles, freezing, wiping, pausing.

mod common;

use common::*;
use localnet::{Address, BigUint, Chain, Query, Record, Status, Transaction, Wallet};
use multiversx_chain_vm::system_sc::ESDT_SYSTEM_SC_ADDRESS as MANAGER;

struct Issued {
    chain: Chain,
    owner: Wallet,
    token: Vec<u8>,
}

impl Issued {
    fn with(properties: &[&str]) -> Self {
        let chain = chain();
        let owner = chain.wallets()[0].clone();
        let record = send(&chain, &owner, |tx| issue(tx, properties), &MANAGER);
        let token = issued(&record);
        Self {
            chain,
            owner,
            token,
        }
    }

    fn manage(&self, function: &str, args: &[Vec<u8>]) -> Record {
        let args = [std::slice::from_ref(&self.token), args].concat();
        let call = |tx: Transaction| tx.call(function, &args, 60_000_000);
        send(&self.chain, &self.owner, call, &MANAGER)
    }

    fn pay(&self, from: &Wallet, to: &Address, amount: u64) -> Record {
        let args = [self.token.clone(), number(amount)];
        let call = |tx: Transaction| tx.call("ESDTTransfer", &args, 1_000_000);
        send(&self.chain, from, call, to)
    }

    fn held(&self, wallet: &Wallet) -> BigUint {
        let tokens = self.chain.account(&wallet.address).tokens;
        let mut held = tokens.into_iter().map(|(_, _, amount)| amount);
        held.next().unwrap_or_default()
    }

    fn properties(&self) -> Vec<String> {
        let view = Query::new(&MANAGER, "getTokenProperties", vec![self.token.clone()]);
        let values = self.chain.query(&view).returned.into_iter().skip(5);
        values
            .map(|value| String::from_utf8(value).unwrap())
            .collect()
    }
}

#[test]
fn properties_that_the_owner_has_not_reserved_are_refused() {
    let issued = Issued::with(&[]);
    let bob = issued.chain.wallets()[1].address.to_vec();
    for (function, args, reason) in [
        ("freeze", vec![bob.clone()], "cannot freeze"),
        ("wipe", vec![bob], "cannot wipe"),
        ("pause", vec![], "cannot pause/un-pause"),
    ] {
        let record = issued.manage(function, &args);
        assert_eq!(record.failure.unwrap().message, reason);
        assert_eq!(record.gas_used, record.transaction.gas_limit);
    }
    assert!(issued.properties().contains(&"CanFreeze-false".to_string()));
    // An upgradeable token may be given it later.
    let change = [b"canFreeze".to_vec(), b"true".to_vec()];
    assert!(issued.manage("controlChanges", &change).succeeded());
    assert!(issued.properties().contains(&"CanFreeze-true".to_string()));
}

/// The token's rules as a contract in the owner's shard sees them: paused, limited, frozen for it.
fn rules_as_told(issued: &Issued, asker: &Address, of: &Address) -> [u64; 3] {
    let args = vec![issued.token.clone(), of.to_vec()];
    let answer = issued
        .chain
        .query(&Query::new(asker, "rules", args.clone()));
    assert!(answer.failure.is_none(), "{:?}", answer.failure);
    // A transaction gets the same answer as a view.
    let record = call(&issued.chain, &issued.owner, asker, "rules", &args);
    assert_eq!(record.returned_bytes(), answer.returned);
    let told = answer
        .returned
        .iter()
        .map(|value| BigUint::from_bytes_be(value));
    let told: Vec<u64> = told.map(|value| value.try_into().unwrap()).collect();
    told.try_into().unwrap()
}

fn asker(issued: &Issued) -> Address {
    let code = wat::parse_str(include_str!("common/token_asker.wat")).unwrap();
    deploy(&issued.chain, &issued.owner, &code, &[])
}

#[test]
fn a_contract_can_query_the_restrictions_on_a_token() {
    let issued = Issued::with(&["canPause", "canFreeze"]);
    let asker = asker(&issued);
    let told = || rules_as_told(&issued, &asker, &asker);
    assert_eq!(told(), [0, 0, 0]);
    assert!(issued.manage("pause", &[]).succeeded());
    assert_eq!(told(), [1, 0, 0]);
    assert!(issued.manage("unPause", &[]).succeeded());
    let args = [asker.to_vec()];
    assert!(issued.manage("freeze", &args).succeeded());
    assert_eq!(told(), [0, 0, 1]);
    assert!(issued.manage("unFreeze", &args).succeeded());
    let role = [issued.owner.address.to_vec(), b"ESDTTransferRole".to_vec()];
    assert!(issued.manage("setSpecialRole", &role).succeeded());
    assert_eq!(told(), [0, 1, 0]);
    assert!(issued.manage("unSetSpecialRole", &role).succeeded());
    assert_eq!(told(), [0, 0, 0]);
    // An account in another shard is unknown here.
    let bob = issued.chain.wallets()[1].address.clone();
    assert!(issued.manage("freeze", &[bob.to_vec()]).succeeded());
    assert_eq!(rules_as_told(&issued, &asker, &bob), [0, 0, 0]);
    // The production VM's price of the query: 7,000, and 1,000 for reading the gas left, and some
    // instructions.
    let price = Query::new(&asker, "price", vec![issued.token.clone()]);
    let price = BigUint::from_bytes_be(&issued.chain.query(&price).returned[0]);
    let price: u64 = price.try_into().unwrap();
    assert!((8_000..8_100).contains(&price), "{price}");
}

#[test]
fn a_contract_reads_its_roles_where_the_network_keeps_them() {
    let issued = Issued::with(&[]);
    let asker = asker(&issued);
    let stored = || {
        let key = [b"ELRONDroleesdt", &issued.token[..]].concat();
        let answer = issued.chain.query(&Query::new(&asker, "stored", vec![key]));
        answer.returned[0].clone()
    };
    let bits = || {
        let token = vec![issued.token.clone()];
        let answer = issued.chain.query(&Query::new(&asker, "roles", token));
        answer.returned[0].clone()
    };
    assert_eq!((stored(), bits()), (vec![], vec![]));
    for role in ["ESDTRoleLocalBurn", "ESDTTransferRole"] {
        let args = [asker.to_vec(), role.as_bytes().to_vec()];
        assert!(issued.manage("setSpecialRole", &args).succeeded());
    }
    assert_eq!(stored(), b"\n\x11ESDTRoleLocalBurn\n\x10ESDTTransferRole");
    // that of burning; the other role has none
    assert_eq!(bits(), [0b10]);
}

#[test]
fn a_limited_token_moves_only_from_or_to_a_holder_of_the_role() {
    let issued = Issued::with(&[]);
    let [bob, carol] = [1, 2].map(|index| issued.chain.wallets()[index].clone());
    assert!(issued.pay(&issued.owner, &bob.address, 10).succeeded());
    let role = [issued.owner.address.to_vec(), b"ESDTTransferRole".to_vec()];
    assert!(issued.manage("setSpecialRole", &role).succeeded());
    let record = issued.pay(&bob, &carol.address, 1);
    assert_eq!(record.status, Status::Invalid);
    assert_eq!(record.failure.unwrap().message, "action is not allowed");
    // From one shard to another too: the role is known everywhere.
    assert!(issued.pay(&bob, &issued.owner.address, 1).succeeded());
    assert!(issued.pay(&issued.owner, &carol.address, 1).succeeded());
    assert!(issued.manage("unSetSpecialRole", &role).succeeded());
    assert!(issued.pay(&bob, &carol.address, 1).succeeded());
    assert_eq!(issued.held(&carol), BigUint::from(2u32));
}
