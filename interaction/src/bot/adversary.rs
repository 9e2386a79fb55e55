//! A bot's table against the adversary of `chess-model`, who does anything that a chain lets them.
//!
//! The relay between them loses nothing here and checks nothing, and the bot brings everything itself.
//! A game that goes wrong is told with its seed: `ADVERSARY_SEED=n ADVERSARY_GAMES=1 cargo test …`.

use std::env;
use std::ops::ControlFlow;

use chess_model::adversary::{Client, Message, ModelAlone, Player, campaign_of};
use chess_model::chain::{Account, Call, Chain, Game, Reason, State};
use chess_model::signing;
use chess_model::transcript;
use chess_record::{Awaits, EndReason};
use fastrand::Rng;
use onchain_chess::chess_proxy::TimeControl;
use signed_play::{Line, Standing};
use zeroize::Zeroizing;

use super::brain::Thought;
use super::table::{Moment, Shown, Table};
use crate::signed::{SignedGame, Signer};

/// How many games are played if nobody says otherwise.
const GAMES: u64 = 400;

/// A seat's looks at the chain in one of the adversary's turns.
const LOOKS: usize = 3;

/// What a bot says at one look, at most.
const WORDS: usize = 4;

/// A bot at its table, on the model's chain.
struct Bot {
    account: Account,
    player: Player,
    table: Table,
    rng: Rng,
    /// Whether pieces mostly go back and forth, so that positions repeat.
    shuffles: bool,
    /// Whether the relay says that it settles games, which it doesn't.
    relay_settles: bool,
    sent: Vec<Message>,
    /// All that it has signed.
    signed: Vec<Message>,
    fault: Option<String>,
}

impl Bot {
    fn sits(account: Account, player: Player, shuffles: bool, seed: u64) -> Self {
        let first = SignedGame {
            contract: player.contract,
            id: player.game,
            keys: player.keys,
            round: 0,
            points: 0,
        };
        let signer = Signer::of(Zeroizing::new(player.secret.to_bytes()));
        Bot {
            // the model's chain begins later
            table: Table::new(first, player.rounds, signer, 0),
            account,
            player,
            relay_settles: seed.is_multiple_of(2),
            rng: Rng::with_seed(seed),
            shuffles,
            sent: vec![],
            signed: vec![],
            fault: None,
        }
    }

    fn game<'a>(&self, chain: &'a Chain) -> &'a Game {
        &chain.games[self.player.game as usize - 1]
    }

    fn is_white(&self, round: u16) -> bool {
        self.player.makes(round, 1)
    }

    /// Its process is killed now and then, and the next one goes on from the key's file.
    fn restart(&mut self, now: u64) {
        let (first, signer) = (self.table.first().clone(), self.table.signer().reread());
        self.table = Table::new(first, self.player.rounds, signer, now);
    }

    /// Says what its table has it say.
    fn speak(&mut self, chain: &Chain) {
        if self.rng.u8(..4) == 0 {
            // the opponent, or somebody in their name, wishes the game called off
            let opponent = self.table.color_in(0).other();
            self.table.hear_abort(opponent, self.rng.usize(..3));
        }
        let now = chain.time.now_ms;
        let control = self.game(chain).clock.expect("a clock");
        let clock = TimeControl {
            base: control.base,
            increment: control.increment,
        };
        for _ in 0..WORDS {
            let is_late = self.table.is_opponent_late(clock, now);
            let moment = Moment {
                now,
                may_begin: self.rng.bool(),
                is_late,
            };
            let (rng, shuffles) = (&mut self.rng, self.shuffles);
            let think = |line: &Line| Ok(any_move(line, shuffles, rng));
            // as a seat does after a failure, it tries again later
            let Ok(Some(word)) = self.table.word(moment, think) else {
                return;
            };
            let signed = word.signed.to_argument().to_vec();
            let message = Message {
                round: word.round,
                points: word.points,
                action: signing::Action::of(signed[0]).expect("an action"),
                moves: transcript::decode(&word.moves).expect("its own moves"),
                signed,
            };
            self.check(&message);
            self.signed.push(message.clone());
            self.sent.push(message);
            let heard = self.table.hear_own(&word, now);
            if heard.is_err() {
                return;
            }
        }
    }

    /// Whether what it signs may be signed beside what it has signed before.
    fn check(&mut self, message: &Message) {
        let wrong = self.signed.iter().find_map(|before| {
            if before.round != message.round {
                return (before.round > message.round).then_some("goes back to an earlier round");
            }
            if before.points != message.points {
                return Some("names other points of a round");
            }
            let leaves = |message: &Message| message.action == signing::Action::Leave;
            if leaves(before) != leaves(message) {
                return Some("both begins and leaves");
            }
            let own = |message: &Message| match self.own_plies(message) {
                0 => vec![],
                plies => message.moves[..plies].to_vec(),
            };
            let (one, other) = (own(before), own(message));
            let (short, long) = match one.len() <= other.len() {
                true => (one, other),
                false => (other, one),
            };
            (!long.starts_with(&short)).then_some("has two games of one length")
        });
        let round = message.round;
        let is_mated = || {
            let current = self.table.game().current();
            current.round() == round && current.standing() == Standing::EndedOnBoard
        };
        let resigns = message.action == signing::Action::Resign && !is_mated();
        let wrong = wrong.or(resigns.then_some("resigns a game that goes on"));
        self.fault = self
            .fault
            .take()
            .or(wrong.map(|wrong| format!("the bot {wrong}")));
    }

    /// How many plies there are up to its own last one.
    fn own_plies(&self, message: &Message) -> usize {
        let plies = message.moves.len();
        match plies > 0 && self.player.makes(message.round, plies) {
            true => plies,
            false => plies.saturating_sub(1),
        }
    }
}

impl Client for Bot {
    const PLAYS_WITHOUT_CLOCK: bool = false;

    fn hear(&mut self, message: &Message, chain: &Chain) {
        let moves = transcript::encode(&message.moves);
        let mut arguments = [&[][..]; 2];
        arguments[usize::from(self.is_white(message.round))] = &message.signed;
        let (round, points, now) = (message.round, message.points, chain.time.now_ms);
        // what doesn't hold is left out
        let _ = self.table.hear(round, points, &moves, arguments, now, now);
        self.speak(chain);
    }

    fn take_sent(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.sent)
    }

    fn look(&mut self, chain: &Chain) -> Result<Option<Call>, String> {
        if self.rng.u8(..8) == 0 {
            self.restart(chain.time.now_ms);
        }
        let game = self.game(chain);
        let moves = transcript::encode(&game.moves);
        let shown = Shown {
            round: game.round,
            points: game.points,
            moves: &moves,
            awaits: match (&game.open_end, game.is_asked) {
                (Some(_), _) => Awaits::LongerGame,
                (None, true) => Awaits::Answer,
                (None, false) => Awaits::Move,
            },
            reason: match game.open_end.map(|open| open.end.reason) {
                Some(Reason::Agreement) => EndReason::Agreement,
                Some(Reason::ThreefoldRepetition) => EndReason::ThreefoldRepetition,
                Some(Reason::FiftyMoves) => EndReason::FiftyMoves,
                // no other end matters to a table
                _ => EndReason::None,
            },
            deadline: match game.does_time_run() {
                true => chain.time.now_ms + chain.allowed_ms(game) - chain.waited_ms(game),
                false => 0,
            },
        };
        self.table.show(&shown)?;
        self.speak(chain);
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        // a seat looks every 20 seconds
        let mut looks = (0..LOOKS as u64).map(|look| {
            let now = chain.time.now_ms + look * 20_000;
            self.table.due(&shown, self.relay_settles, now)
        });
        let Some(due) = looks.find_map(|due| due) else {
            return Ok(None);
        };
        let play = due.play.map(|call| Call::Play {
            game: game.id,
            round: call.round,
            points: call.points,
            moves: call.moves,
            white: call.white,
            black: call.black,
        });
        let signal = due.signal.then_some(Call::SignalInactivity(game.id));
        // what the chain would refuse is not sent
        let is_taken = |call: &Call| chain.clone().call(self.account, call, &[]).is_ok();
        Ok(play.into_iter().chain(signal).find(is_taken))
    }

    fn has_lost(&self) -> bool {
        let current = self.table.game().current();
        let winner = current.result().flatten();
        self.player.rounds == 1 && winner.is_some_and(|winner| winner != self.table.color_in(0))
    }

    fn wrong(&self, chain: &Chain) -> Option<String> {
        let game = self.game(chain);
        let ((rounds, points), reason) = (game.score?, game.reason?);
        let current = self.table.game().current();
        let all = self.player.rounds;
        // a round that it has begun may be known to the opponent alone
        let (begun, points_before, _) = self.table.signer().last_round();
        let is_current = begun <= current.round();
        let (round, before) = match is_current {
            true => (current.round(), current.points()),
            false => (begun, points_before),
        };
        let is_here = game.round == round;
        let own = self.table.color_in(round);
        if is_here && reason == Reason::Inactivity && self.player.makes(round, game.plies() + 1) {
            return Some("was late".into());
        }
        let paid = all - rounds + self.player.own_points(rounds, points);
        let sure = self.player.own_points(round, before) + (all - round).saturating_sub(1);
        let by_own_ply = is_current && current.end().is_some() && current.position().turn() != own;
        let owed = match (by_own_ply, current.result()) {
            (true, Some(None)) => 1,
            (true, Some(Some(_))) => 2,
            _ => 0,
        };
        let told = |what: &str| {
            format!(
                "{what}: paid {paid} of {}, sure of {sure} and {owed} in round {round} of {} plies; \
                 {reason:?} in round {} after {} plies, {:?}",
                2 * all,
                current.plies(),
                game.round,
                game.plies(),
                game.state,
            )
        };
        let by_pause = reason == Reason::Pause;
        if paid < sure + if by_pause { 0 } else { owed } {
            return Some(told("an end on the board is lost"));
        }
        let mut in_round = self.signed.iter().filter(|message| message.round == round);
        let last = in_round
            .clone()
            .max_by_key(|message| self.own_plies(message));
        let own_moves = last.map_or(&[][..], |last| &last.moves[..self.own_plies(last)]);
        let has_resigned = in_round.any(|message| message.action == signing::Action::Resign);
        let is_fine = is_here && (has_resigned || game.moves.starts_with(own_moves))
            || paid >= sure + 2
            || own_moves.is_empty() && paid > sure
            || game.state == State::NoResult
            || by_pause
            || reason == Reason::Left;
        (!is_fine).then(|| told("an end without all own moves"))
    }
}

/// Some legal move, now and then one that takes the last one back.
fn any_move(line: &Line, shuffles: bool, rng: &mut Rng) -> Thought {
    let mut moves = vec![];
    let all = line.position().try_each_legal(|mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    debug_assert!(all.is_continue());
    let played = line.moves();
    let back = played.len().checked_sub(2).and_then(|at| {
        let last = played[at];
        moves
            .iter()
            .find(|mv| (mv.from, mv.to) == (last.to, last.from))
    });
    let ends = moves.iter().find(|mv| {
        let mut next = line.clone();
        next.play(**mv).is_ok() && next.end().is_some()
    });
    let chosen = match (ends, back) {
        (Some(end), _) if rng.u8(..4) > 0 => *end,
        (_, Some(back)) if shuffles && rng.u8(..8) > 0 => *back,
        _ => rng.choice(moves).expect("a legal move"),
    };
    Thought {
        mv: chosen,
        worth: Some(rng.i32(-50..50)),
    }
}

#[test]
fn a_bot_gets_what_is_its_own() {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse().ok());
    let seed = number("ADVERSARY_SEED").unwrap_or(1);
    let games = number("ADVERSARY_GAMES").unwrap_or(GAMES);
    let played = campaign_of(seed, games, &mut ModelAlone::new(None), Bot::sits);
    let tally = played.unwrap_or_else(|wronged| panic!("{wronged:#?}"));
    println!("{tally:?}");
}
