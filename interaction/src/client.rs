//! The deployed contracts on a network: calling them, asking their views.

use multiversx_sc_scenario::imports::*;
use multiversx_sc_scenario::multiversx_sc::codec::TopDecodeMulti;
use multiversx_sc_snippets::sdk::wallet::Wallet;
use signed_play::KEY_LEN;

use crate::amount::Amount;
use crate::calls::{self, proxy};
use crate::network::{Failure, Network, Receipt};

/// The gas limit of a call where the gateway can't estimate: more than any call took in
/// docs/gas.md.
const UNKNOWN_GAS: u64 = 10_000_000;

/// Deployed contracts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contracts {
    /// The game's contract.
    pub chess: Address,
    /// The contract with its views.
    pub views: Address,
}

/// The contracts on a network.
pub struct Client {
    pub network: Network,
    pub contracts: Contracts,
}

impl Client {
    /// Calls an endpoint of the game's contract.
    pub fn call(
        &mut self,
        wallet: &Wallet,
        call: FunctionCall<StaticApi>,
    ) -> Result<Receipt, Failure> {
        self.call_with(wallet, call, None)
    }

    /// Sets the wager, once and for all.
    pub fn set_wager(&mut self, owner: &Wallet, wager: &Amount) -> Result<Receipt, Failure> {
        let token = TokenId::<StaticApi>::from(wager.token.as_str());
        let amount = BigUint::<StaticApi>::from_bytes_be(&wager.amount.to_bytes_be());
        self.call(owner, proxy().set_wager(token, amount).data)
    }

    /// Joins with the wager that the contract asks for, and with a key for play by signature or
    /// without.
    pub fn join(
        &mut self,
        wallet: &Wallet,
        key: Option<&[u8; KEY_LEN]>,
    ) -> Result<Receipt, Failure> {
        let wager = self.wager()?;
        self.call_with(wallet, calls::join_game(key), Some(&wager))
    }

    fn call_with(
        &mut self,
        wallet: &Wallet,
        call: FunctionCall<StaticApi>,
        payment: Option<&Amount>,
    ) -> Result<Receipt, Failure> {
        let to = &self.contracts.chess;
        let prepared = self.network.call(wallet, to, call, payment, UNKNOWN_GAS);
        self.network.send(wallet, prepared)
    }

    /// Asks a view.
    pub fn view<T: TopDecodeMulti>(&self, view: FunctionCall<StaticApi>) -> Result<T, Failure> {
        self.network.view(&self.contracts.views, view)
    }

    /// What a player pays for a game.
    ///
    /// # Errors
    /// Where it isn't set yet.
    pub fn wager(&self) -> Result<Amount, Failure> {
        let token: Vec<u8> = self.view(proxy().wager_token_id().data)?;
        let amount: RustBigUint = self.view(proxy().wager_amount().data)?;
        if token.is_empty() {
            return Err(Failure::Network("the wager isn't set yet".into()));
        }
        let token = String::from_utf8_lossy(&token).into_owned();
        Ok(Amount { token, amount })
    }

    /// The position of a game in Forsyth–Edwards Notation.
    pub fn fen(&self, game_id: usize) -> Result<String, Failure> {
        let fen: Vec<u8> = self.view(proxy().get_fen(game_id).data)?;
        Ok(String::from_utf8_lossy(&fen).into_owned())
    }
}
