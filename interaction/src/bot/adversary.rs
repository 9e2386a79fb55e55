//! A bot's table against the adversary of `chess-model`, who does anything that a chain lets them.
//!
//! The relay between them loses nothing here and checks nothing, and the bot brings everything itself.
//! A game that goes wrong is told with its seed: `ADVERSARY_SEED=n ADVERSARY_GAMES=1 cargo test …`.

use std::env;
use std::ops::ControlFlow;

use chess_model::adversary::{Client, Message, ModelAlone, Player, campaign_of};
use chess_model::chain::{Account, Call, Chain, Game, Reason};
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

/// The most messages that a bot signs at one look.
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
        }
    }

    fn game<'a>(&self, chain: &'a Chain) -> &'a Game {
        &chain.games[self.player.game as usize - 1]
    }

    fn is_white(&self, round: u16) -> bool {
        self.player.makes(round, 1)
    }

    /// Its process is killed now and then, and the next one continues from the key's file.
    fn restart(&mut self, now: u64) {
        let (first, signer) = (self.table.first().clone(), self.table.signer().reread());
        self.table = Table::new(first, self.player.rounds, signer, now);
    }

    /// Says what its table has it say.
    fn speak(&mut self, chain: &Chain) {
        if self.rng.u8(..4) == 0 {
            // the opponent, or someone in their name, wishes the game called off
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
            let current = self.table.game().current();
            let is_mated = current.standing() == Standing::EndedOnBoard;
            let resigns = message.action == signing::Action::Resign;
            assert!(!resigns || is_mated, "it resigns a game that has not ended");
            self.sent.push(message);
            let heard = self.table.hear_own(&word, now);
            if heard.is_err() {
                return;
            }
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
                Some(Reason::Resignation) => EndReason::Resignation,
                // every other end that is open is the board's
                Some(_) => EndReason::Stalemate,
                None => EndReason::None,
            },
            deadline: match game.does_time_run() {
                true => chain.time.now_ms + chain.allowed_ms(game) - chain.waited_ms(game),
                false => 0,
            },
        };
        self.table.show(&shown)?;
        self.speak(chain);
        // a seat looks every 20 seconds
        let mut looks = (0..LOOKS as u64).map(|look| {
            let now = chain.time.now_ms + look * 20_000;
            self.table.due(&shown, self.relay_settles, now).transpose()
        });
        let Some(due) = looks.find_map(|due| due).transpose()? else {
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
