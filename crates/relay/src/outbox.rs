//! The transactions that were signed and aren't known to be carried out, and what was spent. A
//! transaction is kept before it is sent, so that after a crash the same one is sent again, with the
//! same nonce and hash: the network carries it out once.

use crate::file_outbox::FileOutbox;
use crate::nats_outbox::NatsOutbox;
use crate::room_id::RoomId;
use crate::sent::{FeeLimits, Sent, accounts};
use crate::store::Store;
use crate::store_error::StoreError;

/// The outbox, where the games are.
pub enum Outbox {
    File(FileOutbox),
    Nats(Box<NatsOutbox>),
}

impl Outbox {
    /// Opens it. `now`: in milliseconds since 1970; what was spent on earlier days is forgotten.
    pub async fn open(store: &Store, now: u64) -> Result<Self, StoreError> {
        match store {
            Store::File(file) => {
                let outbox = FileOutbox(file.clone());
                outbox.prepare(now)?;
                Ok(Outbox::File(outbox))
            }
            Store::Nats(nats) => Ok(Outbox::Nats(Box::new(NatsOutbox::open(nats).await?))),
        }
    }

    /// All transactions that aren't known to be carried out, by nonce.
    pub async fn sent(&self) -> Result<Vec<(RoomId, Sent)>, StoreError> {
        match self {
            Outbox::File(file) => file.sent(),
            Outbox::Nats(nats) => nats.sent().await,
        }
    }

    async fn spent(&self, account: &[u8]) -> Result<u128, StoreError> {
        match self {
            Outbox::File(file) => file.spent(account),
            Outbox::Nats(nats) => nats.spent(account).await,
        }
    }

    /// Which limit a transaction would exceed.
    pub async fn exceeds(
        &self,
        room: &RoomId,
        sent: &Sent,
        limits: &FeeLimits,
    ) -> Result<Option<&'static str>, StoreError> {
        for (scope, account) in accounts(room, sent) {
            let spent = self.spent(&account).await?;
            if spent + sent.highest_fee > limits.of(scope, sent.purpose) {
                return Ok(Some(scope.name()));
            }
        }
        Ok(None)
    }

    /// Keeps a transaction that is about to be sent, and counts what it may cost.
    ///
    /// # Errors
    /// [`StoreError::Behind`] where another relay has one of this room on its way.
    pub async fn keep(&self, room: &RoomId, sent: &Sent) -> Result<(), StoreError> {
        match self {
            Outbox::File(file) => file.keep(room, sent),
            Outbox::Nats(nats) => nats.keep(room, sent).await,
        }
    }

    /// A transaction was carried out, or never will be. `fee`: what it counts for from now on.
    pub async fn finish(&self, room: &RoomId, sent: &Sent, fee: u128) -> Result<(), StoreError> {
        match self {
            Outbox::File(file) => file.finish(room, sent, fee),
            Outbox::Nats(nats) => nats.finish(room, sent, fee).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sent::{DAY_MILLIS, Purpose, tests::sent};

    const LIMITS: FeeLimits = FeeLimits {
        game: 20,
        player: 15,
        day: 100,
        stakeless_day: 40,
        ask_day: 30,
    };

    fn room(id: u32) -> RoomId {
        RoomId::of_keys(&[5; 32], id, &[[1; 32], [2; 32]])
    }

    struct Spender(Outbox);

    impl Spender {
        async fn new() -> Self {
            let store = Store::in_memory(10).unwrap();
            Spender(Outbox::open(&store, 0).await.unwrap())
        }

        async fn exceeds(&self, id: u32, sent: &Sent) -> Option<&'static str> {
            self.0.exceeds(&room(id), sent, &LIMITS).await.unwrap()
        }

        async fn spend(&self, id: u32, sent: &Sent) {
            assert_eq!(self.exceeds(id, sent).await, None);
            self.0.keep(&room(id), sent).await.unwrap();
        }
    }

    #[tokio::test]
    async fn stakeless_games_and_asks_leave_the_day_of_games_with_a_stake_alone() {
        let spender = Spender::new().await;
        let [stake, stakeless] =
            [Purpose::Stake, Purpose::Stakeless].map(|purpose| sent(purpose, None, 20));
        let ask = |asker| sent(Purpose::Ask, Some(asker), 15);
        for id in [1, 2] {
            spender.spend(id, &stakeless).await;
            spender.spend(id, &ask(["a", "b"][id as usize - 1])).await;
        }
        assert_eq!(spender.exceeds(3, &stakeless).await, Some("day"));
        assert_eq!(spender.exceeds(3, &ask("c")).await, Some("day"));
        for id in 3..8 {
            spender.spend(id, &stake).await;
        }
        assert_eq!(spender.exceeds(8, &stake).await, Some("day"));
        // tomorrow all of them have their own again
        for mut sent in [stake, stakeless, ask("a")] {
            sent.at = DAY_MILLIS;
            assert_eq!(spender.exceeds(8, &sent).await, None);
        }
    }

    #[tokio::test]
    async fn asks_leave_what_a_game_is_defended_with_alone() {
        let spender = Spender::new().await;
        let ask = |asker| sent(Purpose::Ask, Some(asker), 10);
        spender.spend(1, &ask("a")).await;
        spender.spend(1, &ask("b")).await;
        assert_eq!(spender.exceeds(1, &ask("c")).await, Some("game"));
        let mut answer = sent(Purpose::Stake, None, 10);
        spender.spend(1, &answer).await;
        spender.spend(1, &answer).await;
        answer.at = DAY_MILLIS;
        assert_eq!(spender.exceeds(1, &answer).await, Some("game"));
        assert_eq!(spender.exceeds(2, &answer).await, None);
    }

    #[tokio::test]
    async fn a_players_limit_is_for_that_players_asks_in_a_day() {
        let spender = Spender::new().await;
        let mut ask = sent(Purpose::Ask, Some("a"), 8);
        spender.spend(1, &ask).await;
        assert_eq!(spender.exceeds(2, &ask).await, Some("player"));
        assert_eq!(
            spender.exceeds(2, &sent(Purpose::Ask, Some("b"), 8)).await,
            None
        );
        // what it cost at most counts until the fee is known
        spender.0.finish(&room(1), &ask, 7).await.unwrap();
        assert_eq!(spender.exceeds(2, &ask).await, None);
        spender.spend(2, &ask).await;
        ask.at = DAY_MILLIS;
        assert_eq!(spender.exceeds(3, &ask).await, None);
    }
}
