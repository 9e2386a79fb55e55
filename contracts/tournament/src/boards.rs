//! The boards of the running round: reports, and the round's end.

use chess_record::{EndReason, GameState};
use multiversx_sc::imports::*;

use crate::game_contract::Game;
use crate::pairing::WIN;
use crate::storage::{BLACK, Board, BoardState, Phase, Progress, Round, Standing, WHITE};
use crate::terms::Terms;

/// The times of a round, in milliseconds of block time.
#[derive(Clone, Copy)]
pub struct Times {
    /// When its window begins.
    pub begin: u64,
    /// Its length.
    pub window: u64,
    /// The part of the time before its beginning that pauses have taken from all clocks.
    pub stopped: u64,
}

impl Times {
    /// When this number of quarters of the window has passed.
    pub fn quarters(&self, quarters: u64) -> u64 {
        self.begin + self.window / 4 * quarters
    }

    /// The window's end in milliseconds that count for clocks: all pauses lie before its begin.
    fn counted_end(&self) -> u64 {
        self.end() - self.stopped
    }

    /// When the window ends.
    pub fn end(&self) -> u64 {
        self.begin + self.window
    }
}

#[multiversx_sc::module]
pub trait BoardsModule:
    crate::storage::StorageModule
    + crate::events::EventsModule
    + crate::game_contract::GameContractModule
    + crate::pairing::PairingModule
{
    /// The times of the running round, which has its whole window again after a pause of the game
    /// contract. Refuses during one.
    fn times(&self, terms: &Terms<Self::Api>, progress: &Progress) -> Times {
        let pause = self.last_pause();
        Times {
            begin: progress.paired.max(pause.resume_millis.get()),
            window: terms.window,
            stopped: pause.stopped_millis.get(),
        }
    }

    /// Ties a game of the game contract to a board of the running round, or takes over its result.
    /// Boards count from 1. Refused while the game contract is paused.
    #[endpoint(report)]
    fn report(&self, id: u32, board: u8, game_id: u32) {
        let number = board;
        let terms = self.terms_of(id);
        let progress = self.progress(id).get();
        require!(progress.phase == Phase::Running, "no round is being played");
        let mut round = self.rounds(id, progress.round).get();
        require!(
            (1..=round.boards.len()).contains(&(number as usize)),
            "board not found"
        );
        let at = number as usize - 1;
        let mut board = round.boards.get(at).clone();
        require!(
            board.state != BoardState::Done,
            "the board already has its result"
        );
        require!(
            game_id > progress.last_game,
            "the game is older than the pairing"
        );
        let times = self.times(&terms, &progress);
        let Some(game) = self.game(game_id) else {
            sc_panic!("game not found");
        };
        self.require_fits(id, &terms, &board, &game);
        if board.game != game_id {
            self.refresh(&times, &mut board);
            require!(
                matches!(board.state, BoardState::Empty | BoardState::Challenge),
                "another game is tied to this board"
            );
        }
        if game.record.head.is_challenge() {
            let is_other = board.state == BoardState::Challenge && board.game != game_id;
            require!(!is_other, "the board has another open challenge: accept it");
        }
        if game.record.head.is_offer() {
            self.record_presence(&times, &mut board, &game);
        }
        require!(
            !game.is_late(times.counted_end()),
            "the game began after the round's window"
        );
        require!(
            game.record.head.state() != GameState::NoResult || game.record.head.is_declined(),
            "the game has ended without a result"
        );
        if !game.record.head.is_declined() {
            board.game = game_id;
        }
        if board.game == game_id {
            self.take_over(&mut board, &game);
        }
        self.reported_event(id, progress.round, number, &board);
        let _ = round.boards.set(at, board);
        self.rounds(id, progress.round).set(round);
    }

    /// A challenge proves that the challenger is there, unless they take it back.
    fn record_presence(&self, times: &Times, board: &mut Board, game: &Game) {
        let now = self.now();
        require!(now < times.end(), "the round's window has ended");
        let challenger = game.challenger();
        require!(
            challenger == WHITE || now >= times.quarters(2),
            "Black may open the game in the second half of the window"
        );
        // Once the opponent has been there, a new challenge counts until the last quarter. Later a
        // player could decline the opponent's, and open one that nobody can accept in time. A declined
        // one doesn't count then: the opponent may decline another.
        let has_opponent_been_there = board.seen & !challenger != 0;
        let is_in_time = now < times.quarters(3) && !game.record.head.is_declined();
        require!(
            !has_opponent_been_there || is_in_time,
            "too late: the opponent has been there before"
        );
        board.seen |= challenger;
    }

    /// Updates a board by the game that it names. A challenge accepted too late counts as still open, a
    /// game that can no longer be read as none.
    fn refresh(&self, times: &Times, board: &mut Board) {
        if !matches!(board.state, BoardState::Challenge | BoardState::Playing) {
            return;
        }
        match self.game(board.game) {
            Some(game) if game.is_late(times.counted_end()) => {}
            Some(game) => self.take_over(board, &game),
            None => (board.state, board.game) = (BoardState::Empty, 0),
        }
    }

    /// Sets a board's state, players seen and points from its game.
    fn take_over(&self, board: &mut Board, game: &Game) {
        board.state = match game.record.head.state() {
            GameState::Open => BoardState::Challenge,
            GameState::Ongoing => BoardState::Playing,
            GameState::NoResult => BoardState::Empty,
            _ => BoardState::Done,
        };
        if board.state == BoardState::Playing {
            board.seen = WHITE | BLACK;
        }
        if board.state == BoardState::Empty {
            board.game = 0;
            match game.record.head.end_reason() {
                // the player to move was absent, the other one was there
                EndReason::Aborted => {
                    board.seen = [BLACK, WHITE][game.record.head.turn() as usize];
                }
                EndReason::Cancelled => board.seen &= !game.challenger(),
                EndReason::Declined => board.seen = game.challenger(),
                _ => {}
            }
        }
        if let Some(points) = game.points() {
            (board.white_points, board.black_points) = points;
        }
    }

    /// Closes the running round, if it may be closed, and adds its points.
    fn close_round(
        &self,
        id: u32,
        terms: &Terms<Self::Api>,
        progress: &Progress,
        standings: &mut ManagedVec<Standing>,
    ) {
        let (times, now) = (self.times(terms, progress), self.now());
        let round = self.rounds(id, progress.round).get();
        let mut boards = ManagedVec::new();
        for (at, board) in round.boards.iter().enumerate() {
            let mut board = board.clone();
            if board.state != BoardState::Done {
                self.refresh(&times, &mut board);
                self.settle(&times, now, &mut board);
                self.reported_event(id, progress.round, at as u8 + 1, &board);
            }
            for (seed, points) in [
                (board.white, board.white_points),
                (board.black, board.black_points),
            ] {
                standings.get_mut(seed as usize).points += points;
            }
            boards.push(board);
        }
        self.rounds(id, progress.round).set(Round {
            bye: round.bye,
            boards,
        });
    }

    /// Gives a board without a result the points that it has at the end of the window.
    fn settle(&self, times: &Times, now: u64, board: &mut Board) {
        if board.state == BoardState::Done {
            return;
        }
        require!(
            now >= times.end(),
            "a board has no result, and the round's window has not ended"
        );
        require!(
            board.state != BoardState::Playing || now >= times.end() + times.window,
            "a game is still being played: the round waits up to one more window"
        );
        // the challenger, or else the only player who has been there
        let there = match board.state {
            BoardState::Challenge => {
                let game = self.game(core::mem::take(&mut board.game));
                game.map_or(0, |game| game.challenger())
            }
            BoardState::Empty => board.seen,
            _ => 0,
        };
        match there {
            WHITE => board.white_points = WIN,
            BLACK => board.black_points = WIN,
            _ => {}
        }
        board.state = BoardState::Done;
    }
}
