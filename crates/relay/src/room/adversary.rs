//! This relay's calls for a player who submits nothing themselves, against the adversary of
//! `chess-model`: the relay gets the messages of both, and makes the calls that the
//! [verdict](super::verdict) names. `ADVERSARY_SEED=n ADVERSARY_GAMES=1 cargo test …` plays one
//! game again.

use std::env;

use chess_model::adversary::{Client, Honest, Message, ModelAlone, Player, campaign_of};
use chess_model::chain::{Account, Call, Chain, DAY, Game};
use chess_model::record::{clock_of, head_of, state_of};
use chess_model::transcript;
use chess_player::Pauses;
use signed_play::{Match, MatchMessage, Refusal};

use super::verdict::{Verdict, verdict};
use crate::chain::{Awaits, ChainGame, ChainTime};

/// The default number of games.
const GAMES: u64 = 400;

/// A player by the rules, whose words and whose opponent's go through the relay.
struct Relayed {
    honest: Honest,
    account: Account,
    player: Player,
    /// The relay's game.
    known: Match,
    sent: Vec<Message>,
}

impl Relayed {
    fn sits(account: Account, player: Player, shuffles: bool, seed: u64) -> Self {
        let mut known = Match::default();
        known.set_agreed(player.rounds);
        Relayed {
            honest: Honest::new(account, player.clone(), shuffles, seed),
            account,
            player,
            known,
            sent: vec![],
        }
    }

    fn game<'a>(&self, chain: &'a Chain) -> &'a Game {
        &chain.games[self.player.game as usize - 1]
    }

    /// Sends the relay a player's message. True if it has that now.
    fn tell(&mut self, message: MatchMessage<'_>, chain: &Chain) -> bool {
        let shown = as_stored(self.game(chain));
        let end = shown.open_end_of(self.known.current().round());
        let told = self
            .player
            .tell(&mut self.known, message, end, chain.time.now_ms);
        matches!(told, Ok(()) | Err(Refusal::Known))
    }

    fn tell_message(&mut self, message: &Message, is_own: bool, chain: &Chain) -> bool {
        let moves = transcript::encode(&message.moves);
        let which = (message.round, message.points);
        let player = self.player.clone();
        let told = player.message(which, &moves, &message.signed, is_own);
        self.tell(told, chain)
    }

    /// Sends the messages that the player has signed.
    fn send(&mut self, chain: &Chain) {
        for message in self.honest.take_sent() {
            // the other player never gets a message that the relay refuses
            if self.tell_message(&message, true, chain) {
                self.sent.push(message);
            }
        }
    }
}

impl Client for Relayed {
    fn hear(&mut self, message: &Message, chain: &Chain) {
        if self.tell_message(message, false, chain) {
            self.honest.hear(message, chain);
            self.send(chain);
        }
    }

    fn take_sent(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.sent)
    }

    fn look(&mut self, chain: &Chain) -> Result<Option<Call>, String> {
        let wanted = self.honest.look(chain)?;
        self.send(chain);
        let game = self.game(chain);
        let shown = as_stored(game);
        let now = chain.time.now_ms;
        let (round, points, id) = (game.round, game.points, game.id);
        if let Some(entry) = self.known.catch_up(round, points, &shown.moves, now) {
            // the chain has checked its moves
            let _ = self.known.add(&entry);
        }
        let is_known = match &wanted {
            Some(Call::Play {
                round,
                points,
                moves,
                white,
                black,
                ..
            }) => {
                let told = MatchMessage {
                    round: *round,
                    points: *points,
                    moves,
                    white,
                    black,
                };
                self.tell(told, chain)
            }
            // nor does a relay resign by a player's account
            Some(Call::Resign(_)) => false,
            _ => true,
        };
        let time = ChainTime {
            block_millis: now,
            epoch: now / DAY,
            round_millis: chain.time.round_ms,
        };
        let signal = Call::SignalInactivity(id);
        let pauses = Pauses::of(&state_of(&chain.time), &shown.head, chain.time.epoch as u32);
        let calls = match verdict(&self.known, &shown, pauses, &time, now) {
            Verdict::Bring(call, _) => {
                let play = self.player.made(call);
                // a late message is refused: the settlement claims the time then
                let is_timed = shown.head.awaited() != Awaits::Move;
                [Some(play), is_timed.then_some(signal)]
            }
            Verdict::Signal => [Some(signal), None],
            Verdict::Rest | Verdict::Later(_) => [None, None],
        };
        // the player submits a message that the relay refuses
        let own = wanted.filter(|_| !is_known);
        let is_taken = |call: &Call| chain.clone().call(self.account, call, &[]).is_ok();
        Ok(calls.into_iter().flatten().chain(own).find(is_taken))
    }

    fn has_lost(&self) -> bool {
        self.honest.has_lost()
    }

    fn won(&self) -> (u16, u16) {
        self.honest.won()
    }
}

/// The chain's game, as a verdict reads it.
fn as_stored(game: &Game) -> ChainGame {
    ChainGame {
        players: [[1; 32], [2; 32]],
        keys: Some([[1; 32], [2; 32]]),
        head: head_of(game),
        clock: clock_of(game),
        moves: transcript::encode(&game.moves),
    }
}

#[test]
fn players_who_leave_the_chain_to_the_relay_get_their_due() {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse().ok());
    let seed = number("ADVERSARY_SEED").unwrap_or(1);
    let games = number("ADVERSARY_GAMES").unwrap_or(GAMES);
    let played = campaign_of(seed, games, &mut ModelAlone::new(None), Relayed::sits);
    let tally = played.unwrap_or_else(|wronged| panic!("{wronged:#?}"));
    println!("{tally:?}");
}
