//! A match: its rounds with their signatures, and the players' messages about the next one.

use alloc::vec;
use alloc::vec::Vec;

use chess_rules::Color;

use crate::action::{Action, SignedAction};
use crate::check::{
    Actions, MOST_REPLACED, NAMES, Place, Refusal, actions_of, allows, read_arguments, verify_all,
};
use crate::line::ReplayError;
use crate::message::Game;
use crate::points::{self, MAX_ROUNDS};
use crate::transcript::{Call, Entry, Transcript};

/// The known rounds of a match that have begun, and the players' messages about the next one. A
/// single game is a match of one round.
///
/// A round has begun if both players have signed a message of it, or the chain is in it.
#[derive(Clone, Debug, Default)]
pub struct Match {
    /// The number of rounds agreed on; 0 until the chain was queried.
    agreed: u16,
    /// In order.
    earlier: Vec<Transcript>,
    current: Transcript,
    next: Option<Next>,
    /// How often messages about the next round have replaced others with other points.
    replaced: u32,
}

/// The players' messages about a round that hasn't begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Next {
    /// Which round.
    pub round: u16,
    /// The points before it.
    pub points: u16,
    /// The message of each, by their colours in that round: [`Action::Move`] begins it,
    /// [`Action::Leave`] ends the match before it.
    pub said: [Option<SignedAction>; 2],
    /// When the last of both arrived, in milliseconds since 1970.
    pub at: u64,
}

/// The arguments of the endpoint `play` after the game's id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchMessage<'a> {
    /// The round of a match, from 0; 0 in a single game.
    pub round: u16,
    /// The points before it.
    pub points: u16,
    /// All moves of the round, in canonical binary.
    pub moves: &'a [u8],
    /// White's message, or nothing.
    pub white: &'a [u8],
    /// Black's message, or nothing.
    pub black: &'a [u8],
}

impl Next {
    /// A player's message; `None` for nothing.
    pub fn action_of(&self, color: Color) -> Option<Action> {
        self.said[color as usize].map(|signed| signed.action)
    }

    fn both(&self, action: Action) -> bool {
        let wanted = |color| self.action_of(color) == Some(action);
        wanted(Color::White) && wanted(Color::Black)
    }

    /// Whether one begins the round and the other leaves: then neither can happen.
    pub fn is_contradicted(&self) -> bool {
        let [white, black] = [Color::White, Color::Black].map(|color| self.action_of(color));
        white.is_some() && black.is_some() && white != black
    }

    fn is_of(&self, round: u16, points: u16) -> bool {
        (self.round, self.points) == (round, points)
    }
}

impl From<Transcript> for Match {
    /// A match of which this round alone is known.
    fn from(current: Transcript) -> Self {
        Match {
            current,
            ..Match::default()
        }
    }
}

impl Match {
    /// The round that is played, or was the last one.
    pub fn current(&self) -> &Transcript {
        &self.current
    }

    /// The rounds before the current one that are known.
    pub fn earlier(&self) -> &[Transcript] {
        &self.earlier
    }

    /// The players' messages about the round after the current one.
    pub fn next(&self) -> Option<&Next> {
        self.next.as_ref()
    }

    /// The number of rounds agreed on, 1 for a single game; 0 if that isn't known.
    pub fn agreed(&self) -> u16 {
        self.agreed
    }

    /// The number of rounds agreed on, according to the chain.
    pub fn set_agreed(&mut self, rounds: u16) {
        self.agreed = rounds;
        if rounds > 1 {
            self.earlier.iter_mut().for_each(Transcript::set_of_match);
            self.current.set_of_match();
        }
    }

    /// Whether no round comes after the current one.
    pub fn is_last_round(&self) -> bool {
        self.current.round() + 1 == self.agreed
    }

    /// The points after the current round, if it has ended by its messages.
    pub fn points_after(&self) -> Option<u16> {
        let winner = self.current.result()?;
        Some(self.current.points() + points::of_round(self.current.round(), winner))
    }

    /// The call that ends the match on the chain if both have left it.
    pub fn leaving(&self) -> Option<Call> {
        let next = self.next.filter(|next| next.both(Action::Leave))?;
        let argument = |color: Color| {
            let signed = next.said[color as usize]?;
            Some(signed.to_argument().to_vec())
        };
        Some(Call {
            round: next.round,
            points: next.points,
            moves: vec![],
            white: argument(Color::White)?,
            black: argument(Color::Black)?,
        })
    }

    /// The call with the current round, if the chain is in round `round` with the moves
    /// `chain`.
    pub fn call(&self, round: u16, chain: &[u8]) -> Option<Call> {
        match round < self.current.round() {
            true => self.current.call_to_round(),
            false => self.current.call(chain),
        }
    }

    /// When the last message arrived.
    pub fn last_entry_at(&self) -> u64 {
        let next = self.next.map_or(0, |next| next.at);
        let rounds = self.earlier.iter().map(Transcript::last_entry_at);
        let earlier = rounds.max().unwrap_or(0);
        self.current.last_entry_at().max(next).max(earlier)
    }

    /// The match's next state if the chain is in this round with these points and moves, which
    /// came there at `at`. `None` if nothing changes.
    pub fn catch_up(&self, round: u16, points: u16, chain: &[u8], at: u64) -> Option<Entry> {
        let current = &self.current;
        if round < current.round() {
            return None;
        }
        if (round, points) == (current.round(), current.points()) {
            return current.catch_up(chain, at);
        }
        Some(Entry {
            at: at.max(self.last_entry_at()),
            round,
            points,
            first: Some(0),
            new_moves: chain.to_vec(),
            white: None,
            black: None,
        })
    }

    /// Adds an entry. Signatures aren't looked at: [`Match::check`] has done that.
    ///
    /// # Errors
    /// A move isn't legal or follows the end.
    pub fn add(&mut self, entry: &Entry) -> Result<(), ReplayError> {
        if (entry.round, entry.points) == (self.current.round(), self.current.points()) {
            return self.current.add(entry);
        }
        let is_signed = entry.white.is_some() || entry.black.is_some();
        if is_signed && entry.new_moves.is_empty() {
            let known = self
                .next
                .filter(|next| next.is_of(entry.round, entry.points));
            self.replaced += u32::from(known.is_none() && self.next.is_some());
            let mut next = known.unwrap_or(Next {
                round: entry.round,
                points: entry.points,
                said: [None; 2],
                at: entry.at,
            });
            for (color, signed) in entry.signed() {
                next.said[color as usize] = Some(signed);
            }
            next.at = entry.at;
            self.next = Some(next);
            if next.both(Action::Move) {
                self.begin(entry.round, entry.points)?;
            }
            return Ok(());
        }
        self.begin(entry.round, entry.points)?;
        self.current.add(entry)
    }

    /// A round begins, with what is said about it.
    fn begin(&mut self, round: u16, points: u16) -> Result<(), ReplayError> {
        let mut begun = Transcript::of_round(round, points);
        if let Some(next) = self.next.take().filter(|next| next.is_of(round, points)) {
            let begins = |signed: &SignedAction| signed.action == Action::Move;
            let [white, black] = next.said.map(|signed| signed.filter(begins));
            begun.add(&Entry {
                at: next.at,
                round,
                points,
                first: None,
                new_moves: vec![],
                white,
                black,
            })?;
        }
        self.replaced = 0;
        let before = core::mem::replace(&mut self.current, begun);
        self.earlier.push(before);
        // the chain may show other points than were heard
        self.earlier.retain(|known| known.round() < round);
        Ok(())
    }

    /// Checks a message against what is known, as the contract would. `first`: the game in its first
    /// round. `chain_end`: who wins by the open end of the current round on the chain, if there is
    /// one. `now`: the time in milliseconds since 1970.
    ///
    /// # Errors
    /// The message isn't to be kept.
    pub fn check(
        &self,
        first: &Game<'_>,
        message: MatchMessage<'_>,
        chain_end: Option<Option<Color>>,
        now: u64,
    ) -> Result<Entry, Refusal> {
        let MatchMessage {
            round,
            points,
            moves,
            white,
            black,
        } = message;
        let signed = read_arguments(white, black)?;
        let place = self.allows(round, points, moves, actions_of(&signed), chain_end)?;
        let [white, black] = signed;
        let entry = Entry {
            at: now.max(self.last_entry_at()),
            round,
            points,
            first: place.first,
            new_moves: moves[place.known..].to_vec(),
            white,
            black,
        };
        verify_all(&first.in_round(round, points), &entry, moves)?;
        Ok(entry)
    }

    /// [`Match::check`] without the signatures, for callers that verify them by other means. `actions`: what
    /// White and Black do by their messages.
    ///
    /// # Errors
    /// The message isn't to be kept.
    pub fn allows(
        &self,
        round: u16,
        points: u16,
        moves: &[u8],
        actions: [Option<Action>; 2],
        chain_end: Option<Option<Color>>,
    ) -> Result<Place, Refusal> {
        let current = &self.current;
        if round == current.round() {
            if points != current.points() {
                return Err(Refusal::Points);
            }
            if self.leaving().is_some() {
                return Err(Refusal::Over);
            }
            return allows(current, moves, actions);
        }
        self.require_later((round, points), moves, actions, chain_end)?;
        if moves.is_empty() {
            let (first, known) = (None, 0);
            return Ok(Place { first, known });
        }
        allows(&Transcript::of_round(round, points), moves, actions)
    }

    /// Whether a message of a later round may come now: one that begins it, leaves before it, or
    /// submits all of it.
    fn require_later(
        &self,
        of: (u16, u16),
        moves: &[u8],
        actions: Actions,
        chain_end: Option<Option<Color>>,
    ) -> Result<(), Refusal> {
        let leaves = actions.contains(&Some(Action::Leave));
        let wanted = if leaves { Action::Leave } else { Action::Move };
        if actions.iter().flatten().any(|action| *action != wanted) {
            return Err(if leaves {
                Refusal::TwoActions
            } else {
                Refusal::Ahead
            });
        }
        if leaves && !moves.is_empty() {
            return Err(Refusal::Ahead);
        }
        self.require_round(of, leaves)?;
        let next = self.next.as_ref().filter(|next| next.is_of(of.0, of.1));
        match require_new(next, actions, wanted) {
            // a player who has begun a round may make its first move
            Err(Refusal::Known) if !moves.is_empty() => {}
            checked => checked?,
        }
        if self.leaving().is_some() {
            return Err(Refusal::Over);
        }
        let missing = NAMES.into_iter().find(|(color, _)| {
            let begun = next.and_then(|next| next.action_of(*color)) == Some(wanted);
            actions[*color as usize].is_none() && !begun
        });
        match (missing, actions.iter().any(Option::is_some)) {
            // it has everything that the chain needs
            (None, true) => Ok(()),
            // one alone begins or leaves
            (Some(_), true) if moves.is_empty() => {
                let replaces = next.is_none() && self.next.is_some();
                if replaces && self.replaced >= MOST_REPLACED {
                    return Err(Refusal::Replaced);
                }
                self.require_next(of, chain_end)
            }
            (missing, _) => Err(Refusal::Unsigned(missing.map_or("White", |(_, name)| name))),
        }
    }

    /// Whether the round may come at some time, with these points.
    fn require_round(&self, of: (u16, u16), leaves: bool) -> Result<(), Refusal> {
        let (round, points) = of;
        let current = &self.current;
        let rounds = if self.agreed == 0 {
            MAX_ROUNDS
        } else {
            self.agreed
        };
        if rounds == 1 && leaves {
            return Err(Refusal::CannotLeave);
        }
        let last = rounds - u16::from(!leaves);
        if round < current.round() || round > last {
            return Err(Refusal::Round);
        }
        let rounds = round - current.round();
        match points::can_become(current.points(), points, rounds) {
            true => Ok(()),
            false => Err(Refusal::Points),
        }
    }

    /// Whether one player may begin this round or leave before it now: the current one is over, and
    /// gives these points.
    fn require_next(
        &self,
        (round, points): (u16, u16),
        chain_end: Option<Option<Color>>,
    ) -> Result<(), Refusal> {
        let current = &self.current;
        if round != current.round() + 1 {
            return Err(Refusal::Round);
        }
        let mut results = current.result().into_iter().chain(chain_end).peekable();
        if results.peek().is_none() {
            return Err(Refusal::NotOver);
        }
        let after = |winner| current.points() + points::of_round(current.round(), winner);
        match results.any(|winner| after(winner) == points) {
            true => Ok(()),
            false => Err(Refusal::Points),
        }
    }
}

/// Whether someone says something new, and nobody both begins a round and leaves before it.
fn require_new(next: Option<&Next>, actions: Actions, action: Action) -> Result<(), Refusal> {
    let mut is_new = false;
    for (color, _) in NAMES {
        if actions[color as usize].is_none() {
            continue;
        }
        match next.and_then(|next| next.action_of(color)) {
            None => is_new = true,
            Some(said) if said == action => {}
            Some(Action::Leave) => return Err(Refusal::Left),
            Some(_) => return Err(Refusal::Begun),
        }
    }
    let is_empty = actions.iter().all(Option::is_none);
    if is_new || is_empty {
        return Ok(());
    }
    Err(Refusal::Known)
}
