//! Two wallets that play each other on a network.

use chess_rules::{Board, Color, Move};
use multiversx_sc_scenario::imports::*;
use multiversx_sc_snippets::sdk::wallet::Wallet;

use crate::amount::Amount;
use crate::calls::{self, proxy};
use crate::chess_table::{ChessTable, GameView};
use crate::client::Client;
use crate::network::{Failure, Receipt};

/// Two wallets that play each other.
pub struct Opponents<'a> {
    client: &'a mut Client,
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

    fn send(
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
    type Error = Failure;

    fn wager(&mut self) -> Result<Amount, Failure> {
        self.client.wager()
    }

    fn start(&mut self) -> Result<usize, Failure> {
        let waiting: Option<ManagedAddress<StaticApi>> =
            self.client.view(proxy().is_player_waiting_opt().data)?;
        if let Some(waiting) = waiting {
            return Err(Failure::Network(format!(
                "{} waits for an opponent and would be White",
                self.client.network.bech32(&waiting.to_address())
            )));
        }
        self.send(Color::White, |client, wallet| client.join(wallet, None))?;
        let joined = self.send(Color::Black, |client, wallet| client.join(wallet, None))?;
        let started = joined.event("gameStarted");
        let id = started.and_then(|topics| usize::top_decode(topics.first()?.as_slice()).ok());
        id.ok_or_else(|| {
            let hash = joined.hash;
            Failure::Network(format!("somebody else joined at the same time ({hash})"))
        })
    }

    fn make_move(&mut self, player: Color, game_id: usize, m: Move) -> Result<(), Failure> {
        let call = calls::make_move(game_id, m);
        self.send(player, |client, wallet| client.call(wallet, call))
            .map(drop)
    }

    fn resign(&mut self, player: Color, game_id: usize) -> Result<(), Failure> {
        let call = proxy().resign(game_id).data;
        self.send(player, |client, wallet| client.call(wallet, call))
            .map(drop)
    }

    fn draw(&mut self, player: Color, game_id: usize) -> Result<(), Failure> {
        let call = proxy().draw(game_id).data;
        self.send(player, |client, wallet| client.call(wallet, call))
            .map(drop)
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
        let address = self.wallets[player as usize].to_address();
        let balance = self.client.network.balance(&address, &token)?;
        if Amount::is_egld(&token) {
            Ok(balance + &self.fees[player as usize])
        } else {
            Ok(balance)
        }
    }
}
