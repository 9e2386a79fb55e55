//! Two players at a table with a relay, for one game or a match.

use std::time::Instant;

use chess_rules::Color;
use localnet::BigUint;
use relay::protocol::{Answer, GameState, Request};
use signed_play::Action;

use crate::harness::chess::{Match, first, moves, split};
use crate::harness::client::Client;
use crate::harness::program::Program;
use crate::harness::table::{STAKE, Table};

/// The table's first game, by a relay with a wallet; one connection speaks for both players.
pub struct Evening {
    pub table: Table,
    pub game: Match,
    pub program: Program,
    pub client: Client,
    /// When the last move was sent.
    pub last_move: Instant,
}

impl Evening {
    /// `more`: the relay's further options.
    pub async fn of(table: Table, game: Match, more: &[&str]) -> Self {
        let program = Program::alone(&table.settled(more));
        // the lobby knows of the game by the chain
        program.until_said("event=watching").await;
        let (client, state) = Client::enter(&program.url, &game).await;
        assert!(state.settles);
        Evening {
            table,
            game,
            program,
            client,
            last_move: Instant::now(),
        }
    }

    /// Another connection, and the game that it gets.
    pub async fn joined(&self) -> (Client, GameState) {
        Client::enter(&self.program.url, &self.game).await
    }

    /// Sends a message that the relay must store; returns the round and the plies of the answer.
    pub async fn keep(&mut self, request: &Request) -> (u16, usize) {
        match self.client.ask(request).await {
            Answer::Kept { round, plies, .. } => (round, plies),
            other => panic!("not kept: {other:?}"),
        }
    }

    /// All moves of a round, one after the other.
    pub async fn play(&mut self, round: &Match, line: &str) {
        let line = moves(line);
        for ply in 1..=split(&line).len() {
            self.last_move = Instant::now();
            let kept = self.keep(&round.last_move(first(&line, ply))).await;
            assert_eq!(kept, (round.round, ply));
        }
    }

    /// A player's word in a round, kept.
    pub async fn says(&mut self, round: &Match, color: Color, action: Action, line: &str) {
        self.client.says(round, color, action, &moves(line)).await;
    }

    /// Waits until all is over in this state for this reason, and the payments have arrived. Both
    /// players' gains, in stakes, since `before`.
    pub async fn is_over(&self, before: &[BigUint; 2], state: u8, reason: u8) -> [u64; 2] {
        self.table.until(1, |standing| standing.0 != 0).await;
        let (is_state, _, is_reason, _) = self.table.standing(1);
        assert_eq!((is_state, is_reason), (state, reason));
        // payments to other shards have arrived
        self.table.chain.generate_blocks(3);
        assert_eq!(self.table.held(), 0u32.into());
        let now = self.table.balances();
        [0, 1].map(|player| {
            let gain = &now[player] - &before[player];
            assert_eq!(&gain % STAKE, 0u32.into());
            u64::try_from(gain / STAKE).unwrap()
        })
    }
}
