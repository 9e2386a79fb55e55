//! The adversary against a page, which plays in another process.
//!
//! This side has the chain, the time and the opponent. The page gets the opponent's messages, in any
//! order and number that the relay likes, and the chain's views. It answers with the messages that it
//! has signed and the calls that it makes.

use chess_player::Pauses;
use cozy_chess::Color;
use serde_json::{Value, json};

use super::player::{Message, Player};
use super::scene::Scene;
use super::{Ground, ModelAlone, OVERTAKEN, Wronged, shown};
use crate::chain::{Call, Chain, DAY, Game, State, time_left_ms};
use crate::record::{head_of, state_of};
use crate::signing::Action;
use crate::transcript;

/// The line to the page.
pub trait Line {
    /// # Errors
    /// The page gives no answer.
    fn ask(&mut self, question: &Value) -> Result<Value, String>;
}

/// The least time of the page between two of the opponent's deeds, in milliseconds.
const BEAT_MS: u64 = 2_000;
/// The time of a page after a longer sleep: it looks, waits for others, and calls again if it was
/// overtaken.
const AWAKE_MS: u64 = 120_000;
/// It may look at the chain as rarely as every half an hour.
const MOST_BLOCKS: u64 = 1_000;

/// Plays one game or match against a page. Returns how it ended.
///
/// # Errors
/// How the page's player was wronged, or which rule the page broke.
pub fn play<L: Line>(seed: u64, with_pauses: bool, page: &mut L) -> Result<String, Box<Wronged>> {
    let mut ground = ModelAlone::new(None);
    let mut table = Table::new(seed, with_pauses, &mut ground, page);
    let played = table.play();
    played.map_err(|what| table.scene.wronged(seed, what))
}

struct Table<'a, L> {
    scene: Scene<'a, ModelAlone>,
    page: &'a mut L,
    /// Milliseconds that the page may still sleep, once.
    away_ms: u64,
    /// The view that the page has seen last.
    seen: u64,
    /// The version of the game that it had time to meet.
    met: u64,
    /// The opponent's messages that are in flight to the page.
    under_way: Vec<Message>,
    /// The page's call that waits for a block, the view that it was decided by, and how often it was
    /// overtaken.
    call: Option<(Call, u64)>,
    overtaken: usize,
    result: Option<bool>,
    reloads: bool,
}

impl<'a, L: Line> Table<'a, L> {
    fn new(seed: u64, with_pauses: bool, ground: &'a mut ModelAlone, page: &'a mut L) -> Self {
        let mut scene = Scene::new(seed, ground, true, with_pauses);
        let away_ms = match scene.deal.clock {
            None => DAY / 2,
            Some(clock) => (u64::from(clock.base) * 1_000).clamp(180_000, DAY) / 3,
        };
        Table {
            reloads: scene.rng.bool(),
            scene,
            page,
            away_ms,
            seen: 0,
            met: 0,
            under_way: vec![],
            call: None,
            overtaken: 0,
            result: None,
        }
    }

    fn chain(&self) -> &Chain {
        self.scene.ground.chain()
    }

    fn game(&self) -> &Game {
        self.scene.game()
    }

    fn is_late(&self) -> bool {
        self.chain().is_late(self.game())
    }

    /// A number for the chain's view: of the game's version, and odd once the time has expired.
    fn shows(&self) -> u64 {
        2 * self.scene.version + u64::from(self.is_late())
    }

    fn own(&self) -> &Player {
        &self.scene.deal.players[0]
    }

    fn opponent_does(&mut self) -> Result<(), String> {
        let said = self.scene.opponent_does()?;
        self.under_way.extend(said);
        Ok(())
    }

    fn play(&mut self) -> Result<String, String> {
        self.sit_down()?;
        let active = self.scene.rng.usize(5..60);
        for step in 0..400 {
            // a win that the winner doesn't submit may stay unsubmitted
            let is_lost = step >= active + 20 && self.scene.signatures.has_lost(self.scene.game());
            if self.scene.is_over() || is_lost {
                break;
            }
            if step < active {
                for _ in 0..self.scene.rng.usize(..4) {
                    self.opponent_does()?;
                }
            }
            if self.reloads && self.scene.rng.u8(..25) == 0 {
                self.live(&json!({ "do": "reload" }))?;
            }
            for _ in 0..self.scene.rng.usize(1..=5) {
                self.block(step < active)?;
            }
            self.sleep(step >= active)?;
        }
        self.scene.judge((0, 0), false)?;
        Ok(format!("{:?} {:?}", self.game().state, self.game().reason))
    }

    fn sit_down(&mut self) -> Result<(), String> {
        let (seed, relay) = (self.scene.rng.u32(..), self.scene.rng.u8(..3));
        let own = self.own();
        let question = json!({
            "do": "sit",
            "seed": seed,
            "contract": hex::encode(own.contract),
            "rounds": own.rounds,
            "color": name(own.color(0)),
            "secret": hex::encode(own.secret.as_bytes()),
            "roundMs": self.chain().time.round_ms,
            // none, one that carries messages, one that says that it settles
            "relay": relay,
            "now": self.chain().time.now_ms,
            "chain": self.view(),
        });
        self.live(&question)
    }

    /// A block comes, with the page's call before or after some of the opponent's; then the page continues.
    fn block(&mut self, opponent_is_there: bool) -> Result<(), String> {
        if let Some((call, seen)) = self.call.take() {
            let overtakes =
                opponent_is_there && self.overtaken < OVERTAKEN && self.scene.rng.u8(..5) == 0;
            if overtakes {
                self.opponent_does()?;
            }
            let taken = self.scene.call(self.scene.deal.account, &call)?;
            self.result = Some(taken.is_ok());
            match taken {
                Ok(()) => self.overtaken = 0,
                Err(refusal) => {
                    let has_run_out = seen % 2 == 0 && self.is_late();
                    let is_overtaken = seen != self.shows() || self.scene.is_over();
                    if !is_overtaken && !self.chain().time.is_paused() {
                        let call = shown(&call);
                        return Err(format!("{call} was refused: {refusal:?}"));
                    }
                    if has_run_out {
                        self.scene.signatures.forget_after(self.scene.game().round);
                    }
                    self.overtaken += 1;
                    self.scene
                        .note(&format!("refused: {} {refusal:?}", shown(&call)));
                }
            }
        }
        self.scene.ground.messages_arrive()?;
        let round = self.chain().time.round_ms;
        let ms = BEAT_MS.next_multiple_of(round);
        let heard = self.delivered();
        for message in &heard {
            self.scene.note(&format!("told: {message}"));
        }
        let question = json!({
            "do": "live",
            "ms": ms,
            "now": self.chain().time.now_ms,
            "chain": self.view(),
            "hear": heard.iter().map(|message| self.told(message)).collect::<Vec<_>>(),
            "result": self.result.take(),
            "cut": self.scene.rng.u8(..30) == 0,
        });
        self.live(&question)?;
        self.scene.ground.pass(ms)
    }

    /// The relay's choice of the opponent's messages: late, lost, again, out of order.
    fn delivered(&mut self) -> Vec<Message> {
        let mut now = vec![];
        for message in std::mem::take(&mut self.under_way) {
            match self.scene.rng.u8(..10) {
                0 => self.under_way.push(message),
                1 if self.scene.rng.bool() => {}
                _ => now.push(message),
            }
        }
        if self.scene.rng.u8(..6) == 0 {
            now.extend(self.scene.rng.choice(&self.scene.signatures.told).cloned());
        }
        if self.scene.rng.u8(..6) == 0 {
            self.scene.rng.shuffle(&mut now);
        }
        self.scene.signatures.told.extend(now.iter().cloned());
        now
    }

    /// Asks the page, and takes what it has signed and called.
    fn live(&mut self, question: &Value) -> Result<(), String> {
        let answer = self.page.ask(question)?;
        if let Some(problem) = answer["problem"].as_str() {
            return Err(format!("the page fails: {problem}"));
        }
        for message in answer["signed"].as_array().into_iter().flatten() {
            let message = self.message_of(message)?;
            self.scene.note(&format!("signed: {message}"));
            self.scene.sent(message)?;
        }
        self.seen = answer["seen"].as_u64().unwrap_or(self.seen);
        if !answer["call"].is_null() {
            let call = self.call_of(&answer["call"])?;
            let title = &answer["call"]["title"];
            self.scene.note(&format!("calls: {title}"));
            let seen = answer["call"]["seen"].as_u64().unwrap_or_default();
            self.call = Some((call, seen));
        }
        Ok(())
    }

    fn message_of(&self, value: &Value) -> Result<Message, String> {
        let number = |name: &str| value[name].as_u64().ok_or(format!("no {name}: {value}"));
        let (round, points) = (number("round")? as u16, number("points")? as u16);
        let action = Action::of(number("action")? as u8).ok_or("no action")?;
        let moves = transcript::decode(&unhex(&value["moves"])?).ok_or("no canonical moves")?;
        let message = self.own().sign(round, points, action, &moves);
        match message.signed == unhex(&value["signed"])? {
            true => Ok(message),
            false => Err(format!("an invalid signature: {value}")),
        }
    }

    fn call_of(&self, value: &Value) -> Result<Call, String> {
        let arguments = &value["arguments"];
        let number = |index: usize| arguments[index].as_u64().unwrap_or_default();
        match value["endpoint"].as_str() {
            Some("signalInactivity") => Ok(Call::SignalInactivity(1)),
            Some("resign") => Ok(Call::Resign(1)),
            Some("reclaimWager") => Ok(Call::ReclaimWager(1)),
            Some("play") => Ok(Call::Play {
                game: number(0) as u32,
                round: number(1) as u16,
                points: number(2) as u16,
                moves: unhex(&arguments[3])?,
                white: unhex(&arguments[4])?,
                black: unhex(&arguments[5])?,
            }),
            _ => Err(format!("an unknown call: {value}")),
        }
    }

    /// Time passes without the page: once as long as a player may be away, and for long if nobody
    /// acts.
    fn sleep(&mut self, opponent_is_gone: bool) -> Result<(), String> {
        // a call comes into the next block, however long the page sleeps
        if self.call.is_some() {
            return Ok(());
        }
        let game = self.game();
        let is_asked = game.is_asked && game.turn() == self.own().color(game.round);
        let ms = if opponent_is_gone && !is_asked {
            self.scene.rng.u64(..2 * DAY)
        } else if game.clock.is_none() && self.scene.rng.u8(..4) == 0 {
            self.scene.rng.u64(..DAY / 2)
        } else if self.away_ms > 0 && self.scene.rng.u8(..12) == 0 {
            let away = std::mem::take(&mut self.away_ms);
            self.scene.rng.u64(..away)
        } else {
            return Ok(());
        };
        let blocks = AWAKE_MS / BEAT_MS.next_multiple_of(self.chain().time.round_ms);
        if self.met != self.scene.version && opponent_is_gone {
            self.meet(blocks)?;
        }
        if self.scene.is_over() {
            return Ok(());
        }
        self.met = self.scene.version;
        let now = self.chain().time.now_ms;
        self.live(&json!({ "do": "sleep", "ms": ms, "now": now, "chain": self.view() }))?;
        self.scene.ground.pass(ms)?;
        for _ in 0..blocks / 2 {
            if self.scene.is_over() {
                return Ok(());
            }
            self.block(!opponent_is_gone)?;
        }
        match self.scene.rng.u8(..4) {
            0 => self.scene.end_pause(),
            _ => Ok(()),
        }
    }

    /// The opponent is gone, and the page meets what it hasn't met yet, until nothing has changed for a
    /// number of blocks.
    fn meet(&mut self, blocks: u64) -> Result<(), String> {
        let mut still = 0;
        for _ in 0..MOST_BLOCKS {
            let is_seen = self.seen == self.shows() && self.call.is_none();
            if is_seen && still >= blocks || self.scene.is_over() {
                break;
            }
            let before = self.scene.version;
            self.block(false)?;
            still = match before == self.scene.version {
                true => still + 1,
                false => 0,
            };
        }
        Ok(())
    }

    fn told(&self, message: &Message) -> Value {
        json!({
            "round": message.round,
            "points": message.points,
            "action": message.action as u8,
            "moves": hex::encode(transcript::encode(&message.moves)),
            "signed": hex::encode(&message.signed),
            "color": name(!self.own().color(message.round)),
        })
    }

    /// The game in the contract's view.
    fn view(&self) -> Value {
        let (chain, game) = (self.chain(), self.game());
        let is_ongoing = game.state == State::Ongoing;
        let runs = is_ongoing && game.does_time_run();
        let late = chain.is_late(game);
        let is_open = game.open_end.is_some();
        let left = |color: Color| time_left_ms(game, color);
        let reason = game.open_end.map(|open| open.reason).or(game.reason);
        let epochs = runs && game.clock.is_none();
        let (played, points) = game.score.unwrap_or((0, game.points));
        let (state, head) = (state_of(&chain.time), head_of(game));
        let pauses = Pauses::of(&state, &head, chain.time.epoch as u32);
        json!({
            "version": self.shows(),
            "pause": {
                "isPaused": state.is_paused(),
                "since": state.pause_epoch.get(),
                "resumed": state.resume_epoch.get(),
            },
            "isReclaimable": pauses.is_reclaimable,
            "waitEpoch": head.wait_epoch.get(),
            "epoch": chain.time.epoch,
            "epochMs": chain.time.now_ms % DAY,
            "state": game.state as u8,
            "awaits": match (is_open, game.is_asked) {
                (true, _) => "longerGame",
                (_, true) => "answer",
                _ => "move",
            },
            "turn": name(game.turn()),
            "plies": game.plies(),
            "reason": reason.map_or("None".into(), |reason| format!("{reason:?}")),
            "deadlineEpoch": if epochs { game.start.epoch + 2 + chain.time.stopped_epochs() } else { 0 },
            "hasDeadline": runs,
            "rounds": game.rounds,
            "round": game.round,
            "points": points,
            "played": played,
            "ownColor": name(self.own().color(game.round)),
            "clock": game.clock.map(|clock| json!({
                "base": clock.base,
                "increment": clock.increment,
                "left": { "white": left(Color::White), "black": left(Color::Black) },
                "waited": if runs { chain.waited_ms(game) } else { 0 },
            })),
            "keys": {
                "white": game.keys[0].as_ref().map(hex::encode),
                "black": game.keys[1].as_ref().map(hex::encode),
            },
            "drawOffer": game.offer.map(name),
            "claims": {
                "draw": is_ongoing && !is_open && !late && game.claim().is_some(),
                "inactivity": late,
            },
            "moves": hex::encode(transcript::encode(&game.moves)),
        })
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn unhex(value: &Value) -> Result<Vec<u8>, String> {
    let bytes = value.as_str().and_then(|text| hex::decode(text).ok());
    bytes.ok_or(format!("no hex: {value}"))
}
