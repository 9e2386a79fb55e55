//! The records in which the contract would store the model's state.

use chess_record::{Awaits, GameClock, GameHead, PauseState, StateRecord, U32, VERSION, flags};

use crate::chain::{Game, Time};

/// The head of a running game with keys.
pub fn head_of(game: &Game) -> GameHead {
    let mut head = GameHead::START;
    head.awaits = match (&game.open_end, game.is_asked) {
        (Some(_), _) => Awaits::LongerGame,
        (None, true) => Awaits::Answer,
        (None, false) => Awaits::Move,
    } as u8;
    let clock = game.clock.map_or(0, |_| flags::CLOCK);
    head.flags = flags::CHALLENGE | flags::KEYS | clock;
    if let Some(open) = &game.open_end {
        head.end_reason = open.reason as u8;
        head.open_winner = open.winner.map_or(0, |winner| winner as u8 + 1);
    }
    head.ply.set(game.plies() as u16);
    head.rounds = game.rounds as u8;
    head.round = game.round as u8;
    head.points = game.points as u8;
    head.wait_epoch.set(game.start.at_epoch as u32);
    head.wait_counted_epoch.set(game.start.epoch as u32);
    head
}

/// A game's clock, if it has one.
pub fn clock_of(game: &Game) -> Option<GameClock> {
    let control = game.clock?;
    let mut clock = GameClock::empty();
    clock.base.set(control.base);
    clock.increment.set(control.increment);
    clock.white_used.set(game.used_ms[0]);
    clock.black_used.set(game.used_ms[1]);
    clock.wait_millis.set(game.start.ms);
    Some(clock)
}

/// The contract's pauses.
pub fn state_of(time: &Time) -> StateRecord {
    let number = |epoch: u64| {
        let mut number = U32::ZERO;
        number.set(epoch as u32);
        number
    };
    let since = time.epoch - time.paused_epochs();
    // the current pause counts with the day after it once it has ended
    let current = match time.is_paused() {
        true => time.paused_epochs() + 1,
        false => 0,
    };
    StateRecord {
        version: VERSION,
        illegal_move_rule: 0,
        pause_state: match time.is_paused() {
            true => PauseState::Paused,
            false => PauseState::Running,
        } as u8,
        pause_epoch: number(if time.is_paused() { since } else { 0 }),
        resume_epoch: number(time.resume_epoch()),
        stopped_epochs: number(time.stopped_epochs() - current),
        token_len: 0,
        amount_len: 0,
    }
}
