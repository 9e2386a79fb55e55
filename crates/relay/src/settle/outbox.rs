//! The transactions that were signed and aren't known to be carried out, and the amount spent. A
//! transaction is stored before it is sent, so that after a crash the same one is sent again, with
//! the same nonce and hash: the network carries it out once.

use chess_record::DAY_MILLIS;

use crate::condition::BudgetLeft;
use crate::room_id::RoomId;
use crate::store::{Account, OutboxStore, Spent, Store, StoreError};

use super::budget::{Budget, FeeLimits, Purpose};
use super::sent::Sent;

/// The outbox.
pub struct Outbox {
    store: Box<dyn OutboxStore>,
    limits: FeeLimits,
}

impl Outbox {
    /// Opens it. `now`: in milliseconds since 1970.
    pub fn open(store: &Store, limits: FeeLimits, now: u64) -> Result<Self, StoreError> {
        // by then the whole amount has refilled
        let store = store.games().outbox(now.saturating_sub(DAY_MILLIS))?;
        Ok(Outbox { store, limits })
    }

    /// All transactions that aren't known to be carried out, by nonce.
    pub fn sent(&self) -> Result<Vec<(RoomId, Sent)>, StoreError> {
        let mut all = vec![];
        for (room, json) in self.store.sent()? {
            let sent: Sent = serde_json::from_slice(&json)
                .map_err(|error| StoreError::Damaged(format!("a transaction: {error}")))?;
            all.push((room, sent));
        }
        all.sort_by_key(|(_, sent)| sent.transaction.nonce);
        Ok(all)
    }

    /// Which limit a transaction would exceed.
    pub fn exceeds(&self, room: &RoomId, sent: &Sent) -> Result<Option<&'static str>, StoreError> {
        for budget in sent.budgets(room, &self.limits) {
            let spent = self.store.spent(&budget.account)?;
            let spent = budget.spent_at(spent, sent.at);
            if spent.saturating_add(sent.highest_fee) > budget.limit {
                return Ok(Some(budget.name));
            }
        }
        Ok(None)
    }

    /// The rest of each day's budget. `now`: in milliseconds since 1970.
    pub fn left(&self, now: u64) -> Result<Vec<BudgetLeft>, StoreError> {
        let mut all = vec![];
        for (name, purpose, has_stake) in [
            ("ends", Purpose::End, true),
            ("answers", Purpose::Answer, true),
            ("asks", Purpose::Ask, true),
            ("ends-no-stake", Purpose::End, false),
            ("answers-no-stake", Purpose::Answer, false),
            ("asks-no-stake", Purpose::Ask, false),
            ("tournaments", Purpose::Tournament, false),
        ] {
            let budget = Budget::of_day(purpose, has_stake, &self.limits);
            let spent = self.store.spent(&budget.account)?;
            let left = budget.limit.saturating_sub(budget.spent_at(spent, now));
            let of = budget.limit;
            all.push(BudgetLeft { name, left, of });
        }
        Ok(all)
    }

    /// Stores a transaction before it is sent, and counts its highest cost.
    ///
    /// # Errors
    /// [`StoreError::Behind`] if another relay has a pending one of this room.
    pub fn keep(&self, room: &RoomId, sent: &Sent) -> Result<(), StoreError> {
        let json = serde_json::to_vec(sent)
            .map_err(|error| StoreError::Damaged(format!("a transaction: {error}")))?;
        let spent = self.change(room, sent, sent.at, sent.highest_fee, 0)?;
        self.store.keep(room, &json, &spent)
    }

    /// A transaction was carried out, or never will be. `fee`: its cost from now on. `now`: in
    /// milliseconds since 1970.
    pub fn finish(
        &self,
        room: &RoomId,
        sent: &Sent,
        fee: u128,
        now: u64,
    ) -> Result<(), StoreError> {
        let spent = self.change(room, sent, now, fee, sent.highest_fee)?;
        self.store.finish(room, &spent)
    }

    /// The amount spent from all of a transaction's budgets after an addition and a subtraction.
    /// Only the relay that settles changes them, so nobody else does at the same time.
    fn change(
        &self,
        room: &RoomId,
        sent: &Sent,
        now: u64,
        more: u128,
        less: u128,
    ) -> Result<Vec<(Account, Spent)>, StoreError> {
        let mut changed = vec![];
        for budget in sent.budgets(room, &self.limits) {
            let before = self.store.spent(&budget.account)?;
            let amount = budget.spent_at(before, now).saturating_add(more);
            let spent = Spent {
                amount: amount.saturating_sub(less),
                at: now.max(before.at),
            };
            changed.push((budget.account, spent));
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::budget::Share;
    use super::super::sent::tests::sent;
    use super::*;

    fn limits() -> FeeLimits {
        FeeLimits {
            player: 15,
            day: 100,
            answer_day: 60,
            stakeless_day: 40,
            ask_day: 30,
            ..FeeLimits::default()
        }
    }

    const SHARE: Share = Share {
        fees: 20,
        has_stake: true,
    };

    const SMALL: Share = Share {
        fees: 20,
        has_stake: false,
    };

    fn room(id: u32) -> RoomId {
        RoomId::of_keys(&[5; 32], id, &[[1; 32], [2; 32]])
    }

    struct Spender(Outbox);

    impl Spender {
        fn new() -> Self {
            let store = Store::in_memory(10).unwrap();
            Spender(Outbox::open(&store, limits(), 0).unwrap())
        }

        fn exceeds(&self, id: u32, sent: &Sent) -> Option<&'static str> {
            self.0.exceeds(&room(id), sent).unwrap()
        }

        fn spend(&self, id: u32, sent: &Sent) {
            assert_eq!(self.exceeds(id, sent), None);
            self.0.keep(&room(id), sent).unwrap();
        }
    }

    #[test]
    fn nothing_else_uses_up_the_budget_of_answers_in_games_with_a_stake() {
        let spender = Spender::new();
        let end = |share| sent(Purpose::End, share, None, 20);
        let ask = |asker| sent(Purpose::Ask, SHARE, Some(asker), 15);
        let answer = |share| sent(Purpose::Answer, share, None, 20);
        for id in [1, 2] {
            spender.spend(id, &end(SMALL));
            spender.spend(id, &answer(SMALL));
            spender.spend(id, &ask(["a", "b"][id as usize - 1]));
        }
        for id in 3..8 {
            spender.spend(id, &end(SHARE));
        }
        for used_up in [end(SMALL), answer(SMALL), ask("c"), end(SHARE)] {
            assert_eq!(spender.exceeds(8, &used_up), Some("day"));
        }
        for id in 3..6 {
            spender.spend(id, &answer(SHARE));
        }
        assert_eq!(spender.exceeds(6, &answer(SHARE)), Some("day"));
        // a day later all of them have their own again
        for mut sent in [end(SMALL), end(SHARE), answer(SHARE), ask("a")] {
            sent.at = DAY_MILLIS;
            assert_eq!(spender.exceeds(8, &sent), None);
        }
    }

    #[test]
    fn a_games_share_comes_back_and_asks_and_ends_leave_its_answers_alone() {
        let spender = Spender::new();
        for purpose in [Purpose::Ask, Purpose::End, Purpose::Answer] {
            let mut used = sent(purpose, SHARE, None, 10);
            spender.spend(1, &used);
            spender.spend(1, &used);
            assert_eq!(spender.exceeds(1, &used), Some("game"));
            assert_eq!(spender.exceeds(2, &used), None);
            // half of it within half a day
            used.at = DAY_MILLIS / 2 - 1;
            assert_eq!(spender.exceeds(1, &used), Some("game"));
            used.at = DAY_MILLIS / 2;
            spender.spend(1, &used);
            assert_eq!(spender.exceeds(1, &used), Some("game"));
        }
        // a call that costs more than the share is never worth it
        let mut dear = sent(Purpose::End, SHARE, None, 21);
        dear.at = 100 * DAY_MILLIS;
        assert_eq!(spender.exceeds(1, &dear), Some("game"));
    }

    #[test]
    fn a_players_limit_is_for_that_players_asks() {
        let spender = Spender::new();
        let mut ask = sent(Purpose::Ask, SHARE, Some("a"), 8);
        spender.spend(1, &ask);
        assert_eq!(spender.exceeds(2, &ask), Some("player"));
        let other = sent(Purpose::Ask, SHARE, Some("b"), 8);
        assert_eq!(spender.exceeds(2, &other), None);
        // its highest cost counts until the fee is known
        spender.0.finish(&room(1), &ask, 7, 0).unwrap();
        assert_eq!(spender.exceeds(2, &ask), None);
        spender.spend(2, &ask);
        ask.at = DAY_MILLIS;
        assert_eq!(spender.exceeds(3, &ask), None);
    }
}
