//! Challenges, and how a game starts.

use cozy_chess::Color;

use super::refusal::require;
use super::{Account, Chain, Clock, Game, Reason, Refusal, Stake, State};
use crate::rules::Position;
use crate::signing::Key;

const DAY_SECONDS: u32 = 86_400;
/// Seconds of a clock's base, and of its increment.
const BASE: std::ops::RangeInclusive<u32> = 30..=30 * DAY_SECONDS;
const INCREMENT: std::ops::RangeInclusive<u32> = 0..=DAY_SECONDS;

impl Chain {
    /// A game that nobody plays yet, with the next id.
    pub(super) fn new_game(&self, stake: Option<Stake>, clock: Option<Clock>) -> Game {
        let base = clock.map_or(0, |clock| u64::from(clock.base) * 1_000);
        Game {
            id: self.games.len() as u32 + 1,
            players: [None; 2],
            challenger: None,
            named: None,
            side_is_drawn: false,
            stake,
            clock,
            keys: [None; 2],
            rejects: true,
            state: State::Ongoing,
            reason: None,
            moves: vec![],
            positions: vec![Position::start()],
            offer: None,
            start: self.now(),
            left_ms: [base; 2],
            taken_ms: [0; 2],
            ask: None,
            open_end: None,
        }
    }

    /// Starts a game that is new, or was a challenge.
    pub(super) fn start(&mut self, mut game: Game) {
        game.state = State::Ongoing;
        game.start = self.now();
        let index = game.id as usize - 1;
        match self.games.get_mut(index) {
            Some(challenge) => *challenge = game,
            None => self.games.push(game),
        }
    }

    pub(super) fn challenge(
        &mut self,
        by: Account,
        opponent: Option<Account>,
        side: u8,
        clock: Option<Clock>,
        key: Option<Key>,
        payment: Option<Stake>,
    ) -> Result<(), Refusal> {
        self.require_running()?;
        require(opponent != Some(by), Refusal::BadOpponent)?;
        require(side <= 2, Refusal::BadSide)?;
        let is_clock =
            |clock: Clock| BASE.contains(&clock.base) && INCREMENT.contains(&clock.increment);
        require(clock.is_none_or(is_clock), Refusal::BadClock)?;
        Self::require_key(key, None)?;
        let mut game = self.new_game(payment, clock);
        // a drawn side keeps the challenger's place as White's until the game starts
        let color = usize::from(side == 1);
        game.players[color] = Some(by);
        game.keys[color] = key;
        game.challenger = Some(by);
        game.named = opponent;
        game.side_is_drawn = side == 2;
        game.state = State::Open;
        self.games.push(game);
        Ok(())
    }

    fn challenge_of(&self, id: u32) -> Result<Game, Refusal> {
        let game = &self.games[self.index(id)?];
        require(game.state == State::Open, Refusal::NotAChallenge)?;
        Ok(game.clone())
    }

    pub(super) fn accept(
        &mut self,
        by: Account,
        id: u32,
        key: Option<Key>,
        payment: Option<Stake>,
    ) -> Result<(), Refusal> {
        self.require_running()?;
        let mut game = self.challenge_of(id)?;
        require(game.challenger != Some(by), Refusal::NotChallenged)?;
        let may = game.named.is_none_or(|named| named == by);
        require(may, Refusal::NotChallenged)?;
        let undoes = game.side_is_drawn && by == Account::Machine;
        require(!undoes, Refusal::NotChallenged)?;
        require(payment == game.stake, Refusal::WrongPayment)?;
        let challengers = usize::from(game.players[0].is_none());
        Self::require_key(key, game.keys[challengers])?;
        game.players[1 - challengers] = Some(by);
        game.keys[1 - challengers] = key;
        if game.side_is_drawn && !self.coin {
            game.players.swap(0, 1);
            game.keys.swap(0, 1);
        }
        self.start(game);
        Ok(())
    }

    pub(super) fn cancel_challenge(&mut self, by: Account, id: u32) -> Result<(), Refusal> {
        self.require_running_or_long_pause()?;
        let game = self.challenge_of(id)?;
        let may = [game.challenger, game.named].contains(&Some(by));
        require(may, Refusal::NotAPlayer)?;
        let index = id as usize - 1;
        self.games[index].state = State::NoResult;
        self.games[index].reason = Some(Reason::Cancelled);
        if let Some(challenger) = game.challenger {
            self.pay(challenger, game.stake, 1);
        }
        Ok(())
    }

    /// The colour that somebody plays in a game, if they do.
    pub fn color_of(&self, id: u32, account: Account) -> Option<Color> {
        let game = self.game(id)?;
        let plays = |color: &Color| game.players[*color as usize] == Some(account);
        Color::ALL.into_iter().find(plays)
    }
}
