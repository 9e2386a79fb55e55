//! The call that a game needs, by the longest game and the chain's.

use chess_player::patience::ACKNOWLEDGED_MILLIS;
use chess_player::{self as player, Due, End, Pauses, Play, Player, Shown};
use chess_record::{DAY_MILLIS, clock};
use chess_rules::Color;
use signed_play::{Action, Call, Line, Match};

use crate::chain::{Awaits, ChainGame, ChainTime};

/// The longest round that a gateway is believed, in milliseconds.
const LONGEST_ROUND_MILLIS: u64 = 60 * 60 * 1_000;

/// The next call for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing, until something changes.
    Rest,
    /// Nothing, until that time.
    Later(When),
    /// The longest game must be submitted.
    Bring(Call, Cause),
    /// The time is over: `signalInactivity`.
    Signal,
}

/// When a game must be looked at.
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

/// The player for whom a call is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It carries an ask of a player, named by the colour in round 0.
    Ask(Color),
    /// It meets an ask, an open end or an old state.
    Answer,
    /// It submits the game's end.
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

/// The next call for a game: the one due for either player, by the same crate that the players
/// themselves use. `wall`: this machine's time, in milliseconds since 1970.
pub fn verdict(
    known: &Match,
    chain: &ChainGame,
    pauses: Pauses,
    time: &ChainTime,
    wall: u64,
) -> Verdict {
    if !chain.head.is_ongoing() || chain.keys.is_none() {
        return Verdict::Rest;
    }
    if !pauses.takes_calls {
        return Verdict::Later(When::Epoch(time.epoch + 1));
    }
    // an answer is tried even if the time seems over: the chain's clock decides
    let until = (chain.head.awaited() != Awaits::Move).then(|| deadline(chain, time));
    let line = Line::read(&chain.moves);
    let roles = [true, false].into_iter().filter_map(|is_first| {
        let line = line.clone().ok()?;
        let shown = Shown::of_record(&chain.head, line, is_first, pauses);
        Role::of(known, shown)
    });
    let due = roles.map(|role| (role.due_at(known), role.verdict()));
    let due = due.min_by_key(|(at, _)| *at);
    match (due, until) {
        (Some((at, verdict)), _) if at <= wall => verdict,
        (Some((at, _)), None) => Verdict::Later(When::Wall(at)),
        (_, Some(until)) if until.is_over(time, wall) => Verdict::Signal,
        (_, Some(until)) => Verdict::Later(until),
        (None, None) => Verdict::Rest,
    }
}

/// The call due for one of the players.
struct Role {
    shown: Shown<Line>,
    due: Due<Line>,
    call: Call,
}

impl Role {
    fn of(known: &Match, shown: Shown<Line>) -> Option<Self> {
        let player = Player::looking(known, &shown).ok()?;
        let (due, call) = player.due_by(known, &shown)?;
        let call = call?;
        Some(Role { shown, due, call })
    }

    /// From when on, in milliseconds since 1970.
    fn due_at(&self, known: &Match) -> u64 {
        // of the public networks
        let epoch = (!self.shown.terms.has_clock).then_some(DAY_MILLIS);
        let patience = match self.due.cause {
            player::Cause::Ends if self.opens_end_on_board() => ACKNOWLEDGED_MILLIS,
            cause => cause.opponents_millis(epoch),
        };
        match patience {
            0 => 0,
            _ => known.last_entry_at().saturating_add(patience),
        }
    }

    /// Whether the call opens an end that the opponent's acknowledgement would make final.
    fn opens_end_on_board(&self) -> bool {
        let next = self.shown.after(&self.due.call);
        next.is_some_and(|next| next.is_last_round() && next.open_end == Some(End::Board))
    }

    fn verdict(self) -> Verdict {
        let cause = self.cause();
        Verdict::Bring(self.call, cause)
    }

    fn cause(&self) -> Cause {
        let awaits = self.shown.awaits;
        match (&self.due.call, self.due.cause) {
            (player::Call::Play(play), player::Cause::Asks) => {
                let asker = match play.own {
                    Some(Action::Ask) => self.shown.terms.color(0),
                    _ => self.shown.terms.color(0).other(),
                };
                Cause::Ask(asker)
            }
            (player::Call::Play(play), player::Cause::Meets) if !self.settles(play) => {
                Cause::Answer
            }
            (player::Call::Leave { .. }, _) if awaits != Awaits::Move => Cause::Answer,
            _ => Cause::End,
        }
    }

    /// Whether a call has the chain's moves and settles its open end.
    fn settles(&self, play: &Play<Line>) -> bool {
        let is_same = (play.round, &play.line) == (self.shown.round, &self.shown.line);
        is_same && self.shown.awaits == Awaits::LongerGame
    }
}

/// The answer or longer game that a game with a clock awaits within a time, and until when, in
/// milliseconds since 1970; `None` if no such time runs.
pub fn running_wait(chain: &ChainGame, time: &ChainTime) -> Option<(Awaits, u64)> {
    let runs = chain.head.is_ongoing() && chain.head.awaited() != Awaits::Move;
    match deadline(chain, time) {
        When::Block(millis) if runs => Some((chain.head.awaited(), millis)),
        _ => None,
    }
}

/// When the player who was asked is late, or the open end is final. Pauses that have stopped time
/// make it later: the contract refuses `signalInactivity` until then.
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
    use chess_player::patience::OPPONENT_MILLIS;
    use chess_record::{EndReason, GameClock, GameHead, U16, U32, U64, flags};
    use signed_play::{Entry, SignedAction};

    /// 1. f3 e5 2. g4 Qh4#
    const FOOLS_MATE: [u8; 8] = [13, 21, 52, 36, 14, 30, 59, 31];

    fn agreed(rounds: u16) -> Match {
        let mut game = Match::default();
        game.set_agreed(rounds);
        game
    }

    fn signed(action: Action) -> Option<SignedAction> {
        Some(SignedAction {
            action,
            signature: [7; 64],
        })
    }

    /// Words of a round, said at that time.
    fn says(
        at: u64,
        round: u16,
        new_moves: &[u8],
        white: Option<Action>,
        black: Option<Action>,
    ) -> Entry {
        Entry {
            at,
            round,
            points: 0,
            first: None,
            new_moves: new_moves.to_vec(),
            white: white.and_then(signed),
            black: black.and_then(signed),
        }
    }

    /// A match on the chain, which awaits that; no clock.
    fn on_chain(awaits: Awaits, end_reason: EndReason, open_winner: u8, moves: &[u8]) -> ChainGame {
        let mut ply = U16::ZERO;
        ply.set(moves.len() as u16 / 2);
        ChainGame {
            players: [[1; 32], [2; 32]],
            keys: Some([[1; 32], [2; 32]]),
            head: GameHead {
                awaits: awaits as u8,
                end_reason: end_reason as u8,
                flags: flags::CHALLENGE | flags::KEYS,
                rounds: 3,
                ply,
                open_winner,
                ..GameHead::START
            },
            clock: None,
            moves: moves.to_vec(),
        }
    }

    fn is_brought(game: &Match, chain: &ChainGame) -> bool {
        let verdict = verdict(game, chain, Pauses::NONE, &ChainTime::default(), 1);
        matches!(verdict, Verdict::Bring(..))
    }

    /// Another relay's clock, or a contract that isn't ours, may say any time.
    #[test]
    fn times_of_the_far_future_are_waited_for() {
        let far = u64::MAX;
        let mut mated = agreed(1);
        let moved = Some(Action::Move);
        mated.add(&says(far, 0, &FOOLS_MATE, moved, moved)).unwrap();
        let number = |number| {
            let mut bytes = U64::ZERO;
            bytes.set(number);
            bytes
        };
        let mut most = U32::ZERO;
        most.set(u32::MAX);
        let game = |awaits: Awaits, end_reason| {
            let mut game = on_chain(awaits, end_reason, 0, &[]);
            game.head.wait_epoch = most;
            game.head.flags |= flags::CLOCK;
            game.head.rounds = 1;
            game.clock = Some(GameClock {
                base: most,
                increment: most,
                white_used: number(far),
                black_used: number(far),
                wait_millis: number(far),
                start_millis: number(far),
            });
            game
        };
        let time = ChainTime {
            round_millis: far,
            ..ChainTime::default()
        };
        let fresh = agreed(1);
        for (known, game, due) in [
            (&mated, game(Awaits::Move, EndReason::None), When::Wall(far)),
            (
                &fresh,
                game(Awaits::Answer, EndReason::None),
                When::Block(far),
            ),
            (
                &fresh,
                game(Awaits::LongerGame, EndReason::Agreement),
                When::Block(far),
            ),
        ] {
            let verdict = verdict(known, &game, Pauses::NONE, &time, 1);
            assert_eq!(verdict, Verdict::Later(due));
        }
    }

    /// A player who resigns while a draw is open has lost, even before a match's last round.
    #[test]
    fn a_resignation_is_brought_over_an_open_draw() {
        let (moves, moved) = (&FOOLS_MATE[..4], Some(Action::Move));
        let mut game = agreed(3);
        game.add(&says(1, 0, moves, moved, moved)).unwrap();
        let is_brought = |game: &Match, end_reason, winner| {
            is_brought(
                game,
                &on_chain(Awaits::LongerGame, end_reason, winner, moves),
            )
        };
        assert!(!is_brought(&game, EndReason::Agreement, 0));
        game.add(&says(1, 0, &[], None, Some(Action::Resign)))
            .unwrap();
        assert!(is_brought(&game, EndReason::Agreement, 0));
        assert!(is_brought(&game, EndReason::ThreefoldRepetition, 0));
        // White has won already
        assert!(!is_brought(&game, EndReason::Resignation, 1));
    }

    /// It would only open the end once more.
    #[test]
    fn a_mate_that_is_open_before_the_last_round_is_not_acknowledged_there() {
        let moved = Some(Action::Move);
        let mut game = agreed(3);
        game.add(&says(1, 0, &FOOLS_MATE, moved, moved)).unwrap();
        game.add(&says(1, 0, &[], Some(Action::Resign), None))
            .unwrap();
        let mut chain = on_chain(Awaits::LongerGame, EndReason::Checkmate, 2, &FOOLS_MATE);
        assert!(!is_brought(&game, &chain));
        chain.head.round = 2;
        assert!(!is_brought(&game, &chain), "another round");
        (chain.head.rounds, chain.head.round) = (1, 0);
        assert!(is_brought(&game, &chain), "it settles a single game");
    }

    /// Nobody says anything about the next round of a match, or both contradict each other.
    #[test]
    fn the_end_of_a_round_is_brought_if_the_players_do_not_agree_on_the_next() {
        const NOW: u64 = 1_000_000;
        let (moved, leaves) = (Some(Action::Move), Some(Action::Leave));
        let mut game = agreed(3);
        let says =
            |new_moves: &[u8], round, white, black| says(NOW, round, new_moves, white, black);
        game.add(&says(&FOOLS_MATE, 0, moved, moved)).unwrap();
        let mut chain = on_chain(Awaits::Move, EndReason::None, 0, &[]);
        chain.head.flags |= flags::CLOCK;
        let without_clock = on_chain(Awaits::Move, EndReason::None, 0, &[]);
        let day = Verdict::Later(When::Wall(NOW + DAY_MILLIS));
        let asleep = verdict(
            &game,
            &without_clock,
            Pauses::NONE,
            &ChainTime::default(),
            NOW,
        );
        assert_eq!(asleep, day);
        let judge =
            |game: &Match, wall| verdict(game, &chain, Pauses::NONE, &ChainTime::default(), wall);
        let due = NOW + OPPONENT_MILLIS;
        let later = Verdict::Later(When::Wall(due));
        assert_eq!(judge(&game, NOW + ACKNOWLEDGED_MILLIS), later);
        let Verdict::Bring(call, Cause::End) = judge(&game, due) else {
            panic!("not brought")
        };
        assert_eq!((call.round, call.moves.len()), (0, 8));
        // the player who has mated begins, and the other leaves
        let mut contradicted = game.clone();
        contradicted.add(&says(&[], 1, moved, None)).unwrap();
        assert_eq!(judge(&contradicted, NOW), later);
        contradicted.add(&says(&[], 1, None, leaves)).unwrap();
        assert!(matches!(judge(&contradicted, NOW), Verdict::Bring(..)));
        // both begin: nothing is submitted until the last round is over
        for (round, last) in [(1, false), (2, true)] {
            game.add(&says(&[], round, moved, moved)).unwrap();
            assert_eq!(judge(&game, due), Verdict::Rest);
            game.add(&says(&FOOLS_MATE, round, moved, moved)).unwrap();
            let is_brought = matches!(judge(&game, NOW + ACKNOWLEDGED_MILLIS), Verdict::Bring(..));
            assert_eq!(is_brought, last);
        }
    }
}
