//! The engine in a game on chain.

use std::error::Error;

use chess_engine::Move;
use engine_contract::types::Suggestion;
use minichess_cli::play::{Opponent, Reply, Wish};
use multiversx_sc_scenario::imports::*;
use multiversx_sc_snippets::sdk::wallet::Wallet;

use super::board::{OnChain, Wanted};
use crate::amount::Amount;
use crate::describe::counted;
use crate::network::{Failure, Network, Receipt};

/// The highest gas limit of a transaction.
const MAX_GAS: u64 = 600_000_000;

/// The contracts of an engine.
pub struct Contracts {
    /// The engine's contract.
    pub engine: Address,
    /// The contract with its views.
    pub views: Address,
}

/// The engine in one game on a network.
pub struct Engine<G> {
    network: Network,
    contracts: Contracts,
    player: Wallet,
    wanted: Wanted<G>,
    game_id: u32,
    /// The cost of the engine's next move so far.
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

impl<G: OnChain> Engine<G> {
    /// Starts a game.
    ///
    /// # Errors
    /// The contract's refusal, or what the network says.
    pub fn start(
        network: Network,
        contracts: Contracts,
        player: Wallet,
        wanted: Wanted<G>,
    ) -> Result<Self, Failure> {
        let mut engine = Engine {
            network,
            contracts,
            player,
            wanted,
            game_id: 0,
            spent: Spent::default(),
        };
        let wanted = &engine.wanted;
        let engine_begins = wanted.start.white_to_move() != wanted.player_is_white;
        let reserve = engine_begins.then_some(G::RESERVE);
        let started = engine.send(wanted.new_game.clone(), reserve)?;
        let topics = started.event("gameStarted");
        let id = topics.and_then(|topics| u32::top_decode(topics.first()?.as_slice()).ok());
        let contract = engine.network.bech32(&engine.contracts.engine);
        let hash = started.hash;
        engine.game_id =
            id.ok_or_else(|| format!("{contract} starts no game against an engine ({hash})"))?;
        Ok(engine)
    }

    /// The game's id and the engine's strength, in words.
    pub fn words(&self) -> String {
        format!("game {} at {}", self.game_id, self.wanted.strength)
    }

    /// Calls an endpoint. An engine that searches leaves a `reserve` of gas. Such a call gets all the gas
    /// that a search can use: the gateway's estimate and that reserve, which grows with the search. With
    /// twice the needed gas the rest would be lost. Other calls need no more than the estimate.
    fn send(
        &mut self,
        call: FunctionCall<StaticApi>,
        reserve: Option<u64>,
    ) -> Result<Receipt, Failure> {
        let network = &mut self.network;
        let limit = reserve.map_or(G::NEW_GAME_GAS, |_| MAX_GAS);
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

impl<G: OnChain> Opponent<G> for Engine<G> {
    fn hear(&mut self, played: Move) -> Result<(), Box<dyn Error>> {
        self.spent = Spent::default();
        let [from, to, promotion] = G::numbers(played);
        let mut call = self.call("makeMove").argument(&from).argument(&to);
        if promotion != 0 {
            call = call.argument(&promotion);
        }
        self.send(call, Some(G::RESERVE))?;
        Ok(())
    }

    fn reply(&mut self, game: &G, wish: Wish) -> Result<Reply, Box<dyn Error>> {
        match wish {
            Wish::Look => {}
            Wish::ThinkOn => {
                self.send(self.call("think"), Some(G::RESERVE_TO_KEEP))?;
            }
            Wish::MoveNow => {
                self.send(self.call("moveNow"), Some(G::RESERVE_TO_KEEP))?;
            }
        }
        let (network, views) = (&self.network, &self.contracts.views);
        let info: G::Info = network.view(views, self.call("getGame"))?;
        let (is_engine_to_move, board) = G::standing(&info);
        if is_engine_to_move {
            let found: Suggestion<StaticApi> = network.view(views, self.call("getProgress"))?;
            let progress = G::progress(&found, self.wanted.most);
            return Ok(Reply::Thinks(format!("{progress}; {}", self.spent.words())));
        }
        let leads_there = |mv: &Move| {
            let mut after = game.clone();
            after.play_move(*mv).is_ok() && after.squares() == board
        };
        let mv = game.list().into_iter().find(leads_there).ok_or_else(|| {
            let id = self.game_id;
            format!("no legal move leads to the board of game {id} on chain")
        })?;
        let remark = self.spent.words();
        Ok(Reply::Moves { mv, remark })
    }
}
