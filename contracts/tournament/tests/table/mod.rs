//! A board of a round and its two players. An honest player keeps the rules until the window has
//! ended, and finishes a game that is being played; an adversary does anything at random.

use chess_model::chain::Account;
use chess_tournament::tournament_proxy::{Board, BoardState};

use crate::hall::{Hall, WINDOW};

/// A move of a knight for each ply, by White and by Black: out and home again.
const KNIGHTS: [(u64, u64); 4] = [(62, 45), (6, 21), (45, 62), (21, 6)];

/// An adversary makes no move after this number of plies, and runs out of time.
const ADVERSARYS_PLIES: usize = 3;

#[derive(Clone, Copy, PartialEq)]
enum State {
    Open,
    Playing,
    Over,
}

#[derive(Clone, Copy)]
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
    tournament: u64,
    /// From 1.
    number: u8,
    /// White's seed and Black's.
    seats: [usize; 2],
    /// Whether each of the two keeps the rules.
    honest: [bool; 2],
    games: Vec<Game>,
}

impl Table {
    pub fn new(tournament: u64, number: u8, seats: [usize; 2], honest: [bool; 2]) -> Self {
        Table {
            tournament,
            number,
            seats,
            honest,
            games: vec![],
        }
    }

    /// A moment of the round: the adversaries act, and after each act the honest players.
    pub fn step(&mut self, hall: &mut Hall, random: &mut fastrand::Rng, clock: Clock) {
        let acts = if self.honest == [true, true] { 6 } else { 2 };
        for who in (0..2 * acts).map(|act| act % 2) {
            if !self.honest[who] {
                self.do_anything(hall, random, who, clock);
            }
            for who in 0..2 {
                if self.honest[who] {
                    self.keep_the_rules(hall, who, clock);
                }
            }
        }
    }

    fn account(&self, hall: &Hall, who: usize) -> Account {
        hall.players[self.seats[who]]
    }

    fn report(&self, hall: &mut Hall, game: usize) {
        let of = [self.tournament, self.number.into(), game as u64];
        let _ = hall.tournament(Account::Owner, "report", &of, None);
    }

    /// A challenge, unless the chess contract refuses it.
    fn challenge(&mut self, hall: &mut Hall, who: usize, side: u64, base: u32, in_time: bool) {
        let between = [self.seats[who], self.seats[1 - who]];
        let Some(id) = hall.challenge(between, side, base) else {
            return;
        };
        self.games.push(Game {
            id,
            by: who,
            fits: base == 60 && side == who as u64 && in_time,
            state: State::Open,
            plies: 0,
        });
    }

    fn find(&self, state: State, by: usize) -> Option<usize> {
        let is_it = |game: &Game| game.state == state && game.by == by && game.fits;
        self.games.iter().position(is_it)
    }

    fn accept(&mut self, hall: &mut Hall, who: usize, at: usize, clock: Clock) {
        let account = self.account(hall, who);
        let game = &mut self.games[at];
        if hall.chess(account, "accept", &[game.id as u64]).is_ok() {
            game.state = State::Playing;
            game.fits &= !clock.has_passed(4);
        }
    }

    /// A move of the player to move.
    ///
    /// # Errors
    /// Why it is refused.
    fn make_move(&mut self, hall: &mut Hall, at: usize) -> Result<(), String> {
        let account = self.account(hall, self.games[at].plies % 2);
        let game = &mut self.games[at];
        let (from, to) = KNIGHTS[game.plies % 4];
        hall.chess(account, "makeMove", &[game.id as u64, from, to])?;
        game.plies += 1;
        Ok(())
    }

    /// A call that ends a game, unless it is refused.
    fn end(&mut self, hall: &mut Hall, who: usize, at: usize, function: &str) {
        let account = self.account(hall, who);
        let game = &mut self.games[at];
        if hall.chess(account, function, &[game.id as u64]).is_ok() {
            game.state = State::Over;
        }
    }

    /// The part of an honest player in games that are being played.
    fn play(&mut self, hall: &mut Hall, who: usize) {
        for at in 0..self.games.len() {
            let Game { id, state, .. } = self.games[at];
            if state != State::Playing {
                continue;
            }
            self.report(hall, id);
            if self.honest[1 - who] && self.games[at].plies >= KNIGHTS.len() {
                // two honest players: the higher seed loses
                if self.seats[who] > self.seats[1 - who] {
                    self.end(hall, who, at, "resign");
                    self.report(hall, id);
                }
            } else if self.games[at].plies % 2 == who {
                self.make_move(hall, at).expect("an honest player's move");
            } else {
                self.end(hall, who, at, "signalInactivity");
            }
        }
    }

    fn keep_the_rules(&mut self, hall: &mut Hall, who: usize, clock: Clock) {
        self.play(hall, who);
        let mut games = self.games.iter();
        let is_playing = games.any(|game| game.state == State::Playing && game.fits);
        if is_playing || clock.has_passed(4) {
            return;
        }
        let tied = self.board(hall, clock.round).game;
        self.report(hall, tied as usize);
        let board = self.board(hall, clock.round);
        let own = self.find(State::Open, who);
        let theirs = self.find(State::Open, 1 - who);
        let is_theirs = theirs.is_some_and(|at| self.games[at].id == board.game as usize);
        match (own, theirs) {
            _ if board.state == BoardState::Done => {}
            (_, Some(at)) if is_theirs || own.is_none() => {
                self.accept(hall, who, at, clock);
                self.play(hall, who);
            }
            (Some(at), _) => self.report(hall, self.games[at].id),
            _ if who == 1 && !clock.has_passed(2) => {}
            _ if board.seen & (2 >> who) != 0 && clock.has_passed(3) => {}
            _ => {
                self.challenge(hall, who, who as u64, 60, true);
                let game = self.games.last().expect("a challenge").id;
                self.report(hall, game);
            }
        }
    }

    fn do_anything(
        &mut self,
        hall: &mut Hall,
        random: &mut fastrand::Rng,
        who: usize,
        clock: Clock,
    ) {
        if random.u8(..5) == 0 {
            let side = match random.u8(..6) {
                0 => 2,
                1 => 1 - who as u64,
                _ => who as u64,
            };
            let base = if random.u8(..6) == 0 { 61 } else { 60 };
            self.challenge(hall, who, side, base, !clock.has_passed(4));
        }
        if self.games.is_empty() {
            return;
        }
        let at = random.usize(..self.games.len());
        let game = self.games[at];
        let may_move = game.fits && game.plies < ADVERSARYS_PLIES && game.plies % 2 == who;
        match (random.u8(..6), game.state) {
            (0, State::Open) => self.end(hall, who, at, "cancelChallenge"),
            (1, State::Open) => self.accept(hall, who, at, clock),
            (2, State::Playing) => self.end(hall, who, at, "resign"),
            (3, State::Playing) => self.end(hall, who, at, "signalInactivity"),
            (4, State::Playing) if may_move => {
                // out of time perhaps
                let _ = self.make_move(hall, at);
            }
            // of any board of any tournament
            (5, _) => self.report(hall, random.usize(1..=game.id)),
            _ => self.report(hall, game.id),
        }
    }

    fn board(&self, hall: &mut Hall, round: u8) -> Board {
        let boards = hall.boards(self.tournament, round);
        boards[usize::from(self.number) - 1].clone()
    }

    /// Once the round is closed: an honest player has won against an adversary.
    pub fn check(&self, hall: &mut Hall, round: u8) {
        let board = self.board(hall, round);
        assert_eq!(board.state, BoardState::Done);
        let points = [board.white_points, board.black_points];
        match self.honest {
            [true, true] => {
                let winner = usize::from(self.seats[0] > self.seats[1]);
                assert_eq!((points[winner], points[1 - winner]), (2, 0));
            }
            [false, false] => assert!(points[0] + points[1] <= 2),
            [is_white, _] => {
                let honest = usize::from(!is_white);
                assert_eq!((points[honest], points[1 - honest]), (2, 0));
            }
        }
    }
}
