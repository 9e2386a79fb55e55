//! How histories begin: a contract that is ready, a long game, an endgame.

use cozy_chess::{Piece, Square};

use super::Generator;
use super::choice::plain;
use crate::cast::{Account, Token};
use crate::model::{Game, Model};
use crate::rules::{self, Position};
use crate::step::{Call, Step, argument};

impl Generator {
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
