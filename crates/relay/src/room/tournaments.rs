//! The next step of tournaments: a report, or the end of a round.

use std::collections::{BTreeMap, HashMap};

use chess_record::{GameState, flags};
use chess_rules::Color;
use parking_lot::Mutex;

use super::duties::Rank;
use super::verdict::When;
use crate::chain::{Board, ChainGame, Has, Tournament};

/// The number of games and of tournaments that are remembered.
const MOST: usize = 10_000;

/// A game that may be a tournament's.
struct Game {
    players: [[u8; 32]; 2],
    /// As in [`Tournament::terms`].
    terms: (u32, u32, bool),
    /// For a challenge: the challenger's side.
    challenger: Option<Color>,
    /// That was declined: a report shows that the challenger has been there.
    is_declined: bool,
    /// As of [`ChainGame::began`].
    began: u64,
}

type Key = ([u8; 32], u32);

#[derive(Default)]
struct Known {
    /// Games and challenges that may be a tournament's and have not ended without a result.
    games: BTreeMap<Key, Game>,
    /// The players of tournaments that are not over.
    players: HashMap<Key, Vec<[u8; 32]>>,
}

/// Tournaments that are not over, and games that may be theirs.
#[derive(Default)]
pub struct Tournaments(Mutex<Known>);

/// The next step of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Report a board's game: the board, counted from 1, and the game.
    Report(u8, u32),
    /// `next` is due.
    Next,
    /// Nothing until then, unless a game changes.
    Later(When),
}

impl Tournaments {
    /// Tournaments come after games with a stake.
    pub const RANK: Rank = Rank {
        has_stake: false,
        is_urgent: false,
    };

    /// A game has changed. Returns the tournaments that it may concern.
    pub fn see(&self, contract: &[u8; 32], id: u32, game: &ChainGame) -> Vec<Key> {
        let (key, head, known) = ((*contract, id), &game.head, &mut *self.0.lock());
        let is_stakeless_game = !game.has_stake() && head.rounds == 1;
        let Some(clock) = game.clock.as_ref().filter(|_| is_stakeless_game) else {
            return vec![];
        };
        let terms = (
            clock.base.get(),
            clock.increment.get(),
            head.has(flags::ENGINES),
        );
        match head.state() {
            GameState::NoResult if !head.is_declined() => drop(known.games.remove(&key)),
            // its colours are drawn by lot: it is no tournament's
            GameState::NoResult | GameState::Open if head.has(flags::DRAWN_SIDE) => {}
            _ => {
                let game = Game {
                    players: game.players,
                    terms,
                    challenger: head.is_offer().then_some(head.challengers_side()),
                    is_declined: head.is_declined(),
                    began: game.began(),
                };
                known.games.insert(key, game);
                if known.games.len() > MOST {
                    known.games.pop_first();
                }
            }
        }
        let has_both = |it: &&Vec<_>| game.players.iter().all(|player| it.contains(player));
        let concerned = known.players.iter();
        let concerned = concerned.filter(|(_, players)| has_both(players));
        concerned.map(|(key, _)| *key).collect()
    }

    /// A tournament's next step; `None` if it is over. `now`: milliseconds of block time.
    pub fn step(&self, key: Key, tournament: Option<&Tournament>, now: u64) -> Option<Step> {
        let known = &mut *self.0.lock();
        let Some(tournament) = tournament else {
            known.players.remove(&key);
            return None;
        };
        if known.players.len() < MOST {
            known.players.insert(key, tournament.players.clone());
        }
        let (window, paired) = (tournament.window, tournament.paired);
        let at = |millis: u64| match now >= millis {
            true => Step::Next,
            false => Step::Later(When::Block(millis)),
        };
        if tournament.boards.is_empty() {
            return Some(at(tournament.start));
        }
        let half = tournament.quarters(2);
        let is_played = |board: &Board| board.has == Has::Game;
        let windows = 1 + u64::from(tournament.boards.iter().any(is_played));
        let end = paired + windows * window;
        let mut look = end;
        for (board, number) in tournament.boards.iter().zip(1..) {
            match (board.has, known.best(tournament, board, now)) {
                (Has::Nothing, Some((_, Some(Color::Black)))) if now < half => {
                    look = look.min(half);
                }
                (Has::Nothing, Some((game, Some(_)))) if now < paired + window => {
                    return Some(Step::Report(number, game));
                }
                (Has::Nothing | Has::Challenge, Some((game, None)))
                    if now < paired + 2 * window =>
                {
                    return Some(Step::Report(number, game));
                }
                _ => {}
            }
        }
        let mut boards = tournament.boards.iter();
        let is_over = boards.all(|board| board.has == Has::Result);
        Some(match () {
            () if is_over => Step::Next,
            () if look < end => Step::Later(When::Block(look)),
            () => at(end),
        })
    }
}

impl Known {
    /// The newest game that fits a board and began in time; else the challenge that may be reported, and its
    /// challenger: a declined one last, and before half of the window Black's after White's.
    fn best(
        &self,
        tournament: &Tournament,
        board: &Board,
        now: u64,
    ) -> Option<(u32, Option<Color>)> {
        let of = tournament.game_contract;
        let games = (of, tournament.last_game.saturating_add(1))..=(of, u32::MAX);
        let is_last_quarter = now >= tournament.quarters(3);
        let fitting = self.games.range(games).filter(|(_, game)| {
            let is_declined = game.is_declined;
            let is_useful = game.challenger.is_none_or(|challenger| {
                let is_told = is_declined && board.has_seen(challenger);
                let is_refused =
                    (is_declined || is_last_quarter) && board.has_seen(challenger.other());
                !is_told && !is_refused
            });
            (game.players, game.terms) == (board.players, tournament.terms)
                && game.began < tournament.counted_end
                && is_useful
        });
        let is_first_half = now < tournament.quarters(2);
        let best = fitting.max_by_key(|((_, id), game)| {
            let is_early = is_first_half && game.challenger == Some(Color::Black);
            (game.challenger.is_none(), !is_early, !game.is_declined, *id)
        });
        best.map(|((_, id), game)| (*id, game.challenger))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTRACT: [u8; 32] = [9; 32];
    const TERMS: (u32, u32, bool) = (300, 3, false);
    const BOARD: [[u8; 32]; 2] = [[1; 32], [2; 32]];

    /// A round that was paired at 1,000 and has a window of 400.
    fn tournament(boards: Vec<Board>) -> Tournament {
        Tournament {
            game_contract: CONTRACT,
            terms: TERMS,
            start: 500,
            window: 400,
            paired: 1_000,
            counted_end: 1_400,
            last_game: 6,
            players: vec![],
            boards,
        }
    }

    /// The step at these times of a round in which one board has no game. `began`: of a game of that board.
    fn steps(challenger: Option<Color>, began: u64, has: Has, times: &[u64]) -> Vec<Option<Step>> {
        let tournaments = Tournaments::default();
        let game = |challenger| Game {
            players: BOARD,
            terms: TERMS,
            challenger,
            is_declined: false,
            began,
        };
        let add = |id, game| tournaments.0.lock().games.insert((CONTRACT, id), game);
        add(7, game(challenger));
        if challenger.is_none() {
            // a newer challenge hides no game
            let newer = Game {
                began: 0,
                ..game(Some(Color::Black))
            };
            add(8, newer);
        }
        let board = |players, has| Board {
            players,
            has,
            seen: 0,
        };
        let tournament = tournament(vec![
            board([[3; 32], [4; 32]], has),
            board(BOARD, Has::Nothing),
        ]);
        let step = |now: &u64| tournaments.step((CONTRACT, 1), Some(&tournament), *now);
        times.iter().map(step).collect()
    }

    #[test]
    fn a_challenge_is_reported_in_its_time_and_never_keeps_a_round_open() {
        let report = || Some(Step::Report(2, 7));
        let wait = |until| Some(Step::Later(When::Block(until)));
        let white = steps(Some(Color::White), 0, Has::Result, &[1_000, 1_399, 1_400]);
        assert_eq!(white, [report(), report(), Some(Step::Next)]);
        let black = steps(Some(Color::Black), 0, Has::Result, &[1_199, 1_200, 1_400]);
        assert_eq!(black, [wait(1_200), report(), Some(Step::Next)]);
        // a game is reported even after the window, as long as another one keeps the round open
        let game = steps(None, 1_399, Has::Game, &[1_000, 1_799, 1_800]);
        assert_eq!(game, [report(), report(), Some(Step::Next)]);
        let late = steps(Some(Color::White), 0, Has::Game, &[1_400, 1_800]);
        assert_eq!(late, [wait(1_800), Some(Step::Next)]);
        // nor one that began too late
        let late = steps(None, 1_400, Has::Result, &[1_400]);
        assert_eq!(late, [Some(Step::Next)]);
    }

    #[test]
    fn a_declined_challenge_is_reported_until_its_challenger_has_been_seen() {
        let best = |games: &[(u32, bool)], seen| {
            let mut known = Known::default();
            for (id, is_declined) in games {
                let game = Game {
                    players: BOARD,
                    terms: TERMS,
                    challenger: Some(Color::White),
                    is_declined: *is_declined,
                    began: 0,
                };
                known.games.insert((CONTRACT, *id), game);
            }
            let board = Board {
                players: BOARD,
                has: Has::Nothing,
                seen,
            };
            known
                .best(&tournament(vec![]), &board, 1_200)
                .map(|(game, _)| game)
        };
        assert_eq!(best(&[(7, true)], 0), Some(7));
        // White has been there, or Black, whose point a report could cancel
        assert_eq!([1, 2].map(|seen| best(&[(7, true)], seen)), [None, None]);
        assert_eq!(best(&[(7, false), (8, true)], 0), Some(7));
    }
}
