//! The coverage of the histories: for each endpoint its number of successes, and of refusals by their
//! words; for each way a game can end, its number.

use std::collections::BTreeMap;
use std::fmt;

use chess_model::chain::{Reason, Refusal as Of};
use chess_model::model::Event;
use chess_model::refusal::Refusal;
use chess_model::step::Step;

/// The endpoints, and behind each the model's refusals that histories must meet.
const ENDPOINTS: &str = "\
deploy
setWager NotTheOwner WagerSet BadToken BadWager
pause NotTheOwner AlreadyPaused PausedLately
unpause NotTheOwner NotPaused WagerNotSet
joinGame Paused WrongPayment AlreadyWaiting BadKey
leaveQueue Paused NotWaiting
challenge Paused WrongPayment BadWager UnevenPayment OwnChallenge BadClock BadRounds \
    MatchWithoutKey BadKey
accept Paused NoSuchGame NotAChallenge OwnChallenge NotYourChallenge WrongPayment \
    ContractCannotDraw MatchWithoutKey BadKey
cancelChallenge Paused NoSuchGame NotAChallenge NotYourChallenge
makeMove Paused NoSuchGame NotStarted GameOver EndIsOpen BySignatureOnly NotAPlayer NotYourTurn \
    TimeIsOver NoSuchSquare NoPieceThere CannotGoThere NothingPromotes KingAttacked
makeMoveAndClaim ClaimAfterTheMove NothingToClaim
play Paused NoSuchGame NotStarted GameOver WithoutKeys BadMessage NotAMatch WrongRound WrongPoints \
    BadTranscript TooLong AfterTheEnd CannotGoThere KingAttacked NotLonger MessageMissing \
    BadSignature BothAct TimeIsOver NotLongEnough Resigned NoEffect CannotAsk NothingToClaim
draw Paused NoSuchGame NotStarted GameOver EndIsOpen BySignatureOnly NotAPlayer TimeIsOver \
    AlreadyOffered OfferOnMove
claimDraw Paused NoSuchGame GameOver EndIsOpen BySignatureOnly NotAPlayer NotYourTurn TimeIsOver \
    NothingToClaim
callIllegalMove Paused NoSuchGame GameOver EndIsOpen NotAPlayer NotYourTurn TimeIsOver \
    KingNotAttacked
signalInactivity Paused NoSuchGame NotStarted GameOver TimeIsLeft
resign Paused NoSuchGame NotStarted GameOver BySignatureOnly NotAPlayer
reclaimWager NoSuchGame NotStarted GameOver NotAPlayer NoLongPause
withdraw Paused NothingOwed NotDelivered
upgrade";

fn endpoints() -> impl Iterator<Item = (&'static str, Vec<Of>)> {
    let of = |name: &str| Of::ALL.iter().find(|of| format!("{of:?}") == name);
    let known = move |name: &str| *of(name).unwrap_or_else(|| panic!("no refusal {name}"));
    ENDPOINTS.lines().map(move |line| {
        let mut words = line.split_whitespace();
        let name = words.next().expect("an endpoint");
        (name, words.map(known).collect())
    })
}

/// The names of everything that can succeed.
fn names() -> impl Iterator<Item = &'static str> {
    let names = endpoints().map(|endpoint| endpoint.0);
    names.chain(["attack", "insist", "callback"])
}

/// Adds counts to others.
fn add<K: Ord>(own: &mut BTreeMap<K, u64>, others: BTreeMap<K, u64>) {
    for (what, count) in others {
        *own.entry(what).or_default() += count;
    }
}

/// Whether a refusal may be one of several for a call: a challenge and `play` can have many faults at
/// once, and no rule says which is named first.
pub fn may_be_named_first(step: &Step, words: &str) -> bool {
    let Step::Call(call) = step else {
        return false;
    };
    let is_met = |(name, refusals): (&str, Vec<Of>)| {
        name == call.function && refusals.iter().any(|refusal| refusal.words() == words)
    };
    matches!(call.function, "challenge" | "play") && endpoints().any(is_met)
}

/// Other refusals of arguments that histories must meet.
const ARGUMENTS: [(&str, &str); 5] = [
    ("deploy", "argument decode error (rule): invalid value"),
    (
        "makeMove",
        "argument decode error (promotion): invalid value",
    ),
    ("challenge", "argument decode error (side): invalid value"),
    ("play", "function does not accept EGLD payment"),
    ("attack", "the game's contract refused"),
];

/// The contract's own events; those of transfers are the machine's.
pub const EVENTS: &str = "\
    wagerSet paused unpaused queueJoined queueLeft gameStarted challenged challengeCancelled \
    moveMade movesPlayed roundBegun moveAsked endOpened drawOffered gameEnded credited withdrawn";

/// The ends that can be open.
const OPENED: [Reason; 10] = [
    Reason::Checkmate,
    Reason::Resignation,
    Reason::Stalemate,
    Reason::DeadPosition,
    Reason::FivefoldRepetition,
    Reason::SeventyFiveMoves,
    Reason::ThreefoldRepetition,
    Reason::FiftyMoves,
    Reason::Agreement,
    Reason::PlyLimit,
];

/// The counts.
#[derive(Default, Clone)]
pub struct Coverage {
    pub histories: u64,
    pub steps: u64,
    successes: BTreeMap<&'static str, u64>,
    /// By the endpoint, and its words.
    refusals: BTreeMap<(&'static str, String), u64>,
    events: BTreeMap<String, u64>,
    ends: BTreeMap<(u8, u8), u64>,
    opened: BTreeMap<u8, u64>,
}

impl Coverage {
    /// Counts a step and its outcome.
    pub fn record(&mut self, step: &Step, outcome: &Result<Vec<Event>, Refusal>) {
        self.steps += 1;
        let name = match step {
            Step::Deploy(..) => "deploy",
            Step::Upgrade(_) => "upgrade",
            Step::Call(call) => call.function,
            Step::Attack(attack) => attack.function(),
            Step::Arrive => "callback",
            Step::Time(_) | Step::Freeze(..) | Step::PauseToken(..) | Step::LimitToken(..) => {
                return;
            }
        };
        match outcome {
            Err(refusal) => {
                let refused = (name, refusal.message.clone());
                *self.refusals.entry(refused).or_default() += 1;
            }
            Ok(events) if name == "callback" && events.is_empty() => {}
            Ok(events) => {
                *self.successes.entry(name).or_default() += 1;
                for (topics, data) in events {
                    let event = String::from_utf8_lossy(&topics[0]).into_owned();
                    match &*event {
                        "gameEnded" => *self.ends.entry((data[1], data[0])).or_default() += 1,
                        "endOpened" => *self.opened.entry(data[0]).or_default() += 1,
                        _ => {}
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
        add(&mut self.successes, other.successes);
        add(&mut self.refusals, other.refusals);
        add(&mut self.events, other.events);
        add(&mut self.ends, other.ends);
        add(&mut self.opened, other.opened);
    }

    /// The events that should have happened and never did.
    pub fn gaps(&self) -> Vec<String> {
        let mut gaps = vec![];
        for name in names() {
            if !self.successes.contains_key(name) {
                gaps.push(format!("{name} never succeeded"));
            }
        }
        let wanted = endpoints().flat_map(|(name, refusals)| {
            let words = refusals.into_iter().map(Of::words);
            words.map(move |words| (name, words))
        });
        for (name, words) in wanted.chain(ARGUMENTS) {
            if !self.refusals.contains_key(&(name, words.into())) {
                gaps.push(format!("{name} was never refused with `{words}`"));
            }
        }
        for event in EVENTS.split(' ') {
            if !self.events.contains_key(event) {
                gaps.push(format!("the event {event} never came"));
            }
        }
        for reason in Reason::all().skip(1) {
            // a challenge's end has a separate event
            let ended = self.ends.keys().any(|end| end.0 == reason as u8);
            if !ended && !matches!(reason, Reason::Cancelled | Reason::Declined) {
                gaps.push(format!("no game ended by {reason:?}"));
            }
        }
        for reason in OPENED {
            if !self.opened.contains_key(&(reason as u8)) {
                gaps.push(format!("no end was open by {reason:?}"));
            }
        }
        gaps
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} histories, {} steps", self.histories, self.steps)?;
        for name in names() {
            let count = self.successes.get(name).unwrap_or(&0);
            writeln!(f, "{name:<18} {count:>10}  succeeded")?;
            let refusals = self.refusals.iter().filter(|((of, _), _)| *of == name);
            for ((_, message), count) in refusals {
                writeln!(f, "{:<18} {count:>10}  {message}", "")?;
            }
        }
        for ((reason, state), count) in &self.ends {
            let won = ["", "White won", "Black won", "drawn", "", "no result"];
            let won = won[usize::from(*state) % won.len()];
            let reason = Reason::all().nth(usize::from(*reason)).expect("a reason");
            writeln!(f, "{:<18} {count:>10}  {won} by {reason:?}", "a game ended")?;
        }
        for (reason, count) in &self.opened {
            let reason = Reason::all().nth(usize::from(*reason)).expect("a reason");
            writeln!(f, "{:<18} {count:>10}  {reason:?}", "an end was open")?;
        }
        for (event, count) in &self.events {
            writeln!(f, "{:<18} {count:>10}  {event}", "event")?;
        }
        Ok(())
    }
}
