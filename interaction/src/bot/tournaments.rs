//! A bot's tournaments: it enters them, opens its boards' games, reports the games and claims prizes. It
//! plays these games like all others.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use chess_record::{EndReason, GameState};
use chess_tournament::storage::{BLACK, WHITE};
use chess_tournament::tournament_proxy::{Board, BoardState, Phase};
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{Challenge, Side, TimeControl};

use super::Bot;
use crate::amount::Amount;
use crate::challenge::Terms;
use crate::network::Failure;
use crate::time_control::now_millis;
use crate::tournament::{Head, Tournaments, proxy};

/// The number of the newest tournaments that a bot looks at.
const LOOKED_AT: u32 = 50;

/// The number of challenges that it opens on a board: an opponent can decline each.
const CHALLENGES: usize = 3;

/// The number of its opponent's challenges that it accepts on a board, in addition to the reported one:
/// the opponent can leave each game before it begins.
const ACCEPTANCES: usize = 3;

/// The pause until it tries again to enter a tournament: the fee may be more than it has.
const ENTERS_AGAIN: Duration = Duration::from_secs(60);

/// How long before a tournament's start it enters, in milliseconds: the fee is locked until then.
const ENTERS_BEFORE: u64 = 24 * 3_600_000;

/// The tournaments that a bot enters.
#[derive(Clone)]
pub struct Enters {
    /// Their contract.
    pub contract: Address,
    /// The highest entry fee.
    pub most: Amount,
}

/// A bot's memory of its tournaments.
#[derive(Default)]
pub struct Hall {
    /// The tournaments in which nothing is left to do.
    over: HashSet<u32>,
    /// The tournaments to look at again, however many newer ones there are: the bot has entered them, or
    /// a visit failed.
    kept: HashSet<u32>,
    /// Whether the bot has looked through all tournaments once.
    has_looked_back: bool,
    /// When it last tried to enter each tournament.
    tried: HashMap<u32, Instant>,
    /// Its board in each tournament's rounds.
    played: HashMap<(u32, u8), Played>,
    /// The round of each running board, and the bot's challenge there.
    boards: HashMap<u32, (u8, Terms)>,
}

/// The games on a board.
#[derive(Default)]
struct Played {
    games: Vec<usize>,
    /// How many challenges the bot has opened, and how many it has accepted.
    opened: usize,
    accepted: usize,
    reported: Option<usize>,
}

impl Played {
    fn add(&mut self, game: usize) {
        if !self.games.contains(&game) {
            self.games.push(game);
        }
    }
}

impl Hall {
    /// The tournament and the round, if a challenge to the bot is its board's game.
    pub fn board_of(&self, challenge: &Challenge<StaticApi>, own: &Address) -> Option<(u32, u8)> {
        let to = challenge.opponent.as_ref()?.to_address();
        let challenger = Some(challenge.challenger.to_address());
        let fits = |terms: &Terms| {
            challenger == terms.opponent
                && challenge.side == other_side(terms.side)
                && challenge.clock == terms.clock
                && challenge.engines == terms.engines
                && challenge.rounds == 1
                && challenge.stake == 0u32
        };
        let mut boards = self.boards.iter();
        let (id, (round, _)) = boards.find(|(_, (_, terms))| fits(terms))?;
        let board = (*id, *round);
        let may_be = self.played.get(&board).is_none_or(|played| {
            let is_reported = played.reported == Some(challenge.game_id as usize);
            played.accepted < ACCEPTANCES || is_reported
        });
        (may_be && to == *own && !challenge.key.is_empty()).then_some(board)
    }

    /// Notes that the bot has accepted a game of its board.
    pub fn accept(&mut self, board: (u32, u8), game: usize) {
        let played = self.played.entry(board).or_default();
        played.accepted += 1;
        played.add(game);
    }

    /// Whether it is time to try to enter a tournament; after that, not again for a while.
    fn may_try(&mut self, id: u32) -> bool {
        let before = self.tried.get(&id);
        let may = before.is_none_or(|at| at.elapsed() >= ENTERS_AGAIN);
        if may {
            self.tried.insert(id, Instant::now());
        }
        may
    }
}

impl Bot {
    /// Takes the steps that its tournaments need now.
    pub(super) fn visit_tournaments(&mut self) -> Result<(), Failure> {
        let Some(enters) = self.options.tournaments.clone() else {
            return Ok(());
        };
        let count = self.hall_at(&enters).count()?;
        let mut outcome = Ok(());
        for id in (1..=count).rev() {
            let hall = &self.hall;
            let is_new = count - id < LOOKED_AT || !hall.has_looked_back;
            if hall.over.contains(&id) || !(is_new || hall.kept.contains(&id)) {
                continue;
            }
            // each visit may take a while, and a failed one must not stop the others
            self.carry_out_all();
            if let Err(failure) = self.visit(&enters, id) {
                self.hall.kept.insert(id);
                outcome = Err(failure);
            }
        }
        self.hall.has_looked_back = true;
        outcome
    }

    fn hall_at(&mut self, enters: &Enters) -> Tournaments<'_> {
        Tournaments::at(&mut self.client.network, enters.contract.clone())
    }

    fn visit(&mut self, enters: &Enters, id: u32) -> Result<(), Failure> {
        let own = self.wallet.to_address();
        let hall = self.hall_at(enters);
        let head = hall.get(id)?;
        let terms = &head.0.terms;
        let is_entering = head.0.progress.phase == Phase::Entering;
        let is_expensive = head
            .fee()
            .is_some_and(|fee| fee.token != enters.most.token || fee.amount > enters.most.amount);
        let now = now_millis();
        let is_late = head.0.entrants >= terms.players || now >= terms.start;
        let is_early = now + ENTERS_BEFORE < terms.start;
        let is_fit = terms.engines && !is_expensive && !is_late && !is_early;
        let is_known = self.hall.has_looked_back && !self.hall.kept.contains(&id);
        if is_entering && is_known && !is_fit {
            return Ok(());
        }
        let players = self.hall_at(enters).players(id)?;
        let seed = players.iter().position(|player| *player == own);
        if seed.is_some() {
            self.hall.kept.insert(id);
        }
        let words = |verb: &str| format!("{verb} tournament {id}");
        match (&head.0.progress.phase, seed) {
            (Phase::Entering, None) if is_fit && self.hall.may_try(id) => {
                let enter = proxy().enter(id, OptionalValue::<u16>::None).data;
                self.call_tournament(enters, enter, head.fee(), &words("enters"))?;
                self.hall.kept.insert(id);
            }
            (Phase::Running, Some(seed)) => self.take_board(enters, &head, &players, seed)?,
            (Phase::Ended | Phase::Cancelled, Some(_)) => {
                self.hall.boards.remove(&id);
                if self.hall_at(enters).claim(id, &own)?.amount > RustBigUint::ZERO {
                    let claim = proxy().claim(id).data;
                    self.call_tournament(enters, claim, None, &words("claims in"))?;
                }
                self.hall.over.insert(id);
            }
            (Phase::Entering, _) => {}
            (_, None) => drop(self.hall.over.insert(id)),
        }
        Ok(())
    }

    /// Calls the tournaments' contract. A refusal is no failure: a relay may have been first.
    fn call_tournament(
        &mut self,
        enters: &Enters,
        call: FunctionCall<StaticApi>,
        payment: Option<Amount>,
        words: &str,
    ) -> Result<(), Failure> {
        let mut hall = Tournaments::at(&mut self.client.network, enters.contract.clone());
        match hall.call(&self.wallet, call, payment.as_ref()) {
            Ok(_) => (self.log)(words),
            Err(Failure::Refused { .. }) => {}
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Opens the game of its board in the running round, if it is its turn to do so, and reports it.
    fn take_board(
        &mut self,
        enters: &Enters,
        head: &Head,
        players: &[Address],
        seed: usize,
    ) -> Result<(), Failure> {
        let (id, progress, terms) = (head.0.id, &head.0.progress, &head.0.terms);
        let round = self.hall_at(enters).round(id, progress.round)?;
        let seats = |board: &Board| [board.white, board.black].map(usize::from);
        let mut boards = round.boards.iter().zip(1u8..);
        let found = boards.find(|(board, _)| seats(board).contains(&seed));
        let Some((board, number)) = found.filter(|(board, _)| board.state != BoardState::Done)
        else {
            self.hall.boards.remove(&id);
            return Ok(());
        };
        let [white, black] = seats(&board);
        let opponent = &players[if white == seed { black } else { white }];
        let (base, increment) = (terms.base, terms.increment);
        let challenge = Terms {
            opponent: Some(opponent.clone()),
            side: own_side(white == seed),
            clock: Some(TimeControl { base, increment }),
            stake: None,
            rounds: 1,
            engines: terms.engines,
        };
        let place = (progress.round, challenge.clone());
        self.hall.boards.insert(id, place);
        let key = (id, progress.round);
        let reported = (board.game != 0).then_some(board.game as usize);
        let played = self.hall.played.entry(key).or_default();
        if let Some(game) = reported {
            played.reported = reported;
            played.add(game);
        }
        let (last, opened) = (played.games.last().copied(), played.opened);
        let (state, reason) = self.state_of(last)?;
        let own = if white == seed { WHITE } else { BLACK };
        let game = match (last, state) {
            // the opponent declined the challenge before the report reached the contract
            (Some(game), GameState::NoResult)
                if reason == EndReason::Declined && board.seen & own == 0 =>
            {
                game
            }
            (_, GameState::NoResult) => {
                let half = progress.paired + terms.window / 2;
                let is_turn = white == seed || now_millis() >= half;
                if !is_turn || opened >= CHALLENGES {
                    return Ok(());
                }
                let Some(game) = self.open(&challenge)? else {
                    return Ok(());
                };
                let played = self.hall.played.entry(key).or_default();
                played.opened += 1;
                played.add(game);
                game
            }
            (Some(_), GameState::Open | GameState::Ongoing) if reported == last => return Ok(()),
            (Some(game), _) => game,
            (None, _) => return Ok(()),
        };
        let report = proxy().report(id, number, game as u32).data;
        let words = format!("reports game {game} in tournament {id}");
        self.call_tournament(enters, report, None, &words)
    }

    /// The state of a board's last game, and why it has ended. A missing game counts as one without a
    /// result.
    fn state_of(&self, game: Option<usize>) -> Result<(GameState, EndReason), Failure> {
        let Some(game) = game else {
            return Ok((GameState::NoResult, EndReason::None));
        };
        let game = self.client.snapshot(game, 0)?.game;
        Ok((game.state, game.end_reason))
    }
}

fn other_side(side: Side) -> Side {
    own_side(side == Side::Black)
}

fn own_side(is_white: bool) -> Side {
    match is_white {
        true => Side::White,
        false => Side::Black,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use signed_play::KEY_LEN;

    use super::*;

    /// A challenge to one round of five minutes without a stake, in which programs may play.
    pub fn challenge(from: &Address, to: &Address) -> Challenge<StaticApi> {
        Challenge {
            game_id: 9,
            challenger: ManagedAddress::from(from),
            opponent: Some(ManagedAddress::from(to)),
            side: Side::White,
            token: ManagedBuffer::new(),
            stake: BigUint::zero(),
            clock: Some(CLOCK),
            key: ManagedBuffer::from(&[1; KEY_LEN]),
            rounds: 1,
            engines: true,
        }
    }

    pub const CLOCK: TimeControl = TimeControl {
        base: 300,
        increment: 3,
    };

    #[test]
    fn a_boards_challenges_have_its_terms_and_are_few() {
        let [own, opponent] = [1, 2].map(|byte| Address::from([byte; 32]));
        let terms = Terms {
            opponent: Some(opponent.clone()),
            side: Side::Black,
            clock: Some(CLOCK),
            stake: None,
            rounds: 1,
            engines: true,
        };
        let mut hall = Hall::default();
        hall.boards.insert(7, (2, terms));
        let mut challenge = challenge(&opponent, &own);
        let board = Some((7, 2));
        assert_eq!(hall.board_of(&challenge, &own), board);
        for side in [Side::Black, Side::Drawn] {
            challenge.side = side;
            assert_eq!(hall.board_of(&challenge, &own), None);
        }
        challenge.side = Side::White;
        challenge.engines = false;
        assert_eq!(hall.board_of(&challenge, &own), None);
        challenge.engines = true;
        for game in 1..=ACCEPTANCES {
            hall.accept((7, 2), game);
        }
        assert_eq!(hall.board_of(&challenge, &own), None);
        // the bot plays the reported game even after its other acceptances
        hall.played.entry((7, 2)).or_default().reported = Some(9);
        assert_eq!(hall.board_of(&challenge, &own), board);
    }
}
