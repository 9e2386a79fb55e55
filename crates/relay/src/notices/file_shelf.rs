//! Subscriptions in the relay's file.

use std::sync::Arc;

use redb::{Database, ReadableTable, Table, TableDefinition};

use super::notice::{Claimed, Notice};
use super::shelf::Shelf;
use super::subscriber::{Subscriber, Told};
use super::subscription::{AUTH_LEN, P256DH_LEN, SubscriberId, Subscription, player_of};
use crate::store::StoreError;

/// Endpoint, both secrets, and the state that was last reported.
type Stored = (&'static str, &'static [u8], [u32; 3], bool);

/// The subscriptions, by [`SubscriberId`].
const NOTICES: TableDefinition<&SubscriberId, Stored> = TableDefinition::new("notices-2");

fn stored_told(told: Told) -> ([u32; 3], bool) {
    ([told.turn, told.ask, told.end], told.begun)
}

/// The file.
pub struct FileShelf(pub Arc<Database>);

impl FileShelf {
    fn change(
        &self,
        change: impl FnOnce(&mut Table<&'static SubscriberId, Stored>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let transaction = self.0.begin_write()?;
        change(&mut transaction.open_table(NOTICES)?)?;
        Ok(transaction.commit()?)
    }
}

impl Shelf for FileShelf {
    fn all(&self) -> Result<Vec<Subscriber>, StoreError> {
        let transaction = self.0.begin_write()?;
        let mut all = vec![];
        for entry in transaction.open_table(NOTICES)?.iter()? {
            let (id, value) = entry?;
            let (endpoint, secrets, [turn, ask, end], begun) = value.value();
            let damaged = || StoreError::Damaged("a subscription".into());
            let (p256dh, auth) = secrets
                .split_first_chunk::<P256DH_LEN>()
                .ok_or_else(damaged)?;
            let auth: [u8; AUTH_LEN] = auth.try_into().map_err(|_| damaged())?;
            all.push(Subscriber {
                id: *id.value(),
                player: player_of(id.value()),
                subscription: Subscription {
                    endpoint: endpoint.into(),
                    p256dh: *p256dh,
                    auth,
                },
                told: Told {
                    turn,
                    ask,
                    end,
                    begun,
                },
            });
        }
        transaction.commit()?;
        Ok(all)
    }

    fn claim(&self, _: &Notice, _: u64) -> Result<Claimed, StoreError> {
        Ok(Claimed::Own)
    }

    fn put(&self, one: &Subscriber, gone: &[SubscriberId]) -> Result<(), StoreError> {
        self.change(|table| {
            for id in gone {
                table.remove(id)?;
            }
            let it = &one.subscription;
            let secrets = [&it.p256dh[..], &it.auth].concat();
            let (plies, begun) = stored_told(one.told);
            let stored = (it.endpoint.as_str(), &secrets[..], plies, begun);
            table.insert(&one.id, stored)?;
            Ok(())
        })
    }

    fn set_told(&self, id: &SubscriberId, told: Told) -> Result<(), StoreError> {
        self.change(|table| {
            let kept = table.get(id)?.map(|kept| {
                let (endpoint, secrets, ..) = kept.value();
                (endpoint.to_string(), secrets.to_vec())
            });
            if let Some((endpoint, secrets)) = kept {
                let (plies, begun) = stored_told(told);
                table.insert(id, (endpoint.as_str(), &secrets[..], plies, begun))?;
            }
            Ok(())
        })
    }

    fn take_out(&self, ids: &[SubscriberId]) -> Result<(), StoreError> {
        self.change(|table| {
            for id in ids {
                table.remove(id)?;
            }
            Ok(())
        })
    }
}
