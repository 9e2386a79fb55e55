//! Purses and the wallets that they play for, as both have signed: a purse has its wallet's name and
//! rating.

use std::collections::BTreeMap;
use std::sync::Arc;

#[cfg(feature = "program")]
use async_nats::jetstream::kv::{CreateErrorKind, Store as Bucket};
#[cfg(feature = "program")]
use futures_util::StreamExt;
use parking_lot::{RwLock, RwLockReadGuard};
use redb::{Database, ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};
use sha3::{Digest, Keccak256};

use crate::address;
use crate::protocol::Hex;
use crate::store::{Store, StoreError};

/// The most links that are stored.
const MOST: usize = 100_000;

/// How long to wait after a failure.
#[cfg(feature = "program")]
const PAUSE: std::time::Duration = std::time::Duration::from_secs(1);

const SIGNATURE_LEN: usize = 64;

/// Contract and purse.
type Id = [u8; 64];

/// The wallet, its signature, and the purse's.
type Value = [u8; 32 + 2 * SIGNATURE_LEN];

const PURSES: TableDefinition<&Id, &Value> = TableDefinition::new("purses");

/// A purse's link to its wallet, as pages send it and as the relay serves it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PurseLink {
    contract: String,
    purse: String,
    wallet: String,
    wallet_signature: Hex,
    purse_signature: Hex,
}

/// Why a link isn't taken.
#[derive(Debug, thiserror::Error)]
pub enum PurseError {
    /// No address.
    #[error("contract, purse and wallet are addresses: erd1 and 58 more characters")]
    Address,
    /// A signature isn't valid.
    #[error("wallet and purse must both sign the text that names purse, wallet and contract")]
    Signature,
    /// The relay doesn't carry this contract's games.
    #[error("this relay doesn't carry this contract's games")]
    Contract,
    /// The purse itself decides: it has named another wallet.
    #[error("this purse plays for another wallet")]
    Taken,
    /// It can't be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The bytes that wallet and purse sign, as accounts of the network sign a text: each of the three is
/// an address, `erd1…`.
pub fn purse_message(contract: &str, purse: &str, wallet: &str) -> [u8; 32] {
    let text = format!(
        "My chess purse plays for me: its games are shown under my name.\n\n\
         Purse: {purse}\nWallet: {wallet}\nContract: {contract}"
    );
    let prefix = "\x17Elrond Signed Message:\n";
    Keccak256::digest(format!("{prefix}{}{text}", text.len())).into()
}

impl PurseLink {
    /// # Errors
    /// One of the two hasn't signed it.
    fn read(&self) -> Result<(Id, Value), PurseError> {
        let read = |text: &str| address::read(text).ok_or(PurseError::Address);
        let contract = read(&self.contract)?;
        let (purse, wallet) = (read(&self.purse)?, read(&self.wallet)?);
        let [shown_contract, shown_purse, shown_wallet] =
            [contract, purse, wallet].map(|bytes| address::show(&bytes));
        let message = purse_message(&shown_contract, &shown_purse, &shown_wallet);
        let signs = |key, signature: &Hex| signed_play::verify(key, &message, &signature.0);
        if !signs(&wallet, &self.wallet_signature) || !signs(&purse, &self.purse_signature) {
            return Err(PurseError::Signature);
        }
        let signatures = [&self.wallet_signature.0[..], &self.purse_signature.0].concat();
        let value = [&wallet[..], &signatures].concat().try_into();
        let value = value.map_err(|_| PurseError::Signature)?;
        Ok((id_of(&contract, &purse), value))
    }

    fn of(id: &Id, value: &Value) -> Self {
        let (contract, purse) = halves(id);
        let (wallet, signatures) = (wallet_of(value), &value[32..]);
        PurseLink {
            contract: address::show(&contract),
            purse: address::show(&purse),
            wallet: address::show(&wallet),
            wallet_signature: Hex(signatures[..SIGNATURE_LEN].to_vec()),
            purse_signature: Hex(signatures[SIGNATURE_LEN..].to_vec()),
        }
    }
}

fn id_of(contract: &[u8; 32], purse: &[u8; 32]) -> Id {
    let mut id = [0; 64];
    id[..32].copy_from_slice(contract);
    id[32..].copy_from_slice(purse);
    id
}

/// Contract and purse.
fn halves(id: &Id) -> ([u8; 32], [u8; 32]) {
    let purse = std::array::from_fn(|at| id[32 + at]);
    (std::array::from_fn(|at| id[at]), purse)
}

fn wallet_of(value: &Value) -> [u8; 32] {
    std::array::from_fn(|at| value[at])
}

/// The wallet of each purse.
pub type Owners = BTreeMap<[u8; 32], [u8; 32]>;

/// The owners in the list that a relay serves of a contract's purses.
///
/// # Errors
/// In words: it is no such list, or one of its links isn't signed, or of another contract.
pub fn owners_in(json: &str, contract: &[u8; 32]) -> Result<Owners, String> {
    let links: Vec<PurseLink> = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let mut owners = Owners::new();
    for link in links {
        let said = |error: PurseError| format!("the purse {}: {error}", link.purse);
        let (id, value) = link.read().map_err(said)?;
        let (of, purse) = halves(&id);
        if of != *contract {
            return Err(format!(
                "the purse {} plays at another contract",
                link.purse
            ));
        }
        owners.insert(purse, wallet_of(&value));
    }
    Ok(owners)
}

enum Shelf {
    File(Arc<Database>),
    #[cfg(feature = "program")]
    Nats(Box<Bucket>, tokio::runtime::Handle),
}

/// All links, in memory and in the store.
pub struct Purses {
    shelf: Shelf,
    links: RwLock<BTreeMap<Id, Value>>,
}

impl Purses {
    /// Reads all of them; if other relays share them, follows their changes.
    ///
    /// # Errors
    /// They can't be read.
    pub async fn open(store: &Store) -> Result<Arc<Self>, StoreError> {
        let file = match store {
            Store::File(file) => file.database().clone(),
            #[cfg(feature = "program")]
            Store::Nats(nats) => {
                let bucket = nats.bucket("purses", std::time::Duration::ZERO).await?;
                let purses = Arc::new(Purses {
                    shelf: Shelf::Nats(Box::new(bucket.clone()), tokio::runtime::Handle::current()),
                    links: RwLock::default(),
                });
                tokio::spawn(purses.clone().follow(bucket));
                return Ok(purses);
            }
        };
        let mut links = BTreeMap::new();
        let transaction = file.begin_write()?;
        for entry in transaction.open_table(PURSES)?.iter()? {
            let (id, value) = entry?;
            links.insert(*id.value(), *value.value());
        }
        transaction.commit()?;
        Ok(Arc::new(Purses {
            shelf: Shelf::File(file),
            links: links.into(),
        }))
    }

    /// Learns of all links in a bucket that several relays share, and of each new one.
    #[cfg(feature = "program")]
    async fn follow(self: Arc<Self>, bucket: Bucket) {
        loop {
            if let Ok(mut changes) = bucket.watch_with_history(">").await {
                while let Some(Ok(entry)) = changes.next().await {
                    let id = hex::decode(&entry.key).ok().map(TryInto::try_into);
                    let value = entry.value.to_vec().try_into();
                    if let (Some(Ok(id)), Ok(value)) = (id, value)
                        && PurseLink::of(&id, &value).read().is_ok()
                    {
                        self.learn(id, value);
                    }
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn links(&self) -> RwLockReadGuard<'_, BTreeMap<Id, Value>> {
        self.links.read()
    }

    fn learn(&self, id: Id, value: Value) {
        let mut links = self.links.write();
        links.entry(id).or_insert(value);
    }

    /// Takes a link of a contract for which `carries` returns true. The first one of a purse stays.
    /// Blocks. Returns whether it is new.
    ///
    /// # Errors
    /// It isn't signed, or can't be stored.
    pub fn put(
        &self,
        link: &PurseLink,
        carries: impl Fn(&[u8; 32]) -> bool,
    ) -> Result<bool, PurseError> {
        let (id, value) = link.read()?;
        let (contract, _) = halves(&id);
        if !carries(&contract) {
            return Err(PurseError::Contract);
        }
        let (known, count) = {
            let links = self.links();
            (links.get(&id).copied(), links.len())
        };
        match known {
            Some(known) if wallet_of(&known) == wallet_of(&value) => return Ok(false),
            Some(_) => return Err(PurseError::Taken),
            None if count >= MOST => return Err(StoreError::Full.into()),
            None => {}
        }
        self.shelf.put(&id, &value)?;
        self.learn(id, value);
        Ok(true)
    }

    /// The links of a contract; only those of the named purses and wallets, if any are named.
    pub fn of(&self, contract: &[u8; 32], players: Option<&[[u8; 32]]>) -> Vec<PurseLink> {
        let links = self.links();
        let of = of_contract(&links, contract);
        let wanted = of.filter(|(id, value)| {
            let both = [halves(id).1, wallet_of(value)];
            players.is_none_or(|players| both.iter().any(|one| players.contains(one)))
        });
        wanted.map(|(id, value)| PurseLink::of(id, value)).collect()
    }

    /// The number of links.
    pub fn count(&self) -> usize {
        self.links().len()
    }

    /// The wallet of each of a contract's purses.
    pub fn owners(&self, contract: &[u8; 32]) -> Owners {
        let links = self.links();
        of_contract(&links, contract)
            .map(|(id, value)| (halves(id).1, wallet_of(value)))
            .collect()
    }
}

fn of_contract<'a>(
    links: &'a BTreeMap<Id, Value>,
    contract: &[u8; 32],
) -> impl Iterator<Item = (&'a Id, &'a Value)> {
    links.range(id_of(contract, &[0; 32])..=id_of(contract, &[u8::MAX; 32]))
}

impl Shelf {
    fn put(&self, id: &Id, value: &Value) -> Result<(), StoreError> {
        match self {
            Shelf::File(file) => {
                let transaction = file.begin_write()?;
                {
                    let mut table = transaction.open_table(PURSES)?;
                    let is_new = table.get(id)?.is_none();
                    if is_new {
                        table.insert(id, value)?;
                    }
                }
                Ok(transaction.commit()?)
            }
            #[cfg(feature = "program")]
            Shelf::Nats(bucket, runtime) => {
                // another relay's that was faster stays
                let put = bucket.create(hex::encode(id), value.to_vec().into());
                match runtime.block_on(put) {
                    Err(error) if error.kind() == CreateErrorKind::AlreadyExists => Ok(()),
                    put => put.map(drop).map_err(crate::store::nats::failed),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ed25519_dalek::{Signer, SigningKey};

    fn link(purse: u8, wallet: u8, signer: u8) -> PurseLink {
        let keys = [purse, wallet, signer].map(|byte| SigningKey::from_bytes(&[byte; 32]));
        let [purse, wallet, signer] = keys;
        let [shown_purse, shown_wallet] =
            [&purse, &wallet].map(|key| address::show(&key.verifying_key().to_bytes()));
        let contract = address::show(&[5; 32]);
        let message = purse_message(&contract, &shown_purse, &shown_wallet);
        PurseLink {
            contract,
            purse: shown_purse,
            wallet: shown_wallet,
            wallet_signature: Hex(signer.sign(&message).to_bytes().to_vec()),
            purse_signature: Hex(purse.sign(&message).to_bytes().to_vec()),
        }
    }

    #[tokio::test]
    async fn the_first_wallet_that_both_sign_for_stands_also_after_a_restart() {
        let store = Store::in_memory(10).unwrap();
        let purses = Purses::open(&store).await.unwrap();
        let put = |link: &PurseLink| purses.put(link, |contract| *contract == [5; 32]);
        let first = link(1, 2, 2);
        assert!(put(&first).unwrap());
        // and asks for nothing a second time
        assert!(!put(&first).unwrap());
        assert!(matches!(put(&link(1, 3, 3)), Err(PurseError::Taken)));
        assert!(matches!(put(&link(4, 2, 9)), Err(PurseError::Signature)));
        let elsewhere = PurseLink {
            contract: address::show(&[6; 32]),
            ..first.clone()
        };
        assert!(matches!(put(&elsewhere), Err(PurseError::Signature)));
        let foreign = purses.put(&first, |_| false);
        assert!(matches!(foreign, Err(PurseError::Contract)));
        put(&link(7, 3, 3)).unwrap();

        let purses = Purses::open(&store).await.unwrap();
        let [purse, wallet] =
            [&first.purse, &first.wallet].map(|text| address::read(text).unwrap());
        assert_eq!(purses.of(&[5; 32], None).len(), 2);
        assert_eq!(purses.of(&[6; 32], None).len(), 0);
        for one in [purse, wallet] {
            assert_eq!(
                purses.of(&[5; 32], Some(&[one])),
                std::slice::from_ref(&first)
            );
        }
        assert_eq!(purses.owners(&[5; 32]).get(&purse), Some(&wallet));

        let served = serde_json::to_string(&purses.of(&[5; 32], None)).unwrap();
        assert_eq!(owners_in(&served, &[5; 32]), Ok(purses.owners(&[5; 32])));
        let forged = served.replace(&first.wallet, &link(1, 3, 3).wallet);
        assert!(
            owners_in(&forged, &[5; 32])
                .unwrap_err()
                .contains("must both sign")
        );
        assert!(
            owners_in(&served, &[6; 32])
                .unwrap_err()
                .contains("another contract")
        );
    }
}
