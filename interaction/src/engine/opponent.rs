//! The engine in a game on chain.

use std::error::Error;

use chess_engine::{BoardGame, Move};
use engine_contract::types::Suggestion;
use minichess_cli::play::{Opponent, Reply, Wish};
use minichess_cli::variant::Variant;
use multiversx_sc_scenario::imports::*;
use multiversx_sc_snippets::sdk::wallet::Wallet;

use super::board::EngineContract;
use crate::amount::Amount;
use crate::describe::counted;
use crate::network::{Failure, Network, Receipt};

/// The most gas that a transaction may have.
const MAX_GAS: u64 = 600_000_000;

/// Where the game is.
pub struct Contracts {
    /// The engine's contract.
    pub engine: Address,
    /// The contract with its views.
    pub views: Address,
}

/// The engine in a game of its own on a network.
pub struct Engine<B> {
    network: Network,
    contracts: Contracts,
    player: Wallet,
    board: B,
    game_id: u32,
    /// For the engine's next move.
    spent: Spent,
}

#[derive(Default)]
struct Spent {
    transactions: usize,
    gas: u64,
    fee: RustBigUint,
}

impl Spent {
    fn words(&self) -> String {
        let fee = Amount::egld(self.fee.clone());
        let transactions = counted(self.transactions, "transaction");
        format!("{transactions}, {} gas, fee {fee}", self.gas)
    }
}

impl<B: EngineContract> Engine<B> {
    /// Starts a game.
    ///
    /// # Errors
    /// The contract's refusal, or what the network says.
    pub fn start(
        network: Network,
        contracts: Contracts,
        player: Wallet,
        board: B,
    ) -> Result<Self, Failure> {
        let mut engine = Engine {
            network,
            contracts,
            player,
            board,
            game_id: 0,
            spent: Spent::default(),
        };
        let engine_begins = engine.board.start().white_to_move() != engine.board.player_is_white();
        let reserve = engine_begins.then_some(B::RESERVE);
        let started = engine.send(engine.board.new_game(), reserve)?;
        let topics = started.event("gameStarted");
        let id = topics.and_then(|topics| u32::top_decode(topics.first()?.as_slice()).ok());
        engine.game_id = id.ok_or_else(|| {
            Failure::Network(format!(
                "{} starts no game against an engine ({})",
                engine.network.bech32(&engine.contracts.engine),
                started.hash
            ))
        })?;
        Ok(engine)
    }

    /// The game's id and how strong the engine is asked to play.
    pub fn words(&self) -> String {
        format!("game {} at {}", self.game_id, self.board.strength())
    }

    /// Calls an endpoint. Where the engine searches, and so keeps a `reserve`, it gets all the gas that
    /// a search can use: what it needs by the gateway's estimate, and that reserve, which grows with
    /// the search. Twice the need would forfeit the rest. Other calls need no more than the estimate.
    fn send(
        &mut self,
        call: FunctionCall<StaticApi>,
        reserve: Option<u64>,
    ) -> Result<Receipt, Failure> {
        let network = &mut self.network;
        let limit = reserve.map_or(B::NEW_GAME_GAS, |_| MAX_GAS);
        let mut prepared = network.call(&self.player, &self.contracts.engine, call, None, limit);
        let receipt = match reserve {
            None => network.send(&self.player, prepared)?,
            Some(reserve) => {
                if let Some(needed) = network.estimate(&self.player, &prepared)? {
                    let limit = (needed / 5 * 6 + reserve).max(needed / 10 * 19);
                    prepared.transaction.gas_limit = limit.min(MAX_GAS);
                }
                network.send_at_limit(&self.player, prepared)?
            }
        };
        self.spent.transactions += 1;
        self.spent.gas += receipt.gas_used;
        self.spent.fee += &receipt.fee;
        Ok(receipt)
    }

    /// Begins the call of an endpoint about the game.
    fn call(&self, endpoint: &str) -> FunctionCall<StaticApi> {
        FunctionCall::new(endpoint).argument(&self.game_id)
    }
}

impl<B: EngineContract> Opponent<B::Game> for Engine<B> {
    fn hear(&mut self, played: Move) -> Result<(), Box<dyn Error>> {
        self.spent = Spent::default();
        let [from, to, promotion] = B::Game::numbers(played);
        let mut call = self.call("makeMove").argument(&from).argument(&to);
        if promotion != 0 {
            call = call.argument(&promotion);
        }
        self.send(call, Some(B::RESERVE))?;
        Ok(())
    }

    fn reply(&mut self, game: &B::Game, wish: Wish) -> Result<Reply, Box<dyn Error>> {
        match wish {
            Wish::Look => {}
            Wish::ThinkOn => {
                self.send(self.call("think"), Some(B::RESERVE_TO_KEEP))?;
            }
            Wish::MoveNow => {
                self.send(self.call("moveNow"), Some(B::RESERVE_TO_KEEP))?;
            }
        }
        let (network, views) = (&self.network, &self.contracts.views);
        let standing = B::standing(network, views, self.game_id)?;
        if standing.is_engine_to_move {
            let found: Suggestion<StaticApi> = network.view(views, self.call("getProgress"))?;
            let progress = self.board.progress(&found);
            return Ok(Reply::Thinks(format!("{progress}; {}", self.spent.words())));
        }
        let leads_there = |mv: &Move| {
            let mut after = game.clone();
            after.play_move(*mv).is_ok() && B::board(&after) == standing.board
        };
        let mv = game.list().into_iter().find(leads_there).ok_or_else(|| {
            format!(
                "no legal move leads to the board of game {} on chain",
                self.game_id
            )
        })?;
        let remark = self.spent.words();
        Ok(Reply::Moves { mv, remark })
    }
}
