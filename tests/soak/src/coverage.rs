//! What the histories came to: for each endpoint how often it succeeded, and how often it was
//! refused with which words; for each way a game can end, how often it did.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::model::{Event, Reason, Refusal};
use crate::step::Step;

/// The endpoints, and for each the refusals in the contract's own words that histories must meet.
pub const ENDPOINTS: [(&str, &[&str]); 15] = [
    ("deploy", &["argument decode error (rule): invalid value"]),
    (
        "setWager",
        &[
            "the wager is already set",
            "not a token identifier",
            "not a possible wager",
        ],
    ),
    ("pause", &["already paused"]),
    ("unpause", &["not paused", "set the wager first"]),
    (
        "joinGame",
        &[PAUSED, "pay exactly the wager", "you are already waiting"],
    ),
    ("leaveQueue", &[PAUSED, "you are not waiting"]),
    (
        "makeMove",
        &[
            PAUSED,
            NO_GAME,
            OVER,
            NO_PLAYER,
            NO_TURN,
            LATE,
            "squares go from 0 (a8) to 63 (h1)",
            "no piece of yours on that square",
            "that piece can't go there",
            "nothing promotes there",
            "argument decode error (promotion): invalid value",
            "your king would be attacked",
        ],
    ),
    (
        "draw",
        &[
            PAUSED,
            NO_GAME,
            OVER,
            NO_PLAYER,
            "you have already offered a draw",
        ],
    ),
    (
        "claimDraw",
        &[
            PAUSED,
            NO_GAME,
            OVER,
            NO_PLAYER,
            NO_TURN,
            LATE,
            "neither a threefold repetition nor 50 moves",
        ],
    ),
    (
        "callIllegalMove",
        &[
            PAUSED,
            NO_GAME,
            OVER,
            NO_PLAYER,
            NO_TURN,
            LATE,
            "your opponent's king is not attacked",
        ],
    ),
    (
        "signalInactivity",
        &[
            PAUSED,
            NO_GAME,
            OVER,
            NO_PLAYER,
            "it is your own turn",
            "your opponent still has time",
        ],
    ),
    ("resign", &[PAUSED, NO_GAME, OVER, NO_PLAYER]),
    (
        "reclaimWager",
        &[
            "only when a pause has outlasted 30 epochs",
            NO_GAME,
            OVER,
            NO_PLAYER,
        ],
    ),
    (
        "withdraw",
        &[
            PAUSED,
            "nothing is owed to you",
            "it could not be delivered",
        ],
    ),
    ("upgrade", &[]),
];

const PAUSED: &str = "the contract is paused";
const NO_GAME: &str = "no such game";
const OVER: &str = "the game is over";
const NO_PLAYER: &str = "you don't play this game";
const NO_TURN: &str = "not your turn";
const LATE: &str = "your time is over";

/// The contract's own events; those of transfers are the machine's.
pub const EVENTS: [&str; 11] = [
    "wagerSet",
    "paused",
    "unpaused",
    "queueJoined",
    "queueLeft",
    "gameStarted",
    "moveMade",
    "drawOffered",
    "gameEnded",
    "credited",
    "withdrawn",
];

/// The counts.
#[derive(Default, Clone)]
pub struct Coverage {
    pub histories: u64,
    pub steps: u64,
    successes: BTreeMap<&'static str, u64>,
    refusals: BTreeMap<&'static str, BTreeMap<String, u64>>,
    events: BTreeMap<String, u64>,
    ends: BTreeMap<(u8, u8), u64>,
}

impl Coverage {
    /// Counts a step and what it came to.
    pub fn record(&mut self, step: &Step, outcome: &Result<Vec<Event>, Refusal>) {
        self.steps += 1;
        let name = match step {
            Step::Deploy(_) => "deploy",
            Step::Upgrade(_) => "upgrade",
            Step::Call(call) => call.function,
            Step::Epochs(_) | Step::Freeze(..) => return,
        };
        match outcome {
            Err(refusal) => {
                let refusals = self.refusals.entry(name).or_default();
                *refusals.entry(refusal.message.clone()).or_default() += 1;
            }
            Ok(events) => {
                *self.successes.entry(name).or_default() += 1;
                for (topics, data) in events {
                    let event = String::from_utf8_lossy(&topics[0]).into_owned();
                    if event == "gameEnded" {
                        *self.ends.entry((data[1], data[0])).or_default() += 1;
                    }
                    *self.events.entry(event).or_default() += 1;
                }
            }
        }
    }

    /// Adds another's counts.
    pub fn add(&mut self, other: Coverage) {
        self.histories += other.histories;
        self.steps += other.steps;
        for (name, count) in other.successes {
            *self.successes.entry(name).or_default() += count;
        }
        for (name, refusals) in other.refusals {
            let own = self.refusals.entry(name).or_default();
            for (message, count) in refusals {
                *own.entry(message).or_default() += count;
            }
        }
        for (event, count) in other.events {
            *self.events.entry(event).or_default() += count;
        }
        for (end, count) in other.ends {
            *self.ends.entry(end).or_default() += count;
        }
    }

    /// What should have happened and never did.
    pub fn gaps(&self) -> Vec<String> {
        let mut gaps = vec![];
        for (name, messages) in ENDPOINTS {
            if !self.successes.contains_key(name) {
                gaps.push(format!("{name} never succeeded"));
            }
            let met: BTreeSet<&str> = self
                .refusals
                .get(name)
                .into_iter()
                .flatten()
                .map(|r| &**r.0)
                .collect();
            let never = messages.iter().filter(|message| !met.contains(*message));
            gaps.extend(never.map(|message| format!("{name} was never refused with `{message}`")));
        }
        let never = EVENTS
            .iter()
            .filter(|event| !self.events.contains_key(**event));
        gaps.extend(never.map(|event| format!("the event {event} never came")));
        for reason in Reason::ENDS {
            if !self.ends.keys().any(|end| end.0 == reason as u8) {
                gaps.push(format!("no game ended by {reason:?}"));
            }
        }
        gaps
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} histories, {} steps", self.histories, self.steps)?;
        for (name, _) in ENDPOINTS {
            let count = self.successes.get(name).unwrap_or(&0);
            writeln!(f, "{name:<18} {count:>10}  succeeded")?;
            for (message, count) in self.refusals.get(name).into_iter().flatten() {
                writeln!(f, "{:<18} {count:>10}  {message}", "")?;
            }
        }
        for ((reason, state), count) in &self.ends {
            let won = ["", "White won", "Black won", "drawn"][*state as usize % 4];
            let reason = Reason::ENDS[*reason as usize - 1];
            writeln!(f, "{:<18} {count:>10}  {won} by {reason:?}", "a game ended")?;
        }
        for (event, count) in &self.events {
            writeln!(f, "{:<18} {count:>10}  {event}", "event")?;
        }
        Ok(())
    }
}
