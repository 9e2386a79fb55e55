//! The subscribers to notices, all of them in memory and on a shelf.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use parking_lot::Mutex;
use tokio::time::{sleep, timeout};

use super::file_shelf::FileShelf;
use super::nats_shelf::NatsShelf;
use super::shelf::{Change, Changes, Shelf};
use super::subscriber::{Subscriber, Told};
use super::subscription::{Player, SubscriberId, Subscription, id_of, player_of};
use crate::store::{Store, StoreError};
use tracing::warn;

/// The most browsers of one player of a game that are notified.
pub const MOST_OF_A_PLAYER: usize = 3;

/// The most subscriptions that are stored.
const MOST: usize = 100_000;

/// How long to wait for another subscription if there are more.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long to wait after a failure.
const PAUSE: Duration = Duration::from_secs(1);

type Game = ([u8; 32], u32);

#[derive(Default)]
struct Subscribers {
    games: HashMap<Game, Vec<Subscriber>>,
    count: usize,
}

/// All subscriptions. Functions that write the shelf block.
pub struct Book {
    /// Subscriptions are put there and taken out by the book alone: memory has the same.
    pub(super) shelf: Box<dyn Shelf>,
    subscribers: Mutex<Subscribers>,
}

/// The store of the games.
async fn shelf_of(store: &Store) -> Result<Box<dyn Shelf>, StoreError> {
    Ok(match store {
        Store::File(file) => Box::new(FileShelf(file.database().clone())),
        Store::Nats(nats) => Box::new(NatsShelf::open(nats).await?),
    })
}

impl Book {
    /// Reads all of them. If other relays share them, follows their changes while the program runs.
    ///
    /// # Errors
    /// They can't be read, or the file holds something else.
    pub async fn open(store: &Store) -> Result<Arc<Self>, StoreError> {
        let book = Arc::new(Book {
            shelf: shelf_of(store).await?,
            subscribers: Mutex::default(),
        });
        let all = book.shelf.all()?;
        all.into_iter()
            .for_each(|one| book.subscribers.lock().add(one));
        if let Some(changes) = book.shelf.changes() {
            let (mut changes, has_any) = changes.await?;
            let mut is_new = !has_any;
            // they may have been taken out a moment ago
            while !is_new && let Ok(taken) = timeout(PATIENCE, book.take_in(&mut changes)).await {
                is_new = taken?;
            }
            tokio::spawn(book.clone().follow(changes));
        }
        Ok(book)
    }

    /// Takes in the next change of the shelf. Whether it was a new one.
    async fn take_in(&self, changes: &mut Changes) -> Result<bool, StoreError> {
        let ended = || StoreError::Nats("the bucket's changes have ended".into());
        let (change, is_new) = changes.next().await.ok_or_else(ended)??;
        match change {
            Some(Change::Put(one)) => self.subscribers.lock().learn(one),
            Some(Change::Gone(id)) => drop(self.subscribers.lock().remove(&id)),
            None => {}
        }
        Ok(is_new)
    }

    /// Applies other relays' changes.
    async fn follow(self: Arc<Self>, mut changes: Changes) {
        loop {
            while self.take_in(&mut changes).await.is_ok() {}
            // all of them come again
            changes = loop {
                sleep(PAUSE).await;
                let Some(again) = self.shelf.changes() else {
                    return;
                };
                match again.await {
                    Ok((changes, _)) => break changes,
                    Err(error) => warn!(event = %"notices-wait", error = ?error.to_string()),
                }
            };
        }
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.subscribers.lock().count
    }

    /// Lets all subscribers of a game be looked at and changed, in memory.
    pub fn of_game(&self, contract: &[u8; 32], game: u32, mut look: impl FnMut(&mut Subscriber)) {
        let mut subscribers = self.subscribers.lock();
        if let Some(list) = subscribers.games.get_mut(&(*contract, game)) {
            list.iter_mut().for_each(&mut look);
        }
    }

    /// Adds a subscription, and replaces an equal one. If the player has too many, the oldest is
    /// removed.
    ///
    /// # Errors
    /// There are too many, or the shelf can't be written.
    pub fn put(
        &self,
        player: Player,
        subscription: Subscription,
        told: Told,
    ) -> Result<(), StoreError> {
        let id = id_of(&player, &subscription.endpoint);
        let one = Subscriber {
            id,
            player,
            subscription,
            told,
        };
        let mut gone = vec![id];
        {
            let mut subscribers = self.subscribers.lock();
            let list = subscribers.games.get(&(player.contract, player.game));
            let others = list.into_iter().flatten().filter(|one| one.id != id);
            let own = others.filter(|one| one.player == player);
            let own: Vec<_> = own.map(|one| one.id).collect();
            let too_many = (own.len() + 1).saturating_sub(MOST_OF_A_PLAYER);
            gone.extend(&own[..too_many]);
            for id in &gone {
                subscribers.remove(id);
            }
            if subscribers.count >= MOST {
                return Err(StoreError::Full);
            }
            subscribers.add(one.clone());
        }
        self.shelf.put(&one, &gone)
    }

    /// Takes a subscription out, if it exists. The check comes first because anyone may ask for
    /// that, and each write waits for the disk.
    ///
    /// # Errors
    /// The shelf can't be written; then the subscription stays.
    pub fn remove(&self, id: &SubscriberId) -> Result<(), StoreError> {
        let Some(one) = self.subscribers.lock().remove(id) else {
            return Ok(());
        };
        let taken = self.shelf.take_out(&[*id]);
        if taken.is_err() {
            // else nobody could ask again to remove it from the shelf
            self.subscribers.lock().learn(one);
        }
        taken
    }

    /// Takes all subscriptions of a game out.
    ///
    /// # Errors
    /// The shelf can't be written.
    pub fn remove_game(&self, contract: &[u8; 32], game: u32) -> Result<(), StoreError> {
        let ids: Vec<_> = {
            let mut subscribers = self.subscribers.lock();
            let list = subscribers.games.remove(&(*contract, game));
            let list = list.unwrap_or_default();
            subscribers.count -= list.len();
            list.into_iter().map(|one| one.id).collect()
        };
        match ids.is_empty() {
            true => Ok(()),
            false => self.shelf.take_out(&ids),
        }
    }
}

impl Subscribers {
    fn add(&mut self, one: Subscriber) {
        let game = (one.player.contract, one.player.game);
        self.games.entry(game).or_default().push(one);
        self.count += 1;
    }

    /// Another relay, or this one, has put it on the shelf.
    fn learn(&mut self, one: Subscriber) {
        let game = (one.player.contract, one.player.game);
        let list = self.games.get_mut(&game);
        let known = list.and_then(|list| list.iter_mut().find(|known| known.id == one.id));
        match known {
            Some(known) => {
                known.subscription = one.subscription;
                known.told = known.told.and(one.told);
            }
            None => self.add(one),
        }
    }

    /// Returns the removed subscription, if it existed.
    fn remove(&mut self, id: &SubscriberId) -> Option<Subscriber> {
        let player = player_of(id);
        let game = (player.contract, player.game);
        let list = self.games.get_mut(&game)?;
        let place = list.iter().position(|one| one.id == *id)?;
        let one = list.remove(place);
        self.count -= 1;
        if list.is_empty() {
            self.games.remove(&game);
        }
        Some(one)
    }
}

#[cfg(test)]
mod tests {
    use super::super::notice::{Claimed, Notice};
    use super::super::subscription::{AUTH_LEN, P256DH_LEN};
    use super::*;

    /// A shelf from which nothing can be taken out.
    struct Stuck;

    impl Shelf for Stuck {
        fn put(&self, _: &Subscriber, _: &[SubscriberId]) -> Result<(), StoreError> {
            Ok(())
        }

        fn take_out(&self, _: &[SubscriberId]) -> Result<(), StoreError> {
            Err(StoreError::Damaged("stuck".into()))
        }

        fn claim(&self, _: &Notice, _: u64) -> Result<Claimed, StoreError> {
            Ok(Claimed::Own)
        }

        fn set_told(&self, _: &SubscriberId, _: Told) -> Result<(), StoreError> {
            Ok(())
        }
    }

    fn player(game: u32) -> Player {
        Player {
            contract: [5; 32],
            game,
            key: [7; 32],
        }
    }

    fn subscription(number: usize) -> Subscription {
        Subscription {
            endpoint: format!("https://push.example/{number}"),
            p256dh: [4; P256DH_LEN],
            auth: [1; AUTH_LEN],
        }
    }

    fn endpoints(book: &Book, game: u32) -> Vec<(String, Told)> {
        let mut found = vec![];
        book.of_game(&[5; 32], game, |one| {
            found.push((one.subscription.endpoint.clone(), one.told));
        });
        found
    }

    #[tokio::test]
    async fn subscriptions_are_kept_and_few_for_each_player() {
        let store = Store::in_memory(10).unwrap();
        let book = Book::open(&store).await.unwrap();
        let told = Told {
            turn: 3,
            ask: 0,
            end: 0,
            begun: true,
        };
        for number in [0, 1, 1, 2, 3] {
            book.put(player(1), subscription(number), told).unwrap();
        }
        book.put(player(2), subscription(1), told).unwrap();
        let later = Told {
            turn: 9,
            ask: 4,
            end: 10,
            ..told
        };
        let id = id_of(&player(1), &subscription(2).endpoint);
        book.shelf.set_told(&id, later).unwrap();
        assert_eq!(book.len(), 4);

        // as after a restart
        drop(book);
        let book = Book::open(&store).await.unwrap();
        let mut kept = endpoints(&book, 1);
        kept.sort_by(|one, other| one.0.cmp(&other.0));
        let expected = [(1, told), (2, later), (3, told)];
        let expected = expected.map(|(number, told)| (subscription(number).endpoint, told));
        assert_eq!(kept, expected);
        book.remove(&id).unwrap();
        assert_eq!(endpoints(&book, 1).len(), 2);
        book.remove_game(&[5; 32], 1).unwrap();
        assert_eq!(book.len(), 1);
        drop(book);
        let book = Book::open(&store).await.unwrap();
        assert_eq!(
            (endpoints(&book, 1).len(), endpoints(&book, 2).len()),
            (0, 1)
        );
    }

    #[test]
    fn only_known_subscriptions_are_taken_off_the_shelf() {
        let book = Book {
            shelf: Box::new(Stuck),
            subscribers: Mutex::default(),
        };
        let told = Told::default();
        book.put(player(1), subscription(1), told).unwrap();
        for (game, number) in [(1, 2), (2, 1)] {
            let id = id_of(&player(game), &subscription(number).endpoint);
            book.remove(&id).unwrap();
        }
        // it stays on the shelf, so its removal can be asked for again
        let id = id_of(&player(1), &subscription(1).endpoint);
        for _ in 0..2 {
            book.remove(&id).unwrap_err();
            assert_eq!(book.len(), 1);
        }
    }
}
