//! A bot's tournaments: it enters them, opens its boards' games, reports them and claims prizes. It
//! plays the games like all others.

use std::collections::{HashMap, HashSet};

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
const LOOKED_AT: usize = 50;

/// The number of challenges that it opens on a board: an opponent can decline each.
const CHALLENGES: usize = 3;

/// The tournaments that a bot enters.
#[derive(Clone)]
pub struct Enters {
    /// Their contract.
    pub contract: Address,
    /// The highest entry fee.
    pub most: Amount,
}

/// What a bot remembers of its tournaments.
#[derive(Default)]
pub struct Hall {
    /// Those in which nothing is left to do.
    over: HashSet<u32>,
    /// The games of its board in a round.
    pub games: HashMap<(u32, u8), Vec<usize>>,
    /// The round, the opponent and the clock of each running board.
    boards: HashMap<u32, (u8, Address, TimeControl)>,
}

impl Hall {
    /// The tournament and the round in which a challenge to the bot is its board's game.
    pub fn board_of(&self, challenge: &Challenge<StaticApi>, own: &Address) -> Option<(u32, u8)> {
        let challenger = challenge.challenger.to_address();
        let to = challenge.opponent.as_ref()?.to_address();
        let is_plain = challenge.rounds == 1 && challenge.stake == 0u32;
        if to != *own || !is_plain || challenge.key.is_empty() {
            return None;
        }
        let mut boards = self.boards.iter();
        let (id, (round, ..)) = boards.find(|(_, (_, opponent, clock))| {
            *opponent == challenger && challenge.clock == Some(*clock)
        })?;
        Some((*id, *round))
    }
}

impl Bot {
    /// Does what its tournaments need now.
    pub(super) fn visit_tournaments(&mut self) -> Result<(), Failure> {
        let Some(enters) = self.options.tournaments.clone() else {
            return Ok(());
        };
        let count = self.hall_at(&enters).count()?;
        for id in (1..=count).rev().take(LOOKED_AT) {
            if !self.hall.over.contains(&id) {
                self.visit(&enters, id)?;
            }
        }
        Ok(())
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
        let is_dear = head
            .fee()
            .is_some_and(|fee| fee.token != enters.most.token || fee.amount > enters.most.amount);
        let is_late = head.0.entrants >= terms.players || now_millis() >= terms.start;
        if is_entering && (is_dear || is_late || !terms.engines) {
            return Ok(());
        }
        let players = hall.players(id)?;
        let seed = players.iter().position(|player| *player == own);
        let words = |what: &str| format!("{what} tournament {id}");
        match (&head.0.progress.phase, seed) {
            (Phase::Entering, None) => {
                let enter = proxy().enter(id, OptionalValue::<u16>::None).data;
                self.call_tournament(enters, enter, head.fee(), &words("enters"))?;
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
            (Phase::Entering, Some(_)) => {}
            (_, None) => drop(self.hall.over.insert(id)),
        }
        Ok(())
    }

    /// Calls the tournaments' contract. A refusal is none of its troubles: a relay may have been
    /// first.
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

    /// Opens the game of its board in the running round, if that is its turn, and reports it.
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
        let clock = TimeControl {
            base: terms.base,
            increment: terms.increment,
        };
        let place = (progress.round, opponent.clone(), clock);
        self.hall.boards.insert(id, place);
        let key = (id, progress.round);
        let games = self.hall.games.entry(key).or_default();
        let reported = (board.game != 0).then_some(board.game as usize);
        if let Some(game) = reported.filter(|game| !games.contains(game)) {
            games.push(game);
        }
        let (last, count) = (games.last().copied(), games.len());
        let (state, reason) = self.state_of(last)?;
        let own = if white == seed { WHITE } else { BLACK };
        let game = match (last, state) {
            // the opponent was faster with it than the report
            (Some(game), GameState::NoResult)
                if reason == EndReason::Declined && board.seen & own == 0 =>
            {
                game
            }
            (_, GameState::NoResult) => {
                let half = progress.paired + terms.window / 2;
                let is_turn = white == seed || now_millis() >= half;
                if !is_turn || count >= CHALLENGES {
                    return Ok(());
                }
                let challenge = Terms {
                    opponent: Some(opponent.clone()),
                    side: own_side(white == seed),
                    clock: Some(clock),
                    stake: None,
                    rounds: 1,
                    engines: terms.engines,
                };
                let Some(game) = self.open(&challenge)? else {
                    return Ok(());
                };
                self.hall.games.entry(key).or_default().push(game);
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

    /// The state of a board's last game, and why it has ended; without one as after a game without a result.
    fn state_of(&self, game: Option<usize>) -> Result<(GameState, EndReason), Failure> {
        let Some(game) = game else {
            return Ok((GameState::NoResult, EndReason::None));
        };
        let game = self.client.snapshot(game, 0)?.game;
        Ok((game.state, game.end_reason))
    }
}

fn own_side(is_white: bool) -> Side {
    match is_white {
        true => Side::White,
        false => Side::Black,
    }
}
