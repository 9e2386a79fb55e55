//! Plays a game of a PGN file through the contract, to its end and its payout.

use std::fmt;

use chess_rules::Color;
use multiversx_sc_scenario::imports::RustBigUint;
use onchain_chess::chess_proxy::GameState;

use crate::chain::{Chain, GameView, Refusal, WAGER};
use crate::pgn::{Game, GameResult};

/// How a game stands in the contract once it was played.
#[derive(Debug)]
pub struct Played {
    /// The game as the contract shows it.
    pub view: GameView,
    /// The position by the contract's own view.
    pub fen: String,
    /// What White and Black were paid, in wagers.
    pub paid: [u64; 2],
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Played { view, fen, paid } = self;
        let [white, black] = paid;
        write!(
            f,
            "plies {} state {} reason {:?} fen {fen} paid {white} {black}",
            view.plies, view.state as u8, view.end_reason
        )
    }
}

/// A step of a game that the contract refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// Which game of the file, from 1.
    pub game: usize,
    /// Where in the game, in words.
    pub at: String,
    pub refusal: Refusal,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, {}: {}", self.game, self.at, self.refusal)
    }
}

impl std::error::Error for ReplayError {}

/// The player who makes a ply (from 0).
pub fn mover(ply: usize) -> Color {
    match ply.is_multiple_of(2) {
        true => Color::White,
        false => Color::Black,
    }
}

/// A game that is being played on a chain.
pub struct Replay<'a> {
    chain: &'a mut Chain,
    game: &'a Game,
    /// The game's id in the contract.
    pub id: usize,
    before: [RustBigUint; 2],
}

impl<'a> Replay<'a> {
    /// Both players join with their wagers: a new game of the contract.
    pub fn start(chain: &'a mut Chain, game: &'a Game) -> Result<Self, ReplayError> {
        let before = [Color::White, Color::Black].map(|player| chain.balance(player));
        let mut join = || {
            chain.join(Color::White)?;
            chain.join(Color::Black)?;
            chain.game_count()
        };
        let id = join().map_err(|refusal| ReplayError {
            game: game.number,
            at: "before the first move".into(),
            refusal,
        })?;
        Ok(Replay {
            chain,
            game,
            id,
            before,
        })
    }

    /// Plays a ply (from 0) of the game.
    pub fn play(&mut self, ply: usize) -> Result<(), ReplayError> {
        let mv = self.game.plies[ply].mv;
        self.chain
            .make_move(mover(ply), self.id, mv)
            .map_err(|refusal| ReplayError {
                game: self.game.number,
                at: format!("ply {}, {}", ply + 1, self.game.numbered(ply)),
                refusal,
            })
    }

    /// The chain that the game is played on.
    pub fn chain(&mut self) -> &mut Chain {
        self.chain
    }

    /// Ends the game as its result says, where the contract hasn't ended it: the loser resigns,
    /// or who moved last offers a draw (FIDE 9.1.2.1) and the opponent accepts.
    pub fn finish(self) -> Result<Played, ReplayError> {
        let error = |refusal| ReplayError {
            game: self.game.number,
            at: "after the last move".into(),
            refusal,
        };
        let Replay {
            chain,
            game,
            id,
            before,
        } = self;
        let mut end = || {
            if chain.game(id)?.state == GameState::Ongoing {
                match game.result {
                    GameResult::WhiteWins => chain.resign(Color::Black, id)?,
                    GameResult::BlackWins => chain.resign(Color::White, id)?,
                    GameResult::Draw => {
                        let offers = mover(game.plies.len().saturating_sub(1));
                        chain.draw(offers, id)?;
                        chain.draw(offers.other(), id)?;
                    }
                    GameResult::Unfinished => {}
                }
            }
            Ok((chain.game(id)?, chain.fen(id)?))
        };
        let (view, fen) = end().map_err(error)?;
        let paid = [Color::White, Color::Black].map(|player| {
            let staked = &before[player as usize] - WAGER;
            let paid = chain.balance(player) - staked;
            assert_eq!(&paid % WAGER, 0u64.into(), "a payout is a number of wagers");
            u64::try_from(paid / WAGER).expect("a payout is two wagers at most")
        });
        Ok(Played { view, fen, paid })
    }
}

/// Plays a whole game.
pub fn replay(chain: &mut Chain, game: &Game) -> Result<Played, ReplayError> {
    let mut replay = Replay::start(chain, game)?;
    for ply in 0..game.plies.len() {
        replay.play(ply)?;
    }
    replay.finish()
}
