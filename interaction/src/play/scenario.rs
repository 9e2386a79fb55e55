//! Writes a game as a gas scenario (`scenarios/gas/*.scen.json`): both joins, every move by its
//! kind, the end of the game, and everything that each step must cause. The expectations come from
//! the rules and the game's result, not from the contract.

use chess_rules::{Color, Outcome, Position, RepetitionCounter};
use chess_scenarios::{ALICE, Address, BOB, Reason, Scenario, State};

use crate::pgn::{Game, GameResult};
use crate::play;
use crate::play::replay::mover;

/// The contract's first game.
const GAME_ID: usize = 1;

/// The text of a game's scenario.
///
/// # Errors
/// In words, if a move comes after the end of the game by the rules.
pub fn scenario(game: &Game) -> Result<String, String> {
    let mut scenario = Scenario::gas(&play::title(game));
    scenario.start(ALICE, BOB);
    let mut position = Position::START;
    let mut ended = None;
    for (ply, played) in game.plies.iter().enumerate() {
        if ended.is_some() {
            let at = game.numbered(ply);
            return Err(format!("{at}: the game is over before this move"));
        }
        position.apply(played.mv);
        ended = end_by_rules(game, ply, &position);
        let mv = played.mv.to_string();
        match ended {
            None => drop(scenario.play(GAME_ID, &mv)),
            Some((state, reason)) => scenario.play_last(GAME_ID, &mv, state, reason),
        }
    }
    let state = match ended {
        Some((state, _)) => state,
        None => end_by_result(&mut scenario, game),
    };
    let (contract, [white, black], scores) = match state {
        State::Ongoing => (2, [9, 9], [0, 0]),
        State::WhiteWon => (0, [11, 9], [2, 0]),
        State::BlackWon => (0, [9, 11], [0, 2]),
        State::Drawn => (0, [10, 10], [1, 1]),
        State::NoResult => (0, [10, 10], [0, 0]),
    };
    scenario.shows(GAME_ID);
    let scores = [(ALICE, scores[0]), (BOB, scores[1])];
    scenario.check(contract, &[(ALICE, white), (BOB, black)], &scores);
    Ok(scenario.file())
}

fn player(color: Color) -> Address {
    match color {
        Color::White => ALICE,
        Color::Black => BOB,
    }
}

/// Ends a game that the rules haven't ended, as its result says.
fn end_by_result(scenario: &mut Scenario, game: &Game) -> State {
    let mut resigns = |player, state| {
        scenario.end_by(player, "resign", GAME_ID, state, Reason::Resignation);
        state
    };
    match game.result {
        GameResult::WhiteWins => resigns(BOB, State::WhiteWon),
        GameResult::BlackWins => resigns(ALICE, State::BlackWon),
        GameResult::Draw => {
            let offers = mover(game.plies.len().saturating_sub(1));
            scenario.id("draw/offer");
            scenario.offer_draw(player(offers), GAME_ID);
            scenario.id("draw/accept");
            scenario.accept_draw(player(offers.other()), GAME_ID);
            State::Drawn
        }
        GameResult::Unfinished => State::Ongoing,
    }
}

/// How the rules end a game with this ply, if they do.
fn end_by_rules(game: &Game, ply: usize, position: &Position) -> Option<(State, Reason)> {
    let drawn = |reason| Some((State::Drawn, reason));
    match position.outcome() {
        Outcome::Checkmate => {
            let state = match mover(ply) {
                Color::White => State::WhiteWon,
                Color::Black => State::BlackWon,
            };
            Some((state, Reason::Checkmate))
        }
        Outcome::Stalemate => drawn(Reason::Stalemate),
        Outcome::DeadPosition => drawn(Reason::DeadPosition),
        Outcome::SeventyFiveMoves => drawn(Reason::SeventyFiveMoves),
        Outcome::Ongoing => {
            let mut counter = RepetitionCounter::of(position);
            for p in game.plies[..=ply].iter().rev() {
                counter.take_back(p.mv.from, p.mv.to);
            }
            match counter.occurrences() {
                5.. => drawn(Reason::FivefoldRepetition),
                _ => None,
            }
        }
    }
}
