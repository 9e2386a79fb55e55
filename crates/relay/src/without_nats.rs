//! In the place of what speaks to NATS, where the relay is compiled without it: a store that nobody
//! can open, so that nothing else of it is ever called.

pub mod nats_store {
    use crate::batch::{Batch, Place};
    use crate::room_id::RoomId;
    use crate::store_error::StoreError;
    use crate::transcript::Entry;

    type Result<T> = std::result::Result<T, StoreError>;

    /// There is none.
    pub enum NatsStore {}

    impl NatsStore {
        pub async fn connect(_: &str, _: &str, _: u64) -> Result<Self> {
            let words = "this program is compiled without it";
            Err(StoreError::Nats(words.into()))
        }

        pub async fn keep(&self, _: &RoomId, _: Place, _: &Batch) -> Result<Place> {
            match *self {}
        }

        pub async fn load(&self, _: &RoomId, _: Place) -> Result<(Vec<Entry>, Place)> {
            match *self {}
        }

        pub async fn has(&self, _: &RoomId) -> Result<bool> {
            match *self {}
        }

        pub async fn unsettled(&self) -> Result<Vec<RoomId>> {
            match *self {}
        }

        pub async fn set_over(&self, _: &RoomId, _: u64) -> Result<()> {
            match *self {}
        }

        pub async fn take_out(&self, _: u64) -> Result<usize> {
            match *self {}
        }

        pub fn rooms(&self) -> u64 {
            match *self {}
        }

        pub fn works(&self) -> bool {
            match *self {}
        }
    }
}

pub mod nats_outbox {
    use crate::nats_store::NatsStore;
    use crate::outbox_store::{Account, Spent};
    use crate::room_id::RoomId;
    use crate::store_error::StoreError;

    type Result<T> = std::result::Result<T, StoreError>;

    /// There is none.
    pub enum NatsOutbox {}

    impl NatsOutbox {
        pub async fn open(store: &NatsStore) -> Result<Self> {
            match *store {}
        }

        pub async fn sent(&self) -> Result<Vec<(RoomId, Vec<u8>)>> {
            match *self {}
        }

        pub async fn spent(&self, _: &[u8]) -> Result<Spent> {
            match *self {}
        }

        pub async fn keep(&self, _: &RoomId, _: &[u8], _: &[(Account, Spent)]) -> Result<()> {
            match *self {}
        }

        pub async fn finish(&self, _: &RoomId, _: &[(Account, Spent)]) -> Result<()> {
            match *self {}
        }
    }
}

pub mod nats_lease {
    use crate::nats_store::NatsStore;
    use crate::store_error::StoreError;

    /// There is none.
    pub enum SharedLease {}

    impl SharedLease {
        pub async fn open(store: &NatsStore) -> Result<Self, StoreError> {
            match *store {}
        }

        pub async fn hold(&mut self) -> Result<bool, StoreError> {
            match *self {}
        }

        pub fn is_held(&self) -> bool {
            match *self {}
        }

        pub async fn give_back(&mut self) {
            match *self {}
        }
    }
}

pub mod nats_feed {
    use std::sync::Arc;

    use crate::nats_store::NatsStore;
    use crate::rooms::Rooms;

    pub async fn feed(_: Arc<Rooms>, store: Arc<NatsStore>) {
        match *store {}
    }
}

pub mod nats_people {
    use std::sync::Arc;

    use crate::nats_store::NatsStore;
    use crate::people_changes::PeopleChanges;
    use crate::rooms::Rooms;

    pub async fn share(_: Arc<Rooms>, store: Arc<NatsStore>, _: Arc<PeopleChanges>) {
        match *store {}
    }
}
