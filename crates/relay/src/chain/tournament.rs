//! A tournament that isn't over, as its contract stores it (`contracts/tournament/src/storage.rs`).

use chess_record::{GameState, State};
use chess_rules::Color;

use super::gateway::GatewayError;
use super::state::Chain;
use super::stored;

const ENTERING: u8 = 0;
const RUNNING: u8 = 1;
const CHALLENGE: u8 = 1;
const DONE: u8 = 3;

/// An entrant's length: the address and the rating.
const ENTRANT_LEN: usize = 34;

/// A tournament that isn't over. Times are milliseconds of block time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    /// The contract of its games.
    pub game_contract: [u8; 32],
    /// The clock's base and increment in seconds, and whether players may use a chess program.
    pub terms: (u32, u32, bool),
    /// When entering ends.
    pub start: u64,
    /// How long a round may take.
    pub window: u64,
    /// When the running round was paired, or the end of a later pause of the game contract.
    pub paired: u64,
    /// When the window ends, in milliseconds that count for clocks: a game that begins later is none of
    /// its boards'.
    pub counted_end: u64,
    /// The game contract's last game at that time.
    pub last_game: u32,
    /// The entrants by seed.
    pub players: Vec<[u8; 32]>,
    /// The boards of the running round; none before the start.
    pub boards: Vec<Board>,
}

impl Tournament {
    /// When this number of quarters of the window has passed.
    pub fn quarters(&self, quarters: u64) -> u64 {
        self.paired + self.window / 4 * quarters
    }
}

/// A board of the running round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// White and Black.
    pub players: [[u8; 32]; 2],
    /// How far its reported game is.
    pub has: Has,
    /// The players who have been there: 1 White, 2 Black, 3 both.
    pub seen: u8,
}

impl Board {
    /// Whether a player has been there.
    pub fn has_seen(&self, player: Color) -> bool {
        self.seen & (1 << player as u8) != 0
    }
}

/// What a board has by its reported game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Has {
    /// No game, or one that has ended without a result.
    Nothing,
    /// An open challenge.
    Challenge,
    /// A game that is being played.
    Game,
    /// A result.
    Result,
}

/// Reads numbers from the front.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn u8(&mut self) -> Option<u8> {
        self.take().map(|[byte]| byte)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_be_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_be_bytes)
    }

    /// Skips bytes that have their length before them.
    fn skip(&mut self) -> Option<()> {
        let length = self.u32()?;
        self.0 = self.0.get(length as usize..)?;
        Some(())
    }
}

impl From<GameState> for Has {
    fn from(state: GameState) -> Self {
        match state {
            GameState::NoResult => Has::Nothing,
            GameState::Open => Has::Challenge,
            GameState::Ongoing => Has::Game,
            _ => Has::Result,
        }
    }
}

/// The running round's boards: both seeds, the state and who has been there; the reported game or 0.
fn boards(bytes: &[u8]) -> Option<Vec<([u8; 4], u32)>> {
    let mut bytes = Reader(bytes);
    if bytes.u8()? == 1 {
        bytes.u8()?;
    }
    let mut boards = vec![];
    for _ in 0..bytes.u32()? {
        let (board, game) = (bytes.take()?, bytes.u32()?);
        let [_white_points, _black_points] = bytes.take()?;
        boards.push((board, game));
    }
    Some(boards)
}

/// The clock's base and increment and the engines value, the start, and the window.
fn terms(bytes: &[u8]) -> Option<((u32, u32, bool), u64, u64)> {
    let mut bytes = Reader(bytes);
    let [_format, _players, _rounds] = bytes.take()?;
    // the token and the fee
    bytes.skip()?;
    bytes.skip()?;
    let terms = (bytes.u32()?, bytes.u32()?, bytes.u8()? == 1);
    Some((terms, bytes.u64()?, bytes.u64()?))
}

impl Chain {
    /// When the last pause of a game contract let time run again, which begins a round's window again, and
    /// how much time pauses have stopped. With a state of another version `next` cancels, whatever the time.
    fn pauses(&self, game_contract: &[u8; 32]) -> Result<(u64, u64), GatewayError> {
        let state = self.gateway().stored(game_contract, stored::STATE)?;
        Ok(State::parse(&state).map_or((0, 0), |state| {
            let pause = &state.pause;
            (pause.resume_millis.get(), pause.stopped_millis.get())
        }))
    }

    /// The number of a contract's tournaments.
    ///
    /// # Errors
    /// The gateway doesn't answer.
    pub fn tournament_count(&self, contract: &[u8; 32]) -> Result<u32, GatewayError> {
        let bytes = self.gateway().stored(contract, b"tournaments")?;
        let number = bytes.iter().take(4);
        Ok(number.fold(0, |number, byte| number << 8 | u32::from(*byte)))
    }

    /// A tournament; `None` if there is none, or it is over.
    ///
    /// # Errors
    /// The gateway doesn't answer, or the contract is of another version.
    pub fn tournament(
        &self,
        contract: &[u8; 32],
        id: u32,
    ) -> Result<Option<Tournament>, GatewayError> {
        let unreadable = || GatewayError::Unreadable("a tournament of another version".into());
        let read = |key: &[u8], round: &[u8]| {
            let key = [key, &id.to_be_bytes(), round].concat();
            self.gateway().stored(contract, &key)
        };
        let progress = read(b"progress", &[])?;
        let mut progress = Reader(&progress);
        let Some(phase @ (ENTERING | RUNNING)) = progress.u8() else {
            return Ok(None);
        };
        let read_progress = |it: &mut Reader| Some((it.u8()?, it.u64()?, it.u32()?));
        let (round, paired, last_game) = read_progress(&mut progress).ok_or_else(unreadable)?;
        let entrants = read(b"entrants", &[])?;
        let players = entrants.chunks_exact(ENTRANT_LEN);
        let players: Vec<[u8; 32]> = players
            .filter_map(|entrant| entrant.first_chunk().copied())
            .collect();
        let terms = terms(&read(b"terms", &[])?).ok_or_else(unreadable)?;
        let (terms, start, window) = terms;
        let game_contract = self.gateway().stored(contract, b"gameContract")?;
        let game_contract = game_contract.try_into().map_err(|_| unreadable())?;
        let (resumed, stopped) = self.pauses(&game_contract)?;
        let paired = paired.max(resumed);
        let counted_end = (paired + window).saturating_sub(stopped);
        let paired_boards = match phase {
            RUNNING => boards(&read(b"rounds", &[round])?).ok_or_else(unreadable)?,
            _ => vec![],
        };
        let board = |([white, black, state, seen], game): ([u8; 4], u32)| {
            let seeds = [white, black];
            let [white, black] = seeds.map(|seed| players.get(usize::from(seed)).copied());
            let has = self.has(&game_contract, state, game, counted_end)?;
            let players = white.zip(black).ok_or_else(unreadable)?.into();
            Ok(Board { players, has, seen })
        };
        let boards: Result<_, GatewayError> = paired_boards.into_iter().map(board).collect();
        Ok(Some(Tournament {
            boards: boards?,
            game_contract,
            terms,
            start,
            window,
            paired,
            counted_end,
            last_game,
            players,
        }))
    }

    /// A board by its stored state and its reported game, or by 0.
    fn has(
        &self,
        game_contract: &[u8; 32],
        state: u8,
        game: u32,
        counted_end: u64,
    ) -> Result<Has, GatewayError> {
        if state == DONE {
            return Ok(Has::Result);
        }
        let found = match game {
            0 => None,
            game => self.game(game_contract, game)?,
        };
        Ok(match found {
            None => Has::Nothing,
            // accepted too late
            Some(found) if state == CHALLENGE && found.began() >= counted_end => Has::Challenge,
            Some(found) => found.head.state().into(),
        })
    }
}
