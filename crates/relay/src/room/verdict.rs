//! What the chain is to be told about a game, by the longest game and what the chain has of it.

use chess_record::clock;
use chess_rules::Color;
use signed_play::{Action, Call, Transcript};

use crate::chain::{Awaits, ChainGame, ChainTime};

/// How long an end on the board waits for its acknowledgement, in milliseconds: less than a round of
/// the chain, so that no transaction of an opponent's gets in between. The page of a player who is
/// there acknowledges it by itself, and one call settles the game.
pub const ACKNOWLEDGED_MILLIS: u64 = 400;

/// The longest round that a gateway is believed, in milliseconds.
const LONGEST_ROUND_MILLIS: u64 = 60 * 60 * 1_000;

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
    // who brings the end of a match's round may end the match
    if !chain.is_ongoing() || chain.keys.is_none() || chain.head.is_match() {
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
    let is_longer = known.plies() > chain.plies();
    match chain.awaits() {
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

/// When the player who is asked is late, or the open end is final. If pauses have stopped time it is
/// later: the contract refuses `signalInactivity` until then.
fn deadline(chain: &ChainGame, time: &ChainTime) -> When {
    match &chain.clock {
        None => When::Epoch(u64::from(chain.head.wait_epoch.get()) + 2),
        Some(clock) => {
            let round_millis = time.round_millis.min(LONGEST_ROUND_MILLIS);
            let allowance = clock::allowance(&chain.head, clock, round_millis);
            When::Block(clock.wait_millis.get().saturating_add(allowance + 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess_record::{GameClock, GameHead, U32, U64, flags};
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
            (&mated, game(Awaits::Move, 0), When::Wall(far)),
            (&fresh, game(Awaits::Answer, 0), When::Block(far)),
            (&fresh, game(Awaits::LongerGame, 11), When::Block(far)),
        ] {
            let verdict = verdict(known, &game, &time, 1);
            assert_eq!(verdict, Verdict::Later(due));
        }
    }
}
