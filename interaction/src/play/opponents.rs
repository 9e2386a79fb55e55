//! Two wallets that play each other on a network.

use chess_rules::Color;
use multiversx_sc_scenario::imports::*;
use multiversx_sc_scenario::multiversx_sc::codec::TopDecodeMulti;
use multiversx_sc_snippets::sdk::wallet::Wallet;

use crate::amount::Amount;
use crate::calls::proxy;
use crate::chess_table::ChessTable;
use crate::network::client::Client;
use crate::network::{Failure, Receipt};

/// Two wallets that play each other with a call for each move.
pub struct Opponents<'a> {
    pub client: &'a mut Client,
    wallets: [Wallet; 2],
    /// The fees that each player has paid, in EGLD's smallest unit.
    fees: [RustBigUint; 2],
}

impl<'a> Opponents<'a> {
    /// A table for White's and Black's wallets.
    pub fn new(client: &'a mut Client, white: Wallet, black: Wallet) -> Self {
        Opponents {
            client,
            wallets: [white, black],
            fees: [0u64.into(), 0u64.into()],
        }
    }

    /// A player's address.
    pub fn address(&self, player: Color) -> Address {
        self.wallets[player as usize].to_address()
    }

    /// Sends a transaction of a player.
    pub fn send(
        &mut self,
        player: Color,
        send: impl FnOnce(&mut Client, &Wallet) -> Result<Receipt, Failure>,
    ) -> Result<Receipt, Failure> {
        let receipt = send(self.client, &self.wallets[player as usize])?;
        self.fees[player as usize] += &receipt.fee;
        Ok(receipt)
    }
}

impl ChessTable for Opponents<'_> {
    fn wager(&mut self) -> Result<Amount, Failure> {
        self.client.wager()
    }

    fn start(&mut self) -> Result<usize, Failure> {
        let client = &self.client;
        let waiting: Option<ManagedAddress<StaticApi>> =
            client.view(proxy().is_player_waiting_opt().data)?;
        if let Some(waiting) = waiting {
            let waiting = client.network.bech32(&waiting.to_address());
            return Err(format!("{waiting} waits for an opponent and would be White").into());
        }
        let mut join = |player| self.send(player, |client, wallet| client.join(wallet, None));
        join(Color::White)?;
        let joined = join(Color::Black)?;
        let hash = &joined.hash;
        let id = joined.game_id("gameStarted");
        id.ok_or_else(|| format!("another player joined at the same time ({hash})").into())
    }

    fn funds(&mut self, player: Color) -> Result<RustBigUint, Failure> {
        let token = self.client.wager()?.token;
        let balance = self.client.network.balance(&self.address(player), &token)?;
        match Amount::is_egld(&token) {
            true => Ok(balance + &self.fees[player as usize]),
            false => Ok(balance),
        }
    }

    fn call(&mut self, player: Color, call: FunctionCall<StaticApi>) -> Result<(), Failure> {
        self.send(player, |client, wallet| client.call(wallet, call))
            .map(drop)
    }

    fn view<T: TopDecodeMulti>(&mut self, view: FunctionCall<StaticApi>) -> Result<T, Failure> {
        self.client.view(view)
    }
}
