//! Who takes part, and what is played for.

/// An account, by its expression in scenario files.
pub type Address = &'static str;

pub const OWNER: Address = "address:owner";
pub const ALICE: Address = "address:alice";
pub const BOB: Address = "address:bob";
/// Plays in no game unless a scenario says so.
pub const CAROL: Address = "address:carol";
pub const PLAYERS: [Address; 3] = [ALICE, BOB, CAROL];

/// The contract that takes moves, and the one that holds the other views.
pub const CHESS: Address = "sc:chess";
pub const VIEWS: Address = "sc:chess-views";

pub const CHESS_CODE: &str = "onchain-chess.mxsc.json";
pub const VIEWS_CODE: &str = "onchain-chess-views.mxsc.json";

/// The wager of scenarios in EGLD: 1 EGLD.
pub const EGLD_WAGER: u128 = 1_000_000_000_000_000_000;
/// The wager of scenarios in tokens: 25 of a token with two decimals.
pub const TOKEN_WAGER: u128 = 2_500;
pub const TOKEN: &str = "CHESS-123456";

/// How many wagers each player has at first, in EGLD and in the token.
pub const FUNDS: u128 = 10;

/// What is played for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wager {
    Egld,
    Token,
}

impl Wager {
    pub const BOTH: [Wager; 2] = [Wager::Egld, Wager::Token];

    /// As a part of file names.
    pub fn name(self) -> &'static str {
        match self {
            Wager::Egld => "egld",
            Wager::Token => "esdt",
        }
    }

    /// The identifier that the contract is given.
    pub fn identifier(self) -> &'static str {
        match self {
            Wager::Egld => "EGLD-000000",
            Wager::Token => TOKEN,
        }
    }

    pub fn amount(self) -> u128 {
        match self {
            Wager::Egld => EGLD_WAGER,
            Wager::Token => TOKEN_WAGER,
        }
    }
}

/// What becomes of a move that leaves the mover's own king attacked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    Forfeit,
    Reject,
}

impl Rule {
    pub const BOTH: [Rule; 2] = [Rule::Forfeit, Rule::Reject];

    pub fn name(self) -> &'static str {
        match self {
            Rule::Forfeit => "forfeit",
            Rule::Reject => "reject",
        }
    }
}

// The numbers are written here again: a scenario has to fail if the contract's change.

/// How a game stands, in the contract's numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum State {
    Ongoing,
    WhiteWon,
    BlackWon,
    Drawn,
    NoResult = 5,
}

/// Why a game ended, in the numbers of docs/views.md: written out, so that a scenario doesn't take
/// them from the records that it checks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    None,
    Checkmate,
    Resignation,
    Inactivity,
    IllegalMove,
    Stalemate,
    DeadPosition,
    FivefoldRepetition,
    SeventyFiveMoves,
    ThreefoldRepetition,
    FiftyMoves,
    Agreement,
    Pause,
    Aborted = 14,
    Left,
    PlyLimit,
}

impl State {
    /// How many rounds of a single game were played, and White's points in them.
    fn rounds_and_points(self) -> (u16, u16) {
        match self {
            State::WhiteWon => (1, 2),
            State::Drawn => (1, 1),
            State::BlackWon => (1, 0),
            State::NoResult | State::Ongoing => (0, 0),
        }
    }

    /// A single game's rounds, round, points, engines and played rounds, as `getGame` shows them.
    pub fn score(self) -> String {
        let (played, points) = self.rounds_and_points();
        format!("u16:1|u16:0|u16:{points}|u8:0|u16:{played}")
    }
}

/// The data of the event `gameEnded` of a single game.
pub fn game_end(state: State, reason: Reason) -> String {
    let (rounds, points) = state.rounds_and_points();
    match_end(state, reason, rounds, points)
}

/// The data of the event `gameEnded` of a match: rounds played, and points of White of round 0.
pub fn match_end(state: State, reason: Reason, rounds: u16, points: u16) -> String {
    let (state, reason) = (state as u8, reason as u8);
    format!("u8:{state}|u8:{reason}|u16:{rounds}|u16:{points}")
}

/// The data of the event `gameStarted` of a single game without a clock, in which no chess program
/// may help.
pub const SINGLE_GAME: &str = "u16:1|u8:0|u32:0|u32:0";
