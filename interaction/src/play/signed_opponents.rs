//! Two wallets that play each other by signature: one call submits the game at its end.

use std::thread::sleep;
use std::time::{Duration, Instant};

use chess_player::patience::RELAY_MILLIS;
use chess_record::{Awaits, GameState};
use chess_rules::{Board, Color, Move};
use multiversx_sc_scenario::imports::*;
use multiversx_sc_scenario::multiversx_sc::codec::TopDecodeMulti;
use multiversx_sc_snippets::sdk::wallet::Wallet;
use onchain_chess::chess_proxy::Side;
use signed_play::Action;

use crate::amount::Amount;
use crate::calls::proxy;
use crate::challenge::Terms;
use crate::chess_table::{ChessTable, Settlement, shares};
use crate::network::Failure;
use crate::network::client::Client;
use crate::network::simulator::Simulator;
use crate::pgn::GameResult;
use crate::play::opponents::Opponents;
use crate::relay_client::{PATIENCE, Relayed, reach};
use crate::signed::{EndOnBoard, SignedGame, Signer, Transcript, shown_at_start};

/// The number of epochs after which an open end is final in a game without a clock.
const WINDOW_EPOCHS: u64 = 2;

/// How long payouts may be pending to players in other shards than the contract.
const PAYOUTS_TIME: Duration = Duration::from_secs(60);

/// Two wallets that play each other, with a key for each.
pub struct SignedOpponents<'a> {
    players: Opponents<'a>,
    keys: [Signer; 2],
    /// A local chain, where time can pass while an end is open.
    pub time: Option<Simulator>,
    /// The relay that carries the messages, `ws://127.0.0.1:8090/play`; without one they stay in this
    /// process.
    pub relay: Option<String>,
    /// Each player's connection to the relay, once the game has started.
    connections: Option<[Relayed; 2]>,
    /// Set when the game starts.
    transcript: Option<Transcript>,
    /// The stake of each player and their balances after paying it; set when the game starts.
    staked: Option<(RustBigUint, [RustBigUint; 2])>,
}

impl<'a> SignedOpponents<'a> {
    /// A table for White's and Black's wallets and keys.
    pub fn new(client: &'a mut Client, white: Wallet, black: Wallet, keys: [Signer; 2]) -> Self {
        SignedOpponents {
            players: Opponents::new(client, white, black),
            keys,
            time: None,
            relay: None,
            connections: None,
            transcript: None,
            staked: None,
        }
    }

    fn transcript(&self) -> &Transcript {
        self.transcript.as_ref().expect("a game that has started")
    }

    fn say(&mut self, player: Color, action: Action) -> Result<(), Failure> {
        let transcript = self.transcript.as_mut().expect("a game that has started");
        let signer = &mut self.keys[player as usize];
        transcript.sign_action(action, signer, &shown_at_start(player))?;
        Ok(self.carry(player)?)
    }

    /// Sends a player's last message through the relay, if there is one, and checks that it reaches the
    /// other player.
    fn carry(&mut self, player: Color) -> Result<(), String> {
        let transcript = self.transcript.as_ref().expect("a game that has started");
        let Some(connections) = &mut self.connections else {
            return Ok(());
        };
        let moves = transcript.line().bytes();
        let message = transcript.messages().last().expect("a message was signed");
        connections[player as usize].play(transcript, player, &message.signed)?;
        let (new, signed) = connections[player.other() as usize].opponents(player)?;
        let game = transcript.game.named();
        let is_same = moves.ends_with(&new) && game.verify(player, &signed, moves).is_ok();
        match is_same {
            true => Ok(()),
            false => Err("the relay gives another message than the one that was sent".into()),
        }
    }

    /// Connects both players to the relay, if there is one.
    fn connect(&mut self) -> Result<(), String> {
        let Some(relay) = &self.relay else {
            return Ok(());
        };
        let game = &self.transcript().game;
        let client = &self.players.client;
        let contract = client.network.bech32(&client.contracts.chess);
        let enter = || Relayed::enter(relay, &contract, game, PATIENCE);
        let (white, _) = enter()?;
        let (black, _) = enter()?;
        self.connections = Some([white, black]);
        Ok(())
    }

    /// Waits until the relay has submitted the game's end. Returns false if it doesn't.
    fn is_brought(&mut self, game_id: usize, is_open_enough: bool) -> Result<bool, Failure> {
        if self.relay.is_none() {
            return Ok(false);
        }
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(RELAY_MILLIS) {
            let game = self.players.game(game_id)?;
            let is_open = game.awaits == Awaits::LongerGame;
            if game.state != GameState::Ongoing || is_open && is_open_enough {
                return Ok(true);
            }
            sleep(Duration::from_millis(200));
        }
        Ok(false)
    }

    /// Submits the game, unless nothing was signed.
    fn settle(&mut self, game_id: usize) -> Result<Option<Settlement>, Failure> {
        let known: Vec<u8> = self.view(proxy().get_moves(game_id).data)?;
        let transcript = self.transcript();
        if transcript.line().plies() == 0 && transcript.messages().is_empty() {
            return Ok(None);
        }
        let call = transcript.call(&known)?;
        let receipt = self.players.send(Color::White, |client, wallet| {
            client.play(wallet, game_id, &call)
        })?;
        Ok(Some(Settlement {
            transaction: receipt.hash,
            gas_used: receipt.gas_used,
            fee: Amount::egld(receipt.fee),
        }))
    }

    /// Waits until the payouts of a finished game have reached both players, or are credited. The relay's
    /// call is executed in the contract's shard before the payouts arrive in the players' shards.
    fn wait_for_payouts(&mut self, game_id: usize) -> Result<(), Failure> {
        let Some(shares) = shares(&self.game(game_id)?) else {
            return Ok(());
        };
        let (stake, left) = self.staked.clone().expect("a game that has started");
        let start = Instant::now();
        for player in [Color::White, Color::Black] {
            let wanted = &left[player as usize] + &stake * shares[player as usize].stakes;
            let address = self.players.address(player);
            while self.players.funds(player)? < wanted
                && self.players.client.credits(&address)?.is_empty()
                && start.elapsed() < PAYOUTS_TIME
            {
                sleep(Duration::from_millis(200));
            }
        }
        Ok(())
    }

    /// If the end is open and the chain is a local one, lets the window expire and settles the game.
    fn wait_for_end(&mut self, game_id: usize) -> Result<(), Failure> {
        let Some(time) = &self.time else {
            return Ok(());
        };
        let game = self.players.game(game_id)?;
        if game.state == GameState::Ongoing && game.awaits == Awaits::LongerGame {
            time.advance_epochs(WINDOW_EPOCHS)?;
            if self.is_brought(game_id, false)? {
                return Ok(());
            }
            self.call(Color::White, proxy().signal_inactivity(game_id).data)?;
        }
        Ok(())
    }
}

impl ChessTable for SignedOpponents<'_> {
    fn wager(&mut self) -> Result<Amount, Failure> {
        self.players.wager()
    }

    /// White challenges Black for the wager, and Black accepts.
    fn start(&mut self) -> Result<usize, Failure> {
        if let Some(relay) = &self.relay {
            // an unreachable relay must fail before the players pay
            reach(relay, PATIENCE)?;
        }
        let keys = [self.keys[0].public(), self.keys[1].public()];
        let stake = self.players.wager()?;
        let terms = Terms {
            opponent: Some(self.players.address(Color::Black)),
            side: Side::White,
            clock: None,
            stake: Some(stake.clone()),
            rounds: 1,
            engines: false,
        };
        let challenged = self.players.send(Color::White, |client, wallet| {
            client.challenge(wallet, &terms, Some(&keys[0]))
        })?;
        let (id, hash) = (challenged.game_id("challenged"), &challenged.hash);
        let id = id.ok_or_else(|| format!("the transaction {hash} opened no challenge"))?;
        self.players.send(Color::Black, |client, wallet| {
            client.accept(wallet, id, Some(&stake), Some(&keys[1]))
        })?;
        let contract = *self.players.client.contracts.chess.as_array();
        let game = SignedGame::new(contract, id as u32, keys);
        self.transcript = Some(Transcript::new(game));
        let left = [self.funds(Color::White)?, self.funds(Color::Black)?];
        self.staked = Some((stake.amount, left));
        self.connect()?;
        Ok(id)
    }

    fn make_move(&mut self, player: Color, _: usize, m: Move) -> Result<(), Failure> {
        let transcript = self.transcript.as_mut().expect("a game that has started");
        transcript.sign_move(m, &mut self.keys[player as usize], &shown_at_start(player))?;
        Ok(self.carry(player)?)
    }

    fn call(&mut self, player: Color, call: FunctionCall<StaticApi>) -> Result<(), Failure> {
        self.players.call(player, call)
    }

    fn view<T: TopDecodeMulti>(&mut self, view: FunctionCall<StaticApi>) -> Result<T, Failure> {
        self.players.view(view)
    }

    fn board(&mut self, _: usize) -> Result<Board, Failure> {
        Ok(*self.transcript().line().position().board())
    }

    fn funds(&mut self, player: Color) -> Result<RustBigUint, Failure> {
        self.players.funds(player)
    }

    fn resign(&mut self, player: Color, _: usize) -> Result<(), Failure> {
        self.say(player, Action::Resign)
    }

    fn draw(&mut self, player: Color, _: usize) -> Result<(), Failure> {
        self.say(player, Action::Draw)
    }

    /// Ends the game by the players' messages: the mated player resigns, and the player to move
    /// acknowledges a draw on the board. Then one call submits everything, from the relay or from White.
    fn finish(
        &mut self,
        game_id: usize,
        result: GameResult,
        last_mover: Color,
    ) -> Result<Option<Settlement>, Failure> {
        let line = self.transcript().line();
        let turn = line.position().turn();
        let line_has_ended = line.end().is_some();
        match line.end() {
            Some(EndOnBoard::Checkmate) => self.say(turn, Action::Resign)?,
            Some(EndOnBoard::Drawn) => self.say(turn, Action::Draw)?,
            None => self.end_by(game_id, result, last_mover)?,
        }
        let has_ended = result != GameResult::Unfinished || line_has_ended;
        // a relay that gets the acknowledgement late may have submitted the open end before
        let settlement = match has_ended && self.is_brought(game_id, !line_has_ended)? {
            true => None,
            false => self.settle(game_id)?,
        };
        self.wait_for_end(game_id)?;
        if self.relay.is_some() {
            self.wait_for_payouts(game_id)?;
        }
        Ok(settlement)
    }
}
