//! The chain's data, queried from a gateway. Everything here blocks, except [`Chain::time`].

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use chess_player::Pauses;
use chess_record::{BLOCK_LEN, GameHead, RecordError, Stake, State, StateRecord, flags};
use game_moves::chess::Move;
use parking_lot::Mutex;
use serde_json::Value;
use signed_play::KEY_LEN;

use super::game::ChainGame;
use super::gateway::{Gateway, GatewayError, PATIENCE};
use super::stored::{self, KEYS, Queue, RECORD, STAKE, TokenAmount};
use crate::address;
use crate::clock::now_millis;
use crate::room_id::RoomId;

/// The number of full blocks that hold the longest game that a record has room for, and some more.
const MAX_FULL_BLOCKS: u16 = 3_200;

/// A chain, by its gateway, and the contracts whose games are carried.
pub struct Chain {
    gateway: Gateway,
    /// Those that are watched.
    pub(crate) contracts: Vec<[u8; 32]>,
    /// Those of tournaments.
    pub(crate) tournaments: Vec<[u8; 32]>,
    time: Mutex<ChainTime>,
    /// The contracts' pauses when they were last asked for.
    states: Mutex<HashMap<[u8; 32], StateRecord>>,
    /// Until when clients' games aren't asked about, in milliseconds since 1970; 0 after an answer.
    silent_until: AtomicU64,
}

/// After the gateway gave no answer, clients' games aren't read for this time, in milliseconds:
/// each query may wait for the whole time limit of the gateway.
const SILENT_MILLIS: u64 = 5_000;

/// The chain's time, if it is known.
#[derive(Clone, Copy, Default, Debug)]
pub struct ChainTime {
    /// The last block's, in milliseconds since 1970.
    pub block_millis: u64,
    /// The epoch.
    pub epoch: u64,
    /// How long a round is, in milliseconds.
    pub round_millis: u64,
}

impl ChainTime {
    /// The time of a block now: the last one's, or the machine's if no block has come since.
    pub fn millis(&self) -> u64 {
        self.block_millis.max(now_millis())
    }
}

/// Why the chain's state of a game can't be read.
#[derive(Debug, thiserror::Error)]
pub enum ChainError {
    /// The relay doesn't carry this contract's games.
    #[error("this relay doesn't carry this contract's games")]
    OtherContract,
    /// The contract has no such game, or not with these keys.
    #[error("the chain has no game with this id and these keys")]
    OtherKeys,
    /// The gateway doesn't answer, or not as a gateway does.
    #[error("the gateway: {0}")]
    Gateway(#[from] GatewayError),
    /// It gave no answer a moment ago, so it wasn't asked.
    #[error("the gateway gave no answer a moment ago")]
    Silent,
}

/// The number of plies in canonical binary moves; `None` for other bytes.
fn plies_in(moves: &[u8]) -> Option<usize> {
    let (mut plies, mut rest) = (0, moves);
    while !rest.is_empty() {
        let (_, used) = Move::decode(rest).ok()?;
        rest = &rest[used..];
        plies += 1;
    }
    Some(plies)
}

fn unreadable_state(error: RecordError) -> GatewayError {
    GatewayError::Unreadable(format!("the contract's state: {error}"))
}

fn final_nonce(status: &Value) -> Result<u64, GatewayError> {
    let number = |name: &str| status[name].as_u64();
    let last = number("erd_highest_final_nonce").or(number("erd_nonce"));
    last.ok_or_else(|| GatewayError::Unreachable("a status without nonce".into()))
}

impl Chain {
    /// The chain behind a gateway, `https://gateway.multiversx.com`. `contracts`: whose games are
    /// carried and watched; with none, all contracts' are carried and none watched.
    pub fn new(gateway: &str, contracts: Vec<[u8; 32]>) -> Self {
        Chain {
            gateway: Gateway::new(gateway),
            contracts,
            tournaments: vec![],
            time: Mutex::default(),
            states: Mutex::default(),
            silent_until: AtomicU64::default(),
        }
    }

    /// The same with contracts of tournaments, which are in the shards of their games' contracts.
    pub fn with_tournaments(mut self, tournaments: Vec<[u8; 32]>) -> Self {
        self.tournaments = tournaments;
        self
    }

    /// The gateway.
    pub fn gateway(&self) -> &Gateway {
        &self.gateway
    }

    /// Whether a contract's games are watched.
    pub fn watches(&self, contract: &[u8; 32]) -> bool {
        self.contracts.contains(contract)
    }

    /// The chain's time when it was last asked for.
    pub fn time(&self) -> ChainTime {
        *self.time.lock()
    }

    /// The number of a shard's last final block.
    ///
    /// # Errors
    /// The gateway doesn't answer.
    pub fn final_block(&self, shard: u64) -> Result<u64, GatewayError> {
        final_nonce(&self.status(shard)?)
    }

    fn status(&self, shard: u64) -> Result<Value, GatewayError> {
        let mut data = self.gateway.get(&format!("/network/status/{shard}"))?;
        Ok(data["status"].take())
    }

    /// The number of a shard's last final block. Notes the time.
    ///
    /// # Errors
    /// The gateway doesn't answer.
    pub fn last_block(&self, shard: u64, round_millis: u64) -> Result<u64, GatewayError> {
        let status = self.status(shard)?;
        let last = final_nonce(&status)?;
        let number = |name: &str| status[name].as_u64();
        let seconds = number("erd_block_timestamp").unwrap_or_default();
        let millis = number("erd_block_timestamp_ms").unwrap_or(seconds.saturating_mul(1_000));
        let epoch = number("erd_epoch_number").unwrap_or_default();
        let mut time = self.time.lock();
        *time = ChainTime {
            block_millis: millis.max(time.block_millis),
            epoch: epoch.max(time.epoch),
            round_millis,
        };
        Ok(last)
    }

    /// A shard's block with its transactions and their events.
    ///
    /// # Errors
    /// The gateway doesn't have it.
    pub fn block(&self, shard: u64, nonce: u64) -> Result<Value, GatewayError> {
        let path = format!("/block/{shard}/by-nonce/{nonce}?withTxs=true&withLogs=true");
        self.gateway.get(&path)
    }

    /// The number of a contract's games, including challenges.
    ///
    /// # Errors
    /// The gateway doesn't answer.
    pub fn game_count(&self, contract: &[u8; 32]) -> Result<u32, GatewayError> {
        let bytes = self.gateway.stored(contract, stored::GAME_COUNT)?;
        Ok(stored::count(&bytes))
    }

    /// A contract's queue. Notes its pauses.
    ///
    /// # Errors
    /// The gateway can't be asked, or the contract's state is of another version.
    pub fn queue(&self, contract: &[u8; 32]) -> Result<Queue, GatewayError> {
        let bytes = self.gateway.stored(contract, stored::STATE)?;
        if bytes.is_empty() {
            return Err(GatewayError::NoContract(address::show(contract)));
        }
        let state = State::parse(&bytes).map_err(unreadable_state)?;
        self.states.lock().insert(*contract, state.record.clone());
        Ok(Queue {
            paused: state.record.is_paused(),
            waiting: state.waiting.map(|(entry, _)| entry.player),
        })
    }

    /// A contract's pauses when it was last asked for them.
    pub fn known_state(&self, contract: &[u8; 32]) -> Option<StateRecord> {
        self.states.lock().get(contract).cloned()
    }

    /// The pauses' effect on a game of a contract whose pauses are known.
    pub fn pauses_of(&self, contract: &[u8; 32], head: &GameHead, epoch: u64) -> Pauses {
        let state = self.known_state(contract);
        state.map_or(Pauses::NONE, |state| Pauses::of(&state, head, epoch as u32))
    }

    /// The same for a game that has waited since `wait_epoch`, with the contract queried now.
    ///
    /// # Errors
    /// The gateway can't be asked, or the contract's state is of another version.
    pub fn read_pauses(
        &self,
        contract: &[u8; 32],
        id: u32,
        wait_epoch: u64,
    ) -> Result<Pauses, GatewayError> {
        let is_paused = self.queue(contract)?.paused;
        let state = self.known_state(contract);
        let resumed = state.map_or(0, |state| u64::from(state.resume_epoch.get()));
        if !is_paused && resumed <= wait_epoch {
            return Ok(Pauses::NONE);
        }
        let record = self.gateway.stored(contract, &stored::key_of(RECORD, id))?;
        let epoch = self.status(0)?["erd_epoch_number"].as_u64();
        Ok(match (ChainGame::read(&record), epoch) {
            (Some(game), Some(epoch)) => self.pauses_of(contract, &game.head, epoch),
            _ => Pauses::NONE,
        })
    }

    /// A game as the contract has it. `None` if there is none.
    ///
    /// # Errors
    /// The gateway doesn't answer.
    pub fn game(&self, contract: &[u8; 32], id: u32) -> Result<Option<ChainGame>, GatewayError> {
        self.read_game(contract, id, None)
    }

    /// A game as the contract has it; with `keys`, those of round 0, none of other keys, of which no moves are read.
    fn read_game(
        &self,
        contract: &[u8; 32],
        id: u32,
        keys: Option<&[[u8; KEY_LEN]; 2]>,
    ) -> Result<Option<ChainGame>, GatewayError> {
        let unreadable = |what: &str| GatewayError::Unreadable(what.into());
        let read = |key: &[u8]| self.gateway.stored(contract, key);
        let Some(mut game) = ChainGame::read(&read(&stored::key_of(RECORD, id))?) else {
            return Ok(None);
        };
        if game.head.has(flags::KEYS) {
            game.take_keys(&read(&stored::key_of(KEYS, id))?);
        }
        if keys.is_some() && game.first_keys().as_ref() != keys {
            return Ok(None);
        }
        let full_blocks = game.head.full_blocks.get();
        if full_blocks > MAX_FULL_BLOCKS {
            return Err(unreadable("a game that is too long"));
        }
        let mut moves = vec![];
        for block in 0..u32::from(full_blocks) {
            let block = read(&stored::moves_key(id, block))?;
            if block.len() > BLOCK_LEN {
                return Err(unreadable("a block of moves that is too long"));
            }
            moves.extend(block);
        }
        moves.append(&mut game.moves);
        // the requests may have met different blocks of the chain
        if plies_in(&moves) != Some(game.plies()) {
            return Err(unreadable("a game half read"));
        }
        game.moves = moves;
        Ok(Some(game))
    }

    /// Refuses a contract whose games the relay doesn't carry.
    ///
    /// # Errors
    /// The contract is one of those.
    pub fn require_carried(&self, contract: &[u8; 32]) -> Result<(), ChainError> {
        match self.contracts.is_empty() || self.watches(contract) {
            true => Ok(()),
            false => Err(ChainError::OtherContract),
        }
    }

    /// The game of a room.
    ///
    /// # Errors
    /// The relay doesn't carry the contract's games, the contract has no such game with these
    /// keys, or the gateway can't be asked.
    pub fn game_of(&self, room: &RoomId) -> Result<ChainGame, ChainError> {
        let game = room.game();
        self.require_carried(game.contract)?;
        let found = self.read_game(game.contract, game.id, Some(room.keys()));
        let until = match &found {
            // an answer all the same: a client with such a game must not keep other clients from
            // their games
            Ok(_) | Err(GatewayError::Unreadable(_)) => 0,
            Err(_) => now_millis() + SILENT_MILLIS,
        };
        self.silent_until.store(until, Relaxed);
        match found? {
            None => Err(ChainError::OtherKeys),
            Some(game) => Ok(game),
        }
    }

    /// The game of a room that a client wants, without waiting for a gateway that is silent.
    ///
    /// # Errors
    /// As [`Chain::game_of`], or the gateway gave no answer a moment ago.
    pub fn game_for_client(&self, room: &RoomId) -> Result<ChainGame, ChainError> {
        self.require_carried(room.game().contract)?;
        match self.may_be_asked(now_millis()) {
            true => self.game_of(room),
            false => Err(ChainError::Silent),
        }
    }

    /// Whether to query the gateway for a client. After a failure only one client's query goes out,
    /// to find out whether the gateway is back: otherwise many clients would wait for the timeout,
    /// and others for them.
    fn may_be_asked(&self, now: u64) -> bool {
        let until = self.silent_until.load(Relaxed);
        let tries_again = || {
            let answered = now + PATIENCE.as_millis() as u64;
            let taken = self
                .silent_until
                .compare_exchange(until, answered, Relaxed, Relaxed);
            taken.is_ok()
        };
        until == 0 || (until <= now && tries_again())
    }

    /// A game without its moves in full blocks, and the keys that are named for it: one for an open
    /// challenge, two for a game by signature.
    ///
    /// # Errors
    /// The contract isn't watched or has no such game, or the gateway can't be asked.
    pub fn named(
        &self,
        contract: &[u8; 32],
        id: u32,
    ) -> Result<(ChainGame, Vec<[u8; KEY_LEN]>), ChainError> {
        if !self.watches(contract) {
            return Err(ChainError::OtherContract);
        }
        let record = self.gateway.stored(contract, &stored::key_of(RECORD, id))?;
        let game = ChainGame::read(&record).ok_or(ChainError::OtherKeys)?;
        let keys = self.gateway.stored(contract, &stored::key_of(KEYS, id))?;
        Ok((game, keys.as_chunks::<KEY_LEN>().0.to_vec()))
    }

    /// The stake of a game: the token's identifier and its smallest units, or nothing.
    ///
    /// # Errors
    /// The gateway doesn't answer.
    pub fn stake(
        &self,
        contract: &[u8; 32],
        id: u32,
        game: &ChainGame,
    ) -> Result<Option<TokenAmount>, GatewayError> {
        if !game.has_stake() {
            return Ok(None);
        }
        if game.head.has(flags::CHALLENGE) {
            let stake = self.gateway.stored(contract, &stored::key_of(STAKE, id))?;
            return Ok(Stake::parse(&stake).ok().map(stored::token_amount));
        }
        let state = self.gateway.stored(contract, stored::STATE)?;
        let state = State::parse(&state).map_err(unreadable_state)?;
        Ok(state.wager.map(stored::token_amount))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_silence_one_finds_out_whether_the_gateway_is_back() {
        // nobody listens there
        let chain = Chain::new("http://127.0.0.1:9", vec![]);
        let room = RoomId::of_keys(&[5; 32], 1, &[[6; 32], [7; 32]]);
        let asked = chain.game_for_client(&room).unwrap_err();
        assert!(matches!(asked, ChainError::Gateway(_)), "{asked}");
        let asked = chain.game_for_client(&room).unwrap_err();
        assert!(matches!(asked, ChainError::Silent), "{asked}");

        let later = now_millis() + SILENT_MILLIS;
        assert!(chain.may_be_asked(later));
        assert!(!chain.may_be_asked(later));
        // that one got no answer
        assert!(chain.may_be_asked(later + PATIENCE.as_millis() as u64));
        chain.silent_until.store(0, Relaxed);
        assert!(chain.may_be_asked(later) && chain.may_be_asked(later));
    }
}
