//! The adversary against a page, which plays in another process.
//!
//! This side has the chain, the time and the opponent. The page gets what a page gets: the opponent's
//! messages, in whatever order and number the relay likes, and what the chain's views say. It answers
//! with what it has signed and with the calls that it makes.

use cozy_chess::Color;
use fastrand::Rng;
use serde_json::{Value, json};

use super::claim::Claim;
use super::deal::Deal;
use super::deed::{Deed, Friends};
use super::opponent::Opponent;
use super::player::{Message, Player};
use super::{Ground, ModelAlone, Wronged, positions_of, shown};
use crate::chain::{
    Account, Call, Chain, DAY, Game, Refusal, State, claim, end_by_board, time_left_ms,
};
use crate::rules::Move;
use crate::signing::Action;
use crate::transcript;

/// The line to the page.
pub trait Line {
    /// # Errors
    /// The page gives no answer.
    fn ask(&mut self, question: &Value) -> Result<Value, String>;
}

/// So long at least the page lives between two of the opponent's deeds, in milliseconds.
const BEAT_MS: u64 = 2_000;
/// So long a page is there after a longer sleep: it looks, waits for others, and calls again where
/// it was overtaken.
const AWAKE_MS: u64 = 120_000;
/// It may look at the chain as seldom as each half an hour.
const MOST_BLOCKS: u64 = 1_000;
/// How often one call in a row is overtaken.
const OVERTAKEN: usize = 2;

/// Plays one game or match against a page; how it has ended.
///
/// # Errors
/// How the page's player was wronged, or what the page has done that it must not.
pub fn play<L: Line>(seed: u64, with_pauses: bool, page: &mut L) -> Result<String, Box<Wronged>> {
    let mut ground = ModelAlone::new(None);
    let mut table = Table::new(seed, with_pauses, &mut ground, page);
    table.play().map_err(|what| {
        Box::new(Wronged {
            seed,
            what,
            calls: std::mem::take(&mut table.log),
        })
    })
}

struct Table<'a, L> {
    ground: &'a mut ModelAlone,
    page: &'a mut L,
    rng: Rng,
    deal: Deal,
    opponent: Opponent,
    friends: Friends,
    /// Milliseconds that the page may still sleep, once.
    away_ms: u64,
    /// Counts the changes of the game on the chain.
    version: u64,
    /// The one that the page has seen, and the one that it had time to meet.
    seen: u64,
    met: u64,
    /// What the page has signed.
    signed: Vec<Message>,
    /// The opponent's messages that are under way to the page, and those that have come.
    under_way: Vec<Message>,
    told: Vec<Message>,
    /// The page's call that waits for a block, which game it had seen, and how often it was overtaken.
    call: Option<(Call, u64)>,
    overtaken: usize,
    result: Option<bool>,
    reloads: bool,
    log: Vec<String>,
}

impl<'a, L: Line> Table<'a, L> {
    fn new(seed: u64, with_pauses: bool, ground: &'a mut ModelAlone, page: &'a mut L) -> Self {
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed);
        let deal = Deal::new(&mut rng, ground, true);
        let away_ms = match deal.clock {
            None => DAY / 2,
            Some(clock) => (u64::from(clock.base) * 1_000).clamp(180_000, DAY) / 3,
        };
        let shuffles = rng.u8(..5) == 0;
        let opponent = Opponent::new(deal.players[1].clone(), shuffles, rng.u64(..));
        Table {
            opponent,
            friends: Friends {
                owner: with_pauses && rng.u8(..4) == 0,
                manager: rng.u8(..6) == 0,
            },
            ground,
            page,
            deal,
            away_ms,
            version: 0,
            seen: 0,
            met: 0,
            signed: vec![],
            under_way: vec![],
            told: vec![],
            call: None,
            overtaken: 0,
            result: None,
            reloads: rng.bool(),
            log: vec![],
            rng,
        }
    }

    fn chain(&self) -> &Chain {
        self.ground.chain()
    }

    fn game(&self) -> &Game {
        &self.chain().games[0]
    }

    fn own(&self) -> &Player {
        &self.deal.players[0]
    }

    fn is_over(&self) -> bool {
        self.game().state != State::Ongoing
    }

    fn note(&mut self, what: String) {
        if std::env::var_os("LOG").is_some() {
            eprintln!("{what}");
        }
        self.log.push(what);
    }

    fn play(&mut self) -> Result<String, String> {
        self.sit_down()?;
        let active = self.rng.usize(5..60);
        for step in 0..400 {
            if self.is_over() {
                break;
            }
            if step < active {
                for _ in 0..self.rng.usize(..4) {
                    self.opponent_does()?;
                }
            }
            if self.reloads && self.rng.u8(..25) == 0 {
                self.live(&json!({ "do": "reload" }))?;
            }
            for _ in 0..self.rng.usize(1..=5) {
                self.block(step < active)?;
            }
            self.sleep(step >= active)?;
        }
        match (self.is_over(), self.has_lost()) {
            (true, _) => {
                if let Some(wrong) = self.wrong() {
                    return Err(wrong);
                }
                self.deal.is_paid(self.ground)?;
            }
            // what the winner doesn't care to fetch nobody brings
            (false, true) => {}
            (false, false) => return Err("the game doesn't end".into()),
        }
        Ok(format!("{:?} {:?}", self.game().state, self.game().reason))
    }

    fn sit_down(&mut self) -> Result<(), String> {
        let (seed, relay) = (self.rng.u32(..), self.rng.u8(..3));
        let own = self.own();
        let question = json!({
            "do": "sit",
            "seed": seed,
            "contract": hex(&own.contract),
            "rounds": own.rounds,
            "color": name(own.color(0)),
            "secret": hex(own.secret.as_bytes()),
            "roundMs": self.chain().time.round_ms,
            // none, one that tells, one that says that it settles
            "relay": relay,
            "now": self.chain().time.now_ms,
            "chain": self.view(),
        });
        self.live(&question)
    }

    /// A block comes, with the page's call before or after some of the opponent's; then the page lives on.
    fn block(&mut self, opponent_is_there: bool) -> Result<(), String> {
        if let Some((call, seen)) = self.call.take() {
            let overtakes =
                opponent_is_there && self.overtaken < OVERTAKEN && self.rng.u8(..5) == 0;
            if overtakes {
                self.opponent_does()?;
            }
            let taken = self.call(self.deal.account, &call)?;
            self.result = Some(taken.is_ok());
            match taken {
                Ok(()) => self.overtaken = 0,
                Err(refusal) => {
                    let is_overtaken = seen != self.version || self.is_over();
                    if !is_overtaken && !self.chain().time.is_paused() {
                        let call = shown(&call);
                        return Err(format!("{call} was refused: {refusal:?}"));
                    }
                    self.overtaken += 1;
                    self.note(format!("refused: {} {refusal:?}", shown(&call)));
                }
            }
        }
        self.ground.messages_arrive()?;
        let round = self.chain().time.round_ms;
        let ms = BEAT_MS.next_multiple_of(round);
        let heard = self.delivered();
        for message in &heard {
            self.note(format!(
                "{} told: {:?} in round {} with {} points, {} plies",
                self.chain().time.now_ms,
                message.action,
                message.round,
                message.points,
                message.moves.len()
            ));
        }
        let question = json!({
            "do": "live",
            "ms": ms,
            "now": self.chain().time.now_ms,
            "chain": self.view(),
            "hear": heard.iter().map(|message| self.told(message)).collect::<Vec<_>>(),
            "result": self.result.take(),
            "cut": self.rng.u8(..30) == 0,
        });
        self.live(&question)?;
        self.ground.pass(ms)
    }

    /// The relay's choice of the opponent's messages: late, lost, again, out of order.
    fn delivered(&mut self) -> Vec<Message> {
        let mut now = vec![];
        for message in std::mem::take(&mut self.under_way) {
            match self.rng.u8(..10) {
                0 => self.under_way.push(message),
                1 if self.rng.bool() => {}
                _ => now.push(message),
            }
        }
        if self.rng.u8(..6) == 0 {
            now.extend(self.rng.choice(&self.told).cloned());
        }
        if self.rng.u8(..6) == 0 {
            self.rng.shuffle(&mut now);
        }
        self.told.extend(now.iter().cloned());
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
            self.note(format!(
                "{} signed: {:?} in round {} with {} points, {} plies",
                self.chain().time.now_ms,
                message.action,
                message.round,
                message.points,
                message.moves.len()
            ));
            self.may_sign(&message)?;
            self.signed.push(message.clone());
            self.opponent.hear(message);
        }
        self.seen = answer["seen"].as_u64().unwrap_or(self.seen);
        if !answer["call"].is_null() {
            let call = self.call_of(&answer["call"])?;
            let title = &answer["call"]["title"];
            self.note(format!("{} calls: {title}", self.chain().time.now_ms));
            let seen = answer["call"]["seen"].as_u64().unwrap_or_default();
            self.call = Some((call, seen));
        }
        Ok(())
    }

    fn message_of(&self, value: &Value) -> Result<Message, String> {
        let number = |name: &str| value[name].as_u64().ok_or(format!("no {name}: {value}"));
        let bytes = unhex(&value["moves"])?;
        let message = Message {
            round: number("round")? as u16,
            points: number("points")? as u16,
            action: Action::of(number("action")? as u8).ok_or("no action")?,
            moves: transcript::decode(&bytes).ok_or("no canonical moves")?,
            signed: unhex(&value["signed"])?,
        };
        let Message {
            round,
            points,
            action,
            ref moves,
            ..
        } = message;
        match self.own().sign(round, points, action, moves).signed == message.signed {
            true => Ok(message),
            false => Err(format!("a signature that doesn't hold: {value}")),
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

    /// Whether the page may sign a message, after all that it has signed.
    ///
    /// # Errors
    /// Which rule it breaks.
    fn may_sign(&self, new: &Message) -> Result<(), String> {
        let broken = |rule: &str| {
            Err(format!(
                "{rule}: {:?} in round {} with {} points, {} plies",
                new.action,
                new.round,
                new.points,
                new.moves.len()
            ))
        };
        let is_move = |message: &Message| message.action == Action::Move;
        let own_turn = self.own().makes(new.round, new.moves.len() + 1);
        let chain = self.game();
        for old in &self.signed {
            if old == new {
                continue;
            }
            let same_round = old.round == new.round;
            if same_round && old.points != new.points {
                return broken("two points for one round");
            }
            if same_round && is_move(old) && is_move(new) {
                let (short, long) = match old.moves.len() < new.moves.len() {
                    true => (old, new),
                    false => (new, old),
                };
                if old.moves.len() == new.moves.len() || !long.moves.starts_with(&short.moves) {
                    return broken("two lines of play");
                }
                if new.moves.len() < old.moves.len() {
                    return broken("an older ply");
                }
            }
            let follows =
                new.moves.len() == old.moves.len() + 1 && new.moves.starts_with(&old.moves);
            let on_move = self.own().makes(old.round, old.moves.len() + 1);
            if same_round && old.action == Action::Draw && is_move(new) && follows && on_move {
                return broken("a move after a draw");
            }
            if old.action == Action::Leave && old.round <= new.round {
                return broken("something after a leave");
            }
            if new.action == Action::Leave && same_round {
                return broken("a leave after a begin");
            }
            let is_later = old.round > new.round;
            if is_later && !(new.action == Action::Resign && chain.round == new.round) {
                return broken("something in an earlier round");
            }
        }
        if new.action == Action::Draw && own_turn {
            let positions = positions_of(&new.moves).ok_or("illegal moves")?;
            let is_offered = self.told.iter().any(|message| {
                message.action == Action::Draw
                    && message.round == new.round
                    && message.moves == new.moves
            });
            let may =
                is_offered || end_by_board(&positions).is_some() || claim(&positions).is_some();
            if !may {
                return broken("a draw on move");
            }
        }
        Ok(())
    }

    /// # Errors
    /// The money isn't right any more.
    fn call(&mut self, by: Account, call: &Call) -> Result<Result<(), Refusal>, String> {
        let before = self.game().clone();
        let taken = self.ground.call(by, call, &[])?;
        if taken.is_ok() {
            self.chain().check_money()?;
            let game = self.game();
            let is_new = before.moves != game.moves
                || before.state != game.state
                || before.open_end != game.open_end
                || before.is_asked != game.is_asked
                || before.offer != game.offer
                || before.round != game.round;
            self.version += u64::from(is_new);
            self.note(format!(
                "{} {by:?} {}",
                self.chain().time.now_ms,
                shown(call)
            ));
        }
        Ok(taken)
    }

    fn opponent_does(&mut self) -> Result<(), String> {
        let token = self.deal.stake.token;
        match self.friends.deed(token, &mut self.rng) {
            Deed::Owner(call) => {
                // most are refused, as most attempts below
                let _ = self.call(Account::Owner, &call)?;
            }
            Deed::PauseToken(paused) => self.ground.pause_token(token, paused)?,
            Deed::Message => self.under_way.extend(self.opponent.reply()),
            Deed::Attack => {
                let game = self.game().clone();
                for call in self.opponent.attack(&game) {
                    let _ = self.call(self.deal.adversary, &call)?;
                }
            }
        }
        Ok(())
    }

    /// Time goes by without the page: once as long as one may be away, and for long where nobody
    /// does anything.
    fn sleep(&mut self, opponent_is_gone: bool) -> Result<(), String> {
        let game = self.game();
        let is_asked = game.is_asked && game.turn() == self.own().color(game.round);
        let is_quiet = !is_asked && self.call.is_none();
        let ms = if opponent_is_gone && is_quiet {
            self.rng.u64(..2 * DAY)
        } else if game.clock.is_none() && self.rng.u8(..4) == 0 {
            self.rng.u64(..DAY / 2)
        } else if self.away_ms > 0 && self.rng.u8(..12) == 0 {
            let away = std::mem::take(&mut self.away_ms);
            self.rng.u64(..away)
        } else {
            return Ok(());
        };
        // what the page hasn't met yet it meets first
        let is_met = self.met == self.version || !opponent_is_gone;
        let blocks = AWAKE_MS / BEAT_MS.next_multiple_of(self.chain().time.round_ms);
        for block in 0..MOST_BLOCKS {
            let is_done = is_met || self.seen == self.version && block >= blocks;
            if is_done || self.is_over() {
                break;
            }
            self.block(!opponent_is_gone)?;
        }
        if self.is_over() {
            return Ok(());
        }
        self.met = self.version;
        let now = self.chain().time.now_ms;
        self.live(&json!({ "do": "sleep", "ms": ms, "now": now, "chain": self.view() }))?;
        self.ground.pass(ms)?;
        for _ in 0..blocks / 2 {
            if self.is_over() {
                return Ok(());
            }
            self.block(!opponent_is_gone)?;
        }
        let ends = self.rng.u8(..4) == 0;
        if self.chain().time.is_paused() && ends {
            // refused only where the pause is over already
            let _ = self.call(Account::Owner, &Call::Unpause)?;
        }
        Ok(())
    }

    /// The latest round that the page has begun, the points before it, and its longest game there.
    fn latest(&self) -> (u16, u16, &[Move]) {
        let game = self.game();
        let moved = self
            .signed
            .iter()
            .filter(|message| message.action == Action::Move);
        let last = moved.max_by_key(|message| (message.round, message.moves.len()));
        match last {
            Some(last) if last.round >= game.round => (last.round, last.points, &last.moves),
            _ => (game.round, game.points, &[]),
        }
    }

    fn has_lost(&self) -> bool {
        let (round, _, own) = self.latest();
        let resigned = |message: &Message| {
            message.action == Action::Resign
                && message.round == round
                && message.moves.len() >= own.len()
        };
        self.own().rounds == 1 && self.signed.iter().any(resigned)
    }

    fn wrong(&self) -> Option<String> {
        let (round, points, own) = self.latest();
        let Some(positions) = positions_of(own) else {
            return Some("a game that isn't legal".into());
        };
        let owed = match end_by_board(&positions) {
            Some(end) if end.winner.is_some() => 2,
            Some(_) => 1,
            None => 0,
        };
        let resigned = |message: &Message| {
            message.action == Action::Resign
                && message.round == round
                && message.moves.len() >= own.len()
        };
        let has_resigned = self.signed.iter().any(resigned);
        let claim = Claim {
            round,
            points,
            own,
            owed,
            has_resigned: has_resigned && self.game().round == round,
        };
        claim.wrong(self.own(), self.game())
    }

    fn told(&self, message: &Message) -> Value {
        json!({
            "round": message.round,
            "points": message.points,
            "action": message.action as u8,
            "moves": hex(&transcript::encode(&message.moves)),
            "signed": hex(&message.signed),
            "color": name(!self.own().color(message.round)),
        })
    }

    /// The game as the contract's view tells it.
    fn view(&self) -> Value {
        let (chain, game) = (self.chain(), self.game());
        let is_ongoing = game.state == State::Ongoing;
        let runs = is_ongoing && game.does_time_run();
        let late = chain.is_late(game);
        let is_open = game.open_end.is_some();
        let left = |color: Color| time_left_ms(game, color);
        let reason = game.open_end.map(|open| open.end.reason).or(game.reason);
        let epochs = runs && game.clock.is_none();
        let (played, points) = match game.score {
            Some((rounds, points)) => (rounds, points),
            None => (0, game.points),
        };
        json!({
            "version": self.version,
            "paused": chain.time.is_paused(),
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
                "white": game.keys[0].as_deref().map(hex),
                "black": game.keys[1].as_deref().map(hex),
            },
            "drawOffer": game.offer.map(name),
            "claims": {
                "draw": is_ongoing && !is_open && !late && game.claim().is_some(),
                "inactivity": late,
            },
            "moves": hex(&transcript::encode(&game.moves)),
        })
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(value: &Value) -> Result<Vec<u8>, String> {
    let text = value.as_str().ok_or(format!("no bytes: {value}"))?;
    let digits = |at: usize| {
        text.get(at..at + 2)
            .and_then(|two| u8::from_str_radix(two, 16).ok())
    };
    let bytes: Option<Vec<u8>> = (0..text.len()).step_by(2).map(digits).collect();
    bytes.ok_or(format!("no hex: {text}"))
}
