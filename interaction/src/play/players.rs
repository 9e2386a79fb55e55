//! Two wallets at one table of a network, whatever they play by.

use chess_rules::Color;
use multiversx_sc_scenario::imports::*;
use multiversx_sc_snippets::sdk::wallet::Wallet;

use crate::amount::Amount;
use crate::calls::proxy;
use crate::chess_table::GameView;
use crate::network::client::Client;
use crate::network::{Failure, Receipt};

/// White's and Black's wallet, and what they have spent.
pub struct Players<'a> {
    pub client: &'a mut Client,
    wallets: [Wallet; 2],
    /// Paid since the table was laid, in EGLD's smallest unit.
    fees: [RustBigUint; 2],
}

impl<'a> Players<'a> {
    pub fn new(client: &'a mut Client, white: Wallet, black: Wallet) -> Self {
        Players {
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

    /// The game, by the view `getGame`.
    pub fn game(&self, game_id: usize) -> Result<GameView, Failure> {
        self.client.view(proxy().get_game(game_id).data)
    }

    /// A player's balance of the wager's token plus the fees paid.
    pub fn funds(&self, player: Color) -> Result<RustBigUint, Failure> {
        let token = self.client.wager()?.token;
        let balance = self.client.network.balance(&self.address(player), &token)?;
        if Amount::is_egld(&token) {
            Ok(balance + &self.fees[player as usize])
        } else {
            Ok(balance)
        }
    }
}
