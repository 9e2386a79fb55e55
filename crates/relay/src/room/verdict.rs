//! What the chain is to be told about a game, by the longest game and what the chain has of it.

use chess_record::clock;
use chess_rules::Color;
use signed_play::{Action, Call, Match, Next, Transcript};

use super::in_first_round;
use crate::chain::{Awaits, ChainGame, ChainTime};

/// How long an end on the board waits for its acknowledgement, in milliseconds: less than a round of
/// the chain, so that no transaction of an opponent's gets in between. The page of a player who is
/// there acknowledges it by itself, and one call settles the game.
pub const ACKNOWLEDGED_MILLIS: u64 = 400;

/// How long players may take over whether to play the next round of a match, in milliseconds. Then
/// the end of the round before is brought, so that who is left alone is paid after its window.
pub const NEXT_ROUND_MILLIS: u64 = 120_000;

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
    /// It carries an ask of a player, named by the colour in round 0.
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
pub fn verdict(known: &Match, chain: &ChainGame, time: &ChainTime, wall: u64) -> Verdict {
    if !chain.head.is_ongoing() || chain.keys.is_none() {
        return Verdict::Rest;
    }
    let game = Known {
        known,
        current: known.current(),
        chain,
    };
    if let Some(call) = known.leaving().filter(|call| call.round > chain.round()) {
        let cause = match chain.awaits() {
            Awaits::Move => Cause::End,
            Awaits::Answer | Awaits::LongerGame => Cause::Answer,
        };
        return Verdict::Bring(call, cause);
    }
    let brought = match chain.awaits() {
        Awaits::Move => return game.unasked(time, wall),
        Awaits::Answer if game.answers() => game.bring(),
        Awaits::LongerGame if game.undoes_or_settles() => game.bring(),
        Awaits::Answer | Awaits::LongerGame => None,
    };
    brought.unwrap_or_else(|| wait(deadline(chain, time), time, wall))
}

/// A game as it is known, beside the chain's.
struct Known<'a> {
    known: &'a Match,
    current: &'a Transcript,
    chain: &'a ChainGame,
}

impl Known<'_> {
    /// Whether the players have begun a round that the chain doesn't know.
    fn is_ahead(&self) -> bool {
        self.current.round() > self.chain.round()
    }

    /// Whether the chain's moves are the beginning of the longest game.
    fn is_same(&self) -> bool {
        !self.is_ahead() && self.current.moves().starts_with(&self.chain.moves)
    }

    fn is_longer(&self) -> bool {
        self.is_ahead() || self.current.plies() > self.chain.plies()
    }

    fn says(&self, action: Action) -> bool {
        self.current.actions().contains(&Some(action))
    }

    /// Whether there is what answers the chain's ask.
    fn answers(&self) -> bool {
        let ends = self.says(Action::Resign) || self.says(Action::Draw);
        self.is_longer() || self.is_same() && ends
    }

    /// Whether there is what undoes the chain's open end, or settles it at once.
    fn undoes_or_settles(&self) -> bool {
        let chain = self.chain;
        if self.is_ahead() {
            return true;
        }
        let needed = chain.plies() + usize::from(!chain.ends_on_board());
        let undoes = self.current.plies() > needed && !chain.is_resigned();
        let resigns = self.says(Action::Resign);
        // before the last round an end is open, acknowledged or not; a resignation is more than a draw
        let settles = match self.known.is_last_round() {
            true => resigns || chain.is_drawn_on_board() && self.says(Action::Draw),
            false => resigns && chain.head.open_winner().is_none(),
        };
        undoes || self.is_same() && self.current.plies() == chain.plies() && settles
    }

    /// What is to be done where the chain waits for nothing.
    fn unasked(&self, time: &ChainTime, wall: u64) -> Verdict {
        let has_ended_on_board = self.current.end().is_some();
        // the next round may wait for it to be on the chain
        let is_drawn = self.says(Action::Draw) && !has_ended_on_board;
        let is_another = !self.is_same() && !self.is_ahead() && self.is_longer();
        let is_last = self.known.is_last_round();
        let ends = self.says(Action::Resign) || self.says(Action::Draw);
        if is_drawn || is_another || self.says(Action::Ask) || is_last && ends {
            return self.bring().unwrap_or(Verdict::Rest);
        }
        let is_over = ends || has_ended_on_board && self.is_longer();
        if !is_over {
            return Verdict::Rest;
        }
        let is_contradicted = self.known.next().is_some_and(Next::is_contradicted);
        let patience = match is_last {
            true => ACKNOWLEDGED_MILLIS,
            false if is_contradicted => 0,
            false => NEXT_ROUND_MILLIS,
        };
        match When::Wall(self.known.last_entry_at().saturating_add(patience)) {
            due if due.is_over(time, wall) => self.bring().unwrap_or(Verdict::Rest),
            due => Verdict::Later(due),
        }
    }

    /// Brings the longest game; `None` if it isn't proved or would have no effect.
    fn bring(&self) -> Option<Verdict> {
        let call = self.known.call(self.chain.round(), &self.chain.moves)?;
        let actions = self.current.actions();
        let asks = |color: &Color| actions[*color as usize] == Some(Action::Ask);
        let asker = [Color::White, Color::Black].into_iter().find(asks);
        let cause = match asker {
            _ if self.is_answer() => Cause::Answer,
            Some(asker) => Cause::Ask(in_first_round(asker, self.current.round())),
            None => Cause::End,
        };
        Some(Verdict::Bring(call, cause))
    }

    /// Whether the longest game meets what could cost a player the game: an ask or an open end on
    /// the chain, or moves there that aren't the game's.
    fn is_answer(&self) -> bool {
        match self.chain.awaits() {
            Awaits::Answer => true,
            Awaits::LongerGame => self.is_longer(),
            Awaits::Move => self.is_longer() && !self.is_same() && !self.is_ahead(),
        }
    }
}

fn wait(until: When, time: &ChainTime, wall: u64) -> Verdict {
    match until.is_over(time, wall) {
        true => Verdict::Signal,
        false => Verdict::Later(until),
    }
}

/// The answer or longer game that a game with a clock awaits within a time, and until when, in milliseconds since 1970; `None`
/// if no such time runs.
pub fn running_wait(chain: &ChainGame, time: &ChainTime) -> Option<(Awaits, u64)> {
    let runs = chain.head.is_ongoing() && chain.awaits() != Awaits::Move;
    match deadline(chain, time) {
        When::Block(millis) if runs => Some((chain.awaits(), millis)),
        _ => None,
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
    use chess_record::{EndReason, GameClock, GameHead, U16, U32, U64, flags};
    use signed_play::Entry;
    use signed_play::SignedAction;

    fn single() -> Match {
        let mut single = Match::default();
        single.set_agreed(1);
        single
    }

    /// Another relay's clock, or a contract that isn't ours, may say any time.
    #[test]
    fn times_of_the_far_future_are_waited_for() {
        let far = u64::MAX;
        let mut mated = single();
        let fools = [13, 21, 52, 36, 14, 30, 59, 31];
        let signed = Some(SignedAction {
            action: Action::Move,
            signature: [7; 64],
        });
        let entry = Entry {
            at: far,
            round: 0,
            points: 0,
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
        let fresh = single();
        for (known, game, due) in [
            (&mated, game(Awaits::Move, 0), When::Wall(far)),
            (&fresh, game(Awaits::Answer, 0), When::Block(far)),
            (&fresh, game(Awaits::LongerGame, 11), When::Block(far)),
        ] {
            let verdict = verdict(known, &game, &time, 1);
            assert_eq!(verdict, Verdict::Later(due));
        }
    }

    /// Before a match's last round, too, a player has lost who resigns over an open draw.
    #[test]
    fn a_resignation_is_brought_over_an_open_draw() {
        let signed = |action| {
            Some(SignedAction {
                action,
                signature: [7; 64],
            })
        };
        let says = |new_moves: &[u8], white, black| Entry {
            at: 1,
            round: 0,
            points: 0,
            first: None,
            new_moves: new_moves.to_vec(),
            white,
            black,
        };
        let moves = [13, 21, 52, 36];
        let moved = signed(Action::Move);
        let mut game = Match::default();
        game.set_agreed(3);
        game.add(&says(&moves, moved, moved)).unwrap();
        let mut ply = U16::ZERO;
        ply.set(2);
        let chain = |end_reason: EndReason, open_winner| ChainGame {
            players: [[1; 32], [2; 32]],
            keys: Some([[1; 32], [2; 32]]),
            head: GameHead {
                awaits: Awaits::LongerGame as u8,
                end_reason: end_reason as u8,
                flags: flags::CHALLENGE | flags::KEYS,
                rounds: 3,
                ply,
                open_winner,
                ..GameHead::START
            },
            clock: None,
            moves: moves.to_vec(),
        };
        let is_brought = |game: &Match, end_reason, winner| {
            let verdict = verdict(game, &chain(end_reason, winner), &ChainTime::default(), 1);
            matches!(verdict, Verdict::Bring(..))
        };
        assert!(!is_brought(&game, EndReason::Agreement, 0));
        game.add(&says(&[], None, signed(Action::Resign))).unwrap();
        assert!(is_brought(&game, EndReason::Agreement, 0));
        assert!(is_brought(&game, EndReason::ThreefoldRepetition, 0));
        // White has won already
        assert!(!is_brought(&game, EndReason::Resignation, 1));
        assert!(!is_brought(&game, EndReason::Checkmate, 1));
    }

    /// Nobody says anything about the next round of a match, or both say what can't be.
    #[test]
    fn the_end_of_a_round_is_brought_if_the_players_do_not_agree_on_the_next() {
        const NOW: u64 = 1_000_000;
        let signed = |action| {
            Some(SignedAction {
                action,
                signature: [7; 64],
            })
        };
        let says = |new_moves: &[u8], round, white, black| Entry {
            at: NOW,
            round,
            points: 0,
            first: None,
            new_moves: new_moves.to_vec(),
            white,
            black,
        };
        let moved = signed(Action::Move);
        let fools = [13, 21, 52, 36, 14, 30, 59, 31];
        let mut game = Match::default();
        game.set_agreed(3);
        game.add(&says(&fools, 0, moved, moved)).unwrap();
        let chain = ChainGame {
            players: [[1; 32], [2; 32]],
            keys: Some([[1; 32], [2; 32]]),
            head: GameHead {
                flags: flags::CLOCK | flags::CHALLENGE | flags::KEYS,
                rounds: 3,
                ..GameHead::START
            },
            clock: None,
            moves: vec![],
        };
        let judge = |game: &Match, wall| verdict(game, &chain, &ChainTime::default(), wall);
        let due = NOW + NEXT_ROUND_MILLIS;
        let later = Verdict::Later(When::Wall(due));
        assert_eq!(judge(&game, NOW + ACKNOWLEDGED_MILLIS), later);
        let Verdict::Bring(call, Cause::End) = judge(&game, due) else {
            panic!("not brought")
        };
        assert_eq!((call.round, call.moves.len()), (0, 8));
        // who has won the mate begins, and the other leaves
        let mut contradicted = game.clone();
        contradicted.add(&says(&[], 1, moved, None)).unwrap();
        assert_eq!(judge(&contradicted, NOW), later);
        let left = says(&[], 1, None, signed(Action::Leave));
        contradicted.add(&left).unwrap();
        assert!(matches!(judge(&contradicted, NOW), Verdict::Bring(..)));
        // both begin: nothing to be brought until the last round is over
        for (round, last) in [(1, false), (2, true)] {
            game.add(&says(&[], round, moved, moved)).unwrap();
            assert_eq!(judge(&game, due), Verdict::Rest);
            game.add(&says(&fools, round, moved, moved)).unwrap();
            let is_brought = matches!(judge(&game, NOW + ACKNOWLEDGED_MILLIS), Verdict::Bring(..));
            assert_eq!(is_brought, last);
        }
    }
}
