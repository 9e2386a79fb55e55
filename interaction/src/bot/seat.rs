//! One of a bot's games: its connection to the relay, and its looks at the chain.

use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::sleep;
use std::time::{Duration, Instant};

use chess_record::GameState;
use chess_rules::Color;
use relay::protocol::{Answer, Hex, Request, Side};
use relay::{Chain, RoomId};

use super::Options;
use super::brain::Brain;
use super::jobs::Job;
use super::table::{Shown, Table};
use crate::network::client::{Client, Contracts};
use crate::network::{Failure, Network};
use crate::relay_client::{Relayed, play_request};
use crate::signed::{Call, first_plies};
use crate::time_control::now_millis;

/// How long to wait for an answer before looking for other work.
const PAUSE: Duration = Duration::from_millis(500);

/// The time between two looks at the chain: less than half of the shortest time that it gives.
pub const LOOKS_EVERY: Duration = Duration::from_secs(20);

/// The least time between two looks. The time that each ask gives for free is longer.
const LOOKS_AT_MOST_EVERY: Duration = Duration::from_secs(2);

/// The time between two looks if the player has this number of milliseconds left on the chain's clock:
/// each ask may come just after a look.
fn looks_every(left: u64) -> Duration {
    Duration::from_millis(left / 4).clamp(LOOKS_AT_MOST_EVERY, LOOKS_EVERY)
}

/// How long to wait after a failure.
const AFTER_FAILURE: Duration = Duration::from_secs(2);

/// The time after which a seat reports the same failure again.
const SAID_AGAIN_AFTER: Duration = Duration::from_secs(600);

/// Informs the bot that a game's thread has ended, even by a fault: a running game gets another one.
struct Leaves(mpsc::Sender<Job>, usize);

impl Drop for Leaves {
    fn drop(&mut self) {
        // nobody listens once the bot has ended
        let _ = self.0.send(Job::Done(self.1));
    }
}

/// A game's thread.
pub struct Seat {
    pub id: usize,
    pub table: Table,
    pub brain: Arc<Mutex<Brain>>,
    pub options: Options,
    pub contracts: Contracts,
    /// The source of the contract's pauses.
    pub chain: Chain,
    /// The time between two looks at the chain.
    pub looks_every: Duration,
    pub jobs: mpsc::Sender<Job>,
    pub log: Arc<dyn Fn(&str) + Send + Sync>,
}

impl Seat {
    /// Plays until the game is over on the chain.
    pub fn run(self) {
        let _leaves = Leaves(self.jobs.clone(), self.id);
        // dropped before `_leaves`, so that the key is free when the bot is informed
        let mut seat = self;
        let mut said: Option<(Failure, Instant)> = None;
        while let Err(error) = seat.play() {
            let is_known = said
                .as_ref()
                .is_some_and(|(last, at)| *last == error && at.elapsed() < SAID_AGAIN_AFTER);
            if !is_known {
                (seat.log)(&format!("game {}: {error}", seat.id));
                said = Some((error, Instant::now()));
            }
            sleep(AFTER_FAILURE);
        }
    }

    /// Plays over one connection, until the game is over on the chain.
    fn play(&mut self) -> Result<(), Failure> {
        let client = Client {
            network: Network::connect(&self.options.gateway, false)?,
            contracts: self.contracts.clone(),
        };
        if !self.look(&client, true)? {
            return Ok(());
        }
        let contract = client.network.bech32(&client.contracts.chess);
        let first = self.table.first().clone();
        if self.table.relay_failed {
            // the relay may take as long again to answer
            self.answer_alone(&client)?;
        }
        let entered = Relayed::enter(&self.options.relay, &contract, &first, self.looks_every);
        let (mut relayed, state) = match entered {
            Ok(entered) => entered,
            Err(error) => {
                self.table.relay_failed = true;
                self.answer_alone(&client)?;
                return Err(error.into());
            }
        };
        self.table.hear_all(&state, now_millis());
        self.show_presence(&mut relayed, &contract, &state.nonce)?;
        if let Some(whole) = self.table.whole(&state) {
            relayed.send(&whole)?;
        }
        let (mut looked, mut changed) = (Instant::now(), Instant::now());
        loop {
            if self.speak(Some(&mut relayed), changed.elapsed())? {
                changed = Instant::now();
            }
            self.table.keep()?;
            if let Some(answer) = relayed.hear_within(PAUSE)? {
                changed = Instant::now();
                if self.hear(answer)? {
                    looked = changed.checked_sub(LOOKS_EVERY).unwrap_or(looked);
                }
            }
            let is_time = self.table.is_others_time_over(now_millis());
            if is_time || looked.elapsed() >= self.looks_every {
                looked = Instant::now();
                if !self.look(&client, state.settles)? {
                    return Ok(());
                }
            }
        }
    }

    /// Shows the opponent that the bot is there.
    fn show_presence(
        &self,
        relayed: &mut Relayed,
        contract: &str,
        nonce: &Hex,
    ) -> Result<(), String> {
        let first = self.table.first();
        let [white, black] = &first.keys;
        let room = RoomId::new(contract, first.id, white, black);
        let room = room.map_err(|error| error.to_string())?;
        let nonce: [u8; 32] = nonce.0[..].try_into().map_err(|_| "an odd nonce")?;
        let message = room.here_message(&nonce);
        relayed.send(&Request::Here {
            color: Side::from(self.table.color_in(0)),
            signature: Hex(self.table.signer().sign_other(&message).to_vec()),
        })
    }

    /// Answers the chain without a relay, if the chain waits for a player.
    fn answer_alone(&mut self, client: &Client) -> Result<(), Failure> {
        if !self.table.is_awaited() {
            return Ok(());
        }
        self.speak(None, Duration::ZERO)?;
        self.look(client, false).map(drop)
    }

    /// Signs the next message and sends it to the relay, if there is one. Returns whether there was a
    /// message.
    fn speak(&mut self, relayed: Option<&mut Relayed>, waited: Duration) -> Result<bool, Failure> {
        let may_begin = waited >= self.options.begins_after;
        let brain = &self.brain;
        let word = self.table.word(now_millis(), may_begin, |line| {
            // the engine thinks about one game at a time
            let mut brain = brain.lock().unwrap_or_else(PoisonError::into_inner);
            brain.choose(line)
        })?;
        let Some(word) = word else { return Ok(false) };
        if let Some(relayed) = relayed {
            relayed.send(&play_request(word.clone()))?;
        }
        let now = now_millis();
        let said = self.table.hear(&word, now, now);
        said.map_err(|refusal| refusal.to_string())?;
        Ok(true)
    }

    /// Handles the relay's message. Returns whether the bot must look at the chain.
    ///
    /// # Errors
    /// The bot's game isn't the relay's, so that the seat must connect again.
    fn hear(&mut self, answer: Answer) -> Result<bool, Failure> {
        let now = now_millis();
        match answer {
            Answer::Played {
                round,
                points,
                first,
                new,
                white,
                black,
                at,
                ..
            } => {
                let current = self.table.game().current();
                let is_current = (round, points) == (current.round(), current.points());
                let before = match is_current {
                    true => first_plies(current.moves(), first),
                    false => &[],
                };
                let moves = [before, &new.0].concat();
                if white.is_none() && black.is_none() {
                    return Ok(true);
                }
                let [white, black] = [white, black].map(|argument| argument.unwrap_or_default().0);
                let call = Call {
                    round,
                    points,
                    moves,
                    white,
                    black,
                };
                let heard = self.table.hear(&call, at, now);
                heard.map_err(|refusal| refusal.to_string())?;
            }
            Answer::Next(next) => self.table.hear_next(&next, now),
            Answer::Game(state) => self.table.hear_all(&state, now),
            Answer::Error { text, .. } => return Err(format!("the relay refuses: {text}").into()),
            Answer::Abort { color, plies } => self.table.hear_abort(color.into(), plies),
            Answer::Chain { .. } => return Ok(true),
            Answer::Kept { .. } | Answer::Round(_) | Answer::Pong { .. } | Answer::People(_) => {}
        }
        Ok(false)
    }

    /// Looks at the chain, and asks the bot's account for the calls that are due. Returns whether the
    /// game continues.
    fn look(&mut self, client: &Client, settles: bool) -> Result<bool, Failure> {
        let snapshot = client.snapshot(self.id, 0)?;
        let game = &snapshot.game;
        if game.state != GameState::Ongoing {
            return Ok(false);
        }
        if let Some(clocks) = &snapshot.clocks {
            self.looks_every = looks_every(match self.table.color_in(game.round) {
                Color::White => clocks.white_millis,
                Color::Black => clocks.black_millis,
            });
        }
        let moves = snapshot.moves.to_vec();
        let contract = client.contracts.chess.as_array();
        let pauses = self
            .chain
            .read_pauses(contract, self.id as u32, game.last_move_epoch);
        let shown = Shown {
            round: game.round,
            points: game.points,
            moves: &moves,
            awaits: game.awaits,
            reason: game.end_reason,
            deadline: game.deadline_millis,
            pauses: pauses.map_err(|error| error.to_string())?,
            clock: snapshot.clocks.as_ref().map(|clocks| clocks.control),
        };
        self.table.show(&shown)?;
        if let Some(due) = self.table.due(&shown, settles, now_millis())? {
            let job = Job::Due(self.id, due);
            self.jobs.send(job).map_err(|error| error.to_string())?;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threads_fault_is_reported() {
        let (jobs, reported) = mpsc::channel();
        let faulty = std::thread::spawn(move || {
            let _leaves = Leaves(jobs, 7);
            panic!("a fault")
        });
        faulty.join().unwrap_err();
        assert!(matches!(reported.recv(), Ok(Job::Done(7))));
    }

    #[test]
    fn many_asks_in_a_row_never_outrun_the_looks() {
        // a clock of a minute and the reserve of three
        let mut left: u64 = 240_000;
        for _ in 0..1_000 {
            // an ask comes just after a look, and ten rounds of 0.6 s are free
            let waited = looks_every(left).as_millis() as u64;
            assert!(waited < left + 6_000);
            left = left.saturating_sub(waited.saturating_sub(6_000));
        }
    }
}
