//! A bot's table against the adversary of `chess-model`, who does anything that a chain allows.
//!
//! The relay between them loses nothing and checks nothing here, and the bot submits everything itself.
//! A failed game is reported with its seed: `ADVERSARY_SEED=n ADVERSARY_GAMES=1 cargo test …`.

use std::env;

use chess_model::adversary::{Client, Message, ModelAlone, Player, campaign_of, choose};
use chess_model::chain::{Account, Call, Chain, Game};
use chess_model::record::{head_of, state_of};
use chess_model::signing;
use chess_model::transcript;
use chess_player::Pauses;
use fastrand::Rng;
use onchain_chess::chess_proxy::TimeControl;
use signed_play::{Line, Standing};
use zeroize::Zeroizing;

use super::brain::Thought;
use super::table::{Shown, Table};
use crate::signed::{SignedGame, Signer};

/// The number of games, unless `ADVERSARY_GAMES` names another.
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
    /// Whether the relay claims to settle games, which it never does.
    relay_settles: bool,
    sent: Vec<Message>,
}

impl Bot {
    fn sits(account: Account, player: Player, shuffles: bool, seed: u64) -> Self {
        let first = SignedGame::new(player.contract, player.game, player.keys);
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

    /// Replaces a killed process by one that continues from the key's file.
    fn restart(&mut self, now: u64) {
        let (first, signer) = (self.table.first().clone(), self.table.signer().reread());
        self.table = Table::new(first, self.player.rounds, signer, now);
    }

    /// Says the messages that its table signs.
    fn speak(&mut self, chain: &Chain) {
        if self.rng.u8(..4) == 0 {
            // the opponent, or someone in their name, wishes to call the game off
            let opponent = self.table.color_in(0).other();
            self.table.hear_abort(opponent, self.rng.usize(..3));
        }
        let now = chain.time.now_ms;
        for _ in 0..WORDS {
            let may_begin = self.rng.bool();
            let (rng, shuffles) = (&mut self.rng, self.shuffles);
            let think = |line: &Line| {
                let mut moves = transcript::decode(line.bytes()).expect("a game");
                moves.extend(choose(&moves, shuffles, rng));
                let longer = Line::read(&transcript::encode(&moves)).expect("a legal move");
                let mv = longer.last().expect("a move");
                let worth = Some(rng.i32(-50..50));
                Ok(Thought { mv, worth })
            };
            // as a seat does after a failure, it tries again later
            let Ok(Some(word)) = self.table.word(now, may_begin, think) else {
                return;
            };
            let signed = [&word.white[..], &word.black].concat();
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
            let heard = self.table.hear(&word, now, now);
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
        let (round, now) = (message.round, chain.time.now_ms);
        let game = self.table.first().in_round(round, message.points);
        let opponent = self.table.color_in(round).other();
        // invalid messages are skipped
        let call = game.call(&moves, opponent, message.signed.clone());
        let _ = self.table.hear(&call, now, now);
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
        let (moves, head) = (transcript::encode(&game.moves), head_of(game));
        let shown = Shown {
            round: game.round,
            points: game.points,
            moves: &moves,
            awaits: head.awaited(),
            reason: head.end_reason(),
            clock: game.clock.map(|clock| TimeControl {
                base: clock.base,
                increment: clock.increment,
            }),
            pauses: Pauses::of(&state_of(&chain.time), &head, chain.time.epoch as u32),
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
        let play = due.play.map(|call| self.player.made(call));
        let signal = due.signal.then_some(Call::SignalInactivity(game.id));
        // a call that the chain would refuse is not sent
        let is_taken = |call: &Call| chain.clone().call(self.account, call, &[]).is_ok();
        Ok(play.into_iter().chain(signal).find(is_taken))
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
