//! A tournament that isn't over, as its contract stores it (`contracts/tournament/src/storage.rs`).

use chess_record::{GameState, State};
use chess_rules::Color;
use multiversx_sdk::chain_core::codec::NestedDecode;

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
    /// The state of its reported game.
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

/// A board's value, by its reported game.
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

/// Both seeds, the state and the players who have been there; the reported game or 0; the points.
type PairedBoard = ([u8; 4], u32, [u8; 2]);

fn unreadable() -> GatewayError {
    GatewayError::Unreadable("a tournament of another version".into())
}

/// Takes the next part of a stored value.
fn next<T: NestedDecode>(bytes: &mut &[u8]) -> Result<T, GatewayError> {
    T::dep_decode(bytes).map_err(|_| unreadable())
}

/// The running round's boards, room for which is made as they come: their number may be any.
fn boards(mut bytes: &[u8]) -> Result<Vec<PairedBoard>, GatewayError> {
    let (_bye, count): (Option<u8>, u32) = next(&mut bytes)?;
    (0..count).map(|_| next(&mut bytes)).collect()
}

/// The clock's base and increment and the engines value, the start, and the window.
type Terms = ((u32, u32, bool), u64, u64);

fn terms(mut bytes: &[u8]) -> Result<Terms, GatewayError> {
    let _format_players_rounds: [u8; 3] = next(&mut bytes)?;
    for _token_and_fee in 0..2 {
        let length: u32 = next(&mut bytes)?;
        bytes = bytes.get(length as usize..).ok_or_else(unreadable)?;
    }
    let (base, increment, engines): (u32, u32, u8) = next(&mut bytes)?;
    let (start, window) = next(&mut bytes)?;
    Ok(((base, increment, engines == 1), start, window))
}

impl Chain {
    /// When a game contract's last pause ended, which restarts a round's window, and for how long
    /// pauses have stopped time. If the state has another version, `next` cancels at any time.
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
        Ok(stored::count(&bytes))
    }

    /// A tournament; `None` if it doesn't exist or has ended.
    ///
    /// # Errors
    /// The gateway doesn't answer, or the contract is of another version.
    pub fn tournament(
        &self,
        contract: &[u8; 32],
        id: u32,
    ) -> Result<Option<Tournament>, GatewayError> {
        let read = |key: &[u8], round: &[u8]| {
            let key = [key, &id.to_be_bytes(), round].concat();
            self.gateway().stored(contract, &key)
        };
        let progress = read(b"progress", &[])?;
        let Some(ENTERING | RUNNING) = progress.first().copied() else {
            return Ok(None);
        };
        let (phase, round, paired, last_game): (u8, u8, u64, u32) = next(&mut &progress[..])?;
        let entrants = read(b"entrants", &[])?;
        let players = entrants.chunks_exact(ENTRANT_LEN);
        let players: Vec<[u8; 32]> = players
            .filter_map(|entrant| entrant.first_chunk().copied())
            .collect();
        let (terms, start, window) = terms(&read(b"terms", &[])?)?;
        let game_contract = self.gateway().stored(contract, b"gameContract")?;
        let game_contract = game_contract.try_into().map_err(|_| unreadable())?;
        let (resumed, stopped) = self.pauses(&game_contract)?;
        let paired = paired.max(resumed);
        let counted_end = (paired + window).saturating_sub(stopped);
        let paired_boards = match phase {
            RUNNING => boards(&read(b"rounds", &[round])?)?,
            _ => vec![],
        };
        let board = |([white, black, state, seen], game, _): PairedBoard| {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_terms_are_as_many_as_their_bytes() {
        let board = [7, 3, 1, 2, 0, 0, 1, 0, 0, 0];
        let round = |bye: &[u8], count: u32| [bye, &count.to_be_bytes(), &board].concat();
        for bye in [&[0][..], &[1, 5]] {
            let read = boards(&round(bye, 1)).unwrap();
            assert_eq!(read, [([7, 3, 1, 2], 256, [0, 0])]);
        }
        for count in [2, u32::MAX] {
            boards(&round(&[0], count)).unwrap_err();
        }
        terms(&[0, 4, 2, 0xff, 0xff, 0xff, 0xff, b'E']).unwrap_err();
    }
}
