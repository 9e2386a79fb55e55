//! What the chain is to be told about a game, by the longest game and what the chain has of it.

use chess_record::clock;
use chess_rules::Color;
use signed_play::Action;

use crate::chain::ChainTime;
use crate::chain_game::{Awaits, ChainGame};
use crate::transcript::{Call, Transcript};

/// How long a player may take to acknowledge an end on the board, in milliseconds, before the end is
/// brought without it.
pub const PATIENCE_MILLIS: u64 = 10_000;

/// The longest round that a gateway is believed, in milliseconds.
const LONGEST_ROUND_MILLIS: u64 = 60 * 60 * 1_000;

/// What is to be done about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing, until something changes.
    Rest,
    /// Nothing, until that time.
    Later(Due),
    /// The longest game is to be brought.
    Bring(Call, Cause),
    /// The time is over: `signalInactivity`.
    Signal,
}

/// When a game is to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
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
    /// It answers an ask, ends a game or meets an old state.
    Game,
}

impl Due {
    /// Whether it is time. `wall`: this machine's, in milliseconds since 1970.
    pub fn is_over(self, time: &ChainTime, wall: u64) -> bool {
        match self {
            Due::Now => true,
            Due::Wall(millis) => wall >= millis,
            Due::Block(millis) => time.millis() >= millis,
            Due::Epoch(epoch) => time.epoch >= epoch,
        }
    }
}

/// What is to be done about a game. `wall`: this machine's time, in milliseconds since 1970.
pub fn verdict(known: &Transcript, chain: &ChainGame, time: &ChainTime, wall: u64) -> Verdict {
    if !chain.is_ongoing() || chain.keys.is_none() {
        return Verdict::Rest;
    }
    let (plies, same) = (known.plies(), known.moves().starts_with(&chain.moves));
    let is_longer = plies > chain.plies();
    let actions = known.actions();
    let says = |action| actions.contains(&Some(action));
    let ends = says(Action::Resign) || says(Action::Draw);
    match chain.awaits() {
        Awaits::Answer => {
            let answers = is_longer || same && ends;
            let brought = answers.then(|| bring(known, chain)).flatten();
            brought.unwrap_or_else(|| wait(deadline(chain, time), time, wall))
        }
        Awaits::LongerGame => {
            let undoes = plies > chain.plies() + usize::from(!chain.ends_on_board());
            let drawn = chain.is_drawn_on_board();
            let acknowledges = says(Action::Resign) || drawn && says(Action::Draw);
            let settles = undoes || same && plies == chain.plies() && acknowledges;
            let brought = settles.then(|| bring(known, chain)).flatten();
            brought.unwrap_or_else(|| wait(deadline(chain, time), time, wall))
        }
        Awaits::Move if ends || !same && is_longer || says(Action::Ask) => {
            bring(known, chain).unwrap_or(Verdict::Rest)
        }
        Awaits::Move if is_longer && known.end().is_some() => {
            match Due::Wall(known.last_entry_at().saturating_add(PATIENCE_MILLIS)) {
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
    let by_asker = [Color::White, Color::Black]
        .into_iter()
        .find(|color| asks(*color) && chain.awaits() == Awaits::Move);
    Some(Verdict::Bring(
        call,
        by_asker.map_or(Cause::Game, Cause::Ask),
    ))
}

fn wait(until: Due, time: &ChainTime, wall: u64) -> Verdict {
    match until.is_over(time, wall) {
        true => Verdict::Signal,
        false => Verdict::Later(until),
    }
}

/// When the player who is asked is late, or the open end is final. If pauses have stopped time it is
/// later: the contract refuses `signalInactivity` until then.
fn deadline(chain: &ChainGame, time: &ChainTime) -> Due {
    match &chain.clock {
        None => Due::Epoch(u64::from(chain.head.wait_epoch.get()) + 2),
        Some(clock) => {
            let round_millis = time.round_millis.min(LONGEST_ROUND_MILLIS);
            let allowance = clock::allowance(&chain.head, clock, round_millis);
            Due::Block(clock.wait_millis.get().saturating_add(allowance + 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::Entry;
    use chess_record::{GameClock, GameHead, U32, U64, flags};
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
        let number = |number| {
            let mut bytes = U64::ZERO;
            bytes.set(number);
            bytes
        };
        let mut most = U32::ZERO;
        most.set(u32::MAX);
        let game = |awaits: Awaits, end_reason| ChainGame {
            players: [[1; 32], [2; 32]],
            keys: Some([[1; 32], [2; 32]]),
            head: GameHead {
                awaits: awaits as u8,
                end_reason,
                wait_epoch: most,
                flags: flags::CLOCK | flags::CHALLENGE | flags::KEYS,
                ..GameHead::START
            },
            clock: Some(GameClock {
                base: most,
                increment: most,
                white_used: number(far),
                black_used: number(far),
                wait_millis: number(far),
            }),
            moves: vec![],
        };
        let time = ChainTime {
            round_millis: far,
            ..ChainTime::default()
        };
        let fresh = Transcript::default();
        for (known, game, due) in [
            (&mated, game(Awaits::Move, 0), Due::Wall(far)),
            (&fresh, game(Awaits::Answer, 0), Due::Block(far)),
            (&fresh, game(Awaits::LongerGame, 11), Due::Block(far)),
        ] {
            let verdict = verdict(known, &game, &time, 1);
            assert_eq!(verdict, Verdict::Later(due));
        }
    }
}
