//! Players' ratings, from the chain's events by the crate `ratings`, for the lobby and for anyone
//! who requests them.

mod reader;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::{RwLock, RwLockReadGuard};
use ratings::{Book, Player, Pool, report};
use serde::Serialize;
use serde_json::Value;

use crate::address;
use crate::purses::Purses;
use crate::signal::Signal;
use tracing::{info, warn};

/// The number of a player's last games that are listed.
const TOLD: usize = 1_000;

/// A rating as the lobby shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RatingItem {
    /// Rounded.
    pub rating: u16,
    /// Whether too few games stand behind it.
    pub provisional: bool,
}

/// A book in which purses' games are their wallets'.
struct Joined {
    owners: BTreeMap<Player, Player>,
    book: Book,
}

/// The ratings of the players of each contract that is watched.
pub struct Standings {
    books: BTreeMap<[u8; 32], RwLock<Book>>,
    /// Those of contracts with purses that are known, as of the last game that was rated.
    joined: RwLock<BTreeMap<[u8; 32], Joined>>,
    purses: Arc<Purses>,
    /// The folder of the books, each in a file; if `None`, they are in memory only.
    folder: Option<PathBuf>,
    /// There is something to read.
    pub(crate) look: Signal,
}

impl Standings {
    /// For these contracts, beginning with a block: that of the first one's deployment or an
    /// earlier one. The games of purses are their wallets'. The folder's books continue; one that
    /// can't be read is made from scratch.
    pub fn open(
        contracts: &[[u8; 32]],
        first: u64,
        folder: Option<&Path>,
        purses: Arc<Purses>,
    ) -> Self {
        let open = |contract: &[u8; 32]| {
            let shown = address::show(contract);
            let kept = folder.map(|folder| {
                let file = file_in(folder, &shown);
                ratings::file::open(&file, &shown, Some(first))
            });
            let book = kept.unwrap_or_else(|| Ok(Book::new(&shown, first)));
            let book = book.unwrap_or_else(|error| {
                warn!(event = %"ratings-anew", error = ?error.to_string());
                Book::new(&shown, first)
            });
            let next = book.last().map_or(first, |(nonce, _)| nonce + 1);
            info!(event = %"rating", contract = %shown, from = %next);
            (*contract, RwLock::new(book))
        };
        let standings = Standings {
            books: contracts.iter().map(open).collect(),
            joined: RwLock::default(),
            purses,
            folder: folder.map(Path::to_owned),
            look: Signal::default(),
        };
        contracts.iter().for_each(|it| standings.join(it));
        standings
    }

    /// Takes in the changes of a contract's purses or rated games.
    pub(crate) fn join(&self, contract: &[u8; 32]) {
        let owners = self.purses.owners(contract).into_iter();
        let owners: BTreeMap<_, _> = owners
            .map(|(purse, wallet)| (Player(purse), Player(wallet)))
            .collect();
        if owners.is_empty() {
            return;
        }
        let Some(book) = self.book(contract).map(|book| book.joined(&owners)) else {
            return;
        };
        let mut joined = self.joined.write();
        joined.insert(*contract, Joined { owners, book });
    }

    /// Looks at a player in the book that is shown; `None` for a contract that isn't rated.
    fn look_up<T>(
        &self,
        contract: &[u8; 32],
        player: &[u8; 32],
        look: impl FnOnce(&Book, &Player) -> T,
    ) -> Option<T> {
        let player = Player(*player);
        let joined = self.joined.read();
        if let Some(Joined { owners, book }) = joined.get(contract) {
            return Some(look(book, owners.get(&player).unwrap_or(&player)));
        }
        Some(look(&*self.book(contract)?, &player))
    }

    /// A player's rating in some games of a contract; `None` for a contract that isn't rated.
    pub fn rating(&self, contract: &[u8; 32], player: &[u8; 32], pool: Pool) -> Option<RatingItem> {
        let rating = self.look_up(contract, player, |book, player| book.rating(player, pool))?;
        Some(RatingItem {
            // from 400 to 4,000
            rating: rating.rating.round() as u16,
            provisional: rating.is_provisional(),
        })
    }

    /// A player's course, as the command line's `ratings --player` shows it; `None` for a contract that
    /// isn't rated.
    pub fn course(&self, contract: &[u8; 32], player: &[u8; 32]) -> Option<Value> {
        let name = |player: &Player| address::show(&player.0);
        self.look_up(contract, player, |book, player| {
            report::course(book, player, TOLD, name)
        })
    }

    fn book(&self, contract: &[u8; 32]) -> Option<RwLockReadGuard<'_, Book>> {
        let book = self.books.get(contract)?;
        Some(book.read())
    }

    /// Stores the books, if there is a folder.
    fn keep(&self) {
        let Some(folder) = &self.folder else {
            return;
        };
        let made = std::fs::create_dir_all(folder);
        let made = made.map_err(|error| format!("{}: {error}", folder.display()));
        let kept = self.books.values().try_for_each(|book| {
            let book = book.read();
            ratings::file::keep(&book, &file_in(folder, book.contract()))
        });
        if let Err(error) = made.and(kept) {
            warn!(event = %"ratings-not-kept", error = ?error.to_string());
        }
    }
}

fn file_in(folder: &Path, contract: &str) -> PathBuf {
    folder.join(contract).with_extension("json")
}
