use alloc::vec::Vec;

use crate::error::StepError;
use crate::game::{Game, GameMove, Outcome};
use crate::hash::Algorithm;

/// The next event of a game.
///
/// ```
/// use game_moves::{Game, Step, StepError, ludo::State};
/// let start = State::new(2, 0).unwrap();
/// let (dice, rolled) = start.roll().unwrap();
/// assert_eq!(Step::Roll { dice }.apply(&start), Ok(rolled));
/// assert_eq!(Step::Eliminate { player: 2 }.apply(&start), Err(StepError::CannotEliminate));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// A player's move.
    Move {
        /// The player who moves.
        player: u8,
        /// Their move.
        mv: M,
    },
    /// A roll of the dice.
    Roll {
        /// The dice in the order of the throws.
        dice: Vec<u8>,
    },
    /// A player is eliminated.
    Eliminate {
        /// The player.
        player: u8,
    },
    /// The players agree on a draw (checkers). The state stays unchanged and doesn't show it, and no step may
    /// follow.
    Draw,
}

impl<M: GameMove> Step<M> {
    /// The state after this step, fully checked.
    ///
    /// # Errors
    /// As [`Game::submit`], [`Game::roll`] and [`Game::eliminate`]; [`StepError::WrongDice`] when the seed gives others;
    /// [`StepError::NoAgreedDraw`] where [`Game::knows_agreed_draws`] says no.
    pub fn apply<G: Game<Move = M>>(&self, state: &G) -> Result<G, StepError> {
        match self {
            Self::Move { player, mv } => state.apply_by(*player, mv),
            Self::Roll { dice } => match state.roll()? {
                (rolled, next) if rolled == *dice => Ok(next),
                _ => Err(StepError::WrongDice),
            },
            Self::Eliminate { player } => state.eliminate(*player),
            Self::Draw if state.outcome() == Outcome::Ongoing && G::knows_agreed_draws() => {
                Ok(state.clone())
            }
            Self::Draw => Err(state.over_or(StepError::NoAgreedDraw)),
        }
    }

    /// The step's bytes in a [`Chain`]: 0, the player and the move's binary encoding; 1 and the dice; 2 and the player;
    /// 3.
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Move { player, mv } => {
                let mut bytes = Vec::from([0, *player]);
                mv.append_to(&mut bytes);
                bytes
            }
            Self::Roll { dice } => [&[1], &dice[..]].concat(),
            Self::Eliminate { player } => Vec::from([2, *player]),
            Self::Draw => Vec::from([3]),
        }
    }
}

/// A hash chain over a game: one commitment to its start, to every step and to every state in
/// between.
///
/// ```
/// use game_moves::{Algorithm, Chain, Game, GameMove, Step, checkers};
///
/// let start = checkers::State::new();
/// let mut chain = Chain::new(&start, Algorithm::Sha256);
/// let begun = chain.value();
/// let step = Step::Move { player: 0, mv: checkers::Move::from_hex("0x223300")? };
/// chain.add(&step, &step.apply(&start)?);
/// assert_ne!(chain.value(), begun);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    algorithm: Algorithm,
    value: [u8; 32],
}

/// The label that begins the first link.
const LABEL: &[u8] = b"game-moves chain 1";

impl Chain {
    /// The chain of a new game: the hash of the label `game-moves chain 1`, the game's id and the state's hash.
    pub fn new<G: Game>(start: &G, algorithm: Algorithm) -> Self {
        let value = algorithm.hash(&[LABEL, &[G::ID as u8], &start.hash(algorithm)].concat());
        Self { algorithm, value }
    }

    /// Adds a step and the state after it: the hash of the chain so far, the step's bytes and the state's
    /// hash.
    pub fn add<G: Game>(&mut self, step: &Step<G::Move>, next: &G) {
        self.value = self
            .algorithm
            .hash(&[&self.value[..], &step.bytes(), &next.hash(self.algorithm)].concat());
    }

    /// The commitment so far.
    pub fn value(&self) -> [u8; 32] {
        self.value
    }
}
