//! Play by signature, right and wrong.

use chess_model::chain::{Account, End, Game, Reason};
use chess_model::lines::moves_of;
use chess_model::model::Model;
use chess_model::rules::{Move, Position, made};
use chess_model::signing::{Action, Table, covered};
use chess_model::step::{Call, argument};
use chess_model::transcript;
use cozy_chess::{Color, Piece, Square};

use super::Generator;
use super::choice::{is_mate, is_special, pseudo_legal};
use super::keys::secret_of;
use super::lines::LINES;

/// A call of `play` before it is written down.
struct Draft {
    table: Table,
    moves: Vec<Move>,
    /// By colour, where there is a message.
    actions: [Option<Action>; 2],
}

impl Draft {
    fn turn(&self) -> Color {
        Color::ALL[self.moves.len() % 2]
    }
}

impl Generator {
    /// The round of a call and the points before it: mostly the chain's, often a later one of a
    /// match, rarely one that can't be.
    fn round_of(&mut self, game: &Game) -> (u16, u16) {
        if !game.is_match() {
            return match self.rng.u32(..80) {
                0 => (1, 0),
                1 => (0, 1),
                _ => (0, 0),
            };
        }
        let round = match self.rng.u32(..20) {
            0 => self.rng.u16(..=game.rounds),
            1..5 => (game.round + 1).min(game.rounds),
            5 => game.rounds - 1,
            _ => game.round,
        };
        let later = round.saturating_sub(game.round);
        let points = match self.rng.u32(..30) {
            0 => self.rng.u16(..),
            1 => game.points + 2 * later + 1,
            _ => game.points + self.rng.u16(..=2 * later),
        };
        (round, points)
    }

    /// Both leave a match, or one alone, or with a fault.
    fn leave(&mut self, model: &Model, index: usize) -> Call {
        let game = model.game(index);
        let from = self.any(&Account::CALLERS);
        let id = self.game_id(model, index);
        let left = game.rounds - game.round;
        let round = match self.rng.u32(..12) {
            0 => self.rng.u16(..=game.rounds + 1),
            _ => game.round + self.rng.u16(1..=left),
        };
        let later = round.saturating_sub(game.round);
        let points = match self.rng.u32(..12) {
            0 => game.points + 2 * later + 1,
            _ => game.points + self.rng.u16(..=2 * later),
        };
        let contract = model.chain.address;
        let signed = game.table_of(contract, round, points).map(|table| {
            let mut messages = [0, 1].map(|color| {
                let key = table.keys[color].to_vec();
                let secret = secret_of(Some(&key)).unwrap_or_else(|| self.secret());
                let action = match self.rng.u32(..30) {
                    0 => self.action(),
                    _ => Action::Leave,
                };
                table.sign(&secret, action, &[])
            });
            match self.rng.u32(..30) {
                0 => messages[0].clear(),
                1 => messages[1].clear(),
                2 => messages.swap(0, 1),
                _ => {}
            }
            messages
        });
        let [white, black] = signed.unwrap_or_default();
        let moves = match self.rng.u32(..30) {
            0 => vec![52, 36],
            _ => vec![],
        };
        let which = vec![id, argument(round.into()), argument(points.into())];
        Call::new(from, "play", [which, vec![moves, white, black]].concat())
    }

    /// The next call of a game by signature, by anyone.
    pub(super) fn play(&mut self, model: &Model, index: usize) -> Call {
        let game = model.game(index);
        let from = self.any(&Account::CALLERS);
        let id = self.game_id(model, index);
        let chance = if game.is_match() { 6 } else { 1 };
        if self.percent(chance) {
            return self.leave(model, index);
        }
        let (round, points) = self.round_of(game);
        let which = vec![id, argument(round.into()), argument(points.into())];
        let Some(table) = game.table_of(model.chain.address, round, points) else {
            let message = vec![0; self.any(&[0, 65, 64])];
            let signed = vec![vec![12, 28], message, vec![]];
            return Call::new(from, "play", [which, signed].concat());
        };
        let is_here = round == game.round;
        let open = game.open_end.filter(|_| is_here);
        let mut draft = Draft {
            table,
            moves: if is_here { game.moves.clone() } else { vec![] },
            actions: [Some(Action::Move), Some(Action::Move)],
        };
        let start = Position::start();
        match (open, self.rng.u32(..20)) {
            (Some(end), 0..10) => self.acknowledge(&mut draft, end),
            // at the same ply
            (_, 0..4) => self.act(&mut draft),
            _ => {
                let (moves, positions) = match is_here {
                    true => (&*game.moves, &*game.positions),
                    false => (&[][..], std::slice::from_ref(&start)),
                };
                draft.moves = self.moves_from(moves, positions);
                if self.percent(30) {
                    self.act(&mut draft);
                }
            }
        }
        match is_here {
            true => self.leave_out(&mut draft, &game.moves),
            false => self.begin(&mut draft),
        }
        let [white, black] = self.messages(&draft);
        let moves = self.transcript(&draft.moves);
        Call::new(from, "play", [which, vec![moves, white, black]].concat())
    }

    /// The player who lost or drew on the board acknowledges it.
    fn acknowledge(&mut self, draft: &mut Draft, end: End) {
        let action = match end.reason {
            Reason::Checkmate => Action::Resign,
            _ => Action::Draw,
        };
        let mut color = draft.turn();
        if self.percent(10) {
            color = !color;
        }
        draft.actions = [None, None];
        draft.actions[color as usize] = Some(action);
    }

    /// One player acts, or both; rarely in an impossible way.
    fn act(&mut self, draft: &mut Draft) {
        let (turn, waiting) = (draft.turn() as usize, 1 - draft.turn() as usize);
        match self.rng.u32(..20) {
            0..8 => draft.actions[waiting] = Some(Action::Ask),
            8..11 => draft.actions = [Some(Action::Draw), Some(Action::Draw)],
            11..14 => draft.actions[turn] = Some(Action::Draw),
            14 => draft.actions[waiting] = Some(Action::Draw),
            15 => draft.actions[self.rng.usize(..2)] = Some(Action::Resign),
            16 => draft.actions[turn] = Some(Action::Ask),
            17 => draft.actions = [Some(self.action()), Some(self.action())],
            _ => draft.actions[self.rng.usize(..2)] = Some(self.action()),
        }
    }

    fn action(&mut self) -> Action {
        self.any(&Action::ALL)
    }

    /// A later round takes both messages; often it has no moves yet.
    fn begin(&mut self, draft: &mut Draft) {
        match self.rng.u32(..4) {
            0 => {}
            1 => draft.moves.truncate(1),
            _ => draft.moves.clear(),
        }
        let asks = self.percent(10);
        draft.actions[1 - draft.turn() as usize] = match asks {
            true => Some(Action::Ask),
            false => Some(Action::Move),
        };
        if self.percent(4) {
            draft.actions[self.rng.usize(..2)] = None;
        }
    }

    /// Leaves out messages that aren't needed, sometimes one that is.
    fn leave_out(&mut self, draft: &mut Draft, known: &[Move]) {
        let goes_on = draft.moves.starts_with(known);
        let first_new = if goes_on { known.len() } else { 0 };
        for color in Color::ALL {
            let makes = |ply: usize| ply % 2 == color as usize;
            let is_needed = (first_new..draft.moves.len()).any(makes);
            let acts = draft.actions[color as usize] != Some(Action::Move);
            let chance = match (is_needed, acts) {
                (true, _) => 3,
                (false, true) => 3,
                (false, false) => 60,
            };
            if self.percent(chance) {
                draft.actions[color as usize] = None;
            }
        }
    }

    /// Both messages, usually right ones.
    fn messages(&mut self, draft: &Draft) -> [Vec<u8>; 2] {
        let forgery = self.rng.u32(..60);
        let mut table = draft.table.clone();
        match forgery {
            // another game's, contract's or round's, other points, keys the wrong way round
            10 => table.round ^= 1,
            11 => table.points += 1,
            0 => table.game += 1,
            1 => table.contract[0] ^= 1,
            2 => table.keys.swap(0, 1),
            _ => {}
        }
        let mut messages = Color::ALL.map(|color| {
            let Some(action) = draft.actions[color as usize] else {
                return vec![];
            };
            let known = secret_of(Some(&draft.table.keys[color as usize].to_vec()));
            let secret = known.filter(|_| forgery != 3);
            let secret = secret.unwrap_or_else(|| self.secret());
            let mut covered = covered(color, action, draft.moves.len());
            // an older one
            if forgery == 4 {
                covered = covered.saturating_sub(2);
            }
            let moves = transcript::encode(&draft.moves[..covered]);
            table.sign(&secret, action, &moves)
        });
        match forgery {
            5 => messages.swap(0, 1),
            6 => {
                // the signature of one action with the number of another
                for message in &mut messages {
                    if let Some(number) = message.first_mut() {
                        *number = self.rng.u8(..6);
                    }
                }
            }
            7..10 => {
                let at = self.rng.usize(..2);
                self.garble(&mut messages[at]);
            }
            _ => {}
        }
        messages
    }

    /// The moves' bytes, usually right ones.
    fn transcript(&mut self, moves: &[Move]) -> Vec<u8> {
        let mut moves = moves.to_vec();
        match self.rng.u32(..80) {
            0 if moves.len() > 1 => {
                let (a, b) = (self.rng.usize(..moves.len()), self.rng.usize(..moves.len()));
                moves.swap(a, b);
            }
            1 => moves.extend(moves.last().copied()),
            2 | 3 => {
                // promotions without a piece
                for m in &mut moves {
                    m.promotion = None;
                }
            }
            4 => {
                // a promotion without a pawn on the last rank
                if let Some(m) = moves.last_mut() {
                    m.promotion = Some(Piece::Rook);
                }
            }
            _ => {}
        }
        let mut bytes = transcript::encode(&moves);
        if self.percent(4) {
            self.garble(&mut bytes);
        }
        bytes
    }

    /// Spoils some bytes.
    fn garble(&mut self, bytes: &mut Vec<u8>) {
        match self.rng.u32(..5) {
            0 => bytes.clear(),
            1 => bytes.push(self.rng.u8(..)),
            2 => {
                bytes.pop();
            }
            3 => bytes.extend([0; 300]),
            _ if bytes.is_empty() => {}
            _ => {
                let at = self.rng.usize(..bytes.len());
                bytes[at] ^= 1 << self.rng.u8(..8);
            }
        }
    }

    /// The chain's game or a part of it, and some plies more; or another game altogether.
    fn moves_from(&mut self, known: &[Move], positions: &[Position]) -> Vec<Move> {
        if self.percent(12) {
            let line = LINES[self.rng.usize(..LINES.len())];
            let mut moves = moves_of(line);
            if self.percent(20) {
                moves.truncate(self.rng.usize(..=moves.len()));
            }
            return moves;
        }
        let kept = match self.rng.u32(..8) {
            0 => self.rng.usize(..=known.len()),
            1 => known.len().saturating_sub(1),
            _ => known.len(),
        };
        let mut moves = known[..kept].to_vec();
        let mut position = positions[kept].clone();
        if self.percent(15) {
            self.back_and_forth(&mut moves, &mut position);
        }
        let more = match self.rng.u32(..4) {
            0 => 1,
            1 => 2,
            _ => self.rng.usize(..10),
        };
        for _ in 0..more {
            let Some(m) = self.signed_move(&position) else {
                break;
            };
            position = position.after(m);
            moves.push(m);
        }
        moves
    }

    /// A legal move, most often one that mates if there is one; rarely one that can't be.
    fn signed_move(&mut self, position: &Position) -> Option<Move> {
        let pairs = position.legal_pairs();
        let over = pairs.is_empty() || position.is_dead() || position.half_moves >= 150;
        if over && !self.percent(15) {
            return None;
        }
        let pseudo = pairs.is_empty() || self.percent(1);
        let chosen = match pseudo {
            true => {
                let all: Vec<_> = pseudo_legal(position).collect();
                self.rng.choice(all)?
            }
            false => {
                let mate = pairs.iter().find(|pair| is_mate(position, **pair)).copied();
                match mate.filter(|_| self.percent(60)) {
                    Some(mate) => mate,
                    None => self.often_a_capture(position, &pairs),
                }
            }
        };
        let (from, to) = chosen;
        let pieces = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
        let promotion = position.promotes(from, to).then(|| self.any(&pieces));
        Some(made(from, to, promotion))
    }

    pub(super) fn often_a_capture(
        &mut self,
        position: &Position,
        pairs: &[(Square, Square)],
    ) -> (Square, Square) {
        let special = |pair: &&(Square, Square)| is_special(position, pair.0, pair.1);
        let special: Vec<(Square, Square)> = pairs.iter().filter(special).copied().collect();
        match !special.is_empty() && self.percent(50) {
            true => self.any(&special),
            false => self.any(pairs),
        }
    }

    /// Both players move a piece and move it back, up to four times over.
    fn back_and_forth(&mut self, moves: &mut Vec<Move>, position: &mut Position) {
        let mut cycle = vec![];
        let mut after = position.clone();
        for _ in 0..2 {
            let quiet = |from, to| {
                let piece = after.at(from).map(|(piece, _)| piece);
                let mut moved = after.clone();
                moved.board.swap(from as usize, to as usize);
                let can_return = moved.reach(to).has(from);
                after.at(to).is_none() && piece != Some(Piece::Pawn) && can_return
            };
            let mut pairs = after.legal_pairs();
            pairs.retain(|&(from, to)| quiet(from, to));
            let Some((from, to)) = self.rng.choice(pairs) else {
                return;
            };
            let m = made(from, to, None);
            after = after.after(m);
            cycle.push(m);
        }
        let back: Vec<Move> = cycle.iter().map(|m| made(m.to, m.from, None)).collect();
        cycle.extend(back);
        for _ in 0..self.rng.usize(1..5) {
            for m in &cycle {
                let legal = position.reach(m.from).has(m.to)
                    && position.keeps_king_safe(m.from, m.to)
                    && position.half_moves < 150;
                if !legal {
                    return;
                }
                *position = position.after(*m);
                moves.push(*m);
            }
        }
    }
}

/// The call that submits a whole game that both have signed, or a match's round.
pub(super) fn brought(table: &Table, moves: &[Move]) -> Call {
    let [white, black] = Color::ALL.map(|color| {
        let key = table.keys[color as usize].to_vec();
        let secret = secret_of(Some(&key)).expect("a known key");
        let covered = &moves[..covered(color, Action::Move, moves.len())];
        table.sign(&secret, Action::Move, &transcript::encode(covered))
    });
    let which = [table.game.into(), table.round.into(), table.points.into()].map(argument);
    let signed = [transcript::encode(moves), white, black];
    Call::new(Account::Stranger, "play", [which, signed].concat())
}
