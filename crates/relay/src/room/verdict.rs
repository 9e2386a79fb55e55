//! What the chain is to be told about a game, by the longest game and what the chain has of it.

use chess_rules::Color;
use signed_play::{Action, Call, Transcript};

use crate::chain::{Awaits, ChainGame, ChainTime, number};

/// How long an end on the board waits for its acknowledgement, in milliseconds: less than a round of
/// the chain, so that no transaction of an opponent's gets in between. The page of a player who is
/// there acknowledges it by itself, and one call settles the game.
pub const ACKNOWLEDGED_MILLIS: u64 = 400;

/// What an ask gives beyond the clock's base, in milliseconds.
const RESERVE_MILLIS: u64 = 3 * 60 * 1_000;

/// How many rounds of an ask are free.
const FREE_ROUNDS: u64 = 10;

/// The shortest and the longest window of an open end, in milliseconds.
const WINDOW_MILLIS: (u64, u64) = (3 * 60 * 1_000, 24 * 60 * 60 * 1_000);

/// What is to be done about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing, until something changes.
    Rest,
    /// Nothing, until that time.
    Later(When),
    /// The longest game is to be brought.
    Bring(Call, Cause),
    /// The time is over: `signalInactivity`.
    Signal,
}

/// When a game is to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// At once.
    Now,
    /// In milliseconds since 1970, by this machine.
    Wall(u64),
    /// In milliseconds since 1970, by the chain's blocks.
    Block(u64),
    /// From an epoch on.
    Epoch(u64),
}

/// Who a call is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It carries a player's ask.
    Ask(Color),
    /// It meets an ask, an open end or an old state.
    Answer,
    /// It brings the game's end.
    End,
}

impl When {
    /// Whether it is time. `wall`: this machine's, in milliseconds since 1970.
    pub fn is_over(self, time: &ChainTime, wall: u64) -> bool {
        match self {
            When::Now => true,
            When::Wall(millis) => wall >= millis,
            When::Block(millis) => time.millis() >= millis,
            When::Epoch(epoch) => time.epoch >= epoch,
        }
    }
}

/// What is to be done about a game. `wall`: this machine's time, in milliseconds since 1970.
pub fn verdict(known: &Transcript, chain: &ChainGame, time: &ChainTime, wall: u64) -> Verdict {
    if !chain.is_ongoing() || chain.keys.is_none() {
        return Verdict::Rest;
    }
    let (plies, same) = (known.plies(), known.moves().starts_with(&chain.moves));
    let is_longer = plies > chain.plies;
    let actions = known.actions();
    let says = |action| actions.contains(&Some(action));
    let ends = says(Action::Resign) || says(Action::Draw);
    match chain.awaits {
        Awaits::Answer => {
            let answers = is_longer || same && ends;
            let brought = answers.then(|| bring(known, chain)).flatten();
            brought.unwrap_or_else(|| wait(deadline_of_ask(chain, time), time, wall))
        }
        Awaits::LongerGame => {
            let on_board = number::ENDS_ON_BOARD.contains(&chain.end_reason);
            let undoes = plies > chain.plies + usize::from(!on_board);
            let drawn = number::DRAWS_ON_BOARD.contains(&chain.end_reason);
            let acknowledges = says(Action::Resign) || drawn && says(Action::Draw);
            let settles = undoes || same && plies == chain.plies && acknowledges;
            let brought = settles.then(|| bring(known, chain)).flatten();
            brought.unwrap_or_else(|| wait(deadline_of_end(chain), time, wall))
        }
        Awaits::Move if ends || !same && is_longer || says(Action::Ask) => {
            bring(known, chain).unwrap_or(Verdict::Rest)
        }
        Awaits::Move if is_longer && known.end().is_some() => {
            match When::Wall(known.last_entry_at().saturating_add(ACKNOWLEDGED_MILLIS)) {
                due if due.is_over(time, wall) => bring(known, chain).unwrap_or(Verdict::Rest),
                due => Verdict::Later(due),
            }
        }
        Awaits::Move => Verdict::Rest,
    }
}

/// Brings the longest game; `None` where it isn't proved or would have no effect.
fn bring(known: &Transcript, chain: &ChainGame) -> Option<Verdict> {
    let call = known.call(&chain.moves)?;
    let asks = |color: Color| known.actions()[color as usize] == Some(Action::Ask);
    let asker = [Color::White, Color::Black]
        .into_iter()
        .find(|color| asks(*color));
    let cause = match asker {
        _ if is_answer(known, chain) => Cause::Answer,
        Some(asker) => Cause::Ask(asker),
        None => Cause::End,
    };
    Some(Verdict::Bring(call, cause))
}

/// Whether the longest game meets what could cost a player the game: an ask or an open end on the
/// chain, or moves there that aren't the game's.
fn is_answer(known: &Transcript, chain: &ChainGame) -> bool {
    let is_longer = known.plies() > chain.plies;
    match chain.awaits {
        Awaits::Answer => true,
        Awaits::LongerGame => is_longer,
        Awaits::Move => is_longer && !known.moves().starts_with(&chain.moves),
    }
}

fn wait(until: When, time: &ChainTime, wall: u64) -> Verdict {
    match until.is_over(time, wall) {
        true => Verdict::Signal,
        false => Verdict::Later(until),
    }
}

/// When the player who is asked is late. Where pauses have stopped time it is later: the contract
/// refuses `signalInactivity` until then.
fn deadline_of_ask(chain: &ChainGame, time: &ChainTime) -> When {
    let Some(clock) = chain.clock else {
        return When::Epoch(u64::from(chain.wait_epoch) + 2);
    };
    let turn = chain.turn();
    let moves = match turn {
        Color::White => chain.plies.div_ceil(2),
        Color::Black => chain.plies / 2,
    };
    let single = u64::from(clock.base) * 1_000 + RESERVE_MILLIS;
    let all = single + moves as u64 * u64::from(clock.increment) * 1_000;
    let left = all.saturating_sub(clock.used[turn as usize]);
    let free = FREE_ROUNDS.saturating_mul(time.round_millis);
    let given = left.min(single) + free + 1;
    When::Block(clock.wait_since.saturating_add(given))
}

/// When an open end is final; with pauses as above.
fn deadline_of_end(chain: &ChainGame) -> When {
    match chain.clock {
        None => When::Epoch(u64::from(chain.wait_epoch) + 2),
        Some(clock) => {
            let (shortest, longest) = WINDOW_MILLIS;
            let window = (u64::from(clock.base) * 1_000).clamp(shortest, longest);
            When::Block(clock.wait_since.saturating_add(window + 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::{GameClock, Stake};
    use signed_play::Entry;
    use signed_play::SignedAction;

    /// Another relay's clock, or a contract that isn't ours, may say any time.
    #[test]
    fn times_of_the_far_future_are_waited_for() {
        let far = u64::MAX;
        let mut mated = Transcript::default();
        let fools = [13, 21, 52, 36, 14, 30, 59, 31];
        let signed = Some(SignedAction {
            action: Action::Move,
            signature: [7; 64],
        });
        let entry = Entry {
            at: far,
            first: None,
            new_moves: fools.to_vec(),
            white: signed,
            black: signed,
        };
        mated.add(&entry).unwrap();
        let game = |awaits, end_reason| ChainGame {
            players: [[1; 32], [2; 32]],
            keys: Some([[1; 32], [2; 32]]),
            state: number::ONGOING,
            awaits,
            end_reason,
            clock: Some(GameClock {
                base: u32::MAX,
                increment: u32::MAX,
                used: [far; 2],
                wait_since: far,
            }),
            wait_epoch: u32::MAX,
            challenger: None,
            drawn_sides: false,
            stake: Stake::None,
            plies: 0,
            moves: vec![],
        };
        let time = ChainTime {
            round_millis: 6_000,
            ..ChainTime::default()
        };
        let fresh = Transcript::default();
        for (known, game, due) in [
            (&mated, game(Awaits::Move, 0), When::Wall(far)),
            (&fresh, game(Awaits::Answer, 0), When::Block(far)),
            (&fresh, game(Awaits::LongerGame, 11), When::Block(far)),
        ] {
            let verdict = verdict(known, &game, &time, 1);
            assert_eq!(verdict, Verdict::Later(due));
        }
    }
}
