//! Challenges, and how a game starts.

use super::event::Topic::{Nobody, Of};
use super::owner::AMOUNT_BYTES;
use super::refusal::require;
use super::{Account, Chain, Clock, Game, Reason, Refusal, Stake, Start, State, Terms};
use crate::rules::Position;

const DAY_SECONDS: u32 = 86_400;
const ROUNDS: std::ops::RangeInclusive<u16> = 1..=100;
/// Seconds of a clock's base, and of its increment.
const BASE: std::ops::RangeInclusive<u32> = 30..=30 * DAY_SECONDS;
const INCREMENT: std::ops::RangeInclusive<u32> = 0..=DAY_SECONDS;

impl Chain {
    /// A game that nobody plays yet, with the next id.
    pub(super) fn new_game(&self, stake: Option<Stake>, clock: Option<Clock>) -> Game {
        Game {
            id: self.games.len() as u32 + 1,
            rounds: 1,
            round: 0,
            points: 0,
            engines: false,
            players: [None; 2],
            challenger: None,
            named: None,
            side_is_drawn: false,
            stake,
            clock,
            keys: [None, None],
            rejects: true,
            state: State::Ongoing,
            reason: None,
            score: None,
            moves: vec![],
            positions: vec![Position::start()],
            offer: None,
            start: Start::default(),
            used_ms: [0; 2],
            is_asked: false,
            open_end: None,
        }
    }

    /// Starts a game that is new, or was a challenge.
    pub(super) fn start(&mut self, mut game: Game) {
        game.state = State::Ongoing;
        game.start = self.now();
        let id = game.id;
        let players = [game.players[0], game.players[1]].map(|player| player.expect("both"));
        let (rounds, engines, clock) = (game.rounds, game.engines, game.clock);
        for player in players {
            let own = self.games_of.entry(player).or_default();
            if !own.contains(&id) {
                own.push(id);
            }
        }
        match self.games.get_mut(id as usize - 1) {
            Some(challenge) => *challenge = game,
            None => self.games.push(game),
        }
        let (base, increment) = clock.map_or((0, 0), |c| (c.base, c.increment));
        let mut data = rounds.to_be_bytes().to_vec();
        data.push(engines.into());
        data.extend([base.to_be_bytes(), increment.to_be_bytes()].concat());
        self.tell_of(id, "gameStarted", &players.map(Of), data);
    }

    pub(super) fn challenge(
        &mut self,
        by: Account,
        terms: &Terms,
        payments: &[Stake],
    ) -> Result<(), Refusal> {
        self.require_running()?;
        let (opponent, side) = (terms.opponent, terms.side);
        let (clock, rounds, key) = (terms.clock, terms.rounds, terms.key.as_deref());
        let paid = Self::stake_of(payments)?;
        require(opponent != Some(by), Refusal::OwnChallenge)?;
        require(side != 2 || !by.is_contract(), Refusal::ContractCannotDraw)?;
        let is_clock =
            |clock: Clock| BASE.contains(&clock.base) && INCREMENT.contains(&clock.increment);
        require(clock.is_none_or(is_clock), Refusal::BadClock)?;
        require(ROUNDS.contains(&rounds), Refusal::BadRounds)?;
        require(rounds == 1 || key.is_some(), Refusal::MatchWithoutKey)?;
        Self::require_key(key, None)?;
        let stake = match paid {
            Some(paid) => Some(Self::stake_of_a_round(paid, rounds)?),
            None => None,
        };
        let mut game = self.new_game(stake, clock);
        (game.rounds, game.engines) = (rounds, terms.engines);
        // if the side is drawn the challenger is stored as White until the game starts
        let color = usize::from(side == 1);
        game.players[color] = Some(by);
        game.players[1 - color] = opponent;
        game.keys[color] = key.map(<[u8]>::to_vec);
        game.challenger = Some(by);
        game.named = opponent;
        game.side_is_drawn = side == 2;
        game.state = State::Open;
        let id = game.id;
        self.games.push(game);
        self.games_of.entry(by).or_default().push(id);
        let topics = [Of(by), opponent.map_or(Nobody, Of)];
        self.tell_of(id, "challenged", &topics, vec![]);
        Ok(())
    }

    fn stake_of_a_round(paid: Stake, rounds: u16) -> Result<Stake, Refusal> {
        let is_possible = paid.amount.bits() <= 8 * AMOUNT_BYTES;
        require(is_possible, Refusal::BadWager)?;
        let amount = &paid.amount / rounds;
        require(&amount * rounds == paid.amount, Refusal::UnevenPayment)?;
        Ok(Stake { amount, ..paid })
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
        key: Option<&[u8]>,
        payments: &[Stake],
    ) -> Result<(), Refusal> {
        self.require_running()?;
        let mut game = self.challenge_of(id)?;
        require(game.challenger != Some(by), Refusal::OwnChallenge)?;
        let may = game.named.is_none_or(|named| named == by);
        require(may, Refusal::NotYourChallenge)?;
        let paid = Self::stake_of(payments)?;
        require(paid == game.stake_of_all(), Refusal::WrongPayment)?;
        let undoes = game.side_is_drawn && by.is_contract();
        require(!undoes, Refusal::ContractCannotDraw)?;
        let challengers = usize::from(game.players[1] == game.challenger);
        let needs_key = game.is_match();
        require(!needs_key || key.is_some(), Refusal::MatchWithoutKey)?;
        Self::require_key(key, game.keys[challengers].as_deref())?;
        game.players[1 - challengers] = Some(by);
        game.keys[1 - challengers] = key.map(<[u8]>::to_vec);
        // by the block's random seed
        if game.side_is_drawn && (self.seed ^ id as u8) & 1 == 1 {
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
        require(may, Refusal::NotYourChallenge)?;
        let index = id as usize - 1;
        self.games[index].state = State::NoResult;
        self.games[index].reason = Some(match game.challenger == Some(by) {
            true => Reason::Cancelled,
            false => Reason::Declined,
        });
        self.tell_of(id, "challengeCancelled", &[Of(by)], vec![]);
        if let Some(challenger) = game.challenger {
            self.pay(challenger, game.stake.as_ref(), u32::from(game.rounds));
        }
        Ok(())
    }
}
