//! Reads the chain's blocks into the books, on a separate thread: its cost keeps no move waiting,
//! and a block that it can't read keeps no game from being watched.

use std::time::Duration;

use parking_lot::RwLock;
use ratings::{Book, CatchUpError};
use serde_json::Value;

use super::Standings;
use crate::address;
use crate::chain::{Chain, GatewayError};
use crate::signal::Signal;
use tracing::warn;

/// The number of blocks per request.
const BATCH: u64 = 20;

/// The number of parallel requests: an answer takes long in transit, not at the gateway.
const LINES: usize = 4;

/// The number of blocks after which a book is stored, and the most that are read again after a crash.
const KEPT_EVERY: u64 = 1_000;

/// A chain that is behind the last block read by more than this was restarted, as local chains are;
/// a gateway may lag behind another by less.
const SOME_BLOCKS: u64 = 100;

/// How long to wait for a signal that there are new blocks.
const LOOKED_AT_EVERY: Duration = Duration::from_secs(60);

/// How long to wait after a failure: at first, and at most.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));

/// A block isn't among those that were read.
struct NotRead;

impl Standings {
    /// Follows the chain until `stop` is set; calls `told` with each contract whose book has
    /// changed. Blocks.
    pub fn run(&self, chain: &Chain, stop: &Signal, told: impl Fn(&[u8; 32])) {
        let (mut pause, mut unkept, mut purses) = (BACKOFF.0, 0, 0);
        while !stop.is_set() {
            // another relay may have learned of some
            let known = self.purses.count();
            if known != purses {
                purses = known;
                self.books.keys().for_each(|contract| {
                    self.join(contract);
                    told(contract);
                });
            }
            let (mut is_all, mut failed) = (true, None);
            for (contract, book) in &self.books {
                match read_on(book, chain, contract) {
                    Ok(Batch { blocks: 0, .. }) => {}
                    Ok(batch) => {
                        unkept += batch.blocks;
                        is_all &= batch.is_last;
                        if batch.has_rated {
                            self.join(contract);
                        }
                        told(contract);
                    }
                    Err(error) => failed = Some(error),
                }
            }
            if unkept >= KEPT_EVERY {
                self.keep();
                unkept = 0;
            }
            if let Some(error) = failed {
                let shown = pause.as_millis();
                warn!(event = %"ratings-failed", error = ?error.to_string(), pause = %shown);
                stop.wait(pause);
                pause = (pause * 2).min(BACKOFF.1);
            } else {
                pause = BACKOFF.0;
                if is_all {
                    self.look.take(LOOKED_AT_EVERY, stop);
                }
            }
        }
        if unkept > 0 {
            self.keep();
        }
    }
}

/// The blocks of one request.
struct Batch {
    /// By how many blocks a book has gone on, or back.
    blocks: u64,
    /// Whether there is no further one.
    is_last: bool,
    /// Whether a game was rated, or is rated no longer.
    has_rated: bool,
}

/// Reads some blocks into a contract's book.
fn read_on(book: &RwLock<Book>, chain: &Chain, contract: &[u8; 32]) -> Result<Batch, String> {
    let said = |error: GatewayError| error.to_string();
    let path = format!("/address/{}/shard", address::show(contract));
    let shard = chain.gateway().number(&path, "/shardID").map_err(said)?;
    let last = chain.final_block(shard).map_err(said)?;
    // the last one that was read is read again: by it the book sees whether it was replaced
    let from = {
        let book = book.read();
        book.last().map_or(book.first(), |(nonce, _)| nonce)
    };
    if last < from && from - last <= SOME_BLOCKS {
        return Ok(Batch {
            blocks: 0,
            is_last: true,
            has_rated: false,
        });
    }
    let mut blocks = vec![];
    for (nonce, answer) in blocks_from(chain, shard, from, last.min(from + BATCH)) {
        match answer {
            Ok(block) => blocks.push(block),
            // the blocks before it are in the book
            Err(_) if blocks.len() > 1 => break,
            Err(error) => return Err(format!("block {nonce}: {error}")),
        }
    }
    let to = match blocks.len() as u64 {
        // the chain was restarted
        0 => last,
        read => from + read - 1,
    };
    let mut book = book.write();
    let before = book.last().map(|(nonce, _)| nonce);
    let rated = book.newest();
    let read = book.catch_up(to, |nonce| {
        let at = nonce.checked_sub(from).map(|at| at as usize);
        at.and_then(|at| blocks.get(at)).cloned().ok_or(NotRead)
    });
    let after = book.last().map(|(nonce, _)| nonce);
    let is_all = match read {
        Ok(()) => true,
        // an earlier one must be looked at
        Err(CatchUpError::Gateway(_, NotRead)) => false,
        Err(CatchUpError::Unreadable(nonce, error)) => {
            return Err(format!("block {nonce}: {error}"));
        }
        Err(CatchUpError::OtherBlock(nonce, other)) => {
            return Err(format!("block {nonce}: the answer is block {other}"));
        }
    };
    Ok(Batch {
        blocks: match (before, after) {
            (Some(before), Some(after)) => before.abs_diff(after),
            (None, None) => 0,
            _ => to - from + 1,
        },
        is_last: is_all && to == last,
        has_rated: book.newest() != rated,
    })
}

/// The answers for the blocks from one to another, by their nonces.
fn blocks_from(
    chain: &Chain,
    shard: u64,
    from: u64,
    to: u64,
) -> Vec<(u64, Result<Value, GatewayError>)> {
    let nonces: Vec<u64> = (from..=to).collect();
    let read = |part: &[u64]| -> Vec<_> {
        let answer = |&nonce: &u64| (nonce, chain.block(shard, nonce));
        part.iter().map(answer).collect()
    };
    std::thread::scope(|scope| {
        let parts = nonces.chunks(nonces.len().div_ceil(LINES).max(1));
        let lines: Vec<_> = parts.map(|part| scope.spawn(move || read(part))).collect();
        let answers = lines.into_iter().map(|line| line.join());
        answers
            .flat_map(|answers| answers.expect("nothing in it panics"))
            .collect()
    })
}
