//! The opponent, who does anything that the chain allows.

use cozy_chess::{Color, File, Piece, Square};
use fastrand::Rng;

use super::choice::{choose, legal_moves, positions_of};
use super::player::{Message, Player};
use crate::chain::{Call, Game, claim, end_by_board, is_legal};
use crate::rules::{Move, Position, number, piece_number};
use crate::signing::{Action, covered};
use crate::transcript;

/// The opponent: everything that was heard from the honest one, and a key to sign anything with.
pub struct Opponent {
    player: Player,
    rng: Rng,
    /// Whether pieces mostly go back and forth, so that positions repeat.
    shuffles: bool,
    heard: Vec<Message>,
}

impl Opponent {
    pub fn new(player: Player, shuffles: bool, seed: u64) -> Self {
        Opponent {
            shuffles,
            player,
            rng: Rng::with_seed(seed),
            heard: vec![],
        }
    }

    pub fn hear(&mut self, message: Message) {
        self.heard.push(message);
    }

    /// The games whose last ply the honest one has signed, and the starts of rounds.
    fn signed_games(&self) -> Vec<Message> {
        let moves = self.heard.iter();
        let moves = moves.filter(|message| message.action == Action::Move);
        let starts = self.player.color(0) == Color::White;
        let start = starts.then(|| self.player.sign(0, 0, Action::Move, &[]));
        moves.cloned().chain(start).collect()
    }

    /// The latest round in which the honest one has signed something, and the points before it.
    fn latest(&self) -> (u16, u16) {
        let heard = self.heard.iter();
        let said = heard.map(|message| (message.round, message.points));
        said.max().unwrap_or_default()
    }

    /// A message to the honest one over their last plies: mostly a move.
    pub fn reply(&mut self) -> Option<Message> {
        if self.may_call_off() && self.rng.bool() {
            return self.say_over_the_line(Action::Draw);
        }
        match self.rng.u8(..24) {
            0 => return self.say_over_the_line(Action::Draw),
            1 if self.rng.bool() => return self.say_over_the_line(Action::Resign),
            2..10 if self.player.rounds > 1 => return self.begin_or_leave(),
            _ => {}
        }
        let mut games = self.signed_games();
        games.sort_by_key(|game| (game.round, game.moves.len()));
        let game = games.pop()?;
        let positions = positions_of(&game.moves)?;
        let mut moves = game.moves;
        let m = match castling_by_the_rook(&positions[positions.len() - 1]) {
            // castling as some programs write it, which the chain refuses
            Some(m) if self.rng.bool() => m,
            _ => self.choose(&moves)?,
        };
        moves.push(m);
        let message = self
            .player
            .sign(game.round, game.points, Action::Move, &moves);
        Some(message)
    }

    /// Whether the honest one's last message is a draw before both have moved: players abort a game
    /// this way.
    fn may_call_off(&self) -> bool {
        let last = self.heard.last();
        last.is_some_and(|last| last.action == Action::Draw && last.moves.len() < 2)
    }

    /// A draw or a resignation over the last plies that the honest one has sent.
    fn say_over_the_line(&mut self, action: Action) -> Option<Message> {
        let (round, points) = self.latest();
        let in_round = |message: &&Message| message.round == round && message.points == points;
        let heard = self.heard.iter().filter(in_round);
        let last = heard.max_by_key(|message| message.moves.len());
        let moves = last.map_or(&[][..], |message| &message.moves);
        Some(self.player.sign(round, points, action, moves))
    }

    /// Begins the next round or leaves, with right or wrong points.
    fn begin_or_leave(&mut self) -> Option<Message> {
        let (round, points) = self.latest();
        let next = match self.rng.u8(..4) {
            0 => round,
            _ => round + 1,
        };
        let points = points + self.rng.u16(..3) * u16::from(next > round);
        let action = match self.rng.u8(..3) {
            0 => Action::Leave,
            _ => Action::Move,
        };
        Some(self.player.sign(next, points, action, &[]))
    }

    /// A legal move, mostly none after an end.
    fn choose(&mut self, moves: &[Move]) -> Option<Move> {
        let positions = positions_of(moves)?;
        if end_by_board(&positions).is_some() && self.rng.u8(..8) > 0 {
            return None;
        }
        let shuffles = self.shuffles || self.rng.u8(..3) == 0;
        choose(moves, shuffles, &mut self.rng)
    }

    /// Some calls, good or bad.
    pub fn attack(&mut self, game: &Game) -> Vec<Call> {
        let id = self.player.game;
        match self.rng.u8(..14) {
            0 => vec![Call::Draw(id)],
            1 => vec![Call::ClaimDraw(id)],
            2 => vec![Call::SignalInactivity(id)],
            3 => self.move_on_chain(game),
            4 => self.swap_an_own_ply(game),
            // an old state, and another move or a claim from the account
            5 | 6 => {
                let calls = self.old_state(false);
                match self.rng.u8(..3) {
                    0 => [calls, vec![Call::ClaimDraw(id)]].concat(),
                    _ => self.then_move(calls),
                }
            }
            7 => vec![Call::ReclaimWager(id)],
            8 if self.rng.u8(..12) == 0 => vec![Call::Resign(id)],
            9 | 10 if self.player.rounds > 1 => self.other_rounds(),
            _ => self.old_state(true),
        }
    }

    /// A state that the honest one once signed, perhaps with another own move after it, and with any
    /// action.
    fn old_state(&mut self, thinks_again: bool) -> Vec<Call> {
        let mut games = self.signed_games();
        if games.is_empty() {
            return vec![];
        }
        let at = self.rng.usize(..games.len());
        let mut game = games.swap_remove(at);
        if thinks_again && self.rng.u8(..4) > 0 {
            game.moves.extend(self.choose(&game.moves));
        }
        let action = match self.rng.u8(..20) {
            0..10 => Action::Move,
            10..14 => Action::Draw,
            14 => Action::Resign,
            _ => Action::Ask,
        };
        vec![self.bring(&game, action)]
    }

    /// The call that submits a game, with the honest one's message that fits it best.
    fn bring(&mut self, game: &Message, action: Action) -> Call {
        let (round, points, moves) = (game.round, game.points, &game.moves);
        let color = self.player.color(round);
        let own = match (action, &moves[..covered(color, action, moves.len())]) {
            (Action::Move, []) if round == 0 => vec![],
            (_, own) => self.player.sign(round, points, action, own).signed,
        };
        let fits = |message: &&Message| {
            let theirs = covered(!color, message.action, moves.len());
            let same = message.round == round && message.points == points;
            same && message.action != Action::Leave && message.moves == moves[..theirs]
        };
        let mut fitting: Vec<&Message> = self.heard.iter().filter(fits).collect();
        fitting.sort_by_key(|message| message.action);
        let wanted = match (action, self.rng.u8(..6)) {
            (Action::Draw, _) => fitting.iter().find(|m| m.action == Action::Draw),
            // the honest one's other messages
            (Action::Move, 0) => fitting.last(),
            _ => None,
        };
        let theirs = wanted
            .or(fitting.first())
            .map(|message| message.signed.clone());
        let mut theirs = theirs.unwrap_or_default();
        if self.rng.u8(..10) == 0 {
            theirs = vec![];
        }
        self.player.play((round, points), moves, own, theirs)
    }

    /// A later round that the honest one has begun, or a leave of any round that they have signed,
    /// perhaps with wrong points.
    fn other_rounds(&mut self) -> Vec<Call> {
        let leaves = |message: &&Message| message.action == Action::Leave;
        let begins = |message: &&Message| {
            message.action == Action::Move && message.moves.is_empty() && message.round > 0
        };
        let heard = self.heard.iter();
        let said = heard.clone().filter(leaves).chain(heard.filter(begins));
        let Some(theirs) = self.rng.choice(said.collect::<Vec<_>>()).cloned() else {
            return vec![];
        };
        let round = theirs.round;
        let told = theirs.points + u16::from(self.rng.u8(..8) == 0);
        let action = match (theirs.action, self.rng.u8(..4)) {
            (Action::Leave, _) => Action::Leave,
            (_, 0) => Action::Ask,
            _ => Action::Move,
        };
        let own = self.player.sign(round, told, action, &[]).signed;
        vec![self.player.play((round, told), &[], own, theirs.signed)]
    }

    fn call_of(&self, m: &Move) -> Call {
        Call::Move {
            game: self.player.game,
            from: number(m.from),
            to: number(m.to),
            promotion: m.promotion.map(piece_number),
            claim: false,
        }
    }

    /// A move from the account, in the chain's position.
    fn move_on_chain(&mut self, game: &Game) -> Vec<Call> {
        if game.turn() != self.player.color(game.round) {
            return vec![];
        }
        if claim(&game.positions).is_some() && self.rng.bool() {
            return vec![Call::ClaimDraw(game.id)];
        }
        let chosen = self.choose(&game.moves);
        chosen.iter().map(|m| self.call_of(m)).collect()
    }

    /// Submits a state, and then makes a move from the account.
    fn then_move(&mut self, mut calls: Vec<Call>) -> Vec<Call> {
        let brought = match calls.last() {
            Some(Call::Play { moves, round, .. }) => transcript::decode(moves).zip(Some(*round)),
            _ => None,
        };
        let Some((moves, round)) = brought else {
            return calls;
        };
        if self.player.makes(round, moves.len() + 1)
            && let Some(m) = self.choose(&moves)
        {
            calls.push(self.call_of(&m));
        }
        calls
    }

    /// The chain's game with one of the opponent's own plies changed, and a further ply.
    fn swap_an_own_ply(&mut self, game: &Game) -> Vec<Call> {
        let own: Vec<usize> = (0..game.plies())
            .filter(|ply| self.player.makes(game.round, ply + 1))
            .collect();
        let Some(ply) = self.rng.choice(own) else {
            return vec![];
        };
        let Some(other) = self.rng.choice(legal_moves(&game.positions[ply])) else {
            return vec![];
        };
        let mut moves = game.moves.clone();
        moves[ply] = other;
        if positions_of(&moves).is_none() {
            return vec![];
        }
        moves.extend(self.choose(&moves));
        let swapped = self
            .player
            .sign(game.round, game.points, Action::Move, &moves);
        vec![self.bring(&swapped, Action::Move)]
    }
}

/// Castling written as the king onto the own rook.
fn castling_by_the_rook(position: &Position) -> Option<Move> {
    let king = position.king(position.turn);
    let castles = |to: &Square| {
        let files = (king.file() as i8 - to.file() as i8).abs();
        files == 2 && is_legal(position, &position.queening(king, *to))
    };
    let to = Square::ALL.into_iter().find(castles)?;
    let file = if to > king { File::H } else { File::A };
    let rook = Square::new(file, king.rank());
    let is_rook = matches!(position.at(rook), Some((Piece::Rook, _)));
    is_rook.then(|| position.queening(king, rook))
}
