//! Two wallets that play each other by signature: the chain hears of the game at its end, in one
//! call.

use chess_rules::{Board, Color, Move};
use multiversx_sc_scenario::imports::*;
use multiversx_sc_snippets::sdk::wallet::Wallet;
use onchain_chess::chess_proxy::{Awaits, GameState, Side};
use signed_play::Action;

use crate::amount::Amount;
use crate::calls::proxy;
use crate::challenge::Terms;
use crate::chess_table::{ChessTable, GameView, Settlement};
use crate::client::Client;
use crate::network::Failure;
use crate::pgn::GameResult;
use crate::players::Players;
use crate::signed::{EndOnBoard, SignedGame, Signer, Transcript};
use crate::simulator::Simulator;

/// After so many epochs an end that a longer game could undo is final, in a game without a clock.
const WINDOW_EPOCHS: u64 = 2;

/// Two wallets that play each other, with a key for each.
pub struct SignedOpponents<'a> {
    players: Players<'a>,
    keys: [Signer; 2],
    /// A local chain, which lets time go by where an end is open.
    time: Option<Simulator>,
    /// Set when the game starts.
    transcript: Option<Transcript>,
}

impl<'a> SignedOpponents<'a> {
    /// A table for White's and Black's wallets and keys.
    pub fn new(client: &'a mut Client, white: Wallet, black: Wallet, keys: [Signer; 2]) -> Self {
        SignedOpponents {
            players: Players::new(client, white, black),
            keys,
            time: None,
            transcript: None,
        }
    }

    /// Lets a local chain's time go by where an end has to wait for it.
    pub fn with_time_of(mut self, chain: Simulator) -> Self {
        self.time = Some(chain);
        self
    }

    fn transcript(&self) -> &Transcript {
        self.transcript.as_ref().expect("a game that has started")
    }

    fn say(&mut self, player: Color, action: Action) -> Result<(), Failure> {
        let transcript = self.transcript.as_mut().expect("a game that has started");
        transcript
            .sign_action(action, &mut self.keys[player as usize])
            .map_err(Failure::Network)
    }

    /// Brings the game to the chain, if there is anything to bring.
    fn settle(&mut self, game_id: usize) -> Result<Option<Settlement>, Failure> {
        let known: Vec<u8> = self.players.client.view(proxy().get_moves(game_id).data)?;
        let transcript = self.transcript();
        if transcript.line().plies() == 0 && transcript.messages().is_empty() {
            return Ok(None);
        }
        let call = transcript.call(&known).map_err(Failure::Network)?;
        let receipt = self.players.send(Color::White, |client, wallet| {
            client.play(wallet, game_id, &call)
        })?;
        Ok(Some(Settlement {
            transaction: receipt.hash,
            gas_used: receipt.gas_used,
            fee: Amount {
                token: Amount::EGLD.into(),
                amount: receipt.fee,
            },
        }))
    }

    /// Where the end is open and the chain is a local one, lets its window go by and settles it.
    fn wait_for_end(&mut self, game_id: usize) -> Result<(), Failure> {
        let Some(time) = &self.time else {
            return Ok(());
        };
        let game = self.players.game(game_id)?;
        if game.state == GameState::Ongoing && game.awaits == Awaits::LongerGame {
            time.advance_epochs(WINDOW_EPOCHS)
                .map_err(Failure::Network)?;
            let call = proxy().signal_inactivity(game_id).data;
            self.players
                .send(Color::White, |client, wallet| client.call(wallet, call))?;
        }
        Ok(())
    }
}

impl ChessTable for SignedOpponents<'_> {
    type Error = Failure;

    fn wager(&mut self) -> Result<Amount, Failure> {
        self.players.client.wager()
    }

    /// White challenges Black for the wager, and Black accepts.
    fn start(&mut self) -> Result<usize, Failure> {
        let keys = [self.keys[0].public(), self.keys[1].public()];
        let stake = self.players.client.wager()?;
        let terms = Terms {
            opponent: Some(self.players.address(Color::Black)),
            side: Side::White,
            clock: None,
            stake: Some(stake.clone()),
        };
        let challenged = self.players.send(Color::White, |client, wallet| {
            client.challenge(wallet, &terms, Some(&keys[0]))
        })?;
        let id = challenged.game_id("challenged").ok_or_else(|| {
            let hash = &challenged.hash;
            Failure::Network(format!("the transaction {hash} opened no challenge"))
        })?;
        self.players.send(Color::Black, |client, wallet| {
            client.accept(wallet, id, Some(&stake), Some(&keys[1]))
        })?;
        self.transcript = Some(Transcript::new(SignedGame {
            contract: *self.players.client.contracts.chess.as_array(),
            id: id as u32,
            keys,
        }));
        Ok(id)
    }

    fn make_move(&mut self, player: Color, _: usize, m: Move) -> Result<(), Failure> {
        let transcript = self.transcript.as_mut().expect("a game that has started");
        transcript
            .sign_move(m, &mut self.keys[player as usize])
            .map_err(Failure::Network)
    }

    fn game(&mut self, game_id: usize) -> Result<GameView, Failure> {
        self.players.game(game_id)
    }

    fn fen(&mut self, game_id: usize) -> Result<String, Failure> {
        self.players.client.fen(game_id)
    }

    fn board(&mut self, _: usize) -> Result<Board, Failure> {
        Ok(*self.transcript().line().position().board())
    }

    fn funds(&mut self, player: Color) -> Result<RustBigUint, Failure> {
        self.players.funds(player)
    }

    /// Both say what ends the game: the mated player resigns, a draw on the board is acknowledged
    /// by the player to move. Then the chain is told all of it in one call.
    fn finish(
        &mut self,
        game_id: usize,
        result: GameResult,
        last_mover: Color,
    ) -> Result<Option<Settlement>, Failure> {
        let line = self.transcript().line();
        let turn = line.position().turn();
        match (line.end(), result) {
            (Some(EndOnBoard::Checkmate), _) => self.say(turn, Action::Resign)?,
            (Some(EndOnBoard::Drawn), _) => self.say(turn, Action::Draw)?,
            (None, GameResult::WhiteWins) => self.say(Color::Black, Action::Resign)?,
            (None, GameResult::BlackWins) => self.say(Color::White, Action::Resign)?,
            (None, GameResult::Draw) => {
                self.say(last_mover, Action::Draw)?;
                self.say(last_mover.other(), Action::Draw)?;
            }
            (None, GameResult::Unfinished) => {}
        }
        let settlement = self.settle(game_id)?;
        self.wait_for_end(game_id)?;
        Ok(settlement)
    }
}
