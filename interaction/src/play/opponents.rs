//! Two wallets that play each other on a network, each move a call.

use chess_rules::{Board, Color, Move};
use multiversx_sc_scenario::imports::*;
use multiversx_sc_snippets::sdk::wallet::Wallet;

use crate::amount::Amount;
use crate::calls::{self, proxy};
use crate::chess_table::{ChessTable, GameView};
use crate::network::Failure;
use crate::network::client::Client;
use crate::play::players::Players;

/// Two wallets that play each other.
pub struct Opponents<'a>(Players<'a>);

impl<'a> Opponents<'a> {
    /// A table for White's and Black's wallets.
    pub fn new(client: &'a mut Client, white: Wallet, black: Wallet) -> Self {
        Opponents(Players::new(client, white, black))
    }

    fn call(&mut self, player: Color, call: FunctionCall<StaticApi>) -> Result<(), Failure> {
        self.0
            .send(player, |client, wallet| client.call(wallet, call))
            .map(drop)
    }
}

impl ChessTable for Opponents<'_> {
    fn wager(&mut self) -> Result<Amount, Failure> {
        self.0.client.wager()
    }

    fn start(&mut self) -> Result<usize, Failure> {
        let client = &self.0.client;
        let waiting: Option<ManagedAddress<StaticApi>> =
            client.view(proxy().is_player_waiting_opt().data)?;
        if let Some(waiting) = waiting {
            return Err(Failure::Network(format!(
                "{} waits for an opponent and would be White",
                client.network.bech32(&waiting.to_address())
            )));
        }
        let mut join = |player| {
            self.0
                .send(player, |client, wallet| client.join(wallet, None))
        };
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
        self.0.game(game_id)
    }

    fn fen(&mut self, game_id: usize) -> Result<String, Failure> {
        self.0.client.fen(game_id)
    }

    fn board(&mut self, game_id: usize) -> Result<Board, Failure> {
        self.0.client.view(proxy().get_board(game_id).data)
    }

    fn funds(&mut self, player: Color) -> Result<RustBigUint, Failure> {
        self.0.funds(player)
    }

    fn resign(&mut self, player: Color, game_id: usize) -> Result<(), Failure> {
        self.call(player, proxy().resign(game_id).data)
    }

    fn draw(&mut self, player: Color, game_id: usize) -> Result<(), Failure> {
        self.call(player, proxy().draw(game_id).data)
    }
}
