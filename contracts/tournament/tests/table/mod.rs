//! A board of a round and its two players. An honest player keeps the rules until the window has
//! ended, and finishes a game that is being played; an adversary does anything at random.

use chess_tournament::tournament_proxy::{BoardState, ChessTournamentProxy};
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{ChessProxy, PromotionPiece, Side};

use crate::stage::*;

const NO_PROMOTION: OptionalValue<PromotionPiece> = OptionalValue::None;

/// A move of a knight for each ply, by White and by Black: out and home again.
const KNIGHTS: [(u8, u8); 4] = [(62, 45), (6, 21), (45, 62), (21, 6)];

/// An adversary makes no move after this number of plies, and runs out of time.
const ADVERSARYS_PLIES: usize = 3;

#[derive(Clone, Copy, PartialEq)]
enum State {
    Open,
    Playing,
    Over,
}

struct Game {
    id: usize,
    /// The challenger: 0 White, 1 Black.
    by: usize,
    /// Whether the terms are the tournament's, and it was opened and accepted in the window.
    fits: bool,
    state: State,
    plies: usize,
}

/// The times of a round.
#[derive(Clone, Copy)]
pub struct Clock {
    pub now: u64,
    /// When the window began.
    pub begin: u64,
    /// From 1.
    pub round: u8,
}

impl Clock {
    fn has_passed(&self, quarters: u64) -> bool {
        self.now >= self.begin + WINDOW / 4 * quarters
    }
}

pub struct Table {
    tournament: u32,
    /// From 1.
    number: u8,
    /// White's seed and Black's.
    seats: [usize; 2],
    /// Which of the two keep the rules.
    honest: [bool; 2],
    games: Vec<Game>,
}

/// Whether a call to the chess contract holds.
macro_rules! holds {
    ($stage:expr, $from:expr, $name:ident($($argument:expr),*)) => {
        $stage.world.tx().from($from).to(CHESS).gas(GAS).typed(ChessProxy)
            .$name($($argument),*).returns(ReturnsStatus).run() == 0
    };
}

impl Table {
    pub fn new(tournament: u32, number: u8, seats: [usize; 2], honest: [bool; 2]) -> Self {
        let games = vec![];
        Table {
            tournament,
            number,
            seats,
            honest,
            games,
        }
    }

    /// A moment of the round: the adversaries act, and after each act the honest players.
    pub fn step(&mut self, stage: &mut Stage, random: &mut fastrand::Rng, clock: Clock) {
        let acts = if self.honest == [true, true] { 6 } else { 2 };
        for who in (0..2 * acts).map(|act| act % 2) {
            if !self.honest[who] {
                self.do_anything(stage, random, who, clock);
            }
            for who in 0..2 {
                if self.honest[who] {
                    self.keep_the_rules(stage, who, clock);
                }
            }
        }
    }

    fn account(&self, stage: &Stage, who: usize) -> TestAddress<'static> {
        PLAYERS[stage.names[self.seats[who]]]
    }

    fn report(&self, stage: &mut Stage, game: usize) {
        let tx = stage.world.tx().from(OWNER).to(TOURNAMENT).gas(GAS);
        let call = tx.typed(ChessTournamentProxy);
        let call = call.report(self.tournament, self.number, game as u32);
        call.returns(ReturnsStatus).run();
    }

    fn challenge(&mut self, stage: &mut Stage, who: usize, side: Side, base: u32) {
        let (from, to) = (self.seats[who], self.seats[1 - who]);
        let fits = base == 60 && matches!((&side, who), (Side::White, 0) | (Side::Black, 1));
        let id = stage.challenge(from, to, side, base, false);
        self.games.push(Game {
            id,
            by: who,
            fits,
            state: State::Open,
            plies: 0,
        });
    }

    fn find(&self, state: State, by: usize) -> Option<usize> {
        let is_it = |game: &Game| game.state == state && game.by == by && game.fits;
        self.games.iter().position(is_it)
    }

    fn accept(&mut self, stage: &mut Stage, who: usize, at: usize, clock: Clock) {
        let account = self.account(stage, who);
        let game = &mut self.games[at];
        if holds!(stage, account, accept(game.id, NO_KEY)) {
            game.state = State::Playing;
            game.fits &= !clock.has_passed(4);
        }
    }

    /// A move of the player whose turn it is. Answers why it was refused, if it was.
    fn make_move(&mut self, stage: &mut Stage, at: usize) -> String {
        let account = self.account(stage, self.games[at].plies % 2);
        let game = &mut self.games[at];
        let (from, to) = KNIGHTS[game.plies % 4];
        let tx = stage.world.tx().from(account).to(CHESS).gas(GAS);
        let call = tx
            .typed(ChessProxy)
            .make_move(game.id, from, to, NO_PROMOTION);
        let call = call.returns(ReturnsStatus).returns(ReturnsMessage);
        let (_, refusal) = call.run();
        game.plies += usize::from(refusal.is_empty());
        refusal
    }

    fn ends(&mut self, at: usize, ends: bool) {
        if ends {
            self.games[at].state = State::Over;
        }
    }

    /// The part of an honest player in games that are being played.
    fn play(&mut self, stage: &mut Stage, who: usize) {
        let account = self.account(stage, who);
        for at in 0..self.games.len() {
            let Game { id, fits, .. } = self.games[at];
            if self.games[at].state != State::Playing || !fits {
                continue;
            }
            self.report(stage, id);
            if self.honest[1 - who] && self.games[at].plies >= KNIGHTS.len() {
                // two who are honest: the higher seed loses
                if self.seats[who] > self.seats[1 - who] {
                    let ends = holds!(stage, account, resign(id));
                    self.ends(at, ends);
                    self.report(stage, id);
                }
            } else if self.games[at].plies % 2 == who {
                assert_eq!(self.make_move(stage, at), "", "an honest player's move");
            } else {
                let ends = holds!(stage, account, signal_inactivity(id));
                self.ends(at, ends);
            }
        }
    }

    fn keep_the_rules(&mut self, stage: &mut Stage, who: usize, clock: Clock) {
        self.play(stage, who);
        let is_playing = self
            .games
            .iter()
            .any(|game| game.state == State::Playing && game.fits);
        if is_playing || clock.has_passed(4) {
            return;
        }
        let (_, tied, _) = self.board(stage, clock.round);
        self.report(stage, tied);
        let (state, tied, seen) = self.board(stage, clock.round);
        let own = self.find(State::Open, who);
        let theirs = self.find(State::Open, 1 - who);
        let is_theirs = theirs.is_some_and(|at| self.games[at].id == tied);
        match (own, theirs) {
            _ if state == BoardState::Done => {}
            (_, Some(at)) if is_theirs || own.is_none() => {
                self.accept(stage, who, at, clock);
                self.play(stage, who);
            }
            (Some(at), _) => self.report(stage, self.games[at].id),
            _ if who == 1 && !clock.has_passed(2) => {}
            _ if seen & (2 >> who) != 0 && clock.has_passed(3) => {}
            _ => {
                let side = [Side::White, Side::Black][who];
                self.challenge(stage, who, side, 60);
                let game = self.games.last().expect("a challenge").id;
                self.report(stage, game);
            }
        }
    }

    fn do_anything(
        &mut self,
        stage: &mut Stage,
        random: &mut fastrand::Rng,
        who: usize,
        clock: Clock,
    ) {
        let account = self.account(stage, who);
        if random.u8(..5) == 0 {
            let side = match random.u8(..6) {
                0 => Side::Drawn,
                1 => [Side::Black, Side::White][who],
                _ => [Side::White, Side::Black][who],
            };
            let base = if random.u8(..6) == 0 { 61 } else { 60 };
            self.challenge(stage, who, side, base);
            let game = self.games.last_mut().expect("a challenge");
            game.fits &= !clock.has_passed(4);
        }
        if self.games.is_empty() {
            return;
        }
        let at = random.usize(..self.games.len());
        let Game {
            id,
            state,
            fits,
            plies,
            ..
        } = self.games[at];
        match (random.u8(..6), state) {
            (0, State::Open) => {
                let ends = holds!(stage, account, cancel_challenge(id));
                self.ends(at, ends);
            }
            (1, State::Open) => self.accept(stage, who, at, clock),
            (2, State::Playing) => {
                let ends = holds!(stage, account, resign(id));
                self.ends(at, ends);
            }
            (3, State::Playing) => {
                let ends = holds!(stage, account, signal_inactivity(id));
                self.ends(at, ends);
            }
            (4, State::Playing) if fits && plies < ADVERSARYS_PLIES && plies % 2 == who => {
                self.make_move(stage, at);
            }
            // of any board of any tournament
            (5, _) => self.report(stage, random.usize(1..=id)),
            _ => self.report(stage, id),
        }
    }

    /// Its state, the game that is tied to it, and who has been there.
    fn board(&self, stage: &mut Stage, round: u8) -> (BoardState, usize, u8) {
        let query = stage
            .world
            .query()
            .to(TOURNAMENT)
            .typed(ChessTournamentProxy);
        let round = query
            .get_round(self.tournament, round)
            .returns(ReturnsResult)
            .run();
        let board = round.boards.get(usize::from(self.number) - 1).clone();
        (board.state, board.game as usize, board.seen)
    }

    /// Once the round is closed: an honest player has not lost to an adversary, and has won unless the
    /// adversary has been there, too, and no game was left.
    pub fn check(&self, stage: &mut Stage, round: u8) {
        let board = stage.boards_of(self.tournament, round);
        let (.., state, (white, black)) = board[usize::from(self.number) - 1];
        assert_eq!(state, BoardState::Done);
        let points = [white, black];
        match self.honest {
            [true, true] => {
                let winner = usize::from(self.seats[0] > self.seats[1]);
                assert_eq!((points[winner], points[1 - winner]), (2, 0));
            }
            [false, false] => assert!(white + black <= 2),
            [is_white, _] => {
                let honest = usize::from(!is_white);
                let (own, other) = (points[honest], points[1 - honest]);
                let (_, _, seen) = self.board(stage, round);
                assert_eq!(other, 0, "an adversary won");
                assert!(own == 2 || seen == 3, "an honest player was there alone");
                let is_left = self
                    .games
                    .iter()
                    .any(|game| game.fits && game.state != State::Over);
                assert!(own == 2 || !is_left, "a game was left");
            }
        }
    }
}
