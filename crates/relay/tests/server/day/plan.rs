//! How the games of a day go: real players' moves, and other events.

use chess_rules::{Color, Outcome};
use fastrand::Rng;
use game_moves::chess::Move;

use crate::harness::chess::{first, last_mover, legal_moves, moves, position, split};
use crate::harness::real_games::RealGame;

/// The beginning of a mate that Black could have had, and no mate.
const NO_MATE: &str = "f2f3 e7e5 g2g4 a7a6 b1c3";

/// The number of plies after which a draw is offered that the opponent ignores.
pub const OFFERED: usize = 6;

/// The number of plies after which a position has occurred three times.
pub const REPEATED: usize = 9;

/// The fewest plies of a game that is cut short.
const SHORTEST: usize = 12;

/// A cheat's deed, by the chain unless it says otherwise. The opponent's relay undoes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cheat {
    /// Submits an old state and asks for a move there, which was made long ago.
    OldState,
    /// Submits a mate in another line.
    OtherMate,
    /// Signs two lines: submits an old state with another own move after it.
    SecondThought,
    /// Submits an old state and makes another move there from the account.
    MoveOnChain,
    /// Takes a draw that the opponent offered long ago.
    StaleDraw,
    /// Submits an old state, in which a position has occurred three times, and claims a draw.
    StaleClaim,
    /// Sends a second line, and a message in the opponent's name, through the relay, which refuses
    /// both.
    Fork,
    /// Resigns from the account, while the game continues in the relay.
    ResignOnChain,
    /// Submits an old state with an ask, and a friend who owns the contract pauses it.
    Pause,
    /// Makes another first move from the account, while the chain has none.
    FirstMoveOnChain,
    /// Submits an old state with an ask in the middle of the game, a second line with an ask at its
    /// end, and sends a second line through the relay.
    Several,
    /// Submits an old state or a second line with an ask, before the pending settlement.
    Overtakes,
}

/// The kind of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A real game to its end.
    Whole,
    /// A mate that the mated player doesn't acknowledge.
    SoreLoser,
    /// The beginning of a real game, then one resigns.
    Resigned,
    /// The beginning of a real game, then both want a draw.
    Draw,
    /// The beginning of a real game; then one stops to move, the other asks, nothing comes.
    Silent,
    /// One cheats; then one resigns all the same.
    Cheat(Cheat),
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Mate,
    Stalemate,
    Resigned(Color),
    Agreed,
    Silent,
}

/// Those that a day has at least once.
pub const KINDS: [Kind; 16] = [
    Kind::Whole,
    Kind::SoreLoser,
    Kind::Resigned,
    Kind::Draw,
    Kind::Silent,
    Kind::Cheat(Cheat::OldState),
    Kind::Cheat(Cheat::OtherMate),
    Kind::Cheat(Cheat::SecondThought),
    Kind::Cheat(Cheat::MoveOnChain),
    Kind::Cheat(Cheat::StaleDraw),
    Kind::Cheat(Cheat::StaleClaim),
    Kind::Cheat(Cheat::Fork),
    Kind::Cheat(Cheat::ResignOnChain),
    Kind::Cheat(Cheat::FirstMoveOnChain),
    Kind::Cheat(Cheat::Several),
    Kind::Cheat(Cheat::Overtakes),
];

impl Kind {
    pub fn of(rng: &mut Rng) -> Self {
        match rng.u32(0..1_000) {
            0..50 => Kind::Silent,
            50..70 => *rng.choice(&KINDS[5..]).unwrap(),
            70..120 => Kind::SoreLoser,
            120..550 => Kind::Whole,
            550..650 => Kind::Draw,
            _ => Kind::Resigned,
        }
    }
}

/// A game to be played.
#[derive(Clone)]
pub struct Plan {
    pub kind: Kind,
    /// The moves played through the relay.
    pub line: Vec<u8>,
    pub end: End,
    pub cheater: Color,
    /// For random choices.
    pub seed: u64,
}

impl Plan {
    pub fn new(kind: Kind, games: &[RealGame], rng: &mut Rng) -> Self {
        let game = *rng.choice(&games.iter().collect::<Vec<_>>()).unwrap();
        let someone = |rng: &mut Rng| *rng.choice(&[Color::White, Color::Black]).unwrap();
        let mut cheater = someone(rng);
        let (line, end) = match kind {
            Kind::Whole => (game.line.clone(), end_of(game)),
            Kind::SoreLoser => {
                let mates = games.iter().filter(|game| end_of(game) == End::Mate);
                let game = *rng.choice(&mates.collect::<Vec<_>>()).unwrap();
                (game.line.clone(), End::Mate)
            }
            Kind::Resigned => (beginning(game, rng), End::Resigned(someone(rng))),
            Kind::Draw => (beginning(game, rng), End::Agreed),
            Kind::Silent => (beginning(game, rng), End::Silent),
            Kind::Cheat(cheat) => {
                let line = match cheat {
                    Cheat::OtherMate => {
                        cheater = Color::Black;
                        moves(NO_MATE)
                    }
                    Cheat::StaleClaim => {
                        cheater = Color::Black;
                        repeating(games, rng)
                    }
                    // the player to move accepts a draw, and makes the first move
                    Cheat::StaleDraw | Cheat::FirstMoveOnChain => {
                        cheater = Color::White;
                        beginning(game, rng)
                    }
                    _ => beginning(game, rng),
                };
                let end = match cheat {
                    Cheat::ResignOnChain => End::Resigned(cheater),
                    _ => End::Resigned(someone(rng)),
                };
                (line, end)
            }
        };
        Plan {
            kind,
            line,
            end,
            cheater,
            seed: rng.u64(..),
        }
    }

    pub fn plies(&self) -> usize {
        split(&self.line).len()
    }

    /// State and reason by the contract's numbers, and the stakes that White and Black get.
    pub fn expected(&self) -> (u8, u8, [u64; 2]) {
        let won = |winner: Color| match winner {
            Color::White => (1, [2, 0]),
            Color::Black => (2, [0, 2]),
        };
        let last = last_mover(&self.line);
        let ((state, stakes), reason) = match self.end {
            End::Mate => (won(last), 1),
            End::Resigned(color) => (won(color.other()), 2),
            // a player who can't mate wins nothing
            End::Silent if position(&self.line).can_still_mate(last) => (won(last), 3),
            End::Silent => ((3, [1, 1]), 3),
            End::Stalemate => ((3, [1, 1]), 5),
            End::Agreed => ((3, [1, 1]), 11),
        };
        (state, reason, stakes)
    }

    /// The event that the chain awaits before the game is over, if that takes time.
    pub fn waits_for(&self) -> Option<u8> {
        match self.kind {
            Kind::SoreLoser => Some(2),
            Kind::Silent => Some(1),
            _ if self.end == End::Agreed => Some(2),
            _ => None,
        }
    }

    /// The number of the relays' transactions for a game: one that ends it; another if time has to
    /// pass, or a cheat must be undone.
    pub fn transactions(&self) -> usize {
        match self.kind {
            Kind::Cheat(Cheat::ResignOnChain) => 0,
            Kind::Cheat(Cheat::Fork | Cheat::Overtakes) => 1,
            Kind::Cheat(Cheat::Several) => 3,
            Kind::Cheat(_) => 2,
            _ => 1 + usize::from(self.waits_for().is_some()),
        }
    }
}

/// How a real game ended. A loss other than by mate is a resignation.
fn end_of(game: &RealGame) -> End {
    match (position(&game.line).outcome(), game.winner) {
        (Outcome::Checkmate, _) => End::Mate,
        (Outcome::Stalemate, _) => End::Stalemate,
        (_, Some(winner)) => End::Resigned(winner.other()),
        (_, None) => End::Agreed,
    }
}

/// The beginning of a game, which hasn't ended there.
fn beginning(game: &RealGame, rng: &mut Rng) -> Vec<u8> {
    let plies = split(&game.line).len();
    first(&game.line, rng.usize(SHORTEST..plies)).to_vec()
}

/// A real game in which knights go to and fro twice after a pawn's first move, so that Black may
/// claim a draw after [`REPEATED`] plies, and doesn't.
fn repeating(games: &[RealGame], rng: &mut Rng) -> Vec<u8> {
    let pawn_first = |game: &&RealGame| {
        let mv = chess_rules::Move::from(Move::decode(&game.line).unwrap().0);
        mv.from.index_from_a8() / 8 == 6
    };
    let games: Vec<_> = games.iter().filter(pawn_first).collect();
    let line = beginning(rng.choice(&games).unwrap(), rng);
    let (opening, rest) = line.split_at(first(&line, 1).len());
    let knights = moves("g8f6 g1f3 f6g8 f3g1");
    [opening, &knights, &knights, rest].concat()
}

/// A game's first plies with another move as the last one of these, after which it continues.
pub fn with_another_move(line: &[u8], plies: usize, rng: &mut Rng) -> Vec<u8> {
    let before = first(line, plies - 1);
    let known = &first(line, plies)[before.len()..];
    let position = position(before);
    let others = legal_moves(&position).into_iter().filter_map(|mv| {
        let mut next = position.clone();
        next.apply(mv);
        let encoded = Move::of_legal(mv).encode().as_bytes().to_vec();
        let goes_on = next.outcome() == Outcome::Ongoing;
        // promotions take an argument more on the chain
        let is_other = encoded != known && mv.promotion.is_none();
        (goes_on && is_other).then_some(encoded)
    });
    let others: Vec<_> = others.collect();
    [before, rng.choice(&others).expect("another move")].concat()
}
