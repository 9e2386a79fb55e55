//! Two wallets that play each other on a network.

use chess_rules::{Board, Color, Move};
use multiversx_sc_scenario::imports::*;
use multiversx_sc_snippets::sdk::wallet::Wallet;

use crate::amount::Amount;
use crate::calls::{self, proxy};
use crate::chess_table::{ChessTable, GameView};
use crate::network::client::Client;
use crate::network::{Failure, Receipt};

/// Two wallets that play each other, each move a call.
pub struct Opponents<'a> {
    pub client: &'a mut Client,
    wallets: [Wallet; 2],
    /// Paid since the table was laid, in EGLD's smallest unit.
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

    /// Sends a player's call.
    pub fn call(&mut self, player: Color, call: FunctionCall<StaticApi>) -> Result<(), Failure> {
        self.send(player, |client, wallet| client.call(wallet, call))
            .map(drop)
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
            return Err(Failure::Network(format!(
                "{} waits for an opponent and would be White",
                client.network.bech32(&waiting.to_address())
            )));
        }
        let mut join = |player| self.send(player, |client, wallet| client.join(wallet, None));
        join(Color::White)?;
        let joined = join(Color::Black)?;
        joined.game_id("gameStarted").ok_or_else(|| {
            let hash = &joined.hash;
            Failure::Network(format!("somebody else joined at the same time ({hash})"))
        })
    }

    fn make_move(&mut self, player: Color, game_id: usize, m: Move) -> Result<(), Failure> {
        self.call(player, calls::make_move(game_id, m))
    }

    fn game(&mut self, game_id: usize) -> Result<GameView, Failure> {
        self.client.view(proxy().get_game(game_id).data)
    }

    fn fen(&mut self, game_id: usize) -> Result<String, Failure> {
        self.client.fen(game_id)
    }

    fn board(&mut self, game_id: usize) -> Result<Board, Failure> {
        self.client.view(proxy().get_board(game_id).data)
    }

    fn funds(&mut self, player: Color) -> Result<RustBigUint, Failure> {
        let token = self.client.wager()?.token;
        let balance = self.client.network.balance(&self.address(player), &token)?;
        match Amount::is_egld(&token) {
            true => Ok(balance + &self.fees[player as usize]),
            false => Ok(balance),
        }
    }

    fn resign(&mut self, player: Color, game_id: usize) -> Result<(), Failure> {
        self.call(player, proxy().resign(game_id).data)
    }

    fn draw(&mut self, player: Color, game_id: usize) -> Result<(), Failure> {
        self.call(player, proxy().draw(game_id).data)
    }
}
