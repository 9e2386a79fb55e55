//! 6×6 chess against the engine on chain: the contract as an opponent of minichess-cli's game in
//! the terminal.

use std::error::Error;

use minichess::minichess_proxy::{GameInfo, MinichessProxy, MinichessProxyMethods};
use minichess_cli::play::{Answer, Opponent};
use minichess_engine::{Game, Move};
use multiversx_sc_scenario::imports::*;
use multiversx_sc_snippets::sdk::wallet::Wallet;

use crate::amount::Amount;
use crate::network::{Failure, Network, Receipt};

/// The gas limit of `newGame` where the gateway can't estimate; it takes 5.7M (docs/engine.md).
const NEW_GAME_GAS: u64 = 8_000_000;
/// The most gas that a transaction may have.
const MAX_GAS: u64 = 600_000_000;
/// The engine stops a search that it has begun where less gas than this is left.
const RESERVE: u64 = 9_000_000;
/// The same for a search that was kept and goes on: what it takes to keep it again, too.
const RESERVE_TO_KEEP: u64 = 25_000_000;

/// Where the game is.
pub struct Contracts {
    /// The 6×6 contract.
    pub minichess: Address,
    /// The contract with its views.
    pub views: Address,
}

/// The engine in a game of its own on a network.
pub struct Engine<'a> {
    network: Network,
    contracts: Contracts,
    player: Wallet,
    game_id: u32,
    progress: &'a mut dyn FnMut(&str),
    /// Since the engine's last move.
    spent: Spent,
}

#[derive(Default)]
struct Spent {
    transactions: u32,
    gas: u64,
    fee: RustBigUint,
}

fn proxy() -> MinichessProxyMethods<ScenarioTxEnvData, (), (), ()> {
    MinichessProxy.proxy_methods(Tx::new_with_env(ScenarioTxEnvData::default()))
}

impl<'a> Engine<'a> {
    /// Starts a game against the engine at a depth from 3 to 20. `progress` hears of each step
    /// that takes a while.
    ///
    /// # Errors
    /// The contract's refusal, or what the network says.
    pub fn start(
        network: Network,
        contracts: Contracts,
        player: Wallet,
        depth: u8,
        progress: &'a mut dyn FnMut(&str),
    ) -> Result<Self, Failure> {
        let mut engine = Engine {
            network,
            contracts,
            player,
            game_id: 0,
            progress,
            spent: Spent::default(),
        };
        let started = engine.send(proxy().new_game(depth).data, false)?;
        let topics = started.event("gameStarted");
        let id = topics.and_then(|topics| u32::top_decode(topics.first()?.as_slice()).ok());
        engine.game_id = id.ok_or_else(|| {
            Failure::Network(format!(
                "{} starts no game of 6×6 chess ({})",
                engine.network.bech32(&engine.contracts.minichess),
                started.hash
            ))
        })?;
        (engine.progress)(&format!("game {} at depth {depth}", engine.game_id));
        Ok(engine)
    }

    /// Calls an endpoint with all the gas that a search can use: what it needs by the gateway's
    /// estimate, and what the engine keeps in reserve, which grows with the search. Twice the need
    /// would forfeit the rest. Other calls need no more than the estimate.
    fn send(&mut self, call: FunctionCall<StaticApi>, searches: bool) -> Result<Receipt, Failure> {
        let contract = &self.contracts.minichess;
        let limit = if searches { MAX_GAS } else { NEW_GAME_GAS };
        let network = &mut self.network;
        let mut prepared = network.call(&self.player, contract, call, None, limit);
        let receipt = if searches {
            if let Some(needed) = network.estimate(&self.player, &prepared)? {
                let reserve = match prepared.function.as_str() {
                    "think" => RESERVE_TO_KEEP,
                    _ => RESERVE,
                };
                let limit = (needed / 5 * 6 + reserve).max(needed / 10 * 19);
                prepared.set_limit(limit.min(MAX_GAS));
            }
            network.send_at_limit(&self.player, prepared)?
        } else {
            network.send(&self.player, prepared)?
        };
        self.spent.transactions += 1;
        self.spent.gas += receipt.gas_used;
        self.spent.fee += &receipt.fee;
        Ok(receipt)
    }

    fn game(&self) -> Result<GameInfo<StaticApi>, Failure> {
        let call = proxy().get_game(self.game_id).data;
        self.network.view(&self.contracts.views, call)
    }
}

impl Opponent for Engine<'_> {
    fn hear(&mut self, played: Move) -> Result<(), Box<dyn Error>> {
        let promotion = match played.promotion() {
            Some(promotion) => OptionalValue::Some(promotion as u8),
            None => OptionalValue::None,
        };
        let (from, to) = (played.from().index(), played.to().index());
        self.spent = Spent::default();
        self.send(
            proxy().make_move(self.game_id, from, to, promotion).data,
            true,
        )?;
        Ok(())
    }

    fn answer(&mut self, game: &Game) -> Result<Answer, Box<dyn Error>> {
        let board = loop {
            let info = self.game()?;
            if info.white_to_move || info.outcome != 0 {
                break info.board.to_byte_array();
            }
            (self.progress)(&format!(
                "the engine thinks on, transaction {}",
                self.spent.transactions + 1
            ));
            let think = proxy().think(self.game_id, OptionalValue::<u32>::None);
            self.send(think.data, true)?;
        };
        let moves = game.legal_moves();
        let leads_there = |mv: &&Move| {
            let mut after = game.clone();
            after.play(**mv).is_ok() && after.position().word() == board
        };
        let mv = moves.as_slice().iter().find(leads_there);
        let mv = mv.ok_or_else(|| {
            format!(
                "no legal move leads to the board of game {} on chain",
                self.game_id
            )
        })?;
        let fee = Amount {
            token: Amount::EGLD.into(),
            amount: self.spent.fee.clone(),
        };
        let Spent {
            transactions, gas, ..
        } = self.spent;
        let plural = if transactions == 1 { "" } else { "s" };
        Ok(Answer {
            mv: *mv,
            remark: format!("{transactions} transaction{plural}, {gas} gas, fee {fee}"),
        })
    }
}
