//! Beginnings of histories: a contract that is ready, a long game, an endgame, a game by signature, one
//! with a forced move, a match.

use chess_model::chain::{Account, Game, Stake, State, Token};
use chess_model::lines::{Line, MATE_OR_NOT, pair_of};
use chess_model::model::Model;
use chess_model::rules::Move;
use chess_model::step::{Call, Step, argument, ready};
use cozy_chess::{Piece, Square};

use super::Generator;
use super::signed::brought;

/// The number of beginnings: four of each kind.
pub const BEGINNINGS: u64 = 4 * KINDS;

const KINDS: u64 = 12;

/// A single game: its rounds, the round and the points before it.
const SINGLE: (u16, u16, u16) = (1, 0, 0);

/// The steps of a beginning, and the model that has taken them.
struct Written {
    steps: Vec<Step>,
    model: Model,
}

impl Written {
    fn take(&mut self, step: Step) {
        let taken = self.model.take(&step);
        assert!(taken.is_ok(), "{step}: {taken:?}");
        self.steps.push(step);
    }

    fn call(&mut self, call: Call) {
        self.take(Step::Call(call));
    }

    fn last_game(&self) -> &Game {
        self.model.chain.games.last().expect("a game")
    }
}

impl Generator {
    /// The first steps of histories, on a model that isn't deployed.
    pub fn beginning(&mut self, model: &Model, which: u64) -> Vec<Step> {
        let kind = which / 4;
        let mut written = Written {
            steps: vec![],
            model: model.clone(),
        };
        let wager = match which & 2 {
            0 => Token::Egld,
            _ => Token::Chess,
        };
        for step in self.ready(which & 1 == 1, wager) {
            written.take(step);
        }
        let pieces = Goal::Pieces(3 + which as u32 % 4);
        // in the first, the second and the last round of three, with any points before it
        let round = which as u16 % 3;
        let in_match = (3, round, self.rng.u16(..=2 * round));
        match kind {
            0 => {}
            1 => {
                let (_, moves) = MATE_OR_NOT[which as usize % MATE_OR_NOT.len()];
                self.signed_game(&mut written, SINGLE, Goal::Line(moves));
            }
            2 => self.long_game(&mut written, Goal::Quiet(94)),
            3 => self.long_game(&mut written, Goal::Quiet(144)),
            4 => self.long_game(&mut written, pieces),
            5 => self.signed_game(&mut written, SINGLE, Goal::Quiet(94)),
            6 => self.signed_game(&mut written, SINGLE, Goal::Quiet(144)),
            7 => self.signed_game(&mut written, SINGLE, pieces),
            8 => self.signed_game(&mut written, SINGLE, Goal::Plies(996 + which as usize % 4)),
            9 => self.signed_game(
                &mut written,
                in_match,
                Goal::Plies(996 + which as usize % 4),
            ),
            10 => self.signed_game(&mut written, in_match, pieces),
            _ => self.signed_game(&mut written, in_match, Goal::Quiet(144)),
        }
        written.steps
    }

    /// A contract that players can join, by a step at a time.
    fn ready(&mut self, rejects: bool, wager: Token) -> [Step; 3] {
        let amount = match self.rng.bool() {
            true => argument(1_000_000_000_000_000_000),
            false => argument(self.rng.u64(1..1_000_000)),
        };
        ready(rejects, wager, amount)
    }

    fn players(&mut self) -> [Account; 2] {
        [
            self.any(&[Account::Alice, Account::Machine]),
            self.any(&[Account::Bob, Account::Mute]),
        ]
    }

    fn start_game(&mut self, written: &mut Written) {
        let Stake { token, amount } = written.model.chain.wager.clone().expect("it is ready");
        for player in self.players() {
            let join = Call::new(player, "joinGame", vec![]);
            written.call(join.paying(token, amount.clone()));
        }
    }

    /// A game by `makeMove` that reaches the goal's plies without a capture or a pawn move, or its
    /// number of pieces.
    fn long_game(&mut self, written: &mut Written, goal: Goal) {
        self.start_game(written);
        let id = argument(written.last_game().id.into());
        let mut line = Line::start();
        while let Some(m) = self.next_of(&line, goal) {
            let player = written.last_game().player(line.position().turn);
            let mut arguments = vec![id.clone()];
            let squares = [m.from, m.to].map(chess_model::rules::number);
            arguments.extend(squares.map(|square| argument(square.into())));
            written.call(Call::new(player, "makeMove", arguments));
            line.push(m);
            if written.last_game().state != State::Ongoing {
                break;
            }
        }
    }

    /// A challenge with keys, and a game or a round submitted in one call.
    fn signed_game(
        &mut self,
        written: &mut Written,
        (rounds, round, points): (u16, u16, u16),
        goal: Goal,
    ) {
        let players = self.players();
        let clock = match self.rng.bool() {
            true => [&[1][..], &120u32.to_be_bytes(), &2u32.to_be_bytes()].concat(),
            false => vec![],
        };
        let white = self.good_key();
        let black = self.other_key(&white);
        let amount = num_bigint::BigUint::from(self.rng.u64(1..1_000));
        let token = self.any(&Token::FUNGIBLE);
        let named = [vec![1], written.model.address(players[1])].concat();
        let amount = amount * rounds;
        let terms = vec![named, vec![], clock, argument(rounds.into()), vec![], white];
        let challenge = Call::new(players[0], "challenge", terms);
        written.call(challenge.paying(token, amount.clone()));
        let id = argument(written.last_game().id.into());
        let accept = Call::new(players[1], "accept", vec![id, black]);
        written.call(accept.paying(token, amount));
        let mut line = Line::start();
        while let Some(m) = self.next_of(&line, goal) {
            line.push(m);
        }
        let contract = written.model.chain.address;
        let table = written.last_game().table_of(contract, round, points);
        written.call(brought(&table.expect("a game with keys"), &line.moves));
    }

    /// A move on the way to a goal, `None` once it is reached.
    fn next_of(&mut self, line: &Line, goal: Goal) -> Option<Move> {
        let position = line.position();
        let over = position.is_dead() || position.half_moves >= 150;
        if over || goal.is_reached(line) || line.moves.len() >= MOST_PLIES {
            return None;
        }
        let pairs = position.legal_pairs();
        let mut fitting = pairs.clone();
        fitting.retain(|&pair| goal.fits(line, pair));
        if fitting.is_empty() {
            fitting = match goal {
                Goal::Plies(_) => pairs.iter().copied().filter(|&p| is_new(line, p)).collect(),
                _ => pairs,
            };
        }
        let (from, to) = self.rng.choice(fitting)?;
        Some(position.queening(from, to))
    }
}

/// No game of a beginning gets longer.
const MOST_PLIES: usize = 999;

/// Whether a move leads to a new position, and doesn't end the game.
fn is_new(line: &Line, (from, to): (Square, Square)) -> bool {
    let position = line.position();
    let after = position.after(position.queening(from, to));
    let plies = line.positions.len();
    let since = plies.saturating_sub(after.half_moves as usize);
    let key = after.key();
    let is_new = !line.positions[since..].iter().any(|p| p.key() == key);
    is_new && after.has_legal_move() && !after.is_dead()
}

/// The goal of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// Plies without a capture or a pawn move.
    Quiet(u32),
    /// This number of pieces, including kings.
    Pieces(u32),
    Plies(usize),
    /// These moves.
    Line(&'static str),
}

/// Without a capture or a pawn move a game is drawn at 150.
const QUIET_PLIES: u32 = 130;

impl Goal {
    fn is_reached(self, line: &Line) -> bool {
        let position = line.position();
        match self {
            Goal::Quiet(plies) => position.half_moves >= plies,
            Goal::Pieces(count) => position.squares(|_, _| true).len() <= count,
            Goal::Plies(plies) => line.moves.len() >= plies,
            Goal::Line(moves) => line.moves.len() >= moves.split(' ').count(),
        }
    }

    /// Whether a legal move leads there without an end of the game on the way.
    fn fits(self, line: &Line, (from, to): (Square, Square)) -> bool {
        let position = line.position();
        let takes = position.at(to).is_some();
        let pawn = matches!(position.at(from), Some((Piece::Pawn, _)));
        match self {
            Goal::Quiet(_) => !takes && !pawn && is_new(line, (from, to)),
            Goal::Pieces(_) => takes || position.promotes(from, to),
            Goal::Plies(_) => {
                let wants_pawn = position.half_moves >= QUIET_PLIES;
                !takes && pawn == wants_pawn && is_new(line, (from, to))
            }
            Goal::Line(moves) => {
                let next = moves.split(' ').nth(line.moves.len());
                next.and_then(pair_of) == Some((from, to))
            }
        }
    }
}
