//! Who does anything that the chain allows.

use cozy_chess::Color;
use ed25519_dalek::SigningKey;
use fastrand::Rng;

use super::{Message, legal_moves, positions_of};
use crate::chain::{Call, Game, end_by_board};
use crate::rules::{Move, Position, number, piece_number};
use crate::signing::{Action, Table};
use crate::transcript;

/// The opponent: everything that was heard from the honest one, and a key to sign anything with.
pub struct Opponent {
    color: Color,
    secret: SigningKey,
    table: Table,
    rng: Rng,
    heard: Vec<Message>,
}

impl Opponent {
    pub fn new(color: Color, secret: SigningKey, table: Table, seed: u64) -> Self {
        Opponent {
            color,
            secret,
            table,
            rng: Rng::with_seed(seed),
            heard: vec![],
        }
    }

    pub fn hear(&mut self, message: Message) {
        self.heard.push(message);
    }

    fn sign(&self, action: Action, moves: &[Move]) -> Vec<u8> {
        let bytes = transcript::encode(moves);
        self.table.sign(&self.secret, action, &bytes)
    }

    /// The games whose last ply the honest one has signed, and the start.
    fn signed_games(&self) -> Vec<Vec<Move>> {
        let moves = self.heard.iter();
        let moves = moves.filter(|message| message.action == Action::Move);
        let mut games: Vec<Vec<Move>> = moves.map(|message| message.moves.clone()).collect();
        if self.color == Color::White {
            games.push(vec![]);
        }
        games
    }

    /// A move after the honest one's last, by signature alone.
    pub fn reply(&mut self) -> Option<Message> {
        let mut games = self.signed_games();
        games.sort_by_key(Vec::len);
        let mut moves = games.pop()?;
        let positions = positions_of(&moves)?;
        moves.push(self.choose(&positions)?);
        Some(Message {
            action: Action::Move,
            signed: self.sign(Action::Move, &moves),
            moves,
        })
    }

    /// A legal move; often one that ends the game, if there is one.
    fn choose(&mut self, positions: &[Position]) -> Option<Move> {
        let last = positions.last()?;
        if end_by_board(positions).is_some() {
            return None;
        }
        let moves = legal_moves(last);
        let ends = |m: &&Move| {
            let next = last.after(**m);
            !next.has_legal_move() || next.is_dead()
        };
        if self.rng.u8(..4) > 0
            && let Some(end) = moves.iter().find(ends)
        {
            return Some(*end);
        }
        // back and forth, so that positions repeat
        let quiet: Vec<Move> = moves
            .iter()
            .filter(|m| {
                let next = last.after(**m).key();
                positions.iter().any(|position| position.key() == next)
            })
            .copied()
            .collect();
        match self.rng.u8(..3) {
            0 if !quiet.is_empty() => self.rng.choice(quiet),
            _ => self.rng.choice(moves),
        }
    }

    /// Some calls, good or bad.
    pub fn attack(&mut self, game: &Game) -> Vec<Call> {
        let id = self.table.game;
        match self.rng.u8(..12) {
            0 => vec![Call::Draw(id)],
            1 => vec![Call::ClaimDraw(id)],
            2 => vec![Call::SignalInactivity(id)],
            3 => self.move_on_chain(game),
            4 => self.swap_an_own_ply(game),
            // an old state, and a second thought or a claim from the account
            5 | 6 => {
                let mut calls = self.old_state(false);
                calls.push(match self.rng.u8(..3) {
                    0 => Call::ClaimDraw(id),
                    _ => return self.then_move(calls),
                });
                calls
            }
            7 => vec![Call::ReclaimWager(id)],
            8 if self.rng.u8(..12) == 0 => vec![Call::Resign(id)],
            _ => self.old_state(true),
        }
    }

    /// A state that the honest one has signed once, perhaps with another move of one's own after
    /// it, and with any action.
    fn old_state(&mut self, thinks_again: bool) -> Vec<Call> {
        let games = self.signed_games();
        let Some(mut moves) = self.rng.choice(games) else {
            return vec![];
        };
        let Some(positions) = positions_of(&moves) else {
            return vec![];
        };
        if thinks_again && self.rng.u8(..4) > 0 {
            moves.extend(self.choose(&positions));
        }
        let action = match self.rng.u8(..10) {
            0..5 => Action::Move,
            5..7 => Action::Draw,
            _ => Action::Ask,
        };
        vec![self.bring(&moves, action)]
    }

    /// The call that brings a game, with whatever of the honest one's messages fits it best.
    fn bring(&mut self, moves: &[Move], action: Action) -> Call {
        let made_last = !moves.is_empty() && (moves.len() % 2 == 1) == (self.color == Color::White);
        let own = match (action, made_last) {
            (Action::Move, false) => {
                let covered = moves.len().saturating_sub(1);
                match covered {
                    0 => vec![],
                    covered => self.sign(action, &moves[..covered]),
                }
            }
            _ => self.sign(action, moves),
        };
        let fits = |message: &&Message| match message.action {
            Action::Move => {
                let covered = moves.len() - usize::from(made_last);
                message.moves == moves[..covered]
            }
            _ => message.moves == moves,
        };
        let mut fitting: Vec<&Message> = self.heard.iter().filter(fits).collect();
        fitting.sort_by_key(|message| message.action);
        let wanted = match action {
            Action::Draw => fitting.iter().find(|m| m.action == Action::Draw),
            _ => None,
        };
        let theirs = wanted
            .or(fitting.first())
            .map(|message| message.signed.clone());
        let mut theirs = theirs.unwrap_or_default();
        if self.rng.u8(..10) == 0 {
            theirs = vec![];
        }
        let (white, black) = match self.color {
            Color::White => (own, theirs),
            Color::Black => (theirs, own),
        };
        Call::Play {
            game: self.table.game,
            moves: transcript::encode(moves),
            white,
            black,
        }
    }

    fn call_of(&self, m: &Move) -> Call {
        Call::Move {
            game: self.table.game,
            from: number(m.from),
            to: number(m.to),
            promotion: m.promotion.map(piece_number),
        }
    }

    /// A move from the account, in the chain's position.
    fn move_on_chain(&mut self, game: &Game) -> Vec<Call> {
        if game.turn() != self.color {
            return vec![];
        }
        let chosen = self.choose(&game.positions);
        chosen.iter().map(|m| self.call_of(m)).collect()
    }

    /// Brings a state, and makes a move from the account in the same transaction.
    fn then_move(&mut self, mut calls: Vec<Call>) -> Vec<Call> {
        let brought = match calls.last() {
            Some(Call::Play { moves, .. }) => transcript::decode(moves),
            _ => None,
        };
        let positions = brought.and_then(|moves| positions_of(&moves));
        if let Some(positions) = positions
            && positions.last().is_some_and(|last| last.turn == self.color)
            && let Some(m) = self.choose(&positions)
        {
            calls.push(self.call_of(&m));
        }
        calls
    }

    /// The chain's game with one of one's own plies changed, and a further ply.
    fn swap_an_own_ply(&mut self, game: &Game) -> Vec<Call> {
        let own: Vec<usize> = (0..game.plies())
            .filter(|ply| (ply % 2 == 0) == (self.color == Color::White))
            .collect();
        let Some(ply) = self.rng.choice(own) else {
            return vec![];
        };
        let Some(other) = self.rng.choice(legal_moves(&game.positions[ply])) else {
            return vec![];
        };
        let mut moves = game.moves.clone();
        moves[ply] = other;
        let Some(positions) = positions_of(&moves) else {
            return vec![];
        };
        moves.extend(self.choose(&positions));
        vec![self.bring(&moves, Action::Move)]
    }
}
