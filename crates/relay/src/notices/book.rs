//! Who asked for notices: in the relay's file, and all of it in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::{Database, ReadableTable, TableDefinition};

use super::subscription::{
    AUTH_LEN, P256DH_LEN, Player, SubscriberId, Subscription, id_of, player_of,
};
use crate::store_error::StoreError;

/// Endpoint, both secrets, and what was told.
type Stored = (&'static str, &'static [u8], u32, u32, bool);

/// The subscriptions, by [`SubscriberId`].
const NOTICES: TableDefinition<&SubscriberId, Stored> = TableDefinition::new("notices");

/// So many browsers of one player of a game are told.
pub const MOST_OF_A_PLAYER: usize = 3;

/// So many subscriptions are kept.
const MOST: usize = 100_000;

/// What a subscriber knows already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// The plies after which it was last their turn.
    pub turn: u32,
    /// The plies of the last ask on the chain, and one; 0 for none.
    pub ask: u32,
    /// Whether the game has begun.
    pub begun: bool,
}

/// A browser that is told.
#[derive(Clone)]
pub struct Subscriber {
    pub id: SubscriberId,
    pub player: Player,
    pub subscription: Subscription,
    pub told: Told,
}

type Game = ([u8; 32], u32);

#[derive(Default)]
struct Subscribers {
    games: HashMap<Game, Vec<Subscriber>>,
    count: usize,
}

/// All subscriptions. What writes the file blocks.
pub struct Book {
    database: Arc<Database>,
    subscribers: Mutex<Subscribers>,
}

impl Book {
    /// Reads all of them.
    ///
    /// # Errors
    /// The file can't be read, or holds something else.
    pub fn open(database: Arc<Database>) -> Result<Self, StoreError> {
        let transaction = database.begin_write()?;
        let mut subscribers = Subscribers::default();
        for entry in transaction.open_table(NOTICES)?.iter()? {
            let (id, value) = entry?;
            let (endpoint, secrets, turn, ask, begun) = value.value();
            let damaged = || StoreError::Damaged("a subscription".into());
            let (p256dh, auth) = secrets
                .split_first_chunk::<P256DH_LEN>()
                .ok_or_else(damaged)?;
            let auth: [u8; AUTH_LEN] = auth.try_into().map_err(|_| damaged())?;
            subscribers.add(Subscriber {
                id: *id.value(),
                player: player_of(id.value()),
                subscription: Subscription {
                    endpoint: endpoint.into(),
                    p256dh: *p256dh,
                    auth,
                },
                told: Told { turn, ask, begun },
            });
        }
        transaction.commit()?;
        Ok(Book {
            database,
            subscribers: Mutex::new(subscribers),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Subscribers> {
        // nothing in there panics half way
        self.subscribers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lock().count
    }

    /// Lets all subscribers of a game be looked at and changed, in memory.
    pub fn of_game(&self, contract: &[u8; 32], game: u32, mut look: impl FnMut(&mut Subscriber)) {
        let mut subscribers = self.lock();
        if let Some(list) = subscribers.games.get_mut(&(*contract, game)) {
            list.iter_mut().for_each(&mut look);
        }
    }

    /// Adds a subscription, in the place of the same one before. Of a player's the oldest gives way.
    ///
    /// # Errors
    /// There are too many, or the file can't be written.
    pub fn put(
        &self,
        player: Player,
        subscription: Subscription,
        told: Told,
    ) -> Result<(), StoreError> {
        let id = id_of(&player, &subscription.endpoint);
        let mut gone = vec![id];
        {
            let mut subscribers = self.lock();
            let list = subscribers.games.get(&(player.contract, player.game));
            let own = list
                .into_iter()
                .flatten()
                .filter(|one| one.player == player && one.id != id);
            let own: Vec<_> = own.map(|one| one.id).collect();
            let too_many = (own.len() + 1).saturating_sub(MOST_OF_A_PLAYER);
            gone.extend(&own[..too_many]);
            for id in &gone {
                subscribers.remove(id);
            }
            if subscribers.count >= MOST {
                return Err(StoreError::Full);
            }
            subscribers.add(Subscriber {
                id,
                player,
                subscription: subscription.clone(),
                told,
            });
        }
        let transaction = self.database.begin_write()?;
        {
            let mut table = transaction.open_table(NOTICES)?;
            for id in &gone {
                table.remove(id)?;
            }
            let Subscription {
                endpoint,
                p256dh,
                auth,
            } = &subscription;
            let secrets = [&p256dh[..], auth].concat();
            let Told { turn, ask, begun } = told;
            table.insert(&id, (endpoint.as_str(), &secrets[..], turn, ask, begun))?;
        }
        Ok(transaction.commit()?)
    }

    /// Notes what a subscriber was told.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn set_told(&self, id: &SubscriberId, told: Told) -> Result<(), StoreError> {
        let transaction = self.database.begin_write()?;
        {
            let mut table = transaction.open_table(NOTICES)?;
            let kept = table.get(id)?.map(|kept| {
                let (endpoint, secrets, ..) = kept.value();
                (endpoint.to_string(), secrets.to_vec())
            });
            let Some((endpoint, secrets)) = kept else {
                return Ok(());
            };
            let Told { turn, ask, begun } = told;
            table.insert(id, (endpoint.as_str(), &secrets[..], turn, ask, begun))?;
        }
        Ok(transaction.commit()?)
    }

    /// Takes a subscription out.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn remove(&self, id: &SubscriberId) -> Result<(), StoreError> {
        self.lock().remove(id);
        self.take_out(&[*id])
    }

    /// Takes all subscriptions of a game out.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn remove_game(&self, contract: &[u8; 32], game: u32) -> Result<(), StoreError> {
        let ids: Vec<_> = {
            let mut subscribers = self.lock();
            let list = subscribers
                .games
                .remove(&(*contract, game))
                .unwrap_or_default();
            subscribers.count -= list.len();
            list.into_iter().map(|one| one.id).collect()
        };
        match ids.is_empty() {
            true => Ok(()),
            false => self.take_out(&ids),
        }
    }

    fn take_out(&self, ids: &[SubscriberId]) -> Result<(), StoreError> {
        let transaction = self.database.begin_write()?;
        {
            let mut table = transaction.open_table(NOTICES)?;
            for id in ids {
                table.remove(id)?;
            }
        }
        Ok(transaction.commit()?)
    }
}

impl Subscribers {
    fn add(&mut self, one: Subscriber) {
        let game = (one.player.contract, one.player.game);
        self.games.entry(game).or_default().push(one);
        self.count += 1;
    }

    fn remove(&mut self, id: &SubscriberId) {
        let player = player_of(id);
        let game = (player.contract, player.game);
        let Some(list) = self.games.get_mut(&game) else {
            return;
        };
        let before = list.len();
        list.retain(|one| one.id != *id);
        self.count -= before - list.len();
        if list.is_empty() {
            self.games.remove(&game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use redb::backends::InMemoryBackend;

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

    #[test]
    fn subscriptions_are_kept_and_few_for_each_player() {
        let database = Database::builder().create_with_backend(InMemoryBackend::new());
        let database = Arc::new(database.unwrap());
        let book = Book::open(database.clone()).unwrap();
        let told = Told {
            turn: 3,
            ask: 0,
            begun: true,
        };
        for number in [0, 1, 1, 2, 3] {
            book.put(player(1), subscription(number), told).unwrap();
        }
        book.put(player(2), subscription(1), told).unwrap();
        let later = Told {
            turn: 9,
            ask: 4,
            ..told
        };
        let id = id_of(&player(1), &subscription(2).endpoint);
        book.set_told(&id, later).unwrap();
        assert_eq!(book.len(), 4);

        // as after a restart
        drop(book);
        let book = Book::open(database.clone()).unwrap();
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
        let book = Book::open(database).unwrap();
        assert_eq!(
            (endpoints(&book, 1).len(), endpoints(&book, 2).len()),
            (0, 1)
        );
    }
}
