//! Random steps, with an eye on the model: mostly what players would do, so that games get
//! somewhere and end in every way, and among it every wrong thing.

use cozy_chess::{Piece, Square};
use fastrand::Rng;
use num_bigint::BigUint;

use crate::cast::{Account, Token};
use crate::model::{Game, Model};
use crate::rules::{self, Move, Position};
use crate::step::{Build, Call, Step, argument};

/// Games whose endings are short, in the notation of chess engines.
const LINES: [&str; 9] = [
    // mates
    "f2f3 e7e5 g2g4 d8h4",
    "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7",
    "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5 g4d1 c4f7 e8e7 c3d5",
    // stalemate, by Sam Loyd
    "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6",
    // castling to both sides
    "g1f3 b8c6 g2g3 d7d6 f1g2 c8e6 e1g1 d8d7 d2d3 e8c8",
    // en passant, and a pawn that takes its way to the last rank
    "e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 d6c7 a5a4 c7d8 e8d8",
    "h2h4 g7g5 h4g5 h7h6 g5h6 a7a6 h6h7 a6a5 h7g8",
    // a pinned pawn that steps away, and a king that walks into an attack
    "e2e4 e7e5 d1h5 b8c6 f1c4 f7f6",
    "e2e4 d7d5 e1e2 d5e4 d2d3 c8g4 e2e3",
];

/// How a history goes.
pub struct Generator {
    rng: Rng,
    line: Option<Vec<&'static str>>,
    /// Pieces go back where they came from.
    shuffles: bool,
}

impl Generator {
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let line = rng.u8(..3) > 0;
        let line = line.then(|| LINES[rng.usize(..LINES.len())].split(' ').collect());
        Generator {
            shuffles: line.is_none() && rng.bool(),
            line,
            rng,
        }
    }

    /// A generator of random numbers of its own.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    fn percent(&mut self, chance: u32) -> bool {
        self.rng.u32(..100) < chance
    }

    fn any<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.rng.usize(..of.len())].clone()
    }

    /// A next step.
    pub fn step(&mut self, model: &Model) -> Step {
        if !model.deployed {
            return self.deploy();
        }
        if model.wager.is_none() && self.percent(60) {
            return self.set_wager(false);
        }
        let call = match model.paused_since {
            Some(_) => match self.rng.u32(..100) {
                0..40 => Call::new(Account::Owner, "unpause", vec![]),
                40..50 => return self.epochs(),
                50..55 => return Step::Epochs(31),
                55..80 if model.is_long_pause() => self.long_pause(model),
                _ => self.any_call(model),
            },
            None => match self.rng.u32(..100) {
                0..20 => self.opportunity(model),
                20..25 => self.any_call(model),
                25..27 => return self.epochs(),
                27 => return self.freeze(model),
                28 if self.percent(50) => return Step::Upgrade(self.any(&Build::ALL)),
                28 => Call::new(Account::Owner, "pause", vec![]),
                _ => self.move_or_join(model),
            },
        };
        Step::Call(self.spoiled(call))
    }

    fn deploy(&mut self) -> Step {
        Step::Deploy(match self.rng.u32(..20) {
            0 => vec![argument(2)],
            1 => vec![argument(256)],
            2 => vec![vec![0xff; 9]],
            3 => vec![vec![], vec![]],
            4..9 => vec![],
            9..11 => vec![argument(0)],
            _ => vec![argument(1)],
        })
    }

    /// The owner sets the wager, in earnest or not.
    pub fn set_wager(&mut self, right: bool) -> Step {
        let token = self.any(&[Token::Egld, Token::Chess]);
        let identifier: &[u8] = match token {
            Token::Egld if self.rng.bool() => b"EGLD",
            token => token.identifier().as_bytes(),
        };
        let amount = match self.rng.u32(..8) {
            0 => vec![1],
            1 => vec![0xff; 255],
            2 => argument(u64::MAX),
            _ => argument(self.rng.u64(1..1_000_000_000_000_000_000)),
        };
        let mut arguments = vec![identifier.to_vec(), amount];
        let mut from = Account::Owner;
        if !right && self.percent(40) {
            match self.rng.u32(..5) {
                0 => arguments[1] = self.any(&[vec![], vec![0, 0], vec![1; 256], vec![0xff; 300]]),
                1 => {
                    arguments[0] = self
                        .any(&[&b""[..], b"CHESS", b"chess-123456", b"CHESS-12345G"])
                        .to_vec()
                }
                2 => from = self.any(&Account::CALLERS),
                3 => arguments.push(vec![1]),
                _ => arguments.truncate(1),
            }
        }
        Step::Call(Call::new(from, "setWager", arguments))
    }

    fn epochs(&mut self) -> Step {
        Step::Epochs(self.any(&[1, 1, 1, 2, 2, 3, 5, 30, 31, 32, 1_000]))
    }

    fn freeze(&mut self, model: &Model) -> Step {
        let frozen: Vec<Account> = model.frozen.iter().copied().collect();
        if !frozen.is_empty() && self.percent(60) {
            return Step::Freeze(self.any(&frozen), false);
        }
        Step::Freeze(self.any(&Account::ALL), true)
    }

    fn long_pause(&mut self, model: &Model) -> Call {
        let owed: Vec<Account> = model.credits.keys().copied().collect();
        let ongoing: Vec<usize> = self.ongoing(model);
        match self.rng.u32(..4) {
            0 if model.waiting.is_some() => Call::new(
                model.waiting.unwrap_or(Account::Alice),
                "leaveQueue",
                vec![],
            ),
            1 if !owed.is_empty() => Call::new(self.any(&owed), "withdraw", vec![]),
            2 if !model.games.is_empty() => {
                let index = self.rng.usize(..model.games.len());
                let player = self.any(&Account::CALLERS);
                self.game_call(model, index, player, "reclaimWager")
            }
            _ if !ongoing.is_empty() => {
                let index = self.any(&ongoing);
                let player = self.any(&model.games[index].players);
                self.game_call(model, index, player, "reclaimWager")
            }
            _ => self.any_call(model),
        }
    }

    fn ongoing(&self, model: &Model) -> Vec<usize> {
        let ongoing = |&index: &usize| model.games[index].is_ongoing();
        (0..model.games.len()).filter(ongoing).collect()
    }

    /// What a player would be glad to do, if there is anything.
    fn opportunity(&mut self, model: &Model) -> Call {
        let mut calls = vec![];
        for (index, game) in model.games.iter().enumerate() {
            if !game.is_ongoing() {
                continue;
            }
            let mut add = |player, function| {
                calls.push(Call::new(
                    player,
                    function,
                    vec![argument(index as u64 + 1)],
                ));
            };
            let (on_move, other) = (game.on_move(), game.player(!game.position.turn));
            if model.is_late(game) {
                add(other, "signalInactivity");
                add(on_move, "claimDraw");
            } else {
                if game.claim().is_some() && !(self.shuffles && self.rng.u8(..4) > 0) {
                    add(on_move, "claimDraw");
                }
                if game.position.in_check(!game.position.turn) {
                    add(on_move, "callIllegalMove");
                }
            }
            if let Some(color) = game.offer {
                add(game.player(!color), "draw");
                add(game.player(color), "draw");
            }
        }
        for &player in model.credits.keys() {
            calls.push(Call::new(player, "withdraw", vec![]));
        }
        match calls.is_empty() {
            true => self.move_or_join(model),
            false => self.any(&calls),
        }
    }

    /// Any endpoint, mostly at the wrong time.
    fn any_call(&mut self, model: &Model) -> Call {
        let from = self.any(&Account::CALLERS);
        let index = match model.games.len() {
            0 => 0,
            games => self.rng.usize(..games),
        };
        let player = match model.games.get(index) {
            Some(game) if self.percent(80) => self.any(&game.players),
            _ => from,
        };
        match self.rng.u32(..14) {
            0 => Call::new(self.any(&[from, Account::Owner]), "pause", vec![]),
            1 => Call::new(self.any(&[from, Account::Owner]), "unpause", vec![]),
            2 => match self.set_wager(false) {
                Step::Call(call) => call,
                _ => Call::new(from, "setWager", vec![]),
            },
            3 => Call::new(from, "leaveQueue", vec![]),
            4 => match model.waiting {
                Some(waiting) => Call::new(waiting, "leaveQueue", vec![]),
                None => Call::new(from, "leaveQueue", vec![]),
            },
            5 => Call::new(from, "withdraw", vec![]),
            6 => self.join(model),
            7 => self.game_call(model, index, player, "draw"),
            8 => self.game_call(model, index, player, "claimDraw"),
            9 => self.game_call(model, index, player, "callIllegalMove"),
            10 => self.game_call(model, index, player, "signalInactivity"),
            11 => self.game_call(model, index, player, "resign"),
            12 => self.game_call(model, index, player, "reclaimWager"),
            _ => {
                let (a, b) = (self.rng.u8(..66), self.rng.u8(..66));
                self.move_call(model, index, player, a, b, None)
            }
        }
    }

    fn game_call(
        &mut self,
        model: &Model,
        index: usize,
        from: Account,
        function: &'static str,
    ) -> Call {
        let id = self.game_id(model, index);
        Call::new(from, function, vec![id])
    }

    fn game_id(&mut self, model: &Model, index: usize) -> Vec<u8> {
        match self.rng.u32(..60) {
            0 => vec![],
            1 => argument(model.games.len() as u64 + 1),
            2 => vec![0xff; 4],
            _ => argument(index as u64 + 1),
        }
    }

    // ---- joining

    fn join(&mut self, model: &Model) -> Call {
        let from = match self.rng.u32(..20) {
            0 => self.any(&Account::CALLERS),
            _ => self.any(&Account::CALLERS[..5]),
        };
        let call = Call::new(from, "joinGame", vec![]);
        let Some((token, wager)) = model.wager.clone() else {
            return call;
        };
        if self.percent(90) {
            return call.paying(token, wager);
        }
        let other = self.any(&Token::ALL);
        match self.rng.u32(..5) {
            0 => call,
            1 => call.paying(token, wager + 1u32),
            2 if wager > BigUint::from(1u32) => call.paying(token, wager - 1u32),
            3 => call.paying(token, wager.clone()).paying(other, wager),
            _ => call.paying(other, wager),
        }
    }

    // ---- moves

    fn move_or_join(&mut self, model: &Model) -> Call {
        let mut ongoing = self.ongoing(model);
        if self.percent(90) {
            ongoing.retain(|&index| !model.is_late(&model.games[index]));
        }
        let join = match (ongoing.len(), model.waiting) {
            (0, _) => 90,
            (_, Some(_)) => 8,
            (1, _) => 5,
            _ => 2,
        };
        if ongoing.is_empty() || self.percent(join) {
            return self.join(model);
        }
        let index = match self.percent(80) {
            true => ongoing[0],
            false => self.any(&ongoing),
        };
        let game = &model.games[index];
        if self.percent(3) {
            let player = self.any(&game.players);
            return self.game_call(model, index, player, "draw");
        }
        self.chosen_move(model, index)
    }

    fn chosen_move(&mut self, model: &Model, index: usize) -> Call {
        let game = &model.games[index];
        let from = match self.rng.u32(..40) {
            0 => self.any(&Account::CALLERS),
            _ => game.on_move(),
        };
        if self.percent(2) {
            let (a, b) = (self.rng.u8(..70), self.rng.u8(..70));
            return self.move_call(model, index, from, a, b, None);
        }
        let Some((a, b)) = self.pair(game) else {
            let (a, b) = (self.rng.u8(..64), self.rng.u8(..64));
            return self.move_call(model, index, from, a, b, None);
        };
        let promotion = match (game.position.promotes(a, b), self.rng.u32(..40)) {
            (true, 0..10) => None,
            (true, 10..13) => Some(self.any(&[0, 5, 200])),
            (true, _) => Some(self.rng.u8(1..5)),
            (false, 0) => Some(self.rng.u8(..5)),
            (false, _) => None,
        };
        self.move_call(
            model,
            index,
            from,
            rules::number(a),
            rules::number(b),
            promotion,
        )
    }

    fn move_call(
        &mut self,
        model: &Model,
        index: usize,
        player: Account,
        from: u8,
        to: u8,
        promotion: Option<u8>,
    ) -> Call {
        let mut arguments = vec![self.game_id(model, index)];
        arguments.push(argument(from.into()));
        arguments.push(argument(to.into()));
        arguments.extend(promotion.map(|piece| argument(piece.into())));
        Call::new(player, "makeMove", arguments)
    }

    /// A move's squares; most often those of a legal move.
    fn pair(&mut self, game: &Game) -> Option<(Square, Square)> {
        if self.percent(90)
            && let Some(pair) = self.of_line(game)
        {
            return Some(pair);
        }
        let position = &game.position;
        let own = position.squares(|_, color| color == position.turn);
        if self.percent(3) {
            let from = own.iter().nth(self.rng.usize(..own.len() as usize))?;
            return Some((from, Square::index(self.rng.usize(..64))));
        }
        if self.percent(match position.in_check(position.turn) {
            true => 30,
            false => 6,
        }) {
            let unsafe_pairs: Vec<(Square, Square)> = pseudo_legal(position)
                .filter(|&(from, to)| !position.keeps_king_safe(from, to))
                .collect();
            if !unsafe_pairs.is_empty() {
                return Some(self.any(&unsafe_pairs));
            }
        }
        if self.percent(if self.shuffles { 85 } else { 10 })
            && let Some(pair) = back(game)
        {
            return Some(pair);
        }
        let legal = position.legal_pairs();
        if legal.is_empty() {
            let all: Vec<(Square, Square)> = pseudo_legal(position).collect();
            return (!all.is_empty()).then(|| self.any(&all));
        }
        if self.percent(40)
            && let Some(mate) = legal.iter().find(|pair| is_mate(position, **pair))
        {
            return Some(*mate);
        }
        let special: Vec<(Square, Square)> = legal
            .iter()
            .copied()
            .filter(|&(from, to)| is_special(position, from, to))
            .collect();
        match !special.is_empty() && self.percent(50) {
            true => Some(self.any(&special)),
            false => Some(self.any(&legal)),
        }
    }

    /// The next move of the line, for as long as the game keeps to it.
    fn of_line(&mut self, game: &Game) -> Option<(Square, Square)> {
        let line = self.line.as_ref()?;
        let next = line.get(game.moves.len())?;
        let kept = game
            .moves
            .iter()
            .zip(line)
            .all(|(m, text)| pair_of(text) == Some((m.from, m.to)));
        if kept { pair_of(next) } else { None }
    }

    /// A call with something wrong about it, now and then.
    fn spoiled(&mut self, mut call: Call) -> Call {
        match self.rng.u32(..200) {
            0 => {
                call.arguments.pop();
            }
            1 => call.arguments.push(vec![1]),
            2 | 3 if !call.arguments.is_empty() && call.function != "setWager" => {
                let index = self.rng.usize(..call.arguments.len());
                let zeros = [vec![0; 9], call.arguments[index].clone()].concat();
                call.arguments[index] = self.any(&[
                    zeros,
                    vec![0xff; 9],
                    vec![1, 0, 0, 0, 0],
                    vec![0xff; 8],
                    vec![1; 40],
                    vec![1, 0],
                ]);
            }
            4 if call.payments.is_empty() && call.function != "joinGame" => {
                let token = self.any(&Token::ALL);
                call = call.paying(token, BigUint::from(1u32));
            }
            5 => call.from = self.any(&Account::CALLERS),
            _ => {}
        }
        call
    }

    // ---- beginnings

    /// A contract that players can join, by a step at a time.
    pub fn ready(&mut self, rejects: bool, wager: Token) -> Vec<Step> {
        let amount = match self.rng.bool() {
            true => argument(1_000_000_000_000_000_000),
            false => argument(self.rng.u64(1..1_000_000)),
        };
        let arguments = vec![wager.identifier().into(), amount];
        vec![
            Step::Deploy(vec![argument(rejects as u64)]),
            Step::Call(Call::new(Account::Owner, "setWager", arguments)),
            Step::Call(Call::new(Account::Owner, "unpause", vec![])),
        ]
    }

    /// A game that gets so many plies without a capture or a pawn move, or so few pieces.
    pub fn long_game(&mut self, model: &Model, goal: Goal) -> Vec<Step> {
        let mut model = model.clone();
        let mut steps = vec![];
        let (token, wager) = model.wager.clone().expect("a contract that is ready");
        let mut take = |model: &mut Model, call: Call| {
            let step = Step::Call(call);
            let taken = model.take(&step);
            assert!(taken.is_ok(), "{step}: {taken:?}");
            steps.push(step);
        };
        let players = [
            self.any(&[Account::Alice, Account::Machine]),
            self.any(&[Account::Bob, Account::Mute]),
        ];
        for player in players {
            let join = Call::new(player, "joinGame", vec![]);
            take(&mut model, join.paying(token, wager.clone()));
        }
        let index = model.games.len() - 1;
        for _ in 0..600 {
            let game = &model.games[index];
            if goal.is_reached(&game.position) {
                break;
            }
            let position = &game.position;
            let pairs = position.legal_pairs();
            let mut fitting: Vec<(Square, Square)> = pairs
                .iter()
                .copied()
                .filter(|&pair| goal.fits(game, pair))
                .collect();
            if fitting.is_empty() {
                fitting = pairs;
            }
            let (from, to) = self.any(&fitting);
            let arguments = [index as u8 + 1, rules::number(from), rules::number(to)];
            let arguments = arguments.map(|byte| argument(byte.into())).to_vec();
            let player = game.on_move();
            take(&mut model, Call::new(player, "makeMove", arguments));
            if !model.games[index].is_ongoing() {
                break;
            }
        }
        steps
    }
}

/// What a long game is to come to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Plies without a capture or a pawn move.
    Quiet(u32),
    /// So few pieces, kings included.
    Pieces(u32),
}

impl Goal {
    fn is_reached(self, position: &Position) -> bool {
        match self {
            Goal::Quiet(plies) => position.half_moves >= plies,
            Goal::Pieces(count) => position.squares(|_, _| true).len() <= count,
        }
    }

    /// Whether a legal move leads there without an end of the game on the way.
    fn fits(self, game: &Game, (from, to): (Square, Square)) -> bool {
        let position = &game.position;
        let takes = position.at(to).is_some();
        match self {
            Goal::Quiet(_) => {
                let pawn = matches!(position.at(from), Some((Piece::Pawn, _)));
                let after = position.after(plain(from, to)).key();
                !takes && !pawn && !game.seen.contains(&after)
            }
            Goal::Pieces(_) => takes || position.promotes(from, to),
        }
    }
}

fn plain(from: Square, to: Square) -> Move {
    Move {
        from,
        to,
        promotion: None,
    }
}

fn pair_of(text: &str) -> Option<(Square, Square)> {
    let (from, to) = text.split_at_checked(2)?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

fn pseudo_legal(position: &Position) -> impl Iterator<Item = (Square, Square)> {
    Square::ALL
        .into_iter()
        .flat_map(|from| position.reach(from).into_iter().map(move |to| (from, to)))
}

/// The way back of the mover's last move, if nothing stands there.
fn back(game: &Game) -> Option<(Square, Square)> {
    let last = game.moves.iter().rev().nth(1)?;
    let (from, to) = (last.to, last.from);
    let position = &game.position;
    (position.reach(from).has(to) && position.at(to).is_none()).then_some((from, to))
}

fn is_mate(position: &Position, (from, to): (Square, Square)) -> bool {
    let promotion = position.promotes(from, to).then_some(Piece::Queen);
    let after = position.after(Move {
        from,
        to,
        promotion,
    });
    after.in_check(after.turn) && after.legal_pairs().is_empty()
}

/// A capture, a promotion, castling.
fn is_special(position: &Position, from: Square, to: Square) -> bool {
    let castles = matches!(position.at(from), Some((Piece::King, _)))
        && (from.file() as i8 - to.file() as i8).abs() == 2;
    castles || position.at(to).is_some() || position.promotes(from, to)
}
