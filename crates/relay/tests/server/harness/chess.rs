//! Games to play: keys, moves and signatures.

use std::ops::ControlFlow;

use chess_rules::piece::role;
use chess_rules::{Color, Outcome, Position, Role};
use fastrand::Rng;
use game_moves::chess::Move;
use relay::RoomId;
use relay::protocol::{Hex, Request};
use signed_play::{Action, PlayKey, SignedAction};

/// Black's mate.
pub const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";

/// A game that White resigns, without an earlier end on the board that a relay could submit.
pub const HOPELESS: &str = "f2f3 e7e5 g2g4 d8g5";

/// The address of some contract, `erd1…`.
pub fn contract(byte: u8) -> String {
    RoomId::of_keys(&[byte; 32], 1, &[[0; 32]; 2]).contract()
}

/// A game between two players whose secrets are both known, or a round of a match.
pub struct Match {
    pub room: RoomId,
    /// White's and Black's in the first round.
    secrets: [[u8; 32]; 2],
    pub round: u16,
    pub points: u16,
}

impl Match {
    /// Game `id` of a contract; keys belong to it alone.
    pub fn new(id: u32) -> Self {
        Match::of(&contract(5), id)
    }

    /// The same for a contract's address.
    pub fn of(contract: &str, id: u32) -> Self {
        let secret = |byte| {
            let mut secret = [byte; 32];
            secret[..4].copy_from_slice(&id.to_be_bytes());
            secret
        };
        let secrets = [secret(1), secret(2)];
        let [white, black] = secrets.map(|secret| PlayKey::from_secret(&secret).public());
        let room = RoomId::new(contract, id, &white, &black).unwrap();
        Match {
            room,
            secrets,
            round: 0,
            points: 0,
        }
    }

    /// Another round of it, with this number of points before it.
    pub fn round(&self, round: u16, points: u16) -> Self {
        Match {
            round,
            points,
            ..*self
        }
    }

    pub fn key(&self, color: Color) -> PlayKey {
        PlayKey::from_secret(self.secret(color))
    }

    pub fn secret(&self, color: Color) -> &[u8; 32] {
        &self.secrets[(color as usize + usize::from(self.round)) % 2]
    }

    pub fn enter(&self) -> Request {
        let game = self.room.game();
        Request::Enter {
            contract: self.room.contract(),
            game: game.id,
            white: Hex(game.white_key.to_vec()),
            black: Hex(game.black_key.to_vec()),
        }
    }

    pub fn sign(&self, color: Color, action: Action, moves: &[u8]) -> SignedAction {
        let key = self.key(color);
        let game = self.room.game().in_round(self.round, self.points);
        key.sign(&game, action, moves).unwrap()
    }

    /// A player's message: a move, which is the last of these, or another action.
    pub fn says(&self, color: Color, action: Action, moves: &[u8]) -> Request {
        let mut says = request(moves, color, &self.sign(color, action, moves));
        if let Request::Play { round, points, .. } = &mut says {
            (*round, *points) = (self.round, self.points);
        }
        says
    }

    /// A player begins this round.
    pub fn begin(&self, color: Color) -> Request {
        self.says(color, Action::Move, &[])
    }

    /// A player leaves the match before this round.
    pub fn leave(&self, color: Color) -> Request {
        self.says(color, Action::Leave, &[])
    }

    /// The last mover's move.
    pub fn last_move(&self, moves: &[u8]) -> Request {
        self.says(last_mover(moves), Action::Move, moves)
    }

    /// All of a game in one message, with both signatures.
    pub fn whole(&self, moves: &[u8]) -> Request {
        let mut request = self.last_move(moves);
        if let Request::Play { white, black, .. } = &mut request {
            [white.0, black.0] = self.signed(moves, [None; 2]);
        }
        request
    }

    /// White's and Black's signatures of these moves: of each one's last move, or of the action
    /// that they sign instead.
    pub fn signed(&self, moves: &[u8], says: [Option<Action>; 2]) -> [Vec<u8>; 2] {
        let last = last_mover(moves);
        let before = &moves[..moves.len() - last_len(moves)];
        [Color::White, Color::Black].map(|color| {
            let signed = match says[color as usize] {
                Some(action) => self.sign(color, action, moves),
                None if color == last => self.sign(color, Action::Move, moves),
                None if before.is_empty() && self.round == 0 => return vec![],
                None => self.sign(color, Action::Move, before),
            };
            signed.to_argument().to_vec()
        })
    }
}

/// A message with one player's signature.
pub fn request(moves: &[u8], color: Color, signed: &SignedAction) -> Request {
    let argument = Hex(signed.to_argument().to_vec());
    let (white, black) = match color {
        Color::White => (argument, Hex::default()),
        Color::Black => (Hex::default(), argument),
    };
    Request::Play {
        id: Some(moves.len() as u64),
        round: 0,
        points: 0,
        moves: Hex(moves.to_vec()),
        white,
        black,
    }
}

/// Each move's bytes.
pub fn split(mut moves: &[u8]) -> Vec<&[u8]> {
    let mut split = vec![];
    while !moves.is_empty() {
        let (_, used) = Move::decode(moves).unwrap();
        split.push(&moves[..used]);
        moves = &moves[used..];
    }
    split
}

fn last_len(moves: &[u8]) -> usize {
    split(moves).last().map_or(0, |last| last.len())
}

pub fn last_mover(moves: &[u8]) -> Color {
    match split(moves).len() % 2 {
        1 => Color::White,
        _ => Color::Black,
    }
}

/// The game's first plies, in bytes.
pub fn first(moves: &[u8], plies: usize) -> &[u8] {
    let len = split(moves).iter().take(plies).map(|mv| mv.len()).sum();
    &moves[..len]
}

/// Moves as `e2e4 e7e5`, in canonical binary.
pub fn moves(text: &str) -> Vec<u8> {
    let encode = |word: &str| {
        let mv = Move::of_legal(word.parse().unwrap());
        mv.encode().as_bytes().to_vec()
    };
    text.split_whitespace().flat_map(encode).collect()
}

/// The position after moves.
pub fn position(moves: &[u8]) -> Position {
    let mut position = Position::START;
    for mv in split(moves) {
        position.apply(Move::decode(mv).unwrap().0.into());
    }
    position
}

pub fn legal_moves(position: &Position) -> Vec<chess_rules::Move> {
    let mut legal = vec![];
    let _ = position.try_each_legal(|mv| {
        legal.push(mv);
        ControlFlow::<()>::Continue(())
    });
    legal
}

/// A game of random legal moves, to its end or to this number of plies.
pub fn random_game(seed: u64, plies: usize) -> Vec<u8> {
    let mut rng = Rng::with_seed(seed);
    let mut position = Position::START;
    let mut game = vec![];
    while position.outcome() == Outcome::Ongoing && usize::from(position.ply()) < plies {
        let mv = *rng.choice(&legal_moves(&position)).unwrap();
        position.apply(mv);
        game.extend_from_slice(Move::of_legal(mv).encode().as_bytes());
    }
    game
}

/// A game of 1,000 plies: pieces wander about, mostly without captures, and pawns move before the
/// 75-move rule ends it.
pub fn longest_game() -> Vec<u8> {
    let mut tried = (0..).filter_map(wandering_game);
    tried.next().expect("some seed does")
}

/// A game of 1,000 plies; `None` if it ends before.
fn wandering_game(seed: u64) -> Option<Vec<u8>> {
    let mut rng = Rng::with_seed(seed);
    let mut position = Position::START;
    let mut game = vec![];
    while usize::from(position.ply()) < 1_000 {
        let (mut quiet, mut pawns, mut captures) = (vec![], vec![], vec![]);
        let _ = position.try_each_legal(|mv| {
            let is_pawn = role(position.piece_at(mv.from)) == Some(Role::Pawn);
            let list = match role(position.piece_at(mv.to)) {
                Some(_) => &mut captures,
                None if is_pawn => &mut pawns,
                None => &mut quiet,
            };
            list.push(mv);
            ControlFlow::<()>::Continue(())
        });
        let is_late = position.half_move_clock() > 60;
        let order = match is_late {
            true => [&pawns, &captures, &quiet],
            false => [&quiet, &pawns, &captures],
        };
        let mv = *order.into_iter().find_map(|list| rng.choice(list))?;
        position.apply(mv);
        if position.outcome() != Outcome::Ongoing {
            return None;
        }
        game.extend_from_slice(Move::of_legal(mv).encode().as_bytes());
    }
    Some(game)
}
