//! A game's state, on either board.

/// Why a game is drawn. Where the Laws let a player claim a draw (FIDE 9.2, 9.3) the game ends
/// automatically: the engine claims every draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// The side to move has no legal move and is not in check (FIDE 5.2.1).
    Stalemate,
    /// No sequence of moves mates (FIDE 5.2.2), judged by the material alone.
    DeadPosition,
    /// The position is on the board for the third time with the same side to move.
    Repetition,
    /// Fifty moves by each side without a capture or a pawn move.
    FiftyMoves,
    /// On 6×6 alone: [`MAX_PLIES`](crate::MAX_PLIES) plies were played.
    MoveLimit,
}

impl Draw {
    /// In words.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "neither side can mate any more",
            Self::Repetition => "the position is on the board for the third time",
            Self::FiftyMoves => "fifty moves without a capture or a pawn move",
            Self::MoveLimit => "two hundred moves were played",
        }
    }
}

/// A game's state. [`Outcome::code`] returns the contracts' numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Not over.
    Ongoing,
    /// Black is mated.
    WhiteWins,
    /// White is mated.
    BlackWins,
    /// Drawn, and why.
    Drawn(Draw),
}

const OUTCOMES: [Outcome; 8] = [
    Outcome::Ongoing,
    Outcome::WhiteWins,
    Outcome::BlackWins,
    Outcome::Drawn(Draw::Stalemate),
    Outcome::Drawn(Draw::DeadPosition),
    Outcome::Drawn(Draw::Repetition),
    Outcome::Drawn(Draw::FiftyMoves),
    Outcome::Drawn(Draw::MoveLimit),
];

impl Outcome {
    /// 0 ongoing, 1 White wins, 2 Black wins, 3 stalemate, 4 dead position, 5 repetition,
    /// 6 fifty moves, 7 move limit.
    pub fn code(self) -> u8 {
        match self {
            Self::Ongoing => 0,
            Self::WhiteWins => 1,
            Self::BlackWins => 2,
            Self::Drawn(draw) => 3 + draw as u8,
        }
    }

    /// The outcome with this [code](Self::code).
    ///
    /// # Errors
    /// No outcome has it.
    pub fn from_code(code: u8) -> Result<Self, BytesError> {
        OUTCOMES.get(usize::from(code)).copied().ok_or(BytesError)
    }
}

/// The bytes aren't an encoded game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BytesError;
