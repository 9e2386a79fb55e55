//! In the place of the shelf that several relays share, where the relay is compiled without NATS: one
//! that nobody can open.

pub mod nats_shelf {
    use crate::nats_store::NatsStore;
    use crate::notices::notice::{Claimed, Notice};
    use crate::notices::subscriber::{Subscriber, Told};
    use crate::notices::subscription::SubscriberId;
    use crate::store_error::StoreError;

    type Result<T> = std::result::Result<T, StoreError>;

    pub enum Change {
        Put(Subscriber),
        Gone(SubscriberId),
    }

    /// There are none.
    pub enum Changes {}

    impl Changes {
        pub async fn next(&mut self) -> Result<(Option<Change>, bool)> {
            match *self {}
        }
    }

    /// There is none.
    pub enum NatsShelf {}

    impl NatsShelf {
        pub async fn open(store: &NatsStore) -> Result<Self> {
            match *store {}
        }

        pub async fn shared_key(store: &NatsStore, _: String) -> Result<String> {
            match *store {}
        }

        pub async fn changes(&self) -> Result<(Changes, bool)> {
            match *self {}
        }

        pub fn put(&self, _: &Subscriber, _: &[SubscriberId]) -> Result<()> {
            match *self {}
        }

        pub fn take_out(&self, _: &[SubscriberId]) -> Result<()> {
            match *self {}
        }

        pub fn claim(&self, _: &Notice, _: u64) -> Result<Claimed> {
            match *self {}
        }

        pub fn set_told(&self, _: &SubscriberId, _: Told) -> Result<()> {
            match *self {}
        }
    }
}
